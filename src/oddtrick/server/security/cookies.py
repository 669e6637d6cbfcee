"""Cookies that no script reads, no other site sends and, over https, no other host sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar.datastructures import Cookie

from oddtrick.server.security.trusted_proxies import is_https

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection
    from litestar.types import Scope

MAX_COOKIE_LENGTH = 1024
"""Longer ones are not ours."""

MAX_COOKIE_AGE = 400 * 86_400
"""Seconds; browsers keep no cookie for longer."""


def cookie_name(name: str, scope: Scope) -> str:
    """Over https with ``__Host-``: then only this very host, over https, can have set it."""
    return f"__Host-{name}" if is_https(scope) else name


def make_cookie(name: str, value: str, max_age: int, scope: Scope) -> Cookie:
    """A cookie for the answer.

    Args:
        name: without prefix.
        value: of signs that cookies may hold.
        max_age: seconds; 0 takes the cookie away.
        scope: of the request that is answered.
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
    """What the cookie of that name holds, if there is one that can be ours."""
    value = connection.cookies.get(cookie_name(name, connection.scope))
    return value if value and len(value) <= MAX_COOKIE_LENGTH else None
