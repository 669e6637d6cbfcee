"""Utility at the end of a deal: laws of its chances."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from oddtrick.bots.search.rollout import Outcomes
from oddtrick.bots.search.utility import payoff_of, rubber_equity, survival_chances, winning_chances
from oddtrick.dealing import new_match
from oddtrick.games import rules_of
from oddtrick.scoring import HighestAt
from oddtrick.solver.deals import DealStart, play_deals
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


def test_B6_a_side_has_won_if_the_other_is_as_far_below_nothing_as_the_target() -> None:
    ends = np.array([[7, 0], [0, -7], [-7, 0], [0, 3]], np.int16)[:, None, :]
    payoff = payoff_of(view_of("bid-whist", 0), Outcomes(ends, np.zeros((4, 1, 4), np.int8), 4))
    won, too, lost, open_ = payoff.win_chance[:, 0].tolist()
    assert (won, too, lost) == (1, 1, 0)
    assert 0 < open_ < 0.5


RUBBER = {"match": "rubber", "rubber_points": True}


def worths(points: list[list[int]], seat: int = 0) -> NDArray[np.float64]:
    view = view_of("whist", seat, **RUBBER)
    ends = np.array(points, np.int16)[:, None, :]
    return rubber_equity(view, view.rules.goal, ends)[:, 0]


def test_X6_a_treble_is_worth_more_than_a_double_and_this_more_than_a_single() -> None:
    start = view_of("whist", 0, **RUBBER)
    scores = [replace(start.standing, score=(3, lost)) for lost in (0, 2, 4)]
    won = [
        rubber_equity(replace(start, standing=each), start.rules.goal, np.full((1, 1, 2), [2, 0]))
        for each in scores
    ]
    treble, double, single = (float(each[0, 0]) * 16 for each in won)
    assert treble - double == pytest.approx(1)
    assert double - single == pytest.approx(1)


def test_X6_what_one_side_expects_the_other_loses_and_points_that_win_nothing_more_are_none() -> (
    None
):
    points = [[won, lost] for won in range(7) for lost in range(7) if min(won, lost) < 5]
    assert np.allclose(worths(points) + worths(points, seat=1), 1)
    assert (np.diff(worths([[won, 0] for won in range(6)])) > 0).all()
    assert (worths([[5, 0], [0, 0]]) > worths([[0, 0], [0, 5]])).all()


def test_X6_at_the_end_of_a_rubber_its_worth_is_what_the_match_counts() -> None:
    view = view_of("whist", 0, **RUBBER)
    at_game_all = replace(view, standing=replace(view.standing, games=(1, 1), score=(0, 0)))
    ends = np.array([[[5, 0]], [[0, 5]]], np.int16)
    treble = rubber_equity(at_game_all, view.rules.goal, ends)[:, 0]
    assert (treble * 16 - 8).tolist() == [5, -5]
    payoff = payoff_of(at_game_all, Outcomes(ends, np.zeros((2, 1, 4), np.int8), 2))
    assert payoff.win_chance[:, 0].tolist() == [1, 0]
    assert payoff.utility[:, 0].tolist() == pytest.approx(treble.tolist())


def test_X4_a_deal_counted_out_is_won_by_the_side_that_got_there_first() -> None:
    """Expert plays by the points that the match counts: of two that reach 41, the first."""
    rules = rules_of("scotch-whist", players=3, count_out="order")
    start = DealStart(score=(31, 38, 20))
    ends = play_deals(rules, 2000, 1, start=start)
    totals = ends.rewards + np.array(start.score)
    assert ((totals >= 41).sum(axis=1) <= 1).mean() > 0.99
    together = play_deals(replace(rules, match=HighestAt(41)), 2000, 1, start=start)
    several = ((together.rewards + np.array(start.score)) >= 41).sum(axis=1) > 1
    assert several.sum() > 50
    differ = totals.argmax(axis=1) != (together.rewards + np.array(start.score)).argmax(axis=1)
    assert (differ & several).any()
    assert not (differ & ~several).any()


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
