"""Security headers for every response."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.server.security.trusted_proxies import is_https

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
"""The content security policy: own files only, no inline scripts, no framing."""

SOLVER_PAGE_POLICY = POLICY.replace("trusted-types 'none'", "trusted-types oddtrick-solver")
"""For pages that may start the solver's worker: browsers want its address to be a trusted type."""

OFFLINE_TABLE_POLICY = POLICY.replace("trusted-types 'none'", "trusted-types oddtrick-player")
"""For the table without the server, which starts the worker of its bots."""

START_PAGE_POLICY = POLICY.replace("trusted-types 'none'", "trusted-types oddtrick-offline")
"""For the pages that register the service worker, which keeps files for times without a network."""

SOLVER_WORKER_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""For the workers of solver and bots, the only scripts that may compile WebAssembly."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # the URL of a private table is its secret
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
"""Set on every response unless the route sets its own value."""

STRICT_TRANSPORT = "max-age=31536000"
"""HSTS for one year; sent over https only."""


def add_security_headers(app: ASGIApp) -> ASGIApp:
    """Adds the security headers; responses of the API are not cached."""
    always = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await app(scope, receive, send)
            return
        added = list(always)
        if is_https(scope):
            added.append((b"strict-transport-security", STRICT_TRANSPORT.encode()))
        if scope["path"].startswith("/api/"):
            added.append((b"cache-control", b"no-store"))

        async def send_with_headers(message: Message) -> None:
            if message["type"] in _STARTS:
                headers = list(message.get("headers", ()))  # type: ignore[call-overload]  # of a start
                names = {name.lower() for name, _ in headers}
                headers += [header for header in added if header[0] not in names]
                message["headers"] = headers  # type: ignore[typeddict-unknown-key]  # of a start
            await send(message)

        await app(scope, receive, send_with_headers)

    return middleware


_STARTS = ("http.response.start", "websocket.http.response.start")
