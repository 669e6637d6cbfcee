"""Records of a table's matches, and the proofs of their deals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from litestar import Response, get
from litestar.params import PathParameter, QueryParameter

from oddtrick.errors import OddtrickError
from oddtrick.fair import Proof
from oddtrick.record import Record, encode_record
from oddtrick.server.access.charged_work import work_for
from oddtrick.server.access.table_access import read_match
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.parts import part_of
from oddtrick.server.people.principal import Principal
from oddtrick.server.request_body import ALTERNATIVE_TYPE, AnyRequest
from oddtrick.server.routes.tables import Code
from oddtrick.server.security.work_pools import WorkPools
from oddtrick.server.work.uploaded_records import record_as_pbn
from oddtrick.tables import Table, table_proof, table_record

T = TypeVar("T")


JSON = "application/json"
PBN = "application/x-pbn"


Form: TypeAlias = Literal["", "json", "pbn"]
"""The format of a record: oddtrick/1, or PBN for whist and the colonial games."""

AskedForm: TypeAlias = Annotated[
    Form,
    QueryParameter(
        name="format",
        description=f"The format; by default as in `Accept`: `{PBN}` or JSON.",
    ),
]
Number: TypeAlias = Annotated[
    int, PathParameter(ge=1, le=2**31 - 1, description="The number of the match, from 1.")
]


@get(
    "/api/tables/{code:str}/record",
    opt={ALTERNATIVE_TYPE: PBN},
    summary="Get the record of a table's match",
    description="During the match, only the finished deals.",
    responses=error_responses(400, 401, 403, 404, 409, 429, 503),
)
async def get_table_record(
    request: AnyRequest, code: Code, form: AskedForm = ""
) -> Response[Record]:
    """Returns the record of the current or last match."""
    principal, _, record = await read_from_match(request, code, None, table_record)
    return await record_response(request, principal, encode_record(record), form)


@get(
    "/api/tables/{code:str}/proof",
    summary="Get the proof of a table's deals",
    description="The server's secret of the current deal is left out until the deal is finished.",
    responses=error_responses(401, 403, 404, 409, 429, 503),
)
async def get_table_proof(request: AnyRequest, code: Code) -> Proof:
    """Returns the proof of all draws of the current or last match."""
    _, _, proof = await read_from_match(request, code, None, table_proof)
    return proof


@get(
    "/api/tables/{code:str}/matches/{number:int}/record",
    opt={ALTERNATIVE_TYPE: PBN},
    summary="Get the record of one of a table's matches",
    responses=error_responses(400, 401, 403, 404, 409, 429, 503),
)
async def get_match_record(
    request: AnyRequest, code: Code, number: Number, form: AskedForm = ""
) -> Response[Record]:
    """Returns the record of a match by number."""
    principal, _, record = await read_from_match(request, code, number, table_record)
    return await record_response(request, principal, encode_record(record), form)


@get(
    "/api/tables/{code:str}/matches/{number:int}/proof",
    summary="Get the proof of one of a table's matches",
    responses=error_responses(400, 401, 403, 404, 409, 429, 503),
)
async def get_match_proof(request: AnyRequest, code: Code, number: Number) -> Proof:
    """Returns the proof of a match by number."""
    _, _, proof = await read_from_match(request, code, number, table_proof)
    return proof


async def read_from_match(
    request: AnyRequest, code: str, number: int | None, read: Callable[[Table], T | None]
) -> tuple[Principal | None, Table, T]:
    """Returns what :func:`read_match` does, and what is read from the match, off the event loop.

    Raises:
        ApiError: 409, none has begun; 429, the processor time is used up; and as there.
    """
    principal, table = await read_match(request, code, number)
    found = await work_for(request, principal, part_of(request, WorkPools).logs, read, table)
    if found is None:
        raise ApiError(409, "no-match", "no match has begun at this table")
    return principal, table, found


async def record_response(
    request: AnyRequest, principal: Principal | None, record: bytes, form: Form
) -> Response[Any]:
    """Sends an encoded record in the requested format.

    Raises:
        ApiError: 409, this game can't be written as PBN.
    """
    if not form:
        form = "pbn" if request.accept.best_match([JSON, PBN], JSON) == PBN else "json"
    if form == "json":
        return Response(record, media_type=JSON)
    pool = part_of(request, WorkPools).documents
    try:
        pbn = await work_for(request, principal, pool, record_as_pbn, record)
    except ApiError:
        raise
    except OddtrickError as error:
        raise ApiError(409, "no-pbn", str(error)) from None
    return Response(pbn, media_type=PBN)


TABLE_RECORDS = (get_table_record, get_table_proof, get_match_record, get_match_proof)
"""For ``Litestar(route_handlers=…)``."""
