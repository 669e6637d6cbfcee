"""Permutations of the cards hidden from a seat, for tests that views do not reveal them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oddtrick.cards import Card, Hand
from oddtrick.errors import RuleBroken
from oddtrick.match import Action, Deal, Exchange, Match, Playing, start

Place = tuple[int, int] | None
"""The position of a card: separate hand and seat, or None for undealt cards; of the stock, -1 and
the place in it."""


def replay_actions(match: Match, actions: list[Action]) -> Match:
    again = start(match.rules)
    for action in actions:
        again = again.apply(action)
    return again


def hidden_places(match: Match, seat: int | None) -> dict[Card, Place]:
    """Returns the cards of the current deal hidden from the seat, with their positions."""
    deal, hand_number = match.deal.deal, len(match.deal.hands)
    if deal is None or match.deal.result is not None:
        return {}
    gone = match.phase.gone if isinstance(match.phase, Playing) else 0
    places: dict[Card, Place] = dict.fromkeys(Hand(match.rules.pack))
    for number, hands in enumerate(deal.hands):
        for holder, hand in enumerate(hands):
            seen = number < hand_number or (number == hand_number and holder == seat)
            for card in hand:
                places[card] = (number, holder)
                if seen or (number == hand_number and gone & card.bit):
                    del places[card]
    places |= {card: (-1, place) for place, card in enumerate(deal.stock)}
    for card in _seen_elsewhere(match, seat, deal):
        places.pop(card, None)
    return places


def _seen_elsewhere(match: Match, seat: int | None, deal: Deal) -> Iterator[Card]:
    """The cards that the seat has seen in other hands, on the table or in a kitty."""
    yield from _stock_seen(match, seat)
    for seats, cards in match.view(seat).places:
        yield from cards if len(seats) == 1 else ()
    if deal.turn_up is not None:
        yield deal.turn_up
    for exchange in _exchange(match):
        yield from exchange.kitty if exchange.is_open or exchange.seat == seat else ()


def _exchange(match: Match) -> list[Exchange]:
    """The exchange of the current deal, if there is one (B3)."""
    return [each for each in match.call_phases(match.deal) if isinstance(each, Exchange)]


def _with_other_discards(match: Match, actions: list[Action], other: dict[Card, Card]) -> None:
    """Renames the cards that were discarded, which nobody else has seen."""
    first = len(match.opening) + sum(len(tuple(log.actions)) for log in match.past)
    for exchange in _exchange(match):
        before = [each for each in match.deal.opening if not isinstance(each, Card)]
        for at in range(first + len(before), first + len(before) + len(exchange.made)):
            card = actions[at]
            assert isinstance(card, Card)
            actions[at] = other.get(card, card)


def _stock_seen(match: Match, seat: int | None) -> list[Card]:
    """The cards of the stock that the seat has seen drawn, played, or lying on top."""
    deal, phase, stock = match.deal.deal, match.phase, match.rules.plan.stock
    if deal is None or stock is None or not isinstance(phase, Playing):
        return []
    seats, seen = match.rules.players, [card for card in deal.stock if phase.gone & card.bit]
    for place, card in enumerate(deal.stock[: seats * (len(phase.winners) + 1)]):
        trick, turn = divmod(place, seats)
        drawn = trick < len(phase.winners)
        own = drawn and (phase.winners[trick] + turn) % seats == seat
        if own or (turn == 0 and stock.shown):
            seen.append(card)
    return seen


def swap_cards(deal: Deal, one: Card, other: Card) -> Deal:
    """Returns the deal with two cards exchanged."""

    def swap(hand: Hand) -> Hand:
        both = Hand.of([one, other])
        return hand if len(hand & both) != 1 else (hand | both) - (hand & both)

    hands = tuple(tuple(map(swap, hands)) for hands in deal.hands)
    stock = tuple({one: other, other: one}.get(card, card) for card in deal.stock)
    return Deal(hands, deal.turn_up, stock)


def permute_hidden(match: Match, seat: int | None, rng: Random) -> Match | None:
    """Returns the match with hidden cards permuted, or None if nothing can be changed."""
    places = hidden_places(match, seat)
    actions, changed = list(match.actions), None
    if len(places) < 2:
        return None
    at = max(index for index, action in enumerate(actions) if isinstance(action, Deal))
    for _ in range(12):
        one, other = rng.sample(sorted(places), 2)
        deal = actions[at]
        assert isinstance(deal, Deal)
        if places[one] == places[other]:
            continue
        tried = [*actions[:at], swap_cards(deal, one, other), *actions[at + 1 :]]
        _with_other_discards(match, tried, {one: other, other: one})
        try:
            changed = replay_actions(match, tried)
        except RuleBroken:  # a shown void excludes this permutation
            continue
        actions = tried
        places[one], places[other] = places[other], places[one]
    return None if changed is None or changed.deal == match.deal else changed
