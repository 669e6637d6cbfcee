"""Fixtures for tests of whist drives: a server, and people with roles at a drive."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.server.drive_client import DriveClient, open_drive
from tests.support.server.server_process import ServerProcess, server


@pytest.fixture(scope="session")
def drive_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server on an empty SQLite database, shared by tests that each open their own drive."""
    with server(tmp_path_factory.mktemp("drives")) as process:
        yield process
        assert process.faults() == []


@pytest.fixture
def new_drive(drive_server: ServerProcess) -> Iterator[Callable[..., DriveClient]]:
    """Opens a drive and returns its organiser; closes all clients after the test."""
    made: list[DriveClient] = []

    def new(**choices: Any) -> DriveClient:
        made.append(open_drive(drive_server.url, **choices))
        return made[-1]

    yield new
    for client in made:
        client.close()
