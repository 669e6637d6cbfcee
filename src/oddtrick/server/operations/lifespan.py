"""Everything that one worker holds, from its start to its end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
from typing import TYPE_CHECKING, TypeVar

import msgspec

from oddtrick.server.access.authenticator import Porter, new_porter
from oddtrick.server.jobs.archiver import Finishing
from oddtrick.server.jobs.scheduler import Work
from oddtrick.server.rooms.bus import make_bus
from oddtrick.server.rooms.hub import Hub
from oddtrick.server.sockets.lobby import LobbyRoom
from oddtrick.server.sockets.table import turn_out
from oddtrick.server.store.engine import database_url, make_engine
from oddtrick.server.store.errors import StoreUnavailable
from oddtrick.server.store.event_log import Log
from oddtrick.server.telemetry.logs import log
from oddtrick.server.telemetry.prometheus import ALONE, Figures, Place

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

    from sqlalchemy import Engine

    from oddtrick.server.security.rate_limit import Limiter
    from oddtrick.server.settings import Settings


T = TypeVar("T")

START_TRIES = 30
AGAIN_SECONDS = 1.0


class Worker(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker holds.

    Args:
        settings: how the server is set.
        engine: the database.
        log: the event log over it.
        hub: the tables.
        work: the house's part.
        porter: knows who comes in.
        limiter: the rates.
        lobby: who looks at the lists.
        finishing: what is kept of a match when it is over.
        figures: how things are, for those who watch over the server.
    """

    settings: Settings
    engine: Engine
    log: Log
    hub: Hub
    work: Work
    porter: Porter
    limiter: Limiter
    lobby: LobbyRoom
    finishing: Finishing
    figures: Figures


def worker_id() -> str:
    """A name for this process that no other has had."""
    return f"w{os.getpid()}-{secrets.token_hex(6)}"


async def _once_it_answers(act: Callable[[], Awaitable[T]]) -> T:
    """Does something with the database, which may be away for a moment when a worker starts."""
    for _ in range(START_TRIES):
        try:
            return await act()
        except StoreUnavailable as error:
            log.warning("waiting for the database", why=error.why)
            await asyncio.sleep(AGAIN_SECONDS)
    return await act()


@contextlib.asynccontextmanager
async def serving(
    settings: Settings, limiter: Limiter, place: Place = ALONE
) -> AsyncIterator[Worker]:
    """A worker at work; at the end everything that waits is written and leases are given back."""
    engine = make_engine(database_url(settings.database, settings.data))
    try:
        worker = await _equipped(engine, settings, limiter, place)
        await _once_it_answers(worker.work.start)
        parts = (worker.lobby, worker.finishing, worker.figures)
        side_work = [asyncio.ensure_future(part.run()) for part in parts]
        name, database = worker.hub.worker, engine.dialect.name
        log.info("worker is ready", worker=name, database=database)
        try:
            yield worker
        finally:
            await _wind_up(worker, side_work)
            log.info("worker has stopped", worker=name)
    finally:
        engine.dispose()


async def _equipped(engine: Engine, settings: Settings, limiter: Limiter, place: Place) -> Worker:
    """All that a worker holds, put together; nothing runs yet."""
    porter = await _once_it_answers(
        lambda: asyncio.to_thread(new_porter, engine, settings, limiter)
    )
    events = Log(engine)
    name = worker_id()
    hub = Hub(events, make_bus(settings.redis, name, events.counts), name)
    worker = Worker(
        settings=settings,
        engine=engine,
        log=events,
        hub=hub,
        figures=Figures(hub, place),
        work=Work(hub, shared=engine.dialect.name != "sqlite"),
        lobby=LobbyRoom(hub),
        finishing=Finishing(hub),
        porter=porter,
        limiter=limiter,
    )
    hub.changed.append(turn_out)
    worker.work.watch.died.append(worker.finishing.look_back)
    return worker


async def _wind_up(worker: Worker, side_work: Sequence[asyncio.Future[None]]) -> None:
    """Nothing more comes in; what was begun is finished, in this order."""
    worker.hub.closing = True
    for task in side_work:
        task.cancel()
    await asyncio.gather(*side_work, return_exceptions=True)
    await worker.work.close()
    await worker.finishing.drain()
    worker.hub.close()
    await worker.log.close()
    worker.porter.close()
