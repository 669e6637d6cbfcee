"""Bots call by the contract to which a call leads, in games that they have never seen."""

from __future__ import annotations

from collections import Counter
from random import Random
from threading import Event
from typing import Any

import numpy as np
import pytest
from msgspec import Struct
from msgspec.structs import replace

from oddtrick.bots.heuristics.bids import count_for, low_count, trick_count
from oddtrick.bots.heuristics.calls import is_valued_call
from oddtrick.bots.heuristics.contracts import (
    ALONE,
    HOPELESS,
    contract_worth,
    explain_call,
    undertaking,
)
from oddtrick.bots.heuristics.discards import hand_kept
from oddtrick.bots.registry import casual, club, novice
from oddtrick.bots.search import SearchBudget, Searcher
from oddtrick.bots.search.bids import contract_log_likelihood
from oddtrick.bots.search.call_rollouts import CHUNK, roll_out_calls
from oddtrick.bots.search.hand_counts import best_cards, card_values, expected_tricks
from oddtrick.bots.search.search_context import Deadline, NoTimeError
from oddtrick.calls import Bid, Call
from oddtrick.cards import Card, Hand, Suit, parse_card
from oddtrick.dealing import new_match
from oddtrick.games import rules_of
from oddtrick.match import CallPhase, Deal, Match, deal_cards, play_hands, start
from oddtrick.review import advise
from oddtrick.rules import Called, Contract, Rules, interleaved
from oddtrick.scoring import Account, DealFacts, FixedDeals, ScoreItem, ScoringProfile
from oddtrick.solver.sampling import worlds
from oddtrick.tricks import CardOrder, from_seat, left_of
from oddtrick.views import Awaited, View

QUICK = Searcher("quick", SearchBudget(candidates=400, worlds=160))
PASS, SPADES, LOW, NULL = (Bid(name=name) for name in ("pass", "spades", "low", "null"))
NEED = {SPADES: 5, LOW: 5, NULL: 0}
LEVELS = pytest.mark.parametrize("bot", [novice, casual, club, QUICK], ids=lambda bot: bot.name)


class Auction(CallPhase, frozen=True, kw_only=True):
    """Each seat passes or bids once; the last bid stands: spades, low cards high, or no tricks."""

    seats: tuple[int, ...]

    name = "auction"

    @property
    def to_act(self) -> int:
        return self.seats[len(self.made)]

    @property
    def complete(self) -> bool:
        return len(self.made) == len(self.seats)

    def legal(self) -> tuple[Call, ...]:
        return (LOW, NULL, PASS, SPADES)

    def offer(self, call: Call) -> Contract | None:
        bids = [each for each in (*self.made, (self.to_act, call)) if each[1] != PASS]
        return _contract(*bids[-1]) if bids else None

    def settle(self, match: Match) -> Match:
        bids = [each for each in self.made if each[1] != PASS]
        return match.with_contract(_contract(*bids[-1])) if bids else match


def _contract(seat: int, bid: Call | None) -> Contract:
    assert isinstance(bid, Bid)
    trump = Suit.SPADES if bid == SPADES else None
    return Contract(bid=bid, declarer=seat, side=(seat,), trump=trump, leader=seat)


class MadeOrLost(Struct, frozen=True):
    """Three points from each opponent for a contract made, and the reverse."""

    need: int = 0
    side: tuple[int, ...] = ()

    @property
    def profile(self) -> ScoringProfile:
        return ScoringProfile(unit="points", rising=self.need > 0)

    def stages(self, deal: DealFacts) -> tuple[tuple[int, ...], ...]:
        points = []
        for side, tricks in zip(deal.sides, deal.side_tricks, strict=True):
            taken = tricks if side == self.side else 13 - tricks
            worth = 3 if (taken >= self.need if self.need else not taken) else -3
            points.append(3 * worth if side == self.side else -worth)
        return (tuple(points) if self.side else deal.nothing,)

    def account(self, deal: DealFacts, points: tuple[int, ...]) -> Account:
        return tuple((ScoreItem("the-contract", number),) for number in points)


def terms(rules: Rules, contract: Contract) -> Rules:
    others = tuple(seat for seat in range(4) if seat not in contract.side)
    low = CardOrder.LOW_WINS_ACE_HIGH if contract.bid == LOW else CardOrder.ACE_HIGH
    return replace(
        rules,
        sides=tuple(sorted((contract.side, others))),
        order=low,
        scoring=MadeOrLost(NEED[contract.bid], contract.side),
    )


