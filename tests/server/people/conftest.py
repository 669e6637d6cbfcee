"""Fixtures for the tests of accounts: a fresh application per test."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.types import ASGIApp
from sqlalchemy import Engine

from oddtrick.server.people.authenticator import Authenticator
from oddtrick.server.settings import Settings
from oddtrick.server.store.engine import database_url, make_engine
from tests.support.server.account_routes_app import in_process_app
from tests.support.server.cheap_accounts import CHEAP, Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def app_and_authenticator(tmp_path: Path, clock: Clock) -> Iterator[tuple[ASGIApp, Authenticator]]:
    with in_process_app(Settings(data=tmp_path), clock=clock, hasher=CHEAP) as both:
        yield both


@pytest.fixture
def app(app_and_authenticator: tuple[ASGIApp, Authenticator]) -> ASGIApp:
    return app_and_authenticator[0]


@pytest.fixture
def authenticator(app_and_authenticator: tuple[ASGIApp, Authenticator]) -> Authenticator:
    return app_and_authenticator[1]


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """A new database with the current schema, on each database system."""
    if request.param == "sqlite":
        url = None
        shutil.copytree(request.getfixturevalue("migrated_folder"), tmp_path, dirs_exist_ok=True)
    else:
        url = request.getfixturevalue("migrated_postgres_url")
    engine = make_engine(database_url(url, tmp_path))
    yield engine
    engine.dispose()
