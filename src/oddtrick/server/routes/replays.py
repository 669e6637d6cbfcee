"""Replays: matches as steps, from tables, stored records or an uploaded record."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from litestar import MediaType, Response, get, post
from msgspec.structs import replace

from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.pbn import decode_pbn, is_whist, to_whist_match
from oddtrick.pbn.board import Refusal
from oddtrick.pbn.board_files import scan_boards
from oddtrick.record import MatchSteps, Record, decode_record, record_of, replay, steps_of
from oddtrick.server.access.authentication import find_principal
from oddtrick.server.access.charged_work import work_for
from oddtrick.server.access.table_access import read_match, require_account_principal
from oddtrick.server.errors import ApiError, ErrorDetail, error_responses, to_api_error
from oddtrick.server.limits import Limits
from oddtrick.server.people.principal import Principal
from oddtrick.server.request_body import ALTERNATIVE_BODY, AnyRequest, body_option
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.routes.records import (
    RecordId,
    find_record,
    most_record_bytes,
    no_such_record,
    own_seat,
    read_body,
)
from oddtrick.server.routes.table_records import PBN, TAGS, Number
from oddtrick.server.routes.tables import Code
from oddtrick.server.security.trusted_proxies import client_address
from oddtrick.server.security.upload_slots import UploadSlots
from oddtrick.tables import Table, table_steps
from oddtrick.web.solver_rules import SolverRules, solver_rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.pbn import Board


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A match as steps, for a viewer.

    Args:
        match: its steps.
        pbn: whether it can be written as PBN.
        table: the code of the table where it was played; None: unknown.
        number: the number of the match at that table.
        you: your seat in the match; None: none or unknown.
        solver: the rules for a double-dummy solver; None: it can't count the points of this game.
    """

    match: MatchSteps
    pbn: bool
    table: str | None
    number: int | None
    you: int | None
    solver: SolverRules | None


class BoardRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A board of a PBN file as a record, or the reason why it is none.

    Args:
        number: the number of the board in the file, from 1.
        line: the line of the error; None: unknown.
        record: the record of its deal; None: there is an error.
        error: the error of the board; None: it is sound.
    """

    number: int
    line: int | None
    record: Record | None
    error: ErrorDetail | None


class BoardRecords(msgspec.Struct, frozen=True):
    """The boards of a PBN file.

    Args:
        boards: all of them, in the order of the file.
    """

    boards: tuple[BoardRecord, ...]


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
    principal, table = await read_match(request, code)
    return await _of_table(request, table, principal)


@get(
    "/api/tables/{code:str}/matches/{number:int}/replay",
    tags=TAGS,
    operation_id="getMatchReplay",
    summary="Get the steps of one of a table's matches",
    responses=error_responses(400, 401, 403, 404, 409, 429, 503),
)
async def get_match_replay(request: AnyRequest, code: Code, number: Number) -> Replay:
    """Returns the steps of a match by number."""
    principal, table = await read_match(request, code, number)
    return await _of_table(request, table, principal)


async def _of_table(request: AnyRequest, table: Table, principal: Principal | None) -> Replay:
    steps = await request.app.state.pools.logs.run(table_steps, table)
    if steps is None:
        raise ApiError(409, "no-match", "no match has begun at this table")
    place = None if principal is None else table.place_of(principal.person_id)
    return Replay(
        match=steps,
        pbn=is_whist(table.rules),
        table=table.code,
        number=table.number,
        you=None if place is None else table.seat_at(place),
        solver=solver_rules(table.rules),
    )


@get(
    "/api/records/{record_id:str}/replay",
    tags=TAGS,
    operation_id="getRecordReplay",
    summary="Get the steps of one of my records",
    responses=error_responses(401, 403, 404, 409, 429, 503),
)
async def get_record_replay(request: AnyRequest, record_id: RecordId) -> Response[Replay]:
    """Returns the steps of a record from the principal's list."""
    principal = await require_account_principal(request)
    service: TableService = request.app.state.table_service
    slots: UploadSlots = request.app.state.upload_slots
    async with slots.take(principal.person_id):
        stored = await service.log.query(lambda c: find_record(c, principal.person_id, record_id))
        if stored is None:
            raise no_such_record()
        you = await own_seat(request, principal, record_id)
        pool = service.pools.documents
        steps = await work_for(
            request, principal, pool, _stored_replay, stored.encode(), record_id, you
        )
    return _encoded_response(steps)


