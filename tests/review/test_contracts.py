"""Tests of reviews of deals with a contract: values, par and luck by the rules of the deal."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from oddtrick.bots import casual
from oddtrick.calls import Bid
from oddtrick.dealing import new_match
from oddtrick.games import register_game, unregister_game
from oddtrick.match import Match
from oddtrick.review import DealReview, review
from oddtrick.review.luck import DoubleDummyDeal, luck_of
from oddtrick.review.turns import turns_of
from oddtrick.solver.double_dummy import points_taken
from tests.support.bidding_games import ALONE, CONTRACT, LOSING, PASS
from tests.support.review_deals import LITTLE


@pytest.fixture(autouse=True)
def contract_whist() -> Iterator[None]:
    register_game(CONTRACT)
    yield
    unregister_game(CONTRACT.id)


def after_calls(*calls: Bid, plays: int = 52) -> Match:
    """Returns a deal with these calls, and some plays of ``casual``."""
    match, rng = new_match(CONTRACT.id, seed=5), Random(5)
    for call in calls:
        match = match.apply(call)
    for _ in range(plays):
        assert match.to_act is not None
        match = match.apply(casual.choose(match.view(match.to_act), rng))
    return match


def reviewed(match: Match) -> DealReview:
    return review(match, deals=[0], budget=LITTLE, threads=1).deals[0]


def test_luck_is_that_of_the_deals_sides_told_for_each_side_of_the_match() -> None:
    match = after_calls(PASS, ALONE, PASS, PASS)
    log, deal = match.all_deals[0], reviewed(match)
    assert log.contract is not None
    rules, alone = match.rules.under(log.contract), log.contract.declarer
    assert alone is not None
    other = (alone + 1) % 4
    taken = points_taken(rules, log)
    assert deal.luck.made == match.rules.by_side(taken, rules.sides)
    assert deal.luck.expert is not None
    assert deal.luck.expert[alone] + deal.luck.expert[other] == 13, "the same contract"
    cards = [replace(one, double_dummy_loss=1) for one in deal.decisions if one.kind == "card"]
    solved = DoubleDummyDeal([], par=(4, 9), made=taken)
    luck = luck_of(match.rules, log, [*deal.decisions[:4], *cards], solved, None)
    assert luck.par == tuple(4 if seat == alone else 9 for seat in range(4))
    assert luck.given == tuple(13 if seat == alone else 39 for seat in range(4))
    assert luck.missing is None


def test_cards_have_double_dummy_values_under_the_contract_and_calls_have_none() -> None:
    match = after_calls(PASS, ALONE, PASS, PASS)
    log, deal = match.all_deals[0], reviewed(match)
    assert log.contract is not None
    rules = match.rules.under(log.contract)
    assert [one.kind for one in deal.decisions[:4]] == ["call"] * 4
    for one in deal.decisions:
        known = [choice.double_dummy is not None for choice in one.choices]
        assert all(known) if one.kind == "card" and one.trick > 7 else len(set(known)) == 1
        assert one.kind == "card" or not any(known)
    last = deal.decisions[-1]
    taken = points_taken(rules, log)[rules.side_of(last.seat)]
    assert last.choice(last.played).double_dummy == taken


def test_a_deal_to_lose_tricks_has_no_double_dummy_value_and_says_why() -> None:
    deal = reviewed(after_calls(PASS, LOSING, PASS, PASS))
    assert deal.unit == "points"
    assert (deal.luck.par, deal.luck.missing) == (None, "aim")
    assert all(one.double_dummy_loss is None for one in deal.decisions)


def test_a_deal_that_is_thrown_in_does_not_stop_a_review() -> None:
    match = after_calls(PASS, PASS, PASS, PASS, plays=0)
    assert match.number == 1
    for call in (ALONE, PASS, PASS, PASS):
        match = match.apply(call)
    match = match.apply(match.legal_actions()[0])
    found = review(match, budget=LITTLE, threads=1)
    played = [deal for deal in found.deals if any(one.kind == "card" for one in deal.decisions)]
    assert [deal.number for deal in played] == [1]
    for deal in found.deals:
        assert (deal.luck.missing == "unplayed") == (deal not in played)
    assert all(turn.deal in (0, 1) for turn in turns_of(match))
