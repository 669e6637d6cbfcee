"""Fixtures for a real browser and a real server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.support.server.server_process import ServerProcess
from tests.support.server.table_requests import WHIST
from tests.support.web.browser import SharedBrowser, play_with_bots
from tests.support.web.browser_user import BrowserUser, BrowserUsers
from tests.support.web.page_modules import PageModules


@pytest.fixture(scope="session")
def shared_modules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageModules]:
    """The page's modules in a process of Node.js."""
    with PageModules(tmp_path_factory.mktemp("modules")) as modules:
        yield modules


@pytest.fixture
def modules(shared_modules: PageModules) -> Iterator[PageModules]:
    """The page's modules, for what needs no browser; what they complain of fails the test."""
    shared_modules.complaints.clear()
    yield shared_modules
    assert shared_modules.complaints == []


@pytest.fixture(scope="session")
def shared_browser() -> Iterator[SharedBrowser]:
    """The browser of this process."""
    with SharedBrowser() as browser:
        yield browser


@pytest.fixture(scope="module")
def chromium(shared_browser: SharedBrowser) -> Iterator[Browser]:
    """The installed browser, borrowed by a test module."""
    with shared_browser.borrowed() as browser:
        yield browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server shared by a test module."""
    process = ServerProcess(tmp_path_factory.mktemp("server"))
    process.start()
    try:
        yield process
    finally:
        process.stop()


@pytest.fixture
def users(chromium: Browser, server: ServerProcess) -> Iterator[BrowserUsers]:
    """Opens browsers for people; any browser error fails the test."""
    opened = BrowserUsers(chromium, server)
    try:
        yield opened
        assert opened.complaints == []
    finally:
        opened.close()


@pytest.fixture(scope="module")
def table(server: ServerProcess) -> Iterator[str]:
    """A table at which Ann has played one deal of whist against bots."""
    yield from play_with_bots(server, WHIST)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that a test may kill."""
    process = ServerProcess(tmp_path)
    process.start()
    try:
        yield process
    finally:
        process.stop()


@pytest.fixture
def page(users: BrowserUsers) -> BrowserUser:
    """A page that can import modules."""
    user = users.open()
    user.go("/rules")
    user.see("main h2").first.wait_for()  # by now it has loaded its own texts
    return user
