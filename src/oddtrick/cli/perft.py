"""``oddtrick perft``: counts the legal continuations of unfinished records."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from oddtrick.cli.errors import file_name, located, whole_number
from oddtrick.cli.output import one_line
from oddtrick.cli.parser import Verbs
from oddtrick.match import Match
from oddtrick.perft import Count, divide, perft, total
from oddtrick.record import Record, read_records, replay
from oddtrick.rules import PlayerAction


def add_parser(verbs: Verbs) -> None:
    """Adds the verb."""
    parser = verbs.add_parser(
        "perft",
        help="count the legal continuations of a deal",
        description="Count every legal continuation of an unfinished record, to the end of its "
        "deal or to a depth, grouped by the deal's result. The count grows quickly with the number "
        "of cards left: give a depth if a hand has more than five.",
    )
    parser.examples = (
        ("oddtrick perft ending.json", "the ways to play the rest of a deal"),
        ("oddtrick perft ending.json --depth 3 --divide", "the first three cards, by the first"),
    )
    parser.add_argument(
        "record",
        type=file_name,
        metavar="RECORD",
        help="unfinished records: .json, .jsonl, - reads stdin",
    )
    parser.add_argument(
        "--depth", type=whole_number(0), metavar="N", help="stop after N player actions"
    )
    parser.add_argument("--divide", action="store_true", help="split the count by the first action")
    parser.add_argument("--json", action="store_true", help="print one JSON object per record")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Counts every record of the file."""
    tell = _as_json if args.json else _in_words
    for place, record in read_records(args.record):
        match, counts, count = _counted(place, record, args.depth, divided=args.divide)
        for line in tell(place, match, counts, count):
            print(line)
        sys.stdout.flush()
    return 0


def _counted(
    place: str, record: Record, depth: int | None, *, divided: bool
) -> tuple[Match, Mapping[PlayerAction, Count], Count]:
    with located(place):
        match = replay(record)
        if divided:
            counts = divide(match, depth)
            return match, counts, total(counts.values())
        return match, {}, perft(match, depth)


def _as_json(
    place: str, match: Match, counts: Mapping[PlayerAction, Count], count: Count
) -> Iterator[str]:
    result: dict[str, Any] = {"sequences": count.sequences, "outcomes": count.outcomes_by_text}
    if counts:
        result["divide"] = {
            str(action): {"sequences": part.sequences, "outcomes": part.outcomes_by_text}
            for action, part in counts.items()
        }
    yield json.dumps(result)


def _in_words(
    place: str, match: Match, counts: Mapping[PlayerAction, Count], count: Count
) -> Iterator[str]:
    game, deal = match.rules.game, match.number + 1
    yield f"{one_line(place)}: {game}, deal {deal}, seat {match.to_act} to act"
    for action, part in counts.items():
        yield f"{action!s:<12}{part.sequences:>12,}"
    yield f"{'sequences':<12}{count.sequences:>12,}"
    for outcome, number in count.outcomes_by_text.items():
        yield f"{outcome.replace(',', ' ') or 'unfinished':<12}{number:>12,}"
    yield ""
