"""Whist drives: movements, rounds, standings and prizes of an event for many tables (D1-D3)."""

from oddtrick.drive.attendance import (
    add_entries,
    change_entry,
    choose_crossing,
    leave_drive,
    remove_entry,
    return_player,
)
from oddtrick.drive.drive import (
    Change,
    Drive,
    Signature,
    begin_round,
    close_drive,
    correct_result,
    create_drive,
    enter_result,
    mark_unplayed,
    open_drive,
    replace_player,
    undo_round,
)
from oddtrick.drive.drive_file import decode_drive, encode_drive
from oddtrick.drive.entry_list import ListedEntry
from oddtrick.drive.movements.balanced import Balance, balance_of, seat_balanced
from oddtrick.drive.plan import DrivePlan, read_trumps
from oddtrick.drive.players import Entry, Player
from oddtrick.drive.prizes import OwnPrize, Prize, PrizeList, TieBroken, change_prizes, prizes_of
from oddtrick.drive.result_export import result_json
from oddtrick.drive.rounds import Round
from oddtrick.drive.seating import Seating, Table
from oddtrick.drive.simulation import simulate_drive
from oddtrick.drive.standings import Standing, standings_of

__all__ = [
    "Balance",
    "Change",
    "Drive",
    "DrivePlan",
    "Entry",
    "ListedEntry",
    "OwnPrize",
    "Player",
    "Prize",
    "PrizeList",
    "Round",
    "Seating",
    "Signature",
    "Standing",
    "Table",
    "TieBroken",
    "add_entries",
    "balance_of",
    "begin_round",
    "change_entry",
    "change_prizes",
    "choose_crossing",
    "close_drive",
    "correct_result",
    "create_drive",
    "decode_drive",
    "encode_drive",
    "enter_result",
    "leave_drive",
    "mark_unplayed",
    "open_drive",
    "prizes_of",
    "read_trumps",
    "remove_entry",
    "replace_player",
    "result_json",
    "return_player",
    "seat_balanced",
    "simulate_drive",
    "standings_of",
    "undo_round",
]
