"""Tests that a card is called a mistake only where both judges find it worse."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from oddtrick.bots import casual, random_bot
from oddtrick.cards import parse_card
from oddtrick.games import rules_of
from oddtrick.review import Choice, review
from oddtrick.review.decision_value import MIN_POINTS, SolvedWorlds, is_about_as_good, loss_of
from oddtrick.review.turns import turns_of
from tests.support.independent_loss_estimate import second_opinion
from tests.support.review_deals import SOME, played

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


def solved(*apart: float) -> SolvedWorlds:
    """Returns worlds in which the king takes so much more than the two."""
    values = np.array([[0.0, more] for more in apart])
    return SolvedWorlds(CARDS, values, np.ones(len(apart)))


@pytest.mark.parametrize(
    ("lost", "worlds", "real", "close"),
    [
        (0.5, solved(1, 1, 0, 1), True, False),
        (0.5, solved(0, 0, 0, 0), False, True),
        (0.5, solved(-1, 0, 0, -1), False, True),
        (0.5, solved(-1, 1, 1, -1), False, True),
        (0.5, solved(-1, 1, 1, 0), False, False),
        (0.14, solved(1, 1, 1, 1), False, True),
        (0.5, None, True, False),
    ],
)
def test_a_loss_is_real_if_rollouts_and_double_dummy_find_it(
    lost: float, worlds: SolvedWorlds | None, real: bool, close: bool
) -> None:
    rules = rules_of("whist", match="deals", deals=2)
    pair = choice("2S", 1.0), choice("KS", 1.0 + lost)
    assert loss_of(*pair, rules, worlds).real is real
    assert is_about_as_good(*pair, rules, worlds) is close


def test_without_solved_worlds_a_loss_needs_three_errors() -> None:
    rules = rules_of("whist", match="deals", deals=2)
    assert not loss_of(choice("2S", 1.0, 0.2), choice("KS", 1.5), rules).real
    assert loss_of(choice("2S", 1.0, 0.2), choice("KS", 1.5), rules, solved(1, 1)).real


def agreement(game: str, seed: int, **options: Any) -> tuple[int, int]:
    """Returns the losses of a deal called real, and how many both independent judges confirm."""
    match = played(game, seed, (casual, random_bot)[seed % 2], **options)
    turns = {(turn.deal, turn.number): turn for turn in turns_of(match)}
    real = agreed = 0
    for deal in review(match, deals=[0], seed=seed, budget=SOME, threads=2).deals:
        for one in deal.decisions:
            if not one.loss.real:
                continue
            assert one.loss.points >= MIN_POINTS or one.loss.tricks >= MIN_POINTS
            turn = turns[one.deal, one.number]
            opinion = second_opinion(
                turn.before.view(turn.seat),
                one.best,
                one.played,
                SOME,
                Random(f"{seed}/{one.number}").getrandbits(62),
            )
            real, agreed = real + 1, agreed + opinion.agrees
    return real, agreed


def test_an_independent_estimate_agrees_with_clear_losses() -> None:
    counts = [agreement("whist", 1), agreement("scotch-whist", 2, players=5)]
    real, agreed = (sum(count) for count in zip(*counts, strict=True))
    assert real >= 5
    assert agreed >= 0.9 * real


@pytest.mark.long
def test_an_independent_estimate_agrees_in_many_deals() -> None:
    games = [
        ("whist", {}),
        ("colonial-scotch-whist", {}),
        ("scotch-whist", {"players": 2}),
        ("scotch-whist", {"players": 4, "sides": 2}),
        ("scotch-whist", {"players": 5}),
        ("knockout-whist", {"players": 4}),
    ]
    counts = [agreement(game, seed, **options) for game, options in games for seed in range(4)]
    real, agreed = (sum(count) for count in zip(*counts, strict=True))
    assert real >= 50
    assert agreed >= 0.95 * real
