"""Tests that hints agree with reviews and with the searching bot."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from oddtrick.bots import random_bot
from oddtrick.bots.heuristics.bids import bid_tricks
from oddtrick.bots.search import SearchBudget, Searcher
from oddtrick.bots.search.search_context import decision_seed
from oddtrick.bots.search.searcher import is_searchable
from oddtrick.cards import Card, Suit
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from oddtrick.match import CHANCE, Match, ToChoose, ToThrow
from oddtrick.review import Hint, advise, review
from oddtrick.review.decision_value import COACH, value_decision
from oddtrick.review.turns import turns_of
from oddtrick.rules import action_text
from tests.support.extent import part, times
from tests.support.position_builders import after, ending
from tests.support.random_matches import EVERY, course
from tests.support.review_deals import LITTLE, SOME, played

SMALL = SearchBudget(candidates=200, worlds=40, temperature=64)


@pytest.mark.parametrize(("game", "options"), part(EVERY[::5], 3), ids=str)
def test_there_is_a_hint_at_every_turn(game: str, options: dict[str, Any]) -> None:
    states = [match for match in course(game, options, 2) if match.to_act not in (None, CHANCE)]
    for match in Random(2).sample(states, 8):
        view = match.view(match.to_act)
        hint = advise(view, 5, budget=LITTLE)
        assert hint.chosen(view) in match.legal_actions()
        assert hint == advise(view, 5, budget=LITTLE)
        assert hint.reason[-1] in ".)"
        said = {sentence.tag for sentence in hint.summary}
        figures = {sentence.tag for sentence in hint.details}
        assert said
        assert not said & (figures | {"in-worlds"})
        assert bool(figures) == bool(hint.choices)
        if hint.close is not None:
            assert not hint.clear
            named = set(hint.close.params.get("cards", "").split())
            assert named.isdisjoint(each.params.get("card") for each in hint.details)
        assert msgspec.json.decode(msgspec.json.encode(hint), type=Hint) == hint


@pytest.mark.parametrize(("game", "options"), part(EVERY[::3], 3), ids=str)
def test_hint_and_review_name_the_choice_of_expert(game: str, options: dict[str, Any]) -> None:
    states = [match for match in course(game, options, 4) if match.to_act not in (None, CHANCE)]
    searcher = Searcher("expert", SMALL)
    for seed, match in enumerate(Random(4).sample(states, 6)):
        view = match.view(match.to_act)
        choice = searcher.choose(view, Random(seed))
        if is_searchable(view):
            assert advise(view, budget=SMALL).chosen(view) == choice
        if is_searchable(view):
            assert isinstance(choice, Card | Suit)
            decision = value_decision(view, choice, searcher, decision_seed(view))
            assert decision.best == decision.played == action_text(choice)
            assert not decision.loss.real


def test_a_review_finds_no_fault_with_a_hint() -> None:
    match, rng = new_match("whist", seed=11), Random(11)
    searcher = Searcher("reviewer", SOME)
    for _ in range(times(6, whole=12)):
        view = match.view(match.to_act)
        hint = advise(view, 3, budget=SOME)
        action = hint.chosen(view)
        assert isinstance(action, Card)
        found = value_decision(view, action, searcher, decision_seed(view, 3))
        assert not found.loss.real
        assert found.choices == hint.choices or len(view.legal) == 1
        match = match.apply(random_bot.choose(view, rng))


@pytest.mark.parametrize(
    ("game", "options"),
    part([("whist", {}), ("scotch-whist", {"players": 4, "sides": 2}), ("knockout-whist", {})], 1),
    ids=str,
)
def test_a_review_prefers_what_a_hint_advised(game: str, options: dict[str, Any]) -> None:
    match = played(game, 3, random_bot, **options)
    decisions = review(match, deals=[0], seed=2, budget=SMALL).deals[0].decisions
    assert any(one.loss.real for one in decisions), "some were valued a second time"
    for turn, decision in zip(turns_of(match), decisions, strict=False):
        view = turn.before.view(turn.seat)
        if is_searchable(view):
            assert decision.best == advise(view, 2, budget=SMALL).action


def test_an_agreeing_heuristic_is_given_as_the_reason() -> None:
    match = after(ending("A2...", "K3...", "Q4...", "J5..."), "2S 3S QS")
    view = match.view(3)
    hint = advise(view, 6, budget=LITTLE)
    assert hint.rule == COACH.advise(view, Random(0)).tag
    assert hint.explanation[0].tag == hint.rule


def test_a_hint_is_clear_if_all_other_choices_are_worse() -> None:
    taken = after(ending("2...3", "3...4", "4...5", "K6...", lead=0), "2S 3S 4S")
    sure = after(ending("32...", "54...", "Q6...", "A7...", lead=0), "3S 5S QS")
    assert advise(sure.view(3), 1, budget=SOME).action == "AS"
    assert advise(taken.view(3), 1, budget=SOME).reason
    one = advise(after(taken, "6S").view(3), 1, budget=LITTLE)
    assert (one.action, one.clear, one.rule) == ("KS", True, "only-card")


def first(match: Match, phase: type) -> Match:
    """Returns the first state of a random match in the given phase."""
    rng = Random(6)
    while not isinstance(match.phase, phase):
        assert not match.over
        match = match.apply(rng.choice(match.legal_actions()))
    return match


def test_K3_trump_choices_are_valued_when_the_cards_are_seen() -> None:
    seen = first(new_match("knockout-whist", seed=6, players=3), ToChoose)
    hint = advise(seen.view(seen.to_act), 1, budget=SOME)
    assert [choice.action for choice in hint.choices] == ["C", "D", "H", "S"]
    best = max(hint.choices, key=lambda choice: choice.utility)
    chosen = next(choice for choice in hint.choices if choice.action == hint.action)
    assert best.utility - chosen.utility <= chosen.error
    blind = first(new_match("knockout-whist", seed=6, players=3, choose="blind"), ToChoose)
    assert advise(blind.view(blind.to_act), 1).rule == "trumps-blind"


def test_K5_all_throws_are_equally_good() -> None:
    seed = next(seed for seed in range(50) if _ties(seed))
    match = first(new_match("knockout-whist", seed=seed, players=4, tie="rps"), ToThrow)
    hint = advise(match.view(match.to_act), 1)
    assert (hint.rule, hint.clear, hint.choices) == ("throw", False, ())


def _ties(seed: int) -> bool:
    match, rng = new_match("knockout-whist", seed=seed, players=4, tie="rps"), Random(6)
    while not match.over and not isinstance(match.phase, ToThrow):
        match = match.apply(rng.choice(match.legal_actions()))
    return not match.over


def test_a_hint_out_of_turn_is_refused() -> None:
    match = new_match("whist", seed=1)
    assert match.to_act is not None
    with pytest.raises(OddtrickError, match=r"it is not seat \d's turn, so there is no hint"):
        advise(match.view((match.to_act + 1) % 4), 1)


def test_a_hint_for_a_bid_says_how_often_the_bid_for_the_tricks_of_the_hand_is_kept() -> None:
    agreed = set()
    for seed in range(4):
        match = new_match("oh-hell", seed=seed)
        assert match.to_act is not None
        view = match.view(match.to_act)
        hint = advise(view, budget=LITTLE)
        counted = str(bid_tricks(view).action)
        told = [each.params["other"] for each in hint.summary if each.tag.startswith("bid-kept")]
        assert told == ([] if counted == hint.action else [counted])
        agreed.add(counted == hint.action)
    assert agreed == {True, False}
