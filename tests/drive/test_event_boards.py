"""Boards of an event in several halls: what fits a drive, and what a drive keeps of them."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from oddtrick.drive import (
    Drive,
    DrivePlan,
    begin_round,
    create_drive,
    decode_drive,
    encode_drive,
    read_trumps,
)
from oddtrick.drive.compare_halls import compare_halls
from oddtrick.drive.event_boards import take_boards
from oddtrick.drive.players import bot_entries
from oddtrick.drive.sealed_boards import SealedBoards, seal_boards, without_secrets
from oddtrick.errors import OddtrickError
from tests.support.drives import play_at_random


def boards(count: int = 3, event: str = "may", trumps: str = "HDSC") -> SealedBoards:
    return seal_boards(event, [f"{number:064x}" for number in range(count)], trumps)


def duplicate(rounds: int = 3, trumps: str = "HDSC") -> Drive:
    plan = DrivePlan(movement="duplicate", rounds=rounds, trumps=read_trumps(trumps))
    return create_drive(plan, bot_entries(8))


def test_a_drive_with_the_boards_of_an_event_keeps_them_in_its_file() -> None:
    drive = take_boards(duplicate(), boards())
    copied = decode_drive(encode_drive(drive))
    assert copied == replace(drive, boards=without_secrets(boards()))
    assert take_boards(begin_round(copied), boards()).boards == boards()
    with pytest.raises(OddtrickError, match="can no longer be changed"):
        take_boards(begin_round(copied), boards(event="june"))
    fields = json.loads(encode_drive(drive))
    del fields["boards"]
    with pytest.raises(OddtrickError, match="boards of an event, and has none"):
        decode_drive(json.dumps(fields).encode())


def opened_wrongly(given: SealedBoards) -> SealedBoards:
    """Boards of which the second has another secret than the one that was sealed."""
    first, second, *rest = given.boards
    return replace(given, boards=(first, replace(second, secret="ff" * 32), *rest))


@pytest.mark.parametrize(
    ("drive", "given", "why"),
    [
        (duplicate(), boards(2), "may has 2 boards, and the drive 3 deals"),
        (duplicate(), boards(trumps="HDN"), "board 3 has other trumps than round 3"),
        (duplicate(), without_secrets(boards()), "board 1 is sealed"),
        (duplicate(), opened_wrongly(boards()), "board 2: "),
        (begin_round(duplicate()), boards(), "a round has begun"),
        (create_drive(DrivePlan(), bot_entries(8)), boards(), "choose the duplicate movement"),
    ],
)
def test_boards_that_do_not_fit_are_refused(drive: Drive, given: SealedBoards, why: str) -> None:
    with pytest.raises(OddtrickError, match=why):
        take_boards(drive, given)


def test_trumps_that_come_round_alike_fit() -> None:
    assert take_boards(duplicate(trumps="HDSHDS"), boards(4, trumps="HDS")).event_boards


def test_halls_that_played_other_boards_are_not_compared() -> None:
    played = play_at_random(duplicate(), 1)
    north, south = replace(played, boards=boards()), replace(played, boards=boards(event="june"))
    with pytest.raises(OddtrickError, match="south played other boards than north"):
        compare_halls({"north": north, "paper": played, "south": south})
    assert len(compare_halls({"north": north, "paper": played})) == 16
