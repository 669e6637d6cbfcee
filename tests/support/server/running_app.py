"""The application of a server in the process of the test."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from threading import Event

import httpx
from litestar.datastructures import State
from litestar.types import ASGIApp

from oddtrick.server.app import make_app
from oddtrick.server.parts import Parts
from oddtrick.server.people.authenticator import Authenticator
from oddtrick.server.security.fair_queue import Asker
from oddtrick.server.security.work_pools import WorkPool, WorkPools
from oddtrick.server.settings import Settings
from oddtrick.server.store.engine import database_url, make_engine
from oddtrick.server.store.schema import metadata
from tests.support.server.account_routes_app import http_client

SECRET = "of a test, and long enough to be one"  # noqa: S105  # it protects nothing
NAMES = "\n".join(f"Player {number}" for number in range(1, 9))


class App:
    """The application of a server in this process, with a drive and its organiser.

    Args:
        gate: the application behind its middleware.
        state: its state.
    """

    def __init__(self, gate: ASGIApp, state: State) -> None:
        self.parts: Parts = state.parts
        self.pools = self.parts[WorkPools]
        self.passwords = self.parts[Authenticator].passwords.pool
        self._gate = gate
        self.client = http_client(gate)
        self.drive = ""

    async def open_drive(self) -> None:
        opened = await self.client.post("/api/drives", json={"entries": NAMES})
        self.drive = f"/api/drives/{opened.json()['code']}"

    def elsewhere(self) -> httpx.AsyncClient:
        """Returns a client of another address."""
        return http_client(self._gate, address="198.51.100.7")

    async def begin_round(self) -> httpx.Response:
        command = {"id": "1", "seen": 9, "command": {"type": "begin-round"}}
        return await self.client.post(f"{self.drive}/commands", json=command)


@contextlib.asynccontextmanager
async def running_app(folder: Path) -> AsyncIterator[App]:
    """Runs the application on a new database, or on that in the folder."""
    engine = make_engine(database_url(None, folder))
    metadata.create_all(engine)
    engine.dispose()
    application = make_app(Settings(data=folder, push="off", secret=SECRET))
    async with application.framework.lifespan():
        app = App(application.gate, application.framework.state)
        await app.open_drive()
        yield app


def saturate(pool: WorkPool, held: Event) -> list[asyncio.Future[object]]:
    """Gives a pool as much to do as it takes, each job for another address."""
    work: Callable[[], object] = partial(time.sleep, 600) if pool.in_processes else held.wait
    most = 40 if pool.shares.bounds is None else pool.shares.bounds.all
    askers = [Asker(f"198.51.100.{number}") for number in range(most)]
    return [asyncio.ensure_future(pool.run_for(asker, work)) for asker in askers]
