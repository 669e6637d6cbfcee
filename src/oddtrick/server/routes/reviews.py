"""Reviews of deals: whole, and while they are computed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Annotated, TypeAlias

import msgspec
from litestar import get
from litestar.params import PathParameter
from litestar.response import Stream

from oddtrick.record import Record, decode_record
from oddtrick.review import Review
from oddtrick.server.access.charged_work import asker_of, while_connected, work_for
from oddtrick.server.access.table_access import require_account_principal
from oddtrick.server.errors import error_responses, log_error, to_api_error
from oddtrick.server.jobs.review_events import ReviewEvent, ReviewRefused
from oddtrick.server.jobs.review_jobs import ReviewJobs
from oddtrick.server.parts import part_of
from oddtrick.server.people.principal import Principal
from oddtrick.server.request_body import EVENTS, AnyRequest
from oddtrick.server.routes.records import RecordId, own_seat, stored_record
from oddtrick.server.routes.table_records import Number, read_from_match
from oddtrick.server.routes.tables import Code
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.security.trusted_proxies import client_address
from oddtrick.server.security.work_pools import WorkPools
from oddtrick.tables import Table, table_record

MOST_DEALS = 2**31 - 1

DealNumber: TypeAlias = Annotated[
    int,
    PathParameter(ge=1, le=MOST_DEALS, description="The number of the deal, from 1."),
]

EVENT_STREAM = "text/event-stream"

QUIET_SECONDS = 15.0
"""The time without an event after which a comment is sent."""

TOLD = (
    "The value of each decision of a deal, as the player could know and double dummy; the "
    "decisions that mattered, with reasons; luck and skill apart. Available to everyone who may "
    "see the record, once the deal is finished. Takes some seconds the first time."
)

FOLLOWED = (
    "The same review while it is computed, as server-sent events: each decision as soon as it is "
    "valued, your own first, then the whole review; first from a quick estimate, then in full. The "
    "last event is the full review; where that is known, it is the only one. Refusals before the "
    "first event have a status and a body as usual. Comments keep the connection alive."
)


@get(
    "/api/tables/{code:str}/matches/{number:int}/review/{deal:int}",
    summary="Get the review of a deal of a table's match",
    description=TOLD,
    responses=error_responses(400, 401, 403, 404, 409, 429, 503),
)
async def get_match_review(
    request: AnyRequest, code: Code, number: Number, deal: DealNumber
) -> Review:
    """Returns the review of a deal played at a table."""
    principal, _, record = await read_from_match(request, code, number, table_record)
    return await _made(request, principal, record, deal)


@get(
    "/api/records/{record_id:str}/review/{deal:int}",
    summary="Get the review of a deal of one of my records",
    description=TOLD,
    responses=error_responses(400, 401, 403, 404, 409, 429, 503),
)
async def get_record_review(request: AnyRequest, record_id: RecordId, deal: DealNumber) -> Review:
    """Returns the review of a deal of one of the principal's records."""
    principal, record = await _own_record(request, record_id)
    return await _made(request, principal, record, deal)


@get(
    "/api/tables/{code:str}/matches/{number:int}/review/{deal:int}/events",
    opt={EVENTS: ReviewEvent},
    summary="Follow the review of a deal of a table's match",
    description=FOLLOWED,
    media_type=EVENT_STREAM,
    responses=error_responses(400, 401, 403, 404, 409, 429, 503),
)
async def follow_match_review(
    request: AnyRequest, code: Code, number: Number, deal: DealNumber
) -> Stream:
    """Sends the review of a deal played at a table while it is computed."""
    principal, table, record = await read_from_match(request, code, number, table_record)
    return _followed(request, principal, record, deal, _seat_of(table, principal))


@get(
    "/api/records/{record_id:str}/review/{deal:int}/events",
    opt={EVENTS: ReviewEvent},
    summary="Follow the review of a deal of one of my records",
    description=FOLLOWED,
    media_type=EVENT_STREAM,
    responses=error_responses(400, 401, 403, 404, 409, 429, 503),
)
async def follow_record_review(
    request: AnyRequest, record_id: RecordId, deal: DealNumber
) -> Stream:
    """Sends the review of a deal of one of the principal's records while it is computed."""
    principal, record = await _own_record(request, record_id)
    seat = await own_seat(request, principal, record_id)
    return _followed(request, principal, record, deal, seat)


async def _own_record(request: AnyRequest, record_id: str) -> tuple[Principal, Record]:
    principal = await require_account_principal(request)
    stored = await stored_record(request, principal, record_id)
    pool = part_of(request, WorkPools).documents
    return principal, await work_for(request, principal, pool, decode_record, stored)


async def _made(
    request: AnyRequest, principal: Principal | None, record: Record, deal: int
) -> Review:
    """Returns the review."""
    reviews = part_of(request, ReviewJobs)
    asker = asker_of(request, principal)
    work = reviews.review(record, deal - 1, _admission(request, principal), asker)
    return await while_connected(request, work)


def _followed(
    request: AnyRequest, principal: Principal | None, record: Record, deal: int, seat: int | None
) -> Stream:
    """Sends the events of a review."""
    reviews = part_of(request, ReviewJobs)
    asker = asker_of(request, principal)
    events = reviews.follow(record, deal - 1, _admission(request, principal), seat, asker)
    # A proxy that collects a response before it passes it on would keep the first values back.
    headers = {"Cache-Control": "private, no-store", "X-Accel-Buffering": "no"}
    return Stream(_written(events), headers=headers, media_type=EVENT_STREAM)


async def _written(events: AsyncGenerator[ReviewEvent, None]) -> AsyncGenerator[bytes, None]:
    """Yields events as the lines of a stream; ends when the client has gone, or with the last."""
    waiting = asyncio.ensure_future(anext(events, None))
    try:
        while True:
            await asyncio.wait((waiting,), timeout=QUIET_SECONDS)
            if not waiting.done():
                yield b":\n\n"  # proxies close silent connections
            elif (event := waiting.result()) is None:
                return
            else:
                yield b"data: " + msgspec.json.encode(event) + b"\n\n"
                waiting = asyncio.ensure_future(anext(events, None))
    except Exception as error:  # noqa: BLE001  # the status is sent: an error is an event, too
        api_error = to_api_error(error)
        log_error(error, api_error)
        refused = ReviewRefused(api_error.body.error)
        yield b"data: " + msgspec.json.encode(refused) + b"\n\n"
    finally:
        waiting.cancel()  # and with it what the events wait for


def _admission(request: AnyRequest, principal: Principal | None) -> Callable[[], None]:
    """Returns what counts a review that is not cached against the rate limits."""
    address = client_address(request.scope)

    def admit() -> None:
        limiter = part_of(request, RateLimiter)
        if principal is None:
            limiter.take(reviews_by_address=address)
        else:
            limiter.take(reviews_by_address=address, reviews_by_person=principal.person_id)

    return admit


def _seat_of(table: Table, principal: Principal | None) -> int | None:
    """Returns the principal's seat in a match, or None."""
    place = None if principal is None else table.place_of(principal.person_id)
    return None if place is None else table.seat_at(place)


REVIEWS = (get_match_review, get_record_review, follow_match_review, follow_record_review)
"""For ``Litestar(route_handlers=…)``."""
