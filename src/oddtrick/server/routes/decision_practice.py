"""Practice: a decision of a finished deal, taken again against bots."""

from __future__ import annotations

from litestar import post

from oddtrick.server.access.charged_work import work_for
from oddtrick.server.access.table_access import require_account_principal
from oddtrick.server.errors import error_responses
from oddtrick.server.parts import part_of
from oddtrick.server.request_body import AnyRequest, body_option, decode_body
from oddtrick.server.routes.records import RecordId, stored_record
from oddtrick.server.routes.table_records import Number, read_from_match
from oddtrick.server.routes.tables import Code
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.security.trusted_proxies import client_address
from oddtrick.server.security.work_pools import WorkPools
from oddtrick.server.work.reviews import PracticeRequest, practise_in_record, practise_in_stored
from oddtrick.tables import table_record
from oddtrick.tables.decision_practice import Practice


@post(
    "/api/tables/{code:str}/matches/{number:int}/practice",
    operation_id="practise",
    opt=body_option(PracticeRequest),
    summary="Take a decision again, against bots",
    description=(
        "Returns the table before a decision of a finished deal, as its player saw it, and what "
        "happens after your moves up to your next turn. Bots play all other seats. Nothing is "
        "stored, and the same moves give the same practice."
    ),
    status_code=200,
    responses=error_responses(400, 401, 403, 404, 409, 413, 429, 503),
)
async def practise_decision(request: AnyRequest, code: Code, number: Number) -> Practice:
    """Returns the practice from a decision up to the next turn."""
    body = await _practice_request(request)
    # Finished deals only: nobody sees a hand in play.
    principal, _, record = await read_from_match(request, code, number, table_record)
    pool = part_of(request, WorkPools).previews
    return await work_for(request, principal, pool, practise_in_record, record, body)


@post(
    "/api/records/{record_id:str}/practice",
    opt=body_option(PracticeRequest),
    summary="Take a decision of one of my records again, against bots",
    description=(
        "Returns the table before a decision of a finished deal, as its player saw it, and what "
        "happens after your moves up to your next turn, as for a match of a table."
    ),
    status_code=200,
    responses=error_responses(400, 401, 403, 404, 409, 413, 429, 503),
)
async def practise_record(request: AnyRequest, record_id: RecordId) -> Practice:
    """Returns the practice from a decision of one of the principal's records."""
    body = await _practice_request(request)
    principal = await require_account_principal(request)
    stored = await stored_record(request, principal, record_id)
    pool = part_of(request, WorkPools).previews
    return await work_for(request, principal, pool, practise_in_stored, stored, body)


async def _practice_request(request: AnyRequest) -> PracticeRequest:
    """Returns the body; each request counts as a command."""
    part_of(request, RateLimiter).take(commands_by_address=client_address(request.scope))
    return await decode_body(request, PracticeRequest)


PRACTICE = (practise_decision, practise_record)
"""For ``Litestar(route_handlers=…)``."""
