"""``oddtrick review``: the value of each decision of a match, and the ones that mattered."""

from __future__ import annotations

import argparse
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from oddtrick.cli.errors import (
    UsageError,
    file_name,
    located,
    seed,
    whole_number,
)
from oddtrick.errors import OddtrickError
from oddtrick.i18n.catalogue import DEFAULT_LANGUAGE, LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from oddtrick.bots.search import SearchBudget
    from oddtrick.cli.parser import Arguments, Parser, Verbs
    from oddtrick.record import Record
    from oddtrick.review import Review

LEVELS = ("quick", "expert", "master")

QUICK_CANDIDATES, QUICK_WORLDS = 1500, 200
"""The budget of ``quick``: an eighth of that of ``expert``."""


def add_parser(verbs: Verbs) -> None:
    """Adds the verb."""
    parser = verbs.add_parser(
        "review",
        help="review a match: the value of each card played, and the decisions that mattered",
        description="Values every card that could have been played, as its player could know and "
        "double dummy. Reports the decisions that mattered, the losses by theme, and luck "
        "apart from skill. docs/review-report.md explains the report. To print it with its cards, "
        "open the record on a server's page.",
    )
    parser.examples = (
        ("oddtrick review game.json --deal 1", "the decisions that mattered, in the first deal"),
        ("oddtrick review game.json --seat 0 --language de", "for one player, in German"),
    )
    parser.add_argument(
        "record",
        type=file_name,
        metavar="RECORD",
        help=".json, .jsonl, also .gz and .zst; .pbn, .lin, .rbn; - reads stdin",
    )
    add_options(parser)
    parser.set_defaults(run=run)


def add_options(parser: Parser) -> None:
    """Adds all arguments but the record."""
    parser.add_argument(
        "--json", action="store_true", help="one object for each record, one a line"
    )
    parser.add_argument("--html", nargs="?", const="", help=argparse.SUPPRESS)
    parser.add_argument(
        "--language",
        choices=LANGUAGES,
        default=DEFAULT_LANGUAGE,
        help="of the text; default %(default)s",
    )
    _add_choices(parser.add_group("what to review"))


def _add_choices(group: Arguments) -> None:
    group.add_argument(
        "--deal",
        type=whole_number(1),
        action="append",
        metavar="N",
        help="only this deal, from 1; repeatable; default all",
    )
    group.add_argument(
        "--seat",
        metavar="S",
        help="report on one player: a seat, from 0, or a name in the record",
    )
    group.add_argument(
        "--pick",
        type=whole_number(1),
        metavar="N",
        help="the N-th record of the file, from 1",
    )
    group.add_argument("--seed", type=seed, default=0, help="random seed; default 0")
    group.add_argument(
        "--effort",
        choices=LEVELS,
        default="expert",
        help="search effort; default expert",
    )
    group.add_argument(
        "--threads",
        type=whole_number(1),
        metavar="N",
        help="default: one for each processor",
    )


class _Task(NamedTuple):
    """A record to review, found to be legal and to have the deals and the seat wanted."""

    place: str
    record: Record
    seat: int | None


def run(args: argparse.Namespace) -> int:
    """Reviews every record of the file and prints the reports.

    Everything is checked before the first review, which takes seconds to minutes.
    """
    if args.html is not None:
        raise UsageError(
            "--html: the browser prints and saves the page: start `oddtrick serve`, open the "
            "record at /replay, choose “Review deal”, then “Print or save review”"
        )
    tasks = [_checked(args, place, record) for place, record in _records(args)]
    from oddtrick.cli.review_report import encode_line, report

    for task in tasks:
        review = _reviewed(args, task)
        if args.json:
            sys.stdout.write(encode_line(review))
        else:
            lines = report(task.place, review, task.seat, args.language)
            sys.stdout.writelines(line + "\n" for line in lines)
        sys.stdout.flush()
    return 0


def _checked(args: argparse.Namespace, place: str, record: Record) -> _Task:
    """The task of a record.

    Raises:
        OddtrickError: the record breaks a rule, or has no such deal or seat.
    """
    from oddtrick.record import replay
    from oddtrick.review import check_deals

    with located(place):
        match = replay(record)
        check_deals(match, _deals(args))
        seat = None
        if args.seat is not None:
            seat = _seat(args.seat, match.rules.players, record.names or ())
    return _Task(place, record, seat)


def _deals(args: argparse.Namespace) -> list[int] | None:
    return None if args.deal is None else sorted({deal - 1 for deal in args.deal})


def _records(args: argparse.Namespace) -> Iterator[tuple[str, Record]]:
    """The records that are wanted, with their places.

    Raises:
        OddtrickError: one cannot be read, or there is none of the number that is wanted.
    """
    from oddtrick.cli.record_input import read_matches

    found = read_matches(args.record)
    if args.pick is None:
        yield from found
        return
    number = 0
    for number, one in enumerate(found, 1):
        if number == args.pick:
            yield one
            return
    raise OddtrickError(f"{args.record}: --pick is {args.pick}, but the last record is {number}")


def _reviewed(args: argparse.Namespace, task: _Task) -> Review:
    from oddtrick.review import for_seat, review

    with _progress(task.place) as show_progress:
        done = review(
            task.record,
            deals=_deals(args),
            seed=args.seed,
            budget=_budget(args.effort),
            threads=args.threads,
            progress=show_progress,
        )
    return done if task.seat is None else for_seat(done, task.seat)


def _budget(name: str) -> SearchBudget:
    from oddtrick.bots.search import SearchBudget, expert, master

    if name == "quick":
        return SearchBudget(candidates=QUICK_CANDIDATES, worlds=QUICK_WORLDS, weight_power=0.7)
    return (master if name == "master" else expert).budget


def _seat(text: str, players: int, names: Sequence[str]) -> int:
    """The seat of a number or name.

    Raises:
        OddtrickError: there is none.
    """
    if text.isdecimal() and int(text) < players:
        return int(text)
    named = [name.strip() for name in names]
    if named.count(text.strip()) > 1:
        seats = " and ".join(str(at) for at, name in enumerate(named) if name == text.strip())
        raise OddtrickError(f"--seat is {text[:40]!r}, the name of seats {seats}: give the number")
    if text.strip() in named:
        return named.index(text.strip())
    known = f", or one of {', '.join(named)}" if any(named) else ""
    raise OddtrickError(f"--seat is {text[:40]!r}: it is a number up to {players - 1}{known}")


def quick_review(record: Record) -> Iterator[str]:
    """Reviews a finished game at the quick effort and yields the report."""
    from oddtrick.cli.review_report import report
    from oddtrick.review import review

    yield from report("Your game", review(record, budget=_budget("quick")))


@contextmanager
def _progress(place: str) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on standard error, if that is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from oddtrick.cli.output import one_line

    name, wide, last = one_line(place)[-30:], 24, -1

    def show(done: int, everything: int) -> None:
        nonlocal last
        full = wide * done // max(everything, 1)
        share = 100 * done // max(everything, 1)
        if share == last:
            return
        last = share
        bar = "━" * full + "╌" * (wide - full)
        print(f"\r{name}  {bar} {share:3} %", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
