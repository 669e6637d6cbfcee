"""Security checks of the complete server, as shipped."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from oddtrick.server.security.headers import HEADERS, START_PAGE_POLICY
from tests.support.server.server_process import ServerProcess, server

SOCKETS = ("/ws/lobby", "/ws/tables/k3f90pqr7xyz")


@pytest.fixture(scope="module")
def shipped_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with server(tmp_path_factory.mktemp("whole")) as process:
        yield process


@pytest.mark.parametrize("path", SOCKETS)
@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_a_page_of_another_origin_opens_no_socket(
    shipped_server: ServerProcess, path: str, origin: str
) -> None:
    url = shipped_server.url.replace("http", "ws") + path
    with (
        pytest.raises(InvalidStatus) as caught,
        connect(url, additional_headers={"Origin": origin}),
    ):
        pass
    assert caught.value.response.status_code == 403
    assert b'"origin"' in (caught.value.response.body or b"")


def test_our_own_page_opens_a_socket(shipped_server: ServerProcess) -> None:
    url = shipped_server.url.replace("http", "ws") + SOCKETS[0]
    with connect(url, additional_headers={"Origin": shipped_server.url}) as socket:
        assert socket.ping().wait(timeout=20)


def test_a_page_of_another_origin_changes_nothing(shipped_server: ServerProcess) -> None:
    for path in ("/api/me", "/api/session", "/api/accounts", "/api/tables", "/anywhere"):
        result = httpx.post(
            shipped_server.url + path, json={}, headers={"Origin": "http://evil.example"}
        )
        assert (result.status_code, result.json()["error"]["code"]) == (403, "origin")


def test_cookies_are_httponly_and_lax(shipped_server: ServerProcess) -> None:
    headers = {"Origin": shipped_server.url}
    with httpx.Client(base_url=shipped_server.url, headers=headers) as ann:
        guest = ann.post("/api/me", json={"name": "Ann"})
        body = {"login": "ann", "password": "correct horse"}
        account = ann.post("/api/accounts", json=body)
        assert account.json()["id"] == guest.json()["id"]
        for line in (*guest.headers.get_list("set-cookie"), account.headers["set-cookie"]):
            assert "HttpOnly" in line
            assert "SameSite=lax" in line
        ann.delete("/api/session")
        assert ann.get("/api/me").json()["id"] is None


def test_every_response_has_the_headers(shipped_server: ServerProcess) -> None:
    for path in ("/", "/api/me", "/healthz", "/nowhere/at/all"):
        result = dict(httpx.get(shipped_server.url + path).headers)
        wanted = (
            {**HEADERS, "content-security-policy": START_PAGE_POLICY} if path == "/" else HEADERS
        )
        assert wanted.items() <= result.items(), path
        assert "server" not in result


def test_the_log_holds_no_secret(shipped_server: ServerProcess) -> None:
    result = "".join(shipped_server.log)
    for word in ("correct horse", "oddtrick_guest=W", "Traceback"):
        assert word not in result
