"""A test application: the account routes behind the middleware, one socket and failing routes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from litestar import Litestar, Request, WebSocket, get, post, websocket
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, JSONBody
from litestar.types import ASGIApp
from sqlalchemy import text

from oddtrick.server.access.authentication import find_principal, former_guests, invalid_proofs
from oddtrick.server.app import with_middleware
from oddtrick.server.docgen.openapi import operation_id
from oddtrick.server.errors import HANDLERS, ApiError, StrictRequest, send_api_error
from oddtrick.server.parts import Parts
from oddtrick.server.people.authenticator import (
    Authenticator,
    authenticator_of,
    new_authenticator,
)
from oddtrick.server.people.principal import Principal
from oddtrick.server.people.sessions import SESSIONS, SessionStore
from oddtrick.server.routes.accounts import ACCOUNTS
from oddtrick.server.routes.bot_tokens import BOT_TOKENS
from oddtrick.server.routes.player_stats import PLAYER_STATS
from oddtrick.server.routes.recovery import RECOVERY
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.settings import Settings, read_settings
from oddtrick.server.store.engine import database_url, make_engine
from oddtrick.server.store.event_log import EventLog
from oddtrick.server.store.schema import metadata
from oddtrick.server.store.secrets_file import read_secrets
from oddtrick.server.telemetry.logs import Redacting
from tests.support.server.cheap_accounts import CHEAP
from tests.support.server.forkserver import ForkedProcess, shared_forkserver
from tests.support.server.postgres_and_redis import free_port

PATIENCE = 60
"""Seconds to wait for the start or the end of the process."""


async def is_still_valid(authenticator: Authenticator, principal: Principal) -> bool:
    """Returns whether a principal authenticated earlier still holds a valid credential."""
    if principal.proof is None:
        return not await authenticator.read(former_guests, [principal.person_id])
    return not await authenticator.read(invalid_proofs, [principal.proof], authenticator.clock())


@websocket("/ws")
async def echo_principal(socket: WebSocket[Any, Any, Any]) -> None:
    """Sends the principal's id, then answers each message with its validity."""
    authenticator = authenticator_of(socket)
    try:
        principal = await find_principal(socket)
    except ApiError as error:
        await send_api_error(socket.scope, socket.receive, socket.send, error)
        return
    await socket.accept()
    await socket.send_json({"id": principal.person_id if principal else None})
    with contextlib.suppress(Exception):
        while await socket.receive_text():
            valid = principal is not None and await is_still_valid(authenticator, principal)
            await socket.send_json({"holds": valid})


@post("/api/fault")
async def fault(request: Request[Any, Any, Any], data: JSONBody[dict[str, str]]) -> None:
    """Fails with a database error that contains the request's values."""

    def broken(connection: Any) -> None:
        connection.execute(text("SELECT nothing FROM nowhere WHERE a = :a"), {"a": data["secret"]})

    await authenticator_of(request).write(broken)


@get("/api/fault/{how:str}")
async def plain_fault(how: FromPath[str]) -> None:
    """Fails without a database."""
    raise KeyError(how)


def make_app(settings: Settings, authenticator: Authenticator) -> ASGIApp:
    """Returns the application behind its middleware."""
    app = Litestar(
        [*ACCOUNTS, *RECOVERY, *BOT_TOKENS, *PLAYER_STATS, echo_principal, fault, plain_fault],
        exception_handlers=HANDLERS,
        request_class=StrictRequest,
        middleware=[SESSIONS.middleware],
        stores={"sessions": SessionStore(authenticator)},
        request_max_body_size=settings.limits.body_bytes,
        openapi_config=OpenAPIConfig(
            operation_id_creator=operation_id,
            title="Oddtrick",
            version="1",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
        ),
        logging_config=None,
    )
    app.state.parts = Parts(authenticator)
    return with_middleware(app, settings, authenticator.limiter)


@contextlib.contextmanager
def in_process_app(
    settings: Settings, limiter: RateLimiter | None = None, **more: Any
) -> Iterator[tuple[ASGIApp, Authenticator]]:
    """Yields the application on a new database, in this process."""
    engine = make_engine(database_url(settings.database, settings.data))
    metadata.create_all(engine)
    secret = settings.secret or read_secrets(settings.secrets_file).guests
    log = EventLog(engine)
    limiter = limiter or RateLimiter(settings.limits)
    authenticator = new_authenticator(log, settings, limiter, secret, **more)
    yield make_app(settings, authenticator), authenticator
    authenticator.close()
    with ThreadPoolExecutor(1) as thread:  # this thread may run an event loop
        thread.submit(lambda: asyncio.run(log.close())).result()
    engine.dispose()


def http_client(app: ASGIApp, url: str = "http://localhost", **more: Any) -> httpx.AsyncClient:
    """An in-process HTTP client with cookies and the application's own origin."""
    address = more.pop("address", "192.0.2.1")
    transport = httpx.ASGITransport(app=app, client=(address, 4711))  # type: ignore[arg-type]  # an equivalent protocol type
    return httpx.AsyncClient(
        transport=transport, base_url=url, headers={"Origin": url, **more.pop("headers", {})}
    )


@dataclass(frozen=True)
class AppProcess:
    """The test application in its own process.

    Args:
        url: its address.
        log: its log file.
        data: its data folder.
    """

    url: str
    log: Path
    data: Path

    @property
    def socket_url(self) -> str:
        """The address of its socket."""
        return self.url.replace("http", "ws") + "/ws"


@contextlib.contextmanager
def run_app(folder: Path, **environ: str) -> Iterator[AppProcess]:
    """Runs the test application in uvicorn with these environment variables."""
    port, log = free_port(), folder / "log"
    variables = {"ODDTRICK_DATA": str(folder), "ODDTRICK_PORT": str(port), **environ}
    with log.open("wb") as stream:
        process = shared_forkserver().start_into(
            stream, stream, [], {**os.environ, **variables}, module=__name__
        )
    try:
        _await(process, f"http://127.0.0.1:{port}", log)
        yield AppProcess(f"http://127.0.0.1:{port}", log, folder)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


def _await(process: ForkedProcess, url: str, log: Path) -> None:
    with httpx.Client(transport=httpx.HTTPTransport(retries=0)) as client:
        for _ in range(PATIENCE * 20):
            assert process.poll() is None, log.read_text()
            try:
                client.get(f"{url}/api/me")
            except httpx.TransportError:
                time.sleep(0.05)
            else:
                return
    raise AssertionError(log.read_text())


def main() -> None:
    """Serves until stopped, with debug logging."""
    handler = logging.StreamHandler()
    handler.setFormatter(Redacting(logging.Formatter()))
    logging.basicConfig(level=logging.DEBUG, handlers=[handler])
    settings = read_settings({}, os.environ)
    with in_process_app(settings, hasher=CHEAP) as (app, _):
        uvicorn.run(
            app,
            host=settings.host,
            port=settings.port,
            ws="websockets-sansio",
            proxy_headers=False,
            log_config=None,
            log_level="debug",
            lifespan="off",
        )
