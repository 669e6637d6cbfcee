"""Everything that anybody can ask about a drive, from the API document, in an application here."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Iterator
from itertools import product
from pathlib import Path
from typing import Any, get_args

import httpx
from msgspec.structs import replace

from oddtrick.drive.live import commands as c
from oddtrick.drive.live.state import LiveDrive
from oddtrick.drive.sheets import SheetName
from oddtrick.server.app import Application, make_app
from oddtrick.server.drives.drive_keys import actor_of
from oddtrick.server.drives.drive_room import DriveRoom
from oddtrick.server.drives.drive_service import DriveService
from oddtrick.server.limits import Rate
from oddtrick.server.operations.hall_mode import HALL_LIMITS
from oddtrick.server.settings import Settings
from tests.support.server.new_database import new_database
from tests.support.server.validate_schemas import document

LIMITS = replace(HALL_LIMITS, guesses_by_address=Rate(1_000_000, 0.001))
NOW = 1_800_000_000_000
UNDOCUMENTED = ("/api/drives/{code}/qr.svg", "/api/drives/{code}/wifi.svg", "/drive/{code}")

QUERIES = {
    "/api/drives/season": ["drive={code}"],
    "/api/drives/{code}/export": ["form=drive", "form=result", "form=csv"],
    "/api/drives/{code}/sheets": ["what=table-cards&what=wall", "what=results"],
    "/api/drives/{code}/qr.svg": ["page=phone", "page=desk&grant=1", "table=1"],
}
"""The queries of addresses that have some; the sheets are those that show anything of a drive."""
assert set(get_args(SheetName)) > {"table-cards", "results", "wall"}

Answer = tuple[int, bytes]
REFUSED: tuple[tuple[str, str, Any], ...] = (
    ("POST", "/boards", {}),
    ("POST", "/keys", {}),
    ("POST", "/join", {"name": ""}),
    ("PUT", "/hall", {"wifi": None}),
    ("DELETE", "/keys/9999", None),
    ("POST", "/commands", None),
)
"""Requests that change nothing, because something in them is wrong for every role."""


@contextlib.asynccontextmanager
async def application_here(folder: Path) -> AsyncIterator[Application]:
    """Runs the application in this process, with a clock that stands still for drives."""
    new_database(folder).dispose()
    made = make_app(Settings(data=folder, limits=LIMITS))
    async with made.framework.lifespan():
        made.framework.state.parts[DriveService].clock = lambda: NOW
        yield made


class Asker:
    """Asks an application about one drive, as anybody with any key.

    Args:
        application: the application.
        code: the code of the drive.
        tables: the codes of the server's tables whose records and views are asked for, too.
    """

    def __init__(self, application: Application, code: str, tables: tuple[str, ...] = ()) -> None:
        self.application = application
        self.code = code
        self.tables = tables
        self.address = "192.0.2.1"
        url = "http://127.0.0.1"
        transport = httpx.ASGITransport(app=application.gate, client=(self.address, 4711))  # type: ignore[arg-type]  # an equivalent protocol type
        self._http = httpx.AsyncClient(
            transport=transport, base_url=url, headers={"Origin": url}, timeout=60
        )

    @property
    def room(self) -> DriveRoom:
        """The drive in the memory of the application."""
        room: DriveRoom = self.application.framework.state.parts[DriveService].rooms[self.code]
        return room

    async def send(
        self, method: str, path: str, key: str | None = None, body: object = None
    ) -> httpx.Response:
        """Sends a request; a path of the drive begins after its address."""
        address = path if path.startswith("/api") else f"/api/drives/{self.code}{path}"
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        self._http.cookies.clear()
        return await self._http.request(method, address, json=body, headers=headers)

    async def does(self, key: str, kind: str, **fields: object) -> None:
        """Gives a command that must succeed."""
        body = {"id": f"{kind}-{self.room.live.seq}", "seen": self.room.live.seq}
        answer = await self.send(
            "POST", "/commands", key, {**body, "command": {"type": kind, **fields}}
        )
        assert answer.status_code == 200, answer.text

    async def until_open(self) -> None:
        """Waits until the tables of the round under way are open, which happens in time."""
        for online in self.room.live.open_online_tables:
            for _ in range(1000):
                if (await self.send("GET", f"/api/tables/{online.code}")).status_code != 404:
                    break
                await asyncio.sleep(0.02)
            else:
                raise AssertionError(f"table {online.table} does not open")

    async def answers(self, key: str | None) -> dict[str, Answer]:
        """Returns the answer to everything that somebody with a key can ask."""
        answers: dict[str, Answer] = {}
        for path in sorted({*_paths(self.code, self.tables, self.room.live)}):
            answer = await self.send("GET", path, key)
            answers[f"GET {path}"] = answer.status_code, answer.content
        for method, path, body in (*REFUSED, *self._phones(key), *self._commands(key)):
            answer = await self.send(method, path, key, body)
            assert answer.status_code >= 400, (path, body, answer.text)
            answers[f"{method} {path} {body}"] = answer.status_code, answer.content
        if (actor := self._actor(key)) is not None:
            parts = self.room.encoded_parts(actor)
            answers["socket"] = 0, b",".join(parts[name] for name in sorted(parts))
        return answers

    def _actor(self, key: str | None) -> Any:
        secret = self.application.framework.state.parts[DriveService].secret
        with contextlib.suppress(Exception):
            return actor_of(self.room.live, secret, key)
        return None

    def _phones(self, key: str | None) -> Iterator[tuple[str, str, Any]]:
        """Requests to become phones of a table whose key is another."""
        live, actor = self.room.live, self._actor(key)
        if actor is not None and actor.role in ("organiser", "scorer"):
            return
        right = None if actor is None or actor.role != "viewer" else actor.table
        for player in range(len(live.drive.players) + 1):
            if right is None or not _sits_at(live, player, right):
                yield "POST", "/devices", {"player": player}
        yield "POST", "/devices", {"table": 2}

    def _commands(self, key: str | None) -> Iterator[tuple[str, str, Any]]:
        """Commands that are refused: of every kind to those who may give none, else wrong ones."""
        live, actor = self.room.live, self._actor(key)
        number = max(1, live.round_number)
        kinds: list[dict[str, Any]] = [
            {"type": kind, "round": at, "table": table, "tricks": [0, 13], "why": "x"}
            for kind, at, table in product(("correct-result",), (number, 99), (1, 2, 99))
            if actor is None or actor.role not in ("organiser", "scorer") or 99 in (at, table)
        ]
        if actor is not None and actor.role == "captain":
            own = actor.table if actor.player is None else -1
            kinds += [
                {"type": kind, "round": number, "table": table, "tricks": [0, 13]}
                for kind in ("enter-result", "confirm-result", "dispute-result")
                for table in (1, 2, 99)
                if table != own and not _sits_at(live, actor.player, table)
            ]
        if actor is not None and actor.role in ("viewer", "screen"):
            plain = [each for each in get_args(c.DriveCommand) if not each.__struct_fields__]
            kinds += [{"type": each.__struct_config__.tag} for each in plain]
            kinds += [{"type": "enter-result", "round": number, "table": 1, "tricks": [0, 13]}]
        for kind in kinds:
            body = {"id": "leak", "seen": 10**6, "command": kind}
            yield "POST", "/commands", body

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()


def _sits_at(live: LiveDrive, player: int | None, table: int) -> bool:
    if player is None or not live.drive.rounds:
        return False
    seat = live.drive.rounds[-1].seating.table_of(player)
    return seat is not None and seat.number == table


def _paths(code: str, tables: tuple[str, ...], live: LiveDrive) -> Iterator[str]:
    """Yields every address of the API document that concerns a drive, with all its parameters."""
    values: dict[str, list[Any]] = {
        "number": [*range(1, live.round_number + 2)],
        "player": [0, 1, len(live.drive.players)],
        "table": [1, 2, 99],
        "deal": [1],
    }
    gets = [path for path, operations in document()["paths"].items() if "get" in operations]
    for path in (*gets, *UNDOCUMENTED):
        if path.startswith("/api/tables/"):
            codes: tuple[str, ...] = tables
            values_here = values | {"number": [1]}
        elif "drive" in path or path.startswith("/api/hall"):
            codes, values_here = (code,), values
        else:
            continue
        if path.endswith(("/events", "/hint")):  # waits; belongs to a turn
            continue
        names = [name for name in re.findall(r"\{(\w+)\}", path) if name != "code"]
        for one, *chosen in product(codes, *(values_here[name] for name in names)):
            filled = path.format(code=one, **dict(zip(names, chosen, strict=True)))
            for query in QUERIES.get(path, [""]):
                yield filled + (f"?{query.format(code=code)}" if query else "")
