"""Fixtures for tests of the pages of whist drives: drives on the server of the test module."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.server.drive_client import DriveClient, open_drive
from tests.support.server.server_process import ServerProcess
from tests.support.web.drive_pages import PEOPLE


@pytest.fixture
def new_drive(server: ServerProcess) -> Iterator[Callable[..., DriveClient]]:
    """Opens a drive and returns its organiser over HTTP; closes all clients after the test."""
    made: list[DriveClient] = []

    def new(entries: str = PEOPLE, **choices: Any) -> DriveClient:
        made.append(open_drive(server.url, entries, **choices))
        return made[-1]

    yield new
    for client in made:
        client.close()
