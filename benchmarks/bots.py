"""How long the levels think, how well they keep to a limit, and how soon they can be stopped.

python benchmarks/bots.py [--decisions 60] [--write]

Decisions are taken out of deals that `club` plays with itself, evenly spread; those without a
choice are left out, as the arena leaves them out. What they cost is processor time of the whole
process, on one thread; limits and cancelling are by the clock.
"""

from __future__ import annotations

import argparse
import os
import threading
import time
from contextlib import suppress
from random import Random
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

from match_speed import day, machine, write

from oddtrick.bots import casual, club, expert, master, novice
from oddtrick.bots.search import SearchBudget, Searcher
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.bots import Bot
    from oddtrick.views import View

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "whist": ("whist", {}),
    "whist, honours taken": ("whist", {"honours": "captured"}),
    "colonial whist": ("colonial-whist", {}),
    "colonial scotch whist": ("colonial-scotch-whist", {}),
    "scotch whist, 4 in sides": ("scotch-whist", {"players": 4, "sides": 2}),
    "scotch whist, 5 alone": ("scotch-whist", {"players": 5}),
    "knock-out whist, 4": ("knockout-whist", {"players": 4}),
}
LEVELS = (novice, casual, club, expert, master)
BUDGETS = {"club": 1e-3, "expert": 50e-3, "master": 1.0}
LIMITS = (0.02, 0.05, 0.2, 1.0)
TOLERANCE = 1.2
CANCELLED_AFTER = 0.1
"""Seconds."""

LONG = Searcher(
    "long", SearchBudget(candidates=10**6, worlds=10**5, weight_power=0.7, temperature=64)
)
"""Would take several seconds over most cards."""


def main() -> None:
    """Measures, prints, and with ``--write`` keeps the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=60, help="of each level and game")
    parser.add_argument("--write", action="store_true", help="keep the figures in README.md")
    args = parser.parse_args()
    views = {name: decisions(game, options) for name, (game, options) in GAMES.items()}
    lines = [*budgets(views, args.decisions), "", *limits(views, args.decisions // 2)]
    lines += ["", f"{args.decisions} decisions of each, {day()}, {machine()}."]
    table = "\n".join(lines)
    print(table)
    if args.write:
        write(table, "bots")


def decisions(game: str, options: dict[str, Any], deals: int = 8) -> list[View]:
    """What those who had a choice of cards saw, in the first deals of a match or of several."""
    views, seed = [], 0
    played, rng = 0, Random(1)
    while played < deals:
        match, seed = new_match(game, seed=seed, **options), seed + 1
        while not match.over and played < deals:
            view, number = match.view(match.to_act), match.number
            if view.awaited is Awaited.CARD and len(view.legal) > 1:
                views.append(view)
            match = match.apply(club.choose(view, rng))
            played += match.over or match.number != number
    return views


def spread(views: Sequence[View], count: int) -> list[View]:
    """So many of them, evenly."""
    return [views[place * len(views) // count] for place in range(min(count, len(views)))]


def budgets(views: dict[str, list[View]], count: int) -> list[str]:
    """A row for each game: the median and the 95th percentile of each level."""
    lines = [
        f"| ms a decision, median (p95) | {' | '.join(f'`{bot.name}`' for bot in LEVELS)} |",
        f"| --- |{' ---: |' * len(LEVELS)}",
    ]
    middles: dict[str, list[float]] = {bot.name: [] for bot in LEVELS}
    for game, seen in views.items():
        row = [game]
        for bot in LEVELS:
            times = cpu_times(bot, spread(seen, count))
            middles[bot.name].append(median(times))
            row.append(f"{1e3 * median(times):.3g} ({1e3 * late(times):.3g})")
        lines.append(f"| {' | '.join(row)} |")
    goals = ["goal, of the median"]
    for bot in LEVELS:
        budget = BUDGETS.get(bot.name)
        met = "met" if budget is None or max(middles[bot.name]) <= budget else "missed"
        goals.append("" if budget is None else f"{1e3 * budget:.0f}: {met}")
    return [*lines, f"| {' | '.join(goals)} |"]


def cpu_times(bot: Bot, views: Sequence[View]) -> list[float]:
    """Seconds of the processor that each decision takes, after one to warm up."""
    bot.choose(views[0], Random(0))
    times = []
    for number, view in enumerate(views):
        begun = time.process_time()
        bot.choose(view, Random(number))
        times.append(time.process_time() - begun)
    return times


def late(times: Sequence[float]) -> float:
    """What 95 in 100 stay below."""
    return quantiles(times, n=20)[-1]


def limits(views: dict[str, list[View]], count: int) -> list[str]:
    """How long a search of several seconds thinks under a limit, and after it was cancelled."""
    every = [view for seen in views.values() for view in seen]
    asked = spread(every, max(2, count))
    lines = ["| limit, ms | taken, ms: median (p95) | goal |", "| --- | --- | --- |"]
    for limit in LIMITS:
        times = [_clocked(view, seconds=limit) for view in asked]
        middle, most = median(times), TOLERANCE * limit
        met = "met" if middle <= most else "missed"
        told = f"{1e3 * middle:.0f} ({1e3 * late(times):.0f})"
        lines.append(f"| {1e3 * limit:.0f} | {told} | at most {1e3 * most:.0f}: {met} |")
    waits = [_cancelled(view) for view in asked]
    return [
        *lines,
        f"| cancelled | {1e3 * median(waits):.0f} ({1e3 * late(waits):.0f}) after that | |",
    ]


def _clocked(view: View, **given: Any) -> float:
    begun = time.perf_counter()
    with suppress(OddtrickError):  # when there was no time for a single world
        LONG.evaluate(view, Random(1), **given)
    return time.perf_counter() - begun


def _cancelled(view: View) -> float:
    """Seconds from the wish to stop to the answer; nought for what had ended by itself."""
    cancel, wished = threading.Event(), [0.0]

    def stop() -> None:
        wished[0] = time.perf_counter()
        cancel.set()

    timer = threading.Timer(CANCELLED_AFTER, stop)
    timer.start()
    with suppress(OddtrickError):  # when it was stopped before one world was finished
        LONG.evaluate(view, Random(1), cancel=cancel)
    done, answered = time.perf_counter(), cancel.is_set()
    timer.cancel()
    timer.join()
    return done - wished[0] if answered else 0.0


if __name__ == "__main__":
    main()
