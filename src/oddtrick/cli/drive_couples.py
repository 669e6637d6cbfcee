"""Couples and teams: ``oddtrick drive couple`` and ``team``, and lines with two names."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import get_args

from msgspec.structs import replace

from oddtrick.cli.drive_storage import add_file, change_drive
from oddtrick.cli.errors import whole_number
from oddtrick.cli.output import one_line
from oddtrick.cli.parser import Parser
from oddtrick.drive.attendance import change_entry
from oddtrick.drive.couples import TwoNames, split_two_names, two_names
from oddtrick.drive.drive import Drive, find_player
from oddtrick.drive.entry_list import ListedEntry, list_all
from oddtrick.drive.players import Entry
from oddtrick.errors import OddtrickError

EXAMPLES = {
    "couple": ("oddtrick drive couple hall.drive 3 8", "these two sit together from now on"),
    "team": ("oddtrick drive team hall.drive Red 1 2 9 10", "these four are a team"),
}


def add_two_names(parser: Parser) -> None:
    """Adds the option that says what two names on one line mean."""
    parser.add_argument(
        "--two-names",
        choices=get_args(TwoNames),
        help="what 'Ann & Bob' on a line means: they share a seat, or are a couple; "
        "default: asked, if there is such a line",
    )


def settle_two_names(entries: Sequence[Entry], answer: TwoNames | None) -> list[Entry]:
    """Returns the entries, with two for each line of two names that means a couple.

    Args:
        entries: the entries as they were read.
        answer: what such a line means; None: ask, once for all.

    Raises:
        OddtrickError: nobody can be asked, or the answer is neither.
    """
    names = two_names(entries)
    if not names:
        return list(entries)
    answer = answer or _ask(names)
    return split_two_names(entries) if answer == "couple" else list(entries)


def _ask(names: Sequence[str]) -> TwoNames:
    lines = "1 line names" if len(names) == 1 else f"{len(names)} lines name"
    about = f"{lines} two people, such as {names[0]!r}"
    if not sys.stdin.isatty():
        raise OddtrickError(
            f"{about}: give --two-names share if they share a seat, or --two-names couple if each "
            "plays"
        )
    said = input(f"{one_line(about)}. Do they share a seat, or does each play? [share/couple] ")
    for answer in get_args(TwoNames):
        if said.strip() and answer.startswith(said.strip().casefold()):
            return answer  # type: ignore[no-any-return]  # one of its values
    raise OddtrickError(f"{said[:40]!r} is no answer: write share or couple")


def _add_couple(parser: Parser) -> None:
    add_file(parser)
    for name, about in (
        ("card", "the number on the player's card"),
        ("partner", "the number on the partner's card; none: the player comes with nobody"),
    ):
        optional = {"nargs": "?"} if name == "partner" else {}
        parser.add_argument(
            name, type=whole_number(1), metavar=name.upper(), help=about, **optional
        )


def _couple(args: argparse.Namespace) -> int:
    def join(drive: Drive) -> Drive:
        drive, entry = _entry_of(drive, args.card)
        if args.partner is None:
            return change_entry(drive, replace(entry, partner=None))
        drive, other = _entry_of(drive, args.partner)
        return change_entry(drive, replace(entry, partner=other.id))

    players = change_drive(args.file, join).players
    name = players[args.card - 1].name
    if args.partner is None:
        print(one_line(f"{name} comes with nobody."))
    else:
        print(one_line(f"{name} and {players[args.partner - 1].name} are a couple."))
    return 0


def _add_team(parser: Parser) -> None:
    add_file(parser)
    parser.add_argument("team", metavar="TEAM", help="the name of the team; - for none")
    parser.add_argument(
        "cards", nargs="+", type=whole_number(1), metavar="CARD", help="the numbers on their cards"
    )


def _team(args: argparse.Namespace) -> int:
    team = "" if args.team == "-" else args.team

    def join(drive: Drive) -> Drive:
        for card in args.cards:
            drive, entry = _entry_of(drive, card)
            drive = change_entry(drive, replace(entry, team=team))
        return drive

    drive = change_drive(args.file, join)
    names = ", ".join(drive.players[card - 1].name for card in args.cards)
    print(one_line(f"Team {team}: {names}." if team else f"In no team: {names}."))
    return 0


def _entry_of(drive: Drive, card: int) -> tuple[Drive, ListedEntry]:
    """Returns the drive with everybody on its list, and the entry of a card."""
    player = find_player(drive, card - 1)
    if player.bot:
        raise OddtrickError(f"card {card} is that of a bot, which comes with nobody")
    drive = replace(drive, entries=list_all(drive.entries, drive.players))
    return drive, next(entry for entry in drive.entries if entry.player == player.id)


ACTIONS = (
    ("couple", _add_couple, _couple, "note that two came together, or that one came alone"),
    ("team", _add_team, _team, "note who came as a team"),
)
"""The name, arguments, function and summary of each action."""
