"""Seating, and the commands reserved for the host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots import find_bot
from oddtrick.errors import OddtrickError
from oddtrick.names import name_key
from oddtrick.tables import facts as f
from oddtrick.tables.state import Stage
from oddtrick.tables.transaction import CommandRefused, Transaction

if TYPE_CHECKING:
    from oddtrick.tables.commands import (
        AddBot,
        Begin,
        ChangeSettings,
        ClearPlace,
        Sit,
        TransferHost,
    )
    from oddtrick.tables.state import Table

BOT_NAMES = ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida")
"""Names of built-in bots, by place."""


def sit(tx: Transaction, command: Sit) -> None:
    """Seats a person at an open place or a bot's, or moves them there."""
    table, place = tx.table, command.place
    _check_place(tx, place)
    chair, old = table.chairs[place], table.place_of(tx.by)
    if old == place:
        raise CommandRefused("seated", "this is already your place")
    if chair.kind == "person":
        raise CommandRefused("taken", f"{chair.name} sits there")
    if table.under_way:
        _check_late_join(tx, place, old)
    elif chair.kind == "bot":
        tx.add(f.Vacated(place))
    if old is not None:
        tx.add(f.Vacated(old))
    tx.add(f.Sat(place, tx.by, _unique_name(tx, place), tx.program))


def _check_late_join(tx: Transaction, place: int, old: int | None) -> None:
    """Refuses a seat that would show a person the cards of two places in one match.

    A visitor can become a new guest at any time, so a newcomer waits for the next deal: anyone who
    sees cards in a deal has had the place since before it.
    """
    table = tx.table
    if old is not None:
        raise CommandRefused("under-way", "you cannot change places during a match")
    before = next((at for person, at in table.participants if person == tx.by), None)
    if before is not None and before != place:
        raise CommandRefused("under-way", "you have already played this match at another place")
    if before is None and (table.settings.rated or not table.settings.late_join):
        raise CommandRefused("under-way", "the match is under way: you cannot join it now")
    if before is None and table.match is not None and any(table.match.view(None).counts):
        raise CommandRefused("next-deal", "you can sit down when this deal is over")


def can_view(table: Table, person: str | None) -> bool:
    """True if a person may see the table.

    A deal that is played once is seen by its player alone, even when it is over: others may still
    have to play it. Without spectators, only the host, the players of this match, and people who
    could sit down now may see the table.

    Args:
        table: the table.
        person: the person's id; None for an anonymous visitor.
    """
    if table.played_once:
        return person is not None and person == table.host
    if table.settings.spectators:
        return True
    if person is None:
        return False
    if not table.under_way or person == table.host or table.place_of(person) is not None:
        return True
    late = table.settings.late_join and not table.settings.rated
    free = late and any(chair.kind != "person" for chair in table.chairs)
    return free or any(person == played for played, _ in table.participants)


def can_read(table: Table, person: str | None) -> bool:
    """True if a person may read the finished deals of the table's match, then and later.

    Without spectators, only those who have played in it, and the host, may read a match: the code
    of the table, by which people may sit down for the next, does not open it. The code of a table
    of a drive does: the drive shows it when everybody has played the deal, to compare it.

    Args:
        table: the table at the end of the match, or during it.
        person: the person's id; None for an anonymous visitor.
    """
    if table.played_once or table.settings.spectators or table.drive is not None:
        return can_view(table, person)
    played = any(person == participant for participant, _ in table.participants)
    return person is not None and (person == table.host or played)


def _unique_name(tx: Transaction, place: int) -> str:
    """The person's name, numbered if another player already has it."""
    table = tx.table
    others = {name_key(chair.name) for at, chair in enumerate(table.chairs) if at != place}
    if tx.by != table.host:
        others.add(name_key(table.host_name))
    name = tx.name or f"Guest {place + 1}"
    tries = (name, *(f"{name} {number}" for number in range(2, len(others) + 2)))
    return next(name for name in tries if name_key(name) not in others)


def leave(tx: Transaction) -> None:
    """Vacates the person's place; during a match a bot takes it."""
    place = tx.place
    if tx.table.under_way:
        _check_unrated(tx)
        tx.add(_bot_seated(tx, place, "casual"))
    else:
        tx.add(f.Vacated(place))
    _transfer_host_on_leave(tx)


