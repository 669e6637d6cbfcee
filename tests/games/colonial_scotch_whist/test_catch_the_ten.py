"""Colonial Scotch Whist, catch the ten, CS1-CS4."""

from __future__ import annotations

import pytest
from hypothesis import given
from msgspec.structs import replace

from oddtrick.games import rules_of
from oddtrick.match import Match, start
from oddtrick.scoring import FirstTo
from tests.support.hypothesis_strategies import finished
from tests.support.position_builders import facts, play_deal

HONOURS_THEN_TEN = ("AKQJ", "T987", "6543")
TEN_UNDER_THE_ACE = ("AT98", "KQJ7", "6543")


def catch_the_ten(winners: str, trump_tricks: tuple[str, ...] = HONOURS_THEN_TEN) -> Match:
    """One deal, the seat on the left of the dealer being 1; trumps are played first."""
    match = start(rules_of("colonial-scotch-whist", target=100), dealer=0)
    return play_deal(match, winners, trump_tricks=trump_tricks)


def scored(tricks: tuple[int, int], taken: dict[int, str], won_with: str = "") -> tuple[int, ...]:
    """The points of a deal with spades as trumps."""
    rules = rules_of("colonial-scotch-whist", target=100)
    deal = facts(tricks, taken=taken, won_with=won_with)
    return rules.match.after(rules.match.start(2, 4), deal, rules.scoring.stages(deal))[0]


def test_CS1_it_is_colonial_whist_but_for_the_count_and_seven_points() -> None:
    rules, colonial = rules_of("colonial-scotch-whist"), rules_of("colonial-whist")
    for part in ("players", "sides", "pack", "order", "plan", "trumps", "first_dealer"):
        assert getattr(rules, part) == getattr(colonial, part)
    assert isinstance(rules.match, FirstTo)
    assert rules.match.target == 7


@given(finished("colonial-scotch-whist"))
def test_CS1_the_first_side_at_seven_wins(match: Match) -> None:
    totals = [max(result.score) for result in match.result]
    assert totals[-1] >= 7
    assert all(total < 7 for total in totals[:-1])
    assert match.winner is not None
    assert match.standing.score[match.winner] == totals[-1]


@pytest.mark.parametrize(
    ("winners", "points"),
    [
        ("10" + "0" * 6 + "1" * 5, (1 + 10 - 4, 0)),
        ("11" + "0" * 7 + "1" * 4, (0, 4 + 10 - 1)),
        ("01" + "0" * 6 + "1" * 5, (0, 10 - 1 - 4)),
        ("11" + "0" * 8 + "1" * 3, (2, 0)),
    ],
)
def test_CS2_a_side_that_wins_a_trick_with_the_ten_has_ten_points(
    winners: str, points: tuple[int, int]
) -> None:
    """The first trick takes the four honours, the second is won with the ten."""
    assert catch_the_ten(winners).result[0].points == points


def test_CS2_the_ten_merely_in_a_trick_counts_as_any_other_card() -> None:
    """The ten falls under the ace: only two odd tricks and four honours score."""
    match = catch_the_ten("00" + "0" * 6 + "1" * 5, TEN_UNDER_THE_ACE)
    assert match.result[0].points == (2 + 4, 0)
    assert scored((8, 5), {0: "AT..."}, "A...") == (2, 0)
    assert scored((8, 5), {0: "T..."}, "T...") == (12, 0)


def test_CS2_the_ten_of_another_suit_is_worth_nothing() -> None:
    assert scored((8, 5), {0: ".T.T.T"}, ".T.T.T") == (2, 0)


def test_CS3_the_ten_of_a_side_below_six_tricks_is_worth_nothing() -> None:
    """The examples of the rulebook: no book, no points; and the difference."""
    assert scored((8, 5), {0: "AK...", 1: "QJT..."}, "T...") == (2, 0)
    assert scored((7, 6), {0: "A...", 1: "KQJT..."}, "T...") == (0, 11)


@pytest.mark.parametrize(
    ("tricks", "points"), [(4, (3, 0)), (5, (2, 0)), (6, (0, 13)), (7, (0, 15))]
)
def test_CS3_honours_and_the_ten_count_from_six_tricks_on(
    tricks: int, points: tuple[int, int]
) -> None:
    assert scored((13 - tricks, tricks), {1: "AKQJT..."}, "T...") == points


def test_CS3_honours_count_for_either_side() -> None:
    assert scored((7, 6), {1: "AKQJ..."}) == (0, 3)
    assert scored((7, 6), {0: "AKQ...", 1: "J..."}) == (3, 0)


def test_CS3_the_book_is_made_by_both_partners_together() -> None:
    deal = replace(facts(taken={3: "AKQ..."}), tricks=(4, 3, 3, 3))
    assert rules_of("colonial-scotch-whist").scoring.stages(deal) == ((0, 1),)


def test_CS4_only_the_difference_is_scored() -> None:
    assert scored((7, 6), {0: "AKQJ...", 1: "T..."}, "T...") == (0, 5)
    assert scored((6, 7), {0: "T...", 1: "AKQJ..."}, "T...") == (5, 0)
    assert scored((7, 6), {0: "T..."}, "T...") == (11, 0)


@given(finished("colonial-scotch-whist", target=30))
def test_CS4_one_side_scores_in_every_deal(match: Match) -> None:
    for result in match.result:
        assert min(result.points) == 0 < max(result.points)
