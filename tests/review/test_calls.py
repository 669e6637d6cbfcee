"""Tests that reviews judge bids by the same justice as cards."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from oddtrick.bots import casual
from oddtrick.bots.search import Searcher
from oddtrick.bots.search.search_context import decision_seed
from oddtrick.calls import Bid
from oddtrick.cards import Card
from oddtrick.dealing import draw, new_match
from oddtrick.match import CHANCE, Match
from oddtrick.review import DealReview, advise, review
from oddtrick.review.call_reasons import LEAST_APART, compared_calls, reasons_for_call
from oddtrick.review.decision_value import MIN_POINTS, value_decision
from oddtrick.review.review_types import Choice
from oddtrick.rules import action_text
from oddtrick.views import Awaited
from tests.support.extent import times
from tests.support.review_deals import LITTLE, SOME

SEEDS = range(times(3, whole=12))


def with_random_bids(seed: int) -> Match:
    """Returns a deal of bids at random and cards of ``casual``."""
    match, rng = new_match("oh-hell", seed=seed, most=4), Random(seed)
    while match.number == 0:
        assert match.to_act is not None
        action = casual.choose(match.view(match.to_act), rng)
        if isinstance(action, Bid):
            action = rng.choice(match.legal_actions())
        match = match.apply(action)
    return match


@cache
def reviewed(seed: int) -> tuple[Match, DealReview]:
    match = with_random_bids(seed)
    return match, review(match, deals=[0], seed=seed, budget=SOME, threads=1).deals[0]


@pytest.mark.parametrize("seed", SEEDS)
def test_each_bid_is_a_decision_before_the_cards(seed: int) -> None:
    match, deal = reviewed(seed)
    made = match.all_deals[0].calls[0].made
    calls = [one for one in deal.decisions if one.kind == "call"]
    assert list(deal.decisions[: len(calls)]) == calls
    assert [(one.seat, one.played) for one in calls] == [(seat, str(bid)) for seat, bid in made]
    assert [one.place for one in calls] == [one.number for one in calls] == [*range(len(made))]
    for one in calls:
        assert (one.phase, one.theme) == ("calls", None if one.forced else "bid")
        assert one.double_dummy_loss is None
        assert all(choice.double_dummy is None for choice in one.choices)
        assert sum(choice.kept or 0 for choice in one.choices) > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_a_bid_is_a_mistake_only_where_its_loss_is_beyond_error(seed: int) -> None:
    for one in reviewed(seed)[1].decisions:
        if one.kind == "call" and one.loss.real:
            assert one.loss.utility > 3 * one.loss.error
            assert one.loss.points >= MIN_POINTS


def test_bids_at_random_are_called_mistakes_and_those_of_a_hint_are_not() -> None:
    calls = [one for seed in SEEDS for one in reviewed(seed)[1].decisions if one.kind == "call"]
    assert sum(one.loss.real for one in calls) > len(calls) / 4
    for seed in SEEDS:
        match = new_match("oh-hell", seed=seed, most=4)
        assert match.to_act not in (None, CHANCE)
        view = match.view(match.to_act)
        hint = advise(view, seed, budget=SOME)
        bid = hint.chosen(view)
        assert isinstance(bid, Bid)
        found = value_decision(view, bid, Searcher("r", SOME), decision_seed(view, seed))
        assert found.choices == hint.choices
        assert not found.loss.real


@pytest.mark.parametrize("seed", SEEDS)
def test_the_reason_says_how_often_each_of_the_two_bids_is_kept(seed: int) -> None:
    for one in reviewed(seed)[1].decisions:
        if one.kind != "call" or not one.loss.real:
            continue
        said, *more = one.explanation
        best, played = one.choice(one.best), one.choice(one.played)
        assert (said.params["bid"], said.params["other"]) == (one.best, one.played)
        for name, choice in (("share", best), ("less", played)):
            if name in said.params:
                share = int(said.params[name])
                assert share == pytest.approx(100 * (choice.kept or 0), abs=0.5)
        more_often = (best.kept or 0) - (played.kept or 0) >= LEAST_APART
        assert (said.tag in ("bid-kept", "bid-kept-more")) == more_often
        # The count of the hand is no argument for a bid that it does not ask for.
        counted = one.advised == one.best and "share" not in said.params
        assert [each.tag for each in more] == ["bid-tricks"] * counted


def test_shares_of_two_bids_add_up_to_no_more_than_all_deals() -> None:
    view = new_match("oh-hell", seed=1).view(0)
    told = Counter[str]()
    for best in range(0, 101, 4):
        for other in range(0, best + 1, 3):
            bids = (_bid("2", best / 100), _bid("1", other / 100))
            said = compared_calls(view, *bids)
            told[said.tag] += 1
            assert int(said.params.get("share", 0)) + int(said.params.get("less", 0)) <= 100
    assert min(told[tag] for tag in ("bid-kept", "bid-kept-more", "bid-kept-as-often")) > 5


def _bid(action: str, kept: float) -> Choice:
    return Choice(
        action=action,
        utility=kept,
        error=0,
        points=kept,
        tricks=2,
        win_chance=None,
        trick_chance=1,
        kept=kept,
    )


def test_a_call_for_a_contract_is_compared_by_what_it_makes() -> None:
    match = new_match("solo-whist", seed=1)
    view = match.view(match.to_act)
    names = [action_text(call) for call in view.legal]
    solo = Choice(
        action="solo",
        utility=2,
        error=0,
        points=2.5,
        tricks=6,
        win_chance=None,
        trick_chance=1,
    )
    assert {"solo", "pass"} <= set(names)
    (first,) = reasons_for_call(view, solo, replace(solo, action="pass", points=1.0))
    assert first.text() == "In points, solo makes 1.50 more than pass on average."
    assert first.text("de") == "In Punkten bringt Solo im Mittel 1,50 mehr als passe."


def test_B3_cards_put_away_are_compared_as_cards_and_not_as_bids() -> None:
    match, rng = new_match("bid-whist", seed=3), Random(3)
    while not match.view(None).kitty:
        chance = match.to_act == CHANCE
        match = match.apply(draw(match, rng) if chance else match.legal_actions()[-1])
    view = match.view(match.to_act)
    one, other = (action_text(card) for card in view.legal[:2])
    best = Choice(
        action=one, utility=2, error=0, points=2.5, tricks=6, win_chance=None, trick_chance=1
    )
    (said,) = reasons_for_call(view, best, replace(best, action=other, points=1.0))
    cards = [card.symbols for card in view.legal[:2] if isinstance(card, Card)]
    english = "In points, the hand makes 1.50 more on average without the {} than without the {}."
    assert said.text() == english.format(*cards)
    german = "In Punkten bringt das Blatt ohne {} im Mittel 1,50 mehr als ohne {}."
    assert said.text("de") == german.format(*cards)
    hint = advise(view, budget=LITTLE)
    assert hint.explanation[0].params == {"card": hint.action}


@pytest.mark.parametrize("game", ["minnesota-whist", "solo-whist"])
def test_calls_at_random_are_judged_in_every_auction(game: str) -> None:
    real = 0
    for seed in range(times(4, whole=6)):
        match, rng = new_match(game, seed=seed), Random(seed)
        while match.phase.awaited is Awaited.CALL:
            match = match.apply(rng.choice(match.legal_actions()))
        for one in review(match, deals=[0], budget=SOME, threads=1).deals[0].decisions:
            assert (one.kind, one.double_dummy_loss) == ("call", None)
            assert bool(one.explanation) == one.loss.real
            real += one.loss.real
    assert real


def test_losses_of_bids_count_in_the_sums_of_their_seats() -> None:
    for seed in SEEDS:
        deal = reviewed(seed)[1]
        for losses in deal.losses:
            own = [one for one in deal.decisions if one.seat == losses.seat and one.kind == "call"]
            tally = losses.by_theme.get("bid")
            assert (tally.mistakes if tally else 0) == sum(one.loss.real for one in own)
            told = [lesson.tag for lesson in losses.lessons]
            assert ("lesson-bid" in told) <= any(one.loss.real for one in own)


def test_a_review_of_a_deal_that_ends_in_the_bidding_has_no_double_dummy_values() -> None:
    match = new_match("oh-hell", seed=1, most=4)
    for _ in range(2):
        match = match.apply(Bid(1))
    (deal,) = review(match, budget=LITTLE, threads=1).deals
    assert [one.kind for one in deal.decisions] == ["call", "call"]
    assert (deal.luck.par, deal.luck.made) == (None, None)