def bid_once(match: Match) -> Auction | None:
    log = match.deal
    if log.called("auction"):
        return None
    return Auction(seats=from_seat(log.seats, left_of(log.seats, log.dealer)))


def play_if_bid(match: Match) -> Any:
    return None if match.deal.contract is None else play_hands(match)


RULES = replace(
    rules_of("whist"),
    game="own-contracts",
    sides=interleaved(4, 4),
    trumps=Called("A"),
    scoring=MadeOrLost(),
    match=FixedDeals(8),
    course=(deal_cards, bid_once, play_if_bid),
    terms=terms,
)

HIGH_SPADES = "AS KS QS JS TS 9S 2S AH 3H AD 4D KC 5C"
LOW_CARDS = "AS 2S 3S 4S AH 2H 3H AD 2D 3D AC 2C 3C"
NO_WINNERS = "2S 4S 6S 8S 2H 3H 5H 7H 2D 4D 6D 2C 3C"
DULL = "QS 8S 4S JH 8H 5H QD 9D 6D JC 9C 6C TC"


def to_bid(hand: str) -> View:
    """The view of the first bidder with this hand."""
    own = Hand.of(map(parse_card, hand.split()))
    rest = [card for card in Hand(RULES.pack) if card not in own]
    Random(1).shuffle(rest)
    others = [Hand.of(rest[at : at + 13]) for at in (0, 13, 26)]
    match = start(RULES, dealer=3).apply(Deal(((own, *others),)))
    return match.view(0)


@LEVELS
@pytest.mark.parametrize(
    ("hand", "bid"),
    [(HIGH_SPADES, SPADES), (LOW_CARDS, LOW), (NO_WINNERS, NULL), (DULL, PASS)],
    ids=["trumps", "low order", "no tricks", "pass"],
)
def test_a_hand_is_bid_for_what_it_can_make(bot: Any, hand: str, bid: Bid) -> None:
    view = to_bid(hand)
    assert is_valued_call(view)
    assert bot.choose(view, Random(1)) == bid


@pytest.mark.parametrize("bot", [casual, club], ids=lambda bot: bot.name)
def test_bids_are_made_more_often_than_lost_and_not_by_all(bot: Any) -> None:
    made = Counter[bool]()
    for seed in range(12):
        match, rng = new_match(rules=RULES, seed=seed), Random(seed)
        while not match.over:
            match = match.apply(bot.choose(match.view(match.to_act), rng))
        for deal in match.result:
            made.update(points == 9 for points in deal.points if abs(points) == 9)
    assert made[True] > made[False] > 0
    assert sum(made.values()) < 96


def test_an_undertaking_is_asked_of_its_side_and_counted_for_the_match_side() -> None:
    for seat in range(4):
        for bid, need in NEED.items():
            told = undertaking(RULES, _contract(2, bid), seat, 0)
            lead = 12 if seat == 2 else -4
            assert told.need == need
            assert told.wanted == (need > 0)
            assert told.worth[need] == pytest.approx(lead)
            assert told.worth[need - 1 if need else 1] == pytest.approx(-lead)


def test_a_worth_is_that_of_tricks_about_those_expected() -> None:
    worth, tricks = contract_worth(to_bid(HIGH_SPADES), _contract(0, SPADES))
    assert worth > 11
    assert 8 < tricks < 11
    careful, fewer = contract_worth(to_bid(HIGH_SPADES), _contract(0, SPADES), caution=5)
    assert careful < worth
    assert fewer == pytest.approx(tricks - 5 * ALONE)
    safe, none = contract_worth(to_bid(NO_WINNERS), _contract(0, NULL))
    assert safe > 6
    assert none < 1


def test_many_hands_are_counted_as_one_is() -> None:
    view = to_bid(DULL)
    drawn = worlds(view).draw(50, seed=1)
    for bid in (SPADES, LOW, NULL):
        contract = _contract(0, bid)
        count = count_for(view, contract, wanted=bid != NULL)
        found = expected_tricks(count, drawn.hands[:, 2])
        own = [count.expected(hands) for hands in drawn.hands[:, 2].tolist()]
        assert found == pytest.approx(np.array(own))


def test_a_low_hand_is_safer_the_lower_its_lowest_cards() -> None:
    count = low_count(RULES, 0, None)
    held = [Hand.of(map(parse_card, cards.split())).mask for cards in ("2S 5S 8S", "5S 8S", "KS")]
    assert [count.danger_of(cards) for cards in held] == [0, 4, 10]


