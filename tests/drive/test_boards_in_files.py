"""No file of a drive holds the cards of a board that may still be played."""

from __future__ import annotations

from itertools import count
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from oddtrick.drive import decode_drive, encode_drive
from oddtrick.drive.live import commands as c
from oddtrick.drive.live.commands import OpenDrive, SealBoards, TakeBoards
from oddtrick.drive.live.decide import decide_opening
from oddtrick.drive.live.online_tables import boards_to_seal, drive_for_file
from oddtrick.drive.live.settings import LiveSettings, OnlineSettings, PlanChoices
from oddtrick.drive.sealed_boards import seal_boards, verify_boards
from tests.support.drives import ANN, NOON, DriveLog, drawn, open_numbers, with_other_secrets

ROUNDS = 4
PLAN = PlanChoices(movement="duplicate", rounds=ROUNDS)


def played(rounds: int, *, undone: bool, under_way: bool, event: bool) -> DriveLog:
    """A duplicate drive on the server after some rounds."""
    log = DriveLog(8, PLAN, online=OnlineSettings(tables="all"))
    codes = count()
    log.codes = lambda: f"code{next(codes)}"
    if event:
        log.does(TakeBoards(seal_boards("may", drawn("event", ROUNDS))))
    for number in range(rounds + under_way):
        log.does(SealBoards(drawn(f"own/{number}", boards_to_seal(log.live))))
        log.does(c.BeginRound())
        if undone and number == 0:
            log.does(c.UndoRound(why="too early"))
            log.does(SealBoards(drawn("again", boards_to_seal(log.live))))
            log.does(c.BeginRound())
        if number < rounds:
            log.finish(Random(number))
    log.does(SealBoards(drawn("rest", boards_to_seal(log.live))))
    return log


@settings(max_examples=25, deadline=None)
@given(st.integers(0, ROUNDS - 1), st.booleans(), st.booleans(), st.booleans())
def test_other_cards_of_unplayed_boards_change_no_byte_of_a_file(
    rounds: int, undone: bool, under_way: bool, event: bool
) -> None:
    live = played(rounds, undone=undone, under_way=under_way, event=event).live
    file, boards = encode_drive(drive_for_file(live)), live.drive.boards
    assert file == encode_drive(drive_for_file(with_other_secrets(live)))
    assert boards is not None
    for board in boards.boards:
        assert board.secret is not None
        is_open = board.number in open_numbers(live)
        assert (board.secret.encode() in file) == is_open, board.number
    plain = encode_drive(live.drive)  # not even without the knowledge of who played what
    dealt = 0 if event else live.boards_dealt
    assert not any((board.secret or "").encode() in plain for board in boards.boards[dealt:])


@settings(max_examples=15, deadline=None)
@given(st.integers(0, ROUNDS - 1), st.booleans(), st.booleans())
def test_the_way_back_from_a_file_draws_boards_that_nobody_has_seen(
    rounds: int, undone: bool, under_way: bool
) -> None:
    before = played(rounds, undone=undone, under_way=under_way, event=False).live
    text = encode_drive(drive_for_file(before)).decode()
    opening = OpenDrive(code="other1234567", settings=LiveSettings(), file=text)
    log = DriveLog(8, PLAN)
    log.live = decide_opening(opening, ANN, NOON).after
    log.codes = lambda: "code"
    assert log.live.drive.rounds == before.drive.rounds
    assert log.live.drive.players == before.drive.players
    log.does(c.ChangeDriveSettings(online=OnlineSettings(tables="all")))
    log.finish(Random(7))
    while log.live.round_number < ROUNDS:
        log.does(SealBoards(drawn(f"new/{log.live.round_number}", boards_to_seal(log.live))))
        log.does(c.BeginRound())
        assert log.live.online_round.board == log.live.boards_dealt > before.boards_dealt
        log.finish(Random(log.live.round_number))
    known, boards = open_numbers(before), log.live.drive.boards
    assert boards is not None
    old = before.drive.boards
    assert old is not None
    for board in boards.boards:
        first = old.boards[board.number - 1 : board.number]
        if board.number in known:
            assert (board,) == first, "what was played can be verified after the move"
        elif board.number > before.boards_dealt:
            assert board.secret not in {each.secret for each in old.boards}
    log.does(c.CloseDrive())
    assert not [fault for fault in verify_boards(boards, boards) if "is sealed" not in fault]
    assert decode_drive(encode_drive(drive_for_file(log.live))).boards == boards
