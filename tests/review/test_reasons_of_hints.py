"""Tests that hints teach: a reason, no contradiction with the review, no advice that loses.

What a sentence advises is computed by rules implemented independently: the legal cards of which it
would be true in every world.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from oddtrick.bots.search import SearchBudget, Searcher
from oddtrick.bots.search.search_context import decision_seed
from oddtrick.cards import Card, Rank, Suit, parse_card
from oddtrick.review import Choice, Hint, Sentence, advise
from oddtrick.review.decision_value import (
    is_about_as_good,
    is_found_by_rollouts,
    loss_of,
    value_decision,
)
from oddtrick.review.explanations import arguments_for, chosen_arguments, explain
from oddtrick.review.provable import known_situation
from oddtrick.review.review_types import choice_of
from oddtrick.review.sentence_table import SAYINGS, WORTH_MORE, Compares
from oddtrick.solver.sampling import worlds
from oddtrick.views import Awaited, View
from tests.support.decision_positions import decision_positions
from tests.support.extent import times
from tests.support.position_builders import after, ending
from tests.support.sentence_reference_rules import World
from tests.support.sentence_truth import TRUE

COUNT = times(140, whole=600)
SOME = SearchBudget(candidates=400, worlds=60, temperature=64)
WORLDS = 4
LOW = {"lead-low", "lead-under", "long-suit-low", "only-trumps-low", "second-hand-low"}
"""Sentences that call a card low."""

CLOSE = {"close-cards", "close-suits"}
"""Sentences that say that it is close, and not why."""


class Read(NamedTuple):
    view: View
    hint: Hint


@cache
def hints() -> list[Read]:
    """Hints of all games."""
    return [Read(view, advise(view, 1, budget=SOME)) for view in decision_positions(COUNT)]


def advised(view: View, sentence: Sentence) -> set[str]:
    """The legal cards of which a sentence is true in each of some worlds."""
    drawn = worlds(view).draw(WORLDS, 1).hands.tolist()
    cards = [card for card in view.legal if isinstance(card, Card)]
    holds = TRUE[sentence.tag]
    return {
        str(card)
        for card in cards
        if all(holds(World(view, hands, sentence.params, card)) for hands in drawn)
    }


def test_every_hint_has_a_reason_where_there_is_a_choice() -> None:
    for _, hint in hints():
        if hint.summary[0].tag in CLOSE:
            assert not any(one.tag.startswith("behind") for one in hint.details), "no card is worse"
    assert all(1 <= len(hint.summary) <= 2 for _, hint in hints())
    assert len({hint.summary[0].tag for _, hint in hints()}) >= times(25, whole=32)


def test_no_hint_contradicts_the_review() -> None:
    searcher = Searcher("reviewer", SOME)
    for view, hint in hints()[:600]:
        found = value_decision(view, hint.chosen(view), searcher, decision_seed(view, 1))  # type: ignore[arg-type]
        assert found.best == hint.action
        assert not found.loss.real
        assert found.choices == hint.choices


def test_what_a_hint_says_is_true_of_the_card() -> None:
    for view, hint in hints():
        for sentence in hint.explanation:
            if sentence.tag in TRUE:
                assert hint.action in advised(view, sentence), (view, hint)


def spoken_for(view: View, sentence: Sentence, better: str) -> set[str]:
    """The legal cards that a sentence does not speak against, said of the better one."""
    within = SAYINGS[sentence.tag].compares is Compares.WITHIN_SUIT
    kept = {str(card) for card in view.legal} if within else set()
    return advised(view, sentence) | {card for card in kept if card[1] != better[1]}


def losing(
    view: View, sentences: tuple[Sentence, ...], better: str, choices: tuple[Choice, ...]
) -> list[object]:
    """The sentences said of a card that speak against one that is better by the same values."""
    own = choice_of(choices, better)
    return [
        (view.hand, view.table, sentence, own, other)
        for sentence in sentences
        if sentence.tag in TRUE
        for other in choices
        if is_found_by_rollouts(loss_of(own, other, view.rules), view.rules, 1)
        and other.action not in spoken_for(view, sentence, better)
    ]


def test_no_sentence_of_a_hint_advises_what_loses() -> None:
    for view, hint in hints():
        assert losing(view, hint.explanation, hint.action, hint.choices) == []


def test_a_reason_holds_for_cards_named_as_good_or_is_called_a_rule_of_thumb() -> None:
    named = 0
    for view, hint in hints():
        if hint.close is None or "cards" not in hint.close.params:
            continue
        cards = set(hint.close.params["cards"].split())
        for sentence in hint.explanation:
            compares = SAYINGS[sentence.tag].compares
            if sentence.tag not in TRUE or compares is Compares.NOTHING:
                continue
            named += 1
            if not cards <= spoken_for(view, sentence, hint.action):
                assert compares not in WORTH_MORE, (view, hint)
                assert hint.close.tag == "as-rule-cards", (view, hint)
    assert named >= times(5, whole=20)


def test_a_card_is_to_be_kept_only_where_another_choice_would_spend_it() -> None:
    kept, rng = 0, Random(1)
    for view in decision_positions(times(150, whole=600), seed=3):
        cards = [card for card in view.legal if isinstance(card, Card)]
        for better in cards:
            losses = {card: rng.choice((0.0, 0.4, 1.0, 2.0)) for card in cards} | {better: 0.0}
            for sentence in explain(view, better, losses=losses):
                saying = SAYINGS[sentence.tag]
                if saying.keeps is None:
                    continue
                kept += 1
                within = saying.compares is Compares.WITHIN_SUIT
                near = [card for card in losses if not within or card.suit is better.suit]
                nearest = min(losses[card] for card in near if losses[card] >= 0.5)
                assert losses[parse_card(sentence.params[saying.keeps])] == nearest, (view, better)
    assert kept >= times(20, whole=80)


def test_low_is_said_of_no_honour() -> None:
    for _, hint in hints():
        if LOW & {sentence.tag for sentence in hint.explanation}:
            assert parse_card(hint.action).rank < Rank.JACK


def test_an_argument_is_chosen_for_the_cards_it_leaves_out() -> None:
    chosen_for = 0
    for view in decision_positions(times(40, whole=100), seed=2):
        if view.awaited is not Awaited.CARD:
            continue
        s = known_situation(view)
        for better in s.legal:
            arguments = arguments_for(s, better)
            by_tag = {one.sentence.tag: one.cards for one in arguments}
            for wanted in arguments:
                outside = set(s.legal) - wanted.cards
                if not outside:
                    continue
                losing = {card: 2.0 * (card in outside) for card in s.legal}
                told = chosen_arguments(arguments, losing, better, None)
                kept = by_tag[told[0].tag]
                assert outside - kept, "it leaves out some that lose"
                chosen_for += kept == wanted.cards
                better_elsewhere = {card: -2.0 * (card in outside) for card in s.legal}
                for sentence in chosen_arguments(arguments, better_elsewhere, better, None):
                    suits = {card.suit for card in by_tag[sentence.tag] & outside}
                    assert {card.suit for card in outside} <= suits, "none that are better"
    assert chosen_for >= times(100, whole=250)


def test_a_mistake_is_explained_by_what_its_card_does_not_do() -> None:
    searcher, explained, leaving = Searcher("reviewer", SOME), 0, 0
    for view, hint in hints():
        own = choice_of(hint.choices, hint.action)
        lost = [one for one in hint.choices if loss_of(one, own, view.rules).real]
        if not lost or len(hint.action) == 1:
            continue
        played = max(lost, key=lambda one: one.utility).action
        found = value_decision(view, parse_card(played), searcher, decision_seed(view, 1))
        assert found.best == hint.action
        if found.loss.real:
            explained += 1
            assert losing(view, found.explanation, found.best, found.choices) == []
            reasons = [one for one in found.explanation if one.tag in TRUE]
            assert 1 <= len(reasons) <= 2
            leaving += any(
                played not in advised(view, one) or played in one.params.values() for one in reasons
            )
    assert explained >= times(15, whole=25)
    assert leaving >= 0.85 * explained


def test_no_difference_is_said_where_all_cards_are_equal_and_only_there() -> None:
    said = 0
    for _, hint in hints():
        if hint.explanation[0].tag == "no-difference":
            said += 1
            assert hint.close is None
            assert len({choice.utility for choice in hint.choices}) == 1
            assert hint.explanation[0].text() == "It makes no difference."
    assert 0 < said < len(hints()) / 3


def test_cards_named_as_good_are_another_plan_and_hardly_worse() -> None:
    for view, hint in hints():
        if hint.close is None or "cards" not in hint.close.params:
            continue
        own = choice_of(hint.choices, hint.action)
        named = hint.close.params["cards"].split()
        assert len(named) <= 3
        assert len({(one[1], choice_of(hint.choices, one).utility) for one in named}) == len(named)
        for action in named:
            other, card = choice_of(hint.choices, action), parse_card(action)
            assert is_about_as_good(other, own, view.rules)
            kept = [word for one in hint.explanation for word in one.params.values()]
            assert action not in kept
            if card.suit is parse_card(hint.action).suit:
                assert view.trick.play(card).best != view.trick.play(parse_card(hint.action)).best


def test_rules_of_thumb_are_said_only_where_they_fit() -> None:
    for view, hint in hints():
        tags, partners = {one.tag for one in hint.explanation}, view.rules.partners(view.seat or 0)
        if "ruff-low" in tags:
            assert view.trick.winner not in partners
        if "cover-honour" in tags:
            beats = [card for card in view.unseen if _beats(view, card, parse_card(hint.action))]
            assert beats, "a card that nothing beats covers nothing"
        if {"longest", "long-suit-low", "top-of-suit", "fourth-best"} & tags:
            plain = Counter(card.suit for card in view.hand if card.suit is not view.trump)
            assert plain[parse_card(hint.action).suit] > min(plain.values()), "others are shorter"


def _beats(view: View, card: Card, other: Card) -> bool:
    order = view.trick.order
    return card.suit is other.suit and order[card] > order[other]


@pytest.mark.parametrize(
    ("hands", "plays", "action", "tag"),
    [
        (("..32.AKQ", "6.K5.5.3", "T9.T.T.4", "8.QJ42.."), "AC 3C 4C", "2H", "ruff-low"),
        (("AK..2.", "32..3.", "54..4.", "Q7.8.."), "AS 2S 4S", "7S", "cannot-win"),
        (("K.2.3.", "Q.4.5.", "J.6.7.", "A2.8.."), "KS QS JS", "AS", "last-hand"),
    ],
)
def test_the_card_and_the_principle_of_a_good_player(
    hands: tuple[str, ...], plays: str, action: str, tag: str
) -> None:
    match = after(ending(*hands, trump=Suit.HEARTS), plays)
    hint = advise(match.view(3), 1, budget=SOME)
    assert (hint.action, hint.explanation[0].tag, hint.close) == (action, tag, None)
