"""``oddtrick review``: the value of each decision of a match, and the ones that mattered."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from oddtrick.cli.file_errors import report_file_errors
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from oddtrick.bots.search import SearchBudget
    from oddtrick.record import Record
    from oddtrick.review import Review

LEVELS = ("quick", "expert", "master")

QUICK_CANDIDATES, QUICK_WORLDS = 1500, 200
"""The budget of ``quick``: an eighth of that of ``expert``."""


def add_parser(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the verb."""
    parser = verbs.add_parser(
        "review",
        help="review a match: the value of each card played, and the decisions that mattered",
        description="Values every card that could have been played, as its player could know and "
        "double dummy. Reports the decisions that mattered, the losses by theme, and luck "
        "apart from skill. docs/review-report.md explains the report.",
    )
    parser.add_argument(
        "record", metavar="RECORD", help=".json, .jsonl, also .gz and .zst; .pbn; - reads stdin"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one object for each record, one a line")
    form.add_argument(
        "--html",
        nargs="?",
        const="-",
        metavar="FILE",
        help="a page with pictures of the cards, in one file; without FILE to standard output",
    )
    _add_choices(parser.add_argument_group("what to review"))
    parser.set_defaults(run=run)


def _add_choices(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--deal",
        type=int,
        action="append",
        metavar="N",
        help="only this deal, from 1; repeatable; default all",
    )
    group.add_argument(
        "--seat",
        metavar="S",
        help="report on one player: a seat, from 0, or a name in the record",
    )
    group.add_argument("--pick", type=int, metavar="N", help="the N-th record of the file, from 1")
    group.add_argument("--seed", type=int, default=0, help="random seed; default 0")
    group.add_argument(
        "--effort",
        choices=LEVELS,
        default="expert",
        help="search effort; default expert",
    )
    group.add_argument("--threads", type=int, metavar="N", help="default: one for each processor")


def run(args: argparse.Namespace) -> int:
    """Reviews every record of the file and prints the reports."""
    _check(args)
    found = _records(args)
    if args.html is not None:
        return _write_page(args, found)
    from oddtrick.cli.review_report import encode_line, report

    for place, record in found:
        review, seat = _reviewed(args, place, record)
        if args.json:
            sys.stdout.write(encode_line(review))
        else:
            sys.stdout.writelines(line + "\n" for line in report(place, review, seat))
        sys.stdout.flush()
    return 0


def _check(args: argparse.Namespace) -> None:
    for name, value in (("--threads", args.threads), ("--pick", args.pick)):
        if value is not None and value < 1:
            raise OddtrickError(f"{name} is {value}: it is 1 or more")
    for deal in args.deal or ():
        if deal < 1:
            raise OddtrickError(f"--deal is {deal}: deals count from 1")
    if args.html == "-" and sys.stdout.isatty():
        raise OddtrickError("--html writes a page: name a file, as in --html review.html")


def _records(args: argparse.Namespace) -> Iterator[tuple[str, Record]]:
    """The records that are wanted, with their places.

    Raises:
        OddtrickError: one cannot be read, or there is none of the number that is wanted.
    """
    from oddtrick.cli.pbn import read_pbn_records
    from oddtrick.record import read_records

    is_pbn = args.record.lower().endswith(".pbn")
    found = read_pbn_records(args.record) if is_pbn else read_records(args.record)
    if args.pick is None:
        yield from found
        return
    number = 0
    for number, one in enumerate(found, 1):
        if number == args.pick:
            yield one
            return
    raise OddtrickError(f"{args.record}: --pick is {args.pick}, and it holds {number}")


def _reviewed(args: argparse.Namespace, place: str, record: Record) -> tuple[Review, int | None]:
    """The review, and the seat that it is for.

    Raises:
        OddtrickError: the record breaks a rule, or has no such deal or seat.
    """
    from oddtrick.report import for_seat
    from oddtrick.review import review

    deals = None if args.deal is None else sorted({deal - 1 for deal in args.deal})
    try:
        with _progress(place) as show_progress:
            done = review(
                record,
                deals=deals,
                seed=args.seed,
                budget=_budget(args.effort),
                threads=args.threads,
                progress=show_progress,
            )
        seat = None if args.seat is None else _seat(args.seat, done)
    except OddtrickError as error:
        raise OddtrickError(f"{place}: {error}") from None
    return (done if seat is None else for_seat(done, seat)), seat


def _budget(name: str) -> SearchBudget:
    from oddtrick.bots.search import SearchBudget, expert, master

    if name == "quick":
        return SearchBudget(candidates=QUICK_CANDIDATES, worlds=QUICK_WORLDS, weight_power=0.7)
    return (master if name == "master" else expert).budget


def _seat(text: str, review: Review) -> int:
    """The seat of a number or name.

    Raises:
        OddtrickError: there is none.
    """
    if text.isdecimal() and int(text) < review.players:
        return int(text)
    named = [name.strip() for name in review.names or ()]
    if text.strip() in named:
        return named.index(text.strip())
    known = f", or one of {', '.join(named)}" if any(named) else ""
    raise OddtrickError(
        f"--seat is {text[:40]!r}: it is a number up to {review.players - 1}{known}"
    )


@contextmanager
def _progress(place: str) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on standard error, if that is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from oddtrick.cli.sanitize import one_line

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


def _write_page(args: argparse.Namespace, found: Iterator[tuple[str, Record]]) -> int:
    """Writes the page of the one record."""
    from oddtrick.report import report_page, standalone_frame

    if args.html != "-" and not Path(args.html).absolute().parent.is_dir():
        raise OddtrickError(f"{args.html}: no such folder")
    place, record = next(found)
    if next(found, None) is not None:
        raise OddtrickError(
            f"{args.record}: it holds several records, a page shows one: choose it with --pick 1"
        )
    review, seat = _reviewed(args, place, record)
    page = report_page(review, standalone_frame(), seat).encode()
    if args.html == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(page)
        return 0
    with report_file_errors(args.html):
        Path(args.html).write_bytes(page)
    return 0
