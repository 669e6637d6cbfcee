"""The installed Chromium, the browser that tests share, and what they load into it."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Self

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from oddtrick.games import GAMES
from oddtrick.web.match_rules import match_game
from oddtrick.web.static_files import BASE, files
from tests.support.server.api_requests import ApiClient
from tests.support.server.server_process import ServerProcess
from tests.support.server.table_requests import open_table, play_out

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

PATIENCE = 60_000
"""The time for a page to show what a test waits for, next to other browsers (ms)."""

expect.set_options(timeout=PATIENCE)


@contextmanager
def open_chromium(*, shell: bool = True) -> Iterator[Browser]:
    """Opens the installed browser; without one the test is skipped, in CI it fails.

    Args:
        shell: prefer the headless shell; without, as for notifications, which it never allows.

    Debian's headless shell is Chromium without its own windows, which these tests never look at; it
    takes a fifth less of the processor.
    """
    program = (shell and shutil.which("chromium-headless-shell")) or shutil.which("chromium")
    if program is None:
        missing = "chromium is not installed"
        if "CI" in os.environ:
            pytest.fail(missing)
        pytest.skip(missing)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def play_with_bots(server: ServerProcess, rules: dict[str, Any]) -> Iterator[str]:
    """Yields a table at which Ann has played a match against bots."""
    ann = ApiClient(server.url).named("Ann")
    code = open_table(ann, rules=rules, sit=0, fill="random", begin=True)["code"]
    play_out(ann, code)
    yield code
    ann.close()


class SharedBrowser:
    """The browser that the test files of a process borrow, one after the other.

    Starting and ending one for each file costs more of the processor than many a test. But the
    event loop of Playwright runs from its start to its end, and beside a running loop no asyncio
    test can run: so the loop is taken for running only while the browser is borrowed.
    """

    def __init__(self) -> None:
        self._opened = ExitStack()
        self._browser: Browser | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        asyncio._set_running_loop(self._loop)
        self._opened.close()

    @contextmanager
    def borrowed(self) -> Iterator[Browser]:
        """Lends the browser, opened if need be, and closes the pages left in it."""
        asyncio._set_running_loop(self._loop)
        try:
            if self._browser is None or not self._browser.is_connected():
                self._opened.close()
                self._browser = self._opened.enter_context(open_chromium())
            yield self._browser
            for context in self._browser.contexts:
                context.close()
        finally:
            self._loop = asyncio._get_running_loop()
            asyncio._set_running_loop(None)


PLAYED_OFFLINE = [game.id for game in GAMES if match_game(game).rules is not None]
"""The games that the page plays without the server."""

SEARCHED_OFFLINE = [
    game.id for game in GAMES if game.id in PLAYED_OFFLINE and game.rules().plan.stock is None
]
"""Those that its strong bots search."""


def modules_base() -> str:
    """The address below which the modules of this version are."""
    return f"{BASE}{files().version}/"
