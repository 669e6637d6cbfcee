"""Measurements without a peer: nodes and memory, Scotch whist, and start-up time."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from statistics import mean, median

import solver_dds as dds
from solver_positions import ending
from solver_rows_against_dds import millis, ours, spread

from oddtrick.cards import Hand
from oddtrick.dealing import new_match
from oddtrick.match import Playing
from oddtrick.solver import Position, SearchStopped, Solver

SCOTCH_DEALS = 10
SCOTCH_SECONDS = 20.0
TABLES = ((2, None), (3, None), (4, None), (4, 2), (5, None), (6, None), (6, 2), (7, None))
BIG_TABLES = ((8, None), (8, 2))
STARTS = 10
DEAL = "N:KQ3..T832.AJ9765 T96.K83.654.T843 AJ854.QT654.KJ9. 72.AJ972.AQ7.KQ2"


def nodes(deals: int, seed: int) -> list[str]:
    """Node counts, nodes per second and table size, with a new solver for each deal."""
    columns = "nodes: median / mean / worst | nodes a second | table, MB | nodes that DDS counts"
    lines = [f"| 13 cards, one leader | {columns} |", "| --- | --- | ---: | ---: | --- |"]
    for trumps, label in ((True, "a trump suit"), (False, "no trumps")):
        rng, tried, theirs, seconds, table = random.Random(seed), [], [], 0.0, 0
        for _ in range(deals):
            place = ending(rng, 13, trumps=trumps)
            theirs.append(dds.nodes(place))
            position, solver = ours(place), Solver()
            begin = time.process_time()
            solver.solve(position)
            seconds += time.process_time() - begin
            tried.append(solver.nodes)
            table = max(table, solver.table_bytes)
        rate = f"{sum(tried) / seconds:,.0f}"
        cells = (label, _summary(tried), rate, f"{table / 2**20:.1f}", _summary(theirs))
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _summary(numbers: list[int]) -> str:
    return f"{median(numbers):,.0f} / {mean(numbers):,.0f} / {max(numbers):,}"


def scotch(deals: int, seed: int) -> list[str]:
    """Measures whole hands of Scotch whist, from the first lead."""
    lines = [
        "| scotch whist, one hand, milliseconds: median / mean / p95 / worst | hands | oddtrick |",
        "| --- | ---: | --- |",
    ]
    for players, sides in TABLES + BIG_TABLES:
        taken, stopped = [], 0
        for number in range(min(deals, SCOTCH_DEALS)):
            position = _scotch(players, sides, seed + number)
            begin = time.process_time()
            try:
                Solver().solve(position, seconds=SCOTCH_SECONDS)
            except SearchStopped:
                stopped += 1
            taken.append(time.process_time() - begin)
        label = f"{players} players, " + (f"{sides} sides" if sides else "one against the others")
        late = f", {stopped} stopped after {SCOTCH_SECONDS:.0f} s" if stopped else ""
        lines.append(f"| {label} | {len(taken)} | {spread(taken)}{late} |")
    return lines


def _scotch(players: int, sides: int | None, seed: int) -> Position:
    match = new_match("scotch-whist", seed=seed, players=players, sides=sides)
    hand = match.phase
    assert isinstance(hand, Playing)
    hands = [Hand(hand.held(seat)) for seat in range(players)]
    return Position.of(match.rules, hands, hand.layout.trump, hand.trick.leader)


def start(deals: int, seed: int) -> list[str]:
    """Times of whole processes, including the start of Python."""
    del deals, seed
    solve = ("-m", "oddtrick", "solve", DEAL, "--trump", "D", "--leader", "W")
    lines = [
        "| a whole process, milliseconds | of processor time | of waiting |",
        "| --- | --- | --- |",
    ]
    for label, command in (
        ("Python, nothing else", ("-c", "pass")),
        ("`import oddtrick.solver`", ("-c", "import oddtrick.solver")),
        ("`oddtrick solve`, a deal of 13 cards", solve),
    ):
        runs = [_run(command) for _ in range(STARTS)]
        cells = (median(seconds) for seconds in zip(*runs, strict=True))
        lines.append(f"| {label} | {' | '.join(map(millis, cells))} |")
    return lines


def _run(command: tuple[str, ...]) -> tuple[float, float]:
    """Seconds of processor time and of wall-clock time."""
    begin = time.perf_counter()
    process = subprocess.Popen([sys.executable, *command], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command} ends with status {process.returncode}")
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - begin
