"""The databases and brokers that tests of the server run on; each is started when first needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import redis

from tests.server.services import Postgres, Redis

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL that runs; who stops it starts it again."""
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
def redis_service() -> Iterator[Redis]:
    """A Redis that runs; who stops it starts it again."""
    service = Redis()
    try:
        service.start()
        yield service
    finally:
        service.stop()


@pytest.fixture
def redis_url(redis_service: Redis) -> str:
    """The URL of an empty Redis."""
    with redis.Redis.from_url(redis_service.url) as client:
        client.flushall()
    return redis_service.url
