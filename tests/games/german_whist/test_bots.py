"""Bots draw for good cards, and play the second stage exactly."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from oddtrick.bots import find_bot
from oddtrick.bots.search.search_context import SearchBudget
from oddtrick.bots.search.searcher import Searcher
from oddtrick.cards import Card, Hand
from oddtrick.dealing import new_match
from oddtrick.match import Match, Playing
from oddtrick.review.hints import advise
from oddtrick.solver import Position, solve_cards

QUICK = Searcher("quick", SearchBudget(worlds=64))


def after_tricks(seed: int, tricks: int, **options: Any) -> Match:
    """A match between two clubs after so many tricks."""
    match, rng, club = (
        new_match("german-whist", seed=seed, **options),
        Random(seed),
        find_bot("club"),
    )
    while isinstance(match.phase, Playing) and len(match.phase.winners) < tricks:
        match = match.apply(club.choose(match.view(match.phase.to_act), rng))
    return match


@pytest.mark.parametrize("tricks", [13, 17, 22])
def test_without_a_stock_each_card_has_its_exact_value(tricks: int) -> None:
    match = after_tricks(tricks, tricks)
    assert isinstance(match.phase, Playing)
    phase, seat = match.phase, match.phase.to_act
    hands = tuple(Hand(phase.held(each)) for each in (0, 1))
    position = Position(
        hands, match.deal.trump, phase.trick.leader, phase.trick.cards, sides=(0, 1)
    )
    exact = solve_cards(position)
    found = QUICK.evaluate(match.view(seat))
    assert found.exact
    before = match.view(seat).won[seat]
    assert {one.action: one.tricks - before for one in found.choices} == exact
    assert isinstance(found.chosen, Card)
    wins = {card: before + value >= 7 for card, value in exact.items()}
    assert wins[found.chosen] == max(wins.values())


@pytest.mark.parametrize("count", ["second", "all"])
def test_a_search_depends_on_the_view_and_the_seed_alone(count: str) -> None:
    match = after_tricks(5, 4, count=count)
    view = match.view(match.to_act)
    first, again = (QUICK.evaluate(view, Random(3)) for _ in range(2))
    assert first == again
    assert [one.action for one in first.choices] == list(view.legal)
    most = view.rules.tricks_in(0)
    assert all(0 <= one.tricks <= most and -1 <= one.points <= 1 for one in first.choices)


def test_a_trump_on_the_stock_is_worth_a_trick_and_a_deuce_is_not() -> None:
    """Seat 0 follows with a card that just wins, for the ace of trumps and for a two."""
    club, taken = find_bot("club"), []
    for seed in range(60):
        match = new_match("german-whist", seed=seed, dealer=0)
        match = match.apply(match.legal_actions()[0])
        view = match.view(0)
        if (
            not 0
            < sum(wins(card, view.table[0], view.trump) for card in view.legal)
            < len(view.legal)
        ):
            continue
        assert view.trump is not None
        unseen = set(view.unseen)
        for rank, suit in (("A", view.trump), ("2", None)):
            top = next(
                (
                    c
                    for c in unseen
                    if c.rank.letter == rank
                    and (c.suit is suit or (suit is None and c.suit is not view.trump))
                ),
                None,
            )
            if top is None:
                continue
            played = club.choose(replace(view, stock_top=top), Random(1))
            assert isinstance(played, Card)
            taken.append((rank, wins(played, view.table[0], view.trump)))
    assert taken.count(("A", True)) > 10
    assert taken.count(("A", False)) == 0
    assert taken.count(("2", False)) > taken.count(("2", True))


def wins(card: object, led: Card, trump: object) -> bool:
    assert isinstance(card, Card)
    return card.rank > led.rank if card.suit is led.suit else card.suit is trump


def test_a_hint_is_given_in_both_stages() -> None:
    for tricks in (0, 20):
        match = after_tricks(2, tricks)
        view = match.view(match.to_act)
        hint = advise(view, budget=QUICK.budget)
        assert hint.chosen(view) in view.legal
        assert hint.explanation
