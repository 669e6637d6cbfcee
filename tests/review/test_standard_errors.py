"""Tests that standard errors predict the spread between evaluations on other worlds."""

from __future__ import annotations

from statistics import pstdev

import pytest

from oddtrick.bots import casual
from oddtrick.bots.search import Searcher
from oddtrick.review.decision_value import value_decision
from oddtrick.review.review_types import Choice
from oddtrick.review.turns import turns_of
from tests.support.review_deals import SOME, played


def best_of(choices: tuple[Choice, ...]) -> Choice:
    """The choice of the highest utility."""
    return max(choices, key=lambda choice: choice.utility)


def differences(game: str, seeds: range) -> list[float]:
    """Returns the differences of losses between two evaluations, in standard errors."""
    searcher, found = Searcher("reviewer", SOME), []
    for seed in seeds:
        for turn in turns_of(played(game, seed, casual)):
            view = turn.before.view(turn.seat)
            one, other = (
                value_decision(view, turn.action, searcher, each) for each in (seed, seed + 1000)
            )
            best = best_of(one.choices)
            if one.forced or best_of(other.choices).action != best.action:
                continue
            again = other.choice(best.action)
            for choice in {choice.utility: choice for choice in one.choices}.values():
                twin = other.choice(choice.action)
                error = (choice.error**2 + twin.error**2) ** 0.5
                if choice.utility < best.utility and error > 1e-9:
                    lost = best.utility - choice.utility
                    found.append((lost - (again.utility - twin.utility)) / error)
    return found


@pytest.mark.long
@pytest.mark.parametrize("game", ["whist", "scotch-whist", "knockout-whist"])
def test_losses_vary_between_seeds_by_their_standard_errors(game: str) -> None:
    found = differences(game, range(8))
    assert len(found) > 100
    assert 0.5 < pstdev(found) < 1.2
    assert sum(abs(one) > 2 for one in found) < 0.06 * len(found)
