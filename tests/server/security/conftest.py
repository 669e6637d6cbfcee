"""One test application in its own process, shared by the read-only security tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.server.route_app import Running, running


@pytest.fixture(scope="session")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("hall")) as one:
        yield one
