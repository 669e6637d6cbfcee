"""Third hand: high but no higher than needed, and low where partner's card is enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.advice_with_reason import make_advice
from oddtrick.bots.heuristics.heuristic import least_valuable
from oddtrick.bots.heuristics.win_probability import LIKELY, likeliest_winner, win_probability
from oddtrick.cards import Rank
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation
    from oddtrick.cards import Card


def finesse(s: Situation, least: float = LIKELY) -> Advice | None:
    """Finesses in a plain suit led by partner: tries the queen from ace and queen.

    Args:
        s: the situation.
        least: the win probability from which the lower card is tried.
    """
    winners = s.winning_cards
    partner_led = s.view.table_seats[0] in s.partners
    if not s.can_follow or s.led_suit is s.trump or not partner_led or len(winners) < 2:
        return None
    if s.times_led(winners[-1].suit) or not s.is_master(winners[-1]):
        return None
    below = [card for card in winners if not s.are_touching(card, winners[-1])]
    if not below:
        return None
    card = next(low for low in below if s.are_touching(low, below[-1]))
    missing = (s.outstanding & s.stronger[card]).bit_count()
    if missing != 1 or win_probability(s, card) < least:
        return None
    return make_advice(card, "finesse", rank=card.rank, kept=winners[-1].rank)


def play_high(s: Situation) -> Advice | None:
    """Plays the likeliest winner, of equal cards the lowest, when no partner plays later."""
    if not s.can_follow or s.has_later_partner or not s.winning_cards:
        return None
    card, probability = likeliest_winner(s)
    if not probability:
        return make_advice(least_valuable(s, s.legal), "third-hand-beaten")
    return make_advice(card, "third-hand-high")


def rule_of_eleven(s: Situation) -> Advice | None:
    """Leaves the trick to partner's fourth-best lead when the rule of eleven says it wins.

    Eleven less its rank is the number of higher cards in the other three hands. If this hand holds
    them all, no later opponent can beat it.
    """
    if not s.can_follow or not s.is_partner_winning or not s.later_opponents or s.best_card is None:
        return None
    card = s.view.table[0]
    first = not s.times_led(card.suit) and s.view.table_seats[0] in s.partners
    if (
        not first
        or card is not s.best_card
        or card.suit is s.trump
        or not _may_be_fourth_best(s, card)
    ):
        return None
    higher = (s.hand & s.stronger[card]).bit_count()
    if higher < 11 - (card.rank + 2) or higher == 0:
        return None
    return make_advice(least_valuable(s, s.legal), "rule-of-eleven", rank=card.rank)


def _may_be_fourth_best(s: Situation, card: Card) -> bool:
    """True if a card led can be the fourth best: a small one, of a complete suit."""
    is_complete = s.view.rules.pack & SUIT_MASKS[card.suit] == SUIT_MASKS[card.suit]
    return is_complete and card.rank <= Rank.EIGHT
