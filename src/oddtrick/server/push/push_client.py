"""Requests to push services, whose addresses come from browsers and so from anybody.

Only public HTTPS addresses are accepted, so that nobody reaches
services inside the operator's network (server-side request forgery).
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import ssl
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import h11
import msgspec

from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from concurrent.futures import Executor


MAX_ENDPOINT = 1024
"""The longest address, in characters."""

_LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_HOST = re.compile(rf"(?=.{{4,253}}$)({_LABEL}\.)+[a-z]([a-z0-9-]{{0,61}}[a-z0-9])")
_VISIBLE = re.compile(r"[!-~]+")
_PATH = re.compile(r"/[!-~]*")
_LOCAL = re.compile(r"http://127\.0\.0\.1:([0-9]{1,5})(/[!-~]*)")
_LOCAL_NAMES = ("localhost", "local", "internal", "lan", "home", "intranet", "arpa", "test")
_TRANSLATED = IPv6Network("64:ff9b::/96")
_TRANSLATED_LOCALLY = IPv6Network("64:ff9b:1::/48")


class Endpoint(msgspec.Struct, frozen=True):
    """The address of a subscription.

    Args:
        scheme: ``https``; ``http`` only in tests.
        host: the name of the push service.
        port: its port.
        path: path and query.
    """

    scheme: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """The origin, which a signature is valid for."""
        standard = self.scheme == "https" and self.port == 443
        return f"{self.scheme}://{self.host}" + ("" if standard else f":{self.port}")


def parse_endpoint(text: str, *, local: bool = False) -> Endpoint:
    """Checks the address of a subscription.

    Args:
        text: the address.
        local: accept ``http://127.0.0.1`` with a port too, for tests.

    Raises:
        OddtrickError: it is not the HTTPS address of a public server at port 443.

    >>> parse_endpoint("https://push.example.com/a?b").origin
    'https://push.example.com'
    """
    wrong = OddtrickError("endpoint: give the https address of a push service")
    if len(text) > MAX_ENDPOINT or not _VISIBLE.fullmatch(text):
        raise wrong
    if local and (found := _LOCAL.fullmatch(text)) and 0 < int(found[1]) < 65536:
        return Endpoint("http", "127.0.0.1", int(found[1]), found[2])
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise wrong from None
    host = parts.hostname or ""
    whole = f"{parts.path}?{parts.query}" if parts.query else parts.path
    plain = parts.scheme == "https" and port in (None, 443) and "@" not in parts.netloc
    if not plain or "#" in text or not _HOST.fullmatch(host) or not _PATH.fullmatch(whole):
        raise wrong
    if host.rpartition(".")[2] in _LOCAL_NAMES:
        raise wrong
    return Endpoint("https", host, 443, whole)


def is_public(address: str) -> bool:
    """Tells whether an IP address is one of the public internet.

    >>> is_public("192.168.1.1"), is_public("::ffff:10.0.0.1"), is_public("9.9.9.9")
    (False, False, True)
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    return _is_public(ip)


def _is_public(ip: IPv4Address | IPv6Address) -> bool:
    if isinstance(ip, IPv6Address):
        if ip.scope_id is not None or ip.is_site_local or ip in _TRANSLATED_LOCALLY:
            return False
        inner = ip.ipv4_mapped or ip.sixtofour
        if ip.teredo is not None:
            return False
        if ip in _TRANSLATED:
            inner = IPv4Address(int(ip) & 0xFFFF_FFFF)
        if inner is not None:
            return _is_public(inner)
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


def usable_addresses(found: Iterable[str], endpoint: Endpoint) -> list[str]:
    """Returns the addresses of a host, if all of them may be connected to.

    A name with one private address among public ones is refused whole: it was made to deceive.

    Raises:
        OddtrickError: one of them is not public, or there is none.
    """
    addresses = list(dict.fromkeys(found))
    is_local = endpoint.scheme == "http" and addresses == ["127.0.0.1"]
    if not addresses or not (is_local or all(map(is_public, addresses))):
        raise OddtrickError(f"{endpoint.host}: not a public server")
    return addresses


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
