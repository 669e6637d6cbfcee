"""Databases and brokers for the server tests, started on first use."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import redis

from oddtrick.server.engine.worker_bus import NullBus
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.store.event_log import EventLog
from tests.support.server.new_database import new_database
from tests.support.server.postgres_and_redis import Postgres, Redis


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running PostgreSQL; a test that stops it restarts it."""
    service = Postgres()
    try:
        service.start()
        yield service
    finally:
        service.remove()


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """The URL of a new, empty database."""
    url = postgres.fresh()
    yield url
    postgres.drop(url)


@pytest.fixture(scope="session")
def migrated_postgres(postgres: Postgres) -> str:
    """The URL of a database with tables and no rows, to be copied."""
    url = postgres.fresh()
    new_database(Path(), url).dispose()
    return url


@pytest.fixture
def migrated_postgres_url(postgres: Postgres, migrated_postgres: str) -> Iterator[str]:
    """The URL of a new database with tables and no rows."""
    url = postgres.fresh(migrated_postgres)
    yield url
    postgres.drop(url)


@pytest.fixture(scope="session")
def migrated_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder whose SQLite database has tables and no rows, to be copied."""
    folder = tmp_path_factory.mktemp("migrated")
    new_database(folder).dispose()
    return folder


@pytest.fixture(scope="session")
def redis_service() -> Iterator[Redis]:
    """A running Redis; a test that stops it restarts it."""
    service = Redis()
    try:
        service.start()
        yield service
    finally:
        service.stop()


@pytest.fixture
def redis_url(redis_service: Redis) -> str:
    """The URL of an emptied Redis."""
    with redis.Redis.from_url(redis_service.url) as client:
        client.flushall()
    return redis_service.url


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[TableService]:
    """A table service on an empty SQLite database, without a server."""
    engine = new_database(tmp_path)
    log = EventLog(engine)
    service = TableService(log, NullBus(), "w1")
    yield service
    service.close()
    await log.close()
    engine.dispose()
