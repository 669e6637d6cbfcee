"""The boards of an event in several halls, given to the drive of one of them."""

from __future__ import annotations

from litestar import post

from oddtrick.drive.live.commands import TakeBoards
from oddtrick.drive.live.view_types import BoardsPart
from oddtrick.drive.sealed_boards import decode_boards, fingerprint
from oddtrick.server.access.charged_work import work_for
from oddtrick.server.drives.access import require_role, service_of
from oddtrick.server.errors import error_responses
from oddtrick.server.request_body import ALTERNATIVE_BODY, AnyRequest
from oddtrick.server.routes.drives import TAGS, DriveCode

MAX_FILE = 2**18
"""The greatest size of a file of boards: a thousand of them take three quarters of it."""


@post(
    "/api/drives/{code:str}/boards",
    status_code=200,
    tags=TAGS,
    operation_id="takeDriveBoards",
    opt={ALTERNATIVE_BODY: "application/octet-stream"},
    summary="Let a duplicate drive play the boards of an event",
    description=(
        "The body is a file of boards with their secrets, as `oddtrick drive deal` writes. Board "
        "*n* is played in round *n*, as in the other halls of the event. Their secrets stay sealed "
        "until the drive is closed. Before the first round."
    ),
    request_max_body_size=MAX_FILE,
    responses=error_responses(400, 401, 403, 404, 409, 413, 429, 503),
)
async def take_drive_boards(request: AnyRequest, code: DriveCode) -> BoardsPart:
    """Lets a drive play the boards of an event."""
    visit = await require_role(request, code, "organiser")
    service, body = service_of(request), await request.body()
    boards = await work_for(request, None, service.pools.uploads, decode_boards, body)
    await service.submit(visit.room, TakeBoards(boards), visit.actor)
    return BoardsPart(len(boards.boards), fingerprint(boards), boards.event)


DRIVE_BOARDS = (take_drive_boards,)
"""For ``Litestar(route_handlers=…)``."""
