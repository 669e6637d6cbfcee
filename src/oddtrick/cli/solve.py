"""``oddtrick solve``: double-dummy solutions of deals and records."""

from __future__ import annotations

import re
import sys
from io import BufferedIOBase
from pathlib import Path
from typing import TYPE_CHECKING

from oddtrick.cli.errors import (
    UsageError,
    checking_arguments,
    file_name,
    located,
    report_file_errors,
    whole_number,
)
from oddtrick.games import DEFAULT_GAME

if TYPE_CHECKING:
    import argparse

    from oddtrick.cli.parser import Arguments, Verbs
    from oddtrick.cli.solve_input import Problem

_DEAL = re.compile(r"\s*(?:[NESWnesw]:(?![/\\])|(?:-|[^\s./\\]*(?:\.[^\s./\\]*){3})\s+\S)")
_FOR_HANDS = ("trick", "sides", "game", "contract", "declarer")
_FOR_DEALS = ("trump", "leader", *_FOR_HANDS)
_FOR_RECORDS = ("deal", "played")
_FOR_ONE = ("line", "json")
_FOR_LINES = ("threads",)


def add_parser(verbs: Verbs) -> None:
    """Adds the verb."""
    parser = verbs.add_parser(
        "solve",
        help="solve a position double dummy",
        description="Solve a position with all cards open: report what the side to play takes with "
        "best play by everyone. The value is in tricks; in scotch whist, in points of the top "
        "trumps plus one for each card taken, before the cards dealt are deducted (S5, S6). The "
        "position is a deal, a point in a record or a board, or one of many problems as JSON "
        "lines.",
    )
    parser.examples = (
        (
            "oddtrick solve 'A2.K3.. K3.A2.. QJ...A2 T9...K3' --trump S --leader N",
            "a deal, from North clockwise: the tricks of North and South",
        ),
        ("oddtrick solve problems.pbn --cards", "every board of a file, whole deals and endings"),
    )
    parser.add_argument(
        "cards_from",
        nargs="?",
        type=file_name,
        metavar="DEAL|RECORD|FILE",
        help="a deal, clockwise, such as 'N:AK.Q.J.T 98.7.6.5 …'; a file of records or of boards "
        "(.pbn, .lin, .rbn); or "
        "with --jsonl a file of problems. - reads stdin",
    )
    parser.add_argument("--cards", action="store_true", help="report the value of every legal card")
    parser.add_argument(
        "--objective",
        choices=("tricks", "points"),
        default="tricks",
        help="set the value in colonial games: tricks, or the margin in points (default tricks)",
    )
    _add_deal_flags(parser.add_group("a deal"))
    _add_record_flags(parser.add_group("a record or a board"))
    _add_output_flags(parser.add_group("a deal, a record or a board"))
    _add_stream_flags(parser.add_group("many problems"))
    parser.set_defaults(run=run)


def _add_output_flags(group: Arguments) -> None:
    group.add_argument("--line", action="store_true", help="print a principal line of play")
    group.add_argument("--json", action="store_true", help="print one JSON object")


def _add_stream_flags(group: Arguments) -> None:
    group.add_argument(
        "--jsonl",
        action="store_true",
        help='solve problems such as {"hands": ["S.H.D.C", …], "trump": "H", "leader": 0}, one per '
        'line, and answer each with a line such as {"value": 9} or {"error": …}',
    )
    group.add_argument(
        "--threads",
        type=whole_number(1),
        metavar="N",
        help="set the number of threads (default: one per processor)",
    )


def _add_record_flags(group: Arguments) -> None:
    group.add_argument(
        "--deal",
        type=whole_number(1),
        metavar="N",
        help="set the number of the deal, from 1 (default: the last)",
    )
    group.add_argument(
        "--played",
        type=whole_number(0),
        metavar="N",
        help="solve after N cards (default: the end of an unfinished deal, or its lead)",
    )


def _add_deal_flags(group: Arguments) -> None:
    group.add_argument(
        "--trump", metavar="SUIT", help="set trumps: S, H, D, C, or N for none; also for a board"
    )
    group.add_argument(
        "--leader",
        metavar="SEAT",
        help="set the leader: N, E, S, W, or a number from 0; also for a board",
    )
    group.add_argument(
        "--trick",
        metavar="CARDS",
        help="set the cards on the table in playing order, such as '3H KH'",
    )
    group.add_argument("--game", help="set the game (default " + DEFAULT_GAME.id + ")")
    group.add_argument("--sides", metavar="N,N,…", help="set the side number of each seat")
    group.add_argument(
        "--contract",
        metavar="BID",
        help="set what is played in a game with contracts, such as '3 downtown' or misere",
    )
    group.add_argument(
        "--declarer",
        metavar="SEAT",
        help="set the seat that undertook the contract, or both, as in N,E; partners of the game "
        "belong to it",
    )


