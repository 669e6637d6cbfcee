"""Trusted proxies set the client address; headers of other clients are ignored."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.server.security.trusted_proxies import client_address, is_https, trust_proxies
from tests.support.server.account_routes_app import run_app


async def received_scope(
    client: str | None, proxies: tuple[str, ...], *headers: tuple[str, str]
) -> Any:
    """Returns the ASGI scope as the application receives it."""
    result: list[Any] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        result.append(scope)

    scope: Any = {
        "type": "http",
        "scheme": "http",
        "client": (client, 4711) if client else None,
        "headers": [(b"host", b"inside:8000")]
        + [(name.lower().encode(), value.encode()) for name, value in headers],
    }
    await trust_proxies(app, proxies)(scope, None, None)  # type: ignore[arg-type]  # never used
    return result[0]


@pytest.mark.parametrize(
    ("client", "forwarded", "address"),
    [
        ("127.0.0.1", "192.0.2.7", "192.0.2.7"),
        ("127.0.0.1", "6.6.6.6, 192.0.2.7", "192.0.2.7"),
        ("127.0.0.1", "6.6.6.6, 192.0.2.7, 10.0.0.3", "192.0.2.7"),
        ("127.0.0.1", "192.0.2.7:4711", "192.0.2.7"),
        ("127.0.0.1", "[2001:db8::1]:4711", "2001:db8::/64"),
        ("127.0.0.1", "2001:db8::1", "2001:db8::/64"),
        ("127.0.0.1", "6.6.6.6, nonsense", "127.0.0.1"),
        ("127.0.0.1", "nonsense, 10.0.0.3", "10.0.0.3"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("192.0.2.99", "6.6.6.6", "192.0.2.99"),
        ("::ffff:192.0.2.99", "6.6.6.6", "192.0.2.99"),
        (None, "6.6.6.6", "local"),
        ("somewhere", "6.6.6.6", "somewhere"),
    ],
)
async def test_the_client_address_comes_from_the_trusted_proxies(
    client: str | None, forwarded: str, address: str
) -> None:
    proxies = ("127.0.0.1/32", "10.0.0.0/8")
    scope = await received_scope(client, proxies, ("X-Forwarded-For", forwarded))
    assert client_address(scope) == address


async def test_only_a_trusted_proxy_says_https_and_which_host() -> None:
    said = (("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "whist.example"))
    trusted = await received_scope("127.0.0.1", ("127.0.0.1",), *said)
    assert is_https(trusted)
    assert [value for name, value in trusted["headers"] if name == b"host"] == [b"whist.example"]
    stranger = await received_scope("192.0.2.7", ("127.0.0.1",), *said)
    assert not is_https(stranger)
    assert (b"host", b"inside:8000") in stranger["headers"]
    nonsense = await received_scope("127.0.0.1", ("127.0.0.1",), ("X-Forwarded-Proto", "gopher"))
    assert nonsense["scheme"] == "http"


@given(st.binary(max_size=60))
async def test_arbitrary_forwarded_headers_do_not_fail(raw: bytes) -> None:
    forwarded = raw.decode("latin-1")
    for client in ("127.0.0.1", "192.0.2.7"):
        scope = await received_scope(client, ("127.0.0.1",), ("X-Forwarded-For", forwarded))
        assert len(client_address(scope)) <= 64


def test_cookies_are_https_only_behind_a_proxy(tmp_path: Path) -> None:
    headers = {
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "whist.example",
        "Origin": "https://whist.example",
    }
    with run_app(tmp_path, ODDTRICK_PROXIES="127.0.0.1") as app_process:
        answer = httpx.post(f"{app_process.url}/api/me", json={"name": "Ann"}, headers=headers)
        assert answer.status_code == 200
        assert answer.headers["set-cookie"].startswith("__Host-")
        assert "Secure" in answer.headers["set-cookie"]
        assert "strict-transport-security" in answer.headers
        headers["Origin"] = app_process.url
        answer = httpx.post(f"{app_process.url}/api/me", json={"name": "Ann"}, headers=headers)
        assert answer.status_code == 403


def test_an_untrusted_local_proxy_is_treated_as_the_client(tmp_path: Path) -> None:
    limits = '{"logins_by_address": [2, 600]}'
    with run_app(tmp_path, ODDTRICK_LIMITS=limits) as app_process:
        body = {"login": "nobody", "password": "no password"}
        result = [
            httpx.post(
                f"{app_process.url}/api/session",
                json=body,
                headers={"X-Forwarded-For": f"6.6.6.{one}"},
            ).status_code
            for one in range(3)
        ]
    assert result == [401, 401, 429]
