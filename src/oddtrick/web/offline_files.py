"""The files that an installed page keeps for times without a network."""

from __future__ import annotations

import posixpath
import re
from functools import cache

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

PARTS = (
    *("common", "start", "tutorial", "replay", "solve"),
    *("table", "bot-remarks", "errors", "people", "hints"),
)
"""The parts of the catalogue that these pages load."""

LATER_STYLES = tuple(
    f"table/{name}.css"
    for name in (
        "absence-panel",
        "bubbles",
        "results",
        "seat-buttons",
        "side-panel-contents",
        "waiting-room",
    )
)
"""The style sheets that a table loads with its panels and its first speech bubble."""

_KEPT = 'const KEPT = { version: "", addresses: [] };'

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_LATER = re.compile(r'import\("(\.[^"]+)"\)')
"""A dynamic import, which a page makes when it needs a part."""

_LINKED = re.compile(rf'(?:href|src)="({BASE}[^"]+)"')


@cache
def service_worker() -> File:
    """Returns the service worker, with the version of the page and the addresses that it keeps."""
    body = files().named[SERVICE_WORKER].body.decode()
    assert _KEPT in body
    kept = {"version": files().version, "addresses": kept_addresses()}
    filled = body.replace(_KEPT, f"const KEPT = {msgspec.json.encode(kept).decode()};")
    return make_file(SERVICE_WORKER, filled.encode())


def offline_page() -> File:
    """Returns the HTML page that says that there is no network."""
    return page_for(OFFLINE_MODULE, OFFLINE_MODULE)


@cache
def manifest() -> File:
    """Returns the web app manifest with the addresses of this version."""
    body = files().named[MANIFEST].body.decode()
    return make_file(MANIFEST, body.replace(BASE, f"{BASE}{files().version}/").encode())


def kept_addresses() -> tuple[str, ...]:
    """Returns the addresses of the pages that need no server, and of all files that they load."""
    named = files().named
    rules = [game.id for game in list_games() if f"i18n/en/rules/{game.id}.js" in named]
    pages = [OFFLINE_PAGE, *MODULES, *(f"/rules/{game}" for game in rules)]
    html = [offline_page(), *map(page_for, MODULES.values())]
    linked = {address for page in html for address in _LINKED.findall(page.body.decode())}
    catalogues = {
        f"i18n/{language}/{part}.js"
        for language in LANGUAGES
        for part in (*PARTS, *(f"rules/{name}" for name in ("trick-play", *rules)))
    }
    entries = (ENTRY, OFFLINE_MODULE, SOLVER_WORKER, PLAYER_WORKER, *MODULES.values())
    modules = _loaded_modules(*entries, *sorted(catalogues))
    others = [
        name
        for name in named
        if name.startswith(PLAYER_POLICIES) or name in (SOLVER, PLAYER, *LATER_STYLES)
    ]
    loaded = {f"{BASE}{files().version}/{name}" for name in (*modules, *others)}
    return (*pages, *sorted(linked | loaded))


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
    """Returns the modules that a module imports when it needs them."""
    code = _COMMENT.sub("", files().named[module].body.decode())
    folder = posixpath.dirname(module)
    return tuple(posixpath.normpath(posixpath.join(folder, name)) for name in _LATER.findall(code))
