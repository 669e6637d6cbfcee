"""The ASGI middleware around the application."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.server.security.connection_limits import ConnectionCounter, limit_connections
from oddtrick.server.security.headers import add_security_headers
from oddtrick.server.security.origin_check import check_origin, own_names
from oddtrick.server.security.request_bodies import limit_bodies
from oddtrick.server.security.trusted_proxies import trust_proxies
from oddtrick.server.telemetry.logs import with_request_ids

if TYPE_CHECKING:
    from litestar.types import ASGIApp

    from oddtrick.server.security.rate_limit import RateLimiter
    from oddtrick.server.settings import Settings


def with_middleware(
    app: ASGIApp, settings: Settings, limiter: RateLimiter, sockets: ConnectionCounter | None = None
) -> ASGIApp:
    """Wraps the application in its middleware, for uvicorn.

    It wraps the whole application, because the framework's own middleware does not run for
    requests that match no route. Run uvicorn with ``proxy_headers=False``: by default it trusts
    forwarded headers from any program on the same machine.

    Args:
        app: the application.
        settings: the origins and proxies.
        limiter: the rate limits of this worker.
        sockets: the counter of open sockets; None: a new one.
    """
    counted = ConnectionCounter(settings.limits) if sockets is None else sockets
    names = own_names(settings.host)
    inner = limit_bodies(check_origin(app, settings.origins, names), limiter)
    counted_in = add_security_headers(limit_connections(inner, limiter, counted))
    return trust_proxies(with_request_ids(counted_in), settings.proxies)
