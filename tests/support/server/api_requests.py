"""A synchronous API client that checks each response against the API document."""

from __future__ import annotations

from typing import Any

import httpx

from tests.support.server.validate_schemas import check_answer

TRUST = httpx.create_ssl_context()
"""The trusted certificates: reading them for each client would take 25 ms of the processor."""


class ApiClient:
    """An API client that keeps cookies and sends the page's origin with them.

    Args:
        url: the address of the server.
        token: a bearer token to send instead of cookies.
    """

    def __init__(self, url: str, token: str | None = None) -> None:
        headers = {"Origin": url} if token is None else {"Authorization": f"Bearer {token}"}
        self._client = httpx.Client(base_url=url, headers=headers, timeout=30, verify=TRUST)

    def __call__(self, target: str, body: object = None, **options: Any) -> httpx.Response:
        """``GET /api/games``, or ``POST /api/me`` with a body."""
        method, path = target.split()
        if isinstance(body, bytes):
            answer = self._client.request(method, path, content=body, **options)
        else:
            answer = self._client.request(method, path, json=body, **options)
        media = answer.headers.get("content-type", "")
        check_answer(method, answer.url.path, answer.status_code, media, answer.content)
        return answer

    def named(self, name: str) -> ApiClient:
        """Sets the name and returns the client."""
        assert self("POST /api/me", {"name": name}).status_code == 200
        return self

    @property
    def cookie(self) -> str:
        """The cookies as a header value."""
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._client.cookies.jar)

    def remember(self, name: str, value: str) -> None:
        """Stores a cookie, for example from a browser."""
        self._client.cookies.set(name, value)

    def close(self) -> None:
        self._client.close()


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """Returns the status and code of an error response."""
    return answer.status_code, answer.json()["error"]["code"]
