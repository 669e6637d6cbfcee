"""The games for OpenSpiel: `import oddtrick.envs.openspiel` registers them.

>>> import pyspiel
>>> import oddtrick.envs.openspiel
>>> knockout = pyspiel.load_game("oddtrick_knockout_whist(players=3)")
>>> knockout.num_players(), knockout.max_game_length()
(3, 90)
"""

from importlib.util import find_spec

from oddtrick.extras import install_command

if find_spec("pyspiel") is None:
    raise ModuleNotFoundError(
        f"oddtrick.envs.openspiel needs open_spiel: {install_command('openspiel')}", name="pyspiel"
    )

from oddtrick.envs.openspiel.game import OddtrickGame, register_openspiel, spiel_name
from oddtrick.envs.openspiel.observer import Observer
from oddtrick.envs.openspiel.state import OddtrickState

register_openspiel()

__all__ = ["Observer", "OddtrickGame", "OddtrickState", "register_openspiel", "spiel_name"]
