"""``oddtrick drive prizes``: the prizes that there are, and those that are given by hand."""

from __future__ import annotations

from argparse import BooleanOptionalAction
from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.cli.drive_storage import read_drive, save_drive
from oddtrick.cli.file_errors import path
from oddtrick.cli.sanitize import one_line
from oddtrick.cli.usage_errors import whole_number
from oddtrick.drive.drive import check_numbered
from oddtrick.drive.prizes import MOST_PLACES, OwnPrize, change_prizes, offers_of
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    import argparse

    from oddtrick.cli.parser import Parser
    from oddtrick.drive.drive import Drive

EXAMPLES = (
    ("oddtrick drive prizes hall.drive --places 2 --no-lowest", "no booby prize"),
    ('oddtrick drive prizes hall.drive --give "Best visitor" 17', "to the player of card 17"),
)


def add_prizes_arguments(parser: Parser) -> None:
    """Adds the arguments of ``drive prizes``."""
    parser.add_argument("file", type=path, metavar="DRIVE", help="the file of the drive")
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


def change_prize_list(args: argparse.Namespace) -> int:
    """Changes the list as the options say, and prints it."""
    drive = read_drive(args.file)
    chosen = {name: getattr(args, name) for name in ("places", "halves", "lowest", "one_each")}
    given = {name: value for name, value in chosen.items() if value is not None}
    changed = change_prizes(drive, replace(drive.prizes, **given, own=_own(drive, args)))
    if changed != drive:
        save_drive(args.file, changed)
    for line in _lines(changed):
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
