"""Play for an exact number of tricks: how many a seat still wants, and how to lose the others."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.heuristic import make_advice, play_only_card
from oddtrick.bots.heuristics.win_probability import beat_probability, must_win_probability
from oddtrick.cards import Suit, cards_in
from oddtrick.scoring import DealFacts
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation
    from oddtrick.calls import Calls
    from oddtrick.cards import Card
    from oddtrick.rules import Rules
    from oddtrick.views import View


def tricks_wanted(view: View, seat: int | None = None) -> int | None:
    """The tricks that a seat's side still wants, by what the deal scores for it.

    Args:
        view: the view of any seat.
        seat: whose side is asked; None: the seat of the view.

    Returns:
        0 if it wants no more; -1 if all that can still happen is worth the same to it; None in
        games where no trick can hurt.

    Raises:
        RuleBroken: there is no such seat.
    """
    rules, seat = view.deal_rules, view.seat if seat is None else seat
    if seat is None:
        return None
    side = rules.side_of(seat)
    if rules.profile.rising:
        return None
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
    """Plays to lose the trick, with the card that is likeliest to have to win a later one.

    A side loses a trick if an opponent wins it, so a partner who wins it is no help, and once it
    is the side's own the most dangerous card goes with it. Opponents who want no trick either win
    it only if they have to.
    """
    only = play_only_card(s)
    if only is not None:
        return only
    if s.led_suit is None:
        return make_advice(_likeliest_lost(s, s.legal), "shed-lead")
    if s.is_partner_winning and not s.later_opponents:
        return make_advice(_most_dangerous(s, s.legal), "shed-high")
    losing = [card for card in s.legal if card not in s.winning_cards]
    if losing:
        return make_advice(_most_dangerous(s, losing), "shed-high")
    if s.later_opponents:
        return make_advice(_likeliest_lost(s, s.legal), "shed-low")
    return make_advice(max(s.legal, key=s.strength.__getitem__), "shed-must-win")


def ducking_opponents(s: Situation) -> tuple[int, ...]:
    """The opponents that want no more tricks, as far as the points say."""
    return tuple(seat for seat in s.opponents if tricks_wanted(s.view, seat) == 0)


def _likeliest_lost(s: Situation, cards: Iterable[Card]) -> Card:
    """The card with which the trick is likeliest to be lost; of equal ones the highest.

    A later opponent that wants tricks wins if it can; one that wants none only if it has to.
    """
    ducking = ducking_opponents(s)

    def kept(card: Card) -> float:
        probability = 1.0
        for seat in s.later_opponents:
            if seat in ducking:
                probability *= 1.0 - must_win_probability(s, seat, card)
            else:
                probability *= 1.0 - beat_probability(s, seat, card, s.led_suit or card.suit)
        return probability

    return min(cards, key=lambda card: (round(kept(card), 2), -s.strength[card]))


def _most_dangerous(s: Situation, cards: Iterable[Card]) -> Card:
    """The card without which the hand is least likely to have to win; of equal ones the highest."""
    danger = {suit: _danger(s, s.hand & SUIT_MASKS[suit]) for suit in Suit}

    def order(card: Card) -> tuple[bool, int, int, int]:
        rest = s.hand & SUIT_MASKS[card.suit] & ~card.bit
        above = (s.outstanding & s.stronger[card]).bit_count()
        removed = danger[card.suit] - _danger(s, rest)
        return card.suit is s.trump, removed, -above, s.strength[card]

    return max(cards, key=order)


def _danger(s: Situation, cards: int) -> int:
    """The cards of others by which those of a suit (mask) are too high to duck under.

    The lowest is played in the first round of the suit, under one card of another; in each round
    the others lose some more.
    """
    danger, others = 0, len(s.view.seats) - 1
    for number, card in enumerate(s.sort_by_strength(cards_in(cards))):
        out = s.outstanding & SUIT_MASKS[card.suit]
        lower = (out & ~s.stronger[card]).bit_count()
        if number * others < out.bit_count():
            danger += max(0, lower - 1 - (others - 1) * number)
    return danger
