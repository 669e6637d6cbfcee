"""A hall for each test of the people in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from argon2 import PasswordHasher
from litestar.types import ASGIApp

from oddtrick.server.access.authenticator import Porter
from oddtrick.server.settings import Settings
from oddtrick.server.store.engine import database_url, make_engine
from oddtrick.server.store.schema import metadata
from tests.support.server.route_app import made

if TYPE_CHECKING:
    from sqlalchemy import Engine


CHEAP = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
"""Most tests are about what follows from a password, not about how hard it is to find."""


class Clock:
    """A clock that goes on when it is told to; milliseconds."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        self.now += 1
        return self.now

    def pass_days(self, days: float) -> None:
        """Lets days pass."""
        self.now += int(days * 86_400_000)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(tmp_path: Path, clock: Clock) -> Iterator[tuple[ASGIApp, Porter]]:
    with made(Settings(data=tmp_path), clock=clock, hasher=CHEAP) as both:
        yield both


@pytest.fixture
def app(house: tuple[ASGIApp, Porter]) -> ASGIApp:
    return house[0]


@pytest.fixture
def porter(house: tuple[ASGIApp, Porter]) -> Porter:
    return house[1]


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """A new database with its tables, of each kind."""
    url = request.getfixturevalue("postgres_url") if request.param == "postgresql" else None
    engine = make_engine(database_url(url, tmp_path))
    metadata.create_all(engine)
    yield engine
    engine.dispose()
