"""Protection against cross-site requests: unsafe requests and sockets need a trusted ``Origin``.

A browser lets any page send requests with the server's cookies, and it does not apply CORS to
WebSockets. It does set ``Origin`` to the page's origin, which no page can forge.
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
"""Safe methods (RFC 9110, section 9.2.1)."""


def check_origin(app: ASGIApp, origins: Collection[str] = ()) -> ASGIApp:
    """Rejects sockets and unsafe requests from pages of other origins, with 403.

    Args:
        app: the application.
        origins: the trusted origins; empty: the host that the request was sent to.
    """

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        changes = scope["type"] == ScopeType.WEBSOCKET or scope.get("method", "GET") not in SAFE
        error = origin_error(scope, origins) if changes else None
        if error is None:
            await app(scope, receive, send)
        else:
            await send_api_error(scope, receive, send, error)

    return middleware


def origin_error(scope: Scope, origins: Collection[str]) -> ApiError | None:
    """Returns the error for a request from an untrusted origin; None: the request is allowed.

    Current browsers send ``Origin`` with every unsafe request. A request without it comes from a
    program and is allowed with a token or without credentials. Cookies without an origin are
    rejected: they might come from a browser or proxy that strips the header.
    """
    sent = [value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"]
    if not sent:
        if has_bearer(scope) or not header_values(scope["headers"], b"cookie"):
            return None
        return _untrusted("a request with cookies needs an Origin header; or send a bearer token")
    ours = origins or _of_host(scope)
    if len(sent) == 1 and _normal(sent[0]) in ours:
        return None
    known = ", ".join(ours) or "none"
    return _untrusted(
        f"untrusted origin {sent[0][:80]!r}, expected {known[:200]}; add others in ODDTRICK_ORIGINS"
    )


def has_bearer(scope: Scope) -> bool:
    """Tells whether the request has a bearer token."""
    return any(
        name == b"authorization" and value[:7].lower() == b"bearer "
        for name, value in scope["headers"]
    )


def _untrusted(message: str) -> ApiError:
    return ApiError(403, "origin", message)


def _of_host(scope: Scope) -> tuple[str, ...]:
    """The origin of the host that the request was sent to."""
    hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    scheme = "https" if is_https(scope) else "http"
    own = _normal(f"{scheme}://{hosts[0]}") if len(hosts) == 1 else None
    return (own,) if own else ()


def _normal(origin: str) -> str | None:
    try:
        return origin_of("Origin", origin)
    except OddtrickError:
        return None
