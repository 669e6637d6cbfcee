"""Fixtures for the API tests: one server process per pytest worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.support.server.api_requests import ApiClient
from tests.support.server.server_process import ServerProcess, server


@pytest.fixture(scope="session")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server on an empty SQLite database, shared by tests that ignore each other's tables."""
    with server(tmp_path_factory.mktemp("api")) as process:
        yield process
        faults = [line for line in process.log if '"level": "error"' in line]
    assert faults == []


@pytest.fixture
def new_client(api: ServerProcess) -> Iterator[Callable[..., ApiClient]]:
    """Creates API clients and closes them after the test."""
    made: list[ApiClient] = []

    def new(token: str | None = None) -> ApiClient:
        made.append(ApiClient(api.url, token))
        return made[-1]

    yield new
    for api_client in made:
        api_client.close()