def run(args: argparse.Namespace) -> int:
    """Solves many problems, a deal, or a position of each record or board of a file."""
    from oddtrick.cli.record_input import is_board_file

    if args.jsonl:
        _refuse(args, "--jsonl", *_FOR_DEALS, *_FOR_RECORDS, *_FOR_ONE)
        return _many(args)
    _refuse(args, "a single position", *_FOR_LINES)
    if args.cards_from is None:
        raise UsageError("there is nothing to solve: give a deal, a record, or --jsonl")
    if _DEAL.match(args.cards_from):
        _refuse(args, "a deal", *_FOR_RECORDS)
        return _deal(args)
    if is_board_file(args.cards_from):
        _refuse(args, "a file of boards", *_FOR_HANDS)
        return _boards(args)
    _refuse(args, "a record", *_FOR_DEALS)
    return _records(args)


def _refuse(args: argparse.Namespace, what: str, *flags: str) -> None:
    """Rejects flags that do not apply to this kind of input."""
    for flag in flags:
        if getattr(args, flag) not in (None, False):
            raise UsageError(f"--{flag} does not go with {what}: leave it out")


def _deal(args: argparse.Namespace) -> int:
    from oddtrick.cli.solve_input import position_of
    from oddtrick.cli.solve_output import print_solution

    with checking_arguments():
        position = position_of(_problem(args), points=_points(args))
    print_solution(position, args)
    return 0


def _records(args: argparse.Namespace) -> int:
    from oddtrick.cli.solve_input import match_at, position_at
    from oddtrick.cli.solve_output import print_solution
    from oddtrick.record import read_records

    for place, record in read_records(args.cards_from):
        with located(place):
            match = match_at(record, args.deal, args.played)
            position = position_at(match, points=_points(args))
        print_solution(position, args, place)
    return 0


def _boards(args: argparse.Namespace) -> int:
    from msgspec import UNSET

    from oddtrick.cli.solve_input import BoardMoment, read_positions, read_seat, read_trump
    from oddtrick.cli.solve_output import print_solution

    with checking_arguments():
        moment = BoardMoment(
            trump=UNSET if args.trump is None else read_trump(args.trump),
            leader=None if args.leader is None else read_seat(args.leader),
            deal=args.deal,
            played=args.played,
            points=_points(args),
        )
    for place, position in read_positions(args.cards_from, moment):
        print_solution(position, args, place)
    return 0


def _points(args: argparse.Namespace) -> bool:
    wanted: bool = args.objective == "points"
    return wanted


def _problem(args: argparse.Namespace) -> Problem:
    """Returns the deal of the command line as a problem."""
    from oddtrick.cli.solve_input import Problem, read_seat

    if args.trump is None or args.leader is None:
        raise UsageError("a deal needs --trump (S, H, D, C, N) and --leader (N, E, S, W, or 0…)")
    first, colon, hands_text = args.cards_from.rpartition(":")
    hands = ["" if hand == "-" else hand for hand in hands_text.split()]
    shift = -read_seat(first) % len(hands) if colon and hands else 0
    return Problem(
        hands=(*hands[shift:], *hands[:shift]),
        trump=args.trump,
        leader=read_seat(args.leader),
        trick=tuple((args.trick or "").replace(",", " ").split()),
        sides=None if args.sides is None else _sides(args.sides),
        game=args.game or DEFAULT_GAME.id,
        contract=args.contract,
        declarer=tuple(map(read_seat, args.declarer.split(","))) if args.declarer else (),
    )


def _sides(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(number) for number in text.split(","))
    except ValueError:
        raise UsageError(
            f"--sides is {text[:40]!r}: write a number for each seat, as in 0,1,0,1"
        ) from None


def _opened(name: str | None) -> BufferedIOBase:
    if name in (None, "-"):
        assert isinstance(sys.stdin.buffer, BufferedIOBase)
        return sys.stdin.buffer
    with report_file_errors(name):
        return Path(name).open("rb")


def _many(args: argparse.Namespace) -> int:
    """Answers problems line by line; Ctrl-C keeps the answers so far."""
    from oddtrick.cli.solve_output import SolveStream

    show_progress = sys.stderr is not None and sys.stderr.isatty() and not sys.stdout.isatty()
    answering = SolveStream(
        cards=args.cards, points=_points(args), threads=args.threads, show_progress=show_progress
    )
    sys.stdout.flush()
    try:
        with _opened(args.cards_from) as stream:
            answering.run(stream, sys.stdout.buffer, args.cards_from or "-")
    except KeyboardInterrupt:
        print(f"stopped after {answering.done:,} answers", file=sys.stderr)
        return 130
    return 1 if answering.failed else 0
