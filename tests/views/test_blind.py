"""A view holds nothing that its seat may not know.

Permuting the cards that a seat cannot see, in any way that the play so far allows, leaves its view
as it is, byte for byte; so does another throw of somebody else's that is still secret.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from oddtrick.cards import Card, Hand
from oddtrick.errors import RuleBroken
from oddtrick.match import Action, Deal, Match, Playing, ToThrow, start
from oddtrick.rules import Throw
from tests.support.random_matches import EVERY, course

Place = tuple[int, int] | None
"""Where a card lies: separate hand and seat, or None for the cards that were not dealt."""


def shown(match: Match, seat: int | None) -> bytes:
    return msgspec.msgpack.encode(match.view(seat))


def replayed(match: Match, actions: list[Action]) -> Match:
    again = start(match.rules)
    for action in actions:
        again = again.apply(action)
    return again


def hidden(match: Match, seat: int | None) -> dict[Card, Place]:
    """The cards of the deal under way that the seat cannot see, and where they lie."""
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
    if deal.turn_up is not None:
        places.pop(deal.turn_up, None)
    return places


def swapped(deal: Deal, one: Card, other: Card) -> Deal:
    """The deal with two cards in each other's places."""

    def swap(hand: Hand) -> Hand:
        both = Hand.of([one, other])
        return hand if len(hand & both) != 1 else (hand | both) - (hand & both)

    return Deal(tuple(tuple(map(swap, hands)) for hands in deal.hands), deal.turn_up)


def permuted(match: Match, seat: int | None, rng: Random) -> Match | None:
    """The match with hidden cards permuted, or None where nothing can be changed."""
    places = hidden(match, seat)
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
        tried = [*actions[:at], swapped(deal, one, other), *actions[at + 1 :]]
        try:
            changed = replayed(match, tried)
        except RuleBroken:  # somebody has shown a void: not every permutation is possible
            continue
        actions = tried
        places[one], places[other] = places[other], places[one]
    return None if changed is None or changed.deal == match.deal else changed


def check_blind(game: str, options: dict[str, Any], seed: int) -> int:
    """Asserts the property at random moments of a match; how many permutations were tried."""
    rng, tried = Random(seed), 0
    states = course(game, options, seed)
    for match in rng.sample(states, min(len(states), 12)):
        seat = rng.choice([None, *range(match.rules.players)])
        other = permuted(match, seat, rng)
        if other is not None:
            assert shown(other, seat) == shown(match, seat)
            tried += 1
    return tried


@pytest.mark.parametrize(("game", "options"), EVERY, ids=str)
def test_permuting_unseen_cards_leaves_the_view_unchanged(
    game: str, options: dict[str, Any]
) -> None:
    assert sum(check_blind(game, options, seed) for seed in range(2)) > 5


@pytest.mark.long
@pytest.mark.parametrize(("game", "options"), EVERY, ids=str)
def test_permuting_unseen_cards_leaves_the_view_unchanged_many_times(
    game: str, options: dict[str, Any]
) -> None:
    assert sum(check_blind(game, options, seed) for seed in range(2, 100)) > 500


def test_the_permutation_would_be_seen_by_who_holds_the_cards() -> None:
    """The test above can fail: with all hands open, a permutation does show."""
    match, rng = course("whist", {}, 5)[9], Random(5)
    other = permuted(match, 0, rng)
    assert other is not None
    assert any(shown(other, seat) != shown(match, seat) for seat in (1, 2, 3))


def test_K5_a_throw_is_secret_until_all_are_in() -> None:
    tried = 0
    for seed in range(30):
        for match in course("knockout-whist", {"players": 6, "tie": "rps"}, seed):
            if not isinstance(match.phase, ToThrow) or not match.phase.throwing.thrown:
                continue
            thrower = match.phase.throwing.seats[0]
            actions = list(match.actions)
            at = len(actions) - len(match.phase.throwing.thrown)
            for throw in Throw:
                other = replayed(match, [*actions[:at], throw, *actions[at + 1 :]])
                for seat in (None, *range(6)):
                    same = shown(other, seat) == shown(match, seat)
                    assert same == (seat != thrower or throw is actions[at])
                tried += 1
    assert tried > 30
