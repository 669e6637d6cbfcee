"""Whist drives over HTTP: open, look, give commands."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from litestar import Response, get, post
from litestar.params import PathParameter
from msgspec import Meta
from msgspec.structs import replace

from oddtrick.drive.couples import TwoNames
from oddtrick.drive.live.commands import AddEntries, BeginRound, DriveCommand, TakeBoards
from oddtrick.drive.live.settings import LiveSettings, NewPlanChoices
from oddtrick.drive.live.state import Role, Stage
from oddtrick.drive.live.view_types import BoardsPart, DriveParts
from oddtrick.drive.prizes import PrizeList
from oddtrick.drive.sealed_boards import decode_boards, fingerprint
from oddtrick.server.access.charged_work import admit, asker_of, work_for
from oddtrick.server.drives.access import (
    Visit,
    codes_in_cookies,
    drive_cookie,
    require_role,
    service_of,
    visit_drive,
)
from oddtrick.server.drives.drive_room import DriveRoom
from oddtrick.server.drives.drive_service import SERVER
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.parts import part_of
from oddtrick.server.protocol import CommandId
from oddtrick.server.request_body import ALTERNATIVE_BODY, AnyRequest, body_option, decode_body
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.security.request_bodies import UploadSlots
from oddtrick.server.security.trusted_proxies import client_address
from oddtrick.server.settings import Settings
from oddtrick.server.work.drives import (
    MAX_FILE,
    DrivePreview,
    EntryText,
    PreviewedDrive,
    preview_of,
    read_drive_file,
)

MAX_LISTED = 50

SEATING_SECONDS = 0.05
"""Processor time that is charged for beginning a round and for adding entries, of any number."""

DriveCode: TypeAlias = Annotated[
    str,
    PathParameter(description="The code of the drive; capitals, spaces and hyphens do not matter."),
]


class NewDrive(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A drive to open.

    Args:
        plan: the plan; fields left out have their defaults.
        settings: how it is run.
        entries: a name on each line, or CSV with a group, a partner or a team.
        two_names: the meaning of two names on one line: they share a seat, or are a couple.
        prizes: the prizes that there are.
    """

    plan: NewPlanChoices = NewPlanChoices()
    settings: LiveSettings = LiveSettings()
    entries: EntryText = ""
    two_names: TwoNames = "share"
    prizes: PrizeList = PrizeList()


class OpenedDrive(msgspec.Struct, frozen=True):
    """The drive that was opened.

    Args:
        code: the code of the drive.
        key: your key, an organiser's; keep it, because it allows everything.
        seq: the last entry of its log.
        url: the path of the organiser's page.
    """

    code: str
    key: str
    seq: int
    url: str


class ShownDrive(msgspec.Struct, frozen=True):
    """A drive.

    Args:
        seq: the last entry of its log.
        now: the server's clock (ms since 1970).
        parts: all parts for your role.
    """

    seq: int
    now: int
    parts: DriveParts


class DriveRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command.

    Args:
        id: your id of the command; sent again with the same id, it is applied once.
        seen: the last entry that the page showed when the command was given.
        command: the command.
    """

    id: CommandId
    seen: Annotated[int, Meta(ge=0)]
    command: DriveCommand


class DriveAnswer(msgspec.Struct, frozen=True):
    """The outcome of a command.

    Args:
        id: your id of the command.
        seq: the entry that it made, or the last entry.
        applied: false if it was applied before, or changes nothing.
    """

    id: str
    seq: int
    applied: bool


class ListedDrive(msgspec.Struct, frozen=True, kw_only=True):
    """A drive in which your browser has a role.

    Args:
        code: its code.
        name: its name.
        stage: its stage.
        role: your role.
        changed: the time of the last change (ms since 1970).
    """

    code: str
    name: str
    stage: Stage
    role: Role
    changed: int


class MyDrives(msgspec.Struct, frozen=True):
    """The drives in which your browser has a role.

    Args:
        drives: the most recently changed first.
    """

    drives: tuple[ListedDrive, ...]


@post(
    "/api/drives",
    opt=body_option(NewDrive),
    summary="Open a whist drive",
    description="The response sets the cookie that makes your browser the organiser's.",
    responses=error_responses(400, 403, 413, 429, 503),
)
async def open_drive(request: AnyRequest) -> Response[OpenedDrive]:
    """Opens a drive, with entries if any are given."""
    data = await decode_body(request, NewDrive)
    plan = data.plan.settled(data.settings.online.tables)
    preview = await _preview_for(
        request, DrivePreview(plan=plan, entries=data.entries, two_names=data.two_names)
    )
    if data.entries.strip() and not preview.entries:
        raise ApiError(400, "invalid", preview.problem or "there is no entry in this text")
    _admit_opening(request)
    service = service_of(request)
    plan = replace(plan, groups=preview.labels or plan.groups)
    room = await service.open(data.settings, plan=plan, prizes=data.prizes)
    if data.entries.strip():
        await service.submit(room, AddEntries(text=data.entries, two_names=data.two_names), SERVER)
    await service.seal_boards(room)
    return _opened(request, room)


@post(
    "/api/drives/import",
    opt={ALTERNATIVE_BODY: "application/octet-stream"},
    summary="Open a whist drive from a file",
    description="The body is an `oddtrick-drive/1` file, as `oddtrick drive` and the export write.",
    request_max_body_size=MAX_FILE,
    responses=error_responses(400, 403, 413, 429, 503),
)
async def import_drive(request: AnyRequest) -> Response[OpenedDrive]:
    """Opens a drive from a file."""
    service, slots = service_of(request), part_of(request, UploadSlots)
    async with slots.take(asker_of(request, None)):
        _admit_opening(request)
        body = await request.body()
        drive = await work_for(request, None, service.pools.uploads, read_drive_file, body)
        return _opened(request, await service.open(LiveSettings(), file=drive))


def _admit_opening(request: AnyRequest) -> None:
    """Limits how many drives are opened; in a hall only the laptop itself may open one.

    Raises:
        ApiError: 403, the request is from a phone in a hall; 429, too many drives were opened.
    """
    address, settings = client_address(request.scope), part_of(request, Settings)
    if settings.hall is not None and address not in settings.hall.local:
        raise ApiError(403, "drive-role", "in a hall, drives are opened on the laptop itself")
    part_of(request, RateLimiter).take(tables_by_address=address)


def _opened(request: AnyRequest, room: DriveRoom) -> Response[OpenedDrive]:
    service, code = service_of(request), room.live.code
    key = service.organiser_key(room.live)
    opened = OpenedDrive(code, key, room.live.seq, f"/drive/{code}/desk")
    response = Response(opened, status_code=201, headers={"Location": f"/api/drives/{code}"})
    response.cookies.append(drive_cookie(code, key, request.scope))
    return response


@post(
    "/api/drives/preview",
    status_code=200,
    opt=body_option(DrivePreview),
    summary="Preview a drive",
    description="Stores nothing.",
    responses=error_responses(400, 403, 413, 429),
)
async def preview_drive(request: AnyRequest) -> PreviewedDrive:
    """Returns the drive that a plan and entries would make."""
    return await _preview_for(request, await decode_body(request, DrivePreview))


async def _preview_for(request: AnyRequest, data: DrivePreview) -> PreviewedDrive:
    pool = service_of(request).pools.previews
    return await work_for(request, None, pool, preview_of, data)


@get(
    "/api/drives",
    summary="List my whist drives",
    responses=error_responses(429, 503),
)
async def get_my_drives(request: AnyRequest) -> MyDrives:
    """Lists the drives in which the browser has a role."""
    listed = []
    for code in codes_in_cookies(request)[:MAX_LISTED]:
        try:
            visit = await visit_drive(request, code)
        except ApiError as error:
            if error.retry:
                raise
            continue
        live = visit.room.live
        listed.append(
            ListedDrive(
                code=live.code,
                name=live.settings.name,
                stage=live.stage,
                role=visit.actor.role,
                changed=live.at,
            )
        )
    return MyDrives(tuple(sorted(listed, key=lambda one: (-one.changed, one.code))))


@get(
    "/api/drives/{code:str}",
    summary="Get a whist drive",
    description=(
        "All parts for your role. The role is that of the key in `Authorization: Bearer …` or in "
        "the drive's cookie; without a key you are a viewer."
    ),
    responses=error_responses(401, 404, 429, 503),
)
async def get_drive(request: AnyRequest, code: DriveCode) -> ShownDrive:
    """Returns a drive from the point of view of the role."""
    visit = await visit_drive(request, code)
    return shown(request, visit)


def shown(request: AnyRequest, visit: Visit) -> ShownDrive:
    """Returns all parts of a drive for a role."""
    room = visit.room
    return ShownDrive(room.live.seq, service_of(request).clock(), room.parts_for(visit.actor))


@post(
    "/api/drives/{code:str}/commands",
    status_code=200,
    opt=body_option(DriveRequest),
    summary="Send a command to a whist drive",
    description=(
        "A command that is refused leaves the drive as it was. If somebody has changed the same "
        "thing since `seen`, it is refused with 409 `conflict`, and the error has both values; "
        "sent with a newer `seen` it overrides. A result of a round that is over, or was undone "
        "since `seen`, is refused with 409 `round-over`; undoing a round with results that were "
        "entered or corrected since `seen`, with 409 `results-entered`, and the error names them. "
        "After 503 the outcome is unknown: send the command again with the same id."
    ),
    responses=error_responses(400, 401, 403, 404, 409, 413, 429, 503),
)
async def send_drive_command(request: AnyRequest, code: DriveCode) -> DriveAnswer:
    """Gives a command."""
    data = await decode_body(request, DriveRequest)
    visit = await visit_drive(request, code)
    part_of(request, RateLimiter).take(
        commands_by_person=visit.key or "", commands_by_address=client_address(request.scope)
    )
    if isinstance(data.command, BeginRound | AddEntries):
        admit(request, None)(SEATING_SECONDS)
    answer = await service_of(request).submit(
        visit.room, data.command, visit.actor, seen=data.seen, key=data.id
    )
    return DriveAnswer(data.id, answer.seq, answer.transition is not None)


MAX_BOARDS_FILE = 2**18
"""The greatest size of a file of boards: a thousand of them take three quarters of it."""


@post(
    "/api/drives/{code:str}/boards",
    status_code=200,
    opt={ALTERNATIVE_BODY: "application/octet-stream"},
    summary="Let a duplicate drive play the boards of an event",
    description=(
        "The body is a file of boards with their secrets, as `oddtrick drive deal` writes. Board "
        "*n* is played in round *n*, as in the other halls of the event. Their secrets stay sealed "
        "until the drive is closed. Before the first round."
    ),
    request_max_body_size=MAX_BOARDS_FILE,
    responses=error_responses(400, 401, 403, 404, 409, 413, 429, 503),
)
async def take_drive_boards(request: AnyRequest, code: DriveCode) -> BoardsPart:
    """Lets a drive play the boards of an event."""
    visit = await require_role(request, code, "organiser")
    service, body = service_of(request), await request.body()
    boards = await work_for(request, None, service.pools.uploads, decode_boards, body)
    await service.submit(visit.room, TakeBoards(boards), visit.actor)
    return BoardsPart(len(boards.boards), fingerprint(boards), boards.event)


DRIVES = (
    open_drive,
    import_drive,
    preview_drive,
    get_my_drives,
    get_drive,
    send_drive_command,
    take_drive_boards,
)
"""For ``Litestar(route_handlers=…)``."""
