"""Measures how smoothly cards move at the table on a throttled CPU.

python benchmarks/page_motion.py [--slower 6] [--tricks 6] [--write]

Needs Playwright and Debian's Chromium. Plays a deal of whist against bots at normal speed and
analyses the browser trace. Task times are CPU time, so other load on the machine hardly affects
them; it does affect dropped frames.
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
from server import running_server

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

TABLE_REQUEST = {
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
"""Plays the first legal card on each turn; resolves after the given number of tricks."""


class MotionStats(msgspec.Struct, frozen=True):
    """The measurements of one deal.

    Args:
        flights: animations that ran.
        composited: the ones that ran on the compositor alone.
        during: CPU time of each main-thread task that began while an animation ran (ms); tasks
            that handle its end are left out, since no animation waits for them.
        before: CPU time of each task that started an animation (ms).
        frames: frames shown while an animation ran.
        dropped: frames that were due and not shown: nothing moved.
        late: frames in which every animation advanced, but the main thread's update came a frame
            later.
    """

    flights: int
    composited: int
    during: list[float]
    before: list[float]
    frames: int
    dropped: int
    late: int


def main() -> None:
    """Measures, prints the table, and with ``--write`` puts it into the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slower", type=int, default=6, help="CPU throttling factor")
    parser.add_argument("--tricks", type=int, default=6)
    parser.add_argument("--write", action="store_true", help="put the table into the README")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as (port, _):
        rows = [
            _row(name, measure(f"http://127.0.0.1:{port}", size, args.slower, args.tricks))
            for name, size in WINDOWS.items()
        ]
    load = f"load average {os.getloadavg()[0]:.1f} at the end"
    head = (
        f"| CPU throttled {args.slower} times | animations on the compositor alone | tasks during "
        "an animation, ms: median, maximum | tasks that start one, ms: median, maximum | frames "
        "with a late main-thread update | frames dropped | goal |"
    )
    table = table_of(head, rows, f"{args.tricks} tricks, {day()}, {machine()}, {load}.")
    print(table)
    if args.write:
        write(table, "motion")


def _row(name: str, stats: MotionStats) -> str:
    met = "missed" if stats.dropped or stats.composited < stats.flights else "met"
    cells = (
        name,
        f"{stats.composited} of {stats.flights}",
        _median_and_maximum(stats.during),
        _median_and_maximum(stats.before),
        str(stats.late),
        f"{stats.dropped} of {stats.frames + stats.dropped}",
        f"none: {met}",
    )
    return f"| {' | '.join(cells)} |"


def _median_and_maximum(times: list[float]) -> str:
    return f"{median(times):.1f}, {max(times):.1f}" if times else "none"


def measure(url: str, size: tuple[int, int], slower: int, tricks: int) -> MotionStats:
    """Plays some tricks and returns the motion statistics of the page.

    Args:
        url: the server's address.
        size: width and height of the window (px).
        slower: CPU throttling factor.
        tricks: number of tricks to play, after a first one that is not measured.
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
    return motion_stats(events)


def _at_table(browser: Browser, url: str, size: tuple[int, int]) -> Page:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    request = {"data": TABLE_REQUEST, "headers": {"Origin": url}}
    table = context.request.post(f"{url}/api/tables", **request).json()  # type: ignore[arg-type]  # as declared
    page = context.new_page()
    page.goto(url + table["url"])
    page.locator(".hand[data-turn] [data-legal]").first.wait_for()
    return page


def motion_stats(events: list[dict[str, Any]]) -> MotionStats:
    """Computes the motion statistics from the events of a trace."""
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
    late = sum(bool(frame.get("hasPartialUpdate")) for frame in missed)
    composited = sum(alone for *_, alone in motions)
    return MotionStats(len(motions), composited, during, before, shown, len(missed) - late, late)


def _motions(
    events: list[dict[str, Any]],
) -> Iterator[tuple[tuple[int, int], float, float, float, bool]]:
    """Yields (thread, begun, running, ended, composited) for each animation that ended.

    An animation begins in the task that requests it and runs once the compositor has it.
    """
    phases: dict[tuple[Any, ...], list[dict[str, Any]]] = defaultdict(list)
    for event in events:
        if event["name"] != "Animation":
            continue
        key = (event["pid"], json.dumps(event.get("id2") or event.get("id")))
        if event["ph"] == "b":
            phases[key] = []
        phases[key].append(event)
        first = phases[key][0]
        if event["ph"] != "e" or first["ph"] != "b":
            continue
        data = [(each["ts"], each["args"].get("data") or {}) for each in phases.pop(key)]
        running = [at for at, details in data[1:] if details.get("state") == "running"]
        # Some Chromium releases report compositeFailed for every animation, others only on failure.
        alone = all(details.get("compositeFailed", 0) == 0 for _, details in data)
        if running:
            thread = (event["pid"], event["tid"])
            yield thread, first["ts"], max(running), event["ts"], alone


if __name__ == "__main__":
    main()
