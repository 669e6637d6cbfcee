"""Draws the cards of the documentation: ``python -m tests.support.web.draw_card_faces``.

The modules of the page draw them in a real browser. Parts invisible at that size are left out.
"""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Browser, Route, sync_playwright

from oddtrick.cards import Card
from oddtrick.web.static_files import files
from tests.support.web.browser import FLAGS

ROOT = Path(__file__).parents[3]
KEPT = "docs/sphinx_ext/card_faces.json"

WIDE = 60
"""The width of a drawn card in pixels, on the side of small cards of the page's breakpoint."""

HERE = "http://cards.example/"

BLANK = "<!doctype html><meta charset=utf-8><link rel=stylesheet href=/cards/cards.css>"

DRAW = """async ([cards, width]) => {
  const { face } = await import("/cards/card-face.js");
  const seen = (card) => {
    const holder = document.createElement("span");
    holder.className = "card";
    holder.style.setProperty("--card", `${width}px`);
    const drawn = face(card);
    holder.append(drawn);
    document.body.append(holder);
    const gone = (each) => getComputedStyle(each).display === "none";
    for (const each of [...drawn.querySelectorAll("*")].filter(gone)) each.remove();
    holder.remove();
    return new XMLSerializer().serializeToString(drawn);
  };
  return Object.fromEntries(cards.map((card) => [card, seen(card)]));
}"""


def drawn(browser: Browser) -> str:
    """Returns all cards, as JSON."""
    page = browser.new_page()
    try:
        page.route(HERE + "**", _give)
        page.goto(HERE)
        found: dict[str, str] = page.evaluate(DRAW, [[*map(str, Card)], WIDE])
    finally:
        page.close()
    drawings = {name: _short(svg) for name, svg in found.items()}
    return json.dumps(drawings, indent=0, ensure_ascii=False) + "\n"


def _give(route: Route) -> None:
    name = route.request.url.removeprefix(HERE)
    if not name:
        route.fulfill(body=BLANK, content_type="text/html")
        return
    file = files().named[name]
    route.fulfill(body=file.body, content_type=file.type)


def _short(svg: str) -> str:
    """Removes redundant attributes and whitespace."""
    for nothing in (' xmlns="http://www.w3.org/2000/svg"', ' transform="translate(0 0) scale(1)"'):
        svg = svg.replace(nothing, "")
    return svg


def main() -> None:
    """Writes the cards of the documentation."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=list(FLAGS))
        (ROOT / KEPT).write_text(drawn(browser), encoding="utf-8")
        browser.close()


if __name__ == "__main__":
    main()
