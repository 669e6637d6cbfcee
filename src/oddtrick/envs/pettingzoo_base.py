"""The common part of the environments of PettingZoo: an agent for each seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from oddtrick.envs.episode import (
    EnvSettings,
    Episode,
    ObservationKind,
)
from oddtrick.envs.observation_layout import DTYPE, dict_space, vector_space
from oddtrick.envs.rendering import RENDER_MODES, RenderMode, check_render_mode, render
from oddtrick.rules import Throw
from oddtrick.solver.deals.kernel_deal_plan import MAX_SEATS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

_HIDDEN = MAX_SEATS * (52 + len(Throw))


class SeatEnv:
    """Spaces, state and pictures of an environment whose agents are the seats of a table.

    Args:
        game: the id of the game.
        options: the options of the game, by name.
        settings: see :class:`~oddtrick.envs.episode.EnvSettings`.
        render_mode: ``"ansi"``, ``"human"``, ``"rgb_array"`` or None.
        waits: agents that are not to act have the action ``wait``.

    Raises:
        OddtrickError: there is no such game, option or setting, or a value is out of its bounds.
    """

    def __init__(
        self,
        game: str,
        options: Mapping[str, object],
        settings: EnvSettings,
        render_mode: RenderMode | None,
        *,
        waits: bool,
    ) -> None:
        self.episode = Episode(game, options, settings, waits=waits)
        self.render_mode = check_render_mode(render_mode)
        self.metadata: dict[str, Any] = {
            "name": f"{self.episode.rules.game.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.episode.rules.players)]
        self.agents: list[str] = []
        self.state_space = _state_space()
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {
            agent: masked_space(settings.observation, self.episode.actions)
            for agent in self.possible_agents
        }
        self._action_spaces = {
            agent: spaces.Discrete(self.episode.actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Dict:
        """Returns the space of an agent's observations, always the same object."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """Returns the space of an agent's actions, always the same object."""
        return self._action_spaces[agent]

    def render(self) -> Any:
        """Returns the table with all cards open: text, or a picture ``[height, width, 3]``.

        With ``render_mode="human"`` it prints the text, as every step does.
        """
        return render(self.episode.current, self.render_mode)

    def _show(self) -> None:
        """Shows the table to a person who watches."""
        if self.render_mode == "human":
            self.render()

    def state(self) -> NDArray[np.int16]:
        """Returns the whole state, for centralised training.

        It is the observation of seat 0, followed by the cards of all seats ``[8, 52]`` and their
        secret throws ``[8, 3]``, in one row.
        """
        self.episode.current  # noqa: B018  # raises before the first match
        tracker = self.episode.tracker
        seen = tracker.observe(0)
        return np.concatenate([seen, tracker.hands().ravel(), tracker.throws().ravel()])

    def close(self) -> None:
        """Does nothing: there is no window."""


def masked_space(observation: ObservationKind, actions: int) -> spaces.Dict:
    """The space of observations with their action masks."""
    seen = vector_space() if observation == "vector" else dict_space()
    mask = spaces.Box(0, 1, (actions,), np.int8)
    return spaces.Dict({"observation": seen, "action_mask": mask})


def _state_space() -> spaces.Box:
    seen = vector_space()
    low = np.concatenate([seen.low, np.zeros(_HIDDEN, DTYPE)])
    high = np.concatenate([seen.high, np.ones(_HIDDEN, DTYPE)])
    return spaces.Box(low, high, dtype=DTYPE)
