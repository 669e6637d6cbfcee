"""The hall: a server on a laptop for one whist drive, and the short address of its drive."""

from __future__ import annotations

import msgspec
from litestar import Response, get, put
from litestar.response import Redirect
from msgspec.structs import replace

from oddtrick.drive.live.views_by_role import DESK
from oddtrick.drive.wifi import Wifi, check_wifi, wifi_text
from oddtrick.server.drives.access import drive_address, require_role, service_of
from oddtrick.server.drives.hall_files import save_wifi
from oddtrick.server.errors import ApiError, error_responses
from oddtrick.server.parts import Parts, part_of
from oddtrick.server.request_body import AnyRequest, body_option, decode_body
from oddtrick.server.routes.drives import DriveCode
from oddtrick.server.routes.qr_code import SVG, qr_response
from oddtrick.server.security.work_pools import WorkPools
from oddtrick.server.settings import HallSettings, Settings


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
    summary="Get the drive in the hall",
    responses=error_responses(429, 503),
)
async def get_hall(request: AnyRequest) -> HallInfo:
    """Returns the drive that is run in the hall, if the server runs in hall mode."""
    settings = part_of(request, Settings)
    if settings.hall is None:
        return HallInfo(hall=False)
    return HallInfo(
        hall=True,
        drive=await service_of(request).drive_in_hall(),
        address=settings.hall.address,
        wifi=None if settings.hall.wifi is None else settings.hall.wifi.name,
    )


class HallAccess(msgspec.Struct, frozen=True, kw_only=True):
    """The network and address by which phones reach the drive, for the desk and the projector.

    Args:
        address: the short address to type, or null: this laptop is in no network.
        wifi: the wireless network with its password, or null: nobody has entered it.
    """

    address: str | None
    wifi: Wifi | None


class HallWifi(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wireless network of the hall.

    Args:
        wifi: the network, or null to forget it.
    """

    wifi: Wifi | None


DESK_AND_SCREEN = (*DESK, "screen")
"""The roles that show people the network and the address."""


@get(
    "/api/drives/{code:str}/hall",
    summary="Get the hall's wireless network and address",
    description="For the desk and the projector, which show it to the hall.",
    responses=error_responses(401, 403, 404, 429, 503),
)
async def get_hall_access(request: AnyRequest, code: DriveCode) -> HallAccess:
    """Returns the short address and the wireless network with its password."""
    visit = await require_role(request, code, *DESK_AND_SCREEN)
    return await _access(request, visit.room.live.code)


async def _access(request: AnyRequest, code: str) -> HallAccess:
    hall = _hall(request)
    return HallAccess(address=await drive_address(request, code), wifi=hall.wifi)


def _hall(request: AnyRequest) -> HallSettings:
    settings = part_of(request, Settings)
    if settings.hall is None:
        raise ApiError(404, "not-found", "this server is not in a hall")
    return settings.hall


@put(
    "/api/drives/{code:str}/hall",
    opt=body_option(HallWifi),
    summary="Enter the wireless network of the hall",
    description="It is kept for the next start. Organisers only.",
    responses=error_responses(400, 401, 403, 404, 409, 413, 429, 503),
)
async def set_hall_wifi(request: AnyRequest, code: DriveCode) -> HallAccess:
    """Notes the wireless network, from which the desk and the wall sheet draw a QR code."""
    wifi = (await decode_body(request, HallWifi)).wifi
    visit = await require_role(request, code, "organiser")
    hall, settings = _hall(request), part_of(request, Settings)
    if wifi is not None:
        check_wifi(wifi)
    await part_of(request, WorkPools).files.run(save_wifi, settings.data, wifi)
    # A hall has one worker: its settings are those of the whole server.
    parts: Parts = request.app.state.parts
    parts.replace(replace(settings, hall=replace(hall, wifi=wifi)))
    return await _access(request, visit.room.live.code)


@get("/api/drives/{code:str}/wifi.svg", media_type=SVG, include_in_schema=False)
async def get_wifi_qr(request: AnyRequest, code: DriveCode) -> Response[bytes]:
    """Returns the hall's wireless network as a QR code.

    Raises:
        ApiError: 404, nobody has entered it; 403, this is for the desk and the projector.
    """
    await require_role(request, code, *DESK_AND_SCREEN)
    wifi = _hall(request).wifi
    if wifi is None:
        raise ApiError(404, "not-found", "nobody has entered the wireless network")
    return await qr_response(request, wifi_text(wifi), {"Cache-Control": "private, no-store"})


@get("/d", include_in_schema=False)
async def go_to_drive(request: AnyRequest) -> Redirect:
    """Leads from the short address to the drive in the hall, or to the page for all drives."""
    settings = part_of(request, Settings)
    code = None if settings.hall is None else await service_of(request).drive_in_hall()
    return Redirect(
        f"/drive/{code}" if code else "/drive",
        status_code=302,
        headers={"Cache-Control": "no-store"},
    )


HALL = (get_hall, get_hall_access, set_hall_wifi)
"""For ``Litestar(route_handlers=…)``."""
