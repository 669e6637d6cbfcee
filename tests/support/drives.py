"""Drives for tests: any plan, any number of players, any results."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, get_args

from hypothesis import strategies as st
from msgspec import convert

from oddtrick.drive import DrivePlan, begin_round, create_drive, enter_result
from oddtrick.drive.plan import MovementName, ScoringName, SpareSeats
from oddtrick.drive.players import bot_entries

if TYPE_CHECKING:
    from oddtrick.drive import Drive

RESULT_BASED = ("progressive", "semi-partner", "winners-move", "head-table")
FIXED_PAIRS = ("partner", "duplicate", "military")
MOVEMENTS: tuple[str, ...] = get_args(MovementName)


@st.composite
def plans(draw: st.DrawFn, movements: tuple[str, ...] = MOVEMENTS) -> DrivePlan:
    """Draws a plan of up to seven rounds."""
    return DrivePlan(
        movement=draw(st.sampled_from(movements)),
        rounds=draw(st.integers(1, 7)),
        scoring=draw(st.sampled_from(get_args(ScoringName))),
        spare=draw(st.sampled_from(get_args(SpareSeats))),
        seed=draw(st.integers(0, 99)),
    )


@st.composite
def played_drives(draw: st.DrawFn, movements: tuple[str, ...] = MOVEMENTS) -> Drive:
    """Draws a drive of 8 to 30 players with all its results."""
    plan = draw(plans(movements))
    return play_at_random(
        create_drive(plan, bot_entries(draw(st.integers(8, 30)))), draw(st.integers(0, 2**32))
    )


def play_at_random(drive: Drive, seed: int, tricks: tuple[int, ...] = tuple(range(14))) -> Drive:
    """Plays the rest of a drive with results drawn from some counts of tricks."""
    rng = Random(seed)
    while not drive.over:
        if not drive.rounds or drive.rounds[-1].complete:
            drive = begin_round(drive)
        for table in drive.rounds[-1].missing:
            taken = rng.choice(tricks)
            drive = enter_result(drive, table, (taken, 13 - taken))
    return drive


def plan_of(movement: str, rounds: int) -> DrivePlan:
    """Returns a plan with the default choices for a movement given as text."""
    return convert({"movement": movement, "rounds": rounds, "trumps": (2, 1, 3, 0)}, DrivePlan)
