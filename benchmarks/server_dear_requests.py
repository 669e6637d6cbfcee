"""Latency of moves while one address asks for the dearest that a route allows, route by route.

python benchmarks/server_dear_requests.py [--routes previewDrive …] [--seconds 8] [--write]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

import httpx

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent))

from match_speed import day, machine, write  # noqa: E402
from server import SECRET, _met, _row, folder, run_load, running_server  # noqa: E402
from server_fixture_tables import make_tables  # noqa: E402

from oddtrick.server.people.guest_cookie import COOKIE  # noqa: E402
from tests.support.server.dear_requests import DEAR, RECORD, Dear, drive_file  # noqa: E402
from tests.support.server.validate_schemas import document  # noqa: E402

TABLES = 6
AT_ONCE = 12
PACE = 0.1
GOAL = 3.0
FEW_MS = 10.0
OTHER_ADDRESS = "127.0.0.2"
BEGIN = "beginRound"
"""The round of a hall of 700, begun and undone again and again: no operation of its own."""


class Asker:
    """One address that asks for one route again and again.

    Args:
        port: the port of the server.
        operation: the id of the route's operation.
        codes: the code of the drive, the key of its organiser, the code of a table where deals have
            been played, the cookie of one of its players, and the id of a record of theirs; the
            code of somebody else's drive, and its key.
    """

    def __init__(self, port: int, operation: str, codes: list[str]) -> None:
        drive, key, table, cookie, record, self._other, self._other_key = codes
        self._url = f"http://127.0.0.1:{port}"
        begins = operation == BEGIN
        operation = "sendDriveCommand" if begins else operation
        self._path, self._method = next(
            (path, method)
            for path, methods in document()["paths"].items()
            for method, described in methods.items()
            if described["operationId"] == operation
        )
        code = drive if "/drives/" in self._path else table
        values = {"code": code, "number": "1", "deal": "1", "player": "0", "record_id": record}
        self._path = re.sub(r"{(\w+)}", lambda found: values.get(found[1], "1"), self._path)
        dear = DEAR.get(operation, Dear("", body=b"{}" if self._method != "get" else b""))
        self._path += dear.query.format(drive=drive, seq=1)
        self._body = dear.body
        self._headers = {"Content-Type": dear.media, "Cookie": f"{COOKIE}={cookie}"}
        self._headers["Origin"] = self._url
        if "/drives/" in self._path:
            self._headers["Authorization"] = f"Bearer {key}"
        self._begins = itertools.count() if begins else None
        self.answers: dict[int, int] = {}
        self.health: list[float] = []
        self.lists: list[float] = []
        self.lists_refused = 0

    async def run(self, seconds: float) -> None:
        """Asks for a time; measures meanwhile a health check, and a list for somebody else."""
        until = time.monotonic() + seconds
        async with httpx.AsyncClient(base_url=self._url, timeout=120) as client:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await asyncio.gather(
                        self._watch(client, until),
                        self._list_for_other(until),
                        *(self._ask(client) for _ in range(AT_ONCE)),
                    )

    async def _ask(self, client: httpx.AsyncClient) -> None:
        while True:
            try:
                answer = await client.request(
                    self._method, self._path, content=self._next_body(), headers=self._headers
                )
                status = answer.status_code
            except httpx.TransportError:  # a body that is refused may break off
                status = 0
            self.answers[status] = self.answers.get(status, 0) + 1
            if status in (0, 429, 503):
                await asyncio.sleep(0.05)

    def _next_body(self) -> bytes:
        if self._begins is None:
            return self._body
        number = next(self._begins)
        undo = {"type": "undo-round", "why": "to begin it again"}
        command = undo if number % 2 else {"type": "begin-round"}
        return json.dumps({"id": f"n{number}", "seen": 10**9, "command": command}).encode()

    async def _watch(self, client: httpx.AsyncClient, until: float) -> None:
        while time.monotonic() < until:
            before = time.monotonic()
            await client.get("/healthz")
            self.health.append(time.monotonic() - before)
            await asyncio.sleep(0.1)

    async def _list_for_other(self, until: float) -> None:
        """Asks from another address for the list of eight players, one after the other."""
        path = f"/api/drives/{self._other}/export?form=csv"
        headers = {"Authorization": f"Bearer {self._other_key}"}
        async with other_client(self._url) as client:
            while time.monotonic() < until:
                before = time.monotonic()
                answer = await client.get(path, headers=headers)
                self.lists.append(time.monotonic() - before)
                self.lists_refused += answer.status_code != 200
                await asyncio.sleep(0.1)


def other_client(url: str) -> httpx.AsyncClient:
    """Returns a client at another address of this machine."""
    transport = httpx.AsyncHTTPTransport(local_address=OTHER_ADDRESS)
    return httpx.AsyncClient(base_url=url, transport=transport, timeout=120)


async def open_other_drive(url: str) -> list[str]:
    """Opens a drive of eight players from another address; returns its code and key."""
    names = "\n".join(f"Player {number}" for number in range(8))
    async with other_client(url) as client:
        opened = await client.post("/api/drives", json={"entries": names}, headers={"Origin": url})
    return [opened.json()["code"], opened.json()["key"]]


def measure(operations: list[str], seconds: float) -> list[str]:
    """Returns the rows of the table: a quiet run before each route, and the route."""
    lines = [
        _row(
            "route",
            "p99, ms",
            "p99 when quiet",
            "processor",
            "when quiet",
            "health, worst",
            "somebody else's list, median / worst",
            "answers",
            "goal",
        ),
        _row("---", *["---:"] * 6, "---", "---"),
    ]
    file = drive_file()
    for operation in operations:
        with folder("/dev/shm") as data:  # noqa: S108  # latency without the disk's
            *seated, watched = make_tables(None, data, TABLES + 1, SECRET)
            with running_server(data, limits={}) as server:
                opened = httpx.post(
                    f"http://127.0.0.1:{server[0]}/api/drives/import", content=file, timeout=60
                ).json()
                quiet = run_load(server, seated, "play", pace=PACE, warm=2, seconds=seconds)
                run_load(server, [watched], "play", pace=0.04, warm=1, seconds=5)  # deals to see
                cookie = watched.cookies[0]
                url = f"http://127.0.0.1:{server[0]}"
                headers = {"Cookie": f"{COOKIE}={cookie}", "Origin": url}
                imported = httpx.post(
                    f"{url}/api/records", content=RECORD, headers=headers, timeout=60
                ).json()
                keys = [opened["code"], opened["key"], watched.code, cookie, imported["id"]]
                keys += asyncio.run(open_other_drive(url))
                given = [operation, str(server[0]), *keys]
                asking = subprocess.Popen(
                    [sys.executable, __file__, "--ask", *given, "--seconds", str(seconds + 3)],
                    stdout=subprocess.PIPE,
                )
                loud = run_load(server, seated, "play", pace=PACE, warm=2, seconds=seconds)
                answers, health, lists, refused = json.loads(asking.communicate()[0])
                before, after = quiet.latencies[2], loud.latencies[2]
                told = f"at most {GOAL:.0f} times: " + _met(after <= max(GOAL * before, FEW_MS))
                shown = ", ".join(f"{count} × {status}" for status, count in answers.items())
                busy = [f"{one.cpu / one.wall:.0%}" for one in (loud, quiet)]
                figures = [f"{after:.1f}", f"{before:.1f}", *busy, f"{1000 * max(health):.0f} ms"]
                listed = f"{1000 * median(lists):.0f} / {1000 * max(lists):.0f} ms"
                figures.append(f"{refused} of {len(lists)} refused" if refused else listed)
                lines.append(_row(operation, *figures, shown, told))
                print(lines[-1], flush=True)
    return lines


def main() -> None:
    """Measures and prints the figures; ``--write`` saves them in the README."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--routes", nargs="+", default=[*DEAR, BEGIN], help="ids of operations, or all"
    )
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--write", action="store_true", help="save the results in README.md")
    parser.add_argument("--ask", nargs=9, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.ask:
        operation, port, *codes = args.ask
        asker = Asker(int(port), operation, codes)
        asyncio.run(asker.run(args.seconds))
        told = [asker.answers, asker.health, asker.lists, asker.lists_refused]
        print(json.dumps(told))
        return
    every: list[Any] = [
        described["operationId"]
        for methods in document()["paths"].values()
        for described in methods.values()
    ]
    lines = measure([*every, BEGIN] if args.routes == ["all"] else args.routes, args.seconds)
    lines += ["", f"{day()}, {machine()}, load average {os.getloadavg()[0]:.1f} at the end."]
    print(lines[-1])
    if args.write:
        write("\n".join(lines), "dear")


if __name__ == "__main__":
    main()
