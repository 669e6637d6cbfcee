"""Play for an exact number of tricks: how many a seat still wants, and how to lose the others."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.heuristic import make_advice, play_only_card
from oddtrick.bots.heuristics.win_probability import win_probability
from oddtrick.cards import Card
from oddtrick.scoring import DealFacts

if TYPE_CHECKING:
    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation
    from oddtrick.calls import Calls
    from oddtrick.rules import Rules
    from oddtrick.views import View


def tricks_wanted(view: View) -> int | None:
    """The tricks that the seat's side still wants, by what the deal scores for it.

    Returns:
        0 if it wants no more; -1 if all that can still happen is worth the same to it; None in
        games where no trick can hurt.
    """
    rules = view.deal_rules
    if rules.profile.rising or view.seat is None:
        return None
    side = rules.side_of(view.seat)
    won, left = view.side_won[side], rules.tricks_in(view.number) - sum(view.won)
    worth = _worth_by_tricks(rules, side, view.number, view.score, view.open_calls)
    reachable = worth[won : won + left + 1]
    best = max(reachable)
    return -1 if best == min(reachable) else reachable.index(best)


@lru_cache(256)
def _worth_by_tricks(
    rules: Rules, side: int, number: int, score: tuple[int, ...], calls: Calls
) -> tuple[int, ...]:
    """The points of a side for each number of tricks, as its scoring counts them."""
    nobody, first = (0,) * rules.players, rules.sides[side][0]
    points = []
    for tricks in range(rules.tricks_in(number) + 1):
        won = tuple(tricks if seat == first else 0 for seat in range(rules.players))
        facts = DealFacts(rules.sides, won, nobody, nobody, 0, None, score, calls, number)
        points.append(sum(stage[side] for stage in rules.scoring.stages(facts)))
    return tuple(points)


def lose_trick(s: Situation) -> Advice | None:
    """Plays to lose the trick, with the card that is likeliest to win a later one."""
    only = play_only_card(s)
    if only is not None:
        return only
    if s.led_suit is None:
        return make_advice(_least_likely(s, s.legal), "shed-lead")
    losing = [card for card in s.legal if card not in s.winning_cards]
    if losing:
        return make_advice(max(losing, key=lambda card: _danger(s, card)), "shed-high")
    if s.later_seats:
        return make_advice(_least_likely(s, s.legal), "shed-low")
    return make_advice(max(s.legal, key=s.strength.__getitem__), "shed-must-win")


def _danger(s: Situation, card: Card) -> tuple[bool, int, int]:
    """The order of cards by their chance to win a later trick, the most likely one last."""
    above = (s.outstanding & s.stronger[card]).bit_count()
    return card.suit is s.trump, -above, s.strength[card]


def _least_likely(s: Situation, cards: tuple[Card, ...]) -> Card:
    """The card that is least likely to win this trick; of equal ones the highest."""
    return min(cards, key=lambda card: (round(win_probability(s, card), 2), -s.strength[card]))
