"""The expected tricks of many hands at once, by the count that the heuristics use for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from oddtrick.bots.heuristics.bids import DANGER, DUCKS, LENGTH, TrickCount
from oddtrick.cards import CARDS, Suit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oddtrick.bots.heuristics.bids import LowCount


def cards_of(hands: NDArray[np.uint64]) -> NDArray[np.float64]:
    """The cards of each hand (masks [n]): float64 [n, 52], 1 where it has the card."""
    octets = np.ascontiguousarray(hands).view(np.uint8).reshape(len(hands), 8)
    return np.unpackbits(octets, axis=1, bitorder="little")[:, :52].astype(np.float64)


def expected_tricks(count: TrickCount | LowCount, hands: NDArray[np.uint64]) -> NDArray[np.float64]:
    """The tricks of each whole hand (masks [n]): float64 [n]."""
    cards = cards_of(hands)
    if isinstance(count, TrickCount):
        trumps = np.array([bool(count.trumps & card.bit) for card in CARDS])
        long = np.maximum(0.0, cards @ trumps - count.fair)
        shares = sum((_shares(count, cards, suit) for suit in Suit), np.zeros(len(hands)))
        return np.asarray(shares + LENGTH * long, np.float64)
    danger = sum((_danger(count, cards, suit) for suit in Suit), np.zeros(len(hands)))
    return np.asarray(count.tricks + DANGER * (danger - count.danger), np.float64)


def card_values(count: TrickCount | LowCount) -> NDArray[np.float64]:
    """The value of each card to a player who chooses which to keep: float64 [52]."""
    if isinstance(count, TrickCount):
        trumps = [bool(count.trumps & card.bit) for card in CARDS]
        return np.array([row[0] for row in count.shares]) + LENGTH * np.array(trumps)
    return -np.array(count.places, np.float64)


def best_cards(
    hands: NDArray[np.uint64], values: NDArray[np.float64], size: int
) -> NDArray[np.uint64]:
    """The ``size`` most valuable cards of each hand (masks [n]): masks [n]."""
    ranked = np.where(cards_of(hands) > 0, values, -np.inf).argsort(axis=1)[:, -size:]
    bits = np.uint64(1) << ranked.astype(np.uint64)
    return np.asarray(np.bitwise_or.reduce(bits, axis=1))


def _shares(count: TrickCount, cards: NDArray[np.float64], suit: Suit) -> NDArray[np.float64]:
    """The shares of a trick of the cards of one suit."""
    suited = [card for card in CARDS if card.suit is suit]
    suited.sort(key=lambda card: count.above[card].bit_count())
    held = cards[:, suited]
    higher = (held.cumsum(axis=1) - held).astype(np.intp)
    table = np.zeros((len(suited), len(suited)))
    for at, card in enumerate(suited):
        table[at, : len(count.shares[card])] = count.shares[card]
    return np.asarray((held * table[np.arange(len(suited)), higher]).sum(axis=1))


def _danger(count: LowCount, cards: NDArray[np.float64], suit: Suit) -> NDArray[np.float64]:
    """The places by which the cards of one suit are too high."""
    suited = sorted(
        (card for card in CARDS if card.suit is suit), key=lambda card: count.places[card]
    )
    held = cards[:, [int(card) for card in suited]]
    places = np.array([count.places[card] for card in suited])
    before = held.cumsum(axis=1) - held
    over = np.maximum(0.0, places - 1 - count.step * before) * (before < DUCKS)
    return np.asarray((held * over).sum(axis=1))
