"""Everything that one worker holds, from its start to its end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
from typing import TYPE_CHECKING, TypeVar

import msgspec

from oddtrick.server.jobs.archiver import MatchArchiver
from oddtrick.server.jobs.scheduler import Scheduler
from oddtrick.server.people.authenticator import Authenticator, new_authenticator
from oddtrick.server.rooms.bus import NullBus
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.sockets.lobby_socket import LobbyFeed
from oddtrick.server.sockets.table_socket import disconnect_spectators
from oddtrick.server.store.engine import database_url, make_engine
from oddtrick.server.store.errors import StoreUnavailable
from oddtrick.server.store.event_log import EventLog
from oddtrick.server.telemetry.logs import log
from oddtrick.server.telemetry.prometheus import ALONE, MetricsExporter, WorkerSlot

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

    from sqlalchemy import Engine

    from oddtrick.server.rooms.bus import Bus
    from oddtrick.server.security.rate_limit import RateLimiter
    from oddtrick.server.settings import Settings
    from oddtrick.server.telemetry.counters import Counters


T = TypeVar("T")

START_TRIES = 30
AGAIN_SECONDS = 1.0


class Worker(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker holds.

    Args:
        settings: how the server is set.
        engine: the database.
        log: the event log over it.
        service: the tables.
        work: the house's part.
        authenticator: knows who comes in.
        limiter: the rates.
        lobby: who looks at the lists.
        finishing: what is kept of a match when it is over.
        figures: how things are, for those who watch over the server.
    """

    settings: Settings
    engine: Engine
    log: EventLog
    service: TableService
    work: Scheduler
    authenticator: Authenticator
    limiter: RateLimiter
    lobby: LobbyFeed
    finishing: MatchArchiver
    figures: MetricsExporter


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
async def run_worker(
    settings: Settings, limiter: RateLimiter, place: WorkerSlot = ALONE
) -> AsyncIterator[Worker]:
    """A worker at work; at the end everything that waits is written and leases are given back."""
    engine = make_engine(database_url(settings.database, settings.data))
    try:
        worker = await _equipped(engine, settings, limiter, place)
        await _once_it_answers(worker.work.start)
        parts = (worker.lobby, worker.finishing, worker.figures)
        side_work = [asyncio.ensure_future(part.run()) for part in parts]
        name, database = worker.service.worker, engine.dialect.name
        log.info("worker is ready", worker=name, database=database)
        try:
            yield worker
        finally:
            await _wind_up(worker, side_work)
            log.info("worker has stopped", worker=name)
    finally:
        engine.dispose()


async def _equipped(
    engine: Engine, settings: Settings, limiter: RateLimiter, place: WorkerSlot
) -> Worker:
    """All that a worker holds, put together; nothing runs yet."""
    authenticator = await _once_it_answers(
        lambda: asyncio.to_thread(new_authenticator, engine, settings, limiter)
    )
    events = EventLog(engine)
    name = worker_id()
    service = TableService(events, _make_bus(settings.redis, name, events.counts), name)
    worker = Worker(
        settings=settings,
        engine=engine,
        log=events,
        service=service,
        figures=MetricsExporter(service, place),
        work=Scheduler(service, shared=engine.dialect.name != "sqlite"),
        lobby=LobbyFeed(service),
        finishing=MatchArchiver(service),
        authenticator=authenticator,
        limiter=limiter,
    )
    service.sync.on_change.append(disconnect_spectators)
    worker.work.watch.died.append(worker.finishing.look_back)
    return worker


def _make_bus(url: str | None, worker: str, counts: Counters) -> Bus:
    """Returns the bus that the settings name."""
    if url is None:
        return NullBus()
    from oddtrick.server.rooms.redis_bus import RedisBus  # noqa: PLC0415  # optional dependency

    return RedisBus(url, worker, counts)


async def _wind_up(worker: Worker, side_work: Sequence[asyncio.Future[None]]) -> None:
    """Nothing more comes in; what was begun is finished, in this order."""
    worker.service.closing = True
    for task in side_work:
        task.cancel()
    await asyncio.gather(*side_work, return_exceptions=True)
    await worker.work.close()
    await worker.finishing.drain()
    worker.service.close()
    await worker.log.close()
    worker.authenticator.close()
