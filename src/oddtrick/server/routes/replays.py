"""Replays: matches as steps, from tables, stored records or an uploaded record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from litestar import MediaType, Response, get, post

from oddtrick.pbn import is_whist
from oddtrick.record import MatchSteps, Record
from oddtrick.server.access.authentication import find_principal
from oddtrick.server.access.charged_work import asker_of, work_for
from oddtrick.server.access.table_access import require_account_principal
from oddtrick.server.errors import error_responses
from oddtrick.server.limits import Limits
from oddtrick.server.parts import part_of
from oddtrick.server.request_body import ALTERNATIVE_BODY, AnyRequest, body_option
from oddtrick.server.routes.records import (
    RecordId,
    most_record_bytes,
    own_seat,
    read_body,
    stored_record,
)
from oddtrick.server.routes.table_records import PBN, Number, read_from_match
from oddtrick.server.routes.tables import Code
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.security.request_bodies import UploadSlots
from oddtrick.server.security.trusted_proxies import client_address
from oddtrick.server.security.work_pools import WorkPools
from oddtrick.server.work.uploaded_records import (
    BoardRecords,
    Replay,
    board_records,
    encode_result,
    encode_stored_replay,
    replay_board_upload,
    replay_upload,
)
from oddtrick.tables import Table, table_steps
from oddtrick.web.solver_rules import SolverRules, rules_by_deal


@get(
    "/api/tables/{code:str}/replay",
    summary="Get the steps of a table's match",
    description=(
        "All hands, every trick with its winner and the result of each deal, so that a viewer "
        "needs no rules. During the match, only the finished deals."
    ),
    responses=error_responses(401, 403, 404, 409, 429, 503),
)
async def get_table_replay(request: AnyRequest, code: Code) -> Replay:
    """Returns the steps of the current or last match."""
    return await _of_table(request, code, None)


@get(
    "/api/tables/{code:str}/matches/{number:int}/replay",
    summary="Get the steps of one of a table's matches",
    responses=error_responses(400, 401, 403, 404, 409, 429, 503),
)
async def get_match_replay(request: AnyRequest, code: Code, number: Number) -> Replay:
    """Returns the steps of a match by number."""
    return await _of_table(request, code, number)


def _steps(table: Table) -> tuple[MatchSteps, tuple[SolverRules | None, ...]] | None:
    """The steps of the finished deals, and the rules of each for a solver; None: no match yet."""
    steps = table_steps(table)
    if steps is None or table.match is None:
        return None
    return steps, rules_by_deal(table.match, finished=True)


async def _of_table(request: AnyRequest, code: str, number: int | None) -> Replay:
    principal, table, (steps, solver) = await read_from_match(request, code, number, _steps)
    place = None if principal is None else table.place_of(principal.person_id)
    return Replay(
        match=steps,
        pbn=is_whist(table.rules),
        table=table.code,
        number=table.number,
        you=None if place is None else table.seat_at(place),
        solver=solver,
    )


@get(
    "/api/records/{record_id:str}/replay",
    summary="Get the steps of one of my records",
    responses=error_responses(401, 403, 404, 409, 429, 503),
)
async def get_record_replay(request: AnyRequest, record_id: RecordId) -> Response[Replay]:
    """Returns the steps of a record from the principal's list."""
    principal = await require_account_principal(request)
    async with part_of(request, UploadSlots).take(asker_of(request, principal)):
        stored = await stored_record(request, principal, record_id)
        you = await own_seat(request, principal, record_id)
        pool = part_of(request, WorkPools).documents
        steps = await work_for(
            request, principal, pool, encode_stored_replay, stored, record_id, you
        )
    return _encoded_response(steps)


@post(
    "/api/records/replay",
    opt=body_option(Record) | {ALTERNATIVE_BODY: PBN},
    summary="Replay a record",
    description=(
        "Replays an oddtrick/1 record, or the only board of a PBN file, without storing it. Needs "
        "no credentials."
    ),
    status_code=200,
    request_max_body_size=None,
    responses=error_responses(400, 401, 403, 409, 413, 429, 503),
)
async def replay_record(request: AnyRequest) -> Response[Replay]:
    """Returns the steps of the record in the body."""
    is_pbn = request.headers.get("content-type", "").partition(";")[0].strip().lower() == PBN
    return await _uploaded(request, replay_board_upload if is_pbn else replay_upload)


@post(
    "/api/records/boards",
    opt={ALTERNATIVE_BODY: PBN},
    summary="Read the boards of a PBN file",
    description=(
        "Turns every board of a PBN file into a record of one deal, without storing it. A board "
        "with a fault comes with its error and line instead. A file holds at most 1,000 boards. "
        "Needs no credentials."
    ),
    status_code=200,
    request_max_body_size=None,
    responses=error_responses(400, 401, 403, 409, 413, 429, 503),
)
async def read_boards(request: AnyRequest) -> Response[BoardRecords]:
    """Returns the records of the boards in the body."""
    return await _uploaded(request, board_records)


async def _uploaded(request: AnyRequest, work: Callable[[bytes], object]) -> Response[Any]:
    """Does some work on an uploaded file, within the limits for imports."""
    address = client_address(request.scope)
    part_of(request, RateLimiter).take(imports_by_address=address)
    limits: Limits = part_of(request, RateLimiter).limits
    principal = await find_principal(request)
    slots = part_of(request, UploadSlots)
    async with slots.take(asker_of(request, principal)):
        body = await read_body(request, most_record_bytes(principal, limits))
        pool = part_of(request, WorkPools).uploads
        encoded = await work_for(request, principal, pool, encode_result, work, body)
    return _encoded_response(encoded)


def _encoded_response(encoded: bytes) -> Response[Any]:
    return Response(encoded, media_type=MediaType.JSON)


REPLAYS = (get_table_replay, get_match_replay, get_record_replay, replay_record, read_boards)
"""For ``Litestar(route_handlers=…)``."""
