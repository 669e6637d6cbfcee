"""Bid Whist: rules B1-B6, as properties of whole matches and by hand."""

from __future__ import annotations

from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from oddtrick import Match, new_match, rules_of
from oddtrick.calls import Bid
from oddtrick.cards import FULL_PACK, Card, Hand, Suit, mask_of
from oddtrick.cli.game_layers import try_layers
from oddtrick.errors import RuleBroken
from oddtrick.games import find_game
from oddtrick.match import CallPhase, Deal, Exchange, Playing, start
from oddtrick.rules import Contract
from oddtrick.scoring import DealFacts, ScoreItem
from oddtrick.tricks import CardOrder, left_of
from oddtrick.views import OUT_OF_PLAY
from tests.games.bid_whist.cases import MATCHES
from tests.support.random_matches import course

EACH = pytest.mark.parametrize("options", MATCHES, ids=str)
HANDS = ("AKQ.AKQ.543.543", "JT98.JT9.KQJ.KQ", "765.765.AT9.AT9", "432.432.876.876")
"""The hands of a deal; the kitty is 8H 2D 2C JC."""


def dealt(*calls: str, dealer: int = 3, **options: Any) -> Match:
    """A deal of these hands after some calls; seat 0 begins."""
    match = start(rules_of("bid-whist", **options), dealer=dealer)
    match = match.apply(Deal((tuple(map(Hand.of, HANDS)),)))
    for call in calls:
        match = match.apply(match.phase.parse(call))
    return match


def kitty(match: Match) -> int:
    """The cards (mask) that nobody was dealt."""
    assert match.deal.deal is not None
    return FULL_PACK & ~mask_of(card for hand in match.deal.deal.hands[0] for card in hand)


def bids(match: Match) -> list[str]:
    return [str(call) for call in match.legal_actions()]


def test_B1_twelve_each_and_four_in_the_kitty() -> None:
    for seed in range(10):
        match = new_match("bid-whist", seed=seed)
        assert match.deal.deal is not None
        assert [len(hand) for hand in match.deal.deal.hands[0]] == [12] * 4
        assert kitty(match).bit_count() == 4
        assert match.view(None).kitty == Hand()


def test_B2_each_bid_beats_the_one_before() -> None:
    match = dealt()
    assert match.to_act == 0
    assert len(bids(match)) == 1 + 3 * 5
    match = match.apply(Bid(4, "downtown"))
    beaten = ["pass", "4 no trump"]
    assert bids(match) == [*beaten, *(f"{n} {how}" for n in (5, 6, 7) for how in HOW)]
    assert bids(match.apply(Bid(7, "no trump"))) == ["pass"]
    with pytest.raises(RuleBroken, match=r"^seat 1 may not call 4 uptown, only pass, .*\(B2\)$"):
        match.apply(Bid(4, "uptown"))


HOW = ("uptown", "downtown", "no trump")


def test_B2_downtown_beats_uptown_where_the_option_says_so() -> None:
    for over in (False, True):
        match = dealt("4 uptown", down_over_up=over)
        assert ("4 downtown" in bids(match)) == over
        match = dealt("4 downtown", down_over_up=over)
        assert "4 uptown" not in bids(match)
        assert "4 no trump" in bids(match)


def test_B2_the_dealer_bids_if_the_others_pass() -> None:
    match = dealt("pass", "pass", "pass", least=5)
    assert match.to_act == match.deal.dealer
    assert "pass" not in bids(match)
    assert bids(match)[0] == "5 uptown"
    assert "pass" in bids(dealt("pass", "5 uptown", "pass", least=5))


@EACH
def test_B2_each_calls_once_and_the_last_bid_has_it(options: Any) -> None:
    for match in course("bid-whist", options, 2):
        if not isinstance(match.phase, Playing):
            continue
        auction = dict(match.view(None).calls)["auction"]
        assert auction[0][0] == left_of(match.deal.seats, match.deal.dealer)
        assert sorted(seat for seat, _ in auction) == [0, 1, 2, 3]
        bidder, bid = [(seat, call) for seat, call in auction if str(call) != "pass"][-1]
        contract = match.view(None).contract
        assert contract is not None
        assert isinstance(bid, Bid)
        assert (contract.declarer, contract.bid.number) == (bidder, bid.number)
        assert contract.bid.name.startswith(bid.name)


