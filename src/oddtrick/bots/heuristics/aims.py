"""The worth of more tricks to a seat, by the points of the deal, and play to lose unwanted ones."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from itertools import combinations_with_replacement, pairwise
from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.bots.heuristics.heuristic import make_advice, play_only_card
from oddtrick.bots.heuristics.win_probability import beat_probability, must_win_probability
from oddtrick.cards import Suit, cards_in
from oddtrick.scoring import DealFacts
from oddtrick.tricks import SUIT_MASKS, check_seat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation
    from oddtrick.calls import Calls
    from oddtrick.cards import Card
    from oddtrick.rules import Rules
    from oddtrick.views import View


class TrickAim(Enum):
    """The worth to a side of more of the tricks that are still to be played."""

    MORE = "more"
    """None hurts, and some of them bring points."""
    ALL = "all"
    """None hurts, and nothing short of all of them brings points."""
    SOME = "some"
    """As many as were bid, say, and no more."""
    NONE = "none"
    """None, as each may cost points; or as few as can be."""
    GIVE = "give"
    """The one other side is to take at least one of them."""
    SETTLED = "settled"
    """Nothing that can still happen changes its points: those of either side, if there are two."""


def trick_aim(view: View, seat: int | None = None) -> TrickAim:
    """Returns the aim of a seat's side in the tricks to come, by what the deal scores.

    Where single cards count, or only later tricks do, it is to win more of them.

    Args:
        view: the view of any seat.
        seat: whose side is asked; None: the seat of the view.

    Raises:
        RuleBroken: there is no such seat.
    """
    reachable = _reachable(view, seat)
    if not reachable:
        return TrickAim.MORE
    best, rising = max(reachable), all(more >= less for less, more in pairwise(reachable))
    if best == min(reachable):
        return TrickAim.SETTLED
    if rising:
        only_all = len(reachable) > 1 and reachable[-2] == reachable[0]
        return TrickAim.ALL if only_all else TrickAim.MORE
    if reachable[0] < best:
        return TrickAim.SOME
    one_is_enough = len(view.deal_rules.sides) == 2 and min(reachable[:-1]) == best
    return TrickAim.GIVE if one_is_enough else TrickAim.NONE


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
    if seat is not None:
        check_seat(seat, view.rules.players)
    reachable = () if view.deal_rules.profile.rising else _reachable(view, seat)
    if not reachable:
        return None
    best = max(reachable)
    return -1 if best == min(reachable) else reachable.index(best)


def _reachable(view: View, seat: int | None) -> tuple[int, ...]:
    """The points of a seat's side for each number of the tricks to come; empty if cards count.

    Of two sides, those of the other are taken off, which are the same tricks told the other way.
    """
    rules, number = view.deal_rules, view.number
    seat = view.seat if seat is None else check_seat(seat, rules.players)
    if seat is None:
        return ()
    side = rules.side_of(seat)
    if not rules.profile.by_tricks or len(view.tricks) < rules.idle_tricks(number):
        return ()
    won, left = view.side_won[side], rules.tricks_in(number) - sum(view.won)
    if len(rules.sides) > 2 and not rules.profile.per_side:
        calls, nobody = view.open_calls, (0,) * rules.players
        facts = DealFacts(rules.sides, view.won, nobody, nobody, 0, None, view.score, calls, number)
        if _is_settled(rules, side, facts):
            return (0,) * (left + 1)
        # It depends on who else takes the others: each trick is good, or each is bad.
        return tuple(range(left + 1)) if rules.profile.rising else tuple(range(left, -1, -1))
    by_tricks = points_by_tricks(rules, side, number, view.score, view.open_calls)
    other = 1 - side if len(rules.sides) == 2 else None
    worth = tuple(points[side] - (0 if other is None else points[other]) for points in by_tricks)
    # A deal too small to score is played for tricks.
    return worth[won : won + left + 1] if len(set(worth)) > 1 else ()


@lru_cache(1024)
def _is_settled(rules: Rules, side: int, so_far: DealFacts) -> bool:
    """True if a side makes the same points, whoever takes the tricks to come."""
    left, first = rules.tricks_in(so_far.number) - sum(so_far.tricks), None
    seats = [members[0] for members in rules.sides]
    for takers in combinations_with_replacement(seats, left):
        won = list(so_far.tricks)
        for taker in takers:
            won[taker] += 1
        stages = rules.scoring.stages(replace(so_far, tricks=tuple(won)))
        points = sum(stage[side] for stage in stages)
        first = points if first is None else first
        if points != first:
            return False
    return True


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
    how = "give" if trick_aim(s.view) is TrickAim.GIVE else "shed"
    if s.led_suit is None:
        return make_advice(_likeliest_lost(s, s.legal), f"{how}-lead")
    if s.is_partner_winning and not s.later_opponents:
        return make_advice(_most_dangerous(s, s.legal), f"{how}-high")
    losing = [card for card in s.legal if card not in s.winning_cards]
    if losing:
        return make_advice(_most_dangerous(s, losing), f"{how}-high")
    if s.later_opponents:
        return make_advice(_likeliest_lost(s, s.legal), f"{how}-low")
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
