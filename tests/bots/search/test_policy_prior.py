"""Where habit is trusted, a card is chosen by what search says and by what habit says."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from oddtrick.bots.search import Effort, Searcher
from oddtrick.bots.search.policies import policy_of, trust_of
from oddtrick.bots.search.policy_prior import MOST, lean, speaks_for
from oddtrick.bots.search.tie_break import is_as_good
from oddtrick.cards import Card
from oddtrick.solver.rollout import RolloutPosition
from oddtrick.views import Awaited
from tests.support.quick_search import random_match_after

if TYPE_CHECKING:
    from oddtrick.views import View

SEARCHER = Searcher("tried", Effort(candidates=400, worlds=100, temperature=64))


def views(game: str, **options: Any) -> list[View]:
    """Moments in which there is something to choose."""
    found = []
    for seed in range(40):
        match = random_match_after(game, 2 + seed % 20, seed, **options)
        view = match.view(match.to_act)
        if view.awaited is Awaited.CARD and len(RolloutPosition(view).choices) > 1:
            found.append(view)
    return found


def test_a_card_is_worth_less_by_how_much_less_speaks_for_it() -> None:
    changed = 0
    for view in views("scotch-whist", players=5):
        here, values = RolloutPosition(view), SEARCHER.values(view, seed=1)
        leant = lean(here, values)
        trust = trust_of(view.rules, view.trump)
        spoken = speaks_for(here, policy_of(view.rules, view.trump))[list(here.choice_indices)]
        paid = np.array([card.utility for card in values.cards])
        paid -= np.array([card.utility for card in leant.cards])
        assert paid == pytest.approx(np.minimum(trust * (spoken.max() - spoken) / 256, MOST))
        assert paid.min() == pytest.approx(0, abs=1e-9)
        assert [card.points for card in leant.cards] == [card.points for card in values.cards]
        changed += leant.best is not values.best
    assert changed, "habit never made a difference: this test says nothing"


def test_the_card_that_is_played_is_about_the_best_after_leaning() -> None:
    for view in views("scotch-whist", players=5):
        values = lean(RolloutPosition(view), SEARCHER.values(view, Random(9).getrandbits(64)))
        played = SEARCHER.choose(view, Random(9))
        assert isinstance(played, Card)
        assert is_as_good(values.of(played), values.of(values.best))


@pytest.mark.parametrize("game", ["whist", "colonial-scotch-whist", "knockout-whist"])
def test_where_habit_is_not_trusted_nothing_changes(game: str) -> None:
    for view in views(game)[:5]:
        values = SEARCHER.values(view, seed=1)
        assert lean(RolloutPosition(view), values) is values
