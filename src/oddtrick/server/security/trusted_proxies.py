"""The client's address, scheme and host, as forwarded by trusted proxies."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from typing import TYPE_CHECKING

from litestar.enums import ScopeType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from litestar.types import ASGIApp, Receive, Scope, Send

Header = tuple[bytes, bytes]

FROM_PROXY = 0
"""The port of clients whose requests a trusted proxy has passed on: no connection comes from it."""


def trust_proxies(app: ASGIApp, proxies: Iterable[str]) -> ASGIApp:
    """Applies the ``X-Forwarded-…`` headers of trusted proxies; ignores those of other clients.

    The client is the last address in ``X-Forwarded-For`` that is not a trusted proxy. Addresses
    before it are supplied by the client and may be forged.

    Args:
        app: the application.
        proxies: addresses and networks, as in ``10.0.0.0/8``.
    """
    listed = tuple(proxies)

    def trusted(address: str) -> bool:
        return is_in(address, listed)

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if scope["type"] in ("http", "websocket") and client and trusted(client[0]):
            headers = scope["headers"]
            forwarded = header_values(headers, b"x-forwarded-for")
            scope["client"] = (_first_stranger(forwarded, client[0], trusted), FROM_PROXY)
            _set_scheme(scope, header_values(headers, b"x-forwarded-proto"))
            _set_host(scope, header_values(headers, b"x-forwarded-host"))
        await app(scope, receive, send)

    return middleware


def is_from_proxy(client: tuple[str, int]) -> bool:
    """Tells whether a trusted proxy has passed a client's request on."""
    return client[1] == FROM_PROXY


def is_address(name: str) -> bool:
    """Tells whether a name is a literal address.

    >>> is_address("192.0.2.7"), is_address("fe80::1%eth0"), is_address("2130706433")
    (True, True, False)
    """
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


@lru_cache(4096)
def is_in(address: str, networks: tuple[str, ...]) -> bool:
    """Tells whether an address lies in one of some networks; False if it is not an address."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(parsed in ipaddress.ip_network(network) for network in networks)


def header_values(headers: Iterable[Header], name: bytes) -> list[str]:
    """Returns the comma-separated values of all headers of a name."""
    lines = [value.decode("latin-1") for key, value in headers if key == name]
    return [item.strip() for line in lines for item in line.split(",") if item.strip()]


def _first_stranger(forwarded: Sequence[str], proxy: str, trusted: Callable[[str], bool]) -> str:
    client = proxy
    for item in reversed(forwarded):
        address = _bare(item)
        if address is None:
            break
        client = address
        if not trusted(address):
            break
    return client


def _bare(item: str) -> str | None:
    """Strips port and brackets from an address; returns None if it is not an address."""
    host = item[1:].partition("]")[0] if item.startswith("[") else item
    if host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return None


def _set_scheme(scope: Scope, forwarded: Sequence[str]) -> None:
    if forwarded and forwarded[-1] in ("http", "https"):
        socket = scope["type"] == ScopeType.WEBSOCKET
        scope["scheme"] = forwarded[-1].replace("http", "ws") if socket else forwarded[-1]


def _set_host(scope: Scope, forwarded: Sequence[str]) -> None:
    if forwarded:
        others = [(name, value) for name, value in scope["headers"] if name != b"host"]
        scope["headers"] = [*others, (b"host", forwarded[-1].encode("latin-1"))]


def client_address(scope: Scope) -> str:
    """Returns the client's address for limits; IPv6 by its /64, the usual prefix of a household.

    >>> (
    ...     client_address({"client": ("2001:db8::17:4", 4711)}),
    ...     client_address({"client": ("192.0.2.7", 1)}),
    ... )
    ('2001:db8::/64', '192.0.2.7')
    """
    client = scope.get("client")
    return counted_address(client[0]) if client else "local"


@lru_cache(4096)  # called for every command
def counted_address(host: str) -> str:
    """Returns the address by which a host is counted: IPv6 by its /64."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))


def is_https(scope: Scope) -> bool:
    """Tells whether the client uses TLS, to this server or to the proxy in front of it."""
    return scope.get("scheme") in ("https", "wss")
