"""The environment of Gymnasium: one seat learns, bots play the others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

import gymnasium
from gymnasium import spaces

from oddtrick.bots import Bot, find_bot
from oddtrick.envs.actions import number_of, to_flags
from oddtrick.envs.episode import (
    ILLEGAL_REWARD,
    NO_ACTION,
    EnvSettings,
    Episode,
    EpisodeKind,
    IllegalActions,
    ObservationKind,
    RewardKind,
    SavedEpisode,
    illegal_action,
)
from oddtrick.envs.observation_layout import Seen, dict_space, vector_space
from oddtrick.envs.rendering import RENDER_MODES, RenderMode, check_render_mode, render
from oddtrick.errors import OddtrickError
from oddtrick.tricks import check_seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from oddtrick.rules import Rules

Opponents = str | Bot | Sequence[str | Bot]


class SavedEnv(NamedTuple):
    """The state of an environment as plain data that can be pickled.

    Attributes:
        episode: the match.
        bots: the state of each bot's random numbers.
        random: the state of the generator that seeds the next episodes.
    """

    episode: SavedEpisode
    bots: tuple[Any, ...]
    random: Mapping[str, Any]


class WhistEnv(gymnasium.Env[Any, int], Generic[Seen]):
    """A game for one seat; the steps are its turns.

    An observation is what the seat sees. ``info["action_mask"]`` has a 1 for each legal action;
    ``info["illegal_action"]`` is the action that ended the episode, and -1 as long as none did.
    A reward counts everything since the action before. A player who is knocked out is done (K4).

    Args:
        game: the id of the game.
        seat: the seat that learns.
        opponents: the other players: the name of a bot or a bot for all of them, or a list with
            one for each, clockwise from the seat.
        observation: see :class:`~oddtrick.envs.episode.EnvSettings`, as for the next three.
        reward: the reward of a deal or of the match.
        episode: a whole match, or its first deal.
        illegal: the effect of an illegal action.
        render_mode: ``"ansi"``, ``"human"``, ``"rgb_array"`` or None.
        **options: the options of the game, by name.

    Raises:
        OddtrickError: there is no such game, option, setting, seat or bot, or a value is out of
            its bounds.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  as Gymnasium's

    def __init__(
        self,
        game: str,
        *,
        seat: int = 0,
        opponents: Opponents = "club",
        observation: ObservationKind = "vector",
        reward: RewardKind = "points",
        episode: EpisodeKind = "match",
        illegal: IllegalActions = "end",
        render_mode: RenderMode | None = None,
        **options: object,
    ) -> None:
        settings = EnvSettings(observation, reward, episode, illegal)
        self.episode = Episode(game, options, settings)
        rules = self.episode.rules
        self.seat = check_seat(seat, rules.players, "learn")
        others = [(seat + place) % rules.players for place in range(1, rules.players)]
        self.bots = dict(zip(others, read_bots(opponents, rules), strict=True))
        self._bot_random = {other: Random(0) for other in others}
        self._render_mode = check_render_mode(render_mode)
        self.render_mode = render_mode
        self.observation_space = vector_space() if observation == "vector" else dict_space()
        self.action_space: spaces.Discrete[Any] = spaces.Discrete(self.episode.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Starts a match with the cards of ``new_match(seed=…)``, up to the seat's first turn.

        Args:
            seed: None: goes on from the last seed.
            options: ``dealer``, the seat that deals first; other keys are ignored.
        """
        super().reset(seed=seed)
        dealt = int(self.np_random.integers(2**63)) if seed is None else seed
        self.episode.reset(dealt, options)
        for other in self.bots:
            self._bot_random[other] = Random(f"oddtrick/{dealt}/{other}")
        self._play_others()
        return self._look(), self._info()

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Takes an action and lets the others play up to the seat's next turn.

        Raises:
            OddtrickError: it is no number of an action, or the episode is over or not started.
        """
        episode = self.episode
        if episode.match is None or episode.to_act != self.seat:
            why = "no match has been started" if episode.match is None else "the episode is over"
            raise OddtrickError(f"call reset() first: {why}")
        if not episode.is_legal(action):
            episode.stop()
            return self._look(), ILLEGAL_REWARD, True, False, self._info(int(action))
        reward = self._take(int(action)) + self._play_others()
        return self._look(), reward, self._done(), False, self._info()

    def _look(self) -> Seen:
        """The observation of the seat; a person who watches is shown the table."""
        if self._render_mode == "human":
            self.render()
        seen: Seen = self.episode.observe(self.seat)
        return seen

    def _take(self, number: int) -> float:
        rewards = self.episode.take(number)
        return 0.0 if rewards is None else rewards[self.seat]

    def _done(self) -> bool:
        episode = self.episode
        return episode.finished or self.seat not in episode.current.standing.seats_in

    def _play_others(self) -> float:
        """Lets the bots play until the seat is to act; returns the seat's reward."""
        episode, reward = self.episode, 0.0
        while not self._done() and episode.to_act != self.seat:
            other = episode.to_act
            view = episode.current.view(other)
            action = self.bots[other].choose(view, self._bot_random[other])
            reward += self._take(number_of(action))
        return reward

    def _info(self, illegal: int = NO_ACTION) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), **illegal_action(illegal)}

    def action_masks(self) -> NDArray[np.int8]:
        """Returns a flag for each action; all 0 when the episode is over."""
        done = self.episode.match is None or self._done()
        return to_flags(0, self.episode.actions) if done else self.episode.mask(self.seat)

    def render(self) -> Any:
        """Returns the table with all cards open: text, or a picture ``[height, width, 3]``.

        With ``render_mode="human"`` it prints the text, as every step does.
        """
        return render(self.episode.current, self._render_mode)

    def save_state(self) -> SavedEnv:
        """Returns the state for :meth:`restore_state`."""
        bots = tuple(random.getstate() for random in self._bot_random.values())
        return SavedEnv(self.episode.save(), bots, self.np_random.bit_generator.state)

    def restore_state(self, saved: SavedEnv) -> None:
        """Restores a state of the same game, options and seat.

        Raises:
            OddtrickError: it belongs to another game or other options; nothing has changed then.
        """
        self.episode.restore(saved.episode)
        for random, state in zip(self._bot_random.values(), saved.bots, strict=True):
            random.setstate(state)
        self.np_random.bit_generator.state = dict(saved.random)


def read_bots(opponents: Opponents, rules: Rules) -> list[Bot]:
    """The bots of all other seats.

    Raises:
        OddtrickError: there is no such bot, or not one for each seat.
    """
    others = rules.players - 1
    given = (
        list(opponents)
        if isinstance(opponents, Sequence) and not isinstance(opponents, str)
        else [opponents] * others
    )
    if len(given) != others:
        raise OddtrickError(f"opponents has {len(given)} bots: name one, or {others}")
    return [find_bot(bot, rules) if isinstance(bot, str) else bot for bot in given]
