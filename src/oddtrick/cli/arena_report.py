"""Reports of contests and of leagues: a JSON object or tables, and a progress bar."""

from __future__ import annotations

import json
from contextlib import contextmanager
from math import inf, isfinite, sqrt
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

from oddtrick.arena.contest import interval_of
from oddtrick.arena.metrics import is_share, swing
from oddtrick.arena.sequential import MIN_DEALS, Precision, Sprt
from oddtrick.arena.statistics import bootstrap_interval, mean, standard_error
from oddtrick.cli.output import one_line
from oddtrick.plurals import count_noun

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from rich.console import Console
    from rich.progress import Progress, TaskID
    from rich.table import Table

    from oddtrick.arena import DealResult, Entrant, Outcome, Unit
    from oddtrick.arena.league_tables import Leaderboard
    from oddtrick.arena.ratings import Estimate, Rating
    from oddtrick.arena.statistics import Interval
    from oddtrick.rules import Rules


DIGITS = 6
"""Decimal places of a mean; far more than any interval justifies."""

WIDEST, NARROWEST = 500, 40
"""Bounds of the width of a report: no table is wider, and no sentence is wrapped earlier."""

NAME = 28
"""The maximum length of a displayed name."""

FIXED, ANYTIME = ("95 % by t", "95 % by bootstrap"), ("95 % at any time",)
"""Titles of intervals: for a number of deals that was fixed, and for one that results decide."""

WIDTHS: dict[Unit, float] = {"tricks": 0.05, "points": 0.05, "firsts": 0.01, "matches": 0.01}
"""Half of the width of an interval whose cost the report states; of points at least."""

SPREAD_SHARE = 25
"""The standard deviation of a deal's points, in such widths: games count them in ones or tens."""

TITLES: dict[Unit, str] = {
    "tricks": "tricks a deal",
    "points": "points a deal",
    "firsts": "first in a deal",
    "matches": "matches won",
}


@contextmanager
def printed_report() -> Iterator[Console]:
    """A console whose report is printed when the block ends.

    Printing by itself, rich would cut figures off to fit ``COLUMNS``, and exit with an error where
    the reader of the output has gone.
    """
    from rich.console import Console

    console = Console(highlight=False, width=WIDEST)
    with console.capture() as report:
        yield console
    print(report.get(), end="")


def print_remarks(console: Console, lines: Iterable[str]) -> None:
    """Prints sentences below a table, wrapped to the terminal, and an empty line."""
    for line in lines:
        console.print(line, markup=False, width=max(NARROWEST, get_terminal_size().columns))
    console.print()


def outcome_json(outcome: Outcome) -> str:
    """The outcome as one line of JSON; an undefined interval has null bounds.

    ``decided`` is null while the contest is undecided.
    """
    document = {
        "a": outcome.a,
        "b": outcome.b,
        "unit": outcome.unit,
        "deals": outcome.deals,
        "mean": round(outcome.mean, DIGITS),
        "ci95": [round(end, DIGITS) if isfinite(end) else None for end in outcome.ci95],
        "decided": outcome.decision,
        "seconds": round(outcome.seconds, 3),
    }
    return json.dumps(document, ensure_ascii=False)


def print_outcome(outcome: Outcome, rules: Rules) -> None:
    """Prints tables of the results and of the decision times."""
    with printed_report() as console:
        console.print(_heading(outcome, rules), style="bold", markup=False)
        console.print(_swings(outcome))
        if outcome.times:
            console.print(_times(outcome))
        print_remarks(console, _remarks(outcome))


def _heading(outcome: Outcome, rules: Rules) -> str:
    what = "matches" if outcome.unit == "matches" else "deals"
    seats = f", {rules.players} players" if rules.players != 4 else ""
    who = f"{short(outcome.a)} against {short(outcome.b)}"
    purpose = " to report" if outcome.purpose == "report" else ""
    return f"{rules.game}{seats}: {who}, {outcome.deals:,} {what}, seed {outcome.seed}{purpose}"


def _swings(outcome: Outcome) -> Table:
    at_any_time = isinstance(outcome.test, Precision)
    table = _table("", "mean ± s.e.", *(ANYTIME if at_any_time else FIXED))
    whole = outcome.unit == "matches"
    for unit, swings in outcome.swings.items():
        title = TITLES[unit].replace("a deal", "a match") if whole else TITLES[unit]
        shown = _numbers(unit)
        intervals: tuple[Interval, ...] = (interval_of(unit, swings, outcome.test),)
        if not at_any_time:
            intervals = (*intervals, bootstrap_interval(swings, outcome.seed))
        table.add_row(
            title,
            _with_error(unit, swings),
            *(_between(shown, interval) for interval in intervals),
            style="bold" if unit == outcome.unit else "",
        )
    return table


