"""Origin checks: our own pages and programs are allowed, other pages are not."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from oddtrick.server.security.origin_check import SAFE, check_origin, origin_error, own_names
from oddtrick.server.security.trusted_proxies import trust_proxies
from tests.support.server.account_routes_app import AppProcess

FOREIGN = [
    "http://evil.example",
    "null",
    "",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "https://{host}",
    "http://{host}.evil.example",
    "http://evil.example#{host}",
    "http://{host}@evil.example",
    "http://{host}/path",
    "file://{host}",
    "{host}",
]


def foreign_origins(app_process: AppProcess) -> list[str]:
    host = app_process.url.removeprefix("http://")
    return [origin.format(host=host) for origin in FOREIGN]


def is_refused(answer: httpx.Response) -> bool:
    return answer.status_code == 403 and answer.json()["error"]["code"] == "origin"


def test_a_page_of_another_origin_changes_nothing(app_process: AppProcess) -> None:
    with httpx.Client(base_url=app_process.url) as browser:
        for origin in foreign_origins(app_process):
            headers = {"Origin": origin}
            for method in ("POST", "PUT", "PATCH", "DELETE"):
                body = {"name": "Eve"}
                assert is_refused(browser.request(method, "/api/me", json=body, headers=headers))
            assert is_refused(browser.post("/no/such/place", headers=headers))
            assert browser.get("/api/me", headers=headers).json()["id"] is None
        assert not browser.cookies


def test_a_page_of_another_origin_opens_no_socket(app_process: AppProcess) -> None:
    for origin in foreign_origins(app_process):
        with (
            pytest.raises(InvalidStatus) as caught,
            connect(app_process.socket_url, additional_headers={"Origin": origin}),
        ):
            pass
        assert caught.value.response.status_code == 403, origin


def test_our_own_page_reads_and_writes(app_process: AppProcess) -> None:
    headers = {"Origin": app_process.url}
    with httpx.Client(base_url=app_process.url, headers=headers) as browser:
        ann = browser.post("/api/me", json={"name": "Ann"}).json()
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        with connect(
            app_process.socket_url, additional_headers={**headers, "Cookie": cookies}
        ) as socket:
            assert ann["id"] in str(socket.recv())


def test_cookies_need_an_origin_and_are_ignored_beside_a_token(app_process: AppProcess) -> None:
    with httpx.Client(base_url=app_process.url) as browser:
        browser.post("/api/me", json={"name": "Ann"}, headers={"Origin": app_process.url})
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        assert is_refused(browser.post("/api/me", json={"name": "Eve"}))
        result = browser.post("/api/me", json={}, headers={"Authorization": "Bearer ot_bot_x"})
        assert result.status_code in (400, 401)
        with (
            pytest.raises(InvalidStatus) as caught,
            connect(app_process.socket_url, additional_headers={"Cookie": cookies}),
        ):
            pass
        assert caught.value.response.status_code == 403


def test_a_program_without_cookies_is_allowed(app_process: AppProcess) -> None:
    assert httpx.post(f"{app_process.url}/api/me", json={"name": "Program"}).status_code == 200
    with connect(app_process.socket_url) as socket:
        assert socket.recv() == '{"id":null}'


def test_a_socket_with_an_invalid_token_is_refused(app_process: AppProcess) -> None:
    headers = {"Authorization": "Bearer ot_seat_guess"}
    with (
        pytest.raises(InvalidStatus) as caught,
        connect(app_process.socket_url, additional_headers=headers),
    ):
        pass
    assert caught.value.response.status_code == 401


NAME = socket.gethostname().lower()
OWN_HOSTS = [
    "localhost",
    "LocalHost.:8000",
    "page.localhost:8000",
    "127.0.0.1",
    "127.0.0.1:8000",
    "[::1]:8000",
    "192.168.1.5:8000",
    "[2001:db8::7]",
    NAME,
    f"{NAME.partition('.')[0].upper()}.local:8000",
    "nas.lan:8000",  # as in --host
]
FOREIGN_HOSTS = [
    "evil.example",
    "evil.example:8000",
    "localhost.evil.example:8000",
    "127.0.0.1.evil.example",
    f"{NAME.partition('.')[0]}.evil.example",
    "localhost@evil.example",
    "2130706433",
    "[::1",
    "",
]
KINDS = ["GET", "HEAD", "POST", "DELETE", "websocket"]


def is_served(host: str, kind: str, origins: tuple[str, ...] = (), **more: Any) -> bool:
    """Asks the middleware as a page of this host does."""
    origin = f"{'https' if more.get('scheme') == 'https' else 'http'}://{host}".lower()
    asked = scope(None if kind in SAFE else origin, host=host, scheme="http", path="/", **more)
    asked["type"] = "websocket" if kind == "websocket" else "http"
    asked["method"] = kind
    served: list[bool] = []

    async def app(*_: object) -> None:
        served.append(True)

    async def send(message: Any) -> None:
        assert message.get("status", 403) == 403

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    checked = check_origin(app, origins, own_names("nas.lan"))
    asyncio.run(trust_proxies(checked, more.get("proxies", ()))(asked, receive, send))  # type: ignore[arg-type]  # a coroutine
    return bool(served)


@pytest.mark.parametrize("kind", KINDS)
def test_only_names_that_no_stranger_can_own_are_served(kind: str) -> None:
    for host in OWN_HOSTS:
        assert is_served(host, kind), host
    for host in FOREIGN_HOSTS:
        assert not is_served(host, kind), host


@pytest.mark.parametrize("kind", KINDS)
def test_a_trusted_proxy_and_configured_origins_choose_the_names(kind: str) -> None:
    client = ("10.0.0.2", 4711)
    assert is_served("whist.example", kind, client=client, proxies=("10.0.0.0/8",))
    assert not is_served("whist.example", kind, client=client)
    assert is_served("whist.example", kind, ("http://whist.example",))
    assert is_served("localhost", kind, ("http://whist.example",)) == (kind in SAFE)


def test_a_page_whose_name_leads_here_is_refused_in_one_line(app_process: AppProcess) -> None:
    port = app_process.url.rpartition(":")[2]
    headers = {"Host": f"evil.example:{port}", "Origin": f"http://evil.example:{port}"}
    for method in ("GET", "POST"):
        answer = httpx.request(method, f"{app_process.url}/api/me", headers=headers, json={})
        assert is_refused(answer)
        assert "ODDTRICK_ORIGINS" in answer.json()["error"]["message"]
    headers = {"Host": f"localhost:{port}", "Origin": f"http://localhost:{port}"}
    assert httpx.get(f"{app_process.url}/api/me", headers=headers).status_code == 200


def scope(origin: str | None, **more: Any) -> Any:
    headers = [(b"host", more.pop("host", "whist.example").encode())]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    return {"type": "http", "method": "POST", "scheme": "https", "headers": headers, **more}


def test_configured_origins_replace_the_host() -> None:
    named = ("https://cards.example",)
    assert origin_error(scope("https://cards.example"), named) is None
    assert origin_error(scope("https://whist.example"), named) is not None
    assert origin_error(scope("https://whist.example"), ()) is None


def test_an_explicit_default_port_is_the_same_origin() -> None:
    assert origin_error(scope("https://whist.example", host="whist.example:443"), ()) is None
    assert origin_error(scope("https://whist.example", host="WHIST.example"), ()) is None
    assert origin_error(scope("https://whist.example", host="whist.example:80"), ()) is not None


def test_duplicate_origin_or_host_headers_are_refused() -> None:
    doubled = scope("https://whist.example")
    doubled["headers"].append((b"origin", b"https://whist.example"))
    assert origin_error(doubled, ()) is not None
    doubled = scope("https://whist.example")
    doubled["headers"].append((b"host", b"evil.example"))
    assert origin_error(doubled, ()) is not None


@given(st.text(max_size=40) | st.from_regex(r"https?://[a-z.:\[\]0-9@/#?]{0,30}", fullmatch=True))
def test_similar_origins_are_refused(origin: str) -> None:
    result = origin_error(scope(origin), ())
    ours = origin.lower().removesuffix("/").removesuffix(":443").removesuffix(":")
    assert (result is None) == (ours == "https://whist.example")