def test_a_heard_contract_makes_hands_likelier_that_can_make_it() -> None:
    match = new_match(rules=RULES, seed=5, dealer=3)
    view = match.apply(SPADES).view(1)
    drawn = worlds(view).draw(1000, seed=2)
    contract = _contract(0, SPADES)
    weights = np.exp(contract_log_likelihood(view, contract, drawn))
    expected = expected_tricks(count_for(view, contract, wanted=True), drawn.hands[:, 0])
    assert np.average(expected, weights=weights) > expected.mean() + 0.3
    weights = np.exp(contract_log_likelihood(view, _contract(1, SPADES), drawn))
    assert (weights == 1).all(), "an own contract says nothing of others"


def test_a_contract_is_rolled_out_with_its_own_order_and_leader() -> None:
    view = to_bid(LOW_CARDS)
    ends = roll_out_calls(view, QUICK.budget, Random(1), Deadline(None, None))
    assert (ends[LOW].points[:, 0] == (9, -3, -3, -3)).all()
    assert (ends[PASS].points == 0).all()
    assert ends[SPADES].points[:, 0, 0].mean() < -6


def test_a_call_is_valued_by_rollouts_and_by_the_count_of_tricks() -> None:
    view = to_bid(LOW_CARDS)
    ends = roll_out_calls(view, QUICK.budget, Random(1), Deadline(None, None))
    found = QUICK.evaluate(view, Random(1))
    values = {value.action: value for value in found.choices}
    assert found.worlds == 40
    assert values[PASS].points == 0
    for bid in NEED:
        own, one, two, three = ends[bid].points[:, 0].mean(axis=0).tolist()
        rolled, counted = own - (one + two + three) / 3, contract_worth(view, _contract(0, bid))[0]
        assert values[bid].points == pytest.approx((rolled + counted) / 2)
        assert values[bid].utility == pytest.approx(values[bid].points)


class Short(Deadline):
    """A time limit that passes when it has been looked at so often."""

    def __init__(self, looks: int) -> None:
        super().__init__(None, Event())
        self.looks = looks

    def remaining(self, share: float = 1.0) -> float | None:
        self.looks -= 1
        if self.looks < 0 and self.cancel is not None:
            self.cancel.set()
        return super().remaining(share)


def test_a_time_limit_ends_the_search_of_a_call_with_the_worlds_finished() -> None:
    view, large = to_bid(HIGH_SPADES), SearchBudget(candidates=400, worlds=4 * 4 * CHUNK)
    for looks, worlds_done in ((3, CHUNK), (7, 2 * CHUNK), (100, 4 * CHUNK)):
        ends = roll_out_calls(view, large, Random(1), Short(looks))
        assert {len(each) for each in ends.values()} == {worlds_done}
    with pytest.raises(NoTimeError):
        roll_out_calls(view, large, Random(1), Short(2))
    with pytest.raises(NoTimeError):
        QUICK.evaluate(view, seconds=0)


def test_a_hint_names_the_contract_and_what_other_calls_cost() -> None:
    hint = advise(to_bid(HIGH_SPADES), budget=QUICK.budget)
    assert hint.action == "spades"
    assert hint.clear
    assert hint.explanation[0].tag == "call-make"
    assert {sentence.tag for sentence in hint.details[1:]} == {"behind-bid"}
    hint = advise(to_bid(DULL), budget=QUICK.budget)
    assert hint.action == "pass"
    assert hint.explanation[0].tag == "call-pass"


def under_contract(hand: str, bid: Bid) -> View:
    """A view of a declarer who is to put away cards."""
    view, contract = to_bid(DULL), _contract(0, bid)
    own = Hand.of(map(parse_card, hand.split()))
    return replace(
        view, hand=own, legal=tuple(own), offers=(), contract=contract, trump=contract.trump
    )


@pytest.mark.parametrize(
    ("hand", "bid", "kept"),
    [
        (f"{HIGH_SPADES} 8C 7C 6C", SPADES, "AS KS QS JS TS 9S 2S AH AD KC 8C 7C 6C"),
        (f"{LOW_CARDS} KS QH JD", LOW, LOW_CARDS),
        (f"{NO_WINNERS} AC KC QD", NULL, NO_WINNERS),
    ],
    ids=["trumps and voids", "low order", "no tricks"],
)
def test_discards_are_the_cards_that_the_contract_misses_least(
    hand: str, bid: Bid, kept: str
) -> None:
    view = under_contract(hand, bid)
    card = club.choose(view, Random(1))
    assert isinstance(card, Card)
    assert str(card) not in kept.split()
    assert hand_kept(view, card) == Hand.of(map(parse_card, kept.split()))
    assert club.advise(view, Random(1)).tag == "call-discard"


