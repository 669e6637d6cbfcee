"""The organiser's desk over HTTP: log, earlier rounds and cards, files, paper, QR codes."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from litestar import Response, get
from litestar.params import PathParameter, QueryParameter

from oddtrick.drive.live.online_tables import drive_for_file, opened_boards
from oddtrick.drive.live.player_card import CardPart, NextSeat
from oddtrick.drive.live.state import LiveDrive
from oddtrick.drive.live.view_types import RoundPart
from oddtrick.drive.live.views_by_role import DESK
from oddtrick.drive.sealed_boards import SealedBoards
from oddtrick.drive.sheets import Paper, SheetName, SheetOptions
from oddtrick.i18n.catalogue import DEFAULT_LANGUAGE, Language
from oddtrick.server.access.charged_work import work_for
from oddtrick.server.drives.access import (
    drive_address,
    public_address,
    require_role,
    service_of,
    visit_drive,
)
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.parts import part_of
from oddtrick.server.request_body import ALTERNATIVE_TYPE, AnyRequest
from oddtrick.server.routes.drive_roles import ORGANISER, listed_key, table_keys
from oddtrick.server.routes.drives import DriveCode
from oddtrick.server.routes.qr_code import SVG, qr_response
from oddtrick.server.settings import Settings
from oddtrick.server.work.drives import export, typeset_sheets

PDF = "application/pdf"
JSON = "application/json"
CSV = "text/csv"

RoundNumber: TypeAlias = Annotated[
    int, PathParameter(ge=1, le=10_000, description="The number of the round, from 1.")
]
CardNumber: TypeAlias = Annotated[
    int, PathParameter(ge=0, le=10_000, description="The id of the card: one less than its number.")
]
Form: TypeAlias = Annotated[
    Literal["drive", "result", "csv"],
    QueryParameter(
        description="The drive's file, its result as JSON, or its standings for a spreadsheet."
    ),
]
Sheets: TypeAlias = Annotated[
    list[SheetName] | None,
    QueryParameter(
        description="The sheets, one `what` for each; without, what the rest of the drive needs."
    ),
]
PaperSize: TypeAlias = Annotated[Paper, QueryParameter(description="The paper size.")]
SheetLanguage: TypeAlias = Annotated[Language, QueryParameter(description="The language.")]
LargePrint: TypeAlias = Annotated[
    bool, QueryParameter(description="Large print, with fewer cards on a page.")
]


FORMS = {"drive": (JSON, "drive"), "result": (JSON, "json"), "csv": (CSV, "csv")}
"""The media type and the suffix of each form of export."""

NO_STORE = {"Cache-Control": "private, no-store"}


class LogLine(msgspec.Struct, frozen=True, kw_only=True):
    """A change of something that was settled.

    Args:
        kind: ``result``, ``undone``, ``player``, ``left`` or ``returned``.
        by: who changed it.
        at: the time (ms since 1970).
        why: the reason given.
        round: the round; 0: before the first.
        table: the table of a result, or null.
        player: the player, or null.
        before: what stood there before.
        after: what stands there now.
    """

    kind: str
    by: str
    at: int
    why: str
    round: int
    table: int | None
    player: int | None
    before: str
    after: str


class DriveLog(msgspec.Struct, frozen=True):
    """The log of a drive.

    Args:
        log: the changes, newest first.
    """

    log: tuple[LogLine, ...]


class ShownCard(msgspec.Struct, frozen=True):
    """A player's card.

    Args:
        card: the card.
        next: where the player sits in the round under way; null before the first.
    """

    card: CardPart
    next: NextSeat | None


@get(
    "/api/drives/{code:str}/log",
    summary="Get the log of a whist drive",
    description="Corrections, rounds undone, and players who were replaced, left or came back.",
    responses=error_responses(401, 403, 404, 429, 503),
)
async def get_drive_log(request: AnyRequest, code: DriveCode) -> DriveLog:
    """Returns the changes of what was settled."""
    visit = await require_role(request, code, *DESK)
    return DriveLog(
        tuple(
            LogLine(
                kind=change.kind,
                by=change.by,
                at=int(datetime.fromisoformat(change.when).timestamp() * 1000),
                why=change.why,
                round=change.round,
                table=change.table,
                player=change.player,
                before=change.before,
                after=change.after,
            )
            for change in reversed(visit.room.live.drive.log)
        )
    )


@get(
    "/api/drives/{code:str}/rounds/{number:int}",
    summary="Get a round of a whist drive",
    responses=error_responses(400, 401, 404, 409, 429, 503),
)
async def get_drive_round(request: AnyRequest, code: DriveCode, number: RoundNumber) -> RoundPart:
    """Returns a round as the role is shown it."""
    visit = await visit_drive(request, code)
    return visit.room.projection.round_for(visit.actor, number)


@get(
    "/api/drives/{code:str}/players/{player:int}",
    summary="Get a player's card at a whist drive",
    responses=error_responses(400, 401, 404, 409, 429, 503),
)
async def get_drive_card(request: AnyRequest, code: DriveCode, player: CardNumber) -> ShownCard:
    """Returns a card as the role is shown it."""
    visit = await visit_drive(request, code)
    return ShownCard(*visit.room.projection.card_for(visit.actor, player))


@get(
    "/api/drives/{code:str}/export",
    summary="Export a whist drive",
    description=(
        "The file has no cards of boards that may still be played: a server that goes on with it "
        "draws others, or is given those of an event again."
    ),
    media_type=JSON,
    opt={ALTERNATIVE_TYPE: CSV},
    responses=error_responses(400, 401, 403, 404, 429, 503),
)
async def export_drive(request: AnyRequest, code: DriveCode, form: Form = "drive") -> Response[Any]:
    """Writes the drive's file, its result or its standings."""
    visit = await require_role(request, code, *DESK)
    drive, name = drive_for_file(visit.room.live), _file_name(visit.room.live)
    pool = service_of(request).pools.documents
    body = await work_for(request, None, pool, export, drive, form)
    media, suffix = FORMS[form]
    headers = {"Content-Disposition": f'attachment; filename="{name}.{suffix}"'}
    return Response(body, media_type=media, headers=headers)


