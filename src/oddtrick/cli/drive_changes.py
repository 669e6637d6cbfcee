"""The changes of a drive: ``oddtrick drive late``, ``leave``, ``cross``, ``prizes`` and more."""

from __future__ import annotations

import argparse
from argparse import BooleanOptionalAction
from collections.abc import Sequence
from typing import get_args

from msgspec.structs import replace

from oddtrick.cli.drive_couples import add_two_names, settle_two_names
from oddtrick.cli.drive_storage import (
    add_file,
    add_signature,
    change_drive,
    read_drive,
    sign_now,
    signature_of,
)
from oddtrick.cli.errors import whole_number
from oddtrick.cli.output import one_line
from oddtrick.cli.parser import Parser
from oddtrick.drive.attendance import add_entries, choose_crossing, leave_drive
from oddtrick.drive.drive import (
    Drive,
    check_numbered,
    close_drive,
    find_player,
    mark_unplayed,
    replace_player,
    undo_round,
)
from oddtrick.drive.entry_list import ListedEntry, list_all, waiting_entries
from oddtrick.drive.late_seats import check_unshared, share_seat, take_card, unseated_entries
from oddtrick.drive.players import Entry, Group
from oddtrick.drive.prizes import MOST_PLACES, OwnPrize, change_prizes, offers_of
from oddtrick.drive.rounds import Unplayed
from oddtrick.errors import OddtrickError
from oddtrick.names import same_name

EXAMPLES = {
    "late": ('oddtrick drive late hall.drive "Lucy Late"', "seated when the next round begins"),
    "leave": ('oddtrick drive leave hall.drive 17 --why "went home"', "card 17 stops playing"),
    "replace": (
        'oddtrick drive replace hall.drive 17 "Zoe Roe" --why "took over at half-time"',
        "card 17 is played on by somebody else",
    ),
    "cross": ("oddtrick drive cross hall.drive 71 72 73", "these play in the other group's seats"),
    "unplayed": (
        'oddtrick drive unplayed hall.drive 2 3 --score average --why "taken ill"',
        "round 2 goes on without table 3",
    ),
    "undo": ('oddtrick drive undo hall.drive --why "begun too early"', "the round before is open"),
    "close": ("oddtrick drive close hall.drive", "no result can be corrected any more"),
}


def _add_card(parser: Parser) -> None:
    add_file(parser)
    parser.add_argument(
        "card", type=whole_number(1), metavar="CARD", help="the number on the player's card"
    )


def _add_late(parser: Parser) -> None:
    add_file(parser)
    parser.add_argument("name", metavar="NAME", help="the name")
    parser.add_argument("--group", metavar="LABEL", help="the group asked for; default: any")
    add_two_names(parser)
    parser.add_argument(
        "--partner", type=whole_number(1), metavar="CARD", help="the card of the one they come with"
    )
    seat = parser.add_alternatives()
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


def _add_cross(parser: Parser) -> None:
    add_file(parser)
    parser.add_argument(
        "cards",
        nargs="*",
        type=whole_number(1),
        metavar="CARD",
        help="the numbers on their cards; none: those who were entered last",
    )


def _add_unplayed(parser: Parser) -> None:
    add_file(parser)
    parser.add_argument("round", type=whole_number(1), metavar="ROUND")
    parser.add_argument("table", type=whole_number(1), metavar="TABLE")
    parser.add_argument(
        "--score",
        choices=get_args(Unplayed),
        default="average",
        help="what the four score: half-way between a win and a loss, nothing, or the result, "
        "which is entered later; default: average",
    )
    add_signature(parser)


def _add_undo(parser: Parser) -> None:
    add_file(parser)
    add_signature(parser)


def _late(args: argparse.Namespace) -> int:
    said: list[str] = []
    # Asked before the file is held for the change; who is known by both names shares a seat.
    before = read_drive(args.file)
    known = {one.name for one in before.entries} | {one.name for one in before.players}
    new = [Entry(args.name)]
    if not any(same_name(args.name, name) for name in known):
        new = settle_two_names(new, args.two_names)

    def admit(drive: Drive) -> Drive:
        drive, line = _admit(drive, args, new)
        said.append(line)
        return drive

    change_drive(args.file, admit)
    print(*said)
    return 0


