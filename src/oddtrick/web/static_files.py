"""The web page's static files, read once and served under versioned, cacheable addresses."""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from oddtrick import solver
from oddtrick.games import GAMES, Game, added_games, options_of, options_schema
from oddtrick.i18n.catalogue import LANGUAGES, catalogue_of
from oddtrick.web.solver_rules import solver_games

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable


class MatchGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game of this package; those of other packages have rules that the page does not know.

    Args:
        id: the game.
        title: its name.
        defaults: every option with its default.
        options_schema: the options as JSON Schema, with types, bounds and defaults.
    """

    id: str
    title: str
    defaults: dict[str, Any]
    options_schema: dict[str, Any]


def match_games() -> Iterator[MatchGame]:
    """Yields the games whose rules are in ``static/match/game-rules.js``.

    >>> next(match_games()).defaults["target"]
    5
    """
    for game in GAMES:
        yield MatchGame(
            id=game.id,
            title=game.title,
            defaults=msgspec.to_builtins(game.options()),
            options_schema=options_schema(game.options),
        )


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
    "png": "image/png",
    "wasm": "application/wasm",
    "bin": "application/octet-stream",
    "webmanifest": "application/manifest+json",
}
"""Media types by file extension; files with other extensions are not served."""

SOLVER, SOLVER_WORKER = "solver/solver.wasm", "solver/solver-worker.js"
"""The compiled solver and the worker that runs it."""

PLAYER, PLAYER_WORKER = "offline/player.wasm", "offline/host/player-worker.js"
"""The compiled player of matches without the server, and the worker that runs it."""

PLAYER_POLICIES = "offline/policies/"
"""The folder with the weights of its policies."""

PRELOADS = "<!-- preloads -->"
"""Placeholder in the HTML for the ``modulepreload`` links."""

INSTALL = "<!-- install -->"
"""Placeholder in the HTML for the links of a page that can be installed as an app."""

START = "start/start-page.js"
"""The module of the start page, where an installed page begins."""

OFFLINE_SETUP, OFFLINE_TABLE = "start/offline-setup-page.js", "offline/table-page.js"
"""The modules of the pages for matches without the server."""

ADDED_GAMES = "<!-- added games -->"
"""Placeholder in the HTML for the ids and texts of the games of other packages."""

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
    bodies = sorted([*_bodies(folder, ""), *_sentence_modules(), *_game_files()])
    version = hashlib.sha256(
        b"".join(name.encode() + b"\0" + hashlib.sha256(body).digest() for name, body in bodies)
    ).hexdigest()[:12]
    return Files(version, {name: make_file(name, body) for name, body in bodies})


def page_for(module: str, entry: str = ENTRY) -> File:
    """Returns the HTML page with the preloads and style sheets of a page module.

    Args:
        module: the module that shows the page.
        entry: the module that the page starts.
    """
    return _page_for(module, entry, added_games())


@cache
def _page_for(module: str, entry: str, games: tuple[Game, ...]) -> File:
    needed = files().needed(entry, module)
    links = (f'<link rel="modulepreload" href="{BASE}{name}">' for name in needed)
    html = _keep_styles(files().named[PAGE].body.decode(), {_folder(name) for name in needed})
    html = html.replace(f'src="{BASE}{ENTRY}"', f'src="{BASE}{entry}"')
    html = html.replace(PRELOADS, "\n    ".join(links))
    html = html.replace(INSTALL, _INSTALL_LINKS if module == START else "")
    html = html.replace(ADDED_GAMES, _added_games(games) if games else "")
    return make_file(PAGE, html.replace(BASE, f"{BASE}{files().version}/").encode())


_INSTALL_LINKS = (
    '\n    <link rel="manifest" href="/manifest.webmanifest">'
    f'\n    <link rel="apple-touch-icon" href="{BASE}icons/apple-touch-180.png">'
)


def _added_games(games: tuple[Game, ...]) -> str:
    """The ids and texts of games of other packages, as data in the page."""
    texts = {
        language: {key: text for game in games for key, text in game_texts(game, language)}
        for language in LANGUAGES
    }
    data = msgspec.json.encode({"games": [game.id for game in games], "texts": texts}).decode()
    safe = data.replace("<", r"\u003c")
    return f'<script type="application/json" id="added-games">{safe}</script>'


def game_texts(game: Game, language: str) -> Iterator[tuple[str, str]]:
    """Yields the messages about a game of another package; what is not translated is English."""
    text = game.translations.get(language)
    yield f"game.{game.id}", text.title if text else game.title
    yield f"start.{game.id}", text.objective if text else game.objective
    labels = text.options if text else {}
    for option in options_of(game.options):
        key = f"option.{game.id}.{option.name}"
        yield key, labels.get(option.name, option.meaning.removesuffix("."))
        yield f"{key}.about", labels.get(f"{option.name}.about", "")
        for choice in option.choices:
            yield f"{key}.{choice}", labels.get(f"{option.name}.{choice}", choice)


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


def _game_files() -> Iterator[tuple[str, bytes]]:
    """Yields the games as data, and the compiled modules where they were built."""
    yield "solver/games.js", _as_module(tuple(solver_games()))
    player = find_compiled("player.wasm")
    levels = ("novice", "strong") if player is not None else ("novice",)
    offered = b"export const levels = " + msgspec.json.encode(levels) + b";\n"
    yield "match/game-options.js", _as_module(tuple(match_games())) + offered
    solver_module = find_compiled("solver.wasm")
    if solver_module is not None:
        yield SOLVER, solver_module.read_bytes()
    if player is not None:
        yield PLAYER, player.read_bytes()
        yield from _policies()


def _as_module(value: object) -> bytes:
    return b"export default " + msgspec.json.encode(value) + b";\n"


def _policies() -> Iterator[tuple[str, bytes]]:
    """Yields the weights of the search policies, 16-bit integers with the lowest byte first."""
    from oddtrick.bots.search.trained_policies import search_policies  # noqa: PLC0415  # numpy

    for name, policy in search_policies().items():
        yield f"{PLAYER_POLICIES}{name}.bin", policy.weights.astype("<i2").tobytes()


def find_compiled(name: str) -> Path | None:
    """Returns the path of a part of the kernel as WebAssembly; None if it was not built.

    It is installed beside the compiled kernels. In an editable install these are not in the folder
    of the sources.
    """
    paths = (Path(folder) / name for folder in solver.__path__)
    return next((path for path in paths if path.is_file()), None)


def _folder(name: str) -> str:
    return posixpath.dirname(name)


def _extension(name: str) -> str:
    return name.rpartition(".")[2]


def make_file(name: str, body: bytes) -> File:
    """Prepares a file to be sent.

    Args:
        name: its name, whose extension gives the media type.
        body: the content.
    """
    etag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    return File(body, gzip.compress(body, 9, mtime=0), TYPES[_extension(name)], etag)
