"""A contract settles the leader, the sides, the order and the points of its deal alone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import msgspec
import pytest

from oddtrick.arena.view_decoder import decode_view
from oddtrick.arena.view_json import encode_view
from oddtrick.calls import Bid
from oddtrick.cards import CARDS, Card, Hand, mask_of
from oddtrick.dealing import new_match
from oddtrick.match import Match, Playing
from oddtrick.record import Record, record_of, replay
from oddtrick.rules import DealPlan, Sequence
from oddtrick.scoring import ScoreItem
from oddtrick.solver.sampling import World, worlds
from oddtrick.tricks import left_of
from oddtrick.view_json import match_view
from oddtrick.views import OUT_OF_PLAY
from tests.support.bidding_games import ALONE, CONTRACT, LOSING, PASS
from tests.support.contributing_example_game import registered

RULES = CONTRACT.rules()


@cache
def states(seed: int) -> tuple[Match, ...]:
    """A random match, state by state."""
    match, rng = new_match(rules=RULES, seed=seed), Random(seed)
    found = [match]
    while not match.over:
        match = match.apply(rng.choice(match.legal_actions()))
        found.append(match)
    return tuple(found)


def moments() -> Iterator[Match]:
    for seed in range(6):
        yield from states(seed)


def called(*calls: Bid) -> Match:
    match = new_match(rules=RULES, seed=7, dealer=0)
    for call in calls:
        match = match.apply(call)
    return match


def test_the_contract_says_who_leads() -> None:
    leaders = set()
    for match in moments():
        if isinstance(match.phase, Playing) and not match.phase.plays:
            contract = match.deal.contract
            assert contract is not None
            eldest = left_of(match.deal.seats, match.deal.dealer)
            assert match.to_act == (eldest if contract.leader is None else contract.leader)
            leaders.add(match.to_act == eldest)
    assert leaders == {True, False}


def test_the_points_of_a_side_of_the_deal_go_to_each_side_of_the_match_in_it() -> None:
    seen = set()
    for seed in range(6):
        match = states(seed)[-1]
        for log in match.all_deals:
            assert log.result is not None
            points, contract = log.result.points, log.contract
            seen.add(points)
            assert contract is not None
            tricks = log.result.tricks[contract.declarer or 0]
            made = tricks == 0 if contract.bid == LOSING else tricks >= 5
            expected = [1 - 2 * made] * 4
            expected[contract.declarer or 0] = 6 * made - 3
            assert list(points) == expected
            items = log.finished_deal.account(match.rules)
            assert items == tuple((ScoreItem("the-contract", each),) for each in points)
        assert match.standing.score == tuple(
            map(sum, zip(*(result.points for result in match.result), strict=True))
        )
    assert len(seen) > 2


def test_a_deal_that_nobody_bids_for_is_thrown_in() -> None:
    thrown_in, *_ = called(PASS, PASS, PASS, PASS).all_deals
    assert thrown_in.result is not None
    assert thrown_in.contract is None
    assert thrown_in.hands == ()
    assert thrown_in.result.points == (0, 0, 0, 0)


def test_the_rules_of_the_deal_are_in_its_views_and_nowhere_else() -> None:
    match = called(ALONE, PASS, PASS, PASS)
    view = match.view(2)
    assert view.rules.sides == ((0,), (1,), (2,), (3,))
    assert view.deal_rules.sides == ((1,), (0, 2, 3))
    assert view.score == (0, 0)
    assert view.side_won == (0, 0)
    assert view.deal_rules is match.deal_rules
    assert RULES.under(None) is RULES
    assert view.trick.order == view.deal_rules.order.strengths(view.trump)


def test_a_call_says_to_which_contract_it_leads() -> None:
    match = called(ALONE)
    offers = dict(match.view(2).offers)
    assert set(offers) == {LOSING, PASS}
    assert offers[PASS].declarer == 1
    assert offers[LOSING].declarer == 2
    assert match.view(1).offers == ()
    assert called(PASS).view(2).offers == tuple(
        (bid, offer) for bid, offer in called(PASS).view(2).offers if bid != PASS
    )
    assert match.apply(LOSING).apply(PASS).apply(PASS).deal.contract == offers[LOSING]


def test_a_hand_lies_open_after_the_first_trick() -> None:
    match = called(PASS, LOSING, PASS, PASS)
    for card in range(4):
        assert match.view(0).places == ()
        match = match.apply(match.legal_actions()[card % len(match.legal_actions())])
    assert isinstance(match.phase, Playing)
    held = Hand(match.phase.held(2))
    assert match.view(0).places == (((2,), held),)
    assert match.view(2).places == ()
    view = match.view(3)
    assert not held & view.unseen
    assert all(world.hands[2] == held for world in worlds(view).draw_worlds(20, seed=1))


def test_views_and_records_with_a_contract_are_read_back() -> None:
    with registered(CONTRACT):
        for match in moments():
            for seat in (None, 0, 1, 2, 3):
                view = match.view(seat)
                document = msgspec.json.decode(msgspec.json.encode(encode_view(view)))
                assert decode_view(document, RULES) == view
            shown = match_view(match.view(0))
            assert (shown.contract is msgspec.UNSET) == (match.deal.contract is None)
        finished = states(1)[-1]
        record = msgspec.json.decode(msgspec.json.encode(record_of(finished)), type=Record)
        assert replay(record).result == finished.result


def place_of(world: World, card: Card) -> int:
    """The seat that holds a card in a world, or ``OUT_OF_PLAY``."""
    return next((seat for seat, hand in enumerate(world.hands) if card in hand), OUT_OF_PLAY)


@pytest.mark.parametrize("out", [(), (OUT_OF_PLAY,)])
def test_a_sampled_world_has_each_card_in_a_place_of_the_view(out: tuple[int, ...]) -> None:
    """Counted against every layout of a view of few cards, one by one."""
    small = msgspec.structs.replace(
        RULES, pack=mask_of(CARDS[:10]), plan=DealPlan((2,)), trumps=Sequence((None,)), course=()
    )
    view, one = new_match(rules=small, seed=3, dealer=0).view(1), 2
    some = Hand.of(list(view.unseen)[:2])
    narrowed = msgspec.structs.replace(view, places=(((one, *out), some),))
    allowed = [
        world
        for world in worlds(view).all()
        if all(place_of(world, card) in (one, *out) for card in some)
    ]
    found = list(worlds(narrowed).all())
    assert len(found) == len(set(found)) == worlds(narrowed).count == len(allowed) > 1
    assert set(found) == set(allowed)