def _file_name(live: LiveDrive) -> str:
    """Returns a name for files, of plain letters only."""
    name = live.settings.name
    plain = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in name)
    return plain.strip("-") or "whist-drive"


@get(
    "/api/drives/{code:str}/sheets",
    summary="Print sheets of a whist drive",
    description=(
        "A PDF of scorecards, slips, cards and sheets for the wall. Before the first round it is "
        "that of the entries so far. `X-Without-Font` counts names with characters that no font "
        "has."
    ),
    media_type=PDF,
    responses=error_responses(400, 401, 403, 404, 409, 429, 503),
)
async def print_drive(
    request: AnyRequest,
    code: DriveCode,
    *,
    what: Sheets = None,
    paper: PaperSize = "a4",
    language: SheetLanguage = DEFAULT_LANGUAGE,
    large: LargePrint = False,
) -> Response[bytes]:
    """Typesets sheets as PDF."""
    visit = await require_role(request, code, *DESK)
    live = visit.room.live
    hall = part_of(request, Settings).hall
    options = SheetOptions(
        sheets=tuple(dict.fromkeys(what or ())),
        paper=paper,
        language=language,
        large=large,
        title=live.settings.name,
        url=await drive_address(request, live.code),
        table_keys=await table_keys(request, live, range(1, live.most_tables + 1)),
        wifi=None if hall is None else hall.wifi,
    )
    pdf, lacking = await work_for(
        request,
        None,
        service_of(request).pools.documents,
        typeset_sheets,
        live.drive,
        options,
        check_in=live.settings.check_in,
    )
    headers = {
        "Content-Disposition": f'inline; filename="{_file_name(live)}.pdf"',
        "X-Without-Font": str(lacking),
    }
    return Response(pdf, media_type=PDF, headers=headers)


@get(
    "/api/drives/{code:str}/boards",
    summary="Get the sealed boards of a duplicate drive",
    description=(
        "The seals of all boards, and the secrets of those whose round is complete. Save them "
        "before the first round: with `oddtrick drive verify` anybody can check afterwards that "
        "the cards were fixed before anybody had a seat."
    ),
    responses=error_responses(401, 404, 429, 503),
)
async def get_drive_boards(request: AnyRequest, code: DriveCode) -> SealedBoards:
    """Returns the boards as far as they are open."""
    visit = await visit_drive(request, code)
    boards = opened_boards(visit.room.live)
    if boards is None:
        raise ApiError(404, "not-found", "this drive has no sealed boards")
    return boards


@get("/api/drives/{code:str}/qr.svg", media_type=SVG, include_in_schema=False)
async def get_drive_qr(
    request: AnyRequest,
    code: DriveCode,
    page: Annotated[str, QueryParameter(description="`phone`, `desk` or `screen`.")] = "phone",
    grant: Annotated[int, QueryParameter(description="The id of a key.")] = 0,
    table: Annotated[int, QueryParameter(description="The number of a table.")] = 0,
) -> Response[bytes]:
    """Returns the link to a page of a drive as a QR code; with a grant or table, it has the key.

    Raises:
        ApiError: 404, there is no such drive, page or key; 403, only organisers may draw keys, and
            only the desk those of tables.
    """
    needed = ORGANISER if grant else DESK if table else ()
    visit = await (require_role(request, code, *needed) if needed else visit_drive(request, code))
    live = visit.room.live
    if table:
        (shown,) = await table_keys(request, live, [table])
        return await qr_response(request, shown.link, NO_STORE)
    path = {"phone": "", "desk": "/desk", "screen": "/screen"}.get(page)
    found = live.grants.get(grant)
    if path is None or (grant and (found is None or found.revoked)):
        raise ApiError(404, "not-found", "there is no such page or key")
    if page == "phone":
        return await qr_response(request, await drive_address(request, live.code), NO_STORE)
    link = f"/drive/{live.code}{path}"
    if found is not None:
        link = listed_key(request, live, found).link
    address = f"{public_address(request)}{link}"
    return await qr_response(request, address, NO_STORE)


DRIVE_DESK: tuple[Any, ...] = (
    get_drive_log,
    get_drive_round,
    get_drive_card,
    export_drive,
    print_drive,
    get_drive_boards,
)
"""For ``Litestar(route_handlers=…)``."""
