"""Those who come late, leave early or come back, in a drive under way.

>>> from oddtrick.drive.drive import begin_round, open_drive
>>> from oddtrick.drive.plan import DrivePlan
>>> from oddtrick.drive.players import Entry
>>> drive = add_entries(open_drive(DrivePlan()), [Entry(name) for name in "abcdefg"])
>>> drive = begin_round(drive)
>>> [player.name for player in drive.players if player.bot]
['Bot 8']
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec.structs import replace

from oddtrick.drive.couples import entries_as_listed, players_as_listed, with_partners
from oddtrick.drive.drive import Change, Drive, Signature, check_open, find_player
from oddtrick.drive.entry_list import (
    ListedEntry,
    add_to_list,
    change_in_list,
    find_entry,
    refuse_taken,
    remove_from_list,
)
from oddtrick.drive.players import SHARING, Entry, Player, with_player
from oddtrick.errors import OddtrickError
from oddtrick.names import NAMES, NameRule

AGAIN = Signature("", "", "entered again")


def add_entries(
    drive: Drive,
    entries: Sequence[Entry],
    signed: Signature = AGAIN,
    rule: NameRule = NAMES,
) -> Drive:
    """Adds entries; after the first round has begun, they are late and seated with the next.

    The name of somebody who has left brings them back: with their card and its score, or as a late
    arrival if somebody else plays their card by now. Where partners stay together, new entries one
    after another are couples, or teams in a military drive, unless one of them names any.

    Args:
        drive: the drive.
        entries: the entries.
        signed: who adds them, for the log.
        rule: how names are written and compared.

    Raises:
        OddtrickError: a name is empty, too long or taken, somebody would have two partners, or the
            drive is closed.
    """
    check_open(drive)
    cards = {rule.key(player.name): player.name for player in drive.players}
    gone = {rule.key(name) for name in _names_gone(drive)}
    new: list[Entry] = []
    for entry in with_partners(entries, (one.name for one in drive.entries)):
        name = rule.written(entry.name)
        key = rule.key(name)
        returned = _returned(drive, key, signed, rule) if key in gone else None
        if returned is None:
            refuse_taken(name, cards.get(key))
            new.append(entry)
        else:
            drive = returned
    told = entries_as_listed(drive.plan, new, (one.name for one in drive.entries))
    return replace(drive, entries=add_to_list(drive.entries, told, rule))


def _names_gone(drive: Drive) -> Iterator[str]:
    """Yields the names by which somebody who has left might come back."""
    yield from (player.name for player in drive.players if player.left is not None)
    for entry in drive.entries:
        has_left = entry.player is not None and drive.players[entry.player].left is not None
        if entry.gone or has_left:
            yield entry.name


def _returned(drive: Drive, key: str, signed: Signature, rule: NameRule) -> Drive | None:
    """Returns the drive with somebody back who had left; None if nobody of the name had."""
    same = [entry for entry in drive.entries if rule.key(entry.name) == key]
    for entry in same:
        if entry.gone:
            waiting = replace(entry, gone=False)
            listed = tuple(waiting if one.id == entry.id else one for one in drive.entries)
            return replace(drive, entries=listed)
    cards = {entry.player for entry in same}
    for player in drive.players:
        if player.left is not None and (rule.key(player.name) == key or player.id in cards):
            return return_player(drive, player.id, signed)
    return None


def choose_crossing(drive: Drive, entry_ids: Collection[int]) -> Drive:
    """Chooses who plays in the seats of the other group, where the groups are unequal.

    As many of them as are needed do so, and others only if they are too few.

    Args:
        drive: the drive.
        entry_ids: the entries chosen; all others are chosen no longer.

    Raises:
        OddtrickError: there is no such entry, partners have their seats for good, or the drive is
            closed.
    """
    check_open(drive)
    for entry_id in entry_ids:
        find_entry(drive.entries, entry_id)
    if drive.players and not drive.plan.by_result:
        raise OddtrickError(
            f"the seats of a {drive.plan.movement} drive are fixed: nobody can cross over now"
        )
    entries = tuple(replace(one, crosses=one.id in entry_ids) for one in drive.entries)
    cards = {entry.player for entry in entries if entry.crosses}
    players = tuple(replace(one, crosses=one.id in cards) for one in drive.players)
    return replace(drive, entries=entries, players=players)


def change_entry(drive: Drive, changed: ListedEntry, rule: NameRule = NAMES) -> Drive:
    """Changes an entry: its name, group, check-in, payment, note, partner or team.

    A card takes on the name, and its player sits with the partner from the next round on.

    Raises:
        OddtrickError: there is no such entry, or the change is impossible.
    """
    check_open(drive)
    before = find_entry(drive.entries, changed.id)
    entries = change_in_list(drive.entries, changed, rule)
    now = find_entry(entries, changed.id)
    if rule.key(now.name) != rule.key(before.name):
        _check_free(drive, now.name, rule)
    players = players_as_listed(drive.players, entries)
    if now.player is None or now.name == before.name:
        return replace(drive, entries=entries, players=players)
    sharing = [entry.name for entry in entries if entry.player == now.player]
    named = replace(players[now.player], name=SHARING.join(sharing))
    return replace(drive, entries=entries, players=with_player(players, named))


def remove_entry(drive: Drive, entry_id: int) -> Drive:
    """Removes an entry that has no card.

    Raises:
        OddtrickError: there is no such entry, or it has a card.
    """
    check_open(drive)
    return replace(drive, entries=remove_from_list(drive.entries, entry_id))


def leave_drive(drive: Drive, player: int, signed: Signature) -> Drive:
    """Lets a player leave: from the next round on others take the seat, and the score stands.

    Where seats are fixed in advance, and bots fill empty ones, the card stays in the movement.

    Raises:
        OddtrickError: there is no such player, or they have left already.
    """
    check_open(drive)
    found = find_player(drive, player)
    if found.left is not None:
        raise OddtrickError(f"{found.name} left before round {found.left}")
    gone = replace(found, left=max(len(drive.rounds) + 1, found.since))
    return _changed(drive, gone, "left", signed)


def return_player(drive: Drive, player: int, signed: Signature) -> Drive:
    """Lets somebody who has left come back, with their card and its score, for the next round.

    Raises:
        OddtrickError: there is no such player, or they have not left.
    """
    check_open(drive)
    found = find_player(drive, player)
    if found.left is None:
        raise OddtrickError(f"{found.name} has not left")
    return _changed(drive, found.back_in(len(drive.rounds) + 1), "returned", signed)


def _changed(drive: Drive, player: Player, kind: str, signed: Signature) -> Drive:
    change = Change(
        kind=kind,
        by=signed.by,
        when=signed.when,
        why=signed.why,
        round=len(drive.rounds),
        player=player.id,
        before=player.name,
    )
    return replace(drive, players=with_player(drive.players, player), log=(*drive.log, change))


def _check_free(drive: Drive, name: str, rule: NameRule) -> None:
    """Refuses a name on a card; :mod:`~oddtrick.drive.entry_list` looks at the list."""
    key = rule.key(name)
    refuse_taken(name, next((one.name for one in drive.players if rule.key(one.name) == key), None))
