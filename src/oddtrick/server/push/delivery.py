"""One request to a push service, over a connection of its own."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
from typing import TYPE_CHECKING

import h11

from oddtrick.errors import OddtrickError
from oddtrick.server.push.endpoints import usable_addresses

if TYPE_CHECKING:
    from collections.abc import Mapping
    from concurrent.futures import Executor

    from oddtrick.server.push.endpoints import Endpoint

TIMEOUT_SECONDS = 10.0
"""Time for a whole request, from the name to the status."""

READ_BYTES = 16 * 2**10


class PushClient:
    """Sends messages to push services; follows no redirects.

    Args:
        threads: looks names up: a name server that hangs holds none of the other threads.
    """

    def __init__(self, threads: Executor) -> None:
        self._threads = threads
        self._context: ssl.SSLContext | None = None

    async def post(self, endpoint: Endpoint, headers: Mapping[str, str], body: bytes) -> int:
        """Sends one message and returns the status of the answer.

        Raises:
            OddtrickError: the host is not public, or answers with something else than HTTP.
            OSError: it can't be reached (also :class:`TimeoutError`).
        """
        async with asyncio.timeout(TIMEOUT_SECONDS):
            reader, writer = await self._connect(endpoint)
            try:
                return await _exchange(reader, writer, endpoint, headers, body)
            finally:
                writer.transport.abort()  # a graceful end would wait for the other side

    async def _connect(
        self, endpoint: Endpoint
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._threads, _look_up, endpoint)
        # The checked address itself: a second look-up could return another one.
        address = usable_addresses(found, endpoint)[0]
        if endpoint.scheme == "http":
            return await asyncio.open_connection(address, endpoint.port, limit=READ_BYTES)
        if self._context is None:
            self._context = await loop.run_in_executor(self._threads, ssl.create_default_context)
        return await asyncio.open_connection(
            address,
            endpoint.port,
            ssl=self._context,
            server_hostname=endpoint.host,
            limit=READ_BYTES,
        )


def _look_up(endpoint: Endpoint) -> list[str]:
    found = socket.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
    # IPv4 first: many servers have no working IPv6.
    found.sort(key=lambda each: each[0] != socket.AF_INET)
    return [str(each[4][0]) for each in found]


async def _exchange(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    endpoint: Endpoint,
    headers: Mapping[str, str],
    body: bytes,
) -> int:
    connection = h11.Connection(h11.CLIENT, max_incomplete_event_size=READ_BYTES)
    host = endpoint.origin.partition("://")[2]
    sent = {"Host": host, "Content-Length": str(len(body)), "Connection": "close", **headers}
    try:
        request = h11.Request(method="POST", target=endpoint.path, headers=list(sent.items()))
        parts = [request, h11.Data(data=body), h11.EndOfMessage()]
        writer.write(b"".join(connection.send(part) or b"" for part in parts))
        with contextlib.suppress(ConnectionError):  # the answer may be there all the same
            await writer.drain()
        while True:
            event = connection.next_event()
            if event is h11.NEED_DATA:
                connection.receive_data(await reader.read(READ_BYTES))
            elif isinstance(event, h11.Response):
                return event.status_code
            elif not isinstance(event, h11.InformationalResponse):
                raise OddtrickError(f"{endpoint.host}: no answer")
    except h11.ProtocolError as error:
        raise OddtrickError(f"{endpoint.host}: no HTTP: {error}") from None
