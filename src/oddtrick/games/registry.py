"""The registry of games: those of this package, and those that other packages add.

A name is looked up among the registered games first. Only an unknown one runs the discovery of
plugins, so that a game of this package is found without importing anybody else's code.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING
from warnings import warn

import msgspec

from oddtrick.errors import OddtrickError, check_type, suggestion
from oddtrick.games.bid_whist.rules import BID_WHIST
from oddtrick.games.colonial_scotch_whist.rules import COLONIAL_SCOTCH_WHIST
from oddtrick.games.colonial_whist.rules import COLONIAL_WHIST
from oddtrick.games.game import Game, read_options
from oddtrick.games.german_whist.rules import GERMAN_WHIST
from oddtrick.games.knockout_whist.rules import KNOCKOUT_WHIST
from oddtrick.games.minnesota_whist.rules import MINNESOTA_WHIST
from oddtrick.games.oh_hell.rules import OH_HELL
from oddtrick.games.scotch_whist.rules import SCOTCH_WHIST
from oddtrick.games.solo_whist.rules import SOLO_WHIST
from oddtrick.games.trial_deals import limits_of
from oddtrick.games.validation import check_names, check_rules
from oddtrick.games.whist.rules import WHIST

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.rules import Rules

PACKAGE = "oddtrick"

GAMES: tuple[Game, ...] = (
    WHIST,
    COLONIAL_WHIST,
    COLONIAL_SCOTCH_WHIST,
    SCOTCH_WHIST,
    KNOCKOUT_WHIST,
    OH_HELL,
    GERMAN_WHIST,
    MINNESOTA_WHIST,
    SOLO_WHIST,
    BID_WHIST,
)
"""The games of this package. `list_games` has those of other packages too."""

DEFAULT_GAME = WHIST
"""The game meant where none is named."""


class GameLimitWarning(UserWarning):
    """Says what a profile cannot tell of a game, and what follows for bots, hints and reviews."""


class _Registered(msgspec.Struct, frozen=True):
    game: Game
    package: str


_registered: dict[str, _Registered] = {game.id: _Registered(game, PACKAGE) for game in GAMES}
_discoveries: list[Callable[[], object]] = []


def register_game(game: Game, *, package: str | None = None) -> Game:
    """Adds a game, so that every part of Oddtrick plays it. Registering it again changes nothing.

    Args:
        game: the game.
        package: the package it comes from, for messages; None: that of ``game.build``.

    Returns:
        The game.

    Raises:
        OddtrickError: the game is incomplete, or one of its names is taken.

    Warns:
        GameLimitWarning: the game is right, and some levels can't play all of it.
    """
    known = _registered.get(getattr(game, "id", ""))
    if known is not None and known.game is game:
        return game
    check_names(game)
    if package is None:
        package = (game.build.__module__ or "__main__").partition(".")[0]
    _refuse_taken_names(game, package)
    check_rules(game)
    for limit in limits_of(game.rules()):
        warn(limit, GameLimitWarning, stacklevel=2)
    _registered[game.id] = _Registered(game, package)
    return game


def unregister_game(name: str) -> None:
    """Removes a registered game, for example to register a new version of it.

    Raises:
        OddtrickError: no such game is registered, or it belongs to this package.
    """
    check_type(name, str, "the name of a game, such as 'whist'")
    found = _named(name)
    if not found or found[0].package == PACKAGE:
        raise OddtrickError(f"{name[:40]!r} is not a registered game of another package")
    del _registered[found[0].game.id]


def list_games() -> tuple[Game, ...]:
    """All games: those of this package, then those of others in the order of registration."""
    _discover()
    return tuple(each.game for each in tuple(_registered.values()))


def added_games() -> tuple[Game, ...]:
    """The games of other packages."""
    return tuple(game for game in list_games() if _registered[game.id].package != PACKAGE)


def game_with_id(name: object) -> Game | None:
    """The game with exactly this id, as records have it, or None."""
    if not isinstance(name, str):  # of a record or request, so anything at all
        return None
    if name not in _registered:
        _discover()
    found = _registered.get(name)
    return None if found is None else found.game


def find_game(name: str) -> Game:
    """The game of that id or one of its other names.

    Raises:
        OddtrickError: there is none, and the message lists the games; or two games of this package
            have that name, and the message asks which is meant.
    """
    check_type(name, str, "the name of a game, such as 'whist'")
    wanted = name.strip().lower().replace(" ", "-").replace("_", "-")
    found = _named(wanted)
    if not found:
        _discover()
        found = _named(wanted)
    if len(found) == 1:
        return found[0].game
    if found:
        ids = " or ".join(each.game.id for each in found)
        raise OddtrickError(f"{wanted} is the name of {len(found)} games: write {ids}")
    names = [name for game in list_games() for name in (game.id, *game.aliases)]
    near = suggestion(wanted, names) or f": the games are {', '.join(_registered)}"
    raise OddtrickError(f"{name[:40]!r} is not a game{near}")


def shared_names() -> tuple[str, ...]:
    """The names that more than one game has, such as ``catch-the-ten``."""
    count = Counter(name for game in list_games() for name in game.aliases)
    return tuple(name for name, games in count.items() if games > 1)


def rules_of(name: str, /, **options: object) -> Rules:
    """The rules of a game with these options; what is left out has its default.

    Raises:
        OddtrickError: there is no such game or option, or a value is out of its bounds.
    """
    game = find_game(name)
    return game.rules(read_options(game, options))


def add_discovery(discover: Callable[[], object]) -> None:
    """Adds a function that registers further games; it runs before games are listed."""
    _discoveries.append(discover)


def _refuse_taken_names(game: Game, package: str) -> None:
    for name in (game.id, *game.aliases):
        for taken in _named(name)[:1]:
            raise OddtrickError(
                f"the game {game.id!r} of {package} is refused: the name {name!r} belongs to "
                f"{taken.game.title} of {taken.package}"
            )


def _discover() -> None:
    for discover in _discoveries:
        discover()


def _named(name: str) -> list[_Registered]:
    known = tuple(_registered.values())
    return [each for each in known if name == each.game.id or name in each.game.aliases]
