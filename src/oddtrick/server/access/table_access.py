"""Access to a table, by socket or by request: admission, missed updates, commands."""

from __future__ import annotations

from functools import partial

from oddtrick.server.access.authentication import (
    NAME_FIRST,
    AnyConnection,
    find_principal,
    require_principal,
)
from oddtrick.server.access.charged_work import charged_work
from oddtrick.server.access.http_presence import HttpPresence
from oddtrick.server.engine.room import Reply
from oddtrick.server.errors import ApiError
from oddtrick.server.parts import part_of
from oddtrick.server.people.accounts import ensure_person
from oddtrick.server.people.api_tokens import revoke_seat_token
from oddtrick.server.people.principal import PersonKind, Principal
from oddtrick.server.rooms.room import Listener, TableRoom, transitions_since
from oddtrick.server.rooms.table_log import CommandRequest
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.security.tokens import parse_code
from oddtrick.server.security.trusted_proxies import client_address
from oddtrick.server.store.log_entries import Entry
from oddtrick.server.store.table_rows import TABLES
from oddtrick.tables import Table, Update, can_read, can_view, decode_facts, fold_entry, update_for
from oddtrick.tables.commands import ClearPlace, Leave, PlayerCommand, Say, Sit

MAX_MISSED = 100
"""Missed entries that are sent one by one; a client that missed more gets the whole table."""

NOT_WATCHED = "this table has no spectators and no open seat: come back after the match"
NOT_READ = "this table has no spectators: a match is for those who played in it"


async def enter_table(connection: AnyConnection, code: str) -> tuple[Principal | None, TableRoom]:
    """Authenticates a connection and returns its principal and the table.

    The room has every entry that was written before the connection, by any worker.

    Raises:
        ApiError: 404, there is no such table, however wrong the code is; 403, the token is for a
            seat at another table, or the table has no spectators; 401, only persons may look at
            this table; 429, too many attempts.
        StoreUnavailable: the database does not answer.
    """
    principal, room = await _find_table(connection, code)
    if not can_view(room.table, None if principal is None else principal.person_id):
        raise _not_watched(principal, NOT_WATCHED)
    return principal, room


async def read_match(
    connection: AnyConnection, code: str, number: int | None = None
) -> tuple[Principal | None, Table]:
    """Authenticates a connection and returns its principal and the table of a match to read.

    Args:
        connection: the request.
        code: the code of the table.
        number: the number of the match; None: the current or last.

    Returns:
        The principal, and the table at the end of the match, or as it is during that match.

    Raises:
        ApiError: 404, there is no such table or match; 403 and 401, the match is only for those
            who have played in it; 429, too many attempts.
        StoreUnavailable: the database does not answer.
    """
    principal, room = await _find_table(connection, code)
    table: Table | None = room.table
    if number is not None and number != room.table.number:
        table = await _table_after_match(connection, principal, room, number)
    # A number that does not exist says as little as one that does.
    if not can_read(table or room.table, None if principal is None else principal.person_id):
        raise _not_watched(principal, NOT_READ)
    if table is None:
        raise ApiError(404, "no-match", "this table has had no match of that number")
    return principal, table


def _not_watched(principal: Principal | None, why: str) -> ApiError:
    if principal is None:
        return ApiError(401, "unauthenticated", f"this table has no spectators: {NAME_FIRST}")
    return ApiError(403, "not-watched", why)


async def _find_table(connection: AnyConnection, code: str) -> tuple[Principal | None, TableRoom]:
    principal = await find_principal(connection)
    service = part_of(connection, TableService)
    wanted = parse_code(code) or ""
    open_room = service.rooms.get(wanted)
    if open_room is None or not is_member(principal, open_room):
        _limit_attempts(connection, principal)
    room = await service.current_room(wanted)
    if principal is not None and not principal.may_enter(room.code):
        raise ApiError(403, "other-table", "this token is for a seat at another table")
    return principal, room


def is_member(principal: Principal | None, room: TableRoom) -> bool:
    """Returns whether a principal sits at a table or is its host."""
    if principal is None:
        return False
    person = principal.person_id
    return person == room.table.host or room.table.place_of(person) is not None


def _limit_attempts(connection: AnyConnection, principal: Principal | None) -> None:
    """Counts an attempt at a code, before it is known to be right, so that guessing is slow."""
    limiter = part_of(connection, RateLimiter)
    address = client_address(connection.scope)
    if principal is None:
        limiter.take(joins_by_address=address)
    else:
        limiter.take(joins_by_address=address, joins_by_person=principal.person_id)


async def visit_table(connection: AnyConnection, code: str) -> tuple[Principal | None, TableRoom]:
    """Enters a table for a request of a player, who counts as present for a while.

    Raises:
        ApiError: see :func:`enter_table`.
        StoreUnavailable: the database does not answer.
    """
    principal, room = await enter_table(connection, code)
    if principal is not None:
        await mark_present(connection, principal, room)
    return principal, room


