"""Visits to a table, by socket or by request: who may come in, what they missed, what they ask."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from oddtrick.server.access.authentication import find_principal, require_principal
from oddtrick.server.errors import ApiError
from oddtrick.server.people.accounts import ensure_person
from oddtrick.server.people.api_tokens import revoke_seat_token
from oddtrick.server.people.principal import PersonKind, Principal
from oddtrick.server.rooms.room import transitions_since
from oddtrick.server.security.tokens import parse_code
from oddtrick.server.security.trusted_proxies import client_address
from oddtrick.tables import Update, can_view, decode_facts, fold_entry, update_for
from oddtrick.tables.commands import ClearPlace, Leave, Say, Sit

if TYPE_CHECKING:
    from oddtrick.server.access.authentication import AnyConnection
    from oddtrick.server.access.http_presence import HttpPresence
    from oddtrick.server.rooms.room import Listener, Room
    from oddtrick.server.rooms.table_service import Reply, TableService
    from oddtrick.server.security.rate_limit import Allowance, RateLimiter
    from oddtrick.server.store.log_entry import Entry
    from oddtrick.tables import Table
    from oddtrick.tables.commands import PlayerCommand

MISSED_MOST = 100
"""So many missed entries are told one by one; who missed more gets the whole table."""

NOT_WATCHED = "this table is not watched, and there is no place for you: come back after the match"


async def enter_table(connection: AnyConnection, code: str) -> tuple[Principal | None, Room]:
    """Who comes, and the table; guesses at codes are limited.

    Raises:
        ApiError: 404, there is no such table, whatever is wrong with the code; 403, a seat's token
            is for another, or nobody may watch here; 401, only persons may look at this one; 429,
            too many tries.
        StoreUnavailable: the database does not answer.
    """
    principal = await find_principal(connection)
    service: TableService = connection.app.state.table_service
    wanted = parse_code(code) or ""
    open_room = service.rooms.get(wanted)
    if open_room is None or not is_member(principal, open_room):
        _count_try(connection, principal)
    room = await service.room(wanted)
    if principal is not None and not principal.may_enter(room.code):
        raise ApiError(403, "other-table", "this token is for a seat at another table")
    if not can_view(room.table, None if principal is None else principal.person_id):
        if principal is None:
            raise ApiError(401, "nobody", "this table is not watched: give yourself a name first")
        raise ApiError(403, "not-watched", NOT_WATCHED)
    return principal, room


def is_member(principal: Principal | None, room: Room) -> bool:
    """Whether somebody sits at a table, or is its host."""
    if principal is None:
        return False
    return (
        principal.person_id == room.table.host
        or room.table.place_of(principal.person_id) is not None
    )


def _count_try(connection: AnyConnection, principal: Principal | None) -> None:
    """Before it is known whether the code is right, so that nobody learns more by trying on."""
    limiter: RateLimiter = connection.app.state.limiter
    address = client_address(connection.scope)
    if principal is None:
        limiter.take(joins_by_address=address)
    else:
        limiter.take(joins_by_address=address, joins_by_person=principal.person_id)


async def read_table(connection: AnyConnection, code: str) -> tuple[Principal | None, Room]:
    """The same for a request that only looks: the table as it is now, whichever worker has it.

    Raises:
        ApiError: see :func:`enter_table`.
        StoreUnavailable: the database does not answer.
    """
    principal, room = await enter_table(connection, code)
    if room.stale or not room.listeners:
        async with room.lock:  # nobody here has listened to what others did at this table
            await connection.app.state.table_service.refresh(room)
    return principal, room


async def visit_table(connection: AnyConnection, code: str) -> tuple[Principal | None, Room]:
    """The same for a request of a player: whoever belongs to the table is there for a while.

    Raises:
        ApiError: see :func:`enter_table`.
        StoreUnavailable: the database does not answer.
    """
    principal, room = await read_table(connection, code)
    if principal is not None:
        await mark_present(connection, principal, room)
    return principal, room


async def mark_present(connection: AnyConnection, principal: Principal, room: Room) -> None:
    """Takes a principal who belongs to the table for present, without a socket.

    Raises:
        StoreUnavailable: that could not be written.
    """
    callers: HttpPresence = connection.app.state.http_presence
    if is_member(principal, room):
        await callers.called(room, principal.person_id)


async def require_account_principal(connection: AnyConnection) -> Principal:
    """Who asks, where that has nothing to do with one table.

    Raises:
        ApiError: 401, nobody is known; 403, it is the holder of a seat's token.
    """
    principal = await require_principal(connection)
    if principal.table is not None:
        raise ApiError(403, "other-table", "this token is for a seat, and for nothing else")
    return principal


async def submit_command(
    connection: AnyConnection,
    principal: Principal,
    room: Room,
    command: PlayerCommand,
    *,
    key: str | None = None,
    origin: Listener | None = None,
) -> Reply:
    """A command of a principal, within the limits; a guest who sits down is somebody from now on.

    Args:
        connection: where it comes from.
        principal: who asks.
        room: the table.
        command: what is wanted.
        key: the client's own id of it.
        origin: the socket that it came from.

    Raises:
        ApiError: 429, too much at once.
        CommandRefused: the table does not take it.
        RuleBroken: the rules refuse it.
        StoreUnavailable: it is unknown whether it was kept; it may be sent again.
    """
    _count_command(connection, principal, command)
    service: TableService = connection.app.state.table_service
    if isinstance(command, Sit):
        now = service.clock()
        await service.log.write(lambda c: ensure_person(c, principal, now))
    goes = _who_goes(principal, room, command)
    answer = await service.submit(
        room,
        command,
        by=principal.person_id,
        key=key,
        name=principal.name,
        program=principal.kind is PersonKind.BOT,
        origin=origin,
    )
    if goes is not None:
        await revoke_seat_given_up(service, room, goes)
    return answer


SLOW_PATH_COMMANDS = frozenset({Sit, Leave, ClearPlace, Say})
"""Commands that change more than the table, or have a limit of their own."""


def _who_goes(principal: Principal, room: Room, command: PlayerCommand) -> str | None:
    """Whose place a command may change."""
    if isinstance(command, ClearPlace):
        chairs = room.table.chairs
        return chairs[command.place].person if command.place < len(chairs) else None
    return principal.person_id if isinstance(command, (Sit, Leave)) else None


async def revoke_seat_given_up(service: TableService, room: Room, person: str) -> None:
    """Somebody has sat down or left: a token for a seat given up holds no longer.

    Raises:
        StoreUnavailable: that could not be written.
    """
    await service.settle_presence(room, person)
    if room.table.place_of(person) is None:
        code, now = room.code, service.clock()
        await service.log.write(lambda c: revoke_seat_token(c, person, code, now))


def command_allowance(
    connection: AnyConnection, principal: Principal, handful: int = 1
) -> Allowance:
    """How many commands somebody may still give.

    Args:
        connection: a request, or a socket.
        principal: who it is.
        handful: so many are counted at a time, for somebody who keeps the allowance.
    """
    limiter: RateLimiter = connection.app.state.limiter
    address = client_address(connection.scope)
    return limiter.allowance(
        handful, commands_by_person=principal.person_id, commands_by_address=address
    )


def _count_command(connection: AnyConnection, principal: Principal, command: PlayerCommand) -> None:
    limiter: RateLimiter = connection.app.state.limiter
    command_allowance(connection, principal).take()
    if isinstance(command, Say):
        person, address = principal.person_id, client_address(connection.scope)
        limiter.take(messages_by_person=person, messages_by_address=address)


async def missed_updates(
    service: TableService, room: Room, seq: int, person: str | None
) -> list[Update] | None:
    """What a person has missed since an entry.

    Args:
        service: the tables.
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
    entries = [entry for entry in await service.log.read(room.code) if entry.seq <= now]

    def told() -> list[Update]:
        _, steps = transitions_since(entries, seq)
        return [update_for(step.before, step.after, step.facts, person) for step in steps]

    return await asyncio.to_thread(told)


async def table_after_match(service: TableService, room: Room, number: int) -> Table | None:
    """The table as one of its matches was left; the one under way as it stands; or None.

    Raises:
        StoreUnavailable: the database does not answer.
    """
    if number == room.table.number:
        return room.table
    if not 0 < number < room.table.number:
        return None
    entries = await service.log.read(room.code)
    return await asyncio.to_thread(_left, entries, number)


def _left(entries: list[Entry], number: int) -> Table | None:
    table: Table | None = None
    for entry in entries:
        after = fold_entry(table, entry.seq, entry.at, decode_facts(entry.facts))
        if table is not None and table.number == number < after.number:
            return table
        table = after
    return None
