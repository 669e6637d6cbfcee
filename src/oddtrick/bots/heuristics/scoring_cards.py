"""Cards that score points when captured: honours, top trumps, the ten."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import msgspec

from oddtrick.cards import Card, Rank, Suit, card_at
from oddtrick.scoring import Honours, ScoringProfile
from oddtrick.scoring.deals import HONOUR_RANKS

if TYPE_CHECKING:
    from oddtrick.rules import Rules

HONOUR_POINTS = 1
"""Three honours score 2 points and four score 4 (C5): about one for each captured."""


class CardPoints(msgspec.Struct, frozen=True):
    """The scoring of a deal besides its tricks, as far as a player plans for it.

    Args:
        by_card: the points for capturing each card in a trick.
        ten: the ten of trumps, where it scores.
        ten_must_win: the ten scores only if it wins the trick itself (CS2).
        can_feed_partner: a side scores the top trumps in its tricks, so that a partner's winning
            card is a safe place for one's own (S5).
        eliminates: a player who takes no trick is out (K4).
    """

    by_card: dict[Card, int]
    ten: Card | None = None
    ten_must_win: bool = False
    can_feed_partner: bool = False
    eliminates: bool = False

    def total(self, cards: tuple[Card, ...]) -> int:
        """The points for capturing these cards."""
        return sum(self.by_card.get(card, 0) for card in cards) if self.by_card else 0


def card_points(rules: Rules, trump: Suit | None) -> CardPoints:
    """Returns the card points of a deal under these rules with these trumps."""
    return _card_points(rules.profile, trump, eliminates=rules.goal.eliminates)


@cache
def _card_points(profile: ScoringProfile, trump: Suit | None, *, eliminates: bool) -> CardPoints:
    if trump is None:
        return CardPoints({}, eliminates=eliminates)
    by_card = dict(profile.captured_points(trump))
    if profile.honours is Honours.CAPTURED:
        by_card.update({card_at(trump, rank): HONOUR_POINTS for rank in HONOUR_RANKS})
    ten = card_at(trump, Rank.TEN)
    must_win = ten in profile.winning_points(trump)
    return CardPoints(
        by_card,
        ten=ten if must_win or ten in by_card else None,
        ten_must_win=must_win,
        can_feed_partner=bool(profile.captures),
        eliminates=eliminates,
    )
