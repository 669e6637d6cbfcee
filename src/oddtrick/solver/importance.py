"""How likely a world is, judged by what was played: importance sampling.

The layouts that a view allows are equally likely as dealt. If one knows, or guesses, how likely a
player is to choose each card from a hand, the plays seen make some more likely than others (Bayes):
a world weighs as much as the product of the likelihoods of the plays in it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from oddtrick.cards import Card, Hand
from oddtrick.errors import OddtrickError
from oddtrick.tricks import Trick

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from oddtrick.solver.sampling import SampledWorlds
    from oddtrick.views import View


class Play(msgspec.Struct, frozen=True):
    """A card that was played, as its player would have seen it in one world.

    Args:
        seat: who played.
        card: the card.
        trick: the trick before it.
        hand: what the seat held, the card included.
        legal: what it might have played, the card included; at least two cards.
    """

    seat: int
    card: Card
    trick: Trick
    hand: Hand
    legal: Hand


@dataclass(frozen=True, slots=True, eq=False)
class Weighted:
    """Worlds with weights.

    Attributes:
        drawn: n worlds.
        log_likelihood: float64 [n], the logarithm of how likely the plays are in each.
        weights: float64 [n], the same as weights that sum up to 1.
    """

    drawn: SampledWorlds
    log_likelihood: NDArray[np.float64]
    weights: NDArray[np.float64]

    @property
    def effective(self) -> float:
        """The effective sample size: so many worlds of equal weight would tell as much.

        It is (Σw)² / Σw² (Kong, 1992), from 1 to n.
        """
        return 1 / float(self.weights @ self.weights)

    def resample(self, n: int, seed: int) -> SampledWorlds:
        """Draws n worlds by weight: one is taken about n times its weight, rounded up or down.

        Systematic resampling (Kitagawa, 1996): one draw sets a comb of n teeth upon the weights.

        Raises:
            OddtrickError: n is negative.
        """
        if n < 0:
            raise OddtrickError(f"n is {n}: write how many worlds to draw, 0 or more")
        upto = np.cumsum(self.weights)
        teeth = (np.arange(n) + Random(seed).random()) * (upto[-1] / max(n, 1))
        return self.drawn.take(np.searchsorted(upto, teeth, side="right").clip(max=len(upto) - 1))


def weigh(view: View, drawn: SampledWorlds, likelihood: Callable[[Play], float]) -> Weighted:
    """Weighs worlds by the plays that the others have made in the hand under way.

    One's own plays tell a seat nothing new, nor do plays without a choice, nor those of earlier
    hands, whose cards are all known by now: none of them is asked for. Each hand that a play may
    have been made from is asked for once, however many worlds it stands in.

    Args:
        view: the view that the worlds were drawn for.
        drawn: the worlds.
        likelihood: how likely the seat is to choose that card, from 0 to 1; only ratios matter. A 0
            rules a world out.

    Raises:
        OddtrickError: there are no worlds, a likelihood is negative or no number, or every world is
            ruled out.
    """
    if not len(drawn):
        raise OddtrickError("there are no worlds to weigh: draw at least one")
    total = np.zeros(len(drawn))
    for seat, card, trick, since, barred in _plays(view):
        held, rows = np.unique(drawn.hands[:, seat] | np.uint64(since), return_inverse=True)
        logs = [
            _log(likelihood, Play(seat, card, trick, Hand(mask), _legal(trick, mask, barred)))
            for mask in held.tolist()
        ]
        total += np.array(logs)[rows]
    most = total.max()
    if most == -math.inf:
        raise OddtrickError("the likelihood rules every world out: draw more, or let it doubt")
    weights = np.exp(total - most)
    return Weighted(drawn, total, weights / weights.sum())


def _legal(trick: Trick, held: int, barred: int) -> Hand:
    return Hand(trick.legal(held & ~barred or held))


def _log(likelihood: Callable[[Play], float], play: Play) -> float:
    """The logarithm of the likelihood of one play from one hand."""
    if len(play.legal) == 1:
        return 0.0
    chance = likelihood(play)
    if not 0 <= chance < math.inf:
        told = f"the likelihood of {play.card} by seat {play.seat} is {chance}"
        raise OddtrickError(f"{told}: write a number from 0 to 1")
    return math.log(chance) if chance else -math.inf


def _plays(view: View) -> Iterator[tuple[int, Card, Trick, int, int]]:
    """The others' plays: seat, card, trick before it, the seat's plays from it on, barred leads.

    The barred leads are trumps, as long as they are not broken (K7).
    """
    order, trump = view.rules.order.strengths(view.trump), view.trump
    since = [0] * view.rules.players
    tricks = [(trick.seats, trick.cards) for trick in view.tricks]
    tricks.append((view.table_seats, view.table))
    for seats, cards in tricks:
        for seat, card in zip(seats, cards, strict=False):
            since[seat] |= card.bit
    broken = not view.rules.break_trumps or trump is None
    for seats, cards in tricks:
        for place, (seat, card) in enumerate(zip(seats, cards, strict=False)):
            trick = Trick(seats, cards[:place], trump, order)
            barred = 0 if broken or place or trump is None else trump.mask
            if seat != view.seat:
                yield seat, card, trick, since[seat], barred
            since[seat] &= ~card.bit
        broken = broken or any(card.suit is trump is not cards[0].suit for card in cards)
