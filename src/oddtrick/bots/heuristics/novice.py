"""Beginners' heuristics: high cards early, trumps at once, partner only when obvious.

These are the mistakes that books warn of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.bots.heuristics.heuristic import least_valuable, make_advice, strongest
from oddtrick.cards import Card, Rank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation


def lead_aces(s: Situation) -> Advice | None:
    """Leads aces at once, and kings once the ace has been seen."""
    sure = _sure_winners(s)
    return make_advice(max(sure), "novice-ace") if sure else None


def equal_aces(s: Situation, advice: Advice) -> tuple[Advice, ...]:
    """Returns the leads of the other aces, and of kings once the ace has been seen."""
    return tuple(replace(advice, action=card) for card in _sure_winners(s))


def _sure_winners(s: Situation) -> list[Card]:
    return [card for card in s.legal if card.suit is not s.trump and s.is_master(card)]


def lead_low_from_length(s: Situation) -> Advice | None:
    """Leads a small card from the longest suit; always applies."""
    plain = _plain_cards(s)
    suit = max({card.suit for card in plain}, key=lambda suit: (len(s.holding(suit)), -suit))
    return make_advice(
        least_valuable(s, [card for card in plain if card.suit is suit]), "novice-low"
    )


def equally_long_suits(s: Situation, advice: Advice) -> tuple[Advice, ...]:
    """Returns the low leads from the other suits as long as that of the advice."""
    assert isinstance(advice.action, Card)
    plain, longest = _plain_cards(s), len(s.holding(advice.action.suit))
    suits = sorted({card.suit for card in plain if len(s.holding(card.suit)) == longest})
    lows = [least_valuable(s, [card for card in plain if card.suit is suit]) for suit in suits]
    return tuple(replace(advice, action=card) for card in lows)


def _plain_cards(s: Situation) -> Sequence[Card]:
    """The legal cards that are not trumps, or all of them."""
    return [card for card in s.legal if card.suit is not s.trump] or s.legal


def leave_partners_ace(s: Situation) -> Advice | None:
    """Leaves the trick to partner's ace, or to partner's card if no opponent plays later."""
    if not s.is_partner_winning or s.best_card is None or not s.can_follow:
        return None
    if s.later_opponents and s.height(s.best_card) < Rank.ACE:
        return None
    return make_advice(least_valuable(s, s.legal), "partner-ahead-low", card=s.best_card)


def always_ruff(s: Situation) -> Advice | None:
    """Ruffs whenever possible, even partner's winning card unless it is an ace."""
    if s.can_follow or not s.winning_cards:
        return None
    if s.is_partner_winning and s.best_card is not None and s.height(s.best_card) == Rank.ACE:
        return None
    return make_advice(least_valuable(s, s.winning_cards), "novice-ruff")


def always_win_high(s: Situation) -> Advice | None:
    """Wins with the highest card, in any position."""
    if not s.can_follow or not s.winning_cards or (s.is_partner_winning and not s.later_opponents):
        return None
    return make_advice(strongest(s, s.winning_cards), "novice-high")


def discard_lowest(s: Situation) -> Advice | None:
    """Discards the lowest card, even the guard of an honour; always applies."""
    card = min(_plain_cards(s), key=lambda card: (s.height(card), card.suit))
    if s.is_partner_winning:
        return make_advice(card, "partner-ahead", card=s.best_card)
    return make_advice(card, "cannot-win" if s.can_follow else "cannot-win-discard")


def equally_low(s: Situation, advice: Advice) -> tuple[Advice, ...]:
    """Returns the discards of the same rank from other suits."""
    assert isinstance(advice.action, Card)
    rank = advice.action.rank
    return tuple(replace(advice, action=card) for card in _plain_cards(s) if card.rank is rank)
