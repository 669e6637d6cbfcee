"""Requests shared by the account tests."""

from __future__ import annotations

from typing import Any

import httpx

from oddtrick.server.people.sessions import COOKIE

PASSWORD = "correct horse"  # noqa: S105  # of people who do not exist


async def ask(
    client: httpx.AsyncClient, method: str, path: str, body: Any = None, status: int = 200
) -> Any:
    """Sends a request, asserts its status and returns the JSON."""
    answer = await client.request(method, path, json=body)
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


async def register(client: httpx.AsyncClient, login: str = "ann") -> dict[str, Any]:
    """Registers and logs in a new account."""
    body = {"login": login, "password": PASSWORD}
    answer: dict[str, Any] = await ask(client, "POST", "/api/accounts", body, 201)
    return answer


async def log_in(
    client: httpx.AsyncClient, login: str = "ann", typed: str = PASSWORD, status: int = 201
) -> Any:
    """Sends a login request and asserts its status."""
    return await ask(client, "POST", "/api/session", {"login": login, "password": typed}, status)


async def me(client: httpx.AsyncClient) -> dict[str, Any]:
    """Returns the principal, ``GET /api/me``."""
    answer: dict[str, Any] = await ask(client, "GET", "/api/me")
    return answer


def session_of(client: httpx.AsyncClient) -> str | None:
    """Returns the value of the session's cookie."""
    return client.cookies.get(COOKIE)


def code_of(answer: dict[str, Any]) -> str:
    """Returns the code of an error body."""
    assert set(answer) == {"error"}
    assert set(answer["error"]) == {"code", "message"}
    assert "\n" not in answer["error"]["message"]
    code: str = answer["error"]["code"]
    return code
