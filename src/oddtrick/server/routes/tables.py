"""Tables over HTTP: open, list, view, and play without a socket."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from litestar import Response, get, post
from litestar.params import PathParameter, QueryParameter
from msgspec import Meta

from oddtrick.bots import find_bot
from oddtrick.errors import OddtrickError
from oddtrick.games import find_game, list_games
from oddtrick.record import Record, rules_of_record
from oddtrick.record.format import FORMAT
from oddtrick.server.access.authentication import find_table_opener, keep_guest, make_guest, named
from oddtrick.server.access.table_access import (
    mark_present,
    missed_updates,
    require_account_principal,
    submit_command,
    visit_table,
)
from oddtrick.server.errors import error_responses
from oddtrick.server.parts import part_of
from oddtrick.server.protocol import CommandId, Done, LobbyTable
from oddtrick.server.request_body import AnyRequest, body_option, decode_body
from oddtrick.server.rooms.listing_row import lobby_entry
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.routes.pagination import Cursor, Limit, decode_cursor, encode_cursor
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.security.trusted_proxies import client_address
from oddtrick.server.sockets.lobby_socket import SHOWN
from oddtrick.server.store.listings import public_tables, tables_of
from oddtrick.tables import CommandRefused, Settings, TableView, Update, table_view, update_for
from oddtrick.tables.commands import AddBot, Begin, Level, Place, PlayerCommand, Sit

Code: TypeAlias = Annotated[
    str,
    PathParameter(description="The code of the table; capitals, spaces and hyphens do not matter."),
]
After: TypeAlias = Annotated[
    int, QueryParameter(ge=-1, description="The `seq` of the last entry you have; -1: none.")
]


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table to open.

    Args:
        rules: ``game`` and its options, as listed by ``GET /api/games``; options left out have
            their defaults.
        settings: the settings of the table.
        sit: the place to take at once; None: none.
        fill: the level of the bots that take all other places; None: the places stay open.
        begin: whether to begin the match at once; every place must be taken.
    """

    rules: Annotated[
        dict[str, Any],
        Meta(
            extra_json_schema={
                "properties": {"game": {"enum": [game.id for game in list_games()]}},
                "required": ["game"],
            },
        ),
    ]
    settings: Settings = Settings()
    sit: Place | None = None
    fill: Level | None = None
    begin: bool = False


class OpenedTable(msgspec.Struct, frozen=True):
    """The table that was opened.

    Args:
        code: its id; anyone who has it may join.
        url: the path of its page.
        socket: the path of its WebSocket.
        table: the table from your point of view.
    """

    code: str
    url: str
    socket: str
    table: TableView


class Tables(msgspec.Struct, frozen=True):
    """Public tables, the most recently changed first.

    Args:
        tables: some of them.
        next: ``before`` of the next page; None: there is none.
    """

    tables: tuple[LobbyTable, ...]
    next: str | None


class MyTable(msgspec.Struct, frozen=True):
    """A table where you sit or sat.

    Args:
        table: the table as listed in the lobby.
        place: your place; None: you left.
    """

    table: LobbyTable
    place: int | None


class MyTables(msgspec.Struct, frozen=True):
    """The tables where you sit or sat, the most recently changed first.

    Args:
        tables: some of them.
        next: ``before`` of the next page; None: there is none.
    """

    tables: tuple[MyTable, ...]
    next: str | None


class CommandBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command with its id.

    Args:
        id: an idempotency key chosen by the client; a repeated command is not applied twice.
        command: the command.
    """

    id: CommandId
    command: PlayerCommand


class Events(msgspec.Struct, frozen=True):
    """The events of a table.

    Args:
        seq: the last entry; pass it as ``after`` in the next request.
        table: the whole table, on the first request or after too many updates; else None.
        updates: the updates after ``after``, in order.
    """

    seq: int
    table: TableView | None
    updates: tuple[Update, ...]


@post(
    "/api/tables",
    opt=body_option(NewTable),
    summary="Open a table",
    description=(
        "A client without credentials becomes a guest; the response sets the cookie. If any part "
        "of the request is invalid, no table is opened."
    ),
    responses=error_responses(400, 401, 403, 409, 413, 429, 503),
)
async def open_table(request: AnyRequest) -> Response[OpenedTable]:
    """Opens a table; sits down, adds bots and begins as requested."""
    data = await decode_body(request, NewTable)
    principal = await find_table_opener(request)
    players = _check(data)
    host = principal or make_guest()
    part_of(request, RateLimiter).take(
        tables_by_person=host.person_id, tables_by_address=client_address(request.scope)
    )
    service = part_of(request, TableService)
    room = await service.open(data.rules, data.settings, person=host.person_id, name=host.name)
    await mark_present(request, host, room)
    for command in _first_commands(data, players):
        await submit_command(request, host, room, command)
    opened = OpenedTable(
        code=room.code,
        url=f"/t/{room.code}",
        socket=f"/ws/tables/{room.code}",
        table=table_view(room.table, host.person_id),
    )
    response = Response(opened, status_code=201, headers={"Location": f"/api/tables/{room.code}"})
    if principal is None:
        keep_guest(request, response, host)
    return response


def _check(new: NewTable) -> int:
    """Validates the whole request before applying any part; returns the number of players.

    Raises:
        OddtrickError: no game, option or bot is called that, or a value is out of its bounds.
        RuleBroken: the options do not go together.
        CommandRefused: there is no such place, or nobody to begin with.
    """
    rules = dict(new.rules)
    if isinstance(rules.get("game"), str):
        rules["game"] = find_game(rules["game"]).id
    played = rules_of_record(Record(FORMAT, rules, []))
    players = played.players
    if new.sit is not None and new.sit >= players:
        raise CommandRefused("no-such-place", f"place {new.sit}: the places are 0 to {players - 1}")
    if new.begin and new.fill is None:
        raise CommandRefused("open-places", "places are open: name the bots that fill them")
    if new.fill is not None:
        try:
            find_bot(new.fill, played)
        except OddtrickError as error:
            raise CommandRefused("no-such-bot", str(error)) from None
    return players


def _first_commands(new: NewTable, players: int) -> list[PlayerCommand]:
    """The host's first commands at a new table."""
    commands: list[PlayerCommand] = [] if new.sit is None else [Sit(new.sit)]
    if new.begin:
        return [*commands, Begin(new.fill)]
    if new.fill is not None:
        others = [place for place in range(players) if place != new.sit]
        commands += [AddBot(place, new.fill) for place in others]
    return commands