def _transfer_host_on_leave(tx: Transaction) -> None:
    """Transfers the host role from a host who has left."""
    next_host = tx.table.next_host
    if tx.by == tx.table.host and next_host is not None:
        tx.add(f.HostChanged(next_host))


def _check_unrated(tx: Transaction) -> None:
    """Refuses to replace a player of a rated match."""
    if tx.table.settings.rated:
        raise CommandRefused(
            "rated", "a rated match is played to its end; a bot plays for who is away"
        )


def _bot_seated(tx: Transaction, place: int, level: str) -> f.BotSeated:
    try:
        find_bot(level, tx.table.rules)
    except OddtrickError as error:
        raise CommandRefused("no-such-bot", str(error)) from None
    table = tx.table
    taken = {name_key(chair.name) for at, chair in enumerate(table.chairs) if at != place}
    taken.add(name_key(table.host_name))
    names = (*BOT_NAMES[place:], *BOT_NAMES)
    return f.BotSeated(place, level, next(name for name in names if name_key(name) not in taken))


def add_bot(tx: Transaction, command: AddBot) -> None:
    """Seats a built-in bot."""
    tx.require_host()
    _check_place(tx, command.place)
    chair = tx.table.chairs[command.place]
    if chair.kind == "person":
        raise CommandRefused("taken", f"{chair.name} sits there")
    tx.add(_bot_seated(tx, command.place, command.level))


def clear_place(tx: Transaction, command: ClearPlace) -> None:
    """Vacates a place; during a match a bot replaces a disconnected person."""
    tx.require_host()
    _check_place(tx, command.place)
    chair = tx.table.chairs[command.place]
    if chair.kind == "open":
        raise CommandRefused("open", "nobody sits there")
    if not tx.table.under_way:
        tx.add(f.Vacated(command.place))
        return
    if chair.kind == "bot":
        raise CommandRefused(
            "under-way", "a match needs all its players: the bot stays till its end"
        )
    if chair.connected:
        raise CommandRefused(
            "under-way", f"{chair.name} is there and plays: wait for the match to end"
        )
    _check_unrated(tx)
    tx.add(_bot_seated(tx, command.place, "casual"))


def transfer_host(tx: Transaction, command: TransferHost) -> None:
    """Makes another seated person the host."""
    tx.require_host()
    _check_place(tx, command.place)
    person = tx.table.chairs[command.place].person
    if person is None:
        raise CommandRefused("no-person", "only a person can be the host")
    if person != tx.by:
        tx.add(f.HostChanged(person))


def change_settings(tx: Transaction, command: ChangeSettings) -> None:
    """Replaces the table's settings."""
    tx.require_host()
    if tx.table.under_way:
        raise CommandRefused("under-way", "settings can be changed only between matches")
    tx.add(f.SettingsChanged(command.settings))


def begin(tx: Transaction, command: Begin) -> None:
    """Begins the first match and fills open places with bots if asked to."""
    tx.require_host()
    if tx.table.stage is not Stage.GATHERING:
        raise CommandRefused(
            "under-way", "the match has already begun: ask for a rematch when it is over"
        )
    for place, chair in enumerate(tx.table.chairs):
        if tx.table.settings.rated and chair.kind == "person" and not chair.connected:
            why = f"{chair.name} is not connected: a rated match needs all its players"
            raise CommandRefused("rated", why)
        if chair.kind != "open":
            continue
        if command.fill is None:
            raise CommandRefused(
                "open-places", f"place {place} is open: wait for a player or add bots"
            )
        tx.add(_bot_seated(tx, place, command.fill))
    tx.add(f.Begun())


def abandon(tx: Transaction) -> None:
    """Closes the table."""
    tx.require_host()
    if tx.table.settings.rated and tx.table.under_way:
        raise CommandRefused("rated", "a rated match is played to the end")
    tx.add(f.Closed("abandoned"))


def _check_place(tx: Transaction, place: int) -> None:
    places = len(tx.table.chairs)
    if place >= places:
        raise CommandRefused("no-such-place", f"place {place}: the places are 0 to {places - 1}")
