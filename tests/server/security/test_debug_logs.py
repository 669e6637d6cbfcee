"""Debug logs hold no secret."""

from __future__ import annotations

import contextlib
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.support.server.account_routes_app import AppProcess, run_app

PASSWORD = "Tr0ub4dor & 3 horses"  # noqa: S105  # of somebody who does not exist
OTHER = "staple of batteries, 9"


def use_secrets(app_process: AppProcess) -> list[str]:
    """Exercises everything that involves secrets; returns the secrets."""
    secrets = [PASSWORD, OTHER, "wrong Password 17", "ot_bot_guessed", "in the statement 4711"]
    headers = {"Origin": app_process.url}
    with httpx.Client(base_url=app_process.url, headers=headers) as ann:
        ann.post("/api/me", json={"name": "Ann"})
        secrets += ann.cookies.values()
        body = {"login": "ann", "password": PASSWORD}
        assert ann.post("/api/accounts", json=body).status_code == 201
        secrets += ann.cookies.values()
        made = ann.post("/api/bots", json={"name": "Robo"}).json()
        renewed = ann.post(f"/api/bots/{made['bot']['id']}/token").json()
        secrets += [made["token"], renewed["token"]]
        code = ann.post("/api/me/recovery-code", json={"password": PASSWORD}).json()["code"]
        recovery = {"login": "ann", "code": code, "new": PASSWORD}
        following = ann.post("/api/recovery", json=recovery).json()["code"]
        secrets += [code, following, *ann.cookies.values()]
        change = {"old": PASSWORD, "new": OTHER}
        assert ann.put("/api/me/password", json=change).status_code == 204
        secrets += ann.cookies.values()
        for typed in ("wrong Password 17", 17, ["wrong Password 17"]):
            ann.post("/api/session", json={"login": "ann", "password": typed})
            ann.post("/api/session", json={"login": "wrong Password 17", "password": typed})
        ann.post("/api/session", content=b'{"login": "ann", "password": "wrong Password 17')
        assert ann.post("/api/fault", json={"secret": "in the statement 4711"}).status_code == 500
        cookies = "; ".join(f"{name}={value}" for name, value in ann.cookies.items())
    for bearer in ("ot_bot_guessed", renewed["token"]):
        headers_with_token = {"Authorization": f"Bearer {bearer}"}
        httpx.get(f"{app_process.url}/api/me", headers=headers_with_token)
        with (
            contextlib.suppress(InvalidStatus),
            connect(app_process.socket_url, additional_headers=headers_with_token),
        ):
            pass
    with connect(
        app_process.socket_url, additional_headers={**headers, "Cookie": cookies}
    ) as socket:
        socket.send("still?")
        assert "holds" in str(socket.recv()) + str(socket.recv())
    return secrets


@pytest.fixture(scope="module")
def logged_secrets(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], Path]:
    folder = tmp_path_factory.mktemp("logs")
    with run_app(folder) as app_process:
        secrets = use_secrets(app_process)
    return secrets, folder


def test_no_secret_is_in_the_log(logged_secrets: tuple[list[str], Path]) -> None:
    secrets, folder = logged_secrets
    log = (folder / "log").read_text()
    assert "unexpected error: OperationalError" in log
    assert "POST /api/session" in log
    assert len(set(secrets)) == 13
    assert [secret for secret in secrets if secret in log] == []


def test_no_secret_is_in_the_database(logged_secrets: tuple[list[str], Path]) -> None:
    secrets, folder = logged_secrets
    data = b"".join(file.read_bytes() for file in folder.glob("oddtrick.sqlite3*"))
    assert b"$argon2id$" in data
    assert [secret for secret in secrets if secret.encode() in data] == []
