"""Decision times of the levels, adherence to time limits, and time to cancel.

python benchmarks/bot_decision_times.py [--decisions 60] [--write]

Decisions are spread evenly over deals that `club` plays against itself, without forced ones, as in
the arena. Their cost is the CPU time of the process, on one thread; limits and cancelling are
measured in wall-clock time.
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
"""A budget of several seconds for most cards."""


def main() -> None:
    """Measures and prints the figures; ``--write`` updates README.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=60, help="decisions per level and game")
    parser.add_argument("--write", action="store_true", help="update README.md")
    args = parser.parse_args()
    views = {name: decisions(game, options) for name, (game, options) in GAMES.items()}
    lines = [*budgets(views, args.decisions), "", *limits(views, args.decisions // 2)]
    lines += ["", f"{args.decisions} decisions of each, {day()}, {machine()}."]
    table = "\n".join(lines)
    print(table)
    if args.write:
        write(table, "bots")


def decisions(game: str, options: dict[str, Any], deals: int = 8) -> list[View]:
    """Returns the views of all choices of cards in the first deals of one match or several."""
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


def spread_evenly(views: Sequence[View], count: int) -> list[View]:
    """Returns up to ``count`` views, evenly spaced."""
    return [views[place * len(views) // count] for place in range(min(count, len(views)))]


def budgets(views: dict[str, list[View]], count: int) -> list[str]:
    """Returns a table row per game: median and 95th percentile of each level."""
    lines = [
        f"| ms a decision, median (p95) | {' | '.join(f'`{bot.name}`' for bot in LEVELS)} |",
        f"| --- |{' ---: |' * len(LEVELS)}",
    ]
    medians: dict[str, list[float]] = {bot.name: [] for bot in LEVELS}
    for game, game_views in views.items():
        row = [game]
        for bot in LEVELS:
            times = cpu_times(bot, spread_evenly(game_views, count))
            medians[bot.name].append(median(times))
            row.append(f"{1e3 * median(times):.3g} ({1e3 * percentile_95(times):.3g})")
        lines.append(f"| {' | '.join(row)} |")
    goals = ["goal, of the median"]
    for bot in LEVELS:
        budget = BUDGETS.get(bot.name)
        met = "met" if budget is None or max(medians[bot.name]) <= budget else "missed"
        goals.append("" if budget is None else f"{1e3 * budget:.0f}: {met}")
    return [*lines, f"| {' | '.join(goals)} |"]


def cpu_times(bot: Bot, views: Sequence[View]) -> list[float]:
    """Returns the CPU seconds of each decision, after one warm-up decision."""
    bot.choose(views[0], Random(0))
    times = []
    for number, view in enumerate(views):
        started = time.process_time()
        bot.choose(view, Random(number))
        times.append(time.process_time() - started)
    return times


def percentile_95(times: Sequence[float]) -> float:
    """Returns the 95th percentile."""
    return quantiles(times, n=20)[-1]


def limits(views: dict[str, list[View]], count: int) -> list[str]:
    """Returns a table of the time that a long search takes under a limit, and to cancel."""
    every = [view for game_views in views.values() for view in game_views]
    sample = spread_evenly(every, max(2, count))
    lines = ["| limit, ms | taken, ms: median (p95) | goal |", "| --- | --- | --- |"]
    for limit in LIMITS:
        times = [_clocked(view, seconds=limit) for view in sample]
        middle, target = median(times), TOLERANCE * limit
        met = "met" if middle <= target else "missed"
        taken = f"{1e3 * middle:.0f} ({1e3 * percentile_95(times):.0f})"
        lines.append(f"| {1e3 * limit:.0f} | {taken} | at most {1e3 * target:.0f}: {met} |")
    waits = [_cancelled(view) for view in sample]
    waited = f"{1e3 * median(waits):.0f} ({1e3 * percentile_95(waits):.0f})"
    return [*lines, f"| cancelled | {waited} after that | |"]


def _clocked(view: View, **given: Any) -> float:
    started = time.perf_counter()
    with suppress(OddtrickError):  # no world was finished in time
        LONG.evaluate(view, Random(1), **given)
    return time.perf_counter() - started


def _cancelled(view: View) -> float:
    """Returns the seconds from cancelling to the answer; 0 if the search ended by itself."""
    cancel, cancelled_at = threading.Event(), [0.0]

    def stop() -> None:
        cancelled_at[0] = time.perf_counter()
        cancel.set()

    timer = threading.Timer(CANCELLED_AFTER, stop)
    timer.start()
    with suppress(OddtrickError):  # no world was finished before
        LONG.evaluate(view, Random(1), cancel=cancel)
    done, answered = time.perf_counter(), cancel.is_set()
    timer.cancel()
    timer.join()
    return done - cancelled_at[0] if answered else 0.0


if __name__ == "__main__":
    main()
