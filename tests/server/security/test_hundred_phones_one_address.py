"""A hundred phones behind one address join within a minute, by the default limits."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from pathlib import Path

import httpx
import pytest
import uvicorn
from websockets.asyncio.client import connect
from websockets.typing import Origin

from oddtrick.server.app import make_app
from oddtrick.server.limits import RATES, Limits
from oddtrick.server.security.connection_guard import guarded_http
from oddtrick.server.security.rate_limit import TokenBuckets
from oddtrick.server.settings import Settings
from tests.support.server.new_database import new_database

PHONES = 100
SECONDS = 60
BROWSER_CONNECTIONS = 6
"""Connections that a browser opens to one server for its requests."""


async def open_table(url: str) -> str:
    """Opens a table and returns its code."""
    async with httpx.AsyncClient(base_url=url, headers={"Origin": url}) as host:
        opened = await host.post("/api/tables", json={"rules": {"game": "whist"}})
        return str(opened.json()["code"])


async def join(url: str, code: str) -> None:
    """Takes a place as a browser does on its first visit: pages, files, name, lobby, table.

    The browser then keeps what works without a network.
    """
    async with httpx.AsyncClient(base_url=url, headers={"Origin": url}) as phone:
        pages = [(await phone.get(path)).text for path in ("/", f"/t/{code}")]
        for file in set(re.findall(r'(?:href|src)="(/web/[^"]+)"', "".join(pages))):
            assert (await phone.get(file)).status_code == 200
        for file in ("/service-worker.js", "/offline/files"):
            assert (await phone.get(file)).status_code == 200
        await phone.get("/api/me")
        await phone.get("/api/games")
        await phone.post("/api/me", json={"name": "Ann"})
        assert (await phone.get(f"/api/tables/{code}")).status_code == 200
        cookie = "; ".join(f"{name}={value}" for name, value in phone.cookies.items())
    socket_url = url.replace("http", "ws")
    async with connect(f"{socket_url}/ws/lobby"):
        pass
    async with connect(
        f"{socket_url}/ws/tables/{code}",
        additional_headers={"Cookie": cookie},
        origin=Origin(url),
    ) as socket:
        await socket.send('{"type":"hello","protocol":1}')
        sit = {"type": "command", "id": "1", "command": {"type": "sit", "place": 0}}
        await socket.send(json.dumps(sit))
        while '"re":"1"' not in str(await socket.recv()):
            pass


@pytest.fixture
async def tokens_of_a_phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """The tokens of each rate that one phone takes."""
    new_database(tmp_path).dispose()
    settings = Settings(data=tmp_path)
    taken: Counter[tuple[float, float]] = Counter()
    take = TokenBuckets.take

    def count(buckets: TokenBuckets, key: str, now: float, tokens: int = 1) -> None:
        taken[buckets._seconds, buckets._tolerance] += tokens
        take(buckets, key, now, tokens)

    monkeypatch.setattr(TokenBuckets, "take", count)
    config = uvicorn.Config(
        make_app(settings).gate,
        http=guarded_http(settings),
        ws="websockets-sansio",
        port=0,
        log_level="warning",
        log_config=None,
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110  # uvicorn has no event for it
        await asyncio.sleep(0.01)
    url = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    code = await open_table(url)
    taken.clear()
    await join(url, code)
    server.should_exit = True
    await serving
    rates = {name: getattr(settings.limits, name) for name in RATES}
    return Counter(
        {n: taken[rate.seconds, (rate.burst - 1) * rate.seconds] for n, rate in rates.items()}
    )


async def test_a_hundred_phones_of_one_address_join_within_a_minute(
    tokens_of_a_phone: Counter[str],
) -> None:
    limits = Limits()
    shared = [name for name in RATES if name.endswith("_by_address")]
    for name in ("requests", "files", "joins", "commands", "frames", "sockets"):
        assert tokens_of_a_phone[f"{name}_by_address"] > 0, name
    for name in shared:
        rate = getattr(limits, name)
        in_a_minute = rate.burst + SECONDS / rate.seconds
        assert PHONES * tokens_of_a_phone[name] <= in_a_minute, name
    assert limits.connections_by_address >= PHONES
    assert limits.requests_open_by_address >= PHONES * BROWSER_CONNECTIONS
