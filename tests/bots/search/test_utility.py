"""Utility at the end of a deal: laws of its chances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from oddtrick.bots.search.knockout_survival_chances import survival_chances
from oddtrick.bots.search.match_equity import winning_chances
from oddtrick.bots.search.utility import payoff_of
from oddtrick.dealing import new_match
from oddtrick.solver.rollout import Outcomes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oddtrick.views import View


def view_of(game: str, seat: int, **options: Any) -> View:
    return new_match(game, seed=1, **options).view(seat)


def chances(view: View, points: list[list[int]]) -> NDArray[np.float64]:
    return winning_chances(view, view.rules.goal, np.array(points, np.int16)[:, None, :])[:, 0]


def test_W6_more_points_are_a_better_chance_and_the_target_is_certain() -> None:
    ours = chances(view_of("whist", 0), [[won, 0] for won in range(8)])
    assert (np.diff(ours[:6]) > 0).all()
    assert (ours[5:] == 1).all()
    assert chances(view_of("whist", 0), [[0, 5]])[0] == 0


def test_the_chances_of_both_sides_sum_to_one() -> None:
    points = [[won, lost] for won in range(7) for lost in range(7) if min(won, lost) < 5]
    both = chances(view_of("whist", 0), points) + chances(view_of("whist", 1), points)
    assert np.allclose(both, 1)


def test_W7_a_game_of_a_rubber_is_worth_half_the_rubber_at_love_all() -> None:
    assert chances(view_of("whist", 0, match="rubber"), [[5, 0], [0, 5]]).tolist() == [0.75, 0.25]


def test_S7_a_player_past_the_target_and_alone_on_top_has_won() -> None:
    view = view_of("scotch-whist", 0, players=3, target=20)
    points = np.array([[[25, 3, 3]], [[25, 26, 3]], [[3, 3, 3]]], np.int16)
    ends = Outcomes(points, np.zeros((3, 1, 3), np.int8), 3)
    won, lost, open_still = payoff_of(view, ends).utility[:, 0]
    assert won > open_still > lost


def test_K8_the_chances_of_all_players_still_in_sum_to_one() -> None:
    match = new_match("knockout-whist", seed=1, players=4)
    for tricks in ([3, 2, 1, 1], [4, 3, 0, 0], [3, 0, 2, 2], [2, 2, 2, 1]):
        ends = np.array([[tricks]], np.int8)
        total = sum(survival_chances(match.view(seat), ends)[0, 0] for seat in range(4))
        assert total == pytest.approx(1)


def test_K4_a_player_without_a_trick_has_lost_and_one_with_all_has_won() -> None:
    view = new_match("knockout-whist", seed=1, players=3).view(0)
    ends = np.array([[[0, 4, 3]], [[7, 0, 0]], [[1, 3, 3]]], np.int8)
    out, won, alive = survival_chances(view, ends)[:, 0]
    assert (out, won) == (0, 1)
    assert 0 < alive < 1


def test_K3_the_choice_of_trumps_is_worth_something() -> None:
    view = new_match("knockout-whist", seed=1, players=4).view(0)
    ends = np.array([[[3, 2, 1, 1]], [[2, 3, 1, 1]]], np.int8)
    chooses, does_not = survival_chances(view, ends)[:, 0]
    assert chooses > does_not
