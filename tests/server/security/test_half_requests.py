"""Half a request holds a connection for a limited time, and an address holds a limited number."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest
import uvicorn
from litestar import Litestar, Request, post
from uvicorn.protocols.http.h11_impl import H11Protocol
from websockets.asyncio.client import connect

from oddtrick.server.errors import HANDLERS
from oddtrick.server.limits import Limits
from oddtrick.server.security import connection_guard, request_bodies
from oddtrick.server.security.connection_guard import (
    BODY_SLICE_BYTES,
    ConnectionGuard,
    guard_of,
    guarded_http,
)
from oddtrick.server.security.input_budget import InputBudget
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.security.request_bodies import limit_bodies
from oddtrick.server.settings import Settings

HALF = b"GET / HTTP/1.1\r\nHost: here\r\nX-More: "
WHOLE = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
UNSENT_BODY = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\n\r\n"


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answers a request with its body, and keeps a socket open until the client closes it."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        guard = guard_of(scope)
        assert guard is not None
        budget = InputBudget(RateLimiter(Limits()), "1", "192.0.2.1", None)
        guard.start_reading(budget, pytest.fail)
        await send({"type": "websocket.send", "text": "open"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    body, more = b"", True
    while more:
        message = await receive()
        body, more = body + message["body"], message["more_body"]
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@contextlib.asynccontextmanager
async def running(
    app: Any = application, **settings: Any
) -> AsyncIterator[tuple[int, type[ConnectionGuard], Clients]]:
    """Serves an application; yields the port, the protocol class and clients."""
    protocol = guarded_http(Settings(data=".", **settings))  # type: ignore[arg-type]  # not used
    config = uvicorn.Config(
        app, http=protocol, ws="websockets-sansio", port=0, lifespan="off", log_level="warning"
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110  # uvicorn has no event for it
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    clients = Clients(port)
    try:
        yield port, protocol, clients
    finally:
        await clients.close()
    server.should_exit = True
    await serving


class Clients:
    """Plain TCP connections to a server, closed at the end."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._writers: list[asyncio.StreamWriter] = []

    async def open(
        self, data: bytes = b"", address: str = "127.0.0.1"
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Opens a connection from a local address and sends something."""
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self._port, local_addr=(address, 0)
        )
        self._writers.append(writer)
        writer.write(data)
        return reader, writer

    async def close(self) -> None:
        """Closes all."""
        for writer in self._writers:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()
        self._writers.clear()


async def status_of(reader: asyncio.StreamReader) -> int:
    """Returns the status of the next response."""
    return int((await reader.readuntil(b"\r\n\r\n")).split()[1])


async def test_headers_that_do_not_come_in_time_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection_guard, "HEADER_SECONDS", 0.2)
    async with running() as (_, protocol, clients):
        silent, _ = await clients.open()
        half, writer = await clients.open(HALF)
        later, again = await clients.open(WHOLE)
        assert await status_of(later) == 200
        again.write(HALF)  # after a whole request on the same connection
        trickling = asyncio.ensure_future(trickle(writer))
        assert [await status_of(one) for one in (silent, half, later)] == [408, 408, 408]
        trickling.cancel()
        for reader in (silent, half, later):
            # A client that goes on sending may find the connection reset rather than closed.
            with contextlib.suppress(ConnectionResetError):
                assert await reader.read() == b""
        assert len(protocol.connections_by_address) == 0


@pytest.mark.parametrize("expects", [False, True], ids=["at once", "after a 100"])
async def test_bodies_and_sockets_have_their_own_time(
    monkeypatch: pytest.MonkeyPatch, *, expects: bool
) -> None:
    monkeypatch.setattr(connection_guard, "HEADER_SECONDS", 0.1)
    async with running() as (port, _, clients):
        more = b"\r\nExpect: 100-continue\r\n\r\n" if expects else b"\r\n\r\n"
        reader, writer = await clients.open(UNSENT_BODY.replace(b"\r\n\r\n", more))
        if expects:
            assert await status_of(reader) == 100
            writer.write(b"l")
            await asyncio.sleep(0.3)
        async with connect(f"ws://127.0.0.1:{port}/") as socket:
            await asyncio.sleep(0.3)
            writer.write(b"ater" if expects else b"later")
            assert await status_of(reader) == 200
            assert await reader.readexactly(5) == b"later"
            assert socket.state.name == "OPEN"


async def test_requests_are_handled_in_slices_and_in_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slices: list[tuple[int, float]] = []
    turn = 0
    received = H11Protocol.data_received

    def note(self: H11Protocol, data: bytes) -> None:
        slices.append((len(data), turn))
        received(self, data)

    async def count_turns() -> None:
        nonlocal turn
        while True:
            turn += 1
            await asyncio.sleep(0)

    monkeypatch.setattr(H11Protocol, "data_received", note)
    counting = asyncio.ensure_future(count_turns())
    rng = Random(1)
    bodies = [rng.randbytes(size) for size in (0, 1, 5_000, 100_000, 0, 30_000, 2)]
    head = b"POST / HTTP/1.1\r\nHost: here\r\n"
    requests = b"".join(
        b"%bTransfer-Encoding: chunked\r\n\r\n%b0\r\n\r\n" % (head, chunks(body))
        if len(body) == 30_000
        else b"%bContent-Length: %d\r\n\r\n%b" % (head, len(body), body)
        for body in bodies
    )
    async with running() as (_, _, clients):
        reader, _ = await clients.open(requests)  # all at once, the next before the last answer
        for body in bodies:
            assert await status_of(reader) == 200
            assert await reader.readexactly(len(body)) == body
    counting.cancel()
    assert sum(size for size, _ in slices) == len(requests)
    assert max(size for size, _ in slices) <= BODY_SLICE_BYTES
    assert len({turn for _, turn in slices}) == len(slices), "others have their turn in between"


def chunks(body: bytes) -> bytes:
    """Encodes a body in chunks of a byte."""
    return b"".join(b"1\r\n%c\r\n" % byte for byte in body)


async def test_a_body_that_does_not_come_in_time_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(request_bodies, "GRACE_SECONDS", 0.3)
    monkeypatch.setattr(request_bodies, "BYTES_PER_SECOND", 1000)

    @post("/")
    async def length(request: Request[Any, Any, Any]) -> int:
        return len(await request.body())

    app = Litestar([length], exception_handlers=HANDLERS, logging_config=None)
    async with running(limit_bodies(app, RateLimiter(Limits()))) as (_, _, clients):
        slow, _ = await clients.open(UNSENT_BODY)
        steady, brisk = await clients.open(UNSENT_BODY.replace(b"5", b"5000"))
        for _ in range(50):  # half a second in all, where five are allowed
            await asyncio.sleep(0.01)
            brisk.write(b"x" * 100)
        assert await status_of(slow) == 408
        assert await status_of(steady) == 201


async def test_an_address_holds_a_limited_number_of_connections() -> None:
    limits = Limits(requests_open_by_address=5)
    async with running(limits=limits, proxies=("127.0.0.3",)) as (port, protocol, clients):
        for _ in range(5):
            await clients.open(HALF)
        refused, _ = await clients.open(HALF)
        assert await status_of(refused) == 429
        for address in ("127.0.0.2", *["127.0.0.3"] * 10):  # another client, and a proxy
            reader, _ = await clients.open(WHOLE, address)
            assert await status_of(reader) == 200
        await clients.close()
        while len(protocol.connections_by_address):  # noqa: ASYNC110  # until the server sees it
            await asyncio.sleep(0.01)
        async with contextlib.AsyncExitStack() as sockets:  # counted elsewhere
            for _ in range(10):
                url = f"ws://127.0.0.1:{port}/"
                await sockets.enter_async_context(connect(url))
                assert len(protocol.connections_by_address) == 0


async def test_sockets_count_as_connections_until_they_are_accepted() -> None:
    done = asyncio.Event()

    async def refuses(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await done.wait()  # as for an address over its rate
        await send({"type": "websocket.close", "code": 1008})

    limits = Limits(requests_open_by_address=5)
    async with running(refuses, limits=limits) as (_, protocol, clients):
        waiting = [(await clients.open(HANDSHAKE))[0] for _ in range(5)]
        reader, _ = await clients.open(HANDSHAKE)
        assert await status_of(reader) == 429
        done.set()
        assert [await status_of(one) for one in waiting] == [403] * 5
        await clients.close()
        while len(protocol.connections_by_address):  # noqa: ASYNC110  # until the server sees it
            await asyncio.sleep(0.01)


async def trickle(writer: asyncio.StreamWriter) -> None:
    """Sends a byte of a header now and then."""
    while True:
        writer.write(b"x")
        await asyncio.sleep(0.02)
