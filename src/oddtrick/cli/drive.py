"""``oddtrick drive``: whist drives, from the entries to the prizes."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
from pathlib import Path
from typing import get_args

from msgspec.structs import replace

from oddtrick.cli import drive_boards, drive_changes, drive_couples, drive_print, drive_serve
from oddtrick.cli.drive_couples import add_two_names, settle_two_names
from oddtrick.cli.drive_storage import (
    add_file,
    add_signature,
    change_drive,
    check_absent,
    create_file,
    read_drive,
    read_list,
    signature_of,
)
from oddtrick.cli.errors import (
    UsageError,
    checking_arguments,
    file_name,
    located,
    path,
    report_file_errors,
    seed,
    whole_number,
)
from oddtrick.cli.output import align_columns, one_line
from oddtrick.cli.parser import Parser, Verbs
from oddtrick.drive.bounds import MAX_ENTRIES
from oddtrick.drive.couples import couples_of
from oddtrick.drive.drive import (
    Drive,
    begin_round,
    check_numbered,
    correct_result,
    create_drive,
    enter_result,
)
from oddtrick.drive.entry_list import find_labels, list_players, read_entries
from oddtrick.drive.movements import seat_first_round
from oddtrick.drive.movements.balanced import Balance, balance_of, seat_balanced
from oddtrick.drive.next_crossing import next_crossing
from oddtrick.drive.numbering import number_players
from oddtrick.drive.plan import (
    USUAL_LABELS,
    DrivePlan,
    FirstSeats,
    MovementName,
    ScoringName,
    SpareSeats,
    read_trump_order,
)
from oddtrick.drive.players import GROUPS, Group, Player, bot_entries
from oddtrick.drive.prizes import prizes_of, tie_text
from oddtrick.drive.result_export import csv_standings, result_json
from oddtrick.drive.rounds import Round, check_tricks, result_text
from oddtrick.drive.seating import Pair
from oddtrick.drive.simulation import simulate_drive
from oddtrick.drive.standings import Standing, score_text, standings_of, team_names
from oddtrick.errors import OddtrickError
from oddtrick.plurals import count_noun

_EXAMPLES = {
    "new": ("oddtrick drive new hall.drive entries.csv", "a progressive drive of 24 deals"),
    "next": ("oddtrick drive next hall.drive", "seat the next round"),
    "correct": (
        'oddtrick drive correct hall.drive 2 3 5 8 --why "sides exchanged"',
        "round 2, table 3",
    ),
    "standings": ("oddtrick drive standings hall.drive", "the scores and, at the end, the prizes"),
    "run": ("oddtrick drive run --players 40 --deals 24 --seed 1", "a drive played by bots"),
    "balance": (
        "oddtrick drive balance --movement balanced --players 16",
        "who meets whom, and how often",
    ),
    **drive_changes.EXAMPLES,
    **drive_couples.EXAMPLES,
    **drive_boards.EXAMPLES,
}

_MORE_EXAMPLES = {
    "enter": (
        ("oddtrick drive enter hall.drive 3 8 5, 4 6 7", "table 3: North-South 8, East-West 5"),
        ("oddtrick drive enter hall.drive -", "a line for each, as they come"),
    ),
    "print": drive_print.EXAMPLES,
    "prizes": drive_changes.PRIZE_EXAMPLES,
    "serve": drive_serve.EXAMPLES,
}
"""The examples of the actions that have several."""

_SEEDS = 2**53
"""The number of seeds to draw from: those that JavaScript reads exactly."""


def add_parser(verbs: Verbs) -> None:
    """Adds the ``drive`` command and its actions."""
    parser = verbs.add_parser(
        "drive",
        help="run a whist drive",
        description="Run a whist drive for a hall: enter players, seat each round, enter results "
        "and award the prizes; or let bots play one to try a movement.",
    )
    parser.examples = (_EXAMPLES["new"], _EXAMPLES["run"])
    parser.when_parsed(lambda _: _add_actions(parser))


def _add_actions(parser: Parser) -> None:
    actions = parser.add_verbs("actions", "ACTION")
    for name, add, act, summary in (
        ("new", _add_new, _new, "create a drive from a list of entries"),
        ("next", add_file, _next, "seat the next round and print where everybody sits"),
        ("enter", _add_enter, _enter, "enter results of tables in the round under way"),
        ("correct", _add_correct, _correct, "correct a result; seats already taken stay"),
        ("standings", _add_standings, _standings, "print the standings, and the prizes if over"),
        drive_print.ACTION,
        *drive_changes.ACTIONS,
        *drive_couples.ACTIONS,
        drive_serve.ACTION,
        ("run", _add_run, _run, "simulate a whole drive with bots"),
        ("balance", _add_balance, _balance, "print who meets whom in a movement, and how often"),
        *drive_boards.ACTIONS,
    ):
        action = actions.add_parser(
            name, help=summary, description=summary[0].upper() + summary[1:] + "."
        )
        more = _MORE_EXAMPLES.get(name)
        action.examples = (_EXAMPLES[name],) if more is None else more
        add(action)
        action.set_defaults(run=act)


def _add_new(parser: Parser) -> None:
    add_file(parser)
    parser.add_argument(
        "entries",
        type=file_name,
        metavar="ENTRIES",
        help="a name on each line, or CSV with a group, a partner or a team; - reads standard "
        "input",
    )
    add_two_names(parser)
    # With cards in a hall nobody can play a bot's hand.
    _add_plan(parser, default_seed=None, spare="sit-out", seats="draw")
    parser.add_argument(
        "--groups",
        nargs=2,
        metavar="LABEL",
        help="the labels of the groups; default: the two that the list names, else A and B",
    )
    parser.add_argument(
        "--boards", type=path, metavar="BOARDS", help="the boards of an event in several halls"
    )


def _add_enter(parser: Parser) -> None:
    add_file(parser)
    parser.add_argument(
        "results",
        nargs="+",
        metavar="RESULT",
        help=f"{_RESULT}; commas between several; - reads a line for each from standard input",
    )


_RESULT = "a table, the tricks of North-South and those of East-West"


def _add_correct(parser: Parser) -> None:
    add_file(parser)
    parser.add_argument("round", type=whole_number(1), metavar="ROUND")
    parser.add_argument("table", type=whole_number(1), metavar="TABLE")
    for name, side in (("north_south", "North-South"), ("east_west", "East-West")):
        parser.add_argument(name, type=whole_number(0), metavar=side, help=f"tricks of {side}")
    add_signature(parser, default="a slip")


def _add_standings(parser: Parser) -> None:
    add_file(parser)
    form = parser.add_alternatives()
    form.add_argument("--json", action="store_true", help="print the result of the drive as JSON")
    form.add_argument("--csv", action="store_true", help="print them round by round as CSV")


def _add_run(parser: Parser) -> None:
    _add_plan(parser)
    _add_players(parser)
    parser.add_argument(
        "--bots",
        metavar="LEVELS",
        help="levels of the bots, separated by commas; default: club, or casual,club if duplicate",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def _add_balance(parser: Parser) -> None:
    _add_plan(parser)
    _add_players(parser)


def _add_players(parser: Parser) -> None:
    parser.add_argument(
        "--players", type=whole_number(4, MAX_ENTRIES), default=40, metavar="N", help="default: 40"
    )


def _add_plan(
    parser: Parser,
    *,
    default_seed: int | None = 0,
    spare: SpareSeats = "bots",
    seats: FirstSeats = "list",
) -> None:
    parser.add_argument(
        "--movement",
        choices=get_args(MovementName),
        default="progressive",
        metavar="NAME",
        help=f"who moves where: {', '.join(get_args(MovementName))}; default: progressive",
    )
    parser.add_argument(
        "--deals",
        type=whole_number(1, drive_boards.MAX_DEALS),
        metavar="N",
        help="the number of rounds; default: 24",
    )
    parser.add_argument(
        "--scoring",
        choices=get_args(ScoringName),
        default="odd",
        help="the score for a deal: odd tricks, all tricks, or 1 for a win; default: odd",
    )
    parser.add_argument(
        "--trumps",
        default="HDSC",
        metavar="SUITS",
        help="the trumps of the rounds in turn, N for no trumps, or cut: a cut decides each; "
        "default: HDSC",
    )
    parser.add_argument(
        "--spare",
        choices=get_args(SpareSeats),
        default=spare,
        help=f"bots fill empty seats, or players sit out in turn; default: {spare}",
    )
    parser.add_argument(
        "--seats",
        choices=get_args(FirstSeats),
        default=seats,
        help="the first seats are drawn from the seed, or follow the list of entries; "
        f"default: {seats}",
    )
    parser.add_argument(
        "--seed",
        type=seed,
        default=default_seed,
        metavar="S",
        help="for the draw of seats, cuts and bots; default: "
        f"{'drawn' if default_seed is None else default_seed}",
    )


def _plan(args: argparse.Namespace, groups: tuple[str, str] = USUAL_LABELS) -> DrivePlan:
    with checking_arguments():
        return DrivePlan(
            movement=args.movement,
            rounds=args.deals or 24,
            scoring=args.scoring,
            trumps=read_trump_order(args.trumps),
            spare=args.spare,
            seats=args.seats,
            groups=groups,
            seed=secrets.randbelow(_SEEDS) if args.seed is None else args.seed,
        )


def _new(args: argparse.Namespace) -> int:
    check_absent(args.file)
    with report_file_errors(args.entries):
        text = sys.stdin.read() if args.entries == "-" else read_list(args.entries)
    with located(args.entries):
        first, second = args.groups or find_labels(text) or USUAL_LABELS
        plan = _plan(args, (first, second))
        entries = settle_two_names(read_entries(text, plan.groups), args.two_names)
        drive = create_drive(plan, entries)
    if args.boards is not None:
        drive = drive_boards.with_boards(drive, args.boards)
    create_file(args.file, drive)
    print(_size_line(drive))
    _print(crossing_lines(drive))
    print(f"Seat the first round with: oddtrick drive next {args.file}")
    return 0


def _size_line(drive: Drive) -> str:
    """The numbers of players and deals, and what becomes of players who fill no table."""
    fills = sum(player.fills_seat for player in drive.players)
    out = len(seat_first_round(drive.plan, drive.players).sitting_out)
    parts = [count_noun(len(drive.players) - fills, "player")]
    teams = len({player.team for player in drive.players if player.team})
    for count, what in ((len(couples_of(drive.players)), "couple"), (teams, "team")):
        if count:
            parts.append(count_noun(count, what))
    if fills:
        parts.append(f"{count_noun(fills, 'empty seat')} for {'a bot' if fills == 1 else 'bots'}")
    if out:
        parts.append(f"{out} sitting out each round")
    return f"{', '.join(parts)}, {count_noun(drive.plan.rounds, 'deal')}."


def _next(args: argparse.Namespace) -> int:
    drive = change_drive(args.file, begin_round)
    _print(round_lines(drive, drive.rounds[-1]))
    return 0


def _enter(args: argparse.Namespace) -> int:
    if args.results != ["-"]:
        _enter_results(args.file, " ".join(args.results))
        return 0
    status = 0
    for line in sys.stdin:
        if not line.strip():
            continue
        try:
            _enter_results(args.file, line)
        except OddtrickError as error:  # a slip of the key: the next line may come
            print(f"oddtrick: {error}", file=sys.stderr, flush=True)
            status = 1
    return status


def _enter_results(file: Path, text: str) -> None:
    """Enters results, all or none of them, and says which are still missing."""
    results = [_read_result(part) for part in text.strip().rstrip(",").split(",")]

    def enter(drive: Drive) -> Drive:
        for table, *tricks in results:
            with located(f"table {table}"):
                check_tricks(tricks)
            drive = enter_result(drive, table, tricks)
        return drive

    drive = change_drive(file, enter)
    missing = drive.rounds[-1].missing
    if missing:
        print(f"Still missing: table {', '.join(map(str, missing))}.", flush=True)
    elif drive.over:
        print(f"All results are in. See: oddtrick drive standings {file}", flush=True)
    else:
        print(f"The round is complete. Seat the next with: oddtrick drive next {file}", flush=True)


def _read_result(text: str) -> list[int]:
    numbers = text.split()
    if len(numbers) != 3 or not all(number.isdecimal() for number in numbers):
        raise UsageError(f"{text.strip()[:40]!r} is not a result: give {_RESULT}, as in 3 8 5")
    return [int(number) for number in numbers]


def _correct(args: argparse.Namespace) -> int:
    tricks = (args.north_south, args.east_west)
    signed = signature_of(args)

    def correct(drive: Drive) -> Drive:
        if args.why is None and args.round < len(drive.rounds):
            raise UsageError(f"round {args.round} is over: say why it is corrected, with --why")
        return correct_result(drive, args.round, args.table, tricks, signed)

    drive = change_drive(args.file, correct)
    change = drive.log[-1]
    print(f"Round {args.round}, table {args.table}: {change.before} is now {change.after}.")
    return 0


def _standings(args: argparse.Namespace) -> int:
    drive = read_drive(args.file)
    if args.json:
        print(json.dumps(result_json(drive)))
        return 0
    if args.csv:
        print(csv_standings(drive), end="")
        return 0
    check_numbered(drive)
    _print(standing_lines(drive))
    _print(prize_lines(drive))
    return 0


def _run(args: argparse.Namespace) -> int:
    plan = _plan(args)
    usual = ("casual", "club") if plan.movement == "duplicate" else ("club",)
    levels = tuple(args.bots.split(",")) if args.bots else usual
    with checking_arguments():
        create_drive(plan, bot_entries(args.players))
    drive = _simulate(plan, args.players, levels)
    if args.json:
        print(json.dumps(result_json(drive)))
        return 0
    _print(standing_lines(drive))
    _print(prize_lines(drive))
    return 0


def _simulate(plan: DrivePlan, players: int, levels: tuple[str, ...]) -> Drive:
    # Starting processes takes as long as some fifty deals.
    large = players // 4 * plan.rounds > 200
    processes = (os.cpu_count() or 1) if large else 1
    return simulate_drive(plan, players, levels=levels, processes=processes, after_round=_progress)


def _progress(drive: Drive) -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        end = "\n" if drive.over else ""
        print(f"\rround {len(drive.rounds)} of {drive.plan.rounds}", end=end, file=sys.stderr)


def _balance(args: argparse.Namespace) -> int:
    plan = _plan(args)
    with checking_arguments():
        players = [player.id for player in number_players(plan, bot_entries(args.players))]
        if plan.movement == "balanced":
            cycle = len(players) - (len(players) % 4 == 0)
            rounds = range(1, (args.deals or cycle) + 1)
            seatings = [seat_balanced(players, number) for number in rounds]
        else:
            seat_first_round(plan, number_players(plan, bot_entries(args.players)))
            drive = _simulate(plan, args.players, ("club",))
            seatings = [each.seating for each in drive.rounds]
    _print(balance_lines(balance_of(players, seatings), len(seatings)))
    return 0


def _print(lines: list[str]) -> None:
    for line in lines:
        print(one_line(line))


_UNPLAYED: dict[object, str] = {
    "average": "not played, average",
    "nothing": "not played, no score",
    "later": "not played, result later",
}


def round_lines(drive: Drive, played: Round) -> list[str]:
    """Returns a round's tables: who sits where, with the results that are in."""
    trump = "no trumps" if played.trump is None else f"{played.trump} are trumps"
    lines = [f"Round {played.number} of {drive.plan.rounds}: {trump}"]
    for table in played.seating.tables:
        sides = [_pair(drive, pair) for pair in table.pairs]
        result = played.result_of(table.number)
        tricks = f"  {_UNPLAYED.get(result) or result_text(result)}" if result else ""
        lines.append(f"table {table.number:>3}  {sides[0]}  against  {sides[1]}{tricks}")
    if played.seating.sitting_out:
        names = ", ".join(drive.players[player].name for player in played.seating.sitting_out)
        lines.append(f"sitting out: {names}")
    return lines


