"""Cookies: HttpOnly, SameSite=Lax and, over https, Secure with the ``__Host-`` prefix."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar.datastructures import Cookie

from oddtrick.server.security.trusted_proxies import is_https

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection
    from litestar.types import Scope

MAX_COOKIE_LENGTH = 1024
"""Values longer than this were not set by this server."""

MAX_COOKIE_AGE = 400 * 86_400
"""Seconds; browsers cap the age of cookies at 400 days."""


def cookie_name(name: str, scope: Scope) -> str:
    """Adds ``__Host-`` over https: only this host can set such a cookie, no sibling subdomain."""
    return f"__Host-{name}" if is_https(scope) else name


def make_cookie(name: str, value: str, max_age: int, scope: Scope) -> Cookie:
    """Builds a cookie for a response.

    Args:
        name: the name without prefix.
        value: only characters allowed in cookies.
        max_age: seconds; 0 deletes the cookie.
        scope: the scope of the request.
    """
    return Cookie(
        key=cookie_name(name, scope),
        value=value,
        max_age=max_age,
        path="/",
        httponly=True,
        secure=is_https(scope),
        samesite="lax",
    )


def read_cookie(name: str, connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """Returns the value of a cookie, or None if it is missing or too long."""
    value = connection.cookies.get(cookie_name(name, connection.scope))
    return value if value and len(value) <= MAX_COOKIE_LENGTH else None
