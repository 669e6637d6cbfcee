"""The best card of a deal: both estimates find it better than all else, and none gained more."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from oddtrick.bots.search import SearchBudget
from oddtrick.record import decode_record
from oddtrick.review import Choice, DealReview, Decision, Unit, review
from oddtrick.review.best_card import LEAST_GAIN, best_card
from tests.support.server.upload_example_records import EXAMPLES

ERROR = 0.125


@pytest.fixture(scope="module")
def deal() -> DealReview:
    """A reviewed deal, whose decisions the tests value anew."""
    record = decode_record((EXAMPLES / "knockout-whist-1.record.json").read_bytes())
    return review(record, deals=[2], budget=SearchBudget(candidates=20, worlds=5)).deals[0]


VALUES = st.tuples(st.integers(0, 8), st.sampled_from([None, 0, 1, 2, 3]))
"""A value in quarters of a trick, and the double-dummy one."""


def _valued(deal: DealReview, draw: st.DataObject, unit: Unit) -> DealReview:
    def choice(one: Choice) -> Choice:
        quarters, opened = draw.draw(VALUES)
        value = quarters / 4
        # What play maximises may differ from the unit shown.
        shown = value + draw.draw(st.integers(-1, 1)) / 4
        known = replace(one, utility=value, points=3 * shown, tricks=shown, error=ERROR)
        return replace(known, double_dummy=opened)

    def decision(one: Decision) -> Decision:
        choices = tuple(map(choice, one.choices))
        return replace(one, choices=choices, forced=draw.draw(st.booleans()))

    return replace(deal, unit=unit, decisions=tuple(map(decision, deal.decisions)))


@given(st.data(), st.sampled_from(["tricks", "points"]))
def test_no_card_gained_more_for_both_estimates(
    deal: DealReview, draw: st.DataObject, unit: Unit
) -> None:
    valued = _valued(deal, draw, unit)
    gains: dict[tuple[int, str], float] = {}
    for one in valued.decisions:
        played = one.choice(one.played)
        # Equal cards of another suit are as good, so that nothing is gained.
        others = [
            other
            for other in one.choices
            if other.action[-1] != one.played[-1] or values(other) != values(played)
        ]
        opened = played.double_dummy
        if one.kind != "card" or one.forced or not others or opened is None:
            continue
        agreed = all(
            other.double_dummy is not None
            and other.double_dummy < opened
            and other.utility < played.utility
            for other in others
        )
        sure = played.utility - max(other.utility for other in others) > 2 * ERROR
        if agreed and sure:
            next_best = max(getattr(other, unit) for other in others)
            gains[one.seat, one.played] = getattr(played, unit) - next_best
    found = best_card(valued)
    most = max(gains.values(), default=0.0)
    assert (found is not None) == (most >= LEAST_GAIN[unit])
    if found is not None:
        assert found.unit == unit
        assert gains[found.seat, found.card] == pytest.approx(most)
        assert found.gain == pytest.approx(most, abs=0.01)
        assert found.hand is None, "the deal is one hand"
        plays = valued.steps.hands[0].tricks[found.trick - 1].plays
        assert (found.seat, found.card) in [tuple(play) for play in plays]


def values(choice: Choice) -> tuple[float, float, float]:
    return choice.utility, choice.points, choice.tricks


def test_the_trick_is_that_of_its_separate_hand(deal: DealReview) -> None:
    """As the replay and the review name it."""
    one = next(one for one in deal.decisions if one.kind == "card" and len(one.choices) > 1)
    choices = tuple(
        replace(other, error=0.1, **dict.fromkeys(("utility", "tricks", "double_dummy"), value))
        for other in one.choices
        for value in [2 * (other.action == one.played)]
    )
    for hands in (1, 2, 3):
        several = replace(deal.steps, hands=deal.steps.hands * hands)
        for hand in range(hands):
            for trick in range(3):
                valued = replace(one, hand=hand, trick=trick, choices=choices, forced=False)
                shown = replace(deal, unit="tricks", steps=several, decisions=(valued,))
                found = best_card(shown)
                assert found is not None
                named = None if hands == 1 else hand + 1
                assert (found.hand, found.trick) == (named, trick + 1)


def test_touching_cards_are_one_choice(deal: DealReview) -> None:
    """They have the same values, so that none of them can be said to gain against another."""
    one = next(one for one in deal.decisions if one.kind == "card" and len(one.choices) > 2)
    played = replace(
        one.choice(one.played), utility=2.0, tricks=2.0, points=2.0, double_dummy=2, error=0.1
    )
    touching, *others = (other for other in one.choices if other.action != one.played)
    low = [
        replace(other, utility=0.0, tricks=0.0, points=0.0, double_dummy=0, error=0.1)
        for other in others
    ]
    same = replace(played, action=touching.action)
    valued = replace(one, choices=(played, same, *low), forced=False)
    found = best_card(replace(deal, unit="tricks", decisions=(valued,)))
    assert found is not None
    assert (found.card, found.gain) == (one.played, 2.0)
