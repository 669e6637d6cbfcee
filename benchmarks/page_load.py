"""Measures a first visit: time until the page is usable, and from there to the first card.

python benchmarks/page_load.py [--visits 8] [--write]

Needs Playwright and Debian's Chromium. Each visit starts with an empty cache; browser and server
share the machine. Transferred bytes are compressed and include the response headers.
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
from server import running_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WINDOWS = {"phone, 390×844": (390, 844), "desktop, 1440×900": (1440, 900)}
GOAL_MS = 1000
GOAL_BYTES = 100_000
GOAL_CARDS = 10
"""Seconds from the usable page to the first playable card."""

PLAY = "[data-game='whist'] .play"

MARK_USABLE = """(() => {
  const check = () => {
    const play = document.querySelector(%r);
    if (!play || play.offsetParent === null) return void requestAnimationFrame(check);
    performance.mark("usable");
    document.documentElement.dataset.usable = "";
  };
  addEventListener("DOMContentLoaded", check);
})()"""
"""Marks the time when the first game's Play button is visible."""

TIMINGS = """() => {
  const entries = [...performance.getEntriesByType("navigation"),
                   ...performance.getEntriesByType("resource")];
  return {
    usable: performance.getEntriesByName("usable")[0].startTime,
    transferred: entries.reduce((sum, entry) => sum + entry.transferSize, 0),
  };
}"""

FIRST_CARD = ".hand[data-turn] [data-legal]"


class Visit(msgspec.Struct, frozen=True):
    """The measurements of one visit.

    Args:
        usable: from navigation to a visible Play button (ms).
        first_card: from there, with one click, to a playable card (s); bots may play before.
        transferred: bytes transferred until the Play button was visible.
    """

    usable: float
    first_card: float
    transferred: int


def main() -> None:
    """Measures, prints the table, and with ``--write`` puts it into the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=8)
    parser.add_argument("--write", action="store_true", help="put the table into the README")
    args = parser.parse_args()
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    rows = []
    with (
        tempfile.TemporaryDirectory() as folder,
        running_server(Path(folder)) as (port, _),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        for name, size in WINDOWS.items():
            visits = [visit(browser, port, size) for _ in range(args.visits)]
            rows.append(_row(name, visits))
        browser.close()
    head = (
        "| first visits | until usable, ms: median, maximum | goal | "
        "then until first playable card, s: median, maximum | goal | bytes transferred | goal |"
    )
    table = table_of(head, rows, f"{args.visits} visits each, {day()}, {machine()}.")
    print(table)
    if args.write:
        write(table, "load")


def visit(browser: Browser, port: int, size: tuple[int, int]) -> Visit:
    """Opens the start page with an empty cache and starts a game with one click."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    try:
        page = context.new_page()
        page.add_init_script(MARK_USABLE % PLAY)
        page.goto(f"http://127.0.0.1:{port}/")
        page.locator("[data-usable]").wait_for(state="attached")
        timings = page.evaluate(TIMINGS)
        start = page.evaluate("performance.timeOrigin + performance.now()")
        page.locator(PLAY).click()
        page.locator(FIRST_CARD).first.wait_for(timeout=60_000)
        end = page.evaluate("performance.timeOrigin + performance.now()")
        return Visit(timings["usable"], (end - start) / 1000, timings["transferred"])
    finally:
        context.close()


def _row(name: str, visits: list[Visit]) -> str:
    usable = [each.usable for each in visits]
    first_card = [each.first_card for each in visits]
    transferred = max(each.transferred for each in visits)
    cells = (
        name,
        f"{median(usable):.0f}, {max(usable):.0f}",
        f"below {GOAL_MS}: {_met_or_missed(max(usable) < GOAL_MS)}",
        f"{median(first_card):.1f}, {max(first_card):.1f}",
        f"below {GOAL_CARDS}: {_met_or_missed(max(first_card) < GOAL_CARDS)}",
        f"{transferred:,}",
        f"below {GOAL_BYTES:,}: {_met_or_missed(transferred < GOAL_BYTES)}",
    )
    return f"| {' | '.join(cells)} |"


def _met_or_missed(met: bool) -> str:  # noqa: FBT001  formats a yes or no
    return "met" if met else "missed"


if __name__ == "__main__":
    main()
