"""Registration of all games with OpenSpiel."""

from __future__ import annotations

import pyspiel

from oddtrick.envs.openspiel.episode_setup import read_parameters
from oddtrick.envs.openspiel.game import game_type, spiel_class, spiel_name
from oddtrick.games import list_games
from oddtrick.games.short_pack_whist import SHORT_PACK_WHIST


def register_openspiel() -> tuple[str, ...]:
    """Registers all games with OpenSpiel, where they are not registered yet.

    ``import oddtrick.envs.openspiel`` calls it; call it again after ``register_game``.

    Returns:
        The names of the games for ``pyspiel.load_game``.
    """
    games = {spiel_name(game): game for game in (*list_games(), SHORT_PACK_WHIST)}
    known = set(pyspiel.registered_names())
    for name, game in games.items():
        if name not in known:
            description = game_type(game, read_parameters(game, {}))
            pyspiel.register_game(description, spiel_class(game))
    return tuple(games)
