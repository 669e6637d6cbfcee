"""Seats for those who come late where seats are fixed in advance, as in a balanced drive.

Unless players sit out in turn, the movement has no room for another card. A late arrival takes the
card of a bot by itself; here they take over a card that nobody plays, or share a seat, by the
organiser's choice.
"""

from __future__ import annotations

from msgspec.structs import replace

from oddtrick.drive.arrivals import seat_arrivals
from oddtrick.drive.attendance import return_player
from oddtrick.drive.couples import players_as_listed
from oddtrick.drive.drive import Change, Drive, Signature, check_open, find_player
from oddtrick.drive.entry_list import ListedEntry, find_entry, waiting_entries
from oddtrick.drive.players import SHARING, Player, with_player
from oddtrick.errors import OddtrickError
from oddtrick.names import MAX_NAME


class SeatShared(OddtrickError):
    """Two people share the seat already."""


def unseated_entries(drive: Drive, *, check_in: bool = False) -> tuple[int, ...]:
    """Returns the ids of the late arrivals for whom the next round has no seat.

    Args:
        drive: the drive; before its first round everybody gets a seat.
        check_in: whether only entries that are here are seated.
    """
    if not drive.rounds or drive.plan.by_result or drive.plan.has_substitutes or drive.closed:
        return ()
    waiting = waiting_entries(drive.entries, check_in=check_in)
    if not waiting:
        return ()
    number = len(drive.rounds) + 1
    _, seated = seat_arrivals(drive.plan, drive.players, drive.entries, number, check_in=check_in)
    return tuple(entry.id for entry in waiting if find_entry(seated, entry.id).player is None)


def take_card(drive: Drive, entry_id: int, player: int, signed: Signature) -> Drive:
    """Gives an entry the card of a bot or of somebody who has left, with its score.

    Somebody who left may take their own card again: they come back.

    Raises:
        OddtrickError: the entry has a card, or somebody plays the card that it should take over.
    """
    if find_entry(drive.entries, entry_id).player == player:
        return return_player(drive, player, signed)
    entry, card = _checked(drive, entry_id, player)
    if not card.bot and card.left is None:
        raise OddtrickError(
            f"{card.name} plays card {player + 1}: let them leave first, or share the seat"
        )
    back = card.back_in(len(drive.rounds) + 1)
    taken = replace(back, name=entry.name, bot=False, fills_seat=False)
    before = tuple(
        replace(each, player=None, gone=True) if each.player == player else each
        for each in drive.entries
    )
    return _with_card(replace(drive, entries=before), entry, card, taken, signed)


def check_unshared(drive: Drive, player: int) -> None:
    """Checks that no two people share a seat yet.

    It stands apart from :func:`share_seat`, because the log of an older drive may have three.

    Raises:
        SeatShared: two do.
        OddtrickError: there is no such card.
    """
    card = find_player(drive, player)
    if card.is_shared:
        raise SeatShared(f"card {player + 1} is shared by two already, {card.name}: choose another")


def share_seat(drive: Drive, entry_id: int, player: int, signed: Signature) -> Drive:
    """Lets an entry share the seat of somebody who plays: one card with both names.

    Raises:
        OddtrickError: the entry has a card, nobody plays the card to be shared, or both names
            together are too long.
    """
    entry, card = _checked(drive, entry_id, player)
    if card.bot or card.left is not None:
        raise OddtrickError(f"nobody plays card {player + 1}: take it over instead")
    name = SHARING.join((card.name, entry.name))
    if len(name) > MAX_NAME:
        raise OddtrickError(f"{name[:20]!r}… is too long: a card has at most {MAX_NAME} characters")
    return _with_card(drive, entry, card, replace(card, name=name), signed)


def _checked(drive: Drive, entry_id: int, player: int) -> tuple[ListedEntry, Player]:
    check_open(drive)
    entry, card = find_entry(drive.entries, entry_id), find_player(drive, player)
    if entry.player is not None:
        raise OddtrickError(f"{entry.name} has card {entry.player + 1} already")
    return entry, card


def _with_card(
    drive: Drive, entry: ListedEntry, before: Player, after: Player, signed: Signature
) -> Drive:
    change = Change(
        kind="player",
        by=signed.by,
        when=signed.when,
        why=signed.why,
        round=len(drive.rounds),
        player=after.id,
        before=before.name,
        after=after.name,
    )
    entries = tuple(
        replace(each, player=after.id, gone=False) if each.id == entry.id else each
        for each in drive.entries
    )
    players = players_as_listed(with_player(drive.players, after), entries)
    return replace(drive, entries=entries, players=players, log=(*drive.log, change))
