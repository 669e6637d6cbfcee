"""The parts of one worker: built in order, started, and shut down in order."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Protocol, TypeVar

import msgspec
from sqlalchemy import Engine

from oddtrick.server.daily.daily_service import DailyService
from oddtrick.server.drives.backup_copies import CopyFolder, DriveCopies, Target
from oddtrick.server.drives.drive_service import DriveService
from oddtrick.server.drives.hall_files import open_hall_file
from oddtrick.server.drives.online_tables import OnlineTables
from oddtrick.server.engine.worker_bus import Bus, NullBus
from oddtrick.server.jobs.archiver import MatchArchiver
from oddtrick.server.jobs.scheduler import Scheduler
from oddtrick.server.people.authenticator import Authenticator, new_authenticator
from oddtrick.server.push.push_service import PushService
from oddtrick.server.push.turn_notifier import TurnNotifier
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.security.work_pools import WorkPools
from oddtrick.server.settings import HallSettings, Settings
from oddtrick.server.sockets.lobby_socket import LobbyFeed
from oddtrick.server.sockets.revalidation import Revalidator
from oddtrick.server.sockets.table_socket import disconnect_spectators
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.store.engine import database_url, make_engine
from oddtrick.server.store.event_log import EventLog
from oddtrick.server.store.secrets_file import read_secrets
from oddtrick.server.telemetry.counters import Counters
from oddtrick.server.telemetry.logs import log
from oddtrick.server.telemetry.prometheus import ALONE, MetricsExporter, WorkerSlot

T = TypeVar("T")

START_TRIES = 30
RETRY_SECONDS = 1.0


class Worker(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of one worker.

    Args:
        settings: the settings of the server.
        engine: the database.
        log: the event log over it, with the one writer of this worker.
        service: the tables.
        scheduler: bots' turns, clocks and other wakes.
        authenticator: knows the people.
        limiter: the rate limits.
        lobby: the connections to the lobby.
        archiver: stores matches that have ended.
        drives: the whist drives.
        online_tables: the tables of whist drives that are played here.
        daily: the daily deals.
        push: sends push messages.
        turn_notifier: tells people who are away that it is their turn.
        metrics: exports the metrics.
        pools: do slow work.
    """

    settings: Settings
    engine: Engine
    log: EventLog
    service: TableService
    scheduler: Scheduler
    authenticator: Authenticator
    limiter: RateLimiter
    lobby: LobbyFeed
    archiver: MatchArchiver
    drives: DriveService
    online_tables: OnlineTables
    daily: DailyService
    push: PushService
    turn_notifier: TurnNotifier
    metrics: MetricsExporter
    pools: WorkPools


def worker_id() -> str:
    """Returns an id for this process that no other process has had."""
    return f"w{os.getpid()}-{secrets.token_hex(6)}"


async def _retry(act: Callable[[], Awaitable[T]]) -> T:
    """Repeats an action while the database is unavailable, as it may be when a worker starts."""
    for _ in range(START_TRIES):
        try:
            return await act()
        except StoreUnavailable as error:
            log.warning("waiting for the database", reason=error.why)
            await asyncio.sleep(RETRY_SECONDS)
    return await act()


class Runnable(Protocol):
    """A part that works in the background."""

    async def run(self) -> None:
        """Works until cancelled, or until nothing is left to do."""


async def keep_running(part: Runnable) -> None:
    """Runs a part, and again after an error: it would be missed only when it is needed."""
    while True:
        try:
            await part.run()
        except Exception:  # noqa: BLE001  # the next run may succeed
            log.exception("unexpected error", part=type(part).__name__)
            await asyncio.sleep(RETRY_SECONDS)
        else:
            return


@contextlib.asynccontextmanager
async def run_worker(
    settings: Settings, limiter: RateLimiter, slot: WorkerSlot = ALONE
) -> AsyncIterator[Worker]:
    """Runs a worker; at the end all writes are finished and its leases are given back."""
    engine = make_engine(database_url(settings.database, settings.data))
    events = EventLog(engine)
    try:
        worker = await _build(engine, events, settings, limiter, slot)
        await _retry(worker.scheduler.start)
        revalidator = Revalidator(worker.service)
        parts = (
            worker.lobby,
            worker.archiver,
            worker.metrics,
            worker.drives,
            worker.online_tables,
            worker.daily,
            worker.turn_notifier,
            revalidator,
        )
        tasks: list[asyncio.Future[None]] = [
            asyncio.ensure_future(keep_running(part)) for part in parts
        ]
        if settings.hall is not None:
            tasks += await _prepare_hall(worker.drives, settings.hall)
        name, database = worker.service.worker, engine.dialect.name
        log.info("worker started", worker=name, database=database)
        try:
            yield worker
        finally:
            await _shut_down(worker, tasks)
            log.info("worker stopped", worker=name)
    finally:
        await events.close()
        engine.dispose()


async def _prepare_hall(service: DriveService, hall: HallSettings) -> list[asyncio.Future[None]]:
    """Opens the drive of a hall, and starts what keeps its file and copies."""
    targets: list[Target] = []
    if hall.file is not None:
        targets.append(await open_hall_file(service, hall.file))
    if hall.copies is not None:
        targets.append(CopyFolder(hall.copies))
    return [asyncio.ensure_future(keep_running(DriveCopies(service, one))) for one in targets]


async def _build(
    engine: Engine,
    events: EventLog,
    settings: Settings,
    limiter: RateLimiter,
    slot: WorkerSlot,
) -> Worker:
    """Puts the parts of a worker together; nothing runs yet."""
    secret = settings.secret or read_secrets(settings.secrets_file).guests
    name = worker_id()
    bus = _make_bus(settings.redis, name, events.counts)
    pools = WorkPools()
    service = TableService(events, bus, name, pools=pools)
    drives = DriveService(events, bus, name, secret, pools=pools)
    push = PushService(events, settings, service.clock)
    worker = Worker(
        settings=settings,
        engine=engine,
        log=events,
        pools=pools,
        service=service,
        metrics=MetricsExporter(service, slot),
        scheduler=Scheduler(service, shared=engine.dialect.name != "sqlite"),
        lobby=LobbyFeed(service),
        archiver=MatchArchiver(service),
        drives=drives,
        online_tables=OnlineTables(drives, service),
        daily=DailyService(service),
        push=push,
        turn_notifier=TurnNotifier(service, push, settings.push_after * 1000),
        authenticator=new_authenticator(events, settings, limiter, secret),
        limiter=limiter,
    )
    service.on_hint.append(worker.drives.cache.catch_up)
    service.on_change.append(disconnect_spectators)
    worker.scheduler.heartbeat.on_worker_death.append(worker.archiver.recheck_since)
    return worker


def _make_bus(url: str | None, worker: str, counts: Counters) -> Bus:
    """Returns the bus that the settings name."""
    if url is None:
        return NullBus()
    from oddtrick.server.engine.redis_bus import RedisBus  # noqa: PLC0415  # optional dependency

    return RedisBus(url, worker, counts)


async def _shut_down(worker: Worker, tasks: Sequence[asyncio.Future[None]]) -> None:
    """Finishes pending work, in this order: jobs, commands under way, ended matches, writes."""
    worker.service.closing = True
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await worker.scheduler.close()
    await worker.archiver.drain()
    worker.service.close()
    worker.drives.close()
    await worker.log.close()
    worker.authenticator.close()
