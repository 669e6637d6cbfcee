"""How beginners play: high when they can, trumps when they can, partner when they notice.

These are the mistakes that books warn of, each with the thought behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.heuristic import least_valuable, strongest
from oddtrick.bots.heuristics.reasons import make_advice
from oddtrick.cards import Rank

if TYPE_CHECKING:
    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation


def lead_aces(s: Situation) -> Advice | None:
    """Aces win tricks: out with them; and kings, once the ace has been seen."""
    sure = [card for card in s.legal if card.suit is not s.trump and s.is_master(card)]
    return make_advice(max(sure), "novice-ace") if sure else None


def lead_low_from_length(s: Situation) -> Advice | None:
    """Otherwise something small, of what there is most of."""
    plain = [card for card in s.legal if card.suit is not s.trump] or s.legal
    suit = max({card.suit for card in plain}, key=lambda suit: (len(s.holding(suit)), -suit))
    return make_advice(
        least_valuable(s, [card for card in plain if card.suit is suit]), "novice-low"
    )


def leave_partners_ace(s: Situation) -> Advice | None:
    """Partner's ace, or partner's card that nobody comes after, is seen to win."""
    if not s.is_partner_winning or s.best_card is None or not s.can_follow:
        return None
    if s.later_opponents and s.best_card.rank < Rank.ACE:
        return None
    return make_advice(least_valuable(s, s.legal), "partner-winning")


def always_ruff(s: Situation) -> Advice | None:
    """A trump at last: used at once, on partner's card too, unless it is an ace."""
    if s.can_follow or not s.winning_cards:
        return None
    if s.is_partner_winning and s.best_card is not None and s.best_card.rank is Rank.ACE:
        return None
    return make_advice(least_valuable(s, s.winning_cards), "novice-ruff")


def always_win_high(s: Situation) -> Advice | None:
    """Whoever can win, wins, with the best there is, wherever at the table."""
    if not s.can_follow or not s.winning_cards or (s.is_partner_winning and not s.later_opponents):
        return None
    return make_advice(strongest(s, s.winning_cards), "novice-high")


def discard_lowest(s: Situation) -> Advice | None:
    """Nothing to win: the lowest card of all, whatever it guards."""
    plain = [card for card in s.legal if card.suit is not s.trump] or s.legal
    card = min(plain, key=lambda card: (card.rank, card.suit))
    return make_advice(card, "cannot-win" if s.can_follow else "cannot-win-discard")