def _stored_replay(stored: bytes, record_id: str, you: int | None) -> bytes:
    code, _, number = record_id.partition(".")
    steps = replace(_replayed(decode_record(stored)), you=you)
    if number:
        steps = replace(steps, table=code, number=int(number))
    return msgspec.json.encode(steps)


@post(
    "/api/records/replay",
    tags=TAGS,
    operation_id="replayRecord",
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
    return await _uploaded(request, _through_the_rules_from_pbn if is_pbn else _through_the_rules)


@post(
    "/api/records/boards",
    tags=TAGS,
    operation_id="readBoards",
    opt={ALTERNATIVE_BODY: PBN},
    summary="Read the boards of a PBN file",
    description=(
        "Turns every board of a PBN file into a record of one deal, without storing it. A board "
        "with a fault comes with its error and line instead. Needs no credentials."
    ),
    status_code=200,
    request_max_body_size=None,
    responses=error_responses(400, 401, 403, 409, 413, 429, 503),
)
async def read_boards(request: AnyRequest) -> Response[BoardRecords]:
    """Returns the records of the boards in the body."""
    return await _uploaded(request, _board_records)


async def _uploaded(request: AnyRequest, work: Callable[[bytes], object]) -> Response[Any]:
    """Does some work on an uploaded file, within the limits for imports."""
    address = client_address(request.scope)
    request.app.state.limiter.take(imports_by_address=address)
    limits: Limits = request.app.state.limiter.limits
    principal = await find_principal(request)
    slots: UploadSlots = request.app.state.upload_slots
    async with slots.take(address if principal is None else principal.person_id):
        body = await read_body(request, most_record_bytes(principal, limits))
        pool = request.app.state.pools.uploads
        encoded = await work_for(request, principal, pool, _encoded, work, body)
    return _encoded_response(encoded)


def _encoded_response(encoded: bytes) -> Response[Any]:
    return Response(encoded, media_type=MediaType.JSON)


def _encoded(work: Callable[[bytes], object], body: bytes) -> bytes:
    return msgspec.json.encode(work(body))


def _through_the_rules(data: bytes) -> Replay:
    """Decodes and replays a record.

    Raises:
        OddtrickError: it is no record, or breaks a rule.
    """
    return _replayed(decode_record(data))


def _replayed(record: Record) -> Replay:
    match = replay(record)
    steps = steps_of(match, record.names)
    return Replay(
        match=steps,
        pbn=is_whist(match.rules),
        table=None,
        number=None,
        you=None,
        solver=solver_rules(match.rules),
    )


def _through_the_rules_from_pbn(data: bytes) -> Replay:
    """Replays the board of a PBN file.

    Raises:
        OddtrickError: the file holds no board or several, or the board cannot be a record.
    """
    boards = _board_records(data).boards
    if len(boards) != 1:
        raise OddtrickError(
            f"there are {len(boards)} boards in it: choose one with POST /api/records/boards"
        )
    [board] = boards
    if board.record is None:
        assert board.error is not None
        where = f"line {board.line}: " if board.line else ""
        message = where + board.error.message
        raise RuleBroken(message, board.error.rule) if board.error.rule else OddtrickError(message)
    return _replayed(board.record)


def _board_records(data: bytes) -> BoardRecords:
    """Reads the boards of a file in PBN, LIN or RBN.

    Raises:
        OddtrickError: there is none.
    """
    boards = tuple(_board_record(*each) for each in scan_boards(decode_pbn(data)))
    if not boards:
        raise OddtrickError('the file holds no board: a board begins with a tag, as in [Board "1"]')
    return BoardRecords(boards)


def _board_record(number: int, found: Board | Refusal) -> BoardRecord:
    line = found.line if isinstance(found, Refusal) else None
    try:
        if isinstance(found, Refusal):
            raise found.located()
        record = record_of(to_whist_match(found), found.names)
    except OddtrickError as error:
        return BoardRecord(
            number=number, line=line, record=None, error=to_api_error(error).body.error
        )
    return BoardRecord(number=number, line=None, record=record, error=None)


REPLAYS = (get_table_replay, get_match_replay, get_record_replay, replay_record, read_boards)
"""For ``Litestar(route_handlers=…)``."""
