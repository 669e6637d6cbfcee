"""One episode: a match with numbered actions, observations and rewards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray

from oddtrick.cards import CARDS
from oddtrick.dealing import new_match
from oddtrick.envs.actions import Actions, read_action, to_flags
from oddtrick.envs.observation_layout import DTYPE, has_more_parts, layout_of
from oddtrick.envs.observations import ObservationTracker
from oddtrick.envs.view_observations import ViewObserver
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.match import Match, Playing
from oddtrick.rules import Rules
from oddtrick.solver.deals.observation_parts import write_order

ObservationKind = Literal["vector", "dict", "ordered", "ordered-dict"]
RewardKind = Literal["points", "difference", "outcome"]
EpisodeKind = Literal["match", "deal"]
IllegalActions = Literal["end", "raise"]

ILLEGAL_REWARD = -1.0
"""The reward of a seat whose illegal action ends the episode."""
NO_ACTION = -1
"""Stands in ``info["illegal_action"]`` as long as there was none."""


class EnvSettings(NamedTuple):
    """The choices of an environment that are not options of the game.

    Attributes:
        observation: a flat vector, or a dictionary of its parts; ``"ordered"`` and
            ``"ordered-dict"``: with the order of the tricks of the hand under way after them.
        reward: ``"points"``: the points of the seat's side in each deal. ``"difference"``: the
            same, less the mean of the other sides. ``"outcome"``: at the end 1 for the winners
            and -1 for the others, 0 for all if it ended level; a player who is knocked out has
            lost at once (K4).
        episode: a whole match, or its first deal.
        illegal: an illegal action ends the episode with a reward of -1 for its seat, or raises.
    """

    observation: ObservationKind = "vector"
    reward: RewardKind = "points"
    episode: EpisodeKind = "match"
    illegal: IllegalActions = "end"

    def checked(self) -> EnvSettings:
        """Returns the settings.

        Raises:
            OddtrickError: one has no such value; the message lists the values.
        """
        kinds = (ObservationKind, RewardKind, EpisodeKind, IllegalActions)
        for (name, value), kind in zip(self._asdict().items(), kinds, strict=True):
            check_choice(name, value, get_args(kind))
        if self.reward == "outcome" and self.episode == "deal":
            raise OddtrickError('reward="outcome" needs a whole match: leave out episode="deal"')
        return self


def check_choice(name: str, value: object, choices: tuple[str, ...]) -> None:
    """Checks a setting.

    Raises:
        OddtrickError: it has none of the values; the message lists them.
    """
    if value not in choices:
        known = " or ".join(f'"{choice}"' for choice in choices)
        raise OddtrickError(f"{name} is {known}, not {str(value)[:40]!r}")


def illegal_action(action: int = NO_ACTION) -> dict[str, Any]:
    """Returns the entry of ``info``: libraries want the same keys at each step, as NumPy scalars.

    >>> illegal_action()
    {'illegal_action': np.int64(-1)}
    """
    return {"illegal_action": np.int64(action)}


class SavedEpisode(NamedTuple):
    """The state of an episode as immutable data that can be pickled.

    Attributes:
        match: the match.
        finished: the episode is over.
        random: the state of the generator that seeds the next episodes.
    """

    match: Match
    finished: bool
    random: Mapping[str, Any]


class Episode:
    """An episode of a game, for seats by number.

    Args:
        game: the id of the game.
        options: its options.
        settings: the choices of the environment.
        waits: there is one more action, ``wait``, for the seats that are not to act.

    Raises:
        OddtrickError: there is no such game, option or setting, or a value is out of its bounds.
    """

    def __init__(
        self,
        game: str,
        options: Mapping[str, object],
        settings: EnvSettings,
        *,
        waits: bool = False,
    ) -> None:
        self.rules: Rules = rules_of(game, **options)
        self.settings = settings.checked()
        self.actions = Actions(self.rules)
        self.wait = len(self.actions)
        self.action_count = self.wait + waits
        self.ordered = settings.observation.startswith("ordered")
        self.layout = layout_of(self.rules, order=self.ordered)
        self.sides = [self.rules.side_of(seat) for seat in range(self.rules.players)]
        observer = ViewObserver if has_more_parts(self.rules) else ObservationTracker
        self.tracker = observer(self.rules)
        self.match: Match | None = None
        self.finished = False
        self.random, _ = seeding.np_random()
        self.to_act = -1
        self.legal = 0

    def reset(self, seed: object, options: Mapping[str, Any] | None) -> None:
        """Starts a match; ``options["dealer"]`` is the seat that deals first instead of a cut.

        Args:
            seed: the seed of ``new_match``; None: drawn from the generator of the last seed.
            options: other keys than ``dealer`` are ignored.

        Raises:
            OddtrickError: there is no such seat, or the seed is no whole number from 0.
        """
        if seed is None:
            seed = int(self.random.integers(2**63))
        elif isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
            raise OddtrickError(f"seed is {str(seed)[:40]}: write a whole number from 0")
        else:
            self.random, _ = seeding.np_random(int(seed))
        dealer = (options or {}).get("dealer")
        self._enter(new_match(rules=self.rules, seed=int(seed), dealer=dealer))

    def _enter(self, match: Match, *, finished: bool = False) -> None:
        self.match, self.finished = match, finished
        seat = None if finished else match.to_act
        self.to_act = -1 if seat is None else seat
        self.legal = 0 if finished else self.actions.legal_bits(match)
        self.tracker.load(match)

    @property
    def current(self) -> Match:
        """The match.

        Raises:
            OddtrickError: it has not been started.
        """
        if self.match is None:
            raise OddtrickError("call reset() first: no match has been started")
        return self.match

    def observation_space(self) -> spaces.Box | spaces.Dict:
        """Returns the space of observations, as the settings want them."""
        return self.layout.vector_space() if self.flat else self.layout.dict_space()

    @property
    def flat(self) -> bool:
        """True if an observation is a vector, and no dictionary."""
        return not self.settings.observation.endswith("dict")

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Returns a flag for each action: all 0 for a seat that is not to act."""
        return to_flags(self.legal if seat == self.to_act else 0, self.action_count)

    def observe(self, seat: int) -> Any:
        """Returns the observation of a seat, on turn or not, as the settings want it."""
        seen = self.tracker.observe(seat)
        if self.ordered:
            numbers = np.zeros(self.layout.size, DTYPE)
            numbers[: len(seen)] = seen
            write_order(self.layout.split(numbers), self.current.view(seat))
            seen = numbers
        return seen if self.flat else self.layout.split(seen)

    def is_legal(self, action: object) -> bool:
        """True if the seat to act may take an action.

        Raises:
            OddtrickError: it is no number of an action; or it is illegal, and illegal actions
                raise. The message names the seat and its legal actions.
        """
        number = read_action(action, self.action_count)
        if self.legal >> number & 1:
            return True
        if self.settings.illegal == "end":
            return False
        legal = [other for other in range(self.wait) if self.legal >> other & 1]
        raise OddtrickError(
            f"action {self._name(number)} is illegal: seat {self.to_act} may take "
            + ", ".join(map(self._name, legal))
        )

    def _name(self, number: int) -> str:
        return f"{number} ({self.actions.text(number)})"

    def stop(self) -> None:
        """Ends the episode without a result, after an illegal action."""
        self.finished, self.to_act, self.legal = True, -1, 0

    def take(self, number: int) -> tuple[float, ...] | None:
        """Takes a legal action.

        Returns:
            The reward of each seat if a deal ended, else None.
        """
        before = self.current
        was = before.phase
        if type(was) is Playing:
            card = CARDS[number]
            match = before.apply(card)
            phase = match.phase
            if type(phase) is Playing and phase.layout is was.layout:
                self.match, self.to_act = match, phase.to_act
                self.legal = phase.legal_mask()
                self.tracker.play(was, card, phase)
                return None
        else:
            match = before.apply(self.actions[number])
        ended = match.over or match.number > before.number
        self._enter(match, finished=match.over or (ended and self.settings.episode == "deal"))
        return self._rewards(before, match) if ended else None

    def _rewards(self, before: Match, match: Match) -> tuple[float, ...]:
        """The rewards of a deal that has just ended."""
        if self.settings.reward == "outcome":
            return self._outcome(before, match)
        log = match.deal if match.over else match.past[-1]
        assert log.result is not None
        points = log.result.points
        if self.settings.reward == "points":
            return tuple(float(points[side]) for side in self.sides)
        others, total = len(points) - 1, sum(points)
        return tuple(points[side] - (total - points[side]) / others for side in self.sides)

    def _outcome(self, before: Match, match: Match) -> tuple[float, ...]:
        seats_in = match.standing.seats_in
        if not match.over:
            lost = set(before.standing.seats_in) - set(seats_in)
            return tuple(-1.0 if seat in lost else 0.0 for seat in range(self.rules.players))
        if match.winner is None:
            return (0.0,) * self.rules.players
        return tuple(
            0.0 if seat not in before.standing.seats_in else 1.0 if side == match.winner else -1.0
            for seat, side in enumerate(self.sides)
        )

    def save(self) -> SavedEpisode:
        """Returns the state for :meth:`restore`."""
        return SavedEpisode(self.current, self.finished, self.random.bit_generator.state)

    def restore(self, saved: SavedEpisode) -> None:
        """Restores a state.

        Raises:
            OddtrickError: it belongs to another game or other options; nothing has changed then.
        """
        if saved.match.rules != self.rules:
            raise OddtrickError("the state belongs to another game, or to other options of it")
        self.random.bit_generator.state = saved.random
        self._enter(saved.match, finished=saved.finished)