async def mark_present(connection: AnyConnection, principal: Principal, room: TableRoom) -> None:
    """Counts a member of the table as present without a socket.

    Raises:
        StoreUnavailable: that could not be written.
    """
    presence = part_of(connection, HttpPresence)
    if is_member(principal, room):
        await presence.renew(room, principal.person_id)


async def require_account_principal(connection: AnyConnection) -> Principal:
    """Returns the principal of a request that concerns no single table.

    Raises:
        ApiError: 401, the request is not authenticated; 403, its token is for one seat only.
    """
    principal = await require_principal(connection)
    if principal.table is not None:
        raise ApiError(
            403, "other-table", "this token is for one seat only: log in, or send the guest cookie"
        )
    return principal


async def submit_command(
    connection: AnyConnection,
    principal: Principal,
    room: TableRoom,
    command: PlayerCommand,
    *,
    key: str | None = None,
    origin: Listener | None = None,
) -> Reply:
    """Submits a command within the rate limits.

    A guest is stored as a person on sitting down; a seat that is given up loses its token.

    Args:
        connection: the request or socket.
        principal: the person who submits it.
        room: the table.
        command: the command.
        key: the client's own id of it.
        origin: the socket that it came from.

    Raises:
        ApiError: 429, too many commands.
        CommandRefused: the table refuses it.
        RuleBroken: the rules refuse it.
        StoreUnavailable: its outcome is unknown; it may be sent again under its key.
    """
    _limit_commands(connection, principal, command)
    service = part_of(connection, TableService)
    if isinstance(command, Sit):
        now = service.clock()
        await service.log.write(lambda c: ensure_person(c, principal, now))
    seat_owner = _affected_person(principal, room, command)
    request = CommandRequest(
        command,
        principal.person_id,
        key,
        principal.name,
        principal.kind is PersonKind.BOT,
        origin,
    )
    reply = await service.submit_request(room, request)
    if seat_owner is not None:
        await revoke_seat_given_up(service, room, seat_owner)
    return reply


def _affected_person(principal: Principal, room: TableRoom, command: PlayerCommand) -> str | None:
    """Returns the person whose seat a command may change."""
    if isinstance(command, ClearPlace):
        chairs = room.table.chairs
        return chairs[command.place].person if command.place < len(chairs) else None
    return principal.person_id if isinstance(command, (Sit, Leave)) else None


async def revoke_seat_given_up(service: TableService, room: TableRoom, person: str) -> None:
    """Saves a person's presence after a change of seats, and revokes the token of a lost seat.

    Raises:
        StoreUnavailable: that could not be written.
    """
    await service.save_presence(room, person)
    if room.table.place_of(person) is None:
        code, now = room.code, service.clock()
        await service.log.write(lambda c: revoke_seat_token(c, person, code, now))


def _limit_commands(
    connection: AnyConnection, principal: Principal, command: PlayerCommand
) -> None:
    limiter = part_of(connection, RateLimiter)
    person, address = principal.person_id, client_address(connection.scope)
    limiter.take(commands_by_person=person, commands_by_address=address)
    if isinstance(command, Say):
        limiter.take(messages_by_person=person, messages_by_address=address)


async def missed_updates(
    connection: AnyConnection, principal: Principal | None, room: TableRoom, seq: int
) -> list[Update] | None:
    """Returns the updates that a person has missed since an entry.

    Args:
        connection: the request or socket, which is charged for it.
        principal: the person; None for a spectator.
        room: the table.
        seq: the last entry that they know; -1 for none.

    Returns:
        The updates in order; None if there are too many, ``seq`` lies in the future, the person may
        not read the match that they are of, or has used up their processor time.

    Raises:
        StoreUnavailable: the database does not answer.
    """
    now = room.table.seq
    if seq == now:
        return []
    if not 0 <= seq <= now or now - seq > MAX_MISSED:
        return None
    service = part_of(connection, TableService)
    person = None if principal is None else principal.person_id
    entries = [entry for entry in await service.log.read(TABLES, room.code) if entry.seq <= now]

    def fold() -> list[Update] | None:
        _, transitions = transitions_since(entries, seq)
        # The cards of a match are for those who may read it, also one by one.
        if not all(can_read(one.after, person) for one in transitions):
            return None
        return [update_for(one.before, one.after, one.facts, person) for one in transitions]

    try:
        return await charged_work(connection, principal, service.pools.logs, fold)
    except ApiError:
        return None


async def _table_after_match(
    connection: AnyConnection, principal: Principal | None, room: TableRoom, number: int
) -> Table | None:
    """Returns the table as it was at the end of an earlier match; None if there was none.

    Raises:
        ApiError: 429, they have used up their processor time.
        StoreUnavailable: the database does not answer.
    """
    if not 0 < number < room.table.number:
        return None
    service = part_of(connection, TableService)
    entries = await service.log.read(TABLES, room.code)
    work = partial(_fold_match, entries, number)
    return await charged_work(connection, principal, service.pools.logs, work)


def _fold_match(entries: list[Entry], number: int) -> Table | None:
    table: Table | None = None
    for entry in entries:
        after = fold_entry(table, entry.seq, entry.at, decode_facts(entry.body))
        if table is not None and table.number == number < after.number:
            return table
        table = after
    return None
