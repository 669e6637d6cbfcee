"""Games of other packages: found as entry points, or as modules named by the user.

A package announces a game in its ``pyproject.toml``::

    [project.entry-points."oddtrick.games"]
    three-handed-whist = "three_whist:THREE"

A module is named in ``ODDTRICK_PLUGINS`` or by ``oddtrick --plugin MODULE``, which sets that
variable: child processes inherit it and import the module too. Its games are those that it defines
at the top level, and those that it registers by :func:`oddtrick.register_game`.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from importlib import import_module
from threading import RLock
from typing import TYPE_CHECKING
from warnings import catch_warnings, showwarning, simplefilter

from oddtrick.errors import OddtrickError, describe_error
from oddtrick.games import Game, GameLimitWarning, added_games, register_game

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.metadata import EntryPoint
    from types import ModuleType

GROUP = "oddtrick.games"
"""The group of the entry points."""

VARIABLE = "ODDTRICK_PLUGINS"
"""Environment variable: modules with games, separated by commas."""

# `import oddtrick` imports this module. What takes long to import is imported where it is used.


class _Discovery:
    """Loads everything once; a plugin that looks for games while it loads finds those so far."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._loading = False
        self._modules: set[str] = set()
        self._entry_points_loaded = False

    def run(self) -> None:
        """Imports the named modules, and once the entry points.

        Raises:
            OddtrickError: a module that the user named can't be imported.
        """
        if self._entry_points_loaded and not self._missing_modules():
            return
        with self._lock:
            if self._loading:
                return
            self._loading = True
            try:
                for name in self._missing_modules():
                    _define(name)
                    self._modules.add(name)
                if not self._entry_points_loaded:
                    _register_entry_points()
                    self._entry_points_loaded = True
            finally:
                self._loading = False

    def _missing_modules(self) -> list[str]:
        return [name for name in named_modules() if name not in self._modules]


discover_games = _Discovery().run
"""Imports the installed packages and named modules that register games, once."""


def named_modules() -> list[str]:
    """The modules that ``ODDTRICK_PLUGINS`` names."""
    named = os.environ.get(VARIABLE)
    return [name.strip() for name in named.split(",") if name.strip()] if named else []


def name_module(module: str) -> None:
    """Adds a module to ``ODDTRICK_PLUGINS``, for this process and those that it starts."""
    os.environ[VARIABLE] = ",".join([*named_modules(), module])


def games_of_module(name: str) -> list[Game]:
    """The games of a module, registered: those that it registers, and all that it defines.

    Args:
        name: of the module, or the path of its file.

    Raises:
        OddtrickError: it cannot be imported, has no game, or one that cannot be played.
    """
    before = set(added_games())
    if name.endswith(".py"):
        folder, _, file = name.rpartition(os.sep)
        sys.path.append(os.path.abspath(folder))  # noqa: PTH100  # sys.path has strings
        name = file.removesuffix(".py")
    defined = _define(name)
    found = [game for game in added_games() if game not in before or game in defined]
    if not found:
        raise OddtrickError(f"{name}: it has no oddtrick.games.Game: define one at the top level")
    return found


def _define(name: str) -> list[Game]:
    """Imports a module and registers the games at its top level.

    Raises:
        OddtrickError: the import fails, or one of the games cannot be played.
    """
    defined = [each for each in vars(_import_named(name)).values() if isinstance(each, Game)]
    with _limits_reported():
        for game in defined:
            register_game(game)
    return defined


@contextmanager
def _limits_reported() -> Iterator[None]:
    """Reports the limits of games in a line each, to the one who named their module."""
    with catch_warnings(record=True) as caught:
        simplefilter("always", GameLimitWarning)
        yield
    for warning in caught:
        if issubclass(warning.category, GameLimitWarning):
            _report(str(warning.message))
        else:
            showwarning(warning.message, warning.category, warning.filename, warning.lineno)


def _import_named(name: str) -> ModuleType:
    """Imports a module; the working directory is searched last, so that it hides nothing.

    Raises:
        OddtrickError: the import fails.
    """
    here = os.getcwd()  # noqa: PTH109  # sys.path has strings
    if here not in sys.path:
        sys.path.append(here)
    try:
        with _limits_reported():
            return import_module(name)
    except (Exception, SystemExit) as error:
        why = describe_error(error)
        raise OddtrickError(f"the plugin {name} can't be loaded: {why}") from error


def _register_entry_points() -> None:
    """Registers the games of installed packages; one that fails is reported and left out."""
    from importlib.metadata import entry_points  # noqa: PLC0415

    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        package = _package_of(point)
        try:
            with catch_warnings():
                simplefilter("ignore", GameLimitWarning)  # who installs a game can't mend it
                register_game(_loaded(point), package=package)
        except (Exception, SystemExit) as error:  # noqa: BLE001  # somebody else's code
            _report(f"{package}: the game {point.name!r} is left out: {describe_error(error)}")


def _loaded(point: EntryPoint) -> Game:
    game = point.load()
    if not isinstance(game, Game):
        raise OddtrickError(f"{point.value} is not an oddtrick.games.Game")
    return game


def _package_of(point: EntryPoint) -> str:
    return point.value if point.dist is None else f"{point.dist.name} {point.dist.version}"


def _report(line: str) -> None:
    """Logs a warning, once: worker processes load the same plugins as their parent."""
    import logging  # noqa: PLC0415
    from multiprocessing import parent_process  # noqa: PLC0415

    if parent_process() is None:
        logging.getLogger("oddtrick.plugins").warning("%s", line)
