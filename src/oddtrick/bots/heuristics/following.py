"""To another's lead, wherever one sits: what cannot be won, what is partner's, what is last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.discards import throw_away
from oddtrick.bots.heuristics.heuristic import least
from oddtrick.bots.heuristics.reasons import say
from oddtrick.bots.heuristics.win_probability import best_chance, chance_to_hold

if TYPE_CHECKING:
    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation

PARTNER_IS_GOOD = 0.7
"""Partner's card is left alone where it holds this often."""

GAIN = 0.15
"""Partner is overtaken only where that makes the trick so much safer."""


def cannot_win(s: Situation) -> Advice | None:
    """No card here beats the one that is winning: lose as little as possible."""
    if s.winners:
        return None
    card = throw_away(s)
    if s.follows:
        return say(card, "cannot-win")
    return say(card, "cannot-win-discard")


def leave_it_to_partner(s: Situation) -> Advice | None:
    """Partner's card is good: neither trump nor overtake it without gain."""
    if not s.partner_winning or s.best is None:
        return None
    chance = chance_to_hold(s, s.best)
    if chance < PARTNER_IS_GOOD and s.winners and best_chance(s)[1] >= chance + GAIN:
        return None
    card = throw_away(s)
    if s.follows:
        return say(card, "partner-winning")
    if card.suit is s.trump:
        return say(card, "partner-winning-trumps")
    return say(card, "partner-winning-discard")


def last_wins_cheaply(s: Situation) -> Advice | None:
    """No opponent comes after: the lowest card that wins is enough."""
    if s.later_opponents or not s.winners:
        return None
    card = least(s, s.winners)
    if not s.follows:
        return say(card, "ruff-low")
    return say(card, "last-hand")


def low_otherwise(s: Situation) -> Advice | None:
    """Nothing to be gained: the card that is needed least."""
    return say(throw_away(s), "not-worth-it")
