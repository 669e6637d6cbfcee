"""Tests that unreviewable matches are refused in one line."""

from __future__ import annotations

from itertools import count
from threading import Event

import pytest

from oddtrick.bots import casual
from oddtrick.cli.review_phrases import Phrases
from oddtrick.cli.review_report import report
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from oddtrick.i18n.catalogue import LANGUAGES
from oddtrick.i18n.localizer import Localizer
from oddtrick.record import record_of
from oddtrick.review import ReviewStopped, review
from tests.support.random_matches import course
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_X5_a_deal_with_passes_is_left_out_of_the_review_and_named(language: str) -> None:
    match = next(
        match
        for seed in count()
        for match in [course("knockout-whist", {"players": 7, "dogs_life": True}, seed)[-1]]
        if any(log.dogs for log in match.all_deals[:-1])
    )
    passes = [number for number, log in enumerate(match.all_deals) if log.dogs]
    done = review(match, budget=LITTLE)
    assert list(done.left_out) == passes
    assert sorted([*passes, *(deal.number for deal in done.deals)]) == list(range(match.number + 1))
    lines = [Localizer(language).text("left-out", n=number + 1) for number in passes]
    assert Phrases(language, review=done).left_out == lines
    terminal = list(report("a match", done, language=language))
    assert set(lines) <= set(terminal)
    with pytest.raises(OddtrickError, match="dog's life"):
        review(match, deals=passes, budget=LITTLE)


def test_a_review_can_be_cancelled() -> None:
    stop, steps = Event(), []

    def progress(done: int, everything: int) -> None:
        steps.append(done)
        if done == 3:
            stop.set()

    with pytest.raises(ReviewStopped, match="stopped before its end"):
        review(played("whist", 1, casual), budget=LITTLE, threads=2, progress=progress, cancel=stop)
    assert len(steps) < 53
