"""Solo Whist: rules SO1-SO6, as properties of whole matches and by hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from oddtrick import Match, new_match, rules_of
from oddtrick.calls import Bid
from oddtrick.cards import Suit
from oddtrick.errors import RuleBroken
from oddtrick.match import CallPhase, Playing
from oddtrick.record import decode_record, encode_record, record_of, replay, result_of
from oddtrick.rules import Contract
from oddtrick.scoring import DealFacts
from oddtrick.solver.sampling import worlds
from tests.games.solo_whist.cases import MATCHES
from tests.games.solo_whist.reference import Auction
from tests.support.extent import times

EACH = pytest.mark.parametrize("options", MATCHES, ids=str)
GENERAL = {"no_bid": "general-misere"}


def called(text: str, **options: Any) -> Match:
    """A deal after these calls; seat 0 deals, so that seat 1 is the eldest hand."""
    match = new_match("solo-whist", seed=7, dealer=0, **options)
    for name in filter(None, text.split(", ")):
        match = match.apply(Bid(name=name))
    return match


def contract_after(text: str, **options: Any) -> Contract | None:
    """The contract after these calls, which end the auction."""
    match = called(text, **options)
    assert match.number or isinstance(match.phase, Playing)
    return match.all_deals[0].contract


def played_out(seed: int, **options: Any) -> Match:
    """A random match; low calls are likelier than high ones, so that every contract comes up."""
    match, rng = new_match("solo-whist", seed=seed, **options), Random(seed)
    while not match.over:
        legal = match.legal_actions()
        few = rng.choice([1, 2, 2, 3, 12]) if isinstance(match.phase, CallPhase) else 13
        match = match.apply(rng.choice(legal[:few]))
    return match


def names(match: Match) -> list[str]:
    """The legal calls."""
    return [str(call) for call in match.legal_actions()]


@EACH
def test_SO1_each_has_thirteen_and_the_dealers_last_card_is_turned_up(options: Any) -> None:
    match = played_out(1, **options)
    for log in match.all_deals:
        assert log.deal is not None
        assert [len(hand) for hand in log.deal.hands[0]] == [13] * 4
        assert log.deal.turn_up in log.deal.hands[0][log.dealer]


def test_SO1_the_turn_up_names_trumps_in_the_auction_and_unless_a_bid_does() -> None:
    turned = called("").deal.trump
    assert turned is called("").view(2).trump
    plain = next(suit for suit in Suit if suit is not turned)
    ends = {
        "solo, pass, pass, pass": turned,
        "royal abundance, pass, pass, pass": turned,
        f"abundance {plain}, pass, pass, pass": plain,
        "misere, pass, pass, pass": None,
        "open misere, pass, pass, pass": None,
        "declared abundance": None,
    }
    for text, trump in ends.items():
        match = called(text)
        assert match.view(0).trump is trump, text
        assert match.view(0).trump_known


def test_SO2_the_auction_asks_and_allows_what_the_reference_does() -> None:
    contracts: Counter[str] = Counter()
    for seed in range(times(200, whole=1000)):
        rng = Random(seed)
        match = new_match("solo-whist", seed=seed, dealer=seed % 4, no_bid="general-misere")
        assert match.deal.trump is not None
        auction = Auction((seed + 1) % 4, match.deal.trump.letter)
        while isinstance(match.phase, CallPhase) and not match.number:
            assert match.to_act == auction.waiting[0]
            assert sorted(names(match)) == sorted(auction.allowed())
            call = rng.choice(names(match)[: rng.choice([1, 2, 2, 3, 12])])
            match = match.apply(match.phase.parse(call))
            auction.call(call)
        assert auction.over()
        contract = match.all_deals[0].contract
        contracts[str(contract.bid) if contract else ""] += 1
        side = () if contract is None else contract.side
        thrown_in = auction.highest in {"", "proposal"}
        assert side == (() if thrown_in else tuple(sorted(auction.owners)))
    assert len(contracts) >= 8


def test_SO2_each_bid_beats_those_below_it() -> None:
    turned = called("").deal.trump
    plain = [str(suit) for suit in Suit if suit is not turned]
    ladder = [
        *("pass", "proposal", "solo", "misere"),
        *(f"abundance {suit}" for suit in plain),
        *("royal abundance", "open misere", "declared abundance"),
    ]
    assert names(called("")) == ladder
    assert names(called("misere")) == ["pass", *ladder[4:]]
    assert names(called(f"abundance {plain[1]}")) == ["pass", *ladder[7:]]
    assert names(called("proposal")) == ["pass", "acceptance", *ladder[2:]]
    assert names(called("proposal, acceptance")) == ["pass", *ladder[2:]]
    with pytest.raises(
        RuleBroken, match=r"^seat 2 may not call solo, only pass, misere, .*\(SO2\)$"
    ):
        called("solo, solo")


def test_SO2_whoever_has_passed_is_out_but_the_eldest_hand_may_accept() -> None:
    match = called("pass, proposal, pass, pass")
    assert (match.to_act, names(match)) == (1, ["pass", "acceptance"])
    contract = contract_after("pass, proposal, pass, pass, acceptance")
    assert contract is not None
    assert (contract.bid, contract.declarer, contract.side) == (Bid(name="proposal"), 2, (1, 2))
    assert called("pass, pass, proposal, pass, pass").to_act == 3, "the second is asked no more"
    assert called("pass, proposal, solo, pass").to_act == 2, "the eldest may not beat a solo"


def test_SO2_proposer_and_accepter_are_partners_wherever_they_sit() -> None:
    sides = {
        "proposal, acceptance, pass, pass": ((0, 3), (1, 2)),
        "proposal, pass, acceptance, pass": ((0, 2), (1, 3)),
        "proposal, pass, pass, acceptance": ((0, 1), (2, 3)),
    }
    for text, deal_sides in sides.items():
        match = called(text)
        assert match.deal_rules.sides == match.view(0).deal_rules.sides == deal_sides
        assert match.rules.sides == ((0,), (1,), (2,), (3,))
    assert called("solo, pass, pass, pass").deal_rules.sides == ((0, 2, 3), (1,))


def test_SO2_a_player_who_was_outbid_may_bid_again() -> None:
    match = called("proposal, acceptance, misere, pass")
    assert match.to_act == 1
    contract = contract_after("proposal, acceptance, misere, pass, open misere, pass, pass")
    assert contract is not None
    assert (contract.declarer, contract.side) == (1, (1,))


def test_SO2_an_open_misere_lays_the_hand_open_after_the_first_trick() -> None:
    match, rng = called("open misere, pass, pass, pass"), Random(1)
    for played in range(12):
        seen = dict(match.view(3).places).get((1,))
        phase = match.phase
        assert isinstance(phase, Playing)
        assert (None if seen is None else seen.mask) == (phase.held(1) if played > 3 else None)
        assert match.view(1).places == ()
        match = match.apply(rng.choice(match.legal_actions()))


def test_SO2_the_card_turned_up_lies_once_in_the_open_hand_of_a_dealer() -> None:
    match, rng = called("pass, pass, pass, open misere"), Random(1)
    while not match.number:
        phase = match.phase
        assert isinstance(phase, Playing)
        for seat in range(4):
            world = worlds(match.view(seat)).draw(1, seed=1).world(0)
            if match.view(seat).tricks:
                assert world.hands[0].mask == phase.held(0)
        match = match.apply(rng.choice(match.legal_actions()))


def test_SO3_a_proposal_that_nobody_accepts_is_raised_or_thrown_in() -> None:
    match = called("pass, pass, proposal, pass, pass")
    assert (match.to_act, names(match)) == (3, ["pass", "solo"])
    raised = match.apply(Bid(name="solo")).deal.contract
    assert raised is not None
    assert (raised.bid, raised.side) == (Bid(name="solo"), (3,))
    for options in MATCHES:
        thrown = called("pass, pass, proposal, pass, pass, pass", **options)
        assert thrown.result[0].points == (0, 0, 0, 0)
        assert thrown.deal.dealer == 1
        assert (thrown.all_deals[0].contract, thrown.all_deals[0].hands) == (None, ())


def test_SO4_the_eldest_hand_leads_but_in_a_declared_abundance_the_bidder() -> None:
    assert called("pass, pass, solo, pass").to_act == 1
    assert called("pass, pass, open misere, pass").to_act == 1
    assert called("pass, pass, declared abundance").to_act == 3


def scored(bid: str, side: tuple[int, ...], tricks: int, **options: Any) -> tuple[int, ...]:
    """The points of each seat where a side takes this number of tricks."""
    match = called(bid, **options)
    contract = match.all_deals[0].contract
    assert contract is not None
    assert contract.side == side
    rules = match.rules.under(contract)
    other = next(seat for seat in range(4) if seat not in side)
    won = tuple(
        tricks if seat == side[0] else 13 - tricks if seat == other else 0 for seat in range(4)
    )
    nobody = (0,) * 4
    facts = DealFacts(rules.sides, won, nobody, nobody, 0, None, (0,) * len(rules.sides))
    (stage,) = rules.scoring.stages(facts)
    told = rules.scoring.account(facts, stage)
    assert [sum(item.points or 0 for item in items) for items in told] == list(stage)
    return match.rules.by_side(stage, rules.sides)


PROPOSED, PASSES = "proposal, pass, acceptance, pass", ", pass, pass, pass"


@pytest.mark.parametrize(
    ("bid", "side", "tricks", "with_overtricks", "without"),
    [
        (PROPOSED, (1, 3), 8, (-4, 4, -4, 4), (-4, 4, -4, 4)),
        (PROPOSED, (1, 3), 10, (-8, 8, -8, 8), (-4, 4, -4, 4)),
        (PROPOSED, (1, 3), 7, (6, -6, 6, -6), (4, -4, 4, -4)),
        ("solo" + PASSES, (1,), 5, (-2, 6, -2, -2), (-2, 6, -2, -2)),
        ("solo" + PASSES, (1,), 7, (-4, 12, -4, -4), (-2, 6, -2, -2)),
        ("solo" + PASSES, (1,), 4, (3, -9, 3, 3), (2, -6, 2, 2)),
        ("misere" + PASSES, (1,), 0, (-3, 9, -3, -3), (-3, 9, -3, -3)),
        ("misere" + PASSES, (1,), 2, (3, -9, 3, 3), (3, -9, 3, 3)),
        ("royal abundance" + PASSES, (1,), 9, (-4, 12, -4, -4), (-4, 12, -4, -4)),
        ("royal abundance" + PASSES, (1,), 13, (-8, 24, -8, -8), (-4, 12, -4, -4)),
        ("open misere" + PASSES, (1,), 0, (-6, 18, -6, -6), (-6, 18, -6, -6)),
        ("declared abundance", (1,), 13, (-8, 24, -8, -8), (-8, 24, -8, -8)),
        ("declared abundance", (1,), 3, (8, -24, 8, 8), (8, -24, 8, 8)),
    ],
)
def test_SO5_each_opponent_pays_the_points_of_the_contract(
    bid: str,
    side: tuple[int, ...],
    tricks: int,
    with_overtricks: tuple[int, ...],
    without: tuple[int, ...],
) -> None:
    assert scored(bid, side, tricks) == with_overtricks
    assert scored(bid, side, tricks, overtricks=False) == without


@pytest.mark.parametrize(
    "bid", [PROPOSED, *(name + PASSES for name in ("solo", "misere", "royal abundance"))]
)
def test_SO5_one_more_trick_never_costs_unless_tricks_are_to_be_lost(bid: str) -> None:
    match = called(bid)
    profile = match.deal_rules.scoring.profile
    contract = match.all_deals[0].contract
    assert contract is not None
    worth = [scored(bid, contract.side, tricks)[1] for tricks in range(14)]
    assert profile.rising == ("misere" not in bid)
    assert worth == sorted(worth, reverse=not profile.rising)


@EACH
def test_SO5_the_points_of_a_deal_add_up_to_nought(options: Any) -> None:
    contracts: Counter[str] = Counter()
    for seed in range(times(12, whole=60)):
        match = played_out(seed, **options)
        past = match.view(0).past
        for deal in past:
            contracts[str(deal.contract.bid) if deal.contract else ""] += 1
            assert sum(deal.points) == 0
            told = deal.account(match.rules)
            sums = [sum(item.points or 0 for item in items) for items in told]
            assert sums == list(deal.points)
    assert len(contracts) >= 6


def general_misere(*tricks: int) -> tuple[int, ...]:
    """The points of the seats in a general misère."""
    rules = called("pass, pass, pass, pass", **GENERAL).deal_rules
    nobody = (0,) * 4
    facts = DealFacts(rules.sides, tricks, nobody, nobody, 0, None, nobody)
    (stage,) = rules.scoring.stages(facts)
    told = rules.scoring.account(facts, stage)
    assert [sum(item.points or 0 for item in items) for items in told] == list(stage)
    return stage


def test_SO6_the_player_with_most_tricks_of_a_general_misere_pays_the_others() -> None:
    match = called("pass, pass, pass, pass", **GENERAL)
    assert (match.to_act, match.view(0).trump) == (1, None)
    assert match.deal_rules.sides == match.rules.sides
    assert general_misere(6, 3, 2, 2) == (-6, 2, 2, 2)
    assert general_misere(4, 3, 4, 2) == (-4, 4, -4, 4)
    assert general_misere(4, 4, 1, 4) == (-2, -2, 6, -2)


def test_SO6_a_deal_thrown_in_is_one_of_the_deals() -> None:
    match = called(", ".join(["pass"] * 12), deals=3)
    assert match.over
    assert [result.points for result in match.result] == [(0, 0, 0, 0)] * 3
    assert [log.dealer for log in match.all_deals] == [0, 1, 2]
    assert match.winner is None
    assert [deal.seats for deal in match.view(None).past] == [(0, 1, 2, 3)] * 3
    record = decode_record(encode_record(record_of(match)))
    assert result_of(replay(record)) == result_of(match)


@EACH
def test_SO6_the_highest_total_wins_after_the_last_deal(options: Any) -> None:
    for seed in range(times(8, whole=40)):
        match = played_out(seed, **options)
        assert len(match.result) == options["deals"]
        score = list(match.standing.score)
        assert score == [sum(deal.points[seat] for deal in match.result) for seat in range(4)]
        best = [seat for seat in range(4) if score[seat] == max(score)]
        assert match.winner == (best[0] if len(best) == 1 else None)


def test_SO2_bots_are_offered_the_contract_of_each_call() -> None:
    offers = dict(called("").view(1).offers)
    assert Bid(name="pass") not in offers
    proposal = offers[Bid(name="proposal")]
    assert (proposal.declarer, proposal.side) == (1, (1, 3))
    assert offers[Bid(name="declared abundance")].leader == 1
    passed = dict(called("solo").view(2).offers)[Bid(name="pass")]
    assert passed == called("solo" + PASSES).deal.contract
    general = dict(called("", **GENERAL).view(1).offers)[Bid(name="pass")]
    assert (general.bid, general.side, general.trump) == (Bid(name="general misere"), (), None)
    asked = dict(called("pass, proposal, pass, pass").view(1).offers)
    assert asked[Bid(name="acceptance")].side == (1, 2)
    assert Bid(name="pass") not in asked


def test_SO1_a_trump_that_the_contract_does_not_have_is_refused_in_a_record() -> None:
    match = called("misere" + PASSES)
    text = encode_record(record_of(match))
    assert b'"trump":"N"' in text
    wrong = decode_record(text.replace(b'"trump":"N"', b'"trump":"S"'))
    with pytest.raises(RuleBroken, match=r"trump is S, it must be N \(SO1\)$"):
        replay(wrong)


def test_SO2_a_bid_is_played_by_its_players_with_the_trumps_that_it_has() -> None:
    """Other contracts are none, and are refused."""
    rules = rules_of("solo-whist", **GENERAL)
    for bid, trump, number in product(rules.contracts, (None, Suit.CLUBS), range(4)):
        for side in combinations(range(4), number):
            declarer = side[0] if side else None
            contract = Contract(bid=bid, declarer=declarer, side=side, trump=trump)
            with_trumps = not bid.name.endswith(("misere", "declared abundance"))
            players = {"proposal": 2, "general misere": 0}.get(bid.name, 1)
            can_be = number == players and (trump is not None) == with_trumps
            if can_be:
                assert rules.under(contract).contract == contract
            else:
                with pytest.raises(RuleBroken):
                    rules.under(contract)
    with pytest.raises(RuleBroken, match="acceptance is not played"):
        rules.under(Contract(bid=Bid(name="acceptance"), side=(0, 1), trump=Suit.CLUBS))