def short(name: str) -> str:
    """Shortens a name, which may be a whole command, to fit a line.

    >>> short("cmd:python my_bot.py --with a-long-option")
    'cmd:python my_bot.py --with…'
    """
    line = one_line(name)
    return line if len(line) <= NAME else line[: NAME - 1] + "…"


def _table(first: str, *titles: str) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, header_style="", pad_edge=False)
    table.add_column(first, no_wrap=True)
    for title in titles:
        table.add_column(title, justify="right", no_wrap=True)
    return table


def _with_error(unit: Unit, swings: Sequence[float]) -> str:
    shown = _numbers(unit)
    return f"{shown(mean(swings))} ± {shown(standard_error(swings)).lstrip('+')}"


def _numbers(unit: Unit) -> Callable[[float], str]:
    """The formatter for numbers of a unit."""

    def shown(number: float) -> str:
        if not isfinite(number):
            return "–"
        return f"{100 * number:.1f} %" if is_share(unit) else f"{number:+.3f}"

    return shown


def _between(shown: Callable[[float], str], interval: tuple[float, float]) -> str:
    low, high = interval
    return f"{shown(low)} … {shown(high)}"


def _times(outcome: Outcome) -> Table:
    from rich.markup import escape

    table = _table("a decision", "median", "mean", "CPU", "decisions")
    for name, times in outcome.times.items():
        table.add_row(
            escape(short(name)),
            *map(shown_seconds, (times.median, times.mean, times.mean_cpu)),
            f"{times.decisions:,}",
        )
    return table


def shown_seconds(seconds: float) -> str:
    """Formats a time with three significant figures.

    >>> [shown_seconds(seconds) for seconds in (0.0000834, 0.0123, 1.5, 75)]
    ['83.4 µs', '12.3 ms', '1.50 s', '75.0 s']
    """
    unit, size = next(
        (unit, size) for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 0.0)) if seconds >= size
    )
    number = seconds / (size or 1e-6)
    digits = 2 if number < 10 else 1 if number < 100 else 0
    return f"{number:.{digits}f} {unit}"


def _remarks(outcome: Outcome) -> Iterator[str]:
    yield _decision(outcome)
    if isinstance(outcome.test, Sprt) and outcome.decision:
        yield "Stopping early makes the intervals somewhat too narrow."
    if is_share(outcome.unit):
        yield f"Equal players come to {100 * outcome.break_even:.1f} %."
    yield from _cost(outcome)
    yield f"Played in {shown_seconds(outcome.seconds)}."


def _decision(outcome: Outcome) -> str:
    """Says what is decided."""
    a, b, test = short(outcome.a), short(outcome.b), outcome.test
    if outcome.decision is None:
        if test is None:
            if outcome.deals < MIN_DEALS:
                what = "matches" if outcome.unit == "matches" else "deals"
                return f"Undecided: fewer than {MIN_DEALS} {what} decide nothing."
            return f"Undecided: {a} and {b} may be equal."
        return "Undecided: the same command with more --deals goes on."
    if isinstance(test, Sprt):
        figure = test.high if outcome.decision == "high" else test.low
        return f"Decided in favour of the {outcome.decision} figure, {figure:g}."
    if isinstance(test, Precision) and outcome.decision == "even":
        return f"Decided: {a} and {b} are even to within {test.width:g}."
    return f"Decided: {a} plays {outcome.decision}."


def _cost(outcome: Outcome) -> Iterator[str]:
    """Says what a deal costs, and what it costs to know the mean closely."""
    width = outcome.test.width if isinstance(outcome.test, Precision) else _width(outcome)
    deals = outcome.deals_for(width)
    if not (outcome.cpu and 1 <= deals < inf):
        return
    one, many = ("match", "matches") if outcome.unit == "matches" else ("deal", "deals")
    total = deals * outcome.cpu
    yield (
        f"A {one} takes {shown_seconds(outcome.cpu)} of processor time to decide. To know the mean "
        f"to ± {width:g} takes about {float(f'{deals:.2g}'):,.0f} {many}: "
        f"{f'{total / 3600:.2g} h' if total >= 3600 else shown_seconds(total)}."
    )


def _width(outcome: Outcome) -> float:
    width, swings = WIDTHS[outcome.unit], outcome.swings[outcome.unit]
    spread = standard_error(swings) * sqrt(len(swings))
    if outcome.unit != "points" or not isfinite(spread):
        return width
    return max(width, float(f"{spread / SPREAD_SHARE:.1g}"))


