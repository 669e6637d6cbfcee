"""One test application in its own process, shared by the read-only security tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.server.account_routes_app import AppProcess, run_app


@pytest.fixture(scope="session")
def app_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppProcess]:
    with run_app(tmp_path_factory.mktemp("app")) as process:
        yield process