def _pair(drive: Drive, pair: Pair) -> str:
    named = zip(pair, GROUPS, strict=True)
    return " and ".join(_seated(drive, drive.players[player], seat) for player, seat in named)


def _seated(drive: Drive, player: Player, seat: Group) -> str:
    """The name of a player, with the group in whose seat they play if it is not their own."""
    if player.group in (None, seat):
        return player.name
    return f"{player.name} (as {drive.plan.groups[GROUPS.index(seat)]})"


def crossing_lines(drive: Drive) -> list[str]:
    """Returns who plays in the other group's seats in the first round, and how to choose others."""
    listed = list_players(drive.players)
    found = next_crossing(replace(drive, entries=listed))
    if found is None:
        return []
    own = GROUPS.index(found.group)
    labels = drive.plan.groups
    names = ", ".join(entry.name for entry in listed if entry.id in found.entries)
    count = len(found.entries)
    text = (
        f"{count} of group {labels[own]} {'plays' if count == 1 else 'play'} in the seats of "
        f"{labels[1 - own]}: {names}."
    )
    return [text, "Choose others with: oddtrick drive cross"]


def standing_lines(drive: Drive) -> list[str]:
    """Returns the standings as a table, best first."""
    standings = standings_of(drive)
    further, teams = _further_columns(standings), team_names(drive)
    rows = [["place", "player", "group", "total", "won", *(title for title, _ in further)]]
    for score in standings:
        player = drive.players[score.player]
        group = "AB".index(player.group) if player.group else None
        label = "" if group is None else drive.plan.groups[group]
        further_figures = (
            teams.get(getattr(score, name)) if name == "team" else getattr(score, name)
            for _, name in further
        )
        figures = (score_text(score.total), score.won, *further_figures)
        rows.append([str(score.place), player.name, label, *map(str, figures)])
    return list(align_columns(rows, "><<>"))


