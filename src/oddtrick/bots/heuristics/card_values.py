"""What there is to win besides the trick itself: honours, top trumps, the ten."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import msgspec

from oddtrick.cards import Card, Rank, Suit, card_at
from oddtrick.scoring import Honours, ScoringProfile
from oddtrick.scoring.deals import HONOUR_RANKS

if TYPE_CHECKING:
    from oddtrick.rules import Rules

HONOUR_WORTH = 1
"""Three honours bring 2 points and four bring 4 (C5): about one for each that is taken."""


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


def stakes_of(rules: Rules, trump: Suit | None) -> Stakes:
    """The stakes of a deal under these rules with these trumps."""
    return _stakes(rules.profile, trump, survival=rules.goal.eliminates)


@cache
def _stakes(profile: ScoringProfile, trump: Suit | None, *, survival: bool) -> Stakes:
    if trump is None:
        return Stakes({}, survival=survival)
    capture = dict(profile.captured_points(trump))
    if profile.honours is Honours.CAPTURED:
        capture.update({card_at(trump, rank): HONOUR_WORTH for rank in HONOUR_RANKS})
    ten = card_at(trump, Rank.TEN)
    must_win = ten in profile.winning_points(trump)
    return Stakes(
        capture,
        ten=ten if must_win or ten in capture else None,
        ten_must_win=must_win,
        feeds=bool(profile.captures),
        survival=survival,
    )
