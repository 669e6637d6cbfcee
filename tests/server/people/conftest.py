"""Fixtures for the tests of accounts: a fresh application per test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from litestar.types import ASGIApp

from oddtrick.server.people.authenticator import Authenticator
from oddtrick.server.settings import Settings
from oddtrick.server.store.engine import database_url, make_engine
from oddtrick.server.store.schema import metadata
from tests.support.server.cheap_accounts import CHEAP, Clock
from tests.support.server.route_app import made

if TYPE_CHECKING:
    from sqlalchemy import Engine


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(tmp_path: Path, clock: Clock) -> Iterator[tuple[ASGIApp, Authenticator]]:
    with made(Settings(data=tmp_path), clock=clock, hasher=CHEAP) as both:
        yield both


@pytest.fixture
def app(house: tuple[ASGIApp, Authenticator]) -> ASGIApp:
    return house[0]


@pytest.fixture
def authenticator(house: tuple[ASGIApp, Authenticator]) -> Authenticator:
    return house[1]


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """A new database with the current schema, on each database system."""
    url = request.getfixturevalue("postgres_url") if request.param == "postgresql" else None
    engine = make_engine(database_url(url, tmp_path))
    metadata.create_all(engine)
    yield engine
    engine.dispose()
