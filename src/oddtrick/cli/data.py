"""``oddtrick data``: data sets of solved deals and played matches."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from oddtrick.cli.arena_flags import EXECUTORS
from oddtrick.cli.errors import FAILED, MOST_DEALS, OK, checking_arguments, path, seed, whole_number
from oddtrick.cli.output import one_line
from oddtrick.plurals import count_noun

if TYPE_CHECKING:
    import argparse

    from oddtrick.cli.parser import Parser, Verbs
    from oddtrick.datasets.plan import Shard


def add_parser(verbs: Verbs) -> None:
    """Adds the ``data`` command and its actions."""
    parser = verbs.add_parser(
        "data",
        help="make data sets of deals",
        description="Make data sets of solved deals and played matches as Parquet, the same bytes "
        "for the same seed, with a card and metadata; or check one.",
    )
    generate = ("oddtrick data generate deals --game whist --solved 1000", "solve 1000 deals")
    check = ("oddtrick data check deals", "verify it")
    parser.examples = (generate, check)
    actions = parser.add_verbs("actions", "ACTION")
    for name, add, act, summary, example in (
        ("generate", _add_generate, _generate, "generate a data set, or go on with one", generate),
        ("check", _add_check, _check, "verify hashes, columns and a sample of values", check),
    ):
        action = actions.add_parser(
            name, help=summary, description=summary[0].upper() + summary[1:] + "."
        )
        action.examples = (example,)
        action.add_argument("folder", type=path, metavar="FOLDER", help="the folder of the data")
        add(action)
        action.set_defaults(run=act)


def _add_generate(parser: Parser) -> None:
    count = whole_number(0, MOST_DEALS)
    parser.add_argument(
        "--game",
        action="append",
        default=[],
        metavar="NAME[:OPTION=VALUE,...]",
        help="a game, as in scotch-whist:players=4; may be repeated; default: every game",
    )
    parser.add_argument(
        "--solved",
        type=count,
        default=0,
        metavar="N",
        help="deals to solve of each game",
    )
    parser.add_argument(
        "--played",
        type=count,
        default=0,
        metavar="N",
        help="matches to play of each",
    )
    parser.add_argument(
        "--bots", default="club", metavar="LEVELS", help="the bots that play; default: club"
    )
    parser.add_argument("--seed", type=seed, default=0, help="set the random seed (default 0)")
    parser.add_argument(
        "--shard",
        type=whole_number(1),
        default=500,
        metavar="N",
        help="deals or matches in a file; default: 500",
    )
    parser.add_argument("--license", metavar="URL", help="default: CC0 1.0, no rights reserved")
    parser.add_argument(
        "--executor", choices=EXECUTORS, default="processes", help="default: processes"
    )
    parser.add_argument(
        "--workers", type=whole_number(1), metavar="N", help="default: one per processor"
    )


def _add_check(parser: Parser) -> None:
    parser.add_argument(
        "--sample",
        type=whole_number(0),
        default=20,
        metavar="N",
        help="values of each game to solve again, and matches to replay; default: 20",
    )
    parser.add_argument("--seed", type=seed, default=0, help="chooses the sample; default: 0")
    parser.add_argument("--json", action="store_true", help="print the faults as one JSON object")


def _generate(args: argparse.Namespace) -> int:
    from oddtrick.arena.executors import open_pool
    from oddtrick.datasets import DatasetPlan, generate_dataset, read_game
    from oddtrick.datasets.dataset_tables import check_bots
    from oddtrick.datasets.plan import LICENSE, shards_of, unsolved
    from oddtrick.games import list_games

    with checking_arguments():
        every = (game.id for game in list_games() if not (args.solved and unsolved(game.rules())))
        games = args.game or list(every)
        plan = DatasetPlan(
            games=tuple(map(read_game, games)),
            seed=args.seed,
            solved=args.solved,
            played=args.played,
            bots=check_bots(args.bots.split(",")),
            shard=args.shard,
            license=args.license or LICENSE,
        )
    total, done = sum(1 for _ in shards_of(plan)), 0

    def show(shard: Shard) -> None:
        nonlocal done
        done += 1
        if sys.stderr is not None and sys.stderr.isatty():
            end = "\n" if done == total else ""
            print(f"\rshard {done} of {total}", end=end, file=sys.stderr, flush=True)

    with open_pool(args.executor, args.workers) as pool:
        files = generate_dataset(args.folder, plan, pool, show)
    rows, size = (sum(facts) for facts in zip(*(f[:0:-1] for f in files.values()), strict=True))
    parts = f"{count_noun(rows, 'row')} in {count_noun(len(files), 'file')}"
    print(f"{parts}, {size / 1e6:.1f} MB. See {args.folder}/README.md")
    return OK


def _check(args: argparse.Namespace) -> int:
    from oddtrick.datasets import check_dataset

    faults = list(check_dataset(args.folder, args.sample, args.seed))
    if args.json:
        print(json.dumps({"folder": str(args.folder), "faults": faults}, ensure_ascii=False))
    else:
        for fault in faults:
            print(one_line(fault))
        if not faults:
            print(f"{args.folder}: matches its data card.")
    return FAILED if faults else OK
