"""Late arrivals where seats are fixed: who is told that there is none, and which cards they get."""

from __future__ import annotations

import pytest

from oddtrick.drive import (
    Drive,
    DrivePlan,
    Entry,
    Signature,
    add_entries,
    begin_round,
    change_entry,
    enter_result,
    leave_drive,
    open_drive,
    replace_player,
)
from oddtrick.drive.entry_list import find_entry
from oddtrick.drive.late_seats import share_seat, take_card, unseated_entries
from oddtrick.drive.plan import MovementName
from oddtrick.errors import OddtrickError
from tests.support.drives import play_at_random

SIGNED = Signature("Ann", "2026-11-23T18:00:00+00:00", "came late")
FIXED: tuple[MovementName, ...] = ("partner", "balanced", "duplicate", "military")


def after_one_round(movement: MovementName, players: int, spare: str = "bots") -> Drive:
    plan = DrivePlan(movement=movement, rounds=3, spare=spare)  # type: ignore[arg-type]
    drive = add_entries(open_drive(plan), [Entry(f"Player {n}") for n in range(players)])
    drive = begin_round(drive)
    for table in drive.rounds[0].missing:
        drive = enter_result(drive, table, (8, 5))
    return drive


def late(drive: Drive, *names: str) -> Drive:
    return add_entries(drive, [Entry(name) for name in names])


@pytest.mark.parametrize("movement", FIXED)
def test_a_bot_makes_room_for_one_and_the_second_is_said_to_have_no_seat(
    movement: MovementName,
) -> None:
    drive = late(after_one_round(movement, 7), "Zoe", "Yan")
    zoe, yan = drive.entries[-2:]
    assert unseated_entries(drive) == (yan.id,)
    assert unseated_entries(drive, check_in=True) == ()
    drive = begin_round(drive)
    assert find_entry(drive.entries, zoe.id).player is not None
    assert find_entry(drive.entries, yan.id).player is None
    assert unseated_entries(drive) == (yan.id,)


@pytest.mark.parametrize("movement", FIXED[:3])
def test_where_players_sit_out_in_turn_a_late_arrival_plays_as_a_substitute(
    movement: MovementName,
) -> None:
    drive = late(after_one_round(movement, 15, spare="sit-out"), "Zoe")
    assert len(drive.rounds[0].seating.sitting_out) == 3
    assert unseated_entries(drive) == ()
    drive = begin_round(drive)
    zoe = drive.players[-1]
    assert (zoe.name, zoe.since, zoe.group is None) == ("Zoe", 2, movement == "balanced")
    assert not drive.rounds[1].seating.sitting_out
    play_at_random(drive, 1)


def test_nobody_waits_where_results_decide_who_moves_or_before_the_first_round() -> None:
    assert unseated_entries(late(after_one_round("progressive", 8), "Zoe")) == ()
    assert unseated_entries(late(open_drive(DrivePlan(movement="balanced")), "Zoe")) == ()


@pytest.mark.parametrize("movement", FIXED)
def test_the_card_of_somebody_who_has_left_is_taken_over_with_its_score(
    movement: MovementName,
) -> None:
    drive = late(leave_drive(after_one_round(movement, 8), 3, SIGNED), "Zoe")
    zoe, gone = drive.entries[-1], drive.players[3].name
    drive = take_card(drive, zoe.id, 3, SIGNED)
    assert unseated_entries(drive) == ()
    assert (drive.players[3].name, drive.players[3].left) == ("Zoe", None)
    assert (drive.log[-1].before, drive.log[-1].after) == (gone, "Zoe")
    drive = play_at_random(drive, 1)
    assert [player.name for player in drive.players].count(gone) == 0, "gone for good"


def test_two_share_a_seat_until_one_of_them_is_replaced() -> None:
    drive = late(after_one_round("balanced", 8), "Zoe")
    drive = share_seat(drive, drive.entries[-1].id, 2, SIGNED)
    assert drive.players[2].name == "Player 2 & Zoe"
    renamed = change_entry(drive, drive.entries[-1].__class__(id=9, name="Zoë", player=2))
    assert renamed.players[2].name == "Player 2 & Zoë"
    assert begin_round(renamed).players == renamed.players
    alone = replace_player(renamed, 2, "Yan", SIGNED)
    assert [entry.name for entry in alone.entries if entry.player == 2] == ["Yan"]
    assert begin_round(alone).players == alone.players, "nobody comes back by themselves"


def test_a_seat_that_cannot_be_given_is_refused() -> None:
    drive = late(after_one_round("balanced", 7), "Zoe")
    zoe, bot = drive.entries[-1].id, 7
    for give, entry, player, why in (
        (take_card, zoe, 0, "let them leave first, or share"),
        (share_seat, zoe, bot, "take it over instead"),
        (take_card, 1, bot, "Player 0 has card 1 already"),
        (take_card, zoe, 8, "there is no card 9"),
        (take_card, 77, bot, "there is no entry 77"),
    ):
        with pytest.raises(OddtrickError, match=why):
            give(drive, entry, player, SIGNED)
    long = late(drive, "Z" * 75)
    with pytest.raises(OddtrickError, match="at most 80 characters"):
        share_seat(long, long.entries[-1].id, 0, SIGNED)
