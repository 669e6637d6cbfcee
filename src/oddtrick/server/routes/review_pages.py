"""Reviews of deals as pages: the printed report."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath

from oddtrick.i18n.catalogue import DEFAULT_LANGUAGE, LANGUAGES
from oddtrick.review import Review
from oddtrick.server.access.charged_work import work_for
from oddtrick.server.access.table_access import read_match, require_account_principal
from oddtrick.server.errors import ApiError, log_error, to_api_error
from oddtrick.server.parts import part_of
from oddtrick.server.request_body import AnyRequest
from oddtrick.server.routes.records import own_seat
from oddtrick.server.routes.reviews import review_of_record, review_of_table, seat_of
from oddtrick.server.security.work_pools import WorkPools
from oddtrick.server.work.reviews import write_page

HTML = "text/html"


@get("/t/{code:str}/review/{number:int}/{deal:int}", include_in_schema=False)
async def show_match_review(
    request: AnyRequest, code: FromPath[str], number: FromPath[int], deal: FromPath[int]
) -> Response[bytes]:
    """Shows the review as a page, with the principal's own decisions first."""
    back = f"/t/{code}/replay/{number}#deal={deal}"
    try:
        review = await review_of_table(request, code, number, deal)
        own = await _own_seat(request, code, number)
        return await _page(request, review, back, own, f"/t/{code}/retry/{number}")
    except Exception as error:  # noqa: BLE001  # people get any error as a page
        return _refused(request, error)


@get("/review/{record_id:str}/{deal:int}", include_in_schema=False)
async def show_record_review(
    request: AnyRequest, record_id: FromPath[str], deal: FromPath[int]
) -> Response[bytes]:
    """Shows the review as a page, with the principal's own decisions first if they played."""
    back = f"/replay/{record_id}#deal={deal}"
    try:
        review = await review_of_record(request, record_id, deal)
        own = await _own_seat_in_record(request, record_id)
        return await _page(request, review, back, own, f"/review/{record_id}/retry")
    except Exception as error:  # noqa: BLE001  # people get any error as a page
        return _refused(request, error)


async def _own_seat(request: AnyRequest, code: str, number: int) -> int | None:
    """Returns the principal's seat in a match, or None."""
    principal, table = await read_match(request, code, number)
    return seat_of(table, principal)


async def _own_seat_in_record(request: AnyRequest, record_id: str) -> int | None:
    """Returns the principal's seat in one of their records, or None if it is not known."""
    principal = await require_account_principal(request)
    return await own_seat(request, principal, record_id)


async def _page(
    request: AnyRequest, review: Review, back: str, own: int | None, retry: str | None = None
) -> Response[bytes]:
    from oddtrick.report import player_links, server_frame  # noqa: PLC0415  # not at the start

    seat = _requested_seat(request, review, own)
    language = requested_language(request)
    # A language chosen by the address stays when the reader goes on to another player.
    query = f"&{PARAMETER}={language}" if PARAMETER in request.query_params else ""
    links = player_links(review, seat, query, language, reader=own)
    frame = server_frame(back, links, language, retry)
    is_packed = "gzip" in request.headers.get("accept-encoding", "")
    pool = part_of(request, WorkPools).documents
    body = await work_for(
        request, None, pool, write_page, review, frame, seat, language, own, is_packed=is_packed
    )
    headers = {"Cache-Control": "private, no-store", "Vary": "Accept-Encoding, Accept-Language"}
    if is_packed:
        headers["Content-Encoding"] = "gzip"
    return Response(body, headers=headers, media_type=HTML)


def _requested_seat(request: AnyRequest, review: Review, own: int | None) -> int | None:
    """Returns the seat to show: from ``?seat=``, else the principal's; None: all seats.

    Raises:
        ApiError: 404, there is no such seat.
    """
    wanted = request.query_params.get("seat")
    if wanted is None:
        return own
    if wanted == "all":
        return None
    if wanted in map(str, range(review.players)):
        return int(wanted)
    raise ApiError(404, "no-seat", f"there is no such seat: they are 0 to {review.players - 1}")


def _refused(request: AnyRequest, error: Exception) -> Response[bytes]:
    """Shows an error as a page."""
    from oddtrick.report import error_page, server_frame  # noqa: PLC0415  # not at the start

    api_error = to_api_error(error)
    log_error(error, api_error)
    language = requested_language(request)
    body = error_page(
        api_error.message,
        server_frame("/games", language=language),
        language,
        code=api_error.code,
        status=api_error.status,
    ).encode()
    return Response(body, status_code=api_error.status, headers=api_error.headers, media_type=HTML)


PARAMETER = "language"
"""The query parameter that overrides the browser's languages."""


def requested_language(request: AnyRequest) -> str:
    """Returns the language to answer in: from ``?language=``, else from ``Accept-Language``."""
    chosen: str | None = request.query_params.get(PARAMETER)
    if chosen is not None and chosen in LANGUAGES:
        return chosen
    return accepted_language(request.headers.get("accept-language", ""))


def accepted_language(header: str) -> str:
    """Returns the first language of ``Accept-Language`` that we have, by quality (RFC 9110).

    >>> accepted_language("fr-CH, en;q=0.5, de-AT;q=0.9")
    'de'
    >>> accepted_language("fr, de;q=0, *;q=0.5")
    'en'
    """
    ranges = [_quality(each) for each in header[:1000].split(",")]
    for quality, tag in sorted(ranges, key=lambda each: -each[0]):
        language = tag.partition("-")[0].lower()
        if quality > 0 and language in LANGUAGES:
            return language
    return DEFAULT_LANGUAGE


def _quality(part: str) -> tuple[float, str]:
    """The quality and tag of one language range; 0 for an unreadable quality."""
    tag, _, weight = part.partition(";")
    name, _, value = weight.partition("=")
    if not weight:
        return 1.0, tag.strip()
    try:
        quality = float(value) if name.strip() == "q" else 0.0
    except ValueError:
        quality = 0.0
    return (quality if 0 <= quality <= 1 else 0.0), tag.strip()


REVIEW_PAGES = (show_match_review, show_record_review)
"""Pages, not part of the documented API."""
