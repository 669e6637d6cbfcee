"""Visits to a table, by socket or by request: who may come in, what they missed, what they ask."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from oddtrick.server.access.principal import Kind, Visitor, known, visitor_of
from oddtrick.server.errors import Problem
from oddtrick.server.people.accounts import ensure_person
from oddtrick.server.people.api_tokens import revoke_seat
from oddtrick.server.rooms.room import steps_since
from oddtrick.server.security.tokens import read_code
from oddtrick.server.security.trusted_proxies import address_of
from oddtrick.tables import Update, after_entry, decode_facts, may_look, tell
from oddtrick.tables.commands import Leave, PlaceOut, Say, Sit

if TYPE_CHECKING:
    from oddtrick.server.access.principal import AnyConnection
    from oddtrick.server.jobs.http_presence import Callers
    from oddtrick.server.rooms.hub import Answer, Hub
    from oddtrick.server.rooms.room import Listener, Room
    from oddtrick.server.security.rate_limit import Allowance, Limiter
    from oddtrick.server.store.log_entry import Entry
    from oddtrick.tables import Table
    from oddtrick.tables.commands import PlayerCommand

MISSED_MOST = 100
"""So many missed entries are told one by one; who missed more gets the whole table."""

NOT_WATCHED = "this table is not watched, and there is no place for you: come back after the match"


async def let_in(connection: AnyConnection, code: str) -> tuple[Visitor | None, Room]:
    """Who comes, and the table; guesses at codes are limited.

    Raises:
        Problem: 404, there is no such table, whatever is wrong with the code; 403, a seat's token
            is for another, or nobody may watch here; 401, only persons may look at this one; 429,
            too many tries.
        StoreUnavailable: the database does not answer.
    """
    visitor = await visitor_of(connection)
    hub: Hub = connection.app.state.hub
    wanted = read_code(code) or ""
    open_room = hub.rooms.get(wanted)
    if open_room is None or not belongs(visitor, open_room):
        _count_try(connection, visitor)
    room = await hub.room(wanted)
    if visitor is not None and not visitor.may_enter(room.code):
        raise Problem(403, "other-table", "this token is for a seat at another table")
    if not may_look(room.table, None if visitor is None else visitor.person_id):
        if visitor is None:
            raise Problem(401, "nobody", "this table is not watched: give yourself a name first")
        raise Problem(403, "not-watched", NOT_WATCHED)
    return visitor, room


def belongs(visitor: Visitor | None, room: Room) -> bool:
    """Whether somebody sits at a table, or is its host."""
    if visitor is None:
        return False
    return (
        visitor.person_id == room.table.host or room.table.place_of(visitor.person_id) is not None
    )


def _count_try(connection: AnyConnection, visitor: Visitor | None) -> None:
    """Before it is known whether the code is right, so that nobody learns more by trying on."""
    limiter: Limiter = connection.app.state.limiter
    address = address_of(connection.scope)
    if visitor is None:
        limiter.take(joins_by_address=address)
    else:
        limiter.take(joins_by_address=address, joins_by_person=visitor.person_id)


async def look_in(connection: AnyConnection, code: str) -> tuple[Visitor | None, Room]:
    """The same for a request that only looks: the table as it is now, whichever worker has it.

    Raises:
        Problem: see :func:`let_in`.
        StoreUnavailable: the database does not answer.
    """
    visitor, room = await let_in(connection, code)
    if room.stale or not room.listeners:
        async with room.lock:  # nobody here has listened to what others did at this table
            await connection.app.state.hub.refresh(room)
    return visitor, room


async def call(connection: AnyConnection, code: str) -> tuple[Visitor | None, Room]:
    """The same for a request of a player: whoever belongs to the table is there for a while.

    Raises:
        Problem: see :func:`let_in`.
        StoreUnavailable: the database does not answer.
    """
    visitor, room = await look_in(connection, code)
    if visitor is not None:
        await stay(connection, visitor, room)
    return visitor, room


async def stay(connection: AnyConnection, visitor: Visitor, room: Room) -> None:
    """Takes a visitor who belongs to the table for present, without a socket.

    Raises:
        StoreUnavailable: that could not be written.
    """
    callers: Callers = connection.app.state.callers
    if belongs(visitor, room):
        await callers.called(room, visitor.person_id)


async def known_anywhere(connection: AnyConnection) -> Visitor:
    """Who asks, where that has nothing to do with one table.

    Raises:
        Problem: 401, nobody is known; 403, it is the holder of a seat's token.
    """
    visitor = await known(connection)
    if visitor.table is not None:
        raise Problem(403, "other-table", "this token is for a seat, and for nothing else")
    return visitor


async def ask(
    connection: AnyConnection,
    visitor: Visitor,
    room: Room,
    command: PlayerCommand,
    *,
    key: str | None = None,
    origin: Listener | None = None,
) -> Answer:
    """A command of a visitor, within the limits; a guest who sits down is somebody from now on.

    Args:
        connection: where it comes from.
        visitor: who asks.
        room: the table.
        command: what is wanted.
        key: the client's own id of it.
        origin: the socket that it came from.

    Raises:
        Problem: 429, too much at once.
        Refused: the table does not take it.
        RuleBroken: the rules refuse it.
        StoreUnavailable: it is unknown whether it was kept; it may be sent again.
    """
    _count_command(connection, visitor, command)
    hub: Hub = connection.app.state.hub
    if isinstance(command, Sit):
        now = hub.clock()
        await hub.log.change(lambda c: ensure_person(c, visitor, now))
    goes = _who_goes(visitor, room, command)
    answer = await hub.submit(
        room,
        command,
        by=visitor.person_id,
        key=key,
        name=visitor.name,
        program=visitor.kind is Kind.BOT,
        origin=origin,
    )
    if goes is not None:
        await moved(hub, room, goes)
    return answer


APART = frozenset({Sit, Leave, PlaceOut, Say})
"""Commands that change more than the table, or have a limit of their own."""


def _who_goes(visitor: Visitor, room: Room, command: PlayerCommand) -> str | None:
    """Whose place a command may change."""
    if isinstance(command, PlaceOut):
        chairs = room.table.chairs
        return chairs[command.place].person if command.place < len(chairs) else None
    return visitor.person_id if isinstance(command, (Sit, Leave)) else None


async def moved(hub: Hub, room: Room, person: str) -> None:
    """Somebody has sat down or left: a token for a seat given up holds no longer.

    Raises:
        StoreUnavailable: that could not be written.
    """
    await hub.settle_presence(room, person)
    if room.table.place_of(person) is None:
        code, now = room.code, hub.clock()
        await hub.log.change(lambda c: revoke_seat(c, person, code, now))


def allowance_of(connection: AnyConnection, visitor: Visitor, handful: int = 1) -> Allowance:
    """How many commands somebody may still give.

    Args:
        connection: a request, or a socket.
        visitor: who it is.
        handful: so many are counted at a time, for somebody who keeps the allowance.
    """
    limiter: Limiter = connection.app.state.limiter
    address = address_of(connection.scope)
    return limiter.allowance(
        handful, commands_by_person=visitor.person_id, commands_by_address=address
    )


def _count_command(connection: AnyConnection, visitor: Visitor, command: PlayerCommand) -> None:
    limiter: Limiter = connection.app.state.limiter
    allowance_of(connection, visitor).take()
    if isinstance(command, Say):
        person, address = visitor.person_id, address_of(connection.scope)
        limiter.take(messages_by_person=person, messages_by_address=address)


async def missed(hub: Hub, room: Room, seq: int, person: str | None) -> list[Update] | None:
    """What a person has missed since an entry.

    Args:
        hub: the tables.
        room: the table.
        seq: of the last entry that they know; -1: none.
        person: who asks; None: a spectator.

    Returns:
        The updates in order; None: they are too many, or they know more than we do.

    Raises:
        StoreUnavailable: the database does not answer.
    """
    now = room.table.seq
    if seq == now:
        return []
    if not 0 <= seq <= now or now - seq > MISSED_MOST:
        return None
    entries = [entry for entry in await hub.log.read(room.code) if entry.seq <= now]

    def told() -> list[Update]:
        _, steps = steps_since(entries, seq)
        return [tell(step.before, step.after, step.facts, person) for step in steps]

    return await asyncio.to_thread(told)


async def at_match(hub: Hub, room: Room, number: int) -> Table | None:
    """The table as one of its matches was left; the one under way as it stands; or None.

    Raises:
        StoreUnavailable: the database does not answer.
    """
    if number == room.table.number:
        return room.table
    if not 0 < number < room.table.number:
        return None
    entries = await hub.log.read(room.code)
    return await asyncio.to_thread(_left, entries, number)


def _left(entries: list[Entry], number: int) -> Table | None:
    table: Table | None = None
    for entry in entries:
        after = after_entry(table, entry.seq, entry.at, decode_facts(entry.facts))
        if table is not None and table.number == number < after.number:
            return table
        table = after
    return None