def _admit(drive: Drive, args: argparse.Namespace, new: list[Entry]) -> tuple[Drive, str]:
    """Returns the drive with those who came late, and what is said about it.

    Args:
        drive: the drive.
        args: the arguments.
        new: the entry, or two of a couple.
    """
    entry = _waiting_entry(drive, args.name)
    card = args.take or args.share
    if entry is None or card is None:
        changes = len(drive.log)
        drive = add_entries(*_with_wishes(drive, args, new), sign_now("came back"))
        if len(drive.log) > changes:
            return drive, f"{drive.log[-1].before} is back, with the score so far."
        entry = _waiting_entry(drive, new[0].name)
        assert entry is not None
        if len(new) > 1:
            return drive, f"{entry.name} and {new[1].name} wait for the next round, as a couple."
    if card is not None:
        if args.share:
            check_unshared(drive, card - 1)
        give = take_card if args.take else share_seat
        drive = give(drive, entry.id, card - 1, sign_now("came late"))
        return drive, f"Card {card}: {drive.players[card - 1].name}."
    if entry.id in unseated_entries(drive):
        return drive, (
            f"{entry.name} waits: seats are fixed in a {drive.plan.movement} drive, and no bot has "
            "one. Repeat the command with --take or --share and the number of a card."
        )
    return drive, f"{entry.name} is seated with the next round."


def _with_wishes(
    drive: Drive, args: argparse.Namespace, new: list[Entry]
) -> tuple[Drive, list[Entry]]:
    """Returns the drive and the entries with the group that is asked for and the partner."""
    if args.group is not None and len(new) == 1:
        new = [replace(new[0], group=_group(args.group, drive.plan.groups))]
    if args.partner is not None and len(new) == 1:
        new = [replace(new[0], partner=find_player(drive, args.partner - 1).name)]
        drive = replace(drive, entries=list_all(drive.entries, drive.players))
    return drive, new


def _waiting_entry(drive: Drive, name: str) -> ListedEntry | None:
    waiting = waiting_entries(drive.entries, check_in=False)
    return next((entry for entry in waiting if same_name(entry.name, name)), None)


def _group(text: str, labels: tuple[str, str]) -> Group:
    said = text.casefold()
    if said in ("a", labels[0].casefold()):
        return "A"
    if said in ("b", labels[1].casefold()):
        return "B"
    raise OddtrickError(f"{text!r} is not a group: write {labels[0]} or {labels[1]}")


def _leave(args: argparse.Namespace) -> int:
    signed = signature_of(args)
    drive = change_drive(args.file, lambda drive: leave_drive(drive, args.card - 1, signed))
    player = drive.players[args.card - 1]
    print(f"{player.name} leaves before round {player.left}.")
    return 0


def _replace(args: argparse.Namespace) -> int:
    card, signed = args.card - 1, signature_of(args)
    change = change_drive(
        args.file, lambda drive: replace_player(drive, card, args.name, signed, bot=args.bot)
    ).log[-1]
    print(f"Card {args.card}: {change.after} plays for {change.before}.")
    return 0


def _cross(args: argparse.Namespace) -> int:
    drive = change_drive(args.file, lambda drive: _with_crossing(drive, args.cards))
    names = ", ".join(drive.players[card - 1].name for card in args.cards)
    print(f"Chosen to cross over: {names or 'those who were entered last'}.")
    return 0


def _with_crossing(drive: Drive, cards: Sequence[int]) -> Drive:
    for card in cards:
        find_player(drive, card - 1)
    drive = replace(drive, entries=list_all(drive.entries, drive.players))
    chosen = [entry.id for entry in drive.entries if entry.player in {n - 1 for n in cards}]
    return choose_crossing(drive, chosen)


def _unplayed(args: argparse.Namespace) -> int:
    signed = signature_of(args)
    change_drive(
        args.file, lambda drive: mark_unplayed(drive, args.round, args.table, args.score, signed)
    )
    print(f"Round {args.round}, table {args.table}: not played, {_SCORED[args.score]}.")
    return 0


_SCORED = {
    "average": "scored as average",
    "nothing": "without a score",
    "later": "its result is entered later",
}


