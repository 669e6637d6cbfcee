"""Importance weights: the likelihood of sampled worlds given the plays.

The layouts of a view are equally likely before any play. Given a model of how likely a player is to
choose each card from a hand, the observed plays make some layouts more likely than others (Bayes):
the weight of a world is the product of the likelihoods of the plays in it.
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
from oddtrick.solver.sampling import resample_rows
from oddtrick.tricks import Trick

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from oddtrick.solver.sampling import SampledWorlds
    from oddtrick.views import View


class Play(msgspec.Struct, frozen=True):
    """A play as its player saw it in one world.

    Args:
        seat: the seat that played.
        card: the card.
        trick: the trick before the card.
        hand: the hand of the seat, with the card.
        legal: its legal cards, with the card; at least two.
    """

    seat: int
    card: Card
    trick: Trick
    hand: Hand
    legal: Hand


@dataclass(frozen=True, slots=True, eq=False)
class WeightedWorlds:
    """Sampled worlds with importance weights.

    Attributes:
        drawn: n worlds.
        log_likelihood: float64 [n], the log-likelihood of the plays in each world.
        weights: float64 [n], the normalised weights, which sum to 1.
    """

    drawn: SampledWorlds
    log_likelihood: NDArray[np.float64]
    weights: NDArray[np.float64]

    @property
    def effective(self) -> float:
        """The effective sample size (Σw)² / Σw² (Kong, 1992), from 1 to n."""
        return 1 / float(self.weights @ self.weights)

    def resample(self, n: int, seed: int) -> SampledWorlds:
        """Resamples n worlds systematically (Kitagawa, 1996).

        Each world is taken n times its weight, rounded up or down.

        Raises:
            OddtrickError: n is negative.
        """
        if n < 0:
            raise OddtrickError(f"n is {n}: write how many worlds to draw, 0 or more")
        return self.drawn.take(resample_rows(self.weights, n, Random(seed).random()))


def weigh(view: View, drawn: SampledWorlds, likelihood: Callable[[Play], float]) -> WeightedWorlds:
    """Computes importance weights from the others' plays in the hand under way.

    The seat's own plays, forced plays and plays of earlier hands carry no information and are left
    out. The likelihood is evaluated once for each distinct hand of a play, not for each world.

    Args:
        view: the view that the worlds were drawn for.
        drawn: the worlds.
        likelihood: the probability of the play, 0 to 1; only ratios matter. 0 rules a world out.

    Raises:
        OddtrickError: there are no worlds, a likelihood is negative or not a number, or every world
            is ruled out; or cards have been drawn from a stock (G3): a world does not say when.
    """
    if view.drawn:
        raise OddtrickError(
            f"{view.rules.game}: cards were drawn since the deal, and worlds do not say when, so "
            "that the hands behind the plays are not known"
        )
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
    return WeightedWorlds(drawn, total, weights / weights.sum())


def _legal(trick: Trick, held: int, barred: int) -> Hand:
    return Hand(trick.legal(held & ~barred or held))


def _log(likelihood: Callable[[Play], float], play: Play) -> float:
    if len(play.legal) == 1:
        return 0.0
    probability = likelihood(play)
    if not 0 <= probability < math.inf:
        raise OddtrickError(
            f"the likelihood of {play.card} by seat {play.seat} is {probability}: "
            "return a number from 0 to 1"
        )
    return math.log(probability) if probability else -math.inf


def _plays(view: View) -> Iterator[tuple[int, Card, Trick, int, int]]:
    """Generates the plays of the others.

    Each is the seat, the card, the trick before it, the seat's plays from it on, and the cards
    barred from leads: trumps until they are broken (K7).
    """
    order, trump = view.deal_rules.order.strengths(view.trump), view.trump
    # At each play a seat held what it holds in the world, and what it played from there on.
    since = [0] * view.deal_rules.players
    tricks = [(trick.seats, trick.cards) for trick in view.tricks]
    tricks.append((view.table_seats, view.table))
    for seats, cards in tricks:
        for seat, card in zip(seats, cards, strict=False):
            since[seat] |= card.bit
    broken = not view.deal_rules.break_trumps or trump is None
    for seats, cards in tricks:
        for place, (seat, card) in enumerate(zip(seats, cards, strict=False)):
            trick = Trick(seats, cards[:place], trump, order)
            barred = 0 if broken or place or trump is None else trump.mask
            if seat != view.seat:
                yield seat, card, trick, since[seat], barred
            since[seat] &= ~card.bit
        broken = broken or any(card.suit is trump is not cards[0].suit for card in cards)
