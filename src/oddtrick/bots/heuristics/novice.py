"""Beginners' heuristics: high cards early, trumps at once, partner only when obvious.

These are the mistakes that books warn of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.heuristic import least_valuable, strongest
from oddtrick.bots.heuristics.make_advice import make_advice
from oddtrick.cards import Rank

if TYPE_CHECKING:
    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation


def lead_aces(s: Situation) -> Advice | None:
    """Leads aces at once, and kings once the ace has been seen."""
    sure = [card for card in s.legal if card.suit is not s.trump and s.is_master(card)]
    return make_advice(max(sure), "novice-ace") if sure else None


def lead_low_from_length(s: Situation) -> Advice | None:
    """Leads a small card from the longest suit; always applies."""
    plain = [card for card in s.legal if card.suit is not s.trump] or s.legal
    suit = max({card.suit for card in plain}, key=lambda suit: (len(s.holding(suit)), -suit))
    return make_advice(
        least_valuable(s, [card for card in plain if card.suit is suit]), "novice-low"
    )


def leave_partners_ace(s: Situation) -> Advice | None:
    """Leaves the trick to partner's ace, or to partner's card if no opponent plays later."""
    if not s.is_partner_winning or s.best_card is None or not s.can_follow:
        return None
    if s.later_opponents and s.best_card.rank < Rank.ACE:
        return None
    return make_advice(least_valuable(s, s.legal), "partner-ahead-low", card=s.best_card)


def always_ruff(s: Situation) -> Advice | None:
    """Ruffs whenever possible, even partner's winning card unless it is an ace."""
    if s.can_follow or not s.winning_cards:
        return None
    if s.is_partner_winning and s.best_card is not None and s.best_card.rank is Rank.ACE:
        return None
    return make_advice(least_valuable(s, s.winning_cards), "novice-ruff")


def always_win_high(s: Situation) -> Advice | None:
    """Wins with the highest card, in any position."""
    if not s.can_follow or not s.winning_cards or (s.is_partner_winning and not s.later_opponents):
        return None
    return make_advice(strongest(s, s.winning_cards), "novice-high")


def discard_lowest(s: Situation) -> Advice | None:
    """Discards the lowest card, even the guard of an honour; always applies."""
    plain = [card for card in s.legal if card.suit is not s.trump] or s.legal
    card = min(plain, key=lambda card: (card.rank, card.suit))
    if s.is_partner_winning:
        return make_advice(card, "partner-ahead", card=s.best_card)
    return make_advice(card, "cannot-win" if s.can_follow else "cannot-win-discard")
