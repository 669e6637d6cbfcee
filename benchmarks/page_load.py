"""How soon a first visitor can do something, and how soon after that they hold their cards.

python benchmarks/page_load.py [--visits 8] [--write]

It needs playwright and Debian's chromium. Each visit is a new one with nothing kept; page and
server share the machine. Packed bytes are those that came over the wire, heads of the answers
included.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import msgspec
from match_speed import day, machine, table_of, write
from playwright.sync_api import sync_playwright
from server import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WINDOWS = {"phone, 390×844": (390, 844), "desktop, 1440×900": (1440, 900)}
GOAL_MS = 1000
GOAL_BYTES = 100_000
GOAL_CARDS = 10
"""Seconds until a first visitor plays."""

PLAY = "[data-game='whist'] .play"

WATCH = """(() => {
  const look = () => {
    const play = document.querySelector(%r);
    if (!play || play.offsetParent === null) return void requestAnimationFrame(look);
    performance.mark("there");
    document.documentElement.dataset.there = "";
  };
  addEventListener("DOMContentLoaded", look);
})()"""
"""Notes when there is something to press, once the page's own program has run."""

TOLD = """() => {
  const entries = [...performance.getEntriesByType("navigation"),
                   ...performance.getEntriesByType("resource")];
  return {
    there: performance.getEntriesByName("there")[0].startTime,
    packed: entries.reduce((sum, entry) => sum + entry.transferSize, 0),
  };
}"""

FIRST_CARD = ".hand[data-turn] [data-legal]"


class Visit(msgspec.Struct, frozen=True):
    """What one visit came to.

    Args:
        there: from the address to something that can be pressed (ms).
        cards: from there, with one tap, to a card that may be played (s); bots may play before.
        packed: bytes that came over the wire until there was something to press.
    """

    there: float
    cards: float
    packed: int


def main() -> None:
    """Measures, prints, and with ``--write`` keeps the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=8)
    parser.add_argument("--write", action="store_true", help="put the table into the README")
    args = parser.parse_args()
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    rows = []
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as (port, _),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        for name, size in WINDOWS.items():
            visits = [visit(browser, port, size) for _ in range(args.visits)]
            rows.append(_row(name, visits))
        browser.close()
    head = (
        "| first visits | until something can be pressed, ms: median, longest | goal | "
        "then until a card can be played, s | goal | bytes, packed | goal |"
    )
    table = table_of(head, rows, f"{args.visits} visits each, {day()}, {machine()}.")
    print(table)
    if args.write:
        write(table, "load")


def visit(browser: Browser, port: int, size: tuple[int, int]) -> Visit:
    """Somebody who has never been here comes, and taps once."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    try:
        page = context.new_page()
        page.add_init_script(WATCH % PLAY)
        page.goto(f"http://127.0.0.1:{port}/")
        page.locator("[data-there]").wait_for(state="attached")
        told = page.evaluate(TOLD)
        begun = page.evaluate("performance.timeOrigin + performance.now()")
        page.locator(PLAY).click()
        page.locator(FIRST_CARD).first.wait_for(timeout=60_000)
        over = page.evaluate("performance.timeOrigin + performance.now()")
        return Visit(told["there"], (over - begun) / 1000, told["packed"])
    finally:
        context.close()


def _row(name: str, visits: list[Visit]) -> str:
    there = [each.there for each in visits]
    cards = [each.cards for each in visits]
    packed = max(each.packed for each in visits)
    cells = (
        name,
        f"{median(there):.0f}, {max(there):.0f}",
        f"below {GOAL_MS}: {_met(max(there) < GOAL_MS)}",
        f"{median(cards):.1f}, {max(cards):.1f}",
        f"below {GOAL_CARDS}: {_met(max(cards) < GOAL_CARDS)}",
        f"{packed:,}",
        f"below {GOAL_BYTES:,}: {_met(packed < GOAL_BYTES)}",
    )
    return f"| {' | '.join(cells)} |"


def _met(met: bool) -> str:  # noqa: FBT001  a word for a yes or no
    return "met" if met else "missed"


if __name__ == "__main__":
    main()
