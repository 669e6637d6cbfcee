"""Tests that reasons suit what the seat wants under its contract, in every game.

The aims are those of ``tests/support/contract_positions.py``, written there from the rules.
"""

from __future__ import annotations

from collections import Counter
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
from tests.support.contract_positions import contract_positions, false_reasons, kind_of, worth
from tests.support.extent import times
from tests.support.game_folders import by_game
from tests.support.sentence_reference_rules import World
from tests.support.sentence_truth import TRUE

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


def checked(game: str, options: dict[str, Any], seeds: range, share: float) -> Counter[str]:
    """The kinds of aims met, and for each false reason its tag and that kind."""
    found = Counter[str]()
    for seed in seeds:
        rng = Random(seed)
        for view in contract_positions(game, options, seed):
            if len(view.legal) < 2 or rng.random() > share:
                continue
            kind, told = kind_of(view), said(view)
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
