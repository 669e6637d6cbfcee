"""``oddtrick replay``: plays records through the rules and tells what they came to."""

from __future__ import annotations

import sys
import tempfile
from typing import TYPE_CHECKING

from oddtrick.errors import OddtrickError
from oddtrick.record import encode_result, read_records, replay, result_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from oddtrick.match import DealLog, Match
    from oddtrick.record import Record

SPOOL = 2**24
"""Results wait in memory up to this size, beyond it in a file, until all records are read."""


def add_parser(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the verb."""
    parser = verbs.add_parser(
        "replay",
        help="play records through the rules and report",
        description="Plays every card of each record through the rules and reports the scores. "
        "An illegal record is told in one line that names the rule; then nothing is printed on "
        "standard output and the exit status is 1.",
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help=".json, .jsonl, also .gz and .zst; - reads stdin"
    )
    parser.add_argument("--json", action="store_true", help="one result object a line")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replays every record of every file; prints only when all are legal."""
    with tempfile.SpooledTemporaryFile(SPOOL, "w+", encoding="utf-8", newline="") as spool:
        for place, record in (found for file in args.files for found in read_records(file)):
            match = _replayed(place, record)
            if args.json:
                spool.write(encode_result(result_of(match)).decode() + "\n")
            else:
                spool.writelines(line + "\n" for line in report(place, record, match))
        spool.seek(0)
        while chunk := spool.read(2**16):
            sys.stdout.write(chunk)
    return 0


def _replayed(place: str, record: Record) -> Match:
    try:
        return replay(record)
    except OddtrickError as error:
        raise OddtrickError(f"{place}: {error}") from None


def report(place: str, record: Record, match: Match) -> Iterator[str]:
    """The report of one match for people, line by line."""
    sides = [_side_name(record, side) for side in match.rules.sides]
    yield f"{place}: {match.rules.game}, {match.rules.players} players"
    width = max(6, *map(len, sides)) + 2
    yield "deal  trumps    " + "".join(f"{name:>{width}}" for name in sides)
    outcomes = result_of(match).deals
    for number, (log, outcome) in enumerate(zip(match.all_deals, outcomes, strict=False), 1):
        told = outcome.points if outcome.points is not None else ("…",) * len(sides)
        points = "".join(
            f"{_points(p, s):>{width}}" for p, s in zip(told, outcome.score, strict=True)
        )
        yield f"{number:>4}  {_trumps(match, log):<10}{points}"
    yield _ending(match, sides)
    yield ""


def _points(points: object, score: int) -> str:
    return f"{points} ({score})"


def _trumps(match: Match, log: DealLog) -> str:
    if log.trump is not None:
        return str(log.trump)
    return (
        "to choose" if match.rules.trumps.source(0) is not match.rules.trumps.source(1) else "none"
    )


def _side_name(record: Record, side: tuple[int, ...]) -> str:
    if record.names is None:
        return "seat " + "+".join(map(str, side))
    return "+".join(_shown(record.names[seat]) for seat in side)


def _shown(name: str) -> str:
    return "".join(sign for sign in name if sign.isprintable())[:20]


def _ending(match: Match, sides: list[str]) -> str:
    if not match.over:
        return "The match is unfinished."
    if match.winner is None:
        return "The match is over, and level."
    return f"The match is over: {sides[match.winner]} won."
