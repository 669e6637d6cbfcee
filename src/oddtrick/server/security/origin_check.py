"""Requests that change something, and every socket, come from our own pages or from programs.

A browser lets any page send requests to any server, with that server's cookies. It also says, in
``Origin``, whose page it was, and no page can change that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from litestar.enums import ScopeType

from oddtrick.errors import OddtrickError
from oddtrick.server.errors import ApiError, send_api_error
from oddtrick.server.security.trusted_proxies import header_values, is_https
from oddtrick.server.settings import origin_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from litestar.types import ASGIApp, Receive, Scope, Send

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""


def check_origin(app: ASGIApp, origins: Collection[str] = ()) -> ASGIApp:
    """Refuses sockets and unsafe requests of other origins' pages, with 403.

    Args:
        app: the application.
        origins: where our pages come from; none: from the host that the request was sent to.
    """

    async def asked(scope: Scope, receive: Receive, send: Send) -> None:
        changes = scope["type"] == ScopeType.WEBSOCKET or scope.get("method", "GET") not in SAFE
        problem = origin_error(scope, origins) if changes else None
        if problem is None:
            await app(scope, receive, send)
        else:
            await send_api_error(scope, receive, send, problem)

    return asked


def origin_error(scope: Scope, origins: Collection[str]) -> ApiError | None:
    """What is wrong with where a request comes from; None: nothing.

    Without an ``Origin`` it can't be a page of today's browsers. A program is welcome if it brings
    a token, or nothing at all; cookies without an origin look like a browser made to keep silent.
    """
    told = [value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"]
    if not told:
        if has_bearer(scope) or not header_values(scope["headers"], b"cookie"):
            return None
        return _foreign("cookies come with an Origin header, or else send a bearer token")
    ours = origins or _of_host(scope)
    if len(told) == 1 and _normal(told[0]) in ours:
        return None
    known = ", ".join(ours) or "none"
    return _foreign(
        f"{told[0][:80]!r} is not where our pages come from, which is {known[:200]}; "
        "whoever runs this server can name more in ODDTRICK_ORIGINS"
    )


def has_bearer(scope: Scope) -> bool:
    """Whether the request brings a bearer token."""
    return any(
        name == b"authorization" and value[:7].lower() == b"bearer "
        for name, value in scope["headers"]
    )


def _foreign(message: str) -> ApiError:
    return ApiError(403, "origin", message)


def _of_host(scope: Scope) -> tuple[str, ...]:
    """The origin that the request was sent to."""
    hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    scheme = "https" if is_https(scope) else "http"
    own = _normal(f"{scheme}://{hosts[0]}") if len(hosts) == 1 else None
    return (own,) if own else ()


def _normal(origin: str) -> str | None:
    try:
        return origin_of("Origin", origin)
    except OddtrickError:
        return None
