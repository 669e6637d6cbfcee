"""When everybody plays for himself: Scotch whist without sides, and knock-out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.bot import Advice
from oddtrick.bots.heuristics.heuristic import least
from oddtrick.bots.heuristics.leads import opponents_ruff
from oddtrick.bots.heuristics.reasons import say
from oddtrick.bots.heuristics.win_probability import GOOD_ODDS, best_chance, chance_to_hold
from oddtrick.cards import cards_in
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from oddtrick.bots.heuristics.situation import Situation

SURVIVAL_ODDS = 0.15
"""With no trick yet, even a small chance is taken (K4)."""


def lead_likely_winner(s: Situation) -> Advice | None:
    """A plain card that will probably hold: before the others run out of its suit."""
    plain = [card for card in s.legal if card.suit is not s.trump]
    chances = [(chance_to_hold(s, card), card) for card in plain]
    if not chances:
        return None
    chance, card = max(chances, key=lambda pair: (pair[0], -s.order[pair[1]]))
    if chance < GOOD_ODDS:
        return None
    return say(card, "likely-winner")


def lead_to_survive(s: Situation) -> Advice | None:
    """No trick yet in knock-out: lead the card with the best chance of all (K4)."""
    if not needs_a_trick(s):
        return None
    card, _ = best_chance(s)
    return say(card, "lead-to-survive")


def lead_shortest_suit(s: Situation) -> Advice | None:
    """With trumps in hand: empty a short suit, so that its next lead can be trumped."""
    if not s.held(s.trump):
        return None
    plain = [card for card in s.legal if card.suit is not s.trump]
    if not plain:
        return None
    suits = {card.suit for card in plain}
    suit = min(suits, key=lambda suit: ((s.hand & SUIT_MASKS[suit]).bit_count(), suit))
    card = s.held(suit)[0]
    return say(card, "short-suit", suit=suit)


def lead_low(s: Situation) -> Advice | None:
    """Nothing will win: lead low, from the suit with most cards."""
    safe = [card for card in s.legal if not opponents_ruff(s, card.suit)] or list(s.legal)
    plain = [card for card in safe if card.suit is not s.trump] or safe
    longest = max(
        {card.suit for card in plain},
        key=lambda suit: (len(cards_in(s.hand & SUIT_MASKS[suit])), -suit),
    )
    card = least(s, [card for card in plain if card.suit is longest])
    return say(card, "lead-low")


def take_it_if_likely(s: Situation) -> Advice | None:
    """A card that will probably hold is played, the cheapest such.

    Top trumps are not spent in this way: they are for the tricks that hold something (S8).
    """
    likely = [
        card
        for card in s.winners
        if not (s.stakes.feeds and s.worth(card)) and chance_to_hold(s, card) >= GOOD_ODDS
    ]
    if not likely:
        return None
    if not s.follows:
        return say(likely[0], "ruff-low")
    return say(likely[0], "good-enough")


def survive(s: Situation) -> Advice | None:
    """Knock-out, and no trick yet: take any chance, unless a sure trump trick is kept (K4)."""
    if not needs_a_trick(s) or not s.winners:
        return None
    card, chance = best_chance(s)
    if chance < SURVIVAL_ODDS:
        return None
    return say(card, "survive")


def needs_a_trick(s: Situation) -> bool:
    """Whether this seat would be out with what it has, and holds no trick that is certain (K4)."""
    if not s.stakes.survival or s.view.won[s.seat]:
        return False
    return not any(s.is_master(card) for card in s.held(s.trump))
