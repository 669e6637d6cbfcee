"""One browser for all test files of a process."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Self

from tests.support.web.browser import open_chromium

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser


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
