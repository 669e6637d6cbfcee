"""The environment of PettingZoo's parallel API: every agent gives an action at each step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from pettingzoo import ParallelEnv

from oddtrick.envs.actions import to_flags
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
from oddtrick.match import ToThrow

if TYPE_CHECKING:
    from collections.abc import Mapping

    from oddtrick.envs.rendering import RenderMode


class SavedParallelEnv(NamedTuple):
    """The state of a parallel environment as plain data that can be pickled.

    Attributes:
        episode: the match.
        agents: the agents that are left.
    """

    episode: SavedEpisode
    agents: tuple[str, ...]


class WhistParallelEnv(SeatEnv, ParallelEnv[str, Any, int], Generic[Seen]):
    """The game of :class:`~oddtrick.envs.pettingzoo_aec.WhistAECEnv`, stepped by all at once.

    There is one more action, ``wait``, the highest number. It is the only legal action of agents
    that are not to act; whatever they do is ignored. Seats that tied throw rock, paper or scissors
    in the same step (K5).

    The arguments are those of :class:`~oddtrick.envs.pettingzoo_aec.WhistAECEnv`.
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
                "action_mask": to_flags(bits, episode.actions),
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
