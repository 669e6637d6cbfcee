"""``oddtrick arena league``: a round robin of bots in a folder, with ratings."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from oddtrick.cli.arena_flags import (
    UNITS,
    add_executor_flags,
    add_game_options,
    add_program_flags,
    names_game,
    read_programs,
    read_rules,
)
from oddtrick.cli.errors import checking_arguments, deals, path, seed
from oddtrick.errors import OddtrickError
from oddtrick.extras import install_command

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator, Sequence

    from oddtrick.arena.duplicate import DealResult
    from oddtrick.arena.league import League, Terms
    from oddtrick.arena.players import Entrant
    from oddtrick.cli.parser import Parser
    from oddtrick.rules import Rules

LIMIT = 10.0
"""The default time limit of external programs, in seconds."""


def add_parser(arena: Parser) -> None:
    """Adds the action to the parser of ``oddtrick arena``."""
    parser = arena.add_action_word(
        "league",
        help="rate many bots in a league",
        description="Let every bot play every other on the same deals, and rate them all. The "
        "results are Parquet tables in FOLDER. The same command goes on after a stop; with more "
        "bots or deals it plays only what is new.",
    )
    parser.examples = (
        ("oddtrick arena league table novice casual club --deals 200", "three bots"),
        ("oddtrick arena league table expert --deals 200", "one more in the same league"),
    )
    parser.add_argument("folder", type=path, metavar="FOLDER", help="the folder of the league")
    parser.add_argument(
        "bots",
        nargs="*",
        metavar="BOT",
        help="bots to enter, as for `oddtrick arena`; those of the folder stay",
    )
    parser.add_argument("--game", help="set the game (default whist, or that of the folder)")
    parser.add_argument(
        "--deals",
        type=deals,
        default=1000,
        metavar="N",
        help="set the number of deals of each pair (default 1000)",
    )
    parser.add_argument("--seed", type=seed, help="set the random seed (default 0)")
    parser.add_argument(
        "--unit", choices=UNITS, help="set the unit of the ratings, as for `oddtrick arena`"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object per bot")
    running = parser.add_group("how it is played")
    add_executor_flags(running)
    add_program_flags(running)
    options = parser.add_group("options of the games, as for `oddtrick play`")
    parser.when_parsed(lambda words: add_game_options(options, words))
    parser.set_defaults(run=run, limit=None)


def run(args: argparse.Namespace) -> int:
    """Plays what is missing, writes the tables and prints the ratings."""
    if not args.json and find_spec("rich") is None:
        raise OddtrickError(f"the report needs rich: run {install_command('arena')}, or use --json")
    from oddtrick.arena.executors import open_pool
    from oddtrick.arena.league import enter, play_league, read_league
    from oddtrick.arena.league_tables import make_leaderboard, write_tables
    from oddtrick.arena.parquet import require_pyarrow
    from oddtrick.cli.arena_report import print_leaderboard, rating_json

    require_pyarrow()
    found = read_league(args.folder)
    with checking_arguments():
        rules, terms, entrants = _wanted(args, found)
    league = enter(args.folder, terms, rules, entrants)
    sides = len(rules.sides)
    with (
        open_pool(args.executor, args.workers) as pool,
        _progress(league, args.deals, sides) as on_deals,
    ):
        contests = play_league(
            args.folder,
            league,
            rules,
            deals=args.deals,
            pool=pool,
            chunk_size=args.chunk,
            on_deals=on_deals,
        )
    board = make_leaderboard(league, sides, contests)
    write_tables(args.folder, league, sides, contests, board)
    if args.json:
        for rating in board.ratings:
            print(rating_json(board, rating))
    else:
        print_leaderboard(board, rules, league.terms.seed)
    return 0


def _wanted(args: argparse.Namespace, found: League | None) -> tuple[Rules, Terms, list[Entrant]]:
    """Returns the game, terms and entrants: what is not given is as in the folder."""
    from oddtrick.arena.league import terms_of
    from oddtrick.arena.players import check_entrant, find_entrant
    from oddtrick.arena.view_decoder import decode_rules

    stored = found if not names_game(args) else None
    rules = decode_rules(stored.terms.rules) if stored else read_rules(args)
    was = found.terms if found else None
    limit = args.limit if args.limit is not None else was.limit if was else LIMIT
    chosen = args.seed if args.seed is not None else was.seed if was else 0
    terms = terms_of(rules, seed=chosen, unit=args.unit or (was.unit if was else None), limit=limit)
    programs = read_programs(args.bot)
    entrants = [find_entrant(text, programs) for text in args.bots]
    for entrant in entrants:
        check_entrant(entrant, rules)
    return rules, terms, entrants


@contextmanager
def _progress(
    league: League, deals: int, sides: int
) -> Iterator[Callable[[tuple[int, int], Sequence[DealResult]], None]]:
    """Shows the number of deals played so far on standard error, if that is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty() or find_spec("rich") is None:
        yield lambda *_: None
        return
    from oddtrick.cli.arena_report import progress_bar, short

    count = len(league.participants)
    contests = count * (count - 1) // (2 if sides == 2 else 1)
    bar, task = progress_bar(contests * deals)
    with bar:

        def advance(contest: tuple[int, int], more: Sequence[DealResult]) -> None:
            pair = " – ".join(short(league.participants[bot].name) for bot in contest)
            bar.update(task, advance=len(more), description=pair)

        yield advance
