"""Makes review.png, a printed review: ``python docs/images/make_review.py``.

A real server reviews the deal. Needs Playwright and Chromium, as ``make_page_screenshots.py``.
"""

# ruff: noqa: INP001 (a script, not a package)

from __future__ import annotations

import base64
from pathlib import Path
from typing import TYPE_CHECKING

from make_page_screenshots import CHROMIUM, run_server
from msgspec.structs import replace
from playwright.sync_api import sync_playwright

from oddtrick.record import decode_record, encode_record

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FilePayload

HERE = Path(__file__).parent
RECORD = HERE.parents[1] / "tests/data/examples/whist-1.record.json"
HIGH = 900

BESIDE = """<!doctype html><style>
body {{ margin: 0; display: flex; gap: 24px; background: #fff; width: max-content; }}
img {{ display: block; border-radius: 14px; box-shadow: 0 0 0 1px #0003; }}
</style><img src="{desk}"><img src="{phone}">"""


def taken(browser: Browser, url: str, game: FilePayload, width: int, scheme: str) -> str:
    """A picture of a window of that width, as an address that holds it."""
    page = browser.new_page(
        viewport={"width": width, "height": HIGH},
        color_scheme="light" if scheme == "light" else "dark",
        locale="en-GB",
    )
    page.goto(f"{url}/replay")
    page.locator("#file").set_input_files(files=[game])
    page.locator("a.review").click()
    page.get_by_role("link", name="Print or save review").click()
    page.locator(".printed").wait_for(timeout=60_000)
    page.locator(".printed").evaluate("(printed) => printed.scrollIntoView()")
    data = page.screenshot()
    page.close()
    return f"data:image/png;base64,{base64.b64encode(data).decode()}"


def main() -> None:
    """Reviews a deal and takes the picture."""
    record = replace(decode_record(RECORD.read_bytes()), names=("Ann", "Ben", "Cat", "Dot"))
    game: FilePayload = {
        "name": "game.json",
        "mimeType": "application/json",
        "buffer": encode_record(record),
    }
    with run_server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        desk, phone = (taken(browser, url, game, *how) for how in ((1100, "light"), (390, "dark")))
        page = browser.new_page(viewport={"width": 1100 + 390 + 24, "height": HIGH})
        page.set_content(BESIDE.format(desk=desk, phone=phone))
        page.screenshot(path=HERE / "review.png")
        browser.close()


if __name__ == "__main__":
    main()