def _further_columns(standings: tuple[Standing, ...]) -> list[tuple[str, str]]:
    columns = [
        ("match points", "match_points"),
        ("above average", "above_average"),
        ("team", "team"),
        ("flags", "flags"),
    ]
    return [column for column in columns if getattr(standings[0], column[1]) is not None]


def prize_lines(drive: Drive) -> list[str]:
    """Returns the prizes with the ties that were settled; nothing before the last result."""
    if not drive.over:
        return []
    lines = ["", "Prizes"]
    for prize in prizes_of(drive):
        line = f"{prize.prize}: {drive.players[prize.player].name}"
        if prize.tie_break is not None:
            line += f" ({tie_text(drive, prize.tie_break)})"
        lines.append(line)
    return lines


def balance_lines(balance: Balance, rounds: int) -> list[str]:
    """Returns the proof of a movement: the counts, then who meets whom as partner/opponent."""
    lines = [f"{count_noun(len(balance.players), 'player')}, {count_noun(rounds, 'round')}"]
    for title, counts in (
        ("partners", balance.partner_counts),
        ("opponents", balance.opponent_counts),
    ):
        parts = ", ".join(
            f"{count_noun(pairs, 'pair')} {_times(times)}" for times, pairs in counts.items()
        )
        lines.append(f"{title}: {parts}")
    least, most = min(balance.sat_out), max(balance.sat_out)
    if most:
        lines.append(f"rounds sat out: {least}" + (f" to {most}" if most > least else ""))
    lines += ["", "partner/opponent, by card"]
    lines.append("     " + "".join(f"{player + 1:>6}" for player in balance.players))
    for at, player in enumerate(balance.players):
        cells = [
            "-" if at == other else f"{balance.partners[at][other]}/{balance.opponents[at][other]}"
            for other in range(len(balance.players))
        ]
        lines.append(f"{player + 1:>5}" + "".join(f"{cell:>6}" for cell in cells))
    return lines


def _times(number: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")
