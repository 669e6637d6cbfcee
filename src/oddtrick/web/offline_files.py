"""The pages and files that a browser keeps for times without a network."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from oddtrick.games import list_games
from oddtrick.i18n.catalogue import LANGUAGES
from oddtrick.web.static_files import (
    BASE,
    ENTRY,
    OFFLINE_SETUP,
    OFFLINE_TABLE,
    PLAYER,
    PLAYER_POLICIES,
    PLAYER_WORKER,
    SOLVER,
    SOLVER_WORKER,
    File,
    files,
    make_file,
    page_for,
)

MANIFEST, SERVICE_WORKER = "manifest.webmanifest", "offline/service-worker.js"

OFFLINE_PAGE = "/offline"
"""The address of the page that says that there is no network."""

BUNDLE = "kept-files.bin"
"""The name, for its media type, of the file with all that is kept."""

OFFLINE_MODULE = "offline/page-needs-network.js"
"""The module of that page, which is its own entry: it stands at the addresses of other pages."""

MODULES = {
    "/solve": "solve/solve-page.js",
    "/learn": "guide/tutorial-page.js",
    "/learn/colonial-whist": "guide/tutorial-page.js",
    "/learn/colonial-scotch-whist": "guide/tutorial-page.js",
    "/learn/scotch-whist": "guide/tutorial-page.js",
    "/learn/knockout-whist": "guide/tutorial-page.js",
    "/rules": "guide/rules-page.js",
    "/offline/play": OFFLINE_SETUP,
    "/offline/table": OFFLINE_TABLE,
}
"""The pages that need no server, with the modules that show them."""

PARTS = ("common", "start", "tutorial", "replay", "solve", "table", "errors", "hints")
"""The parts of the catalogue that these pages begin with; their modules load others by name."""

_VERSION = 'const VERSION = "";'

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_LATER = re.compile(r'import\("(\.[^"]+)"\)')
"""A dynamic import, which a page makes when it needs a part."""

_TEXTS = re.compile(r'loadMessages\("([^"]+)"\)')
"""A part of the catalogue that a module loads."""

_STYLES = re.compile(r'addStyles\(("[^)]+")\)')
"""The style sheets that a part of the table loads with itself."""

_LINKED = re.compile(rf'(?:href|src)="({BASE}[^"]+)"')


def service_worker() -> File:
    """Returns the service worker, with the version of the page."""
    body = files().named[SERVICE_WORKER].body.decode()
    assert _VERSION in body
    filled = body.replace(_VERSION, f'const VERSION = "{files().version}";')
    return make_file(SERVICE_WORKER, filled.encode())


def offline_page() -> File:
    """Returns the HTML page that says that there is no network."""
    return page_for(OFFLINE_MODULE, OFFLINE_MODULE)


def manifest() -> File:
    """Returns the web app manifest with the addresses of this version."""
    body = files().named[MANIFEST].body.decode()
    return make_file(MANIFEST, body.replace(BASE, f"{BASE}{files().version}/").encode())


class Kept(NamedTuple):
    """A page or file that is kept.

    Attributes:
        address: the path by which browsers ask for it.
        name: of a file; of a page, its module.
        file: the content.
    """

    address: str
    name: str
    file: File


def bundle(policies: Mapping[str, str]) -> File:
    """Returns all that is kept as one file: 170 requests would take the rate of a hundred visitors.

    Its first line is JSON: a list of the parts, each with its address, media type, length in bytes,
    and the content security policy where it has one of its own. The parts follow.

    Args:
        policies: these policies by address.
    """
    kept = kept_files()
    head = [
        {
            "address": each.address,
            "type": each.file.type,
            "policy": policies.get(each.address),
            "length": len(each.file.body),
        }
        for each in kept
    ]
    body = b"\n".join([msgspec.json.encode(head), b"".join(each.file.body for each in kept)])
    return make_file(BUNDLE, body, level=6)  # a third of the time for 0.5 % more


def kept_files() -> tuple[Kept, ...]:
    """Returns the pages that need no server, and all files that they load."""
    named = files().named
    rules = [game.id for game in list_games()]
    modules = MODULES | {f"/rules/{game}": MODULES["/rules"] for game in rules}
    pages = [Kept(OFFLINE_PAGE, OFFLINE_MODULE, offline_page())]
    pages += [Kept(address, module, page_for(module)) for address, module in modules.items()]
    base = f"{BASE}{files().version}/"
    linked = {
        address.removeprefix(base)
        for page in pages
        for address in _LINKED.findall(page.file.body.decode())
    }
    catalogues = {
        f"i18n/{language}/{part}.js"
        for language in LANGUAGES
        for part in (*PARTS, *(f"rules/{name}" for name in ("trick-play", *rules)))
    }
    entries = (ENTRY, OFFLINE_MODULE, SOLVER_WORKER, PLAYER_WORKER, *MODULES.values())
    loaded = _loaded_modules(*entries, *sorted(catalogues))
    binary = (SOLVER, PLAYER)
    others = [name for name in named if name.startswith(PLAYER_POLICIES) or name in binary]
    styles = [style for module in loaded for style in _styles(module)]
    names = sorted({*linked, *loaded, *others, *styles})
    return (*pages, *(Kept(base + name, name, named[name]) for name in names))


def _loaded_modules(*modules: str) -> tuple[str, ...]:
    """Returns these modules and all that they import, now or later.

    The entry of all pages is followed only to what it imports at once: the rest are other pages.
    """
    found, missing = set[str](), set(modules)
    while missing:
        found |= set(files().needed(*missing))
        missing = {later for name in found if name != ENTRY for later in _later(name)} - found
    return tuple(sorted(found))


def _later(module: str) -> tuple[str, ...]:
    """Returns the modules and the texts that a module loads when it needs them."""
    folder = posixpath.dirname(module)
    later = [posixpath.join(folder, name) for name in _LATER.findall(_code(module))]
    texts = [
        f"i18n/{language}/{part}.js"
        for language in LANGUAGES
        for part in _TEXTS.findall(_code(module))
    ]
    return tuple(posixpath.normpath(name) for name in (*later, *texts))


def _styles(module: str) -> tuple[str, ...]:
    """Returns the style sheets in its own folder that a module adds to the page."""
    folder = posixpath.dirname(module)
    added = ",".join(_STYLES.findall(_code(module)))
    return tuple(posixpath.join(folder, name) for name in re.findall(r'"([^"]+)"', added))


def _code(module: str) -> str:
    return _COMMENT.sub("", files().named[module].body.decode())
