"""Registration of the environments of every game with PettingZoo and Gymnasium."""

from __future__ import annotations

import gymnasium
import pettingzoo

from oddtrick.games import list_games

NAMESPACE = "oddtrick"
VERSION = 0


def environment_id(game: str) -> str:
    """The id of a game's environments in each registry.

    >>> environment_id("whist")
    'oddtrick/whist-v0'
    """
    return f"{NAMESPACE}/{game}-v{VERSION}"


def register_envs() -> tuple[str, ...]:
    """Registers the environments of all games, where they are not registered yet.

    ``import oddtrick.envs`` calls it; call it again after ``register_game``.

    Returns:
        The ids of these games.
    """
    ids = []
    for game in list_games():
        name, kwargs = environment_id(game.id), {"game": game.id}
        ids.append(name)
        if name not in pettingzoo.aec_registry:
            pettingzoo.register(
                "aec", name, "oddtrick.envs.pettingzoo_envs:WhistAECEnv", kwargs=kwargs
            )
            pettingzoo.register(
                "parallel",
                name,
                "oddtrick.envs.pettingzoo_envs:WhistParallelEnv",
                kwargs=kwargs,
            )
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                "oddtrick.envs.gymnasium_envs:WhistEnv",
                vector_entry_point="oddtrick.envs.gymnasium_envs:WhistVectorEnv",
                kwargs=kwargs,
            )
    return tuple(ids)
