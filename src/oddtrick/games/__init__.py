"""The games of the family, each a record of choices in a file of its own.

>>> rules_of("scotch", players=6, sides=3).sides
((0, 3), (1, 4), (2, 5))
"""

from __future__ import annotations

from oddtrick.errors import OddtrickError
from oddtrick.games import colonial, knockout, scotch, whist
from oddtrick.games.game import Game, read_options
from oddtrick.games.options import Option, options_of, options_schema
from oddtrick.rules import Rules

GAMES: tuple[Game, ...] = (
    whist.WHIST,
    colonial.COLONIAL_WHIST,
    colonial.COLONIAL_SCOTCH_WHIST,
    scotch.SCOTCH_WHIST,
    knockout.KNOCKOUT_WHIST,
)

DEFAULT_GAME = whist.WHIST
"""The game meant where none is named."""


def find_game(name: str) -> Game:
    """The game of that id or one of its other names.

    Raises:
        OddtrickError: there is none; the message lists the games.
    """
    wanted = name.strip().lower().replace(" ", "-").replace("_", "-")
    for game in GAMES:
        if wanted in (game.id, *game.aliases):
            return game
    names = ", ".join(game.id for game in GAMES)
    raise OddtrickError(f"{name[:40]!r} is not a game: the games are {names}")


def rules_of(name: str, /, **options: object) -> Rules:
    """The rules of a game with these options; what is left out has its default.

    Raises:
        OddtrickError: there is no such game or option, or a value is out of its bounds.
    """
    game = find_game(name)
    return game.rules(read_options(game, options))


__all__ = [
    "DEFAULT_GAME",
    "GAMES",
    "Game",
    "Option",
    "find_game",
    "options_of",
    "options_schema",
    "read_options",
    "rules_of",
]
