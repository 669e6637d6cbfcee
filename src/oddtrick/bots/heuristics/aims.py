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
    by_tricks = points_by_tricks(rules, side, view.number, view.score, view.open_calls)
    worth = [points[side] for points in by_tricks]
    reachable = worth[won : won + left + 1]
    best = max(reachable)
    return -1 if best == min(reachable) else reachable.index(best)


@lru_cache(1024)
def points_by_tricks(
    rules: Rules, side: int, number: int, score: tuple[int, ...], calls: Calls
) -> tuple[tuple[int, ...], ...]:
    """The points of all sides for each number of tricks of one, as the deal's scoring counts them.

    The others share the rest of the tricks as evenly as they can.

    Args:
        rules: those of the deal.
        side: the side with that number of tricks.
        number: of the deal.
        score: of the sides before it.
        calls: of the deal.
    """
    nobody, total = (0,) * rules.players, rules.tricks_in(number)
    others, points = len(rules.sides) - 1, []
    for tricks in range(total + 1):
        won = [0] * rules.players
        for at, seats in enumerate(each for each in rules.sides if each is not rules.sides[side]):
            won[seats[0]] = (total - tricks + at) // others
        won[rules.sides[side][0]] = tricks
        facts = DealFacts(rules.sides, tuple(won), nobody, nobody, 0, None, score, calls, number)
        points.append(tuple(map(sum, zip(*rules.scoring.stages(facts), strict=True))))
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
