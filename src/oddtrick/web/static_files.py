"""The files of the page, read once, and the addresses under which a browser may keep them."""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import msgspec

from oddtrick.bots.sentences import LANGUAGES, catalogue_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable

BASE = "/web/"
"""Where the files are, seen from the page; the version stands between this and the name."""

PAGE = "index.html"
ENTRY = "main.js"
"""The module with which every page begins."""

TYPES = {
    "css": "text/css",
    "html": "text/html",
    "js": "text/javascript",
    "svg": "image/svg+xml",
}
"""What is served, by the end of its name; anything else in the folder stays there."""

PRELOADS = "<!-- preloads -->"
"""Where the page names the modules that it is going to need, so that they come at once."""

_IMPORT = re.compile(r'^(?:import|export)\b[^;"]*?"(\.[^"]+)";', re.MULTILINE)
"""A module that is needed before this one can run; not one that is loaded when it is wanted."""


_STYLE = re.compile(rf' *<link rel="stylesheet" href="{BASE}(\S+)">\n')


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
        named: the files by name: their paths below the folder.
    """

    version: str
    named: dict[str, File]

    def needed(self, *modules: str) -> tuple[str, ...]:
        """The modules that have to be there before these run: they and what they import."""
        found: dict[str, None] = {}
        waiting = list(reversed(modules))
        while waiting:
            name = waiting.pop()
            if name not in found:
                found[name] = None
                waiting += _imports(name, self.named[name].body)
        return tuple(sorted(found))


@cache
def files() -> Files:
    """The files of this installation.

    The modules name each other by relative addresses, so that all of them are asked for under the
    version of the page that brought them in, and no old file ever meets a new one.
    """
    folder = resources.files("oddtrick.web") / "static"
    bodies = sorted([*_bodies(folder, ""), *_sentence_modules()])
    version = hashlib.sha256(
        b"".join(name.encode() + b"\0" + hashlib.sha256(body).digest() for name, body in bodies)
    ).hexdigest()[:12]
    return Files(version, {name: _file(name, body) for name, body in bodies})


@cache
def page_for(module: str) -> File:
    """The one HTML page, as it is sent where this module is going to show something."""
    needed = files().needed(ENTRY, module)
    links = (f'<link rel="modulepreload" href="{BASE}{name}">' for name in needed)
    body = _dressed(files().named[PAGE].body.decode(), {_folder(name) for name in needed})
    body = body.replace(PRELOADS, "\n    ".join(links))
    return _file(PAGE, body.replace(BASE, f"{BASE}{files().version}/").encode())


def _dressed(page: str, folders: set[str]) -> str:
    """The page without the style sheets of folders from which it shows nothing."""
    return _STYLE.sub(lambda link: link[0] if _folder(link[1]) in folders else "", page)


def _imports(name: str, body: bytes) -> list[str]:
    folder = _folder(name)
    return [
        posixpath.normpath(posixpath.join(folder, found))
        for found in _IMPORT.findall(body.decode())
    ]


def _bodies(folder: Traversable, above: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        name = above + entry.name
        if entry.is_dir():
            yield from _bodies(entry, f"{name}/")
        elif _kind(name) in TYPES:
            yield name, entry.read_bytes()


def _sentence_modules() -> Iterator[tuple[str, bytes]]:
    """The catalogues of sentences as modules: terminal, report and page share the same texts."""
    for language in LANGUAGES:
        catalogue = catalogue_of(language)
        texts = msgspec.json.encode({**catalogue.sentences, **catalogue.words})
        yield f"i18n/{language}/hints.js", b"export default " + texts + b";\n"


def _folder(name: str) -> str:
    return posixpath.dirname(name)


def _kind(name: str) -> str:
    return name.rpartition(".")[2]


def _file(name: str, body: bytes) -> File:
    etag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    return File(body, gzip.compress(body, 9, mtime=0), TYPES[_kind(name)], etag)
