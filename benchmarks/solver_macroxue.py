"""macroxue/bridge-solver, an optional program to build separately: one process for each deal.

The start-up time of a process is measured with one card a hand, and subtracted.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from solver_positions import Open

from oddtrick.cards import Card, Hand, Suit

if TYPE_CHECKING:
    from collections.abc import Sequence

STARTS = 20
_LEADERS = (3, 1, 0, 2)
"""The order of leaders in its output: West, East, North, South."""


def solve(program: Path, place: Open) -> tuple[int, float]:
    """The tricks of the leader's side, and the seconds of processor time."""
    trump = "N" if place.trump is None else place.trump.letter
    rows, seconds = _run(program, place.hands, trump, "NESW"[place.leader])
    return len(place.hands[0]) - int(rows[0][1]), max(0.0, seconds - _idle(program))


def table(program: Path, place: Open) -> tuple[dict[tuple[Suit | None, int], int], float]:
    """The tricks of the leader's side for each strain and leader, and the seconds."""
    rows, seconds = _run(program, place.hands)
    values = {
        (None if row[0] == "N" else Suit("CDHS".index(row[0])), leader): 13 - int(taken)
        for row in rows
        for leader, taken in zip(_LEADERS, row[1:], strict=False)
    }
    return values, max(0.0, seconds - _idle(program))


@cache
def _idle(program: Path) -> float:
    """The seconds of a process with a trivial deal."""
    hands = tuple(Hand(card.bit) for card in (Card.SA, Card.SK, Card.SQ, Card.SJ))
    return median(_run(program, hands, "N", "N")[1] for _ in range(STARTS))


def _run(program: Path, hands: Sequence[Hand], *what: str) -> tuple[list[list[str]], float]:
    north, east, south, west = map(_format_hand, hands)
    with tempfile.TemporaryDirectory() as folder:
        deal = Path(folder) / "deal"
        deal.write_text("\n".join((north, f"{west}    {east}", south, *what, "")))
        process = subprocess.Popen(
            [program, "-m", "0", "-f", deal], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        rows = [line.split() for line in process.stdout]
        process.stdout.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{program} ends with status {process.returncode}")
    return rows, usage.ru_utime + usage.ru_stime


def _format_hand(hand: Hand) -> str:
    return " ".join(suit or "-" for suit in str(hand).split("."))
