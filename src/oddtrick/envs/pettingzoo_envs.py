"""The environments of PettingZoo, AEC and parallel: an agent for each seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Literal, NamedTuple, overload

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from oddtrick.envs.actions import to_flags
from oddtrick.envs.episode import (
    ILLEGAL_REWARD,
    EnvSettings,
    Episode,
    EpisodeKind,
    IllegalActions,
    ObservationKind,
    RewardKind,
    SavedEpisode,
    illegal_action,
)
from oddtrick.envs.observation_layout import MaskedObservation, Seen, state_layout_of
from oddtrick.envs.rendering import RENDER_MODES, RenderMode, check_render_mode, render
from oddtrick.errors import OddtrickError
from oddtrick.match import ToThrow


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
        self.state_space = state_layout_of(self.episode.rules).vector_space()
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_spaces = {
            agent: masked_space(self.episode) for agent in self.possible_agents
        }
        self._action_spaces = {
            agent: spaces.Discrete(self.episode.action_count) for agent in self.possible_agents
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

        It is the observation of seat 0, followed by the cards of all seats ``[8, 52]``, their
        secret throws ``[8, 3]``, and in some games more, in one row: see
        :func:`~oddtrick.envs.observation_layout.state_layout_of`.
        """
        self.episode.current  # noqa: B018  # raises before the first match
        tracker = self.episode.tracker
        return np.concatenate([tracker.observe(0), tracker.hidden()])

    def close(self) -> None:
        """Does nothing: there is no window."""


def masked_space(episode: Episode) -> spaces.Dict:
    """The space of observations with their action masks."""
    mask = spaces.Box(0, 1, (episode.action_count,), np.int8)
    return spaces.Dict({"observation": episode.observation_space(), "action_mask": mask})


class SavedAgent(NamedTuple):
    """The state of one agent."""

    cumulative_reward: float
    reward: float
    terminated: bool
    info: dict[str, Any]


class SavedAECEnv(NamedTuple):
    """The state of an AEC environment as plain data that can be pickled.

    Attributes:
        episode: the match.
        agents: the agents that are left.
        selected: the agent to step.
        next_selected: the agent to step when the dead ones are gone.
    """

    episode: SavedEpisode
    agents: Mapping[str, SavedAgent]
    selected: str
    next_selected: str | None


