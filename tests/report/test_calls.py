"""Tests of what a report tells of bids, cards put down or away, and the contract."""

from __future__ import annotations

import re
from functools import cache

import pytest
from msgspec.structs import replace

from oddtrick.calls import Bid, parse_call
from oddtrick.record import record_of
from oddtrick.report import report_page, standalone_frame
from oddtrick.report.phrases import Phrases
from oddtrick.review import DealReview, Decision, Review, review
from tests.support.report_texts import read_page
from tests.support.review_deals import LITTLE, played

GAMES = ("bid-whist", "minnesota-whist", "oh-hell", "solo-whist")


@cache
def reviewed(game: str) -> Review:
    """A first deal of bots in which something is played for."""
    for seed in range(20):
        match = played(game, seed)
        if match.all_deals[0].hands:
            return review(record_of(match), deals=(0,), budget=LITTLE)
    raise AssertionError(game)


def deal_of(game: str) -> DealReview:
    return reviewed(game).deals[0]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_report_tells_every_call_and_the_contract(game: str, language: str) -> None:
    page = report_page(reviewed(game), standalone_frame(), None, language)
    told = "".join(re.findall(r'<ol class="calls">.*?</ol>', page, re.DOTALL))
    text, listed = " ".join(read_page(page).texts), " ".join(read_page(told).texts)
    phrases, steps = Phrases.of(reviewed(game), language), deal_of(game).steps
    assert steps.calls
    for _, made in steps.calls:
        for _, call in made:
            if call is None:
                assert phrases.text("calls.secret") in listed
            else:
                bid = isinstance(parse_call(call), Bid)
                assert (phrases.bid(call) if bid else phrases.card(call)) in listed
    contract = phrases.contract(deal_of(game))
    assert bool(contract) == (game != "oh-hell")
    assert contract in text


def test_a_contract_names_those_who_have_to_make_it() -> None:
    for game in ("bid-whist", "solo-whist"):
        steps = deal_of(game).steps
        assert steps.contract
        contract = Phrases.of(reviewed(game)).contract(deal_of(game))
        side = next(seats for seats in steps.contract.sides if steps.contract.declarer in seats)
        partners = side in reviewed(game).sides  # of the whole match
        named = {seat for seat in range(4) if f"Seat {seat}" in contract}
        assert named == ({steps.contract.declarer} if partners else set(side))


def test_a_card_put_away_is_no_bid_and_a_pass_has_its_own_sentence() -> None:
    phrases = Phrases.of(reviewed("bid-whist"))
    calls = [one for one in deal_of("bid-whist").decisions if one.kind == "call"]

    def sentence(decision: Decision, action: str) -> str:
        made = replace(decision, played=action)
        return f"{phrases.place(made)}: {phrases.comparison(made, action, 'that')}"

    place = f"Deal 1, the bids: Seat {calls[0].seat}"
    assert sentence(calls[0], "pass") == f"{place} passed; that was better"
    assert sentence(calls[0], "4 uptown") == f"{place} bid 4 uptown; that was better"
    away = next(one for one in calls if not isinstance(parse_call(one.played), Bid))
    assert "put down" in sentence(away, away.played)
    assert " bid" not in sentence(away, away.played)
