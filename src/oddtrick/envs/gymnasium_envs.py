"""The environments of Gymnasium: one seat learns, bots play the others; one deal or many."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Generic, Literal, NamedTuple, get_args

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from oddtrick.bots import Bot, find_bot
from oddtrick.envs.actions import Actions, to_flags
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
    check_choice,
    illegal_action,
)
from oddtrick.envs.observation_layout import Seen
from oddtrick.envs.rendering import RENDER_MODES, RenderMode, check_render_mode, render
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.rules import Rules
from oddtrick.solver.deals import (
    DealStart,
    SavedDeals,
    Step,
    VectorDeals,
)
from oddtrick.solver.deals.observation_parts import PartLayout
from oddtrick.tricks import check_seat

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
        self.observation_space = self.episode.observation_space()
        self.action_space: spaces.Discrete[Any] = spaces.Discrete(self.episode.action_count)

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
            reward += self._take(episode.actions.number_of(action))
        return reward

    def _info(self, illegal: int = NO_ACTION) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), **illegal_action(illegal)}

    def action_masks(self) -> NDArray[np.int8]:
        """Returns a flag for each action; all 0 when the episode is over."""
        done = self.episode.match is None or self._done()
        return to_flags(0, self.episode.action_count) if done else self.episode.mask(self.seat)

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


Flags = NDArray[np.bool_]
Policy = Callable[[NDArray[np.uint8], NDArray[np.int8]], NDArray[np.integer[Any]]]
"""Chooses one action for each of k deals, from observations ``[k, size]`` and masks ``[k, n]``."""

Seeds = int | Sequence[int | None] | NDArray[np.integer[Any]]
"""One seed for all envs, or one for each."""

VectorObservation = Literal["vector", "ordered"]
VectorReward = Literal["points", "difference"]


class SavedVectorEnv(NamedTuple):
    """The state of a vector environment as plain data that can be pickled.

    Attributes:
        deals: the deals.
        random: the state of the generator that plays the others and seeds the next episodes.
    """

    deals: SavedDeals
    random: Mapping[str, Any]


class WhistVectorEnv(VectorEnv[NDArray[np.uint8], NDArray[np.integer[Any]], NDArray[Any]]):
    """Deals of one game for one seat, stepped together; an episode is one deal.

    ``infos["action_mask"]`` has a 1 for each legal action, ``[num_envs, n]``; all 1 where the deal
    is over and any action is ignored. The observation of a deal that is over is all 0.

    Args:
        game: the id of the game.
        num_envs: the number of deals to step at once.
        seat: the seat that learns.
        opponents: ``"random"``, or a policy for all other seats.
        observation: ``"vector"``: the layout of the deal; ``"ordered"``: with the order of the
            tricks after it.
        reward: the points of the seat's side when the deal ends, or their difference from the mean
            of the other sides.
        autoreset_mode: when a deal that is over is followed by the next one.
        start: the place of the deals in a match; None: the first deal, dealt by seat 0.
        **options: the options of the game, by name.

    Raises:
        OddtrickError: there is no such game, option, seat or setting, or a value is out of its
            bounds.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seat: int = 0,
        opponents: Literal["random"] | Policy = "random",
        observation: VectorObservation = "vector",
        reward: VectorReward = "points",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        start: DealStart | None = None,
        **options: object,
    ) -> None:
        rules = rules_of(game, **options)
        check_choice("reward", reward, get_args(VectorReward))
        check_choice("observation", observation, get_args(VectorObservation))
        if not callable(opponents):
            check_choice("opponents", opponents, ("random",))
        self.seat = check_seat(seat, rules.players, "learn")
        self.opponents, self.reward = opponents, reward
        if not isinstance(autoreset_mode, AutoresetMode):
            modes = tuple(mode.value for mode in AutoresetMode)
            check_choice("autoreset_mode", autoreset_mode, modes)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": []}
        self.deals = VectorDeals(
            rules,
            num_envs,
            start=start,
            observe=callable(opponents),
            order=observation == "ordered",
        )
        seats = self.deals.plan.start.seats
        if seats is not None and seat not in seats:
            raise OddtrickError(f"seat {seat} can't learn: the seats that are in are {seats}")
        self.num_envs, self._side = num_envs, rules.side_of(seat)
        self._actions = len(Actions(rules))
        self.single_observation_space = _observation_space(self.deals.layout)
        self.single_action_space: spaces.Discrete[Any] = spaces.Discrete(self._actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over: Flags | None = None

    def reset(
        self,
        *,
        seed: Seeds | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Deals the cards, and lets the others play up to the seat's first turn.

        Args:
            seed: one for all; env *i* gets deal *i* of it. Or a list with one for each env, whose
                cards then follow from its own seed. None: drawn from that of the last seed.
            options: ``reset_mask``, flags ``[num_envs]``: only these envs go on to their next deal,
                the others stay as they are. Other keys are ignored.

        Raises:
            OddtrickError: the seed or the mask is malformed, or both are given.
        """
        chosen = (options or {}).get("reset_mask")
        if chosen is None:
            now = self._deal(seed)
        else:
            if seed is not None:
                raise OddtrickError("give a seed or reset_mask: deals of a mask follow the seed")
            self._started()
            now = self.deals.renew(chosen)
        now, _ = self._play_others(now)
        return self._look(now)

    def _deal(self, seed: Seeds | None) -> Step:
        """Deals the cards of a seed, or of a seed for each env."""
        if isinstance(seed, (list, tuple, np.ndarray)):
            return self._deal_each(seed)
        one = None if seed is None else _checked_seed(seed)
        super().reset(seed=one)
        return self.deals.reset(int(self.np_random.integers(2**63)) if one is None else one)

    def _deal_each(self, given: Sequence[int | None] | NDArray[np.integer[Any]]) -> Step:
        """Deals to each env the cards of its own seed: a deal of seed 0 by a hash of that seed."""
        if len(given) != self.num_envs:
            raise OddtrickError(
                f"seed has {len(given)} numbers: write one, or one for each of {self.num_envs} envs"
            )
        drawn = self.np_random.integers(2**63, size=len(given)).tolist()
        seeds = [
            new if seed is None else _checked_seed(seed)
            for seed, new in zip(given, drawn, strict=True)
        ]
        super().reset(seed=_hashed(seeds))
        return self.deals.restore(
            SavedDeals(
                seed=0,
                numbers=np.array([_hashed(seed) for seed in seeds], np.uint64),
                taken=np.zeros(self.num_envs, np.int16),
                actions=np.full((self.num_envs, self.deals.plan.actions), -1, np.int8),
            )
        )

    def save_state(self) -> SavedVectorEnv:
        """Returns the state for :meth:`restore_state`.

        Raises:
            OddtrickError: ``reset`` has not been called.
        """
        self._started()
        return SavedVectorEnv(self.deals.state(), self.np_random.bit_generator.state)

    def restore_state(self, saved: SavedVectorEnv) -> None:
        """Restores a state of the same game, options and number of envs.

        Raises:
            OddtrickError: it is of another game or size; nothing has changed then.
        """
        self._over = self.deals.restore(saved.deals).over
        self.np_random.bit_generator.state = dict(saved.random)

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[NDArray[np.uint8], NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        """Takes an action in each deal and lets the others play up to the seat's next turn.

        Raises:
            OddtrickError: an action is illegal, or a deal is over and autoreset is disabled; then
                no deal has changed. The message names the env and its legal actions.
        """
        was_over = self._started()
        if self.autoreset_mode is AutoresetMode.DISABLED and was_over.any():
            env = int(was_over.argmax())
            raise OddtrickError(f'env {env} is over: reset it with options={{"reset_mask": …}}')
        now = self.deals.step(actions)
        points = now.rewards.astype(np.float64)
        if was_over.any():
            now = self.deals.renew(was_over)
        now, more = self._play_others(now)
        points += more
        rewards = self._rewards(points)
        seen, infos = self._look(now)
        over = now.over
        if self.autoreset_mode is AutoresetMode.SAME_STEP and over.any():
            final = self._final(seen, infos, over)
            now, _ = self._play_others(self.deals.renew(over))
            seen, infos = self._look(now)
            infos |= final
        return seen, rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def _started(self) -> Flags:
        if self._over is None:
            raise OddtrickError("call reset() first: no deal has been started")
        return self._over

    def _play_others(self, now: Step) -> tuple[Step, NDArray[np.float64]]:
        """Lets the other seats play until the seat is to act or the deal is over.

        Returns:
            The state, and the points of each side in the deals that ended: ``[B, S]``.
        """
        points = np.zeros(now.rewards.shape)
        while (others := (now.to_act >= 0) & (now.to_act != self.seat)).any():
            actions = np.zeros(self.num_envs, np.int64)
            actions[others] = self._choose(now, others)
            now = self.deals.step(actions, others)
            points += now.rewards
        return now, points

    def _choose(self, now: Step, others: Flags) -> NDArray[np.integer[Any]]:
        """The actions of the other seats."""
        masks = self._masks(now)[others]
        if callable(self.opponents):
            return self.opponents(now.observations[others], masks)
        best: NDArray[np.integer[Any]] = np.argmax(
            masks * (1 - self.np_random.random(masks.shape)), axis=1
        )
        return best

    def _masks(self, now: Step) -> NDArray[np.int8]:
        """The legal actions as flags ``[B, n]``."""
        return self.deals.legal(now).view(np.int8)

    def _rewards(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        own = points[:, self._side]
        if self.reward == "points":
            return own.copy()
        others = points.shape[1] - 1
        difference: NDArray[np.float64] = own - (points.sum(axis=1) - own) / others
        return difference

    def _look(self, now: Step) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        self._over = now.over
        masks = self._masks(now)
        masks[self._over] = 1
        given = np.ones(self.num_envs, np.bool_)
        return self.deals.observe(self.seat), {"action_mask": masks, "_action_mask": given}

    def _final(self, seen: NDArray[np.uint8], infos: dict[str, Any], over: Flags) -> dict[str, Any]:
        """The last observations and infos of the deals that ended, as Gymnasium names them."""
        observations = np.full(self.num_envs, None, dtype=object)
        for env in np.flatnonzero(over):
            observations[env] = seen[env]
        masks = np.where(over[:, None], infos["action_mask"], 0).astype(np.int8)
        return {
            "final_obs": observations,
            "_final_obs": over.copy(),
            "final_info": {"action_mask": masks, "_action_mask": over.copy()},
            "_final_info": over.copy(),
        }


def _checked_seed(seed: object) -> int:
    if isinstance(seed, (int, np.integer)) and not isinstance(seed, bool) and seed >= 0:
        return int(seed)
    raise OddtrickError(
        f"seed is {str(seed)[:40]}: write one whole number from 0, or one for each env"
    )


def _hashed(seeds: int | Sequence[int]) -> int:
    """A number of 64 bits, so that the deals that follow those of one seed meet no other's."""
    return int(np.random.SeedSequence(seeds).generate_state(1, np.uint64)[0])


def _observation_space(layout: PartLayout) -> spaces.Box:
    high = np.ones(layout.size, np.uint8)
    for part in layout.parts:
        high[layout.slices[part.name]] = min(part.most, np.iinfo(np.uint8).max)
    return spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
