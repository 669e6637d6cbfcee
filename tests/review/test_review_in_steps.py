"""A review that yields its decisions, in two grades."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from oddtrick.bots import casual
from oddtrick.record import Record, record_of
from oddtrick.review import Decision, Grade, Review, review, review_deal
from tests.support.extent import part
from tests.support.random_matches import EVERY
from tests.support.review_deals import LITTLE, played


def in_steps(record: Record, number: int, **given: Any) -> tuple[list[Decision], Review]:
    """The decisions that a review yields, and the review."""
    parts, decisions = review_deal(record, number, budget=LITTLE, threads=2, **given), []
    while True:
        try:
            decisions.append(next(parts))
        except StopIteration as end:
            return decisions, end.value


def closed(decision: Decision) -> Decision:
    """The decision without double-dummy values."""
    choices = tuple(replace(one, double_dummy=None) for one in decision.choices)
    return replace(decision, choices=choices, double_dummy_loss=None)


@pytest.mark.parametrize("seat", [None, 0, 1])
@pytest.mark.parametrize(("game", "options"), part(EVERY[1::6], 2), ids=str)
def test_a_review_in_steps_is_the_review(
    game: str, options: dict[str, Any], seat: int | None
) -> None:
    record = record_of(played(game, 3, casual, more=5, **options))
    valued, found = in_steps(record, 0, seed=4, seat=seat)
    assert found == review(record, deals=[0], seed=4, budget=LITTLE, threads=1)
    decisions = found.deals[0].decisions
    order = sorted(decisions, key=lambda one: (one.seat != seat, one.number))
    assert valued == [closed(one) for one in order]


def test_a_quick_review_has_every_value_but_that_of_experts() -> None:
    record = record_of(played("whist", 3, casual))
    grades: tuple[Grade, ...] = ("quick", "full")
    quick, full = (in_steps(record, 0, grade=grade)[1].deals[0] for grade in grades)
    assert quick.luck.expert is quick.luck.expert_points is None
    assert full.luck.expert is not None
    again = replace(quick.luck, expert=full.luck.expert, expert_points=full.luck.expert_points)
    assert (again.par, again.made, again.given) == (full.luck.par, full.luck.made, full.luck.given)
    for one, other in zip(quick.decisions, full.decisions, strict=True):
        assert one.number == other.number
        assert [choice.double_dummy for choice in one.choices] == [
            choice.double_dummy for choice in other.choices
        ]
        if not one.loss.real:  # of the same budget here: only what seems a mistake is valued again
            assert one == other


def test_a_review_that_is_closed_ends() -> None:
    parts = review_deal(record_of(played("whist", 3, casual)), 0, budget=LITTLE, threads=2)
    next(parts)
    parts.close()
    with pytest.raises(StopIteration):
        next(parts)
