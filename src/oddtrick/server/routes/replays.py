"""Replays: matches as steps, from tables, stored records or an uploaded record."""

from __future__ import annotations

import asyncio

import msgspec
from litestar import get, post
from msgspec.structs import replace

from oddtrick.pbn import is_whist
from oddtrick.record import MatchSteps, Record, decode_record, replay, steps_of
from oddtrick.server.access.authentication import find_principal
from oddtrick.server.access.table_access import read_table, require_account_principal
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.limits import Limits
from oddtrick.server.people.principal import PersonKind, Principal
from oddtrick.server.request_body import AnyRequest, body_option
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.routes.records import (
    REPLAYING,
    RecordId,
    find_record,
    no_such_record,
    read_body,
)
from oddtrick.server.routes.table_records import TAGS, Number, table_at_match
from oddtrick.server.routes.tables import Code
from oddtrick.server.security.trusted_proxies import client_address
from oddtrick.server.store.listings import find_match
from oddtrick.tables import Table, table_steps


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A match as steps, for a viewer.

    Args:
        match: its steps.
        pbn: whether it can be written as PBN.
        table: the code of the table where it was played; None: unknown.
        number: the number of the match at that table.
        you: your seat in the match; None: none or unknown.
    """

    match: MatchSteps
    pbn: bool
    table: str | None
    number: int | None
    you: int | None


@get(
    "/api/tables/{code:str}/replay",
    tags=TAGS,
    operation_id="getTableReplay",
    summary="Get the steps of a table's match",
    description=(
        "All hands, every trick with its winner and the result of each deal, so that a viewer "
        "needs no rules. During the match, only the finished deals."
    ),
    responses=error_responses(401, 403, 404, 409, 429, 503),
)
async def get_table_replay(request: AnyRequest, code: Code) -> Replay:
    """Returns the steps of the current or last match."""
    principal, room = await read_table(request, code)
    return await _of_table(room.table, principal)


@get(
    "/api/tables/{code:str}/matches/{number:int}/replay",
    tags=TAGS,
    operation_id="getMatchReplay",
    summary="Get the steps of one of a table's matches",
    responses=error_responses(400, 401, 403, 404, 409, 429, 503),
)
async def get_match_replay(request: AnyRequest, code: Code, number: Number) -> Replay:
    """Returns the steps of a match by number."""
    table = await table_at_match(request, code, number)
    return await _of_table(table, await find_principal(request))


async def _of_table(table: Table, principal: Principal | None) -> Replay:
    steps = await asyncio.to_thread(table_steps, table)
    if steps is None:
        raise ApiError(409, "no-match", "no match has begun at this table")
    place = None if principal is None else table.place_of(principal.person_id)
    return Replay(
        match=steps,
        pbn=is_whist(table.rules),
        table=table.code,
        number=table.number,
        you=None if place is None else table.seat_at(place),
    )


@get(
    "/api/records/{record_id:str}/replay",
    tags=TAGS,
    operation_id="getRecordReplay",
    summary="Get the steps of one of my records",
    responses=error_responses(401, 403, 404, 409, 429, 503),
)
async def get_record_replay(request: AnyRequest, record_id: RecordId) -> Replay:
    """Returns the steps of a record from the principal's list."""
    principal = await require_account_principal(request)
    service: TableService = request.app.state.table_service
    stored = await service.log.query(lambda c: find_record(c, principal.person_id, record_id))
    if stored is None:
        raise no_such_record()
    steps = await _replayed(stored.encode())
    code, _, number = record_id.partition(".")
    if not number:
        return steps
    match = await service.log.query(lambda c: find_match(c, code, int(number)))
    players = () if match is None else match[1]
    you = next((each.seat for each in players if each.person == principal.person_id), None)
    return replace(steps, table=code, number=int(number), you=you)


@post(
    "/api/records/replay",
    tags=TAGS,
    operation_id="replayRecord",
    opt=body_option(Record),
    summary="Replay a record",
    description="Replays an oddtrick/1 record without storing it. Needs no credentials.",
    status_code=200,
    request_max_body_size=None,
    responses=error_responses(400, 401, 403, 409, 413, 429, 503),
)
async def replay_record(request: AnyRequest) -> Replay:
    """Returns the steps of the record in the body."""
    request.app.state.limiter.take(imports_by_address=client_address(request.scope))
    limits: Limits = request.app.state.limiter.limits
    principal = await find_principal(request)
    has_account = principal is not None and principal.kind is PersonKind.ACCOUNT
    most = limits.record_bytes if has_account else limits.body_bytes
    return await _replayed(await read_body(request, most))


async def _replayed(record: bytes) -> Replay:
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(REPLAYING, _through_the_rules, record)


def _through_the_rules(data: bytes) -> Replay:
    """Decodes and replays a record.

    Raises:
        OddtrickError: it is no record, or breaks a rule.
    """
    record = decode_record(data)
    match = replay(record)
    steps = steps_of(match, record.names)
    return Replay(match=steps, pbn=is_whist(match.rules), table=None, number=None, you=None)


REPLAYS = (get_table_replay, get_match_replay, get_record_replay, replay_record)
"""For ``Litestar(route_handlers=…)``."""
