"""Environments for reinforcement learning, for PettingZoo and Gymnasium.

``import oddtrick.envs`` registers every game. An observation is what the seat sees and nothing
else.

>>> from typing import Any
>>> import pettingzoo
>>> import oddtrick.envs
>>> env: Any = pettingzoo.make("aec", "oddtrick/whist-v0", target=1)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     seen, reward, terminated, truncated, _ = env.last()
...     over = terminated or truncated
...     env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
>>> env.agents
[]
"""

from importlib.util import find_spec

from oddtrick.extras import install_command

for _library in ("gymnasium", "pettingzoo"):
    if find_spec(_library) is None:
        raise ModuleNotFoundError(
            f"oddtrick.envs needs {_library}: {install_command('envs')}", name=_library
        )

from oddtrick.envs.episode import EnvSettings  # noqa: E402
from oddtrick.envs.gymnasium_envs import SavedEnv, SavedVectorEnv, WhistEnv, WhistVectorEnv  # noqa: E402  # noqa: E402
from oddtrick.envs.observation_layout import MaskedObservation  # noqa: E402
from oddtrick.envs.pettingzoo_envs import (  # noqa: E402  after the check  # noqa: E402
    SavedAECEnv,
    SavedParallelEnv,
    WhistAECEnv,
    WhistParallelEnv,
)
from oddtrick.envs.registration import environment_id, register_envs  # noqa: E402

register_envs()

__all__ = [
    "EnvSettings",
    "MaskedObservation",
    "SavedAECEnv",
    "SavedEnv",
    "SavedParallelEnv",
    "SavedVectorEnv",
    "WhistAECEnv",
    "WhistEnv",
    "WhistParallelEnv",
    "WhistVectorEnv",
    "environment_id",
    "register_envs",
]
