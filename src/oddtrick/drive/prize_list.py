"""The prizes that a drive has, as the organiser chose them, and those that are given by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from oddtrick.drive.drive import Drive

MOST_PLACES = 10
"""The most places of a group that can have a prize."""


class OwnPrize(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A prize that the organiser names and gives by hand, such as a raffle.

    Args:
        name: its name.
        player: the id of the winner's card; None: nobody has won it yet.
    """

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    player: Annotated[int, Meta(ge=0, le=10_000)] | None = None


class PrizeList(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """The prizes of a drive.

    Args:
        places: the number of places of each group that have a prize.
        halves: whether the best first and the best last half have one.
        lowest: whether the lowest score has one, the booby prize.
        one_each: whether nobody wins two of these; prizes given by hand come on top.
        own: the prizes that the organiser gives by hand.
    """

    places: Annotated[int, Meta(ge=0, le=MOST_PLACES)] = 3
    halves: bool = True
    lowest: bool = True
    one_each: bool = True
    own: Annotated[tuple[OwnPrize, ...], Meta(max_length=50)] = ()


def change_prizes(drive: Drive, prizes: PrizeList) -> Drive:
    """Returns a drive with other prizes.

    Once the results are final, only prizes that are given by hand can change.

    Raises:
        OddtrickError: the drive is closed, a name is empty or there twice, or a winner has no card.
    """
    if drive.closed and replace(prizes, own=drive.prizes.own) != drive.prizes:
        raise OddtrickError(
            "the drive is closed and its results are final: only prizes given by hand can change"
        )
    check_prizes(drive, prizes)
    return replace(drive, prizes=prizes)


def check_prizes(drive: Drive, prizes: PrizeList) -> None:
    """Checks that a list of prizes fits a drive.

    Raises:
        OddtrickError: a name is empty or there twice, or a winner has no card.
    """
    names: set[str] = set()
    for prize in prizes.own:
        if not prize.name.strip():
            raise OddtrickError("a prize has no name: write one, or leave the prize out")
        if prize.name in names:
            raise OddtrickError(f"the prize {prize.name!r} is there twice: name each differently")
        names.add(prize.name)
        if prize.player is None:
            continue
        if prize.player >= len(drive.players):
            raise OddtrickError(f"the prize {prize.name!r} is for a card that does not exist")
        if drive.players[prize.player].fills_seat:
            name = drive.players[prize.player].name
            raise OddtrickError(f"{name} only fills a seat and wins no prize: choose a person")