def _undo(args: argparse.Namespace) -> int:
    signed = signature_of(args)
    change = change_drive(args.file, lambda drive: undo_round(drive, signed)).log[-1]
    print(f"Round {change.round} is undone, with {change.before}.")
    return 0


def _close(args: argparse.Namespace) -> int:
    change_drive(args.file, close_drive)
    print("The results are final.")
    return 0


PRIZE_EXAMPLES = (
    ("oddtrick drive prizes hall.drive --places 2 --no-lowest", "no booby prize"),
    ('oddtrick drive prizes hall.drive --give "Best visitor" 17', "to the player of card 17"),
)


def _add_prizes(parser: Parser) -> None:
    add_file(parser)
    parser.add_argument(
        "--places",
        type=whole_number(0),
        choices=range(MOST_PLACES + 1),
        metavar="N",
        help=f"how many places of each group have a prize: 0 to {MOST_PLACES}",
    )
    for option, about in (
        ("--halves", "the best first and the best last half"),
        ("--lowest", "the lowest score, the booby prize"),
        ("--each-group", "these two in each group; otherwise one for everybody"),
        ("--one-each", "nobody wins two of these"),
    ):
        parser.add_argument(option, action=BooleanOptionalAction, help=about)
    parser.add_argument(
        "--own",
        action="append",
        default=[],
        metavar="NAME",
        help="a prize that is given by hand, such as a raffle; may be repeated",
    )
    parser.add_argument(
        "--give",
        nargs=2,
        action="append",
        default=[],
        metavar=("NAME", "CARD"),
        help="give such a prize to the player of a card; may be repeated",
    )
    parser.add_argument(
        "--drop", action="append", default=[], metavar="NAME", help="leave such a prize out"
    )


def _change_prizes(args: argparse.Namespace) -> int:
    chosen = {
        name: getattr(args, name)
        for name in ("places", "halves", "lowest", "each_group", "one_each")
    }
    given = {name: value for name, value in chosen.items() if value is not None}
    drive = change_drive(
        args.file,
        lambda drive: change_prizes(drive, replace(drive.prizes, **given, own=_own(drive, args))),
    )
    for line in _lines(drive):
        print(one_line(line))
    return 0


def _own(drive: Drive, args: argparse.Namespace) -> tuple[OwnPrize, ...]:
    winners = {prize.name: prize.player for prize in drive.prizes.own}
    for name in args.drop:
        if name not in winners:
            there = ", ".join(winners) or "none"
            raise OddtrickError(f"there is no prize {name!r} to leave out: there is {there}")
        del winners[name]
    for name in args.own:
        if name in winners:
            raise OddtrickError(f"the prize {name!r} is there already")
        winners[name] = None
    for name, card in args.give:
        cards = {str(player.id + 1): player.id for player in drive.players}
        if card not in cards:
            check_numbered(drive)
            raise OddtrickError(f"there is no card {card!r}: cards run from 1 to {len(cards)}")
        winners[name] = cards[card]
    return tuple(OwnPrize(name, player) for name, player in winners.items())


def _lines(drive: Drive) -> list[str]:
    lines = [offer.prize for offer in offers_of(drive)]
    for own in drive.prizes.own:
        who = "given by hand" if own.player is None else drive.players[own.player].name
        lines.append(f"{own.name}: {who}")
    rule = "One to a person" if drive.prizes.one_each else "A person can win several"
    return [*(lines or ["No prizes."]), f"{rule}; prizes given by hand come on top."]


ACTIONS = (
    ("late", _add_late, _late, "enter somebody who comes late, for the next round"),
    ("leave", _add_leave, _leave, "let a player leave; the score stands"),
    ("replace", _add_replace, _replace, "give a player's card to somebody else"),
    ("cross", _add_cross, _cross, "choose who plays in the other group's seats"),
    ("unplayed", _add_unplayed, _unplayed, "score a deal that was not played; the round goes on"),
    ("undo", _add_undo, _undo, "take back the last round with its results"),
    ("close", add_file, _close, "make the results final"),
    (
        "prizes",
        _add_prizes,
        _change_prizes,
        "choose the prizes, and give those that are given by hand",
    ),
)
"""The name, arguments, function and summary of each action."""
