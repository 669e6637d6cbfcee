"""``oddtrick drive late``, ``leave``, ``replace``, ``undo`` and ``close``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.cli.drive_storage import add_signature, read_drive, save_drive, sign
from oddtrick.cli.file_errors import path
from oddtrick.cli.usage import whole_number
from oddtrick.drive.attendance import add_entries, leave_drive
from oddtrick.drive.drive import close_drive, replace_player, undo_round
from oddtrick.drive.players import Entry
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    import argparse

    from oddtrick.cli.parser import Parser
    from oddtrick.drive.players import Group

EXAMPLES = {
    "late": ('oddtrick drive late hall.drive "Lucy Late"', "seated when the next round begins"),
    "leave": ('oddtrick drive leave hall.drive 17 --why "went home"', "card 17 stops playing"),
    "replace": (
        'oddtrick drive replace hall.drive 17 "Zoe Roe" --why "took over at half-time"',
        "card 17 is played on by somebody else",
    ),
    "undo": ('oddtrick drive undo hall.drive --why "begun too early"', "the round before is open"),
    "close": ("oddtrick drive close hall.drive", "no result can be corrected any more"),
}


def _add_file(parser: Parser) -> None:
    parser.add_argument("file", type=path, metavar="DRIVE", help="the file of the drive")


def _add_card(parser: Parser) -> None:
    _add_file(parser)
    parser.add_argument(
        "card", type=whole_number(1), metavar="CARD", help="the number on the player's card"
    )


def _add_late(parser: Parser) -> None:
    _add_file(parser)
    parser.add_argument("name", metavar="NAME", help="the name")
    parser.add_argument("--group", metavar="LABEL", help="the group asked for; default: any")


def _add_leave(parser: Parser) -> None:
    _add_card(parser)
    add_signature(parser)


def _add_replace(parser: Parser) -> None:
    _add_card(parser)
    parser.add_argument("name", metavar="NAME", help="the one who takes over the card")
    parser.add_argument("--bot", action="store_true", help="a bot takes it over")
    add_signature(parser)


def _add_undo(parser: Parser) -> None:
    _add_file(parser)
    add_signature(parser)


def _late(args: argparse.Namespace) -> int:
    drive = read_drive(args.file)
    group = None if args.group is None else _group(args.group, drive.plan.groups)
    drive = add_entries(drive, [Entry(args.name, group)])
    save_drive(args.file, drive)
    print(f"{drive.entries[-1].name} is seated with the next round, if there is a seat.")
    return 0


def _group(text: str, labels: tuple[str, str]) -> Group:
    said = text.casefold()
    if said in ("a", labels[0].casefold()):
        return "A"
    if said in ("b", labels[1].casefold()):
        return "B"
    raise OddtrickError(f"{text!r} is no group: write {labels[0]} or {labels[1]}")


def _leave(args: argparse.Namespace) -> int:
    drive = leave_drive(read_drive(args.file), args.card - 1, sign(args))
    save_drive(args.file, drive)
    player = drive.players[args.card - 1]
    print(f"{player.name} leaves before round {player.left}.")
    return 0


def _replace(args: argparse.Namespace) -> int:
    before = read_drive(args.file)
    drive = replace_player(before, args.card - 1, args.name, sign(args), bot=args.bot)
    save_drive(args.file, drive)
    change = drive.log[-1]
    print(f"Card {args.card}: {change.after} plays for {change.before}.")
    return 0


def _undo(args: argparse.Namespace) -> int:
    drive = undo_round(read_drive(args.file), sign(args))
    save_drive(args.file, drive)
    change = drive.log[-1]
    print(f"Round {change.round} is undone, with {change.before}.")
    return 0


def _close(args: argparse.Namespace) -> int:
    save_drive(args.file, close_drive(read_drive(args.file)))
    print("The results are final.")
    return 0


ACTIONS = (
    ("late", _add_late, _late, "enter somebody who comes late, for the next round"),
    ("leave", _add_leave, _leave, "let a player leave; the score stands"),
    ("replace", _add_replace, _replace, "give a player's card to somebody else"),
    ("undo", _add_undo, _undo, "take back the last round with its results"),
    ("close", _add_file, _close, "make the results final"),
)
"""The name, arguments, function and summary of each action."""
