"""The results of a league as Parquet tables, documented column by column in ``docs/league.md``.

All tables but ``times`` are the same bytes wherever the league was played.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, Any

import msgspec

from oddtrick.arena.decision_times import DecisionTimes
from oddtrick.arena.metrics import break_even, swing
from oddtrick.arena.parquet import import_pyarrow
from oddtrick.arena.ratings import Estimate, fit_pairs, rate
from oddtrick.atomic_file import atomic_file
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from oddtrick.arena.league import Contested, League
    from oddtrick.arena.metrics import Unit
    from oddtrick.arena.ratings import PairFit, Rating

METADATA_KEY = b"oddtrick-league"
"""The key of the terms of the league, as JSON, in the metadata of each schema."""

_Row = dict[str, Any]

_INTERVAL = {"low": "float64", "high": "float64"}
SCHEMAS: dict[str, dict[str, str]] = {
    "ratings": {
        "place": "int32",
        "bot": "string",
        "version": "string",
        "rating": "float64",
        "error": "float64",
        **_INTERVAL,
        "ahead": "float64",
        "ahead_low": "float64",
        "ahead_high": "float64",
        "deals": "int64",
        "forfeits": "int64",
    },
    "pairs": {
        "bot": "string",
        "opponent": "string",
        "deals": "int64",
        "swing": "float64",
        "error": "float64",
        **_INTERVAL,
        "departure": "float64",
        "departure_low": "float64",
        "departure_high": "float64",
    },
    "deals": {
        "bot": "string",
        "opponent": "string",
        "deal": "int64",
        "swing": "float64",
        "tricks": "float64",
        "points": "float64",
        "firsts": "float64",
        "forfeits": "int32",
    },
    "tables": {
        "bot": "string",
        "opponent": "string",
        "deal": "int64",
        "table": "int32",
        "side": "int32",
        "tricks": "list<int32>",
        "points": "list<int32>",
        "firsts": "list<float64>",
    },
    "times": {
        "bot": "string",
        "decisions": "int64",
        "median": "float64",
        "mean": "float64",
        "cpu": "float64",
    },
}
"""The columns of each table with their Arrow types."""


class Leaderboard(msgspec.Struct, frozen=True):
    """The rated results of a league.

    Args:
        unit: the unit of the ratings.
        names: the names of the participants.
        versions: their versions.
        deals: the deals that each pair has played.
        ratings: their ratings, best first.
        pairs: the pairs beside the ratings.
        forfeits: for each participant, the deals that it forfeited.
        times: for each participant, its decision times.
    """

    unit: Unit
    names: tuple[str, ...]
    versions: tuple[str, ...]
    deals: int
    ratings: tuple[Rating, ...]
    pairs: tuple[PairFit, ...]
    forfeits: tuple[int, ...]
    times: tuple[DecisionTimes, ...]


def make_leaderboard(league: League, sides: int, contests: Sequence[Contested]) -> Leaderboard:
    """Rates the participants of a league.

    Args:
        league: the league.
        sides: the number of sides in its game.
        contests: the deals of every contest, as :func:`~oddtrick.arena.league.play_league`
            returns them.

    Raises:
        OddtrickError: a contest is missing, or has other deals than the rest.
    """
    unit, count = league.terms.unit, len(league.participants)
    names = tuple(one.name for one in league.participants)
    swings = pair_swings(contests, unit, sides)
    forfeits, times = [0] * count, [DecisionTimes()] * count
    for contest in contests:
        for deal in contest.deals:
            for bot in contest.bots:
                forfeits[bot] += any(fault.bot == names[bot] for fault in deal.faults)
                times[bot] += deal.times.get(names[bot], DecisionTimes())
    return Leaderboard(
        unit=unit,
        names=names,
        versions=tuple(one.version for one in league.participants),
        deals=len(contests[0].deals),
        ratings=rate(count, swings),
        pairs=fit_pairs(count, swings),
        forfeits=tuple(forfeits),
        times=tuple(times),
    )


def pair_swings(
    contests: Sequence[Contested], unit: Unit, sides: int
) -> dict[tuple[int, int], tuple[float, ...]]:
    """Returns the swing of the earlier bot of each pair over the later one in each deal.

    It is 0 for equal players in every unit: of shares, that of an equal player is deducted. Where
    a pair has a contest in either direction, the swing is half the difference of the two.

    Args:
        contests: the deals of every contest.
        unit: the unit of the swings.
        sides: the number of sides in the game.

    Returns:
        For each pair of indices (a, b) with a < b, one number a deal.
    """
    level = break_even(unit, sides)
    found: dict[tuple[int, int], list[list[float]]] = {}
    for contest in contests:
        a, b = contest.bots
        sign = 1 if a < b else -1
        own = [sign * (swing(deal, unit) - level) for deal in contest.deals]
        found.setdefault((min(a, b), max(a, b)), []).append(own)
    return {
        pair: tuple(sum(numbers) / len(numbers) for numbers in zip(*both, strict=True))
        for pair, both in found.items()
    }


def write_tables(
    folder: Path, league: League, sides: int, contests: Sequence[Contested], board: Leaderboard
) -> None:
    """Writes every table as ``FOLDER/NAME.parquet``, each in one step.

    Args:
        folder: the folder, which exists.
        league: the league.
        sides: the number of sides in its game.
        contests: the deals of every contest.
        board: their leaderboard.

    Raises:
        OddtrickError: pyarrow is not installed, or the folder cannot be written.
    """
    arrow, parquet = import_pyarrow()
    metadata = {METADATA_KEY: msgspec.json.encode(league.terms)}
    for name, rows in _tables(league, sides, contests, board).items():
        schema = arrow.schema(_fields(arrow, SCHEMAS[name]), metadata=metadata)
        file = folder / f"{name}.parquet"
        table = arrow.Table.from_pylist(rows, schema)
        try:
            with atomic_file(file) as stream:
                parquet.write_table(table, stream, compression="zstd")
        except OSError as error:
            raise OddtrickError(f"{file}: {(error.strerror or str(error)).lower()}") from None


def _fields(arrow: Any, columns: dict[str, str]) -> list[tuple[str, Any]]:
    """The columns as Arrow fields; ``list<T>`` is a list of T."""

    def read(text: str) -> Any:
        inner = text.removeprefix("list<").removesuffix(">")
        kind = getattr(arrow, inner)()
        return kind if inner == text else arrow.list_(kind)

    return [(name, read(text)) for name, text in columns.items()]


def _tables(
    league: League, sides: int, contests: Sequence[Contested], board: Leaderboard
) -> dict[str, list[_Row]]:
    return {
        "ratings": [_rating_row(board, rating) for rating in board.ratings],
        "pairs": [_pair_row(board, fit) for fit in board.pairs],
        "deals": list(_deal_rows(league, sides, contests)),
        "tables": list(_table_rows(league, contests)),
        "times": [_times_row(*row) for row in zip(board.names, board.times, strict=True)],
    }


def _finite(number: float) -> float | None:
    return number if isfinite(number) else None


def _estimate(estimate: Estimate | None, name: str, prefix: str = "") -> _Row:
    """The mean and its interval; bounds that do not exist are null."""
    if estimate is None:
        return {name: None, f"{prefix}low": None, f"{prefix}high": None}
    low, high = map(_finite, estimate.ci95)
    return {name: estimate.value, f"{prefix}low": low, f"{prefix}high": high}


def _rating_row(board: Leaderboard, rating: Rating) -> _Row:
    return {
        "place": rating.place,
        "bot": board.names[rating.bot],
        "version": board.versions[rating.bot],
        **_estimate(rating.rating, "rating"),
        "error": _finite(rating.rating.error),
        **_estimate(rating.ahead, "ahead", "ahead_"),
        "deals": board.deals * (len(board.names) - 1),
        "forfeits": board.forfeits[rating.bot],
    }


def _pair_row(board: Leaderboard, fit: PairFit) -> _Row:
    a, b = fit.bots
    return {
        "bot": board.names[a],
        "opponent": board.names[b],
        "deals": board.deals,
        **_estimate(fit.swing, "swing"),
        "error": _finite(fit.swing.error),
        **_estimate(fit.departure, "departure", "departure_"),
    }


def _deal_rows(league: League, sides: int, contests: Sequence[Contested]) -> Iterator[_Row]:
    unit = league.terms.unit
    share: Unit = "matches" if unit == "matches" else "firsts"
    for contest, names in _named(league, contests):
        for deal in contest.deals:
            yield {
                **names,
                "deal": deal.number,
                "swing": swing(deal, unit) - break_even(unit, sides),
                "tricks": swing(deal, "tricks"),
                "points": swing(deal, "points"),
                "firsts": swing(deal, share),
                "forfeits": len(deal.faults),
            }


def _table_rows(league: League, contests: Sequence[Contested]) -> Iterator[_Row]:
    for contest, names in _named(league, contests):
        for deal in contest.deals:
            for number, table in enumerate(deal.tables):
                results = msgspec.to_builtins(table)
                yield {**names, "deal": deal.number, "table": number, "side": number, **results}


def _named(league: League, contests: Sequence[Contested]) -> Iterator[tuple[Contested, _Row]]:
    names = [one.name for one in league.participants]
    for contest in contests:
        a, b = contest.bots
        yield contest, {"bot": names[a], "opponent": names[b]}


def _times_row(name: str, times: DecisionTimes) -> _Row:
    return {
        "bot": name,
        "decisions": times.decisions,
        "median": times.median if times.decisions else None,
        "mean": times.mean,
        "cpu": times.mean_cpu,
    }
