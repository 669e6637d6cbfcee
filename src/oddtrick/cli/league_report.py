"""The report of a league: the ratings, the pairs that depart from them, and a progress bar."""

from __future__ import annotations

import json
from math import isfinite
from typing import TYPE_CHECKING, Any

from oddtrick.arena.metrics import is_share
from oddtrick.cli.arena_report import (
    DIGITS,
    TITLES,
    print_remarks,
    printed_report,
    short,
    shown_seconds,
)

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID
    from rich.table import Table

    from oddtrick.arena.league_tables import Leaderboard
    from oddtrick.arena.ratings import Estimate, Rating
    from oddtrick.rules import Rules


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
        print_remarks(console, _remarks(board))


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


def _remarks(board: Leaderboard) -> list[str]:
    """The forfeits, and the pairs that clearly depart from the ratings, the furthest first."""
    forfeits = [
        f"{short(name)} forfeited {count:,} deals."
        for name, count in zip(board.names, board.forfeits, strict=True)
        if count
    ]
    far = [fit for fit in board.pairs if fit.departure.ci95[0] > 0 or fit.departure.ci95[1] < 0] * (
        len(board.names) > 2
    )
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
