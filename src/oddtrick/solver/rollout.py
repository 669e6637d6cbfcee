"""What may become of a deal: worlds, judged by what was played, and played to the end out of habit.

Solving a world asks what best play takes when everybody sees all cards. Playing it to the end asks
what becomes of it among players who see their own: each seat chooses by its hand and what has been
shown, as :class:`Habits` say. They are numbers that were learnt by self-play, and they say as well
how likely a seat is to play a card from a hand, which tells worlds apart.

>>> from oddtrick.dealing import new_match
>>> from oddtrick.solver.sampling import worlds
>>> match = new_match("whist", seed=7)
>>> view = match.view(match.to_act)
>>> here, nothing_learnt = imagine(view), Habits(np.zeros(TRAITS, np.int16))
>>> ends = here.play_out(worlds(view).draw(100, seed=1), nothing_learnt, seed=2)
>>> ends.tricks.shape[:2] == (100, len(here.choices)), bool((ends.tricks.sum(axis=2) == 13).all())
(True, True)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import numpy as np
from msgspec.structs import replace

from oddtrick.cards import CARDS, Card
from oddtrick.errors import OddtrickError
from oddtrick.solver import _kernel
from oddtrick.solver.deals.plan import DealPlan, DealStart, plan_deal
from oddtrick.solver.pimc import check_view
from oddtrick.solver.sampling import Drawn, Worlds

if TYPE_CHECKING:
    from collections.abc import Sequence
    from threading import Event

    from numpy.typing import NDArray

    from oddtrick.cards import Suit
    from oddtrick.views import View

TRAITS: int = _kernel.HABITS
"""How many things there are that may be seen in a card."""

CALM = 0
"""The mood in which the card for which most speaks is always played."""

WILD = 256
"""The mood in which each card is as likely as the habits say."""

Reward = Literal["tricks", "points", "survival"]
"""What the seats of a tree search want."""

_REWARDS: dict[Reward, _kernel.Reward] = {
    "tricks": _kernel.Reward.TRICKS,
    "points": _kernel.Reward.POINTS,
    "survival": _kernel.Reward.SURVIVAL,
}

LEAST_CHANCE = 1 / 256
"""No play is thought to be less likely than this: anybody may have reasons of his own."""


class Habits:
    """How much each thing that is seen in a card speaks for it, in 256ths.

    A card for which 256 more speaks is e times as likely to be played. Like the kernel's own form
    they never change, and serve any number of threads.

    Raises:
        OddtrickError: there are not as many numbers as traits.
    """

    def __init__(self, numbers: NDArray[np.int16]) -> None:
        if numbers.shape != (TRAITS,):
            raise OddtrickError(f"habits have the shape {numbers.shape}: it takes {TRAITS} numbers")
        self.numbers = numbers
        self.kernel = _kernel.Habits(np.ascontiguousarray(numbers, np.int16))


@dataclass(frozen=True, slots=True, eq=False)
class Ends:
    """What n worlds came to, after each of C choices, for S sides and P seats.

    Attributes:
        points: int16 [n, C, S], scored by each side in the deal.
        tricks: int8 [n, C, P], won by each seat in the deal.
        asked: in how many worlds it was to be played; n is less where time ran out.
    """

    points: NDArray[np.int16]
    tricks: NDArray[np.int8]
    asked: int

    def __len__(self) -> int:
        return len(self.points)


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """What a tree search found about each of C choices.

    Attributes:
        visits: int64 [C], how often it took each of them: the most visited is the best.
        means: float64 [C], the mean reward, 0 to 1.
    """

    visits: NDArray[np.int64]
    means: NDArray[np.float64]


class Imagined:
    """A moment of the play, ready to be looked at in any world. Make it with :func:`imagine`.

    Attributes:
        view: the view.
        choices: the cards to choose from: of legal cards that come to the same, the lowest.
        stands_for: for each legal card, ascending, the place in ``choices`` of the one that stands
            for it.
    """

    def __init__(self, view: View) -> None:
        check_view(view)
        assert view.seat is not None
        self.view = view
        self.kernel = _moment(view, view.seat)
        self._one = Worlds(view).draw(1, seed=0)
        rows = _rows(self._one)
        self.choices = tuple(CARDS[card] for card in _kernel.choices(self.kernel, *rows))
        self.stands_for = tuple(_kernel.runs(self.kernel, *rows))

    def log_likelihood(
        self,
        drawn: Drawn,
        sorts: Sequence[Habits],
        *,
        least: float = LEAST_CHANCE,
        threads: int = 1,
        seconds: float | None = None,
        cancel: Event | None = None,
    ) -> NDArray[np.float64]:
        """How likely each seat's plays of the hand under way are in each world, as logarithms.

        The result is float64 [sorts, n, P]; nought for the seat itself, whose cards are known.

        Args:
            drawn: the worlds.
            sorts: habits that the others may have; each more costs little.
            least: no single play counts as less likely than this.
            threads: how many.
            seconds: how long it may take at most; the result is what was done by then.
            cancel: once it is set, the result is what was done by then.

        Raises:
            OddtrickError: the worlds are not of this view.
            KeyboardInterrupt: Ctrl-C was pressed; the work has ended.
        """
        logs = np.empty((len(sorts), len(drawn), self.view.rules.players))
        done = _kernel.weigh(
            self.kernel,
            *self._rows(drawn),
            [habits.kernel for habits in sorts],
            math.log(least),
            threads,
            seconds,
            None if cancel is None else cancel.is_set,
            logs,
        )
        return logs[:, :done]

    def play_out(
        self,
        drawn: Drawn,
        habits: Habits,
        seed: int,
        *,
        theirs: Habits | None = None,
        tried: Sequence[int] | None = None,
        mood: int = CALM,
        threads: int = 1,
        seconds: float | None = None,
        cancel: Event | None = None,
    ) -> Ends:
        """Plays each choice in each world, and then on to the end of the deal out of habit.

        What a world comes to depends on its row, the habits, the mood and the seed alone.

        Args:
            drawn: the worlds.
            habits: of the seat to play and its partners.
            seed: of the moods, 0 to 2**64 - 1. In one world all choices meet the same chance.
            theirs: of the others; None: the same.
            tried: the places of the choices to try, ascending; None: all.
            mood: how much chance is mixed in, 0 to 256; at 256 each card is as likely as the habits
                say.
            threads: how many.
            seconds: how long it may take at most; the result is what was done by then.
            cancel: once it is set, the result is what was done by then.

        Raises:
            OddtrickError: the worlds are not of this view.
            KeyboardInterrupt: Ctrl-C was pressed; the work has ended.
        """
        rules = self.view.rules
        places = range(len(self.choices)) if tried is None else tried
        shape = (len(drawn), len(places), 1)
        points = np.empty((*shape, len(rules.sides)), np.int16)
        tricks = np.empty((*shape, rules.players), np.int8)
        done = _kernel.play_out(
            self.kernel,
            *self._rows(drawn),
            habits.kernel,
            (theirs or habits).kernel,
            mood,
            seed,
            1,
            sum(1 << place for place in places),
            threads,
            seconds,
            None if cancel is None else cancel.is_set,
            points,
            tricks,
        )
        return Ends(points[:done, :, 0], tricks[:done, :, 0], len(drawn))

    def grow_tree(
        self,
        drawn: Drawn,
        seed: int,
        *,
        iterations: int,
        reward: Reward = "tricks",
        habits: Habits | None = None,
        exploration: float = 0.7,
        mood: int = WILD,
        seconds: float | None = None,
        cancel: Event | None = None,
    ) -> Tree:
        """One tree over what the seat can tell apart, a world for each descent.

        That is information-set Monte-Carlo tree search with a single observer (P. I. Cowling,
        E. J. Powley and D. Whitehouse, 2012).

        Args:
            drawn: the worlds; they are taken in turn, again and again if need be.
            seed: of all chance, 0 to 2**64 - 1.
            iterations: how many descents.
            reward: what every seat wants: its side's share of the tricks; its side's lead in
                points; or to take a trick while few others do (K4).
            habits: of all seats, once a descent leaves the tree; None: any card is as likely.
            exploration: how much cards that were seldom tried are preferred.
            mood: how much chance there is in the habits, 0 to 256.
            seconds: how long it may take at most; the result is what was done by then.
            cancel: once it is set, the result is what was done by then.

        Raises:
            OddtrickError: the worlds are not of this view.
            KeyboardInterrupt: Ctrl-C was pressed; the work has ended.
        """
        visits, means = _kernel.grow_tree(
            self.kernel,
            *self._rows(drawn),
            None if habits is None else habits.kernel,
            mood,
            _REWARDS[reward],
            iterations,
            exploration,
            seed,
            seconds,
            None if cancel is None else cancel.is_set,
        )
        return Tree(np.array(visits, np.int64), np.array(means))

    def _rows(self, drawn: Drawn) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """The worlds for the kernel, which checks that they are deals."""
        seat = self.view.seat
        if (drawn.hands[:, seat] != np.uint64(self.view.hand.mask)).any():
            raise OddtrickError(f"the worlds are not of this view: seat {seat} holds other cards")
        return _rows(drawn)

    def traits(self) -> NDArray[np.int32]:
        """What is seen in each choice: a row of places in the habits, filled up with -1.

        It is the same in every world: the seat to play sees its own cards only.
        """
        return np.array(_kernel.traits(self.kernel, *_rows(self._one)), np.int32)


def play_under(
    view: View,
    trump: Suit,
    drawn: Drawn,
    habits: Habits,
    seed: int,
    *,
    mood: int = CALM,
    threads: int = 1,
) -> Ends:
    """Plays the deal in each world, out of habit, as if these were trumps (K3).

    Args:
        view: of a seat that is to choose trumps and has seen its cards.
        trump: the suit.
        drawn: worlds of the view.
        habits: of all seats.
        seed: of the moods.
        mood: how much chance is mixed in, 0 to 256.
        threads: how many.
    """
    rules = view.rules
    points = np.empty((len(drawn), 1, 1, len(rules.sides)), np.int16)
    tricks = np.empty((len(drawn), 1, 1, rules.players), np.int8)
    # The dealer never leads first: nobody has a card to choose in what follows.
    moment = _moment(replace(view, trump=trump), view.dealer)
    done = _kernel.play_out(
        moment, *_rows(drawn), habits.kernel, habits.kernel, mood, seed, 1, 1, threads, None, None,
        points, tricks,
    )  # fmt: skip
    return Ends(points[:done, :, 0], tricks[:done, :, 0], len(drawn))


def imagine(view: View) -> Imagined:
    """The moment of a view in which its seat is to play a card.

    Raises:
        OddtrickError: the view is not that of a seat to play a card, or contradicts itself.
    """
    return Imagined(view)


def plan_of(view: View) -> DealPlan:
    """The deal that the view is of, as the kernel counts it."""
    start = DealStart(
        number=view.number,
        dealer=view.dealer,
        seats=view.seats,
        chooser=view.chooser,
        score=view.standing.carried if view.rules.goal.stops_at_target else None,
    )
    return _plan(view.rules, start)


_plan = lru_cache(256)(plan_deal)


def _moment(view: View, observer: int) -> _kernel.Moment:
    played: list[Card] = [
        card for hand in (*view.earlier, view.tricks) for trick in hand for card in trick.cards
    ]
    played += view.table
    return _kernel.Moment(
        plan_of(view).kernel,
        -1 if view.trump is None else int(view.trump),
        -1 if view.turn_up is None else int(view.turn_up),
        played,
        observer,
    )


def _rows(drawn: Drawn) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    return np.ascontiguousarray(drawn.hands), np.ascontiguousarray(drawn.later)
