"""Access to drives: the key of a request and the role that it gives, and the address of a drive."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from oddtrick.server.drives.drive_keys import actor_of, is_table_key
from oddtrick.server.drives.drive_service import DriveService
from oddtrick.server.errors import ApiError
from oddtrick.server.parts import part_of
from oddtrick.server.security.cookies import MAX_COOKIE_AGE, make_cookie, read_cookie
from oddtrick.server.security.rate_limit import RateLimiter, rate_limit_error
from oddtrick.server.security.tokens import hash_token, parse_code
from oddtrick.server.security.trusted_proxies import client_address
from oddtrick.server.settings import Settings

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from litestar.connection import ASGIConnection
    from litestar.datastructures import Cookie
    from litestar.types import Scope

    from oddtrick.drive.live.state import Actor
    from oddtrick.server.drives.drive_room import DriveRoom
    from oddtrick.server.request_body import AnyRequest

    AnyConnection: TypeAlias = ASGIConnection[Any, Any, Any, Any]

COOKIE = "oddtrick_drive_"
"""The beginning of the name of a drive's cookie; its code follows."""

SESSION_AGE = MAX_COOKIE_AGE // 4


class Visit(NamedTuple):
    """Somebody at a drive.

    Args:
        room: the drive.
        actor: the role.
        key: the key that was sent, or None.
    """

    room: DriveRoom
    actor: Actor
    key: str | None


def service_of(connection: AnyConnection) -> DriveService:
    """Returns the application's drives."""
    return part_of(connection, DriveService)


async def find_drive(connection: AnyConnection, code: str) -> DriveRoom:
    """Returns a drive by its code.

    Raises:
        ApiError: 404, there is no such drive, however wrong the code is; 429, too many attempts.
        StoreUnavailable: the database does not answer.
    """
    service, wanted = service_of(connection), parse_code(code) or ""
    if wanted not in service.rooms:  # counted before the code is known to be right
        limiter = part_of(connection, RateLimiter)
        limiter.take(joins_by_address=client_address(connection.scope))
    return await service.room(wanted)


async def visit_drive(connection: AnyConnection, code: str, key: str | None = None) -> Visit:
    """Returns a drive and the role that somebody has there.

    Args:
        connection: the request or socket.
        code: the code of the drive.
        key: a key; None: that of the request, in a bearer token or the drive's cookie.

    Raises:
        ApiError: 404, there is no such drive; 401, the key is not valid; 429, too many attempts.
        StoreUnavailable: the database does not answer.
    """
    room = await find_drive(connection, code)
    sent = key or sent_key(connection, room.live.code)
    actor = check_key(connection, room, sent)
    visit = Visit(room, actor, sent)
    note_seen(connection, visit)
    return visit


def check_key(connection: AnyConnection, room: DriveRoom, key: str | None) -> Actor:
    """Returns the role that a key gives.

    Raises:
        ApiError: 401, it is not valid; 429, after too many of those.
    """
    limiter = part_of(connection, RateLimiter)
    address = client_address(connection.scope)
    if key and is_table_key(key):  # short: not even a right one counts after too many wrong ones
        wait = limiter.buckets("guesses_by_address").wait(address, limiter.clock())
        if wait:
            raise rate_limit_error(wait)
    try:
        return actor_of(room.live, service_of(connection).secret, key)
    except ApiError as error:
        if error.code == "drive-key":
            limiter.take(guesses_by_address=address)
        raise


def note_seen(connection: AnyConnection, visit: Visit) -> None:
    """Notes that a phone was heard from."""
    if visit.actor.role == "captain" and visit.key:
        visit.room.note_seen(hash_token(visit.key), service_of(connection).clock())


async def require_role(connection: AnyConnection, code: str, *roles: str) -> Visit:
    """Returns a drive for somebody who must have one of these roles.

    Raises:
        ApiError: 403, they have another role; and see :func:`visit_drive`.
        StoreUnavailable: the database does not answer.
    """
    visit = await visit_drive(connection, code)
    if visit.actor.role not in roles:
        raise ApiError(
            403,
            "drive-role",
            f"only these roles may do this: {', '.join(roles)}; open the drive with such a link",
        )
    return visit


def sent_key(connection: AnyConnection, code: str) -> str | None:
    """Returns the key in the bearer token or in the drive's cookie of a request, or None."""
    header = connection.headers.get("authorization", "")
    if header[:7].lower() == "bearer ":
        return header[7:].strip()
    return read_cookie(f"{COOKIE}{code}", connection)


def drive_cookie(code: str, key: str, scope: Scope) -> Cookie:
    """Returns the cookie that gives a browser its role in a drive."""
    return make_cookie(f"{COOKIE}{code}", key, SESSION_AGE, scope)


def forgotten_cookie(code: str, scope: Scope) -> Cookie:
    """Returns the cookie that takes a browser's role away."""
    return make_cookie(f"{COOKIE}{code}", "", 0, scope)


def codes_in_cookies(connection: AnyConnection) -> list[str]:
    """Returns the codes of the drives for which a browser has a cookie."""
    names = (name.removeprefix("__Host-") for name in connection.cookies)
    return [name.removeprefix(COOKIE) for name in names if name.startswith(COOKIE)]


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
