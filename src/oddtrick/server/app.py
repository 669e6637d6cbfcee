"""The application of one worker: routes, sockets, middleware and lifespan."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import msgspec
from litestar import Litestar
from litestar.exceptions import NotFoundException

from oddtrick.server import errors
from oddtrick.server.access.http_presence import HttpPresence
from oddtrick.server.jobs.review_jobs import ReviewJobs
from oddtrick.server.parts import Parts
from oddtrick.server.people.sessions import SESSIONS, SessionStore
from oddtrick.server.protocol import Notice
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.routes import ROUTES
from oddtrick.server.routes.web_page import handle_not_found
from oddtrick.server.security.connection_limits import ConnectionCounter, limit_connections
from oddtrick.server.security.headers import add_security_headers
from oddtrick.server.security.origin_check import check_origin, own_names
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.security.request_bodies import UploadSlots, limit_bodies
from oddtrick.server.security.trusted_proxies import trust_proxies
from oddtrick.server.sockets.connection import FLUSH_SECONDS, RESTARTS
from oddtrick.server.sockets.drive_socket import drive_socket
from oddtrick.server.sockets.lobby_socket import lobby_socket
from oddtrick.server.sockets.table_socket import table_socket
from oddtrick.server.telemetry.logs import with_request_ids
from oddtrick.server.telemetry.prometheus import ALONE, WorkerSlot
from oddtrick.server.worker_parts import run_worker

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from litestar.types import ASGIApp

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


class Application(msgspec.Struct, frozen=True):
    """The application with and without its middleware.

    Args:
        framework: the Litestar application; ``state.parts`` exists once it has started.
        gate: the ASGI application to serve: the framework behind its middleware.
    """

    framework: Litestar
    gate: ASGIApp

    async def closing(self) -> None:
        """Tells all clients that this worker stops; they do not count as gone."""
        parts: Parts | None = self.framework.state.get("parts")
        if parts is None:
            return
        service = parts[TableService]
        service.closing = True
        parts[ReviewJobs].close()
        service.broadcast(Notice("closing", RESTARTS))
        for connection in tuple(service.connections):
            connection.restart()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2 * FLUSH_SECONDS):
                while service.connections:  # noqa: ASYNC110  # once in a server's life
                    await asyncio.sleep(0.01)


def make_app(settings: Settings, slot: WorkerSlot = ALONE) -> Application:
    """Returns the application; its worker runs from startup to shutdown.

    Args:
        settings: the settings of the server.
        slot: the position of this worker among several.
    """
    limiter = RateLimiter(settings.limits)

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with run_worker(settings, limiter, slot) as worker:
            reviews = ReviewJobs(worker.pools)
            worker.service.on_change.append(reviews.on_change)
            app.state.parts = Parts(
                worker,
                settings,
                limiter,
                worker.pools,
                worker.service,
                worker.lobby,
                worker.drives,
                worker.online_tables,
                worker.daily,
                worker.push,
                worker.authenticator,
                HttpPresence(worker.service),
                UploadSlots(settings.limits),
                reviews,
            )
            app.stores.register("sessions", SessionStore(worker.authenticator))
            yield

    framework = Litestar(
        route_handlers=[*ROUTES, table_socket, lobby_socket, drive_socket],
        lifespan=[lifespan],
        middleware=[SESSIONS.middleware],
        exception_handlers={NotFoundException: handle_not_found, **errors.HANDLERS},
        request_class=errors.StrictRequest,
        openapi_config=None,
        logging_config=None,
        request_max_body_size=settings.limits.body_bytes,
    )
    return Application(framework, with_middleware(framework, settings, limiter))
