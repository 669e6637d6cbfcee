"""``oddtrick drive late``, ``leave``, ``replace``, ``undo`` and ``close``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.cli.drive_storage import (
    add_signature,
    read_drive,
    save_drive,
    sign_now,
    signature_of,
)
from oddtrick.cli.file_errors import path
from oddtrick.cli.usage_errors import whole_number
from oddtrick.drive.attendance import add_entries, leave_drive
from oddtrick.drive.drive import close_drive, replace_player, undo_round
from oddtrick.drive.entry_list import waiting_entries
from oddtrick.drive.late_seats import check_unshared, share_seat, take_card, unseated_entries
from oddtrick.drive.players import Entry
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    import argparse

    from oddtrick.cli.parser import Parser
    from oddtrick.drive.drive import Drive
    from oddtrick.drive.entry_list import ListedEntry
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
    seat = parser.add_mutually_exclusive_group()
    for option, about in (
        ("--take", "take over this card, of a bot or of somebody who has left"),
        ("--share", "play this card in turn with its player"),
    ):
        seat.add_argument(option, type=whole_number(1), metavar="CARD", help=about)


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
    entry = _waiting_entry(drive, args.name)
    card = args.take or args.share
    if entry is None or card is None:
        drive = add_entries(drive, [Entry(args.name, group)])
        entry = drive.entries[-1]
    if card is not None:
        if args.share:
            check_unshared(drive, card - 1)
        give = take_card if args.take else share_seat
        drive = give(drive, entry.id, card - 1, sign_now("came late"))
    save_drive(args.file, drive)
    if card is not None:
        print(f"Card {card}: {drive.players[card - 1].name}.")
    elif entry.id in unseated_entries(drive):
        print(
            f"{entry.name} waits: seats are fixed in a {drive.plan.movement} drive, and no bot has "
            "one. Repeat the command with --take or --share and the number of a card."
        )
    else:
        print(f"{entry.name} is seated with the next round.")
    return 0


def _waiting_entry(drive: Drive, name: str) -> ListedEntry | None:
    waiting = waiting_entries(drive.entries, check_in=False)
    return next((entry for entry in waiting if entry.name == name), None)


def _group(text: str, labels: tuple[str, str]) -> Group:
    said = text.casefold()
    if said in ("a", labels[0].casefold()):
        return "A"
    if said in ("b", labels[1].casefold()):
        return "B"
    raise OddtrickError(f"{text!r} is not a group: write {labels[0]} or {labels[1]}")


def _leave(args: argparse.Namespace) -> int:
    drive = leave_drive(read_drive(args.file), args.card - 1, signature_of(args))
    save_drive(args.file, drive)
    player = drive.players[args.card - 1]
    print(f"{player.name} leaves before round {player.left}.")
    return 0


def _replace(args: argparse.Namespace) -> int:
    before = read_drive(args.file)
    drive = replace_player(before, args.card - 1, args.name, signature_of(args), bot=args.bot)
    save_drive(args.file, drive)
    change = drive.log[-1]
    print(f"Card {args.card}: {change.after} plays for {change.before}.")
    return 0


def _undo(args: argparse.Namespace) -> int:
    drive = undo_round(read_drive(args.file), signature_of(args))
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
