"""The installed Chromium, and a table with a finished match."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.support.server.api_requests import ApiClient
from tests.support.server.table_requests import open_table, play_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from tests.support.server.server_process import ServerProcess

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

PATIENCE = 20_000
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
