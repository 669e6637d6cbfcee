"""Processor time that dear requests take in the server's own process, beside all its tables.

The longest turn of the event loop delays every table, whatever else the machine does. Work in
threads takes turns with it, a millisecond at a time.

python benchmarks/server_event_loop.py [--write]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from asyncio.events import Handle
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest import mock

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))

from match_speed import day, machine, write  # noqa: E402
from server import _row  # noqa: E402

from oddtrick.server.security import work_pools  # noqa: E402
from oddtrick.server.security.rate_limit import RateLimiter  # noqa: E402
from tests.support.server.dear_requests import DEAR, drive_file  # noqa: E402
from tests.support.server.running_app import App, running_app  # noqa: E402
from tests.support.server.validate_schemas import document  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx

    from oddtrick.server.security.work_process import Outcome

ROUTES = (
    "openDrive",
    "previewDrive",
    "exportDrive",
    "getSeason",
    "importDrive",
    "beginRound",
    "logIn",
)
TIMES = 6
SETTLES_SECONDS = 0.2
"""The time after a request in which what it has changed is shown to its followers."""


class Spent(NamedTuple):
    """Processor seconds of one request.

    Attributes:
        longest: the longest turn of the event loop.
        turns: all its turns.
        threads: work in threads.
    """

    longest: float
    turns: float
    threads: float


async def spend(request: Any) -> Spent:
    """Sends a request, and measures what its answer takes."""
    turns, threads = [0.0], [0.0]
    run = Handle._run  # noqa: SLF001  # what the loop calls in each turn
    timed = work_pools._timed  # noqa: SLF001  # and the pools in their threads

    def measured_turn(handle: Handle) -> None:
        before = time.thread_time()
        run(handle)
        turns.append(time.thread_time() - before)

    def measured_work(work: Any) -> Outcome:
        outcome = timed(work)
        threads.append(outcome.seconds)
        return outcome

    patched_turns = mock.patch.object(Handle, "_run", measured_turn)
    with patched_turns, mock.patch.object(work_pools, "_timed", measured_work):
        answer: httpx.Response = await request
        await asyncio.sleep(SETTLES_SECONDS)
    assert answer.status_code in (200, 201, 401), answer.text
    return Spent(max(turns), sum(turns), sum(threads))


def requests(app: App, operation: str, drive: str) -> Iterator[Any]:
    """Yields the dearest request of an operation again and again."""
    if operation == "beginRound":
        for number in range(TIMES):
            undo = {"type": "undo-round", "why": "to begin it again"}
            command = undo if number % 2 == 0 else {"type": "begin-round"}
            body = {"id": f"n{number}", "seen": 10**9, "command": command}
            yield app.client.post(f"/api/drives/{drive}/commands", json=body)
        return
    method, path = next(
        (method, path)
        for path, methods in document()["paths"].items()
        for method, described in methods.items()
        if described["operationId"] == operation
    )
    dear = DEAR[operation]
    url = path.format(code=drive) + dear.query.format(drive=drive)
    for _ in range(TIMES):
        headers = {"Content-Type": dear.media}
        yield app.client.request(method, url, content=dear.body, headers=headers)


async def measure() -> list[str]:
    """Returns the rows of the table."""
    lines = [
        _row("route", "longest turn of the event loop, ms", "all its turns", "work in threads"),
        _row("---", *["---:"] * 3),
    ]
    with tempfile.TemporaryDirectory() as folder:
        async with running_app(Path(folder)) as app:
            later = iter(range(0, 10**9, 10**6))  # every allowance is full again
            app.parts[RateLimiter].clock = lambda: time.monotonic() + next(later)
            opened = await app.client.post("/api/drives/import", content=drive_file())
            drive = json.loads(opened.content)["code"]
            for operation in ROUTES:
                asked = [await spend(one) for one in requests(app, operation, drive)]
                # Every second one: the first imports, and a round is undone before it is begun.
                best = Spent(*map(min, zip(*asked[1::2], strict=True)))
                lines.append(_row(operation, *(f"{1000 * one:.1f}" for one in best)))
                print(lines[-1], flush=True)
    return lines


def main() -> None:
    """Measures and prints the figures; ``--write`` saves them in the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="save the results in README.md")
    args = parser.parse_args()
    lines = asyncio.run(measure())
    lines += ["", f"{day()}, {machine()}, load average {os.getloadavg()[0]:.1f} at the end."]
    print(lines[-1])
    if args.write:
        write("\n".join(lines), "event-loop")


if __name__ == "__main__":
    main()
