"""Addresses of drives as phones reach them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.server.drives.access import service_of
from oddtrick.server.parts import part_of
from oddtrick.server.settings import Settings

if TYPE_CHECKING:
    from oddtrick.server.request_body import AnyRequest


def public_address(request: AnyRequest) -> str:
    """Returns the address of this server for others.

    In a hall it is that of the laptop in its network: the organiser's browser calls the laptop
    127.0.0.1, which on a phone is the phone itself.
    """
    settings = part_of(request, Settings)
    if settings.hall is not None and settings.hall.address is not None:
        return settings.hall.address
    return str(request.base_url).rstrip("/")


async def drive_address(request: AnyRequest, code: str) -> str:
    """Returns the address of a drive for players: a short one for the drive that a hall runs.

    Raises:
        StoreUnavailable: the database does not answer.
    """
    base = public_address(request)
    settings = part_of(request, Settings)
    if settings.hall is not None and await service_of(request).drive_in_hall() == code:
        return f"{base}/d"
    return f"{base}/drive/{code}"
