"""The environment of PettingZoo's AEC API: one agent acts at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, overload

from pettingzoo import AECEnv

from oddtrick.envs.episode import (
    ILLEGAL_REWARD,
    EnvSettings,
    EpisodeKind,
    IllegalActions,
    ObservationKind,
    RewardKind,
    SavedEpisode,
    illegal_action,
)
from oddtrick.envs.observation_layout import MaskedObservation, Seen
from oddtrick.envs.pettingzoo_base import SeatEnv
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from oddtrick.envs.rendering import RenderMode


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