@contextmanager
def progress(
    bots: Sequence[Entrant],
    unit: Unit,
    deals: int,
    previous: Sequence[DealResult],
    *,
    visible: bool,
) -> Iterator[Callable[[Sequence[DealResult]], None]]:
    """Shows a progress bar on standard error with the current mean of the contest.

    Args:
        bots: the contestants.
        unit: the unit of the mean.
        deals: the total number of deals.
        previous: the deals played before a resumption.
        visible: False to show nothing.
    """
    if not visible:
        yield lambda _: None
        return
    bar, task = _bar(" – ".join(short(bot.name) for bot in bots), deals)
    swings: list[float] = []

    def advance(played: Sequence[DealResult]) -> None:
        swings.extend(swing(deal, unit) for deal in played)
        bar.update(task, completed=len(swings), so_far=_with_error(unit, swings))

    with bar:
        if previous:
            advance(previous[:deals])
        yield advance


def _bar(title: str, deals: int) -> tuple[Progress, TaskID]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[so_far]}"),
        Remaining(),
    )
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    return bar, bar.add_task(title, total=deals, so_far="")


def rating_json(board: Leaderboard, rating: Rating) -> str:
    """Returns one bot of the leaderboard as a line of JSON; undefined bounds are null."""
    document: dict[str, Any] = {
        "place": rating.place,
        "bot": board.names[rating.bot],
        "version": board.versions[rating.bot],
        "unit": board.unit,
        "rating": round(rating.rating.value, DIGITS),
        "ci95": _bounds(rating.rating),
        "ahead": None if rating.ahead is None else round(rating.ahead.value, DIGITS),
        "ahead_ci95": None if rating.ahead is None else _bounds(rating.ahead),
        "deals": board.deals * (len(board.names) - 1),
        "forfeits": board.forfeits[rating.bot],
    }
    return json.dumps(document, ensure_ascii=False)


def _bounds(estimate: Estimate) -> list[float | None]:
    return [round(end, DIGITS) if isfinite(end) else None for end in estimate.ci95]


def print_leaderboard(board: Leaderboard, rules: Rules, seed: int) -> None:
    """Prints the ratings, and the pairs whose result the ratings do not explain."""
    what = "matches" if board.unit == "matches" else "deals"
    seats = f", {rules.players} players" if rules.players != 4 else ""
    heading = f"{rules.game}{seats}: {len(board.names)} bots, {board.deals:,} {what} a pair, "
    with printed_report() as console:
        console.print(f"{heading}seed {seed}", style="bold", markup=False)
        console.print(_ratings(board))
        print_remarks(console, _league_remarks(board))


def _ratings(board: Leaderboard) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, header_style="", pad_edge=False)
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("bot", no_wrap=True)
    for title in (f"{_title(board)}, 95 %", "ahead of next, 95 %", "a decision"):
        table.add_column(title, justify="right", no_wrap=True)
    for rating in board.ratings:
        times = board.times[rating.bot]
        table.add_row(
            str(rating.place),
            escape(short(board.names[rating.bot])),
            _with_margin(board, rating.rating, sign=True),
            "" if rating.ahead is None else _with_margin(board, rating.ahead),
            shown_seconds(times.median) if times.decisions else "–",
        )
    return table


def _title(board: Leaderboard) -> str:
    return TITLES[board.unit].replace(" a deal", "") if is_share(board.unit) else TITLES[board.unit]


def _number(board: Leaderboard, number: float) -> str:
    if not isfinite(number):
        return "–"
    return f"{100 * number:+.1f} %" if is_share(board.unit) else f"{number:+.3f}"


def _with_margin(board: Leaderboard, estimate: Estimate, *, sign: bool = False) -> str:
    """The mean and half of the width of its interval, which lies evenly about it."""
    half = _number(board, (estimate.ci95[1] - estimate.ci95[0]) / 2).lstrip("+")
    value = _number(board, estimate.value)
    return f"{value if sign else value.lstrip('+')} ± {half}"


def _league_remarks(board: Leaderboard) -> list[str]:
    """The forfeits, and the pairs that clearly depart from the ratings, the furthest first."""
    forfeits = [
        f"{short(name)} forfeited {count_noun(count, 'deal')}."
        for name, count in zip(board.names, board.forfeits, strict=True)
        if count
    ]
    tells = len(board.names) > 2 and board.deals >= MIN_DEALS
    far = [
        fit
        for fit in board.pairs
        if tells and (fit.departure.ci95[0] > 0 or fit.departure.ci95[1] < 0)
    ]
    far.sort(key=lambda fit: -abs(fit.departure.value))
    departures = [
        f"{short(board.names[fit.bots[0]])} against {short(board.names[fit.bots[1]])}: "
        f"{_number(board, fit.swing.value)}; their ratings say "
        f"{_number(board, fit.swing.value - fit.departure.value)}."
        for fit in far[:5]
    ]
    return forfeits + departures


def progress_bar(deals: int) -> tuple[Progress, TaskID]:
    """Returns a progress bar on standard error for all deals of a league, and its only task."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        Remaining(),
    )
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    return bar, bar.add_task("", total=deals)
