"""The rows measured against DDS: one for each kind of position, solvers in turn on each deal."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import mean, median
from typing import TYPE_CHECKING

import solver_dds as dds
import solver_macroxue as peer
from solver_positions import Open, ending, four_voids

from oddtrick.solver import Position, Solver

if TYPE_CHECKING:
    from pathlib import Path

    from oddtrick.cards import Suit

Contender = Callable[[Open], tuple[object, float]]

FREAKS = 10
TABLES = 3  # a table is twenty solutions, so a third of the deals is measured

COLUMNS = "oddtrick | DDS 2.9 | DDS ÷ oddtrick: means, medians | macroxue/bridge-solver"
HEAD = [
    f"| milliseconds: median / mean / p95 / worst | deals | {COLUMNS} |",
    "| --- | ---: | --- | --- | --- | --- |",
]


@dataclass(frozen=True)
class Row:
    """One row of the table.

    Args:
        title: what is solved.
        make: makes a position.
        wants: one ``"value"``, the value of each card, or a table of all trumps and leaders.
        deals: maps the requested number of positions to the number measured.
    """

    title: str
    make: Callable[[random.Random], Open]
    wants: str = "value"
    deals: Callable[[int], int] = int


def _rows() -> dict[str, Row]:
    rows = {}
    for trumps, code, label in ((True, "suit", "a trump suit"), (False, "none", "no trumps")):
        full = partial(ending, cards=13, trumps=trumps)
        rows[f"lead-{code}"] = Row(f"13 cards, {label}, one leader", full)
        rows[f"cards-{code}"] = Row(f"13 cards, {label}, each card of the leader", full, "cards")
        for cards in (9, 6, 4):
            for played, part, moment in ((0, "", ""), (2, "trick-", ", two on the table")):
                make = partial(ending, cards=cards, played=played, trumps=trumps)
                title = f"{cards} cards, {label}{moment}, each card"
                rows[f"{cards}-{part}{code}"] = Row(title, make, "cards")
    full = partial(ending, cards=13, trumps=False)
    rows["table"] = Row("13 cards, 5 trumps × 4 leaders", full, "table", lambda n: n // TABLES)
    freaks = "13 cards, four voids, no trumps, one leader"
    rows["freak"] = Row(freaks, four_voids, deals=lambda n: min(n, FREAKS))
    return rows


ROWS = _rows()


def measure(row: Row, deals: int, seed: int, program: Path | None) -> str:
    """Solves the row's positions with every solver; they have to agree.

    Args:
        row: what to measure.
        deals: how many positions were asked for.
        seed: of the positions.
        program: macroxue/bridge-solver, or None.

    Returns:
        The row as a line of Markdown.

    Raises:
        SystemExit: two solvers do not agree on a position.
    """
    rng = random.Random(seed)
    contenders = _contenders(row.wants, program)
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for number in range(max(1, row.deals(deals))):
        place = row.make(rng)
        names = list(contenders) if number % 2 else list(reversed(contenders))
        found = {}
        for name in names:
            found[name], took = contenders[name](place)
            seconds[name].append(took)
        if any(values != found["oddtrick"] for values in found.values()):
            raise SystemExit(f"no agreement on {place}: {found}")
    return _line(row.title, seconds)


def _line(title: str, seconds: dict[str, list[float]]) -> str:
    ours, theirs = seconds["oddtrick"], seconds["dds"]
    ratios = f"{mean(theirs) / mean(ours):.2f}, {median(theirs) / median(ours):.2f}"
    other = spread(seconds["peer"]) if "peer" in seconds else "–"
    cells = [title, str(len(ours)), spread(ours), spread(theirs), ratios, other]
    return f"| {' | '.join(cells)} |"


def spread(seconds: list[float]) -> str:
    """Median, mean, the 95th of a hundred, and the worst, in milliseconds."""
    ordered = sorted(seconds)
    late = ordered[math.ceil(0.95 * len(ordered)) - 1]
    parts = (median(ordered), mean(ordered), late, ordered[-1])
    return " / ".join(millis(part) for part in parts)


def millis(seconds: float) -> str:
    """Formats milliseconds with three significant digits.

    >>> millis(0.0000123), millis(0.0456), millis(1.234)
    ('0.0123', '45.6', '1,234')
    """
    value = 1000 * seconds
    places = 2 - math.floor(math.log10(value)) if value > 0 else 0
    return f"{value:,.{max(0, min(4, places))}f}"


def _contenders(wants: str, program: Path | None) -> dict[str, Contender]:
    solver = Solver()
    if wants == "table":
        found: dict[str, Contender] = {"oddtrick": partial(our_table, solver), "dds": dds.table}
        return found | ({"peer": partial(peer.table, program)} if program else {})
    if wants == "cards":
        return {"oddtrick": partial(our_cards, solver), "dds": dds.solve_cards}
    found = {"oddtrick": partial(our_value, solver), "dds": dds.solve}
    return found | ({"peer": partial(peer.solve, program)} if program else {})


def our_value(solver: Solver, place: Open) -> tuple[int, float]:
    """The tricks of the side to play, and the seconds of processor time."""
    position = ours(place)
    begin = time.process_time()
    value = solver.solve(position)
    return value, time.process_time() - begin


def our_cards(solver: Solver, place: Open) -> tuple[object, float]:
    """The tricks of the side to play after each card, and the seconds of processor time."""
    position = ours(place)
    begin = time.process_time()
    values = solver.solve_cards(position)
    return values, time.process_time() - begin


def our_table(solver: Solver, place: Open) -> tuple[object, float]:
    """The tricks of the leader's side for each strain and leader, and the seconds."""
    positions = {
        (strain, leader): ours(Open(place.hands, strain, leader))
        for strain in dds.STRAINS
        for leader in range(4)
    }
    begin = time.process_time()
    values: dict[tuple[Suit | None, int], int] = {
        which: solver.solve(position) for which, position in positions.items()
    }
    return values, time.process_time() - begin


def ours(place: Open) -> Position:
    """The position as our solver takes it."""
    return Position(place.hands, place.trump, place.leader, place.trick)
