"""Protection against pages of others: trusted names in ``Host``, trusted origins in ``Origin``.

A browser lets any page send requests with the server's cookies, and it does not apply CORS to
WebSockets. It does set ``Origin`` to the page's origin, which no page can forge. A page whose own
name its owner has made to lead here (DNS rebinding) is of the same origin as this server, so by
default only names that nobody else can own are served.
"""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from litestar.enums import ScopeType

from oddtrick.errors import OddtrickError
from oddtrick.server.errors import ApiError, send_api_error
from oddtrick.server.security.trusted_proxies import (
    header_values,
    is_address,
    is_from_proxy,
    is_https,
)
from oddtrick.server.settings import origin_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from litestar.types import ASGIApp, Receive, Scope, Send

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Safe methods (RFC 9110, section 9.2.1)."""


FOR_PROBES = frozenset({"/healthz", "/readyz", "/metrics"})
"""Asked for under any name, by probes inside a network; they tell nothing, or check it again."""


def check_origin(
    app: ASGIApp, origins: Collection[str] = (), names: Collection[str] = ()
) -> ASGIApp:
    """Rejects requests for unknown names, and changes from pages of other origins, with 403.

    Args:
        app: the application.
        origins: the trusted origins; empty: the host that the request was sent to.
        names: this machine's own names.
    """

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        error = None
        if scope["type"] in ("http", "websocket"):
            changes = scope["type"] == ScopeType.WEBSOCKET or scope.get("method") not in SAFE
            is_served = bool(origins) or scope["path"] in FOR_PROBES
            error = None if is_served else host_error(scope, names)
            if error is None and changes:
                error = origin_error(scope, origins)
        if error is None:
            await app(scope, receive, send)
        else:
            await send_api_error(scope, receive, send, error)

    return middleware


def own_names(host: str) -> frozenset[str]:
    """Returns the names of this machine that no stranger can own.

    Args:
        host: the address or name to listen on.
    """
    name = socket.gethostname().lower()
    first = name.partition(".")[0]
    return frozenset({"localhost", host.lower(), name, first, f"{first}.local"})


def host_error(scope: Scope, names: Collection[str]) -> ApiError | None:
    """Returns the error for a request to a name that is not this server's; None: it is one.

    A trusted proxy has chosen the names for which it passes requests on.
    """
    client = scope.get("client")
    if client and is_from_proxy(client):
        return None
    foreign = [host for host in _hosts(scope) if not is_own_host(host, names)]
    if not foreign:
        return None
    return _untrusted(
        f"this server is not called {foreign[0][:80]!r}: open it by its address, or add the origin "
        "of its pages, such as http://whist.example:8000, to ODDTRICK_ORIGINS"
    )


def is_own_host(host: str, names: Collection[str]) -> bool:
    """Tells whether a ``Host`` is a literal address, or a name that no stranger can own.

    >>> [is_own_host(host, ["hall"]) for host in ("[::1]:8000", "Hall.:80", "hall.evil.example")]
    [True, True, False]
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").removesuffix(".")
    except ValueError:
        return False
    return name in names or name.endswith(".localhost") or is_address(name)


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
    hosts = _hosts(scope)
    scheme = "https" if is_https(scope) else "http"
    own = _normal(f"{scheme}://{hosts[0]}") if len(hosts) == 1 else None
    return (own,) if own else ()


def _hosts(scope: Scope) -> list[str]:
    return [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]


def _normal(origin: str) -> str | None:
    try:
        return origin_of("Origin", origin)
    except OddtrickError:
        return None
