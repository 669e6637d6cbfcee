"""Makes review.png, the picture of a report: ``python docs/images/make_review.py``.

Needs Playwright and a Chromium (``CHROMIUM`` says where it is).
"""

# ruff: noqa: INP001 (a script, no package)

from __future__ import annotations

import base64
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from playwright.sync_api import sync_playwright

from oddtrick.record import decode_record
from oddtrick.report import report_page, standalone_frame
from oddtrick.review import review

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HERE = Path(__file__).parent
RECORD = HERE.parents[1] / "tests/data/examples/whist-1.record.json"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
HIGH = 900

BESIDE = """<!doctype html><style>
body {{ margin: 0; display: flex; gap: 24px; background: #fff; width: max-content; }}
img {{ display: block; border-radius: 14px; box-shadow: 0 0 0 1px #0003; }}
</style><img src="{desk}"><img src="{phone}">"""


def taken(browser: Browser, page_file: Path, width: int, scheme: str) -> str:
    """A picture of a window of that width, as an address that holds it."""
    page = browser.new_page(
        viewport={"width": width, "height": HIGH},
        color_scheme="light" if scheme == "light" else "dark",
    )
    page.goto(page_file.as_uri() + "#deal1")
    data = page.screenshot()
    page.close()
    return f"data:image/png;base64,{base64.b64encode(data).decode()}"


def main() -> None:
    """Reviews a deal and takes the picture."""
    record = replace(decode_record(RECORD.read_bytes()), names=("Ann", "Ben", "Cat", "Dot"))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder, "review.html")
        file.write_text(
            report_page(review(record, deals=[0]), standalone_frame()), encoding="utf-8"
        )
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        desk, phone = (taken(browser, file, *how) for how in ((1100, "light"), (390, "dark")))
        page = browser.new_page(viewport={"width": 1100 + 390 + 24, "height": HIGH})
        page.set_content(BESIDE.format(desk=desk, phone=phone))
        page.screenshot(path=HERE / "review.png")
        browser.close()


if __name__ == "__main__":
    main()
