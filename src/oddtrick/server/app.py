"""The application of one worker: routes, sockets, and what they stand on."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import msgspec
from litestar import Litestar
from litestar.exceptions import NotFoundException

from oddtrick.server import errors
from oddtrick.server.jobs.http_presence import Callers
from oddtrick.server.jobs.reviews import Reviewing
from oddtrick.server.operations.lifespan import serving
from oddtrick.server.people.sessions import SESSIONS, SessionStore
from oddtrick.server.protocol import Notice
from oddtrick.server.routes import ROUTES
from oddtrick.server.routes.web_page import nowhere
from oddtrick.server.security.middleware import gated
from oddtrick.server.security.rate_limit import Limiter
from oddtrick.server.sockets.connection import LAST_SECONDS, RESTART, Ended
from oddtrick.server.sockets.lobby import lobby_socket
from oddtrick.server.sockets.table import table_socket
from oddtrick.server.telemetry.prometheus import ALONE, Place

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from litestar.types import ASGIApp

    from oddtrick.server.rooms.hub import Hub
    from oddtrick.server.settings import Settings

RESTARTS = "the server restarts: come back in a moment"


class Application(msgspec.Struct, frozen=True):
    """The application and its gate.

    Args:
        framework: the framework's application; ``state.hub`` and the like once it has started.
        gate: what a server is given: the application behind its gate.
    """

    framework: Litestar
    gate: ASGIApp

    async def closing(self) -> None:
        """Says to all who are connected that this worker stops: nobody has gone away by that."""
        hub: Hub | None = self.framework.state.get("hub")
        if hub is None:
            return
        hub.closing = True
        hub.tell_all(Notice("closing", RESTARTS))
        for connection in tuple(hub.connections):
            connection.end(Ended(RESTART, RESTARTS))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2 * LAST_SECONDS):
                while hub.connections:  # noqa: ASYNC110  # once in a server's life
                    await asyncio.sleep(0.01)


def make_app(settings: Settings, place: Place = ALONE) -> Application:
    """The application; it takes up its work when it is started.

    Args:
        settings: how the server is set.
        place: which of several workers it is.
    """
    limiter = Limiter(settings.limits)

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with serving(settings, limiter, place) as worker:
            app.state.worker = worker
            app.state.settings = settings
            app.state.hub = worker.hub
            app.state.lobby = worker.lobby
            app.state.porter = worker.porter
            app.state.callers = Callers(worker.hub)
            app.state.limiter = limiter
            app.state.reviewing = reviewing = Reviewing()
            app.stores.register("sessions", SessionStore(worker.porter))
            try:
                yield
            finally:
                reviewing.close()

    framework = Litestar(
        route_handlers=[*ROUTES, table_socket, lobby_socket],
        lifespan=[lifespan],
        middleware=[SESSIONS.middleware],
        exception_handlers={NotFoundException: nowhere, **errors.HANDLERS},
        request_class=errors.Asked,
        openapi_config=None,
        logging_config=None,
        request_max_body_size=settings.limits.body_bytes,
    )
    return Application(framework, gated(framework, settings, limiter))
