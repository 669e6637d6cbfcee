"""Honours, H1-H5."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.games import rules_of
from oddtrick.match import Match, start
from oddtrick.scoring import Standing
from tests.support.hypothesis_strategies import finished
from tests.support.position_builders import facts, play_deal, taking

FOUR = ("A456", "K789", "Q23T")
"""Trump tricks in which the winners of the first three hold A, K, Q; J is left for the last."""


def whist(**options: object) -> Match:
    return start(rules_of("whist", **options), dealer=0)


def scored(
    tricks: tuple[int, int],
    dealt: dict[int, str],
    score: tuple[int, int] = (0, 0),
    **options: object,
) -> tuple[tuple[int, ...], Standing]:
    """The points of a deal of whist with spades as trumps, and how the match stands after it."""
    rules = rules_of("whist", **{"honours": "dealt", **options})
    deal = facts(tricks, dealt=dealt, taken=dealt, score=score)
    before = Standing(score, (0, 0), (0, 1, 2, 3))
    return rules.match.after(before, deal, rules.scoring.stages(deal))


@pytest.mark.parametrize(
    ("dealt", "points"),
    [
        ({0: "AKQJ...", 1: "T..."}, (1, 4)),
        ({0: "AJ...", 1: "K...", 2: "Q..."}, (1, 2)),
        ({0: "AQ...", 2: "KJ..."}, (1, 4)),
        ({0: "AQ...", 1: "K...", 2: "T98...", 3: "J..."}, (1, 0)),
        ({0: "A.AKQJ..", 1: "K...", 3: "J..."}, (1, 0)),
        ({1: "AKQ...", 3: "J..."}, (5, 0)),
    ],
)
def test_H1_a_side_that_was_dealt_four_honours_scores_four_and_three_two(
    dealt: dict[int, str], points: tuple[int, int]
) -> None:
    """The first figure is the other side's, which took seven tricks."""
    won, _ = scored((6, 7), dealt)
    assert won == points[::-1]


@pytest.mark.parametrize(("honours", "points"), [("dealt", (2, 1)), ("none", (0, 1))])
def test_H1_dealt_honours_count_regardless_of_the_trick_winner(
    honours: str, points: tuple[int, int]
) -> None:
    """Seats 0 and 2 are dealt K, Q and J; the king falls under the ace of seat 1."""
    match = whist(honours=honours)
    match = play_deal(match, "1011111100000", trump_tricks=("AK56", "Q789", "T234"))
    assert match.result[0].points == points


def test_H2_a_side_one_short_cannot_score_honours() -> None:
    honours = {0: "AKQJ..."}
    assert scored((6, 7), honours, (4, 2))[0] == (0, 1)
    assert scored((6, 7), honours, (3, 2))[0] == (4, 1)
    assert scored((6, 7), honours, (3, 4))[0] == (0, 1)


@pytest.mark.parametrize("target", [1, 2, 5, 7, 9])
def test_H2_one_short_is_relative_to_the_target(target: int) -> None:
    for had in range(target):
        points, standing = scored((6, 7), {2: "KQJ..."}, (had, -9), target=target)
        assert points == ((0 if had == target - 1 else 2), 1)
        assert standing.game_over == (max(standing.score) >= target)


def test_H2_only_the_side_that_is_short_is_barred() -> None:
    assert scored((6, 7), {0: "AKQ..."}, (0, 4))[0] == (0, 1)
    assert scored((7, 6), {1: "AKQ..."}, (2, 4))[0] == (1, 0)
    assert scored((7, 6), {0: "AKQ..."}, (2, 4))[0] == (3, 0)


def test_H2_in_a_match_the_score_before_the_deal_bars_the_honours() -> None:
    match = play_deal(whist(honours="dealt"), taking(10))
    assert match.standing.score == (4, 0)
    match = play_deal(match, "000" + "1" * 9 + "2", trump_tricks=FOUR)
    assert match.result[1].points == (0, 3)
    match = play_deal(match, "111" + "0" * 9 + "1", trump_tricks=FOUR)
    assert match.result[2].points == (3, 0)


def test_H2_the_game_before_in_a_rubber_bars_nobody() -> None:
    """Side 1 lost it with four points, and is dealt four honours in the next deal."""
    match = play_deal(whist(honours="dealt", match="rubber"), taking(3))
    match = play_deal(match, taking(11))
    assert (match.standing.score, match.standing.games) == ((5, 4), (1, 0))
    match = play_deal(match, "1110000000003", trump_tricks=FOUR)
    assert (match.result[2].points, match.standing.score) == ((3, 4), (3, 4))


def test_H3_tricks_are_scored_before_honours() -> None:
    points, standing = scored((8, 5), {1: "AKQJ..."}, (3, 3))
    assert points == (2, 0)
    assert (standing.score, standing.over, standing.winner) == ((5, 3), True, 0)
    points, standing = scored((7, 6), {1: "AKQJ..."}, (3, 3))
    assert points == (1, 4)
    assert (standing.score, standing.winner) == ((4, 7), 1)


def test_H4_scoring_stops_at_the_target_and_the_excess_is_kept() -> None:
    points, standing = scored((9, 4), {0: "AKQ..."}, (3, 0))
    assert (points, standing.score) == ((3, 0), (6, 0))
    points, standing = scored((8, 5), {0: "AKQJ..."}, (2, 0))
    assert (points, standing.score) == ((6, 0), (8, 0))


def test_H4_a_deal_without_trumps_has_no_honours() -> None:
    match = whist(honours="dealt", trumps="sequence-nt", target=100)
    for _ in range(4):
        match = play_deal(match, "000" + "1" * 9 + "2", trump_tricks=FOUR)
    match = play_deal(match, "000" + "1" * 10)
    assert [result.points for result in match.result] == [(4, 3)] * 4 + [(0, 4)]


@given(finished("whist", honours="dealt", target=4))
def test_H4_a_game_ends_with_one_side_at_the_target(match: Match) -> None:
    scores = [result.score for result in match.result]
    assert [max(score) >= 4 for score in scores] == [False] * (len(scores) - 1) + [True]
    assert min(scores[-1]) < 4


@pytest.mark.parametrize("tricks", [(7, 6), (8, 5), (6, 7)])
def test_H5_captured_honours_count_for_the_winners_of_the_hand_only(
    tricks: tuple[int, int],
) -> None:
    odd = max(0, tricks[0] - 6)
    points, _ = scored(tricks, {0: "AKQ..."}, honours="captured")
    assert points == ((odd + 2, 0) if odd else (0, 1))


def test_H5_captured_honours_are_those_in_the_tricks_regardless_of_the_deal() -> None:
    """Each seat is dealt one honour, and the first trick takes them all."""
    assert play_deal(whist(honours="captured"), taking(7)).result[0].points == (5, 0)
    assert play_deal(whist(honours="dealt"), taking(7)).result[0].points == (1, 0)


@given(st.sampled_from([(7, 6), (8, 5), (5, 8)]), st.integers(0, 4))
def test_H1_no_honours_are_scored_where_none_are_played(tricks: tuple[int, int], had: int) -> None:
    with_none = scored(tricks, {0: "AKQJ..."}, (had, 0), honours="none")[0]
    assert with_none == tuple(max(0, won - 6) for won in tricks)
