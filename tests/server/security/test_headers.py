"""Security headers on every response, including errors and unmatched routes."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from oddtrick.server.security.headers import (
    HEADERS,
    POLICY,
    START_PAGE_POLICY,
    add_security_headers,
)
from oddtrick.server.settings import Settings
from tests.support.server.account_routes_app import AppProcess, http_client, in_process_app
from tests.support.server.server_process import server


def test_the_content_security_policy_forbids_other_origins_and_inline_code() -> None:
    rules = dict(rule.split(" ", 1) for rule in POLICY.split("; "))
    assert rules.pop("require-trusted-types-for") == "'script'"
    closed = {"default-src", "base-uri", "form-action", "frame-ancestors", "trusted-types"}
    assert {name for name, value in rules.items() if value == "'none'"} == closed
    assert {value for name, value in rules.items() if name not in closed} == {"'self'"}


def test_every_response_of_a_real_server_has_the_headers(app_process: AppProcess) -> None:
    with httpx.Client(base_url=app_process.url) as client:
        answers = [
            client.get("/api/me"),
            client.get("/nowhere"),
            client.get("/%ff%00"),
            client.patch("/api/me"),
            client.post("/api/me", headers={"Origin": "http://evil.example"}),
            client.get("/api/fault/x"),
            client.post("/api/me", content=b"{"),
        ]
    assert [one.status_code for one in answers] == [200, 404, 404, 405, 403, 500, 400]
    for answer in answers:
        assert HEADERS.items() <= dict(answer.headers).items(), answer.url
        assert "strict-transport-security" not in answer.headers
    assert answers[0].headers["cache-control"] == "no-store"
    assert set(answers[3].headers["allow"].split(", ")) == {"GET", "POST", "DELETE", "OPTIONS"}


def test_a_refused_socket_has_the_headers_too(app_process: AppProcess) -> None:
    headers = {"Origin": "http://evil.example"}
    with (
        pytest.raises(InvalidStatus) as caught,
        connect(app_process.socket_url, additional_headers=headers),
    ):
        pass
    result = caught.value.response
    assert result.headers["Content-Security-Policy"] == POLICY
    assert b'"origin"' in (result.body or b"")


def test_the_server_as_it_is_shipped_stands_behind_the_middleware(tmp_path: Path) -> None:
    with server(tmp_path) as process, httpx.Client(base_url=process.url) as browser:
        for path in ("/", "/api/me", "/healthz", "/nowhere/at/all"):
            headers = dict(browser.get(path).headers)
            policy = {"content-security-policy": START_PAGE_POLICY} if path == "/" else {}
            assert (HEADERS | policy).items() <= headers.items(), path
            assert "server" not in headers
        foreign = {"Origin": "http://evil.example"}
        for path in ("/api/me", "/api/tables", "/anywhere"):
            assert browser.post(path, json={}, headers=foreign).status_code == 403
        for path in ("/ws/lobby", "/ws/tables/k3f90pqr7xyz"):
            url = process.url.replace("http", "ws") + path
            with (
                pytest.raises(InvalidStatus, match="403"),
                connect(url, additional_headers=foreign),
            ):
                pass
        browser.headers["Origin"] = process.url
        body = {"login": "ann", "password": "correct horse"}
        made = [
            browser.post("/api/me", json={"name": "Ann"}),
            browser.post("/api/accounts", json=body),
        ]
        cookies = [line for one in made for line in one.headers.get_list("set-cookie")]
        assert len(cookies) == 3
        assert all("HttpOnly" in line and "SameSite=lax" in line for line in cookies)


async def test_https_responses_set_hsts(tmp_path: Path) -> None:
    with in_process_app(Settings(data=tmp_path)) as (app, _):
        async with http_client(app, "https://localhost") as client:
            answer = await client.get("/api/me")
    assert "max-age=" in answer.headers["strict-transport-security"]


async def test_a_route_may_set_its_own_headers() -> None:
    async def page(scope: object, receive: object, send: object) -> None:
        headers = [(b"Content-Security-Policy", b"sandbox")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})  # type: ignore[operator]  # an ASGI message
        await send({"type": "http.response.body", "body": b""})  # type: ignore[operator]  # an ASGI message

    async with http_client(add_security_headers(page)) as client:
        answer = await client.get("/")
    assert answer.headers.get_list("content-security-policy") == ["sandbox"]
    assert answer.headers["x-content-type-options"] == "nosniff"
