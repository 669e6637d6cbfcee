"""How beginners play: high when they can, trumps when they can, partner when they notice.

These are the mistakes that books warn of, each with the thought behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.heuristic import least, strongest
from oddtrick.bots.heuristics.reasons import say
from oddtrick.cards import Rank

if TYPE_CHECKING:
    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation


def lead_aces(s: Situation) -> Advice | None:
    """Aces win tricks: out with them; and kings, once the ace has been seen."""
    sure = [card for card in s.legal if card.suit is not s.trump and s.is_master(card)]
    return say(max(sure), "novice-ace") if sure else None


def lead_low_from_length(s: Situation) -> Advice | None:
    """Otherwise something small, of what there is most of."""
    plain = [card for card in s.legal if card.suit is not s.trump] or s.legal
    suit = max({card.suit for card in plain}, key=lambda suit: (len(s.held(suit)), -suit))
    return say(least(s, [card for card in plain if card.suit is suit]), "novice-low")


def leave_partners_ace(s: Situation) -> Advice | None:
    """Partner's ace, or partner's card that nobody comes after, is seen to win."""
    if not s.partner_winning or s.best is None or not s.follows:
        return None
    if s.later_opponents and s.best.rank < Rank.ACE:
        return None
    return say(least(s, s.legal), "partner-winning")


def trump_it(s: Situation) -> Advice | None:
    """A trump at last: used at once, on partner's card too, unless it is an ace."""
    if s.follows or not s.winners:
        return None
    if s.partner_winning and s.best is not None and s.best.rank is Rank.ACE:
        return None
    return say(least(s, s.winners), "novice-ruff")


def win_high(s: Situation) -> Advice | None:
    """Whoever can win, wins, with the best there is, wherever at the table."""
    if not s.follows or not s.winners or (s.partner_winning and not s.later_opponents):
        return None
    return say(strongest(s, s.winners), "novice-high")


def throw_lowest(s: Situation) -> Advice | None:
    """Nothing to win: the lowest card of all, whatever it guards."""
    plain = [card for card in s.legal if card.suit is not s.trump] or s.legal
    card = min(plain, key=lambda card: (card.rank, card.suit))
    return say(card, "cannot-win" if s.follows else "cannot-win-discard")
