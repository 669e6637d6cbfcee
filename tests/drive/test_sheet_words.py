"""The words on the paper of a drive: two languages, and directions that follow the movement."""

from __future__ import annotations

import re

import pytest

from oddtrick.drive import Drive, DrivePlan, Round, create_drive
from oddtrick.drive.players import bot_entries
from oddtrick.drive.rounds import winning_pair
from oddtrick.drive.sheets.movement_in_words import directions_of
from oddtrick.drive.sheets.printable_event import FIXED_IN_ADVANCE, Seat, foreseen_seatings, seat_of
from oddtrick.drive.sheets.sheet_words import Words
from tests.support.drives import MOVEMENTS, plan_of, play_at_random

ENGLISH = Words("en")
LEAST = {"military": 8}
MOVING = [movement for movement in MOVEMENTS if movement != "balanced"]


def instruction(drive: Drive, played: Round, player: int) -> str:
    """The direction on the table card for a player after a round."""
    seat = seat_of(played.seating, player)
    assert seat is not None
    result = played.results[seat.table - 1]
    assert result is not None
    said = dict(directions_of(drive.plan, len(played.results), ENGLISH, seat.table))
    group = drive.players[player].group
    role = "Winners" if seat.direction == winning_pair(result) else "Losers"
    direction = ENGLISH.direction(seat.direction)
    half = "an odd round" if played.number % 2 else "an even round"
    for who in (f"{role} ({group})", role, direction, f"{direction}, after {half}", "The others"):
        if who in said:
            return said[who]
    return said["Everybody"]


def next_tables(drive: Drive, player: int, seat: Seat, told: str) -> int:
    """The table to which an instruction leads."""
    tables = [int(number) for number in re.findall(r"table (\d+)", told)]
    if not tables:
        assert told.startswith("stay")
        return seat.table
    own = seat_of(drive.rounds[0].seating, player)
    assert own is not None
    # In a military drive the visitors of round 1 have gone one table up from their own.
    home = (own.table - 2) % len(drive.rounds[0].results) + 1
    return tables[-1] if len(tables) > 1 and tables[0] == home else tables[0]


@pytest.mark.parametrize(
    ("movement", "players"),
    [
        (name, players)
        for name in MOVING
        for players in (4, 8, 12, 20)
        if players >= LEAST.get(name, 4)
    ],
)
def test_D3_whoever_follows_the_table_card_sits_where_the_movement_says(
    movement: str, players: int
) -> None:
    drive = play_at_random(create_drive(plan_of(movement, 9), bot_entries(players)), seed=players)
    for before, after in zip(drive.rounds, drive.rounds[1:], strict=False):
        for player in range(players):
            seat, following = seat_of(before.seating, player), seat_of(after.seating, player)
            assert seat is not None
            assert following is not None
            told = instruction(drive, before, player)
            assert following.table == next_tables(drive, player, seat, told)
            turned = following.direction != seat.direction
            if "one of them (A) changes seats" in told:
                assert turned == (drive.players[player].group == "A")
                assert seat.partner in following.opponents
            elif "change direction" in told:
                assert turned
            elif told.startswith("stay") and "the two of them in A" not in told:
                assert not turned


@pytest.mark.parametrize("movement", FIXED_IN_ADVANCE)
def test_seats_known_in_advance_are_those_that_are_taken(movement: str) -> None:
    for players in (8, 13):
        plan = plan_of(movement, 9)
        for spare in ("bots", "sit-out"):
            drive = create_drive(
                DrivePlan(movement=plan.movement, rounds=9, spare=spare),
                bot_entries(players),
            )
            known = foreseen_seatings(drive)
            played = play_at_random(drive, seed=1)
            assert known == [each.seating for each in played.rounds]
            assert known == foreseen_seatings(played)
