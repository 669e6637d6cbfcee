"""What there is to win besides the trick itself: honours, top trumps, the ten."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import msgspec

from oddtrick.cards import Card, Rank, Suit, card_at
from oddtrick.scoring import CatchTheTen, Honours, OddTricks, TopTrumps, TricksTaken
from oddtrick.scoring.deals import TOP_TRUMP_POINTS

if TYPE_CHECKING:
    from oddtrick.scoring import DealScoring

HONOUR_WORTH = 1
"""Three honours bring 2 points and four bring 4 (C5): about one for each that is taken."""

HONOUR_RANKS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)


class Stakes(msgspec.Struct, frozen=True):
    """What counts in this deal besides tricks.

    Args:
        capture: the points for whoever takes this card in a trick.
        ten: the ten of trumps, where there is something to be had for it.
        ten_must_win: the ten counts only if the trick is won with it (CS2).
        feeds: a partner's winning card is a safe place for one's own top trumps (S5).
        survival: a player who takes no trick is out (K4).
    """

    capture: dict[Card, int]
    ten: Card | None = None
    ten_must_win: bool = False
    feeds: bool = False
    survival: bool = False

    def prize(self, cards: tuple[Card, ...]) -> int:
        """What these cards bring to whoever takes them."""
        return sum(self.capture.get(card, 0) for card in cards) if self.capture else 0


def stakes_of(scoring: DealScoring, trump: Suit | None) -> Stakes:
    """What is at stake under this way of scoring with these trumps."""
    if isinstance(scoring, TopTrumps):
        return _scotch(trump)
    if isinstance(scoring, CatchTheTen):
        return _colonial_scotch(trump)
    if isinstance(scoring, OddTricks) and scoring.honours is Honours.CAPTURED:
        return _honours(trump)
    return _SURVIVAL if isinstance(scoring, TricksTaken) else _TRICKS_ONLY


_TRICKS_ONLY = Stakes({})
_SURVIVAL = Stakes({}, survival=True)


@cache
def _scotch(trump: Suit | None) -> Stakes:
    """Top trumps in the tricks: J 11, 10 10, A 4, K 3, Q 2 (S5)."""
    if trump is None:
        return _TRICKS_ONLY
    capture = {card_at(trump, rank): points for rank, points in TOP_TRUMP_POINTS.items()}
    return Stakes(capture, ten=card_at(trump, Rank.TEN), feeds=True)


@cache
def _honours(trump: Suit | None) -> Stakes:
    """A K Q J of trumps, for the side that takes them (C5, H5)."""
    if trump is None:
        return _TRICKS_ONLY
    return Stakes({card_at(trump, rank): HONOUR_WORTH for rank in HONOUR_RANKS})


@cache
def _colonial_scotch(trump: Suit | None) -> Stakes:
    """The honours, and ten points for a trick won with the ten (CS2, CS3)."""
    if trump is None:
        return _TRICKS_ONLY
    ten = card_at(trump, Rank.TEN)
    return Stakes(_honours(trump).capture, ten=ten, ten_must_win=True)
