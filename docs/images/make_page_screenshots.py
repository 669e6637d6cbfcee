"""Takes the page screenshots start.png and table.png.

Run as ``python docs/images/make_page_screenshots.py``.

A real server deals, so the cards differ from run to run. Needs Playwright and Chromium; set
``CHROMIUM`` to its path if it is not /usr/bin/chromium.
"""

# ruff: noqa: INP001 (a script, not a package)

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
DESKTOP = {"width": 1280, "height": 800}
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
TRICKS = 3
"""Tricks played before the screenshot of the table."""


@contextmanager
def run_server() -> Iterator[str]:
    """Runs a server with an empty database; yields its address."""
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


def play_tricks(page: Page) -> None:
    """Plays the first legal card each turn, until it has to complete a trick after ``TRICKS``."""
    hand, trick = page.locator(".hand"), page.locator(".trick .card")
    hand.locator("button").nth(12).wait_for(timeout=20_000)
    while hand.locator("button").count() > 13 - TRICKS or trick.count() < 3:
        hand.locator("[data-legal]").first.press("Enter", timeout=20_000)
        page.wait_for_timeout(900)  # sooner, it would be a repeated key
    hand.locator("[data-legal]").first.wait_for(timeout=20_000)
    page.wait_for_timeout(1000)


def main() -> None:
    """Takes both screenshots."""
    with run_server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport=DESKTOP, color_scheme="dark", device_scale_factor=1)
        page.goto(url)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=HERE / "start.png", full_page=True)  # all games
        page.get_by_role("button", name="Play now").first.click()
        page.wait_for_url("**/t/*")
        play_tricks(page)
        page.screenshot(path=HERE / "table.png")
        browser.close()


if __name__ == "__main__":
    main()
