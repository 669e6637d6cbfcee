"""Draws the icons of the installed page from icon.svg: ``python docs/images/make_icons.py``.

Needs Playwright and Chromium; set ``CHROMIUM`` to its path if it is not /usr/bin/chromium.
"""

# ruff: noqa: INP001 (a script, not a package)

from __future__ import annotations

import os
import re
from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parents[2] / "src/oddtrick/web/static"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")

ICONS = {"icon-192": 192, "icon-512": 512}
FULL_BLEED = {"maskable-512": (512, 0.78), "apple-touch-180": (180, 0.9)}
"""Icons that the system cuts to a shape of its own, with the size of the drawing in them."""


def page_of(svg: str, size: int) -> str:
    """Returns an HTML page that shows a drawing at a size."""
    style = f"<style>body {{ margin: 0 }} svg {{ display: block; width: {size}px }}</style>"
    return f"{style}{svg}"


def full_bleed(svg: str, scale: float) -> str:
    """Fills the corners and scales the drawing about its centre."""
    square = re.sub(r' rx="\d+"', "", svg, count=1)
    moved = f'<g transform="translate(16 16) scale({scale}) translate(-16 -16)"><g fill'
    return square.replace("<g fill", moved, 1).replace("</svg>", "</g></svg>")


def main() -> None:
    """Writes the icons."""
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8")
    drawings = {name: (svg, size) for name, size in ICONS.items()}
    drawings |= {name: (full_bleed(svg, scale), size) for name, (size, scale) in FULL_BLEED.items()}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for name, (drawing, size) in drawings.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(page_of(drawing, size))
            page.screenshot(path=STATIC / f"icons/{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
