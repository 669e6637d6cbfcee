"""How smooth is the card table: what its page does while cards fly, on a slowed processor.

python benchmarks/page_motion.py [--slower 6] [--tricks 6] [--write]

It needs playwright and Debian's chromium. A deal of whist is played against bots at the usual
speed; the browser tells in its trace what ran when. Times are of the processor, not of the clock,
so that what else the machine does counts for little; dropped frames are not free of it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import msgspec
from match_speed import day, machine, table_of, write
from playwright.sync_api import sync_playwright
from server import served

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

WINDOWS = {"phone, 390×844": (390, 844), "desktop, 1440×900": (1440, 900)}
CATEGORIES = (
    "toplevel",
    "blink.animations",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
)
TASKS = ("RunTask", "ThreadControllerImpl::RunTask")

OPENED = {
    "rules": {"game": "whist", "target": 9},
    "settings": {"bot_delay_ms": 0, "pause_seconds": 600},
    "sit": 0,
    "fill": "casual",
    "begin": True,
}

PLAY = """(tricks) => new Promise((done) => {
  const started = document.querySelectorAll(".hand .card").length;
  const timer = setInterval(() => {
    const left = document.querySelectorAll(".hand .card").length;
    const card = document.querySelector(".hand[data-turn] [data-legal]");
    if (!card) return;
    if (started - left < tricks) return card.click();
    clearInterval(timer);
    done();
  }, 200);
})"""
"""Plays the first card that may be played, when it is one's turn; done after so many tricks."""


class Moved(msgspec.Struct, frozen=True):
    """What one deal came to.

    Args:
        flights: motions that ran.
        composited: how many of them the compositor did by itself.
        during: processor time of each task while something was in flight, from its beginning to
            its end (ms); what a task does that hears of the end, nobody waits for.
        before: of each task that set something in motion (ms).
        frames: that were shown while something was in flight.
        dropped: that were due then, and were not: nothing moved.
        late: in which all that flew moved, and what the page had drawn came a frame later.
    """

    flights: int
    composited: int
    during: list[float]
    before: list[float]
    frames: int
    dropped: int
    late: int


def main() -> None:
    """Measures, prints, and with ``--write`` keeps the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slower", type=int, default=6, help="so many times slower a processor")
    parser.add_argument("--tricks", type=int, default=6)
    parser.add_argument("--write", action="store_true", help="put the table into the README")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as (port, _):
        rows = [
            _row(name, measured(f"http://127.0.0.1:{port}", size, args.slower, args.tricks))
            for name, size in WINDOWS.items()
        ]
    load = f"load average {os.getloadavg()[0]:.1f} at the end"
    head = (
        "| a processor "
        f"{args.slower} times slower | motions, by the compositor alone | tasks meanwhile, ms: "
        "median, longest | what begins a motion, ms: median, longest | frames with the page's part "
        "late | frames dropped | goal |"
    )
    table = table_of(head, rows, f"{args.tricks} tricks, {day()}, {machine()}, {load}.")
    print(table)
    if args.write:
        write(table, "motion")


def _row(name: str, moved: Moved) -> str:
    met = "missed" if moved.dropped or moved.composited < moved.flights else "met"
    cells = (
        name,
        f"{moved.composited} of {moved.flights}",
        _middle_and_longest(moved.during),
        _middle_and_longest(moved.before),
        str(moved.late),
        f"{moved.dropped} of {moved.frames + moved.dropped}",
        f"none: {met}",
    )
    return f"| {' | '.join(cells)} |"


def _middle_and_longest(times: list[float]) -> str:
    return f"{median(times):.1f}, {max(times):.1f}" if times else "none"


def measured(url: str, size: tuple[int, int], slower: int, tricks: int) -> Moved:
    """What the page does in so many tricks.

    Args:
        url: of the server.
        size: of the window (px).
        slower: so many times slower a processor.
        tricks: to be played, after a first one.
    """
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        page = _at_table(browser, url, size)
        page.evaluate(PLAY, 1)
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        file = Path(folder) / "trace.json"
        browser.start_tracing(page=page, path=file, categories=list(CATEGORIES))
        page.evaluate(PLAY, tricks)
        browser.stop_tracing()
        browser.close()
        events: list[dict[str, Any]] = json.loads(file.read_bytes())["traceEvents"]
    return told_by(events)


def _at_table(browser: Browser, url: str, size: tuple[int, int]) -> Page:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    asked = {"data": OPENED, "headers": {"Origin": url}}
    opened = context.request.post(f"{url}/api/tables", **asked).json()  # type: ignore[arg-type]  # as declared
    page = context.new_page()
    page.goto(url + opened["url"])
    page.locator(".hand[data-turn] [data-legal]").first.wait_for()
    return page


def told_by(events: list[dict[str, Any]]) -> Moved:
    """What a trace tells of the page whose cards flew."""
    motions = list(_motions(events))
    thread = motions[0][0]
    flights = [(running, end) for _, _, running, end, _ in motions]
    starts = [begun for _, begun, _, _, _ in motions]
    during, before = [], []
    for event in events:
        if (event["pid"], event["tid"]) != thread or event["name"] not in TASKS:
            continue
        begun, spent = event["ts"], event.get("tdur", 0) / 1000
        over = begun + event.get("dur", 0)
        if any(begun <= start <= over for start in starts):
            before.append(spent)
        elif any(running <= begun and over < end for running, end in flights):
            during.append(spent)
    meanwhile = [event for event in events if any(one <= event["ts"] < two for one, two in flights)]
    shown = sum(event["name"] == "DrawFrame" for event in meanwhile)
    missed = [event["args"] for event in meanwhile if event["name"] == "DroppedFrame"]
    late = sum(bool(told.get("hasPartialUpdate")) for told in missed)
    composited = sum(alone for *_, alone in motions)
    return Moved(len(motions), composited, during, before, shown, len(missed) - late, late)


def _motions(
    events: list[dict[str, Any]],
) -> Iterator[tuple[tuple[int, int], float, float, float, bool]]:
    """Of each motion that came to its end: its thread, when begun, running and over, how it ran.

    A motion is begun in the task that asks for it, and runs when the compositor has it.
    """
    told: dict[tuple[Any, ...], list[dict[str, Any]]] = defaultdict(list)
    for event in events:
        if event["name"] != "Animation":
            continue
        key = (event["pid"], json.dumps(event.get("id2") or event.get("id")))
        if event["ph"] == "b":
            told[key] = []
        told[key].append(event)
        first = told[key][0]
        if event["ph"] != "e" or first["ph"] != "b":
            continue
        data = [(each["ts"], each["args"].get("data") or {}) for each in told.pop(key)]
        running = [at for at, given in data[1:] if given.get("state") == "running"]
        # Some releases of chromium say so of every motion, some only where it failed.
        alone = all(given.get("compositeFailed", 0) == 0 for _, given in data)
        if running:
            thread = (event["pid"], event["tid"])
            yield thread, first["ts"], max(running), event["ts"], alone


if __name__ == "__main__":
    main()
