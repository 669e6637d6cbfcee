"""The web page's static files, read once and served under versioned, cacheable addresses."""

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
"""The address prefix in the sources; when served, the version follows it."""

PAGE = "index.html"
ENTRY = "main.js"
"""The entry module of every page."""

TYPES = {
    "css": "text/css",
    "html": "text/html",
    "js": "text/javascript",
    "svg": "image/svg+xml",
}
"""Media types by file extension; files with other extensions are not served."""

PRELOADS = "<!-- preloads -->"
"""Placeholder in the HTML for the ``modulepreload`` links."""

_IMPORT = re.compile(r'^(?:import|export)\b[^;"]*?"(\.[^"]+)";', re.MULTILINE)
"""A static import or re-export; dynamic imports don't match."""

_STYLE = re.compile(rf' *<link rel="stylesheet" href="{BASE}(\S+)">\n')


class File(msgspec.Struct, frozen=True):
    """A static file, ready to be sent.

    Args:
        body: the content.
        packed: the content compressed with gzip.
        type: its media type.
        etag: for ``If-None-Match``.
    """

    body: bytes
    packed: bytes
    type: str
    etag: str


class Files(msgspec.Struct, frozen=True):
    """The static files of one version.

    Args:
        version: hash of all contents, part of every address, so that files can be cached forever.
        named: the files by path below the ``static`` folder.
    """

    version: str
    named: dict[str, File]

    def needed(self, *modules: str) -> tuple[str, ...]:
        """Returns these modules and all their static imports, sorted."""
        found: dict[str, None] = {}
        queue = list(reversed(modules))
        while queue:
            name = queue.pop()
            if name not in found:
                found[name] = None
                queue += _imports(name, self.named[name].body)
        return tuple(sorted(found))


@cache
def files() -> Files:
    """Reads the static files of this installation.

    Modules import each other by relative address, so all of them load under the version of the
    page that started them: a page never mixes files of two versions.
    """
    folder = resources.files("oddtrick.web") / "static"
    bodies = sorted([*_bodies(folder, ""), *_sentence_modules()])
    version = hashlib.sha256(
        b"".join(name.encode() + b"\0" + hashlib.sha256(body).digest() for name, body in bodies)
    ).hexdigest()[:12]
    return Files(version, {name: _file(name, body) for name, body in bodies})


@cache
def page_for(module: str) -> File:
    """Returns the HTML page with the preloads and style sheets of a page module."""
    needed = files().needed(ENTRY, module)
    links = (f'<link rel="modulepreload" href="{BASE}{name}">' for name in needed)
    html = _keep_styles(files().named[PAGE].body.decode(), {_folder(name) for name in needed})
    html = html.replace(PRELOADS, "\n    ".join(links))
    return _file(PAGE, html.replace(BASE, f"{BASE}{files().version}/").encode())


def _keep_styles(html: str, folders: set[str]) -> str:
    """Keeps only the style sheets of these folders."""
    return _STYLE.sub(lambda link: link[0] if _folder(link[1]) in folders else "", html)


def _imports(name: str, body: bytes) -> list[str]:
    folder = _folder(name)
    return [
        posixpath.normpath(posixpath.join(folder, target))
        for target in _IMPORT.findall(body.decode())
    ]


def _bodies(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        name = prefix + entry.name
        if entry.is_dir():
            yield from _bodies(entry, f"{name}/")
        elif _extension(name) in TYPES:
            yield name, entry.read_bytes()


def _sentence_modules() -> Iterator[tuple[str, bytes]]:
    """Yields the sentence catalogues as modules: page, report and terminal share these texts."""
    for language in LANGUAGES:
        catalogue = catalogue_of(language)
        texts = msgspec.json.encode({**catalogue.sentences, **catalogue.words})
        yield f"i18n/{language}/hints.js", b"export default " + texts + b";\n"


def _folder(name: str) -> str:
    return posixpath.dirname(name)


def _extension(name: str) -> str:
    return name.rpartition(".")[2]


def _file(name: str, body: bytes) -> File:
    etag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    return File(body, gzip.compress(body, 9, mtime=0), TYPES[_extension(name)], etag)
