"""Tests that a card is called a mistake only where every judge finds it worse."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from oddtrick.bots import casual, random_bot
from oddtrick.cards import parse_card
from oddtrick.dealing import new_match
from oddtrick.games import rules_of
from oddtrick.review import Choice, decision_value, review
from oddtrick.review.decision_value import MIN_POINTS, is_about_as_good, loss_of
from oddtrick.review.solved_worlds import SolvedWorlds
from oddtrick.review.turns import turns_of
from tests.support.extent import times
from tests.support.independent_loss_estimate import uniform_estimate
from tests.support.review_deals import SOME, played

WORLDS = times(20, whole=100)

CARDS = tuple(map(parse_card, ("2S", "KS")))


def choice(action: str, utility: float, error: float = 0.02) -> Choice:
    return Choice(
        action=action,
        utility=utility,
        error=error,
        points=utility,
        tricks=utility,
        win_chance=None,
        trick_chance=1.0,
    )


def solved(*apart: float, complete: bool = False) -> SolvedWorlds:
    """Returns worlds in which the king takes so much more than the two."""
    values = np.array([[0.0, more] for more in apart])
    return SolvedWorlds(CARDS, values, np.ones(len(apart)), complete)


AGREE, FLAT, APART = solved(1, 1, 0, 1), solved(0, 0, 0, 0), solved(-1, 1, 1, -1)
SMALL = solved(*[0] * 9, 1, complete=True)
UNSURE = solved(1, 0, 1, 0, -1, 0)


@pytest.mark.parametrize(
    ("lost", "worlds", "real"),
    [
        (0.5, None, True),
        (0.5, [AGREE], True),
        (0.14, [AGREE, AGREE], False),
        *((0.5, [AGREE, other], other is AGREE) for other in (AGREE, FLAT, APART, SMALL, UNSURE)),
        *((0.5, [other, AGREE], False) for other in (FLAT, APART, SMALL, UNSURE)),
    ],
)
def test_a_loss_is_real_if_every_estimate_finds_it(
    lost: float, worlds: list[SolvedWorlds] | None, real: bool
) -> None:
    rules = rules_of("whist", match="deals", deals=2)
    assert loss_of(choice("2S", 1.0), choice("KS", 1.0 + lost), rules, worlds).real is real


@pytest.mark.parametrize(
    ("lost", "worlds", "close"),
    [
        (0.5, AGREE, False),
        (0.5, FLAT, True),
        (0.5, APART, True),
        (0.5, UNSURE, False),
        (0.14, AGREE, True),
        (0.5, None, False),
    ],
)
def test_a_choice_is_about_as_good_if_an_estimate_sees_no_loss(
    lost: float, worlds: SolvedWorlds | None, close: bool
) -> None:
    rules = rules_of("whist", match="deals", deals=2)
    pair = choice("2S", 1.0), choice("KS", 1.0 + lost)
    assert is_about_as_good(*pair, rules, worlds) is close


def test_all_worlds_of_a_view_have_no_sampling_error() -> None:
    assert solved(1, 0, 0, complete=True).distance("KS", "2S") == (1 / 3, 0, True)
    assert solved(1, 0, 0).distance("KS", "2S").error == pytest.approx(1 / 3)


def test_without_solved_worlds_a_loss_needs_three_errors() -> None:
    rules = rules_of("whist", match="deals", deals=2)
    assert not loss_of(choice("2S", 1.0, 0.2), choice("KS", 1.5), rules).real
    assert loss_of(choice("2S", 1.0, 0.2), choice("KS", 1.5), rules, [solved(1, 1)]).real


@pytest.mark.parametrize("missing", [True, False, None])
def test_two_judges_are_asked_both_or_neither(
    missing: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def solve(*_: object, weighted: bool, **__: object) -> SolvedWorlds | None:
        return None if weighted is missing else solved(1, 1)

    monkeypatch.setattr(decision_value, "solve_worlds_of", solve)
    view = new_match("whist", seed=1, match="deals", deals=2).view(0)
    pair = choice("2S", 1.0, 0.2), choice("KS", 1.5)  # two errors apart, not three
    assert decision_value._loss_by_all(view, pair, None, 9, None).real is (missing is None)


def verdicts(game: str, seed: int, **options: Any) -> Counter[str]:
    """Returns the verdicts of uniform worlds solved exactly on the losses of a deal called real."""
    match = played(game, seed, (casual, random_bot)[seed % 2], **options)
    turns = {(turn.deal, turn.number): turn for turn in turns_of(match)}
    found: Counter[str] = Counter()
    for one in review(match, deals=[0], seed=seed, budget=SOME, threads=2).deals[0].decisions:
        if not one.loss.real or one.kind == "trumps":
            continue
        assert one.loss.points >= MIN_POINTS or one.loss.tricks >= MIN_POINTS
        turn = turns[one.deal, one.number]
        rng, view = Random(f"{seed}/{one.number}"), turn.before.view(turn.seat)
        estimate = uniform_estimate(view, WORLDS, rng)
        if estimate is not None:
            found[estimate.distance(one.best, one.played).verdict] += 1
    return found


def test_an_independent_estimate_agrees_with_clear_losses() -> None:
    found = verdicts("whist", 1) + verdicts("whist", 3) + verdicts("scotch-whist", 2, players=2)
    assert found.total() >= 5
    assert found["confirmed"] >= 0.6 * found.total()
    assert found["contradicted"] <= 0.05 * found.total()


@pytest.mark.long
def test_an_independent_estimate_agrees_in_many_deals() -> None:
    games = [
        ("whist", {}),
        ("colonial-scotch-whist", {}),
        ("scotch-whist", {"players": 2}),
        ("scotch-whist", {"players": 4, "sides": 2}),
        ("knockout-whist", {"players": 4}),
    ]
    counts = [verdicts(game, seed, **options) for game, options in games for seed in range(4)]
    found = sum(counts, Counter[str]())
    assert found.total() >= 50
    assert found["confirmed"] >= 0.8 * found.total()
    assert found["contradicted"] <= 0.02 * found.total()
