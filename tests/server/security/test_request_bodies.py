"""Bodies of requests: read at the rate of their address, whether they are wanted or not."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.server.limits import Limits, Rate
from oddtrick.server.security import request_bodies
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.security.request_bodies import MOST_UNREAD, limit_bodies

START = {"type": "http.response.start", "status": 429, "headers": []}
END = {"type": "http.response.body", "body": b""}
CLOSE = (b"connection", b"close")
KILOBYTE = 1024
BURST = 64


async def wants(scope: Any, receive: Any, send: Any) -> None:
    """Reads the body before it answers."""
    while (await receive())["more_body"]:
        pass
    await refuses(scope, receive, send)


async def refuses(scope: Any, receive: Any, send: Any) -> None:
    """Answers without a look at the body."""
    await send(dict(START))
    await send(END)


class Client:
    """Sends a body in parts, and notes the time that the server lets pass between them."""

    def __init__(self, parts: list[int], headers: list[tuple[bytes, bytes]] | None = None) -> None:
        self.parts = list(parts)
        self.headers = [(b"content-length", b"%d" % sum(parts))] if headers is None else headers
        self.now = 0.0
        self.sent = 0
        self.received: list[Any] = []

    async def ask(self, app: Any) -> list[Any]:
        limiter = RateLimiter(
            Limits(body_kilobytes_by_address=Rate(BURST, 1.0)), clock=lambda: self.now
        )
        scope = {"type": "http", "headers": self.headers, "client": ("192.0.2.1", 1)}
        await limit_bodies(app, limiter)(scope, self.receive, self.send)  # type: ignore[arg-type]
        return self.received

    async def receive(self) -> dict[str, Any]:
        size = self.parts.pop(0) if self.parts else 0
        self.sent += size
        return {"type": "http.request", "body": bytes(size), "more_body": bool(self.parts)}

    async def send(self, message: Any) -> None:
        self.received.append(message)

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


SIZES = st.lists(st.integers(1, 40 * KILOBYTE), min_size=1, max_size=12)


@pytest.mark.parametrize("app", [wants, refuses])
@given(parts=SIZES)
def test_a_body_is_read_to_its_end_and_no_faster_than_its_address_may_send(
    app: Any, parts: list[int]
) -> None:
    client = Client(parts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("oddtrick.server.security.request_bodies.asyncio.sleep", client.sleep)
        answer, _ = asyncio.run(client.ask(app))
    assert client.sent == sum(parts)
    tokens = sum(-(-part // KILOBYTE) for part in parts)
    assert client.now >= tokens - BURST, "a token a second, beyond the burst"
    assert client.now <= max(0, tokens - BURST)
    assert CLOSE not in answer["headers"]


async def test_a_body_that_nobody_wants_is_not_read_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    part = 2**20
    client = Client([part] * (3 * MOST_UNREAD // part))
    monkeypatch.setattr("oddtrick.server.security.request_bodies.asyncio.sleep", client.sleep)
    monkeypatch.setattr(request_bodies, "GRACE_SECONDS", 1e6)
    answer, _ = await client.ask(refuses)
    assert client.sent == MOST_UNREAD + part
    assert CLOSE in answer["headers"]


async def test_a_body_that_is_held_back_is_not_asked_for() -> None:
    client = Client([5], [(b"content-length", b"5"), (b"expect", b"100-continue")])
    answer, _ = await client.ask(refuses)
    assert client.sent == 0
    assert CLOSE in answer["headers"]


@pytest.mark.parametrize("headers", [[], [(b"content-length", b"0")]])
async def test_a_request_without_a_body_is_left_alone(headers: list[tuple[bytes, bytes]]) -> None:
    client = Client([], headers)
    assert await client.ask(refuses) == [START, END]
    assert client.sent == 0


@pytest.mark.parametrize("app", [wants, refuses])
async def test_a_body_of_unknown_length_is_not_read(app: Any) -> None:
    client = Client([1] * 100, [(b"transfer-encoding", b"chunked")])
    answer, _ = await client.ask(app)
    assert (answer["status"], client.sent) == (411, 0)
    assert CLOSE in answer["headers"]