def test_B3_the_bidder_names_trumps_or_high_or_low() -> None:
    match = dealt("3 uptown", "4 downtown", "pass", "pass")
    assert match.to_act == 1
    assert bids(match) == ["clubs", "diamonds", "hearts", "spades"]
    assert not match.view(1).trump_known
    match = match.apply(Bid(name="clubs"))
    assert match.view(0).trump is Suit.CLUBS
    match = dealt("pass", "pass", "3 no trump", "pass")
    assert bids(match) == ["high", "low"]
    match = match.apply(Bid(name="low"))
    assert match.view(0).trump_known
    assert match.view(0).trump is None
    assert match.deal.contract is not None
    assert match.deal.contract.bid == Bid(3, "no trump low")


def test_B3_the_kitty_is_taken_and_four_cards_are_discarded() -> None:
    match = dealt("4 uptown", "pass", "pass", "pass", "spades")
    mine = Hand.of(HANDS[0]) | Hand(kitty(match))
    assert match.to_act == 0
    assert match.view(0).hand == mine
    assert match.view(0).counts == (16, 12, 12, 12)
    for card in (Card.H8, Card.C2, Card.D3, Card.C3):
        match = match.apply(card)
    assert isinstance(match.phase, Playing)
    assert match.view(0).hand == mine - Hand.of([Card.H8, Card.C2, Card.D3, Card.C3])
    assert match.view(0).counts == (12, 12, 12, 12)
    with pytest.raises(RuleBroken):
        match.apply(Card.C3)


def test_B3_a_card_that_is_not_held_cannot_be_discarded() -> None:
    match = dealt("3 uptown", "pass", "pass", "pass", "spades")
    assert isinstance(match.phase, Exchange)
    away = match.phase.legal()[0]
    match = match.apply(away)
    for card in (away, Card.CT):  # put away, and another's
        with pytest.raises(RuleBroken, match=rf"^seat 0 does not hold {card} \(B3\)$"):
            match.apply(card)
    with pytest.raises(RuleBroken, match=r"^seat 0 may not call 4 uptown, only .* \(B3\)$"):
        match.apply(Bid(4, "uptown"))


@EACH
def test_B3_nobody_else_sees_the_discards_and_all_see_the_kitty_with_sport(options: Any) -> None:
    sport, taken = options.get("sport", True), 0
    for match in course("bid-whist", options, 5):
        contract = match.view(None).contract
        if contract is None or match.deal.result is not None:
            continue
        for seat in (None, *range(4)):
            view, taken = match.view(seat), taken + 1
            discards = dict(view.calls).get("discards", ())
            own = seat == contract.declarer
            assert all((card is None) != own for _, card in discards)
            cards = Hand(mask_of(card for _, card in discards if isinstance(card, Card)))
            if own:
                assert view.places == ((((OUT_OF_PLAY,), cards),) if cards else ())
            elif sport and isinstance(match.phase, Exchange):
                assert view.places == (((contract.declarer, OUT_OF_PLAY), Hand(kitty(match))),)
            seen = own or sport
            shown = isinstance(match.phase, Exchange) and seen
            assert view.kitty == (Hand(kitty(match)) if shown else Hand())
    assert taken


def test_B3_the_discards_are_the_first_trick_of_the_bidder() -> None:
    for seed in range(20):
        match = finished(seed)
        for deal in match.result:
            assert sum(deal.tricks) == 12
        contract, deal = match.deal.contract, match.result[-1]
        assert contract is not None
        side = contract.declarer % 2  # type: ignore[operator]
        over = sum(deal.tricks[seat] for seat in contract.side) + 1 - 6
        scored = over if over >= contract.bid.number else -contract.bid.number
        worth = 2 if contract.trump is None else 1
        assert deal.points[side] == worth * scored
        assert deal.points[1 - side] == 0


def finished(seed: int, **options: Any) -> Match:
    """A random match with low bids, of which some are made."""
    match, rng = new_match("bid-whist", seed=seed, **options), Random(seed)
    while not match.over:
        legal = match.legal_actions()
        match = match.apply(rng.choice(legal[:2] if isinstance(match.phase, CallPhase) else legal))
    return match


