"""Fixtures for the store: each test runs on both databases unless it requests one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from oddtrick.server.store.engine import database_url, make_engine
from oddtrick.server.store.event_log import EventLog
from oddtrick.server.store.tools.migrate import upgrade

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from sqlalchemy import Engine


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database without tables."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'oddtrick.sqlite3'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture
def empty(empty_url: str, tmp_path: Path) -> Iterator[Engine]:
    """An engine on an empty database without tables."""
    engine = make_engine(database_url(empty_url, tmp_path))
    yield engine
    engine.dispose()


@pytest.fixture
def url(empty_url: str, empty: Engine) -> str:
    """The URL of a database with tables and no rows."""
    upgrade(empty)
    empty.dispose()
    return empty_url


@pytest.fixture
def engine(url: str, empty: Engine) -> Engine:
    """An engine on a database with tables and no rows."""
    return empty


@pytest.fixture
async def log(engine: Engine) -> AsyncIterator[EventLog]:
    """The event log of a database with tables and no rows."""
    log = EventLog(engine)
    yield log
    await log.close()
