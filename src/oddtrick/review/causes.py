"""Causes: the holding of another seat that makes one card better than another.

Both cards were tried in the same sampled worlds. A cause is a card in a seat, or a suit missing
there, such that most of the difference comes from the worlds in which it is so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from oddtrick.cards import Card, Rank, cards_in, mask_of
from oddtrick.review.sentences import Sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from oddtrick.bots.heuristics.situation import Situation
    from oddtrick.bots.search.belief import Belief
    from oddtrick.bots.search.estimate import WorldValues

    Event = NDArray[np.bool_]
    """For each world, whether something is so."""

MIN_WORLDS = 20
"""Effective number of worlds below which they are too few to explain a loss."""

MIN_T = 4.0
"""A cause separates the worlds by at least this many standard errors: hundreds are compared."""

MIN_SHARE = 0.6
"""At least this much of the difference comes from the worlds of the cause."""

MIN_BESIDE_BEST = 0.8
"""A cause separates the worlds nearly as well as the best of all cards in all seats."""

LOWEST_CAUGHT = Rank.TEN
"""The lowest card whose loss is worth a sentence."""


class _Difference(NamedTuple):
    """The difference between two cards, in each world in which both were tried.

    Args:
        amounts: how much more the better card makes; float64 [n].
        shares: of the worlds; they add up to 1.
        hands: the cards of each seat, uint64 [n, P].
    """

    amounts: NDArray[np.float64]
    shares: NDArray[np.float64]
    hands: NDArray[np.uint64]

    @property
    def effective(self) -> float:
        """The effective number of worlds (Kong, 1992)."""
        return 1 / float(self.shares @ self.shares)

    def correlation(self, event: Event) -> float:
        """The correlation of the difference with an event; 0 if it is always or never so."""
        chance = float(self.shares @ event)
        apart = self.amounts - self.shares @ self.amounts
        spread = float(self.shares @ apart**2) * chance * (1 - chance)
        if spread <= 0 or not 0 < chance < 1:
            return 0.0
        return float(self.shares @ (apart * event)) / float(np.sqrt(spread))

    def comes_from(self, event: Event) -> bool:
        """Returns whether most of the difference comes from the worlds of an event."""
        whole, part = self.shares @ self.amounts, self.shares @ (self.amounts * event)
        return bool(whole > 0 and part >= MIN_SHARE * whole)

    def holds(self, seat: int, mask: int) -> Event:
        """The worlds in which a seat holds one of some cards."""
        return np.asarray(self.hands[:, seat] & np.uint64(mask) != 0)


def cause_of(
    s: Situation, belief: Belief, values: WorldValues, better: Card, other: Card
) -> Sentence | None:
    """The sentence that says in which worlds the other card does worse, if that is clear.

    Args:
        s: what the seat can know.
        belief: the sampled worlds.
        values: what each card made in them.
        better: the better card.
        other: the card to compare with.
    """
    found = _difference(s, belief, values, better, other)
    if found is None:
        return None
    rated = [
        (found.correlation(event), sentence, event)
        for sentence, event in _events(s, found, better, other)
    ]
    sure = [(r, sentence) for r, sentence, event in rated if found.comes_from(event)]
    if not sure:
        return None
    r, sentence = max(sure, key=lambda one: one[0])
    least = max(MIN_BESIDE_BEST * _best_correlation(s, found), MIN_T / found.effective**0.5)
    return sentence if r >= least else None


def _difference(
    s: Situation, belief: Belief, values: WorldValues, better: Card, other: Card
) -> _Difference | None:
    """The difference in the worlds in which both cards were tried; None if these are too few."""
    amounts = values.utility[:, s.legal.index(better)] - values.utility[:, s.legal.index(other)]
    tried = np.flatnonzero(~np.isnan(amounts))
    weights = values.weights[tried]
    hands = belief.worlds.hands[values.rows[tried]]
    found = _Difference(amounts[tried], weights / weights.sum(), hands)
    return found if found.effective >= MIN_WORLDS else None


def _best_correlation(s: Situation, found: _Difference) -> float:
    """The best separation of the worlds by any card in any other seat."""
    seats = [seat for seat in s.view.seats if seat != s.seat]
    bits = np.array([card.bit for card in cards_in(s.outstanding)], np.uint64)
    events = (found.hands[:, seats, None] & bits != 0).reshape(len(found.hands), -1)
    chances = found.shares @ events
    apart = found.amounts - found.shares @ found.amounts
    spreads = float(found.shares @ apart**2) * chances * (1 - chances)
    common = (found.shares * apart) @ events
    return float((common / np.sqrt(np.where(spreads > 0, spreads, np.inf))).max(initial=0.0))


def _events(
    s: Situation, found: _Difference, better: Card, other: Card
) -> Iterator[tuple[Sentence, Event]]:
    """The holdings that another hand may have, each with the sentence that tells of it."""
    leads = s.led_suit is None
    yield from _beaten_between(s, found, better, other)
    if leads or other in s.winning_cards:
        yield from _caught(s, found, better, other)
        yield from _ruffed(s, found, other)
        yield from _covered_by_partner(s, found, other)
    if leads and better.suit is not other.suit:
        yield from _reaching_partner(s, found, better)


def _beaten_between(
    s: Situation, found: _Difference, better: Card, other: Card
) -> Iterator[tuple[Sentence, Event]]:
    """An opponent holds a card that the better card beats, and nothing else would."""
    low = other if s.led_suit is None or other in s.winning_cards else s.best_card
    wins = s.led_suit is None or better in s.winning_cards
    if low is None or not wins or low.suit is not better.suit:
        return
    between = s.stronger[low] & ~s.stronger[better] & ~better.bit
    for seat in _opponents_to_come(s):
        cards = cards_in(s.distribution[seat].possible & between)
        for card in cards:
            named = {"seat": str(seat), "higher": str(card), "card": str(better)}
            yield Sentence("may-need", named), found.holds(seat, card.bit)
        if len(cards) > 1:
            named = {"seat": str(seat), "higher": str(better), "card": str(low)}
            yield Sentence("may-between", named), found.holds(seat, mask_of(cards))


def _caught(
    s: Situation, found: _Difference, better: Card, other: Card
) -> Iterator[tuple[Sentence, Event]]:
    """An opponent holds a card that beats an honour, and the better card is none of its suit."""
    if s.height(other) < LOWEST_CAUGHT or s.stronger[other] & better.bit:
        return
    seats = _opponents_to_come(s)
    for seat in seats:
        cards = _hidden_above(s, seat, other)
        for card in cards:
            named = {"seat": str(seat), "higher": str(card), "card": str(other)}
            yield Sentence("may-catch", named), found.holds(seat, card.bit)
        if len(cards) > 1:
            named = {"seat": str(seat), "card": str(other)}
            yield Sentence("may-beat", named), found.holds(seat, mask_of(cards))
    for card in cards_in(s.outstanding & s.stronger[other]):
        holders = [seat for seat in seats if s.distribution[seat].possible & card.bit]
        if len(holders) > 1:
            event = np.logical_or.reduce([found.holds(seat, card.bit) for seat in holders])
            named = {"higher": str(card), "card": str(other)}
            yield Sentence("opponent-may-catch", named), event


def _opponents_to_come(s: Situation) -> tuple[int, ...]:
    """The opponents who play to this trick after this seat."""
    return s.opponents if s.led_suit is None else s.later_opponents


def _ruffed(s: Situation, found: _Difference, other: Card) -> Iterator[tuple[Sentence, Event]]:
    """An opponent is out of the suit and ruffs."""
    if s.trump is None or other.suit is s.trump:
        return
    for seat in _opponents_to_come(s):
        if other.suit in s.voids[seat] or s.is_void(seat, s.trump):
            continue
        event = ~found.holds(seat, other.suit.mask) & found.holds(seat, s.trump.mask)
        named = {"seat": str(seat), "suit": str(other.suit), "card": str(other)}
        yield Sentence("may-ruff", named), event


def _covered_by_partner(
    s: Situation, found: _Difference, other: Card
) -> Iterator[tuple[Sentence, Event]]:
    """Partner holds a card that wins anyway."""
    if s.led_suit is None or len(s.partners) != 1 or s.partners[0] not in s.later_seats:
        return
    for card in _hidden_above(s, s.partners[0], other):
        named = {"higher": str(card), "card": str(other)}
        yield Sentence("partner-may-win", named), found.holds(s.partners[0], card.bit)


def _reaching_partner(
    s: Situation, found: _Difference, better: Card
) -> Iterator[tuple[Sentence, Event]]:
    """Partner holds a high card of the suit led."""
    if len(s.partners) != 1:
        return
    for card in _hidden_above(s, s.partners[0], better):
        if s.height(card) >= Rank.QUEEN:
            named = {"higher": str(card), "suit": str(better.suit)}
            yield Sentence("partner-may-hold", named), found.holds(s.partners[0], card.bit)


def _hidden_above(s: Situation, seat: int, card: Card) -> tuple[Card, ...]:
    """The higher cards of the suit that a seat may hold, and is not known to."""
    return cards_in(s.distribution[seat].possible & s.stronger[card])