@pytest.mark.parametrize(
    ("bid", "named", "aces", "order"),
    [
        ("4 uptown", "hearts", "good", CardOrder.ACE_HIGH),
        ("4 downtown", "hearts", "good", CardOrder.LOW_WINS_ACE_HIGH),
        ("4 downtown", "hearts", "bad", CardOrder.LOW_WINS),
        ("4 no trump", "high", "bad", CardOrder.ACE_HIGH),
        ("4 no trump", "low", "good", CardOrder.LOW_WINS_ACE_HIGH),
        ("4 no trump", "low", "bad", CardOrder.LOW_WINS),
    ],
)
def test_B4_the_bid_gives_the_order_of_all_suits(
    bid: str, named: str, aces: str, order: CardOrder
) -> None:
    match = dealt(bid, "pass", "pass", "pass", named, "8H", "2D", "2C", "JC", aces=aces)
    assert match.deal_rules.order is order
    match = match.apply(Card.D4).apply(Card.DJ).apply(Card.DA).apply(Card.D6)
    winner = {CardOrder.LOW_WINS: 0}.get(order, 2)
    assert match.to_act == winner


@pytest.mark.parametrize(
    ("bid", "named", "double", "tricks", "points"),
    [
        ("4 uptown", "hearts", True, 9, 4),
        ("4 uptown", "hearts", True, 12, 7),
        ("4 downtown", "hearts", True, 8, -4),
        ("5 no trump", "high", True, 10, 10),
        ("5 no trump", "high", False, 10, 5),
        ("5 no trump", "low", True, 0, -10),
    ],
)
def test_B5_a_bid_that_is_made_scores_its_tricks_and_another_is_lost(
    bid: str, named: str, double: bool, tricks: int, points: int
) -> None:
    match = dealt(bid, "pass", "pass", "pass", named, "8H", "2D", "2C", "JC", double_nt=double)
    rules, deal = match.deal_rules, match.deal
    assert deal.deal is not None
    assert deal.leader == deal.contract.declarer == match.to_act  # type: ignore[union-attr]
    nobody = (0,) * 4
    facts = DealFacts(
        rules.sides, (tricks, 12 - tricks, 0, 0), nobody, nobody, 0, deal.trump, (0, 0)
    )
    (stage,) = rules.scoring.stages(facts)
    assert stage == (points, 0)
    number = bid.split(maxsplit=1)[0]
    assert rules.scoring.account(facts, stage) == ((ScoreItem("the-bid-of", points, number),), ())


@EACH
def test_B6_the_match_ends_at_the_target_or_as_far_below_nothing(options: Any) -> None:
    target, ends = options.get("target", 7), set()
    for seed in range(30):
        match = finished(seed, **options)
        score = match.standing.score
        for deal in match.result[:-1]:
            assert all(-target < total < target for total in deal.score)
        ends.add(max(score) >= target)
        assert max(score) >= target or min(score) <= -target
        assert match.winner == int(score[1] > score[0])
    assert ends == {False, True} or target > 10


def test_a_check_of_the_game_swaps_no_cards_of_a_kitty_that_was_shown() -> None:
    layers = try_layers(find_game("bid-whist"))
    views = next(layer for layer in layers if layer.layer == "views")
    assert (views.state, views.reason) == ("works", "")


def test_offers_name_what_suits_the_own_hand_and_no_card_of_others() -> None:
    match = dealt("pass")
    offers = dict(match.view(1).offers)
    uptown = offers[Bid(3, "uptown")]
    assert (uptown.trump, uptown.declarer, uptown.leader) == (Suit.SPADES, 1, 1)
    assert offers[Bid(3, "no trump")].bid == Bid(3, "no trump high")
    assert Bid(name="pass") not in offers
    match = match.apply(Bid(4, "downtown"))
    view = match.view(2)
    standing = dict(view.offers)[Bid(name="pass")]
    assert (standing.bid, standing.declarer) == (Bid(4, "downtown"), 1)
    assert not isinstance(match.phase, Playing)
    assert isinstance(match.phase, CallPhase)
    assert match.view(3).offers == ()


def test_B3_a_pair_plays_a_bid_with_the_trumps_that_it_has() -> None:
    """Other contracts are none, and are refused."""
    rules = rules_of("bid-whist")
    for bid, trump, number in product(rules.contracts, (None, Suit.CLUBS), range(4)):
        for side in combinations(range(4), number):
            declarer = side[0] if side else None
            contract = Contract(bid=bid, declarer=declarer, side=side, trump=trump)
            without = bid.name.startswith("no trump")
            can_be = side in {(0, 2), (1, 3)} and (trump is None) == without
            if can_be:
                assert rules.under(contract).contract == contract
            else:
                with pytest.raises(RuleBroken):
                    rules.under(contract)
