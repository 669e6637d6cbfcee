"""``oddtrick arena``: measures which bot is stronger, by how much and how surely."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack
from importlib.util import find_spec
from itertools import combinations
from typing import TYPE_CHECKING

from oddtrick.cli import arena_league
from oddtrick.cli.arena_flags import (
    PURPOSES,
    UNITS,
    add_executor_flags,
    add_game_options,
    add_program_flags,
    read_programs,
    read_rules,
)
from oddtrick.cli.errors import checking_arguments, deals, path, positive, seed
from oddtrick.errors import OddtrickError
from oddtrick.extras import install_command
from oddtrick.games import DEFAULT_GAME

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from oddtrick.arena import DealResult, Entrant, Outcome, Pool, Sprt, Unit
    from oddtrick.arena.results_file import ResultsFile
    from oddtrick.cli.parser import Parser, Verbs
    from oddtrick.rules import Rules


DEALS, MOST_DEALS = 1000, 100_000
"""Deals of a contest, and the most of one that a sequential test stops, unless it says so."""


def add_parser(verbs: Verbs) -> None:
    """Adds the verb, with a flag for each option of any game."""
    parser = verbs.add_parser(
        "arena",
        help="measure which bot is stronger",
        description="Play the same deals with the bots in exchanged or rotated seats, and report "
        "how much better the first bot does, with a 95 % confidence interval. More than two bots "
        "play in pairs.",
    )
    parser.examples = (
        ("oddtrick arena club casual --deals 200", "who is better at whist"),
        (
            "oddtrick arena expert club --until 0.05 --out deals.jsonl",
            "until it is decided; the same command goes on after a stop",
        ),
    )
    parser.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help="name of a bot; oracle, which sees all cards; 'cmd:COMMAND' for your own program; or "
        "onnx:FILE for a neural network",
    )
    _add_contest_flags(parser)
    running = parser.add_group("how it is played")
    running.add_argument(
        "--out", metavar="FILE", type=path, help="store every deal in FILE, and resume from it"
    )
    add_executor_flags(running)
    add_program_flags(running)
    options = parser.add_group("options of the games, as for `oddtrick play`")
    parser.when_parsed(lambda words: add_game_options(options, words))
    parser.set_defaults(run=run)
    arena_league.add_parser(parser)
    _add_bot(parser)


def _add_contest_flags(parser: Parser) -> None:
    parser.add_argument(
        "--game", default=DEFAULT_GAME.id, help="set the game (default %(default)s)"
    )
    parser.add_argument(
        "--deals",
        type=deals,
        metavar="N",
        help=f"set the number of deals (default {DEALS}); with --until or --sprt, the most "
        f"(default {MOST_DEALS})",
    )
    parser.add_argument("--seed", type=seed, default=0, help="set the random seed (default 0)")
    parser.add_argument(
        "--purpose",
        choices=PURPOSES,
        default=PURPOSES[0],
        help="draw deals to choose between bots by, or others to report a figure with, which no "
        "choice can have rested on (default %(default)s)",
    )
    parser.add_argument(
        "--unit",
        choices=UNITS,
        help="set the unit: the margin in tricks or points, or the share of deals finished first "
        "or of matches won (default: tricks in whist, matches in knock-out, otherwise points)",
    )
    parser.add_argument(
        "--together", action="store_true", help="seat all bots at the same tables, one per side"
    )
    parser.add_argument(
        "--sprt",
        metavar="LOW,HIGH",
        help="stop as soon as a sequential test decides between the means LOW and HIGH",
    )
    parser.add_argument(
        "--until",
        type=positive("a width above 0"),
        metavar="WIDTH",
        help="stop as soon as one bot is better, or they are even to within WIDTH",
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object per pair of bots"
    )


def run(args: argparse.Namespace) -> int:
    """Plays every contest and reports its result, one after another."""
    if not args.json and find_spec("rich") is None:
        raise OddtrickError(f"the report needs rich: run {install_command('arena')}, or use --json")
    from oddtrick.arena import find_entrant, open_pool
    from oddtrick.cli.arena_report import outcome_json, print_outcome

    with checking_arguments():
        rules, programs = read_rules(args), read_programs(args.bot)
        bots = [find_entrant(text, programs) for text in args.bots]
        contests = list(_contests(bots, together=args.together))
        _check(args, rules, contests)
    with ExitStack() as opened:
        results = _results(opened, args, rules, bots)
        pool = opened.enter_context(open_pool(args.executor, args.workers))
        for pair, contest in enumerate(contests):
            outcome = _played(args, rules, contest, pool, results=results, pair=pair)
            if args.json:
                print(outcome_json(outcome), flush=True)
            else:
                print_outcome(outcome, rules)
            _print_faults(outcome)
    return 0


def _contests(bots: list[Entrant], *, together: bool) -> Iterator[list[Entrant]]:
    """Yields every pair of bots, or all bots together."""
    if len(bots) < 2:
        raise OddtrickError(f"{bots[0].name} needs an opponent: name another bot")
    if together:
        yield bots
    else:
        yield from ([a, b] for a, b in combinations(bots, 2))


def _check(args: argparse.Namespace, rules: Rules, contests: list[list[Entrant]]) -> None:
    """Validates the arguments before any deal is played."""
    from oddtrick.arena.contest import assign_sides, sequential_test
    from oddtrick.arena.players import check_entrant

    sequential_test(_sprt(args), args.until, even=0.0)
    for a, *others in contests:
        assign_sides(rules, a, others)
        for entrant in (a, *others):
            check_entrant(entrant, rules)


def _sprt(args: argparse.Namespace) -> Sprt | None:
    from oddtrick.arena import Sprt

    if args.sprt is None:
        return None
    try:
        low, high = map(float, args.sprt.split(","))
    except ValueError:
        raise OddtrickError(
            f"--sprt is {args.sprt[:40]!r}: write two numbers, as in --sprt 0,0.2"
        ) from None
    return Sprt(low, high)


def _unit(args: argparse.Namespace, rules: Rules) -> Unit:
    from oddtrick.arena import default_unit

    unit: Unit | None = args.unit
    return unit or default_unit(rules)


def _results(
    opened: ExitStack, args: argparse.Namespace, rules: Rules, bots: list[Entrant]
) -> ResultsFile | None:
    from oddtrick.arena import make_header, open_results

    if args.out is None:
        return None
    whole = _unit(args, rules) == "matches"
    heading = make_header(
        rules, bots, args.seed, whole=whole, together=args.together, purpose=args.purpose
    )
    return opened.enter_context(open_results(args.out, heading))


def _played(
    args: argparse.Namespace,
    rules: Rules,
    bots: list[Entrant],
    pool: Pool,
    *,
    results: ResultsFile | None,
    pair: int,
) -> Outcome:
    from oddtrick.arena import play_duplicate
    from oddtrick.cli.arena_report import progress

    unit = _unit(args, rules)
    previous = results.previous(pair) if results else ()
    may_stop = args.sprt is not None or args.until is not None
    deals = args.deals or (MOST_DEALS if may_stop else DEALS)
    visible = sys.stderr is not None and sys.stderr.isatty() and find_spec("rich") is not None
    with progress(bots, unit, deals, previous, visible=visible) as advance:

        def on_deals(deals: Sequence[DealResult]) -> None:
            if results:
                results.add(pair, deals)
            advance(deals)

        return play_duplicate(
            rules,
            *bots,
            deals=deals,
            seed=args.seed,
            purpose=args.purpose,
            unit=unit,
            pool=pool,
            chunk_size=args.chunk,
            limit=args.limit,
            sprt=_sprt(args),
            until=args.until,
            previous=previous,
            on_deals=on_deals,
        )


def _print_faults(outcome: Outcome) -> None:
    """Prints one line for each program that forfeited deals."""
    from oddtrick.cli.arena_report import short
    from oddtrick.cli.output import tell

    for name in sorted({fault.bot for _, fault in outcome.faults}):
        own = [(number, fault) for number, fault in outcome.faults if fault.bot == name]
        number, first = own[0]
        deals = len({number for number, _ in own})
        reason = f"{short(name)}: forfeited {deals} of {outcome.deals} deals; first deal {number}: "
        tell(reason + first.reason)


def _add_bot(arena: Parser) -> None:
    """Adds the action to the parser of ``oddtrick arena``."""
    parser = arena.add_action_word(
        "bot",
        help="let another installation play a bot of this one",
        description="Play a bot as a program: read views as JSON from standard input, one per "
        "line, and answer each with an action. Another installation of oddtrick starts it, so "
        "that versions play each other.",
    )
    parser.examples = (
        (
            "oddtrick arena old club --bot old='old/bin/oddtrick arena bot club'",
            "the club of the version in the virtual environment old, against today's",
        ),
    )
    parser.add_argument(
        "bot", metavar="BOT", help="name of a bot, or onnx:FILE for a neural network"
    )
    parser.set_defaults(run=_run_bot)


def _run_bot(args: argparse.Namespace) -> int:
    """Answers the messages on standard input."""
    from oddtrick.arena.builtin_bot_program import find_program_bot, run_bot_program

    with checking_arguments():
        entrant = find_program_bot(args.bot)
    run_bot_program(entrant, sys.stdin, lambda answer: print(answer, flush=True))
    return 0
