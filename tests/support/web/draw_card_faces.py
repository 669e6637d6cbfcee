"""Draws the cards of the page for the report: ``python -m tests.support.web.draw_card_faces``.

The modules of the page draw them in a real browser. Parts invisible at a given size are left
out to keep reports with hundreds of cards small.
"""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Browser, Route, sync_playwright

from oddtrick.cards import Card, Suit
from oddtrick.web.static_files import files
from tests.support.web.browser import FLAGS

ROOT = Path(__file__).parents[3]
KEPT = "src/oddtrick/report/faces.json"

SIZES = {"small": 60, "large": 120}
"""The widths of drawn cards in pixels, one on each side of the page's breakpoint."""

CARDS = [*map(str, Card), *(f"Kn{suit.letter}" for suit in Suit)]
"""The cards, and the jacks once more as knaves (C1)."""

HERE = "http://cards.example/"

BLANK = "<!doctype html><meta charset=utf-8><link rel=stylesheet href=/cards/cards.css>"

DRAW = """async ([cards, sizes]) => {
  const { face, suitSymbol } = await import("/cards/card-face.js");
  const written = (drawn) => new XMLSerializer().serializeToString(drawn);
  const seen = (card, width) => {
    const holder = document.createElement("span");
    holder.className = "card";
    holder.style.setProperty("--card", `${width}px`);
    const drawn = face(card);
    holder.append(drawn);
    document.body.append(holder);
    const gone = (each) => getComputedStyle(each).display === "none";
    for (const each of [...drawn.querySelectorAll("*")].filter(gone)) each.remove();
    holder.remove();
    return written(drawn);
  };
  const all = {};
  for (const [size, width] of Object.entries(sizes)) {
    all[size] = Object.fromEntries(cards.map((card) => [card, seen(card, width)]));
  }
  all.signs = Object.fromEntries([..."CDHS"].map((suit) => [suit, written(suitSymbol(suit))]));
  return all;
}"""


def drawn(browser: Browser) -> str:
    """Returns all cards in both sizes and the suit symbols, as JSON."""
    page = browser.new_page()
    try:
        page.route(HERE + "**", _give)
        page.goto(HERE)
        found: dict[str, dict[str, str]] = page.evaluate(DRAW, [CARDS, SIZES])
    finally:
        page.close()
    drawings = {
        kind: {name: _short(svg) for name, svg in pictures.items()}
        for kind, pictures in found.items()
    }
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
    """Writes the card images embedded in reports."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=list(FLAGS))
        (ROOT / KEPT).write_text(drawn(browser), encoding="utf-8")
        browser.close()


if __name__ == "__main__":
    main()
