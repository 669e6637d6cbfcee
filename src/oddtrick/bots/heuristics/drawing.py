"""Play for the cards of a stock: a trick is worth what its winner draws (G3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.heuristic import make_advice
from oddtrick.bots.heuristics.win_probability import win_probability
from oddtrick.cards import Rank, cards_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation
    from oddtrick.cards import Card

PLAIN_WORTH = (0.40, 0.28, 0.18, 0.10, 0.06, 0.04, 0.03, 0.02, 0.02, 0.01, 0.01, 0.01, 0.01)
"""The worth of a plain card in later tricks, by the number of higher cards that are out."""

TRUMP_WORTH, TRUMP_STEP = 1.05, 0.05
"""The worth of the highest trump; and by how much that of each lower one is less."""

TRICK_WORTH = 0.6
"""The worth of a trick that counts in itself, beside the card that it wins."""


def worth(s: Situation, card: Card) -> float:
    """The worth of a card in hand, in later tricks: by the higher cards that others may get."""
    above = (s.outstanding & s.stronger[card]).bit_count()
    if card.suit is s.trump:
        return TRUMP_WORTH - TRUMP_STEP * above
    return PLAIN_WORTH[above]


def prize(s: Situation) -> float:
    """The gain by winning the trick: the card on top rather than an unseen one, and the trick."""
    view = s.view
    unseen = cards_in(view.unseen.mask)
    mean = sum(worth(s, card) for card in unseen) / max(len(unseen), 1)
    top = mean if view.stock_top is None else worth(s, view.stock_top)
    counts = len(view.tricks) >= view.deal_rules.idle_tricks(view.number)
    return top - mean + TRICK_WORTH * counts


def lead_for_prize(s: Situation) -> Advice | None:
    """Leads to win or to lose the trick, as the card on top of the stock is worth."""
    if not s.view.stock:
        return None
    gain = prize(s)

    def value(card: Card) -> tuple[float, int]:
        return _win_chance(s, card, wanted=gain > 0) * gain - worth(s, card), -card.rank

    card = max(s.legal, key=value)
    return make_advice(card, "draw-lead-high" if gain > 0 else "draw-lead-low")


def _win_chance(s: Situation, card: Card, *, wanted: bool) -> float:
    """The chance to win with a lead; who does not want the trick only beats it if it has to."""
    wins = win_probability(s, card)
    if wanted:
        return wins
    pool = s.outstanding & ~(0 if s.view.stock_top is None else s.view.stock_top.bit)
    suit = pool & card.suit.mask
    below = (suit & ~s.stronger[card]).bit_count()
    held = sum(s.view.counts[seat] for seat in s.opponents) / max(pool.bit_count(), 1)
    return 1 - (1 - wins) * max(0.0, 1 - held) ** below


def follow_for_prize(s: Situation) -> Advice | None:
    """Wins the trick with the cheapest card if what it draws is worth that, or else ducks."""
    if not s.view.stock:
        return None
    losing = [card for card in s.legal if card not in s.winning_cards]
    if not s.winning_cards:
        return make_advice(_cheapest(s, losing), "cannot-win")
    winner = _cheapest(s, s.winning_cards)
    if not losing:
        return make_advice(winner, "draw-take")
    loser = _cheapest(s, losing)
    if prize(s) > worth(s, winner) - worth(s, loser):
        return make_advice(winner, "draw-take")
    return make_advice(loser, "draw-duck")


def _cheapest(s: Situation, cards: Iterable[Card]) -> Card:
    return min(cards, key=lambda card: (worth(s, card), card.rank, card.suit))


# Simpler: a high card or a trump is good, all else is not.


def _is_good(s: Situation) -> bool:
    top = s.view.stock_top
    return top is not None and (top.suit is s.trump or top.rank >= Rank.QUEEN)


def lead_for_good_card(s: Situation) -> Advice | None:
    """Leads the highest plain card for a trump or a high card on top, and else the lowest."""
    if not s.view.stock:
        return None
    plain = [card for card in s.legal if card.suit is not s.trump] or list(s.legal)
    if _is_good(s):
        return make_advice(max(plain, key=lambda card: (card.rank, card.suit)), "draw-lead-high")
    return make_advice(min(plain, key=lambda card: (card.rank, card.suit)), "draw-lead-low")


def follow_for_good_card(s: Situation) -> Advice | None:
    """Takes a trump or a high card with the lowest card that does; ducks for all else."""
    if not s.view.stock:
        return None
    losing = [card for card in s.legal if card not in s.winning_cards]
    if s.winning_cards and (_is_good(s) or not losing):
        return make_advice(s.winning_cards[0], "draw-take")
    low = min(losing, key=lambda card: (card.suit is s.trump, card.rank, card.suit))
    return make_advice(low, "draw-duck" if s.winning_cards else "cannot-win")
