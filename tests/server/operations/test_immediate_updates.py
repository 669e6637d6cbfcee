"""Facts that a running server tells at once: presence, hints, readiness, revoked credentials."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from oddtrick.server.app import Application, make_app
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.routes import hints
from oddtrick.server.routes.hints import HintResponse
from oddtrick.server.settings import Settings
from oddtrick.server.store.engine import DATABASE_FILE
from tests.support.server.account_routes_app import http_client
from tests.support.server.new_database import new_database
from tests.support.server.server_process import ServerProcess, server

RULES = {"rules": {"game": "whist"}}


@contextlib.asynccontextmanager
async def running_here(tmp_path: Path) -> AsyncIterator[Application]:
    """The application, in this process."""
    new_database(tmp_path).dispose()
    made = make_app(Settings(data=tmp_path))
    async with made.framework.lifespan():
        yield made


async def test_who_sits_down_by_http_is_there_at_once(tmp_path: Path) -> None:
    async with (
        running_here(tmp_path) as application,
        http_client(application.gate) as ann,
        http_client(application.gate) as ben,
    ):
        code = (await ann.post("/api/tables", json=RULES)).json()["code"]
        await ben.post("/api/me", json={"name": "Ben"})
        sit = {"id": "1", "command": {"type": "sit", "place": 1}}
        assert (await ben.post(f"/api/tables/{code}/commands", json=sit)).status_code == 200
        places = (await ann.get(f"/api/tables/{code}")).json()["places"]
    assert places[1]["name"] == "Ben"
    assert places[1]["connected"]


async def test_a_hint_does_not_wait_for_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "_place_to_act", lambda _table, _person: 0)
    monkeypatch.setattr(hints, "hint_for", lambda _table, _place: HintResponse(reason="why not"))
    done = threading.Event()
    async with running_here(tmp_path) as application, http_client(application.gate) as ann:
        threads = application.framework.state.parts[TableService].bot_threads
        bots = [threads.submit(done.wait) for _ in range(20)]
        try:
            async with asyncio.timeout(20):
                code = (await ann.post("/api/tables", json=RULES)).json()["code"]
                hint = await ann.get(f"/api/tables/{code}/hint")
            assert hint.json()["reason"] == "why not"
            assert not any(bot.done() for bot in bots)
        finally:
            done.set()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server process."""
    with server(tmp_path_factory.mktemp("answers")) as process:
        yield process


def _until_ready_is(running: ServerProcess, status: int) -> None:
    until = time.monotonic() + 60
    while httpx.get(f"{running.url}/readyz", timeout=30).status_code != status:
        assert time.monotonic() < until
        time.sleep(0.1)


def test_a_server_that_cannot_write_is_not_ready(running: ServerProcess) -> None:
    _until_ready_is(running, 200)
    with contextlib.closing(sqlite3.connect(running.data / DATABASE_FILE)) as other:
        other.execute("BEGIN IMMEDIATE")  # it can still be read
        _until_ready_is(running, 503)
        other.rollback()
    _until_ready_is(running, 200)


def _read_all(socket: ClientConnection) -> None:
    while True:
        socket.recv(timeout=50)  # a silent socket would be closed after 90 seconds


def test_a_revoked_token_loses_its_open_sockets_even_if_they_are_silent(
    running: ServerProcess,
) -> None:
    with httpx.Client(base_url=running.url, headers={"Origin": running.url}) as ann:
        code = ann.post("/api/tables", json={**RULES, "sit": 0}).json()["code"]
        path = f"/api/tables/{code}/seat-token"
        token = ann.post(path).json()["token"]
        with connect(
            f"{running.url.replace('http', 'ws')}/ws/tables/{code}",
            additional_headers={"Authorization": f"Bearer {token}"},
        ) as socket:
            socket.send('{"type":"hello","protocol":1}')
            assert json.loads(socket.recv())["type"] == "welcome"
            assert ann.delete(path).status_code == 204
            with pytest.raises(ConnectionClosed) as closed:
                _read_all(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008


def test_garbage_writes_no_traceback(running: ServerProcess) -> None:
    url = f"{running.url.replace('http', 'ws')}/ws/lobby"
    for garbage in (b"\x81\x82\0\0\0\0\xff\xfe", b"\x8f\x80\0\0\0\0", b"\xff" * 40, b"\x81\x01a"):
        with connect(url) as socket:
            socket.recv()
            socket.socket.sendall(garbage)
            with pytest.raises(ConnectionClosed):
                socket.recv(timeout=20)
    assert running.faults() == []
