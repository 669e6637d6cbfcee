"""Makes start.png and table.png, the pictures of the page: ``python docs/images/make_page.py``.

A real server deals, so that the cards are others each time. Needs Playwright and a Chromium
(``CHROMIUM`` says where it is).
"""

# ruff: noqa: INP001 (a script, no package)

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

HERE = Path(__file__).parent
DESK = {"width": 1280, "height": 800}
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
TRICKS = 3
"""So many tricks have been played in the picture of the table."""


@contextmanager
def served() -> Iterator[str]:
    """A server of its own, with nothing in it."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "oddtrick", "serve", "--no-browser", "--port", "0"]
        process = subprocess.Popen(  # noqa: S603  # our own server
            [*command, "--data", data], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[-1].rstrip("/")
        finally:
            process.terminate()
            process.wait()


def play_some(page: Page) -> None:
    """Plays the first card that may be played, until some tricks are on each side's pile."""
    hand = page.locator(".hand")
    while hand.locator("button").count() > 13 - TRICKS:
        hand.locator("[data-legal]").first.press("Enter", timeout=20_000)
    hand.locator("[data-legal]").first.wait_for(timeout=20_000)
    page.wait_for_timeout(1000)


def main() -> None:
    """Takes both pictures."""
    with served() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport=DESK, color_scheme="dark", device_scale_factor=1)
        page.goto(url)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=HERE / "start.png")
        page.get_by_role("button", name="Play now").first.click()
        page.wait_for_url("**/t/*")
        play_some(page)
        page.screenshot(path=HERE / "table.png")
        browser.close()


if __name__ == "__main__":
    main()
