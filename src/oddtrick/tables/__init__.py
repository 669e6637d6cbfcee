"""A card table for people and bots as a pure state machine: commands in, facts out.

No module here opens a socket or reads a clock; time and randomness are arguments.
"""

from oddtrick.tables.archive import (
    PlayerResult,
    player_results,
    table_proof,
    table_record,
    table_steps,
)
from oddtrick.tables.dispatch import CommandOutcome, handle, open_sealed_table, open_table
from oddtrick.tables.drive_seating import Sitter
from oddtrick.tables.facts import SERVER, Fact, decode_facts, encode_facts
from oddtrick.tables.fixed_deals import Board, DriveDeal, SealedDeal
from oddtrick.tables.fold import fold_entry
from oddtrick.tables.projection import TableView, Update, table_view
from oddtrick.tables.seating import can_read, can_view
from oddtrick.tables.settings import Settings
from oddtrick.tables.state import Chair, Draw, Stage, Table
from oddtrick.tables.transaction import CommandRefused
from oddtrick.tables.updates import Change, EntryUpdates, change_of, update_for

__all__ = [
    "SERVER",
    "Board",
    "Chair",
    "Change",
    "CommandOutcome",
    "CommandRefused",
    "Draw",
    "DriveDeal",
    "EntryUpdates",
    "Fact",
    "PlayerResult",
    "SealedDeal",
    "Settings",
    "Sitter",
    "Stage",
    "Table",
    "TableView",
    "Update",
    "can_read",
    "can_view",
    "change_of",
    "decode_facts",
    "encode_facts",
    "fold_entry",
    "handle",
    "open_sealed_table",
    "open_table",
    "player_results",
    "table_proof",
    "table_record",
    "table_steps",
    "table_view",
    "update_for",
]
