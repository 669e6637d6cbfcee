"""The games of the family, each a record of choices in a file of its own.

>>> rules_of("scotch", players=6, sides=3).sides
((0, 3), (1, 4), (2, 5))
"""

from __future__ import annotations

from oddtrick.games.game import Game, GameText, read_options
from oddtrick.games.options import Option, describe, options_of, options_schema
from oddtrick.games.registry import (
    DEFAULT_GAME,
    GAMES,
    GameLimitWarning,
    added_games,
    find_game,
    game_with_id,
    list_games,
    register_game,
    rules_of,
    unregister_game,
)

__all__ = [
    "DEFAULT_GAME",
    "GAMES",
    "Game",
    "GameLimitWarning",
    "GameText",
    "Option",
    "added_games",
    "describe",
    "find_game",
    "game_with_id",
    "list_games",
    "options_of",
    "options_schema",
    "read_options",
    "register_game",
    "rules_of",
    "unregister_game",
]
