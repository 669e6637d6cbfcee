"""Tests that hidden cards do not influence hints and reviews."""

from __future__ import annotations

from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from oddtrick.bots.search import Searcher
from oddtrick.cards import Card, Suit
from oddtrick.match import Match
from oddtrick.review import advise
from oddtrick.review.decision_value import value_decision
from tests.support.extent import times
from tests.support.hypothesis_strategies import matches
from tests.support.permute_hidden_cards import permute_hidden
from tests.support.review_deals import LITTLE


@given(match=matches(), seed=st.integers(0, 2**32))
@settings(max_examples=times(8, whole=25))
def test_permuting_unseen_cards_changes_no_value_and_no_sentence(match: Match, seed: int) -> None:
    seat = match.to_act
    other = permute_hidden(match, seat, Random(seed))
    assume(other is not None)
    assert other is not None
    view, same = match.view(seat), other.view(seat)
    assert advise(view, seed, budget=LITTLE) == advise(same, seed, budget=LITTLE)
    action = Random(seed).choice(view.legal)
    assume(not view.dogs)
    assume(isinstance(action, Card) or (isinstance(action, Suit) and bool(view.hand)))
    assert isinstance(action, Card | Suit)
    searcher = Searcher("reviewer", LITTLE)
    decisions = [value_decision(each, action, searcher, seed) for each in (view, same)]
    assert decisions[0] == decisions[1]
