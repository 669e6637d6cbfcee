"""The hall: a server on a laptop for one whist drive, and the short address of its drive."""

from __future__ import annotations

import msgspec
from litestar import get
from litestar.response import Redirect

from oddtrick.server.drives.access import service_of
from oddtrick.server.errors import error_responses
from oddtrick.server.request_body import AnyRequest
from oddtrick.server.settings import Settings


class HallInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The facts about the server in a hall that phones need.

    Args:
        hall: whether the server runs in hall mode.
        drive: the code of the drive in the hall, or null.
        address: the address to type, or null.
        wifi: the name of the wireless network, or null.
    """

    hall: bool
    drive: str | None = None
    address: str | None = None
    wifi: str | None = None


@get(
    "/api/hall",
    tags=("drives",),
    operation_id="getHall",
    summary="Get the drive in the hall",
    responses=error_responses(429, 503),
)
async def get_hall(request: AnyRequest) -> HallInfo:
    """Returns the drive that is run in the hall, if the server runs in hall mode."""
    settings: Settings = request.app.state.settings
    if settings.hall is None:
        return HallInfo(hall=False)
    return HallInfo(
        hall=True,
        drive=await service_of(request).drive_in_hall(),
        address=settings.hall.address,
        wifi=settings.hall.wifi_name,
    )


@get("/d", include_in_schema=False)
async def go_to_drive(request: AnyRequest) -> Redirect:
    """Leads from the short address to the drive in the hall, or to the page for all drives."""
    settings: Settings = request.app.state.settings
    code = None if settings.hall is None else await service_of(request).drive_in_hall()
    return Redirect(
        f"/drive/{code}" if code else "/drive",
        status_code=302,
        headers={"Cache-Control": "no-store"},
    )


HALL = (get_hall,)
"""For ``Litestar(route_handlers=…)``."""
