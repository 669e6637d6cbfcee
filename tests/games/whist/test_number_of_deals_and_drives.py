"""A fixed number of deals and the whist drive, D1-D3."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.dealing import new_match
from oddtrick.errors import RuleBroken
from oddtrick.games import rules_of
from oddtrick.match import Match, start
from oddtrick.rulebook import page
from tests.support.hypothesis_strategies import finished, play_on
from tests.support.position_builders import play_deal, taking


def drive(*tricks: int, **options: object) -> Match:
    """One deal for each number: the tricks of the side of seats 0 and 2."""
    match = start(rules_of("whist", match="deals", deals=len(tricks), **options), dealer=0)
    for won in tricks:
        assert not match.over
        match = play_deal(match, taking(won))
    return match


@pytest.mark.parametrize(
    ("tricks", "score", "winner"),
    [
        ((8, 4, 7), (3, 3), None),
        ((13,), (7, 0), 0),
        ((6, 6, 6, 9), (3, 3), None),
        ((0, 7), (1, 7), 1),
        ((13, 13, 13, 13), (28, 0), 0),
    ],
)
def test_D1_a_fixed_number_of_deals_is_played_and_odd_tricks_are_summed(
    tricks: tuple[int, ...], score: tuple[int, int], winner: int | None
) -> None:
    match = drive(*tricks)
    assert match.over
    assert (match.standing.score, match.winner) == (score, winner)
    assert match.standing.games == (0, 0)


def test_D1_there_is_no_target() -> None:
    match = drive(13, 13, target=1)
    assert match.standing.score == (14, 0)


@pytest.mark.parametrize("honours", ["dealt", "captured"])
def test_D1_honours_are_not_scored(honours: str) -> None:
    with pytest.raises(RuleBroken, match='honours must be "none"') as broken:
        rules_of("whist", match="deals", honours=honours)
    assert broken.value.rule == "D1"


@given(finished("whist", match="deals", deals=4, trumps="sequence"))
def test_D1_the_score_is_the_sum_of_the_tricks_above_six(match: Match) -> None:
    odd = [0, 0]
    for result in match.result:
        for side, seats in enumerate(match.rules.sides):
            odd[side] += max(0, sum(result.tricks[seat] for seat in seats) - 6)
    assert match.standing.score == tuple(odd)
    assert len(match.result) == 4


@given(
    st.integers(1, 12),
    st.sampled_from(["sequence", "sequence-nt"]),
    st.lists(st.integers(0, 2**32), min_size=2, max_size=4),
)
def test_D2_every_table_of_a_drive_plays_the_same_number_of_deals_in_the_same_trumps(
    deals: int, trumps: str, seeds: list[int]
) -> None:
    tables = [
        play_on(
            new_match("whist", match="deals", deals=deals, trumps=trumps, seed=seed),
            Random(seed),
            -1,
        )
        for seed in seeds
    ]
    assert {len(table.result) for table in tables} == {deals}
    assert len({tuple(log.trump for log in table.all_deals) for table in tables}) == 1


def test_D3_the_page_of_whist_points_to_movement_cards_and_prizes() -> None:
    text = page("whist")
    rule = text[text.index("- **D3**") :].split("\n\n")[0]
    words = " ".join(rule.split())
    assert words.endswith("are described in the project's pages about whist drives.")
    assert "Movements" in words
    assert "score cards" in words
    assert "prizes" in words
