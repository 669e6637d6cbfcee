"""Fixtures for the store: each test runs on both databases unless it requests one."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from oddtrick.server.store.engine import DATABASE_FILE, database_url, make_engine
from oddtrick.server.store.event_log import EventLog


@pytest.fixture(params=["sqlite", "postgresql"])
def system(request: pytest.FixtureRequest) -> str:
    """The database system."""
    name: str = request.param
    return name


@pytest.fixture
def empty_url(system: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database without tables."""
    if system == "sqlite":
        return f"sqlite:///{tmp_path / DATABASE_FILE}"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def empty(empty_url: str, tmp_path: Path) -> Iterator[Engine]:
    """An engine on an empty database without tables."""
    engine = make_engine(database_url(empty_url, tmp_path))
    yield engine
    engine.dispose()


@pytest.fixture
def url(system: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database with tables and no rows: a copy, which is quicker than migrating."""
    if system == "sqlite":
        shutil.copytree(request.getfixturevalue("migrated_folder"), tmp_path, dirs_exist_ok=True)
        return f"sqlite:///{tmp_path / DATABASE_FILE}"
    url: str = request.getfixturevalue("migrated_postgres_url")
    return url


@pytest.fixture
def engine(url: str, tmp_path: Path) -> Iterator[Engine]:
    """An engine on a database with tables and no rows."""
    engine = make_engine(database_url(url, tmp_path))
    yield engine
    engine.dispose()


@pytest.fixture
async def log(engine: Engine) -> AsyncIterator[EventLog]:
    """The event log of a database with tables and no rows."""
    log = EventLog(engine)
    yield log
    await log.close()
