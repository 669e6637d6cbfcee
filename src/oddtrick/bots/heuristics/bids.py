"""Bids: the tricks to be expected from a hand, and bids of a number of tricks.

A rough count, card by card: a card wins if none of the others has a higher one of its suit and, if
it is plain, nobody ruffs, which is the likelier the more rounds of the suit come before it. The
shares are scaled so that all hands together expect the tricks that there are.
Where tricks are to be lost, what counts is how many lower cards the others have to play under.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from oddtrick.bots.heuristics.heuristic import make_advice
from oddtrick.calls import Bid
from oddtrick.cards import CARDS, cards_in, mask_of
from oddtrick.rules import TrumpSource
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oddtrick.bots.bot import Advice
    from oddtrick.cards import Card, Suit
    from oddtrick.rules import Contract, Rules
    from oddtrick.views import View

LOWEST_TRUMP = 1.25
"""Tricks of the lowest trump at a table of one player."""

LENGTH = 0.65
"""Tricks of each trump beyond a fair share of them: it wins when others have run out."""

SAFETY = 1.15
"""Tricks of a plain ace at a table without anybody who could ruff."""

BEATEN, RUFFED = 0.13, 0.16
"""The chance, for each other player, that a higher card or a ruff takes the trick of the next
lower card: where nobody can ruff, and where they can."""

LATER = 0.067
"""The chance, for each other player, that a round of a suit is the last in which high cards win."""

ROUNDS = 3
"""The rounds of a plain suit that are not ruffed for certain."""


class TrickCount(NamedTuple):
    """The tricks to be expected from cards that are played to win.

    Args:
        shares: of each card, the share of a trick by the number of higher cards of its suit in the
            same hand.
        above: the higher cards of each card's suit, as a mask.
        trumps: the trumps, as a mask.
        fair: the trumps of an average hand.
    """

    shares: tuple[tuple[float, ...], ...]
    above: tuple[int, ...]
    trumps: int
    fair: float

    def expected(self, cards: int) -> float:
        """The tricks of a whole hand (mask)."""
        long = max(0.0, (cards & self.trumps).bit_count() - self.fair)
        own = ((card, (cards & self.above[card]).bit_count()) for card in cards_in(cards))
        return sum(self.shares[card][higher] for card, higher in own) + LENGTH * long


def is_trick_bid(view: View) -> bool:
    """True if the seat is to bid a number of tricks, with trumps known."""
    legal = view.legal
    numbers = all(isinstance(bid, Bid) and bid.number >= 0 and not bid.name for bid in legal)
    return bool(legal) and numbers and view.trump_known and bool(view.hand)


DANGER = 0.147
"""Tricks of each lower card that the others lack, to play under an own card that is to lose."""

DUCKED = 0.85
"""The share of a fair number of tricks that an average hand takes if it means to lose them all."""

SAMPLES = 100
"""Hands of which an average is taken."""

DUCKS = 4
"""Cards of a suit that may have to win: at the fifth round the others have none."""


class LowCount(NamedTuple):
    """The tricks to be expected from cards that are played to lose.

    The first card of a suit is safe if it is among the lowest two, the next one if it is among the
    lowest two and one more for each other player, and so on: each round takes a card of each.

    Args:
        places: of each card in its suit, the lowest at 0.
        step: the cards that a round takes from the others.
        tricks: of an average hand.
        danger: of an average hand.
    """

    places: tuple[int, ...]
    step: int
    tricks: float
    danger: float

    def expected(self, cards: int) -> float:
        """The tricks of a whole hand (mask): below nothing, the safer it is."""
        return self.tricks + DANGER * (self.danger_of(cards) - self.danger)

    def danger_of(self, cards: int) -> int:
        """The places by which the cards of each suit, the lowest first, are too high."""
        danger = 0
        for mask in SUIT_MASKS:
            held = sorted(self.places[card] for card in cards_in(cards & mask))
            safe = range(1, 1 + DUCKS * self.step, self.step)
            danger += sum(max(0, place - most) for place, most in zip(held, safe, strict=False))
        return danger


@lru_cache(256)
def trick_count(rules: Rules, number: int, trump: Suit | None, turn_up: int) -> TrickCount:
    """The count for a deal of this number: all hands together expect the tricks that there are.

    Args:
        rules: the game.
        number: the number of the deal.
        trump: the trump suit; None is no trumps.
        turn_up: the card (mask) turned up that nobody holds; 0: there is none.
    """
    size, players, pack = sum(rules.plan.sizes(number)), rules.players, rules.pack & ~turn_up
    strength = rules.order.strengths(trump)
    out = (players - 1) * size / max(1, pack.bit_count() - size)
    plain = SAFETY * size / (size + players) if trump is not None else 1.0
    beaten = max(1 - out, 1 - BEATEN * (players - 1))
    ruffed = max(1 - out, 1 - RUFFED * (players - 1), 0.0) if trump is not None else beaten
    floor, later = LOWEST_TRUMP / players, 1 - LATER * (players - 1)
    above = tuple(
        mask_of(
            other
            for other in cards_in(pack & SUIT_MASKS[card.suit])
            if strength[other] > strength[card]
        )
        for card in CARDS
    )

    def share(card: Card, higher: int) -> float:
        missing = above[card].bit_count() - higher
        if card.suit is trump:
            return floor + (1 - floor) * beaten**missing
        ruffs = trump is not None and higher >= ROUNDS
        return 0.0 if ruffs else float(plain * ruffed**missing * later**higher)

    shares = tuple(
        tuple(share(card, higher) for higher in range(above[card].bit_count() + 1))
        for card in CARDS
    )
    trumps = 0 if trump is None else pack & SUIT_MASKS[trump]
    fair, long = _trump_lengths(pack.bit_count(), trumps.bit_count(), size)
    mean = sum(
        chance * shares[card][higher]
        for card in cards_in(pack)
        for higher, chance in _chances(pack.bit_count() - 1, above[card].bit_count(), size - 1)
    )
    fair_tricks = rules.tricks_in(number) / players
    scale = (fair_tricks - LENGTH * long) / (mean * size / pack.bit_count())
    scaled = tuple(tuple(share * scale for share in row) for row in shares)
    return TrickCount(scaled, above, trumps, fair)


def _trump_lengths(pack: int, trumps: int, size: int) -> tuple[float, float]:
    """The mean number of trumps in a hand, and the mean number beyond it."""
    fair = size * trumps / pack
    return fair, sum(max(0.0, n - fair) * chance for n, chance in _chances(pack, trumps, size))


def _chances(pack: int, wanted: int, size: int) -> Iterator[tuple[int, float]]:
    """The hypergeometric distribution: each number of wanted cards in a hand, and its chance."""
    ways = comb(pack, size)
    for number in range(min(wanted, size) + 1):
        yield number, comb(wanted, number) * comb(pack - wanted, size - number) / ways


@lru_cache(256)
def low_count(rules: Rules, number: int, trump: Suit | None) -> LowCount:
    """The count for a deal of this number in which tricks are to be lost.

    Args:
        rules: the game.
        number: the number of the deal.
        trump: the trump suit; None is no trumps.
    """
    strength, pack = rules.order.strengths(trump), cards_in(rules.pack)
    places = tuple(
        sum(other.suit is card.suit and strength[other] < strength[card] for other in pack)
        for card in CARDS
    )
    count = LowCount(places, rules.players - 1, DUCKED * rules.tricks_in(number) / rules.players, 0)
    size, chance = sum(rules.plan.sizes(number)), Random(0)
    hands = (mask_of(chance.sample(pack, size)) for _ in range(SAMPLES))
    return count._replace(danger=sum(map(count.danger_of, hands)) / SAMPLES)


def trick_count_of(view: View, contract: Contract | None = None) -> TrickCount:
    """The same as :func:`trick_count` for the deal of a view, under a contract if there is one."""
    rules = view.rules.under(contract or view.contract)
    spare = rules.trumps.source(view.number) is TrumpSource.SPARE
    turn_up = view.turn_up.bit if spare and view.turn_up is not None else 0
    return trick_count(rules, view.number, contract.trump if contract else view.trump, turn_up)


def count_for(view: View, contract: Contract, *, wanted: bool) -> TrickCount | LowCount:
    """The count of a hand under a contract, for a side that wants tricks or means to lose them."""
    if wanted:
        return trick_count_of(view, contract)
    return low_count(view.rules.under(contract), view.number, contract.trump)


def bid_tricks(view: View, caution: float = 0.0) -> Advice:
    """Bids the legal number nearest to the tricks expected; of two the lower.

    Args:
        view: of a seat that is to bid a number of tricks.
        caution: how much lower to bid, in tricks.
    """
    expected = trick_count_of(view).expected(view.hand.mask) - caution
    bids = [bid for bid in view.legal if isinstance(bid, Bid)]
    bid = min(bids, key=lambda bid: (abs(bid.number - expected), bid.number))
    return make_advice(bid, "bid-tricks", number=f"{max(0.0, expected):.1f}")
