"""The web page's static files, read once and served under versioned, cacheable addresses."""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from oddtrick import solver
from oddtrick.bots.heuristics.aims import TrickAim
from oddtrick.games import Game, list_games, options_of
from oddtrick.i18n.catalogue import LANGUAGES, catalogue_of
from oddtrick.review.sentence_table import SAYINGS, WORTH_MORE
from oddtrick.rulebook import TRICK_PLAY, page
from oddtrick.web.match_rules import match_game
from oddtrick.web.solver_rules import solver_games

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

GAME_TEXTS = "  // The server adds the texts of each game from its folder.\n"
"""Placeholder in the catalogues of the page for the texts of all games."""

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


def files() -> Files:
    """Reads the static files of this installation, with the games as they are registered now.

    Modules import each other by relative address, so all of them load under the version of the
    page that started them: a page never mixes files of two versions.
    """
    return _files_with(list_games())


@cache
def _files_with(games: tuple[Game, ...]) -> Files:
    bodies = sorted(_bodies_with(games).items())
    version = hashlib.sha256(
        b"".join(name.encode() + b"\0" + hashlib.sha256(body).digest() for name, body in bodies)
    ).hexdigest()[:12]
    return Files(version, {name: make_file(name, body) for name, body in bodies})


def contents() -> dict[str, bytes]:
    """Returns the contents of the files by path, neither packed nor versioned."""
    return _bodies_with(list_games())


def _bodies_with(games: tuple[Game, ...]) -> dict[str, bytes]:
    return {**_written_files(), **dict(_game_files(games))}


@cache
def _written_files() -> dict[str, bytes]:
    """Returns the files as they lie in the package, and the sentences of bots and hints."""
    folder = resources.files("oddtrick.web") / "static"
    return dict([*_bodies(folder, ""), *_sentence_modules()])


def page_for(module: str, entry: str = ENTRY) -> File:
    """Returns the HTML page with the preloads and style sheets of a page module.

    Args:
        module: the module that shows the page.
        entry: the module that the page starts.
    """
    return _page_of(files().version, module, entry)


@cache
def _page_of(version: str, module: str, entry: str) -> File:
    needed = files().needed(entry, module)
    links = (f'<link rel="modulepreload" href="{BASE}{name}">' for name in needed)
    html = _keep_styles(files().named[PAGE].body.decode(), {_folder(name) for name in needed})
    html = html.replace(f'src="{BASE}{ENTRY}"', f'src="{BASE}{entry}"')
    html = html.replace(PRELOADS, "\n    ".join(links))
    html = html.replace(INSTALL, _INSTALL_LINKS if module == START else "")
    return make_file(PAGE, html.replace(BASE, f"{BASE}{version}/").encode())


_INSTALL_LINKS = (
    '\n    <link rel="manifest" href="/manifest.webmanifest">'
    f'\n    <link rel="apple-touch-icon" href="{BASE}icons/apple-touch-180.png">'
)


def _game_texts(game: Game, language: str) -> Iterator[tuple[str, str]]:
    """Yields what the start page says of a game; labels of common options are in its catalogue."""
    text = game.text(language)
    yield f"start.{game.id}", text.objective
    for name, label in text.options.items():
        if name.startswith("refused."):
            yield f"refused.{game.id}.{name.removeprefix('refused.')}", label
    for option in options_of(game.options):
        key = f"option.{game.id}.{option.name}"
        if option.name in text.options or language not in game.translations:
            yield key, text.options.get(option.name, option.meaning.removesuffix("."))
            yield f"{key}.about", text.options.get(f"{option.name}.about", "")
        for choice in ("none", *option.choices):
            if f"{option.name}.{choice}" in text.options:
                yield f"{key}.{choice}", text.options[f"{option.name}.{choice}"]


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
        to_reader = {f"{tag}.you": text for tag, text in catalogue.to_reader.items()}
        texts = msgspec.json.encode({**catalogue.sentences, **to_reader, **catalogue.words})
        yield f"i18n/{language}/hints.js", b"export default " + texts + b";\n"
    yield "match/sentence-kinds.js", _as_module(_sentence_kinds())


def _sentence_kinds() -> dict[str, list[str]]:
    """Returns the tags of sentences of each kind that hints without the server distinguish."""
    return {
        "worthMore": [tag for tag, one in SAYINGS.items() if one.compares in WORTH_MORE],
        "letsGo": [tag for tag, one in SAYINGS.items() if TrickAim.ALL in one.unfit],
        "worthMost": [tag for tag, one in SAYINGS.items() if TrickAim.SOME in one.unfit],
    }


def _game_files(games: tuple[Game, ...]) -> Iterator[tuple[str, bytes]]:
    """Yields the games as data, and the compiled modules where they were built."""
    yield "solver/games.js", _as_module(tuple(solver_games(games)))
    pictures = {game.id: _picture(game) for game in games}
    knaves = [game.id for game in games if game.jack == "knave"]
    yield "match/game-list.js", _as_module({"pictures": pictures, "knaves": knaves})
    player = find_compiled("player.wasm")
    levels = ("novice", "strong") if player is not None else ("novice",)
    offered = b"export const levels = " + msgspec.json.encode(levels) + b";\n"
    yield "match/game-options.js", _as_module(tuple(map(match_game, games))) + offered
    for language in LANGUAGES:
        yield from _texts_of_games(games, language)
    solver_module = find_compiled("solver.wasm")
    if solver_module is not None:
        yield SOLVER, solver_module.read_bytes()
    if player is not None:
        yield PLAYER, player.read_bytes()
        yield from _policies()


def _picture(game: Game) -> list[str]:
    return [card.replace("J", "Kn") if game.jack == "knave" else card for card in game.picture]


def _texts_of_games(games: tuple[Game, ...], language: str) -> Iterator[tuple[str, bytes]]:
    """Yields the catalogues with texts of games, and the rules of each game as a module."""
    titles = {f"game.{game.id}": game.text(language).title for game in games}
    about = {key: text for game in games for key, text in _game_texts(game, language)}
    own = {
        key: text
        for game in games
        for key, text in game.text(language).options.items()
        if key.startswith(("call.", "account."))
    }
    for part, texts in (("common", titles), ("start", about), ("calls", own)):
        name = f"i18n/{language}/{part}.js"
        lines = "".join(f"  {_json(key)}: {_json(text)},\n" for key, text in texts.items())
        yield name, _written_files()[name].replace(GAME_TEXTS.encode(), lines.encode())
    for rules in (TRICK_PLAY, *(game.id for game in games)):
        yield f"i18n/{language}/rules/{rules}.js", _as_module(page(rules, language))


def _json(text: str) -> str:
    return msgspec.json.encode(text).decode()


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


@cache  # a game that is registered alters few of them
def make_file(name: str, body: bytes, level: int = 9) -> File:
    """Prepares a file to be sent.

    Args:
        name: its name, whose extension gives the media type.
        body: the content.
        level: how hard to compress it, up to 9.
    """
    etag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    return File(body, gzip.compress(body, level, mtime=0), TYPES[_extension(name)], etag)