class WhistAECEnv(SeatEnv, AECEnv[str, Any, int | None], Generic[Seen]):
    """A game with one agent for each seat, ``seat_0``, ``seat_1`` and so on.

    An observation is a dictionary of ``observation`` and ``action_mask``. The mask is all 0 for
    agents that are not to act.

    Args:
        game: the id of the game.
        observation: see :class:`~oddtrick.envs.episode.EnvSettings`, as for the next three.
        reward: the reward of a deal or of the match.
        episode: a whole match, or its first deal.
        illegal: the effect of an illegal action.
        render_mode: ``"ansi"``, ``"human"``, ``"rgb_array"`` or None.
        **options: the options of the game, by name.

    Raises:
        OddtrickError: there is no such game, option or setting, or a value is out of its bounds.
    """

    def __init__(
        self,
        game: str,
        *,
        observation: ObservationKind = "vector",
        reward: RewardKind = "points",
        episode: EpisodeKind = "match",
        illegal: IllegalActions = "end",
        render_mode: RenderMode | None = None,
        **options: object,
    ) -> None:
        settings = EnvSettings(observation, reward, episode, illegal)
        SeatEnv.__init__(self, game, options, settings, render_mode, waits=False)
        self._rewarded = False
        self._skip_agent_selection = None  # type: ignore[assignment]  # as PettingZoo does

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a match with the cards of ``new_match(seed=…)``.

        Args:
            seed: None: goes on from the last seed.
            options: ``dealer``, the seat that deals first; other keys are ignored.
        """
        self.episode.reset(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: illegal_action() for agent in self.agents}
        self._rewarded = False
        self._skip_agent_selection = None  # type: ignore[assignment]
        self.agent_selection = self.possible_agents[self.episode.to_act]
        self._show()

    def observe(self, agent: str) -> MaskedObservation[Seen]:
        """Returns the observation and the action mask of an agent, on turn or not."""
        episode, seat = self.episode, self._seats[agent]
        return {"observation": episode.observe(seat), "action_mask": episode.mask(seat)}

    @overload
    def last(
        self, observe: Literal[True] = ...
    ) -> tuple[MaskedObservation[Seen], float, bool, bool, dict[str, Any]]: ...

    @overload
    def last(
        self,
        observe: bool = ...,  # noqa: FBT001
    ) -> tuple[MaskedObservation[Seen] | None, float, bool, bool, dict[str, Any]]: ...

    def last(
        self,
        observe: bool = True,  # noqa: FBT001, FBT002  PettingZoo's signature
    ) -> tuple[MaskedObservation[Seen] | None, float, bool, bool, dict[str, Any]]:
        """Returns what the selected agent sees now, and its reward since its last action."""
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        reward, terminated = self._cumulative_rewards[agent], self.terminations[agent]
        return seen, reward, terminated, False, self.infos[agent]

    def step(self, action: int | None) -> None:
        """Takes the action of the selected agent; None for an agent that is out.

        Raises:
            OddtrickError: it is no number of an action, or ``reset`` has not been called.
        """
        if not self.agents:
            why = "no match has been started" if self.episode.match is None else "it is over"
            raise OddtrickError(f"call reset() first: {why}")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._step_dead(action)
            return
        legal = self.episode.is_legal(action)
        self._cumulative_rewards[agent] = 0.0
        if self._rewarded:
            self._clear_rewards()
            self._rewarded = False
        if not legal:
            self._stop(agent, int(action))  # type: ignore[arg-type]  # a number, though illegal
            return
        rewards = self.episode.take(int(action))  # type: ignore[arg-type]  # legal, so a number
        if not self.episode.finished:
            self.agent_selection = self.possible_agents[self.episode.to_act]
        if rewards is not None:
            self._end_deal(rewards)
        self._show()

    def _step_dead(self, action: int | None) -> None:
        if action is not None:
            raise OddtrickError(f"{self.agent_selection} is out: its only action is None")
        self._was_dead_step(None)
        self._rewarded = False

    def _stop(self, agent: str, action: int) -> None:
        """Ends the episode after an illegal action."""
        self.episode.stop()
        self.rewards[agent] = ILLEGAL_REWARD
        self.infos[agent] = illegal_action(action)
        self._accumulate_rewards()
        self._rewarded = True
        self.terminations = dict.fromkeys(self.agents, True)
        self._deads_step_first()

    def _end_deal(self, rewards: tuple[float, ...]) -> None:
        """Gives the rewards of a deal, and terminates the agents that are out (K4)."""
        seats_in = self.episode.current.standing.seats_in
        for agent in self.agents:
            seat = self._seats[agent]
            self.rewards[agent] = rewards[seat]
            self.terminations[agent] = self.episode.finished or seat not in seats_in
        self._accumulate_rewards()
        self._rewarded = True
        self._deads_step_first()

    def save_state(self) -> SavedAECEnv:
        """Returns the state for :meth:`restore_state`."""
        agents = {
            agent: SavedAgent(
                self._cumulative_rewards[agent],
                self.rewards[agent],
                self.terminations[agent],
                dict(self.infos[agent]),
            )
            for agent in self.agents
        }
        saved = self.episode.save()
        return SavedAECEnv(saved, agents, self.agent_selection, self._skip_agent_selection)

    def restore_state(self, saved: SavedAECEnv) -> None:
        """Restores a state of the same game and options, from this or another environment.

        Raises:
            OddtrickError: it belongs to another game or other options; nothing has changed then.
        """
        self.episode.restore(saved.episode)
        self.agents = list(saved.agents)
        self.truncations = dict.fromkeys(self.agents, False)
        agents = saved.agents.items()
        self._cumulative_rewards = {agent: kept.cumulative_reward for agent, kept in agents}
        self.rewards = {agent: kept.reward for agent, kept in agents}
        self.terminations = {agent: kept.terminated for agent, kept in agents}
        self.infos = {agent: dict(kept.info) for agent, kept in agents}
        self.agent_selection = saved.selected
        self._skip_agent_selection = saved.next_selected  # type: ignore[assignment]
        self._rewarded = True


class SavedParallelEnv(NamedTuple):
    """The state of a parallel environment as plain data that can be pickled.

    Attributes:
        episode: the match.
        agents: the agents that are left.
    """

    episode: SavedEpisode
    agents: tuple[str, ...]


class WhistParallelEnv(SeatEnv, ParallelEnv[str, Any, int], Generic[Seen]):
    """The game of :class:`~oddtrick.envs.pettingzoo_envs.WhistAECEnv`, stepped by all at once.

    There is one more action, ``wait``, the highest number. It is the only legal action of agents
    that are not to act; whatever they do is ignored. Seats that tied throw rock, paper or scissors
    in the same step (K5).

    The arguments are those of :class:`~oddtrick.envs.pettingzoo_envs.WhistAECEnv`.
    """

    def __init__(
        self,
        game: str,
        *,
        observation: ObservationKind = "vector",
        reward: RewardKind = "points",
        episode: EpisodeKind = "match",
        illegal: IllegalActions = "end",
        render_mode: RenderMode | None = None,
        **options: object,
    ) -> None:
        settings = EnvSettings(observation, reward, episode, illegal)
        SeatEnv.__init__(self, game, options, settings, render_mode, waits=True)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, MaskedObservation[Seen]], dict[str, dict[str, Any]]]:
        """Starts a match with the cards of ``new_match(seed=…)``.

        Args:
            seed: None: goes on from the last seed.
            options: ``dealer``, the seat that deals first; other keys are ignored.
        """
        self.episode.reset(seed, options)
        self.agents = self.possible_agents[:]
        self._show()
        return self._observations(), {agent: illegal_action() for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, MaskedObservation[Seen]],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Takes one action of each agent; only those of agents that are to act matter.

        Raises:
            OddtrickError: an agent that is to act gives no action, or no number of one, or
                ``reset`` has not been called.
        """
        if not self.agents:
            why = "no match has been started" if self.episode.match is None else "it is over"
            raise OddtrickError(f"call reset() first: {why}")
        rewards = dict.fromkeys(self.agents, 0.0)
        infos = {agent: illegal_action() for agent in self.agents}
        acting = self._acting()
        # All are checked before any is taken, so that an error leaves the episode unchanged.
        legal = [self._is_legal(agent, actions) for agent in acting]
        for agent, may in zip(acting, legal, strict=True):
            if not may:
                self.episode.stop()
                rewards[agent] = ILLEGAL_REWARD
                infos[agent] = illegal_action(actions[agent])
        if not self.episode.finished:
            for agent in acting:
                self._take(int(actions[agent]), rewards)
        seats_in = self.episode.current.standing.seats_in
        terminated = {
            agent: self.episode.finished or self._seats[agent] not in seats_in
            for agent in self.agents
        }
        observations = self._observations()
        truncated = dict.fromkeys(self.agents, False)
        self.agents = [agent for agent in self.agents if not terminated[agent]]
        self._show()
        return observations, rewards, terminated, truncated, infos

    def _is_legal(self, agent: str, actions: Mapping[str, int]) -> bool:
        if agent not in actions:
            raise OddtrickError(f"actions has none for {agent}, whose turn it is")
        return self.episode.is_legal(actions[agent])

    def _take(self, action: int, rewards: dict[str, float]) -> None:
        earned = self.episode.take(action)
        if earned is not None:
            for agent in rewards:
                rewards[agent] = earned[self._seats[agent]]

    def _acting(self) -> list[str]:
        """The agents that act in this step: one, or all that throw in this round (K5)."""
        phase = self.episode.current.phase
        seats = phase.throwing.seats if isinstance(phase, ToThrow) else (self.episode.to_act,)
        return [self.possible_agents[seat] for seat in seats]

    def _observations(self) -> dict[str, MaskedObservation[Seen]]:
        episode = self.episode
        acting = [] if episode.finished else self._acting()
        seen: dict[str, MaskedObservation[Seen]] = {}
        for agent in self.agents:
            bits = episode.legal if agent in acting else 1 << episode.wait
            seen[agent] = {
                "observation": episode.observe(self._seats[agent]),
                "action_mask": to_flags(bits, episode.action_count),
            }
        return seen

    def save_state(self) -> SavedParallelEnv:
        """Returns the state for :meth:`restore_state`."""
        return SavedParallelEnv(self.episode.save(), tuple(self.agents))

    def restore_state(self, saved: SavedParallelEnv) -> None:
        """Restores a state of the same game and options, from this or another environment.

        Raises:
            OddtrickError: it belongs to another game or other options; nothing has changed then.
        """
        self.episode.restore(saved.episode)
        self.agents = list(saved.agents)
