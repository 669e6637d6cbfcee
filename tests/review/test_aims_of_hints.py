"""Tests that reasons suit what the seat wants under its contract, in every game.

The aims are those of ``tests/support/contract_positions.py``, written there from the rules.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from oddtrick.cards import Card
from oddtrick.games import GAMES
from oddtrick.review import Sentence
from oddtrick.review.decision_value import advice_for
from oddtrick.review.explanations import explain
from oddtrick.solver.sampling import worlds
from oddtrick.views import View
from tests.support.contract_positions import contract_positions, worth
from tests.support.extent import times
from tests.support.game_folders import by_game
from tests.support.sentence_reference_rules import World
from tests.support.sentence_truth import TRUE

LETS_GO = {
    *("duck", "keep-trumps", "not-worth-it", "second-hand-low", "doubtful-trick", "lead-low"),
    *("short-suit", "singleton", "empties-suit", "fourth-best", "long-suit-low", "lead-under"),
    *("lead-through", "safest-suit", "keep-tenace", "save-from-behind", "save-for-partner"),
    *("only-trumps-low", "echo", "tenace", "opponents-led"),
}
"""Sentences for a card with which the trick is let go, or may be: for later ones."""

SHEDS = {"shed-lead", "shed-high", "shed-low", "shed-must-win", "no-more-tricks"}
GIVES = {"give-lead", "give-high", "give-low", "shed-must-win", "one-for-others"}
SETTLED = {"no-difference", "points-settled"}

WORLDS = 3

KINDS = {
    "oh-hell": {"some", "none", "settled", "all"},
    "minnesota-whist": {"more", "none"},
    "solo-whist": {"more", "give", "none", "settled"},
    "bid-whist": {"more", "all", "settled"},
    "german-whist": {"more", "settled"},
}
"""What is wanted in games in which it is not simply as many tricks as can be."""

CASES = {game.id: by_game("cases", "MATCHES")[game.id] for game in GAMES}
CASES |= {game: each[:1] for game, each in CASES.items() if game not in KINDS}
"""The options of each game: of those without calls only the first are taken."""


def kind_of(values: list[int] | None) -> str:
    """What is wanted, by what each number of further tricks brings."""
    if values is None:
        return "more"
    best = max(values)
    if best == min(values):
        return "settled"
    if all(more >= less for less, more in pairwise(values)):
        return "all" if values[-2] == values[0] else "more"
    if values[0] < best:
        return "some"
    return "give" if values[-2] == best else "none"


def said(view: View) -> dict[tuple[Card, str], Sentence]:
    """All sentences about this position, for a card alone and against another."""
    advice = advice_for(view)
    found: dict[tuple[Card, str], Sentence] = {}
    cards = [card for card in view.legal if isinstance(card, Card)]
    for better in cards:
        own = advice if advice.action is better else None
        losses = {card: float(card is not better) for card in cards}
        for played in (None, *(card for card in cards if card is not better)):
            told = explain(view, better, played, losses=losses, advice=own)
            assert told
            found |= {(better, str(sentence)): sentence for sentence in told}
    return found


def false_reasons(view: View, tags: set[str]) -> set[str]:
    """The tags that may not be told to a seat with this aim."""
    values = worth(view)
    kind, several = kind_of(values), len(view.deal_rules.sides) > 2
    aimed = {"tricks-wanted", "every-trick"} | SHEDS | GIVES | SETTLED
    if kind == "settled":
        return tags - {"only-card", "points-settled" if several else "no-difference"}
    if kind in ("none", "give"):
        return tags - {"only-card"} - (SHEDS if kind == "none" else GIVES)
    wrong = tags & (aimed - {"tricks-wanted"} if kind == "some" else aimed)
    if kind == "all":
        return (wrong - {"every-trick"}) | (tags & LETS_GO)
    if kind == "some":
        return wrong | (tags & {"all-mine", "duck", "keep-trumps"})
    return wrong


def checked(game: str, options: dict[str, Any], seeds: range, share: float) -> Counter[str]:
    """The kinds of aims met, and for each false reason its tag and that kind."""
    found = Counter[str]()
    for seed in seeds:
        rng = Random(seed)
        for view in contract_positions(game, options, seed):
            if len(view.legal) < 2 or rng.random() > share:
                continue
            kind, told = kind_of(worth(view)), said(view)
            if kind == "give" and len(view.deal_rules.sides) > 2:
                kind = "none"
            found[kind] += 1
            tags = {sentence.tag for sentence in told.values()}
            found.update(f"false: {tag} ({kind})" for tag in false_reasons(view, tags))
            drawn = worlds(view).draw(WORLDS, seed).hands.tolist()
            for (better, _), each in told.items():
                checks = TRUE.get(each.tag)
                if checks and not all(
                    checks(World(view, hands, each.params, better)) for hands in drawn
                ):
                    found[f"untrue: {each.tag} ({kind})"] += 1
                if each.tag == "tricks-wanted":
                    values = worth(view)
                    assert values is not None
                    assert each.params["count"] == str(values.index(max(values)))
    return found


@pytest.mark.parametrize("game", CASES)
def test_reasons_suit_what_is_wanted_under_every_contract(game: str) -> None:
    found, share = Counter[str](), 0.12 if game in KINDS else 0.04
    for options in CASES[game]:
        found += checked(game, options, range(times(6, whole=40)), share)
    assert {name: count for name, count in found.items() if ":" in name} == {}
    assert set(found) >= KINDS.get(game, {"more"})
