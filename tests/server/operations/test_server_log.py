"""The log of a real server: JSON, brief and free of secrets."""

from __future__ import annotations

import json
from pathlib import Path

import httpx

from tests.support.server.guest_players import Guest, evening
from tests.support.server.server_process import ServerProcess, server

PASSWORD = "Tr0ub4dor & 3 horses"  # noqa: S105  # of somebody who does not exist
CHAT = "meet me behind the bandstand"


async def _evening_with_secrets(url: str) -> list[str]:
    """Ann and Ben play and chat; returns their secrets."""
    ann, ben = Guest(url, "Ann"), Guest(url, "Ben")
    hidden = [PASSWORD, CHAT]
    try:
        code = await evening(ann, ben, 5)
        assert (await ann.done({"type": "say", "text": CHAT}))["type"] == "update"
        refused = await ann.done({"type": "seal", "round": 1, "seal": "f" * 64})
        assert refused["type"] == "refused"
        account = {"login": "ann", "password": PASSWORD}
        assert (await ann.http.post("/api/accounts", json=account)).status_code == 201
        token = await ben.http.post(f"/api/tables/{code}/seat-token")
        assert token.status_code == 201
        hidden += [token.json()["token"]]
        for guest in (ann, ben):
            hidden += [cookie.value or "" for cookie in guest.http.cookies.jar]
            hidden += [
                str(table["match"]["hand"])
                for frame in guest.frames
                if (table := frame.get("table")) and table["match"] and table["match"]["hand"]
            ]
            hidden += list(guest._secrets.values())
        return hidden
    finally:
        await ann.leave()
        await ben.leave()


def _lines(process: ServerProcess) -> list[dict[str, object]]:
    return [json.loads(line) for line in process.log]


async def test_the_log_has_no_secret_and_no_line_per_socket(tmp_path: Path) -> None:
    with server(tmp_path, environ={"ODDTRICK_SECRET": "this signs cookies " * 3}) as process:
        hidden = await _evening_with_secrets(process.url)
    log = "".join(process.log)
    assert len(set(hidden)) > 8
    assert [secret for secret in [*hidden, "this signs cookies"] if secret in log] == []
    assert len(process.log) < 10, log
    assert all(line["timestamp"] and line["level"] for line in _lines(process))


def test_failures_are_logged_under_the_request_id(tmp_path: Path) -> None:
    with server(tmp_path) as process:
        fine = httpx.get(f"{process.url}/healthz")
        other = httpx.get(f"{process.url}/healthz")
        (tmp_path / "oddtrick.sqlite3").write_bytes(b"no database at all" * 1000)
        (tmp_path / "oddtrick.sqlite3-wal").unlink(missing_ok=True)
        answer = httpx.get(f"{process.url}/api/tables")
    assert answer.status_code in (500, 503)
    assert fine.headers["x-request-id"] != other.headers["x-request-id"]
    wanted = answer.headers["x-request-id"]
    result = [line for line in _lines(process) if line.get("request") == wanted]
    assert result, process.log
    assert result[0]["level"] == "error"


async def test_malformed_requests_keep_the_log_valid_json(tmp_path: Path) -> None:
    with server(tmp_path) as process:
        async with httpx.AsyncClient() as client:
            for junk in (b"\xff\xfe", b"{" * 5000, b"\x1b[31m\n{}"):
                await client.post(f"{process.url}/api/me", content=junk)
                await client.get(f"{process.url}/api/tables/%0a%1b[31m")
    assert all(isinstance(line, dict) for line in _lines(process))
