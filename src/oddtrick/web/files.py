"""The files of the page, read once, and the addresses under which a browser may keep them."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from importlib import resources

import msgspec

BASE = "/web/"
"""Where the files are, seen from the page; the version stands between this and the name."""

PAGE = "index.html"

TYPES = {
    "css": "text/css",
    "html": "text/html",
    "js": "text/javascript",
    "svg": "image/svg+xml",
}
"""What is served, by the end of its name; anything else in the folder stays there."""


class File(msgspec.Struct, frozen=True):
    """A file as it is sent.

    Args:
        body: its bytes.
        packed: the same, compressed by gzip.
        type: its media type.
        etag: for ``If-None-Match``.
    """

    body: bytes
    packed: bytes
    type: str
    etag: str


class Files(msgspec.Struct, frozen=True):
    """All files of one version.

    Args:
        version: stands in the addresses: whoever has a file of this version has it for good.
        named: the files by name.
    """

    version: str
    named: dict[str, File]

    @property
    def page(self) -> File:
        """The one HTML page."""
        return self.named[PAGE]


@cache
def files() -> Files:
    """The files of this installation.

    The modules name each other by relative addresses, so that all of them are asked for under the
    version of the page that brought them in, and no old file ever meets a new one.
    """
    bodies = _bodies()
    version = hashlib.sha256(
        b"".join(name.encode() + b"\0" + hashlib.sha256(body).digest() for name, body in bodies)
    ).hexdigest()[:12]
    named = {}
    for name, body in bodies:
        if name.endswith(".html"):
            body = body.replace(BASE.encode(), f"{BASE}{version}/".encode())  # noqa: PLW2901  # from here on
        named[name] = _file(name, body)
    return Files(version, named)


def _bodies() -> list[tuple[str, bytes]]:
    folder = resources.files("oddtrick.web") / "static"
    found = (entry for entry in folder.iterdir() if _kind(entry.name) in TYPES)
    return sorted((entry.name, entry.read_bytes()) for entry in found)


def _kind(name: str) -> str:
    return name.rpartition(".")[2]


def _file(name: str, body: bytes) -> File:
    etag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    return File(body, gzip.compress(body, 9, mtime=0), TYPES[_kind(name)], etag)