def test_a_short_suit_is_put_away_for_a_ruff() -> None:
    view = under_contract("AS KS QS JS 5S 4S AH KH 9H 8H AD KD 8D 3C", SPADES)
    assert str(club.choose(view, Random(1))) == "3C"


def test_calls_without_a_contract_are_random() -> None:
    view = replace(to_bid(DULL), offers=())
    assert not is_valued_call(view)
    assert view.awaited is Awaited.CALL
    assert {club.choose(view, Random(seed)) for seed in range(30)} == {LOW, NULL, PASS, SPADES}


def test_a_declarer_is_rolled_out_with_the_best_cards_of_hand_and_kitty() -> None:
    count = trick_count(rules_of("bid-whist"), 0, Suit.SPADES, 0)
    cards = "AS 2S 3S AH KH QD 2D AC 3C 4C 5C"
    held = Hand.of(map(parse_card, cards.split()))
    kept = best_cards(np.array([held.mask], np.uint64), card_values(count), 6)
    assert Hand(int(kept[0])) == Hand.of(map(parse_card, ["AS", "2S", "3S", "AH", "KH", "AC"]))
    lowest = best_cards(np.array([held.mask], np.uint64), card_values(low_count(RULES, 0, None)), 3)
    assert Hand(int(lowest[0])) >= Hand.of(map(parse_card, ["2S", "2D"]))


def test_bids_for_the_kitty_expect_more_and_fewer_where_opponents_have_bid() -> None:
    match = new_match("bid-whist", seed=3, dealer=3)
    view = match.view(match.to_act)
    bid = Bid(4, "uptown")
    alone = contract_worth(view, dict(view.offers)[bid])[1]
    dry = replace(view, rules=replace(view.rules, plan=replace(view.rules.plan, kitty=False)))
    assert contract_worth(dry, dict(view.offers)[bid])[1] < alone - 1
    ends = QUICK.evaluate(view)
    assert {value.action for value in ends.choices} == set(view.legal)
    against = match.apply(Bid(3, "downtown"))
    later = against.view(against.to_act)
    claimed = contract_worth(later, dict(later.offers)[bid])[1]
    free = replace(later, offers=tuple(each for each in later.offers if each[0] == bid))
    assert claimed < contract_worth(free, dict(later.offers)[bid])[1] - 0.5


def test_the_search_discards_for_the_contract() -> None:
    match = new_match("bid-whist", seed=2, dealer=3)
    while match.view(match.to_act).awaited is Awaited.CALL:
        view = match.view(match.to_act)
        call = QUICK.choose(view, Random(1))
        if view.contract is not None:
            assert isinstance(call, Card)
            assert call.suit is not view.trump
        match = match.apply(call)
    assert match.deal.contract is not None


def test_B3_a_hint_for_a_bid_says_what_it_needs_and_what_a_hopeless_one_is_for() -> None:
    over, first = set(), set()
    for seed in range(20):
        match = new_match("bid-whist", seed=seed)
        bid = Bid(4, "uptown")
        first.add(explain_call(match.view(match.to_act), bid).tag)
        match = match.apply(Bid(3, "downtown"))
        advice = explain_call(match.view(match.to_act), bid)
        over.add(advice.tag)
        if advice.tag == "call-risk":
            continue
        assert advice.params["count"] == "9"  # ten tricks, of which the discards are one
        short = 9 - float(advice.params["number"])  # rounded to a tenth
        assert (advice.tag == "call-forestall") == (short >= HOPELESS - 0.1)
        assert (advice.tag == "call-make") == (short <= 0)
    assert first == {"call-make", "call-risk"}
    assert over - {"call-make"} == {"call-risk", "call-forestall"}


@pytest.mark.parametrize("game", ["bid-whist", "minnesota-whist", "solo-whist"])
def test_a_contract_is_said_to_be_likely_only_if_its_tricks_can_be_expected(game: str) -> None:
    said = Counter[str]()
    for seed in range(40):
        match = new_match(game, seed=seed)
        view = match.view(match.to_act)
        for call, contract in view.offers:
            advice = explain_call(view, call)
            said[advice.tag] += 1
            assert view.seat is not None
            told = undertaking(view.rules, contract, view.seat, view.number)
            if advice.tag == "call-make":
                assert float(advice.params["number"]) >= int(advice.params["count"])
            if advice.tag == "call-lose" and told.need is not None:
                assert float(advice.params["number"]) <= told.need + 0.5
    assert said["call-risk"] > 10
    assert said["call-make"] + said["call-lose"] > 10
