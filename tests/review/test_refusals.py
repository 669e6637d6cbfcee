"""Tests that unreviewable matches are refused in one line."""

from __future__ import annotations

from threading import Event

import pytest

from oddtrick.bots import casual
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from oddtrick.record import record_of
from oddtrick.review import ReviewStopped, review
from tests.support.review_deals import LITTLE, played


def test_a_match_without_a_card_played_has_nothing_to_review() -> None:
    with pytest.raises(OddtrickError, match="nothing to review: no card has been played"):
        review(new_match("whist", seed=1))


def test_an_unknown_deal_is_refused() -> None:
    with pytest.raises(OddtrickError, match="in deal 3: cards were played in deal 1"):
        review(played("whist", 1, casual), deals=[0, 2], budget=LITTLE)


def test_an_illegal_record_is_refused_with_the_place_of_the_error() -> None:
    record = record_of(played("whist", 1, casual))
    plays = record.deals[0].hands[0].plays
    plays[0], plays[9] = plays[9], plays[0]
    with pytest.raises(OddtrickError, match="deal 1, hand 1, trick 1"):
        review(record)


def test_a_review_can_be_cancelled() -> None:
    stop, steps = Event(), []

    def progress(done: int, everything: int) -> None:
        steps.append(done)
        if done == 3:
            stop.set()

    with pytest.raises(ReviewStopped, match="stopped before its end"):
        review(played("whist", 1, casual), budget=LITTLE, threads=2, progress=progress, cancel=stop)
    assert len(steps) < 53