@get(
    "/api/tables",
    summary="List the public tables",
    responses=error_responses(400, 429, 503),
)
async def get_tables(request: AnyRequest, before: Cursor = "", limit: Limit = 50) -> Tables:
    """Lists a page of the public tables."""
    service = part_of(request, TableService)
    place = decode_cursor(before)
    rows = await service.log.query(lambda c: public_tables(c, SHOWN, place, limit))
    following = encode_cursor(rows[-1].changed, rows[-1].id) if len(rows) == limit else None
    return Tables(tuple(map(lobby_entry, rows)), following)


@get(
    "/api/me/tables",
    summary="List my tables",
    responses=error_responses(400, 401, 403, 429, 503),
)
async def get_my_tables(request: AnyRequest, before: Cursor = "", limit: Limit = 50) -> MyTables:
    """Lists a page of the tables where the principal sits or sat."""
    principal = await require_account_principal(request)
    service = part_of(request, TableService)
    place = decode_cursor(before)
    rows = await service.log.query(lambda c: tables_of(c, principal.person_id, place, limit))
    following = encode_cursor(rows[-1][0].changed, rows[-1][0].id) if len(rows) == limit else None
    return MyTables(tuple(MyTable(lobby_entry(row), at) for row, at in rows), following)


@get(
    "/api/tables/{code:str}",
    summary="Get a table",
    description="The table from your point of view. Without a place you are a spectator.",
    responses=error_responses(401, 403, 404, 429, 503),
)
async def get_table(request: AnyRequest, code: Code) -> TableView:
    """Returns the table from the principal's point of view."""
    principal, room = await visit_table(request, code)
    return table_view(room.table, None if principal is None else principal.person_id)


@post(
    "/api/tables/{code:str}/commands",
    status_code=200,
    operation_id="sendCommand",
    opt=body_option(CommandBody),
    summary="Send a command to a table",
    description=(
        "Takes the same commands as the socket. Returns the update that the command caused, or "
        "`done` if it was applied before or changes nothing. A refused command returns 409 and "
        "leaves the table unchanged. After 503 the outcome is unknown: send the command again "
        "with the same id."
    ),
    responses=error_responses(400, 401, 403, 404, 409, 413, 429, 503),
)
async def ask_table(request: AnyRequest, code: Code) -> Update | Done:
    """Sends a command to a table."""
    data = await decode_body(request, CommandBody)
    visitor, room = await visit_table(request, code)
    principal = named(visitor)
    answer = await submit_command(request, principal, room, data.command, key=data.id)
    await mark_present(request, principal, room)  # who has just sat down is there
    step = answer.transition
    if step is None:
        return Done(data.id, answer.seq)
    return update_for(step.before, step.after, step.facts, principal.person_id, re=data.id)


@get(
    "/api/tables/{code:str}/events",
    summary="Get the updates since an entry",
    description=(
        "Polling for clients without sockets: returns the updates after `after`. Without `after`, "
        "or after too many updates, returns the whole table instead."
    ),
    responses=error_responses(400, 401, 403, 404, 429, 503),
)
async def get_events(request: AnyRequest, code: Code, after: After = -1) -> Events:
    """The updates of this principal since an entry."""
    principal, room = await visit_table(request, code)
    person = None if principal is None else principal.person_id
    updates = await missed_updates(request, principal, room, after)
    if updates is None:
        return Events(room.table.seq, table_view(room.table, person), ())
    return Events(updates[-1].seq if updates else room.table.seq, None, tuple(updates))


TABLES = (open_table, get_tables, get_my_tables, get_table, ask_table, get_events)
"""For ``Litestar(route_handlers=…)``."""
