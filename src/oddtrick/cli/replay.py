"""``oddtrick replay``: plays records through the rules and reports the scores."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator

from oddtrick.calls import TRICK_BIDS
from oddtrick.cli.errors import file_name, located
from oddtrick.cli.output import align_columns, one_line
from oddtrick.cli.parser import Verbs
from oddtrick.cli.record_input import read_matches
from oddtrick.match import DealLog, Match
from oddtrick.plurals import count_noun
from oddtrick.record import DealOutcome, Record, encode_result, replay, result_of

SPOOL = 2**24
"""Output is held back in memory up to this size, then in a file, until every record is legal."""


def add_parser(verbs: Verbs) -> None:
    """Adds the verb."""
    parser = verbs.add_parser(
        "replay",
        help="check records against the rules and report scores",
        description="Play every card of each record through the rules and report the scores. "
        "If a record is illegal, print one line that names the broken rule, write nothing to "
        "standard output, and exit with status 1.",
    )
    parser.examples = (
        ("oddtrick replay game.json", "the score of every deal"),
        ("oddtrick replay games.jsonl --json", "one result object per line"),
    )
    parser.add_argument(
        "files",
        nargs="+",
        type=file_name,
        metavar="FILE",
        help=".json, .jsonl, also .gz and .zst; .pbn, .lin, .rbn; - reads stdin",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object per match")
    parser.add_argument(
        "--verify",
        type=file_name,
        metavar="PROOF",
        help="verify with the proof of a match that its deals and cuts follow from the secrets "
        "sealed beforehand; takes one record and one proof",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Replays every record of every file; prints only if all are legal."""
    if args.verify is not None:
        from oddtrick.cli import verify_proof

        return verify_proof.run(args.files, args.verify, json=args.json)
    with tempfile.SpooledTemporaryFile(SPOOL, "w+", encoding="utf-8", newline="") as spool:
        for place, record in (found for file in args.files for found in read_matches(file)):
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
    with located(place):
        return replay(record)


def report(place: str, record: Record, match: Match) -> Iterator[str]:
    """Yields the text report of one match, line by line."""
    sides = [_side_name(record, side) for side in match.rules.sides]
    last_standing = match.rules.goal.eliminates
    yield f"{one_line(place)}: {match.rules.game}, {count_noun(match.rules.players, 'player')}"
    yield (
        "Tricks of each deal:" if last_standing else "Points of each deal, and the score after it:"
    )
    called = [_called(record, log) for log in match.all_deals]
    calls = any(called)
    rows = [["deal", "trumps", *(["called"] if calls else []), *sides]]
    before: tuple[int, ...] = (1,) * len(sides)
    tell = _survival if last_standing else _points
    for number, (log, outcome) in enumerate(
        zip(match.all_deals, result_of(match).deals, strict=False), 1
    ):
        bids = [called[number - 1]] if calls else []
        rows.append([str(number), _trumps(match, log), *bids, *tell(outcome, before)])
        before = outcome.score
    yield from align_columns(rows, "><<>" if calls else "><>")
    yield _ending(match, sides)
    if match.standing.rubber:
        points = zip(sides, match.standing.rubber, strict=True)
        yield f"Rubber points: {', '.join(f'{name} {won}' for name, won in points)}."
    yield ""


def _points(outcome: DealOutcome, before: tuple[int, ...]) -> list[str]:
    """The points and the score of each side."""
    del before
    points: tuple[object, ...] = outcome.points or ("…",) * len(outcome.score)
    return [f"{scored} ({has})" for scored, has in zip(points, outcome.score, strict=True)]


def _survival(outcome: DealOutcome, before: tuple[int, ...]) -> list[str]:
    """The tricks of each seat still in, marked if it was eliminated (K4)."""
    return [
        "-" if not was_in else str(tricks) if is_in else f"{tricks} out"
        for tricks, was_in, is_in in zip(outcome.tricks, before, outcome.score, strict=True)
    ]


def _trumps(match: Match, log: DealLog) -> str:
    if log.trump is not None:
        return str(log.trump)
    return "none" if match.trump_settled(log) else "to choose"


def _called(record: Record, log: DealLog) -> str:
    """The contract with the side that has to make it, or the tricks that each seat bid."""
    if log.contract is not None:
        side = log.contract.side
        return f"{_side_name(record, side)}: {log.contract.bid}" if side else str(log.contract.bid)
    for phase in log.calls:
        if phase.name == TRICK_BIDS:
            return " ".join(str(bid) for _, bid in sorted(phase.made))
    return "nothing" if log.calls and log.result is not None else ""


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
