"""Minnesota whist: rules M1-M5, as properties of whole matches and by hand."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest
from msgspec.structs import replace

from oddtrick import Match, find_game, new_match, rules_of
from oddtrick.calls import Bid
from oddtrick.cards import Card, Hand, Suit, parse_card, parse_hand
from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.match import CallPhase, Deal, Withheld, start
from oddtrick.record import decode_record, encode_record, record_of, replay, steps_of
from oddtrick.rules import Contract
from oddtrick.scoring import Account, DealFacts, ScoreItem
from tests.support.extent import times
from tests.support.random_matches import course

BLACK = (Suit.SPADES, Suit.CLUBS)
HANDS = ("AKQ.AKQ.AKQ.AKQJ", "JT9.JT9.JT98.T98", "876.876.765.7654", "5432.5432.432.32")
"""Seat 0 to 3; each has cards of both colours."""


def dealt(hands: tuple[str, ...] = HANDS, dealer: int = 0, **options: object) -> Match:
    """A match before the first bid, with these hands."""
    match = start(rules_of("minnesota-whist", **options), dealer=dealer)
    return match.apply(Deal((tuple(map(parse_hand, hands)),)))


def bid(match: Match, *cards: str) -> Match:
    """The match after these cards have been put down."""
    for card in cards:
        match = match.apply(parse_card(card))
    return match


def test_M1_four_play_in_pairs_with_thirteen_cards_and_no_trumps() -> None:
    view = new_match("minnesota-whist", seed=1).view(0)
    assert view.rules.sides == ((0, 2), (1, 3))
    assert view.counts == (13,) * 4
    assert (view.trump, view.trump_known, view.turn_up) == (None, True, None)


def test_M2_the_left_of_the_dealer_is_first_and_any_card_may_be_put_down() -> None:
    match = dealt(dealer=2)
    assert match.to_act == 3
    assert match.legal_actions() == tuple(parse_hand(HANDS[3]))
    with pytest.raises(RuleBroken, match=r"seat 3 may not call AS, only .* \(M2\)$"):
        match.apply(Card.SA)


def test_M2_a_hand_of_one_colour_bids_that_colour_alone() -> None:
    match = dealt(("AKQJT98765432...", "..AKQJT98765432.", ".AKQJT98765432..", "...AKQJT98765432"))
    assert {card.suit for card in match.legal_actions() if isinstance(card, Card)} == {
        Suit.DIAMONDS
    }


@pytest.mark.parametrize(
    ("cards", "turned", "granded"),
    [
        (("9S", "8S", "5S", "AS"), 1, 1),
        (("9H", "7C", "5S", "AD"), 2, 2),
        (("9H", "8H", "3C", "AD"), 3, 3),
        (("9H", "7D", "5H", "KC"), 4, 0),
        (("9H", "7D", "5H", "AD"), 4, None),
    ],
    ids=str,
)
def test_M2_cards_are_turned_until_a_black_one_shows(
    cards: tuple[str, ...], turned: int, granded: int | None
) -> None:
    match = bid(dealt(), *cards)
    ((name, made),) = match.view(None).calls
    shown = [parse_card(card) if at < turned else None for at, card in enumerate(cards)]
    assert (name, [call for _, call in made]) == ("bids", shown)
    assert [seat for seat, _ in made] == [1, 2, 3, 0]
    contract = match.deal.contract
    assert contract is not None
    assert contract.declarer == granded
    assert contract.bid == Bid(name="low" if granded is None else "high")
    assert contract.side == (() if granded is None else match.rules.sides[granded % 2])


def test_M2_nobody_sees_a_card_before_all_are_put_down() -> None:
    match = bid(dealt(), "9S", "8S", "5S")
    for seat in (None, 0, 1, 2, 3):
        ((_, made),) = match.view(seat).calls
        assert [(by, call) for by, call in made if call is not None] == [
            (by, call) for by, call in ((1, Card.S9), (2, Card.S8), (3, Card.S5)) if by == seat
        ]
        assert match.view(seat).places == ()


def test_M2_the_cards_go_back_and_those_turned_are_known_to_be_held() -> None:
    match = bid(dealt(), "9H", "7C", "5S", "AD")
    assert [len(match.view(seat).hand) for seat in range(4)] == [13] * 4
    places = {seat: dict(match.view(seat).places) for seat in range(4)}
    one, two = {(1,): Hand.of([Card.H9])}, {(2,): Hand.of([Card.C7])}
    assert places == {0: one | two, 1: two, 2: one, 3: one | two}
    assert dict(match.view(None).places) == one | two


def test_M2_a_turned_card_that_has_been_played_is_held_no_more() -> None:
    match = bid(dealt(), "9H", "7C", "5S", "AD")
    for _ in range(4):
        match = match.apply(max(match.legal_actions()))
    while match.to_act != 1:
        match = match.apply(match.legal_actions()[0])
    assert ((1,), Hand.of([Card.H9])) in match.view(0).places
    while Card.H9 in match.view(1).hand:
        legal = match.legal_actions()
        match = match.apply(Card.H9 if Card.H9 in legal else legal[0])
    assert all(places != (1,) for places, _ in match.view(0).places)


def finished(seed: int, *, low: bool = False) -> Match:
    """A match whose first deal is finished: the first card turned is black, or all are red."""
    match, rng = new_match("minnesota-whist", seed=seed, dealer=0), Random(seed)
    while match.number == 0:
        legal = match.legal_actions()
        if isinstance(match.phase, CallPhase):
            wanted = match.to_act == 1 and not low
            legal = tuple(card for card in legal if is_black(card) is wanted) or legal
        match = match.apply(rng.choice(legal))
    return match


def is_black(card: object) -> bool:
    """True if it is a black card."""
    return isinstance(card, Card) and card.suit in BLACK


def test_M3_the_right_of_the_one_who_granded_leads_or_the_left_of_the_dealer() -> None:
    for at, granded in enumerate((1, 2, 3, 0)):
        black = {1: "9S", 2: "8S", 3: "5S", 0: "AS"}
        red = {1: "9H", 2: "8H", 3: "5H", 0: "AH"}
        order = (1, 2, 3, 0)
        cards = [black[seat] if here >= at else red[seat] for here, seat in enumerate(order)]
        assert bid(dealt(), *cards).to_act == (granded - 1) % 4
    assert bid(dealt(), "9H", "8H", "5H", "AH").to_act == 1


def scored(
    tricks: tuple[int, int], declarer: int | None, **options: object
) -> tuple[tuple[int, ...], Account]:
    """The points of a deal in which the sides took these tricks, and their items."""
    contract = Contract(bid=Bid(name="low" if declarer is None else "high"), declarer=declarer)
    rules = rules_of("minnesota-whist", **options).under(contract)
    nobody = (0,) * 4
    facts = DealFacts(rules.sides, (*tricks, 0, 0), nobody, nobody, 0, None, (0, 0))
    (points,) = rules.scoring.stages(facts)
    return points, rules.scoring.account(facts, points)


@pytest.mark.parametrize("taken", range(14))
def test_M4_high_scores_tricks_above_six_and_doubly_against_those_who_granded(taken: int) -> None:
    tricks = (taken, 13 - taken)
    odd = [max(0, each - 6) for each in tricks]
    assert list(scored(tricks, 0)[0]) == [odd[0], 2 * odd[1]]
    assert list(scored(tricks, 3)[0]) == [2 * odd[0], odd[1]]
    assert list(scored(tricks, 2, set=1)[0]) == odd
    assert list(scored(tricks, 1, set=3)[0]) == [3 * odd[0], odd[1]]


@pytest.mark.parametrize("taken", range(14))
def test_M4_low_scores_tricks_below_seven_to_the_side_with_fewer(taken: int) -> None:
    tricks = (taken, 13 - taken)
    fewer = tricks.index(min(tricks))
    points = [7 - each if side == fewer else 0 for side, each in enumerate(tricks)]
    assert list(scored(tricks, None)[0]) == points


def test_M4_the_items_say_what_the_points_are_for() -> None:
    assert scored((9, 4), 0)[1] == ((ScoreItem("tricks-above-six", 3),), ())
    assert scored((9, 4), 1)[1] == ((ScoreItem("setting-those-who-granded", 6),), ())
    assert scored((9, 4), None)[1] == ((), (ScoreItem("tricks-below-seven", 3),))


def test_M4_in_a_low_deal_tricks_are_unwanted_and_in_a_high_one_they_are_not() -> None:
    high, low = bid(dealt(), "9S", "8S", "5S", "AS"), bid(dealt(), "9H", "8H", "5H", "AH")
    assert high.deal_rules.profile.rising
    assert not low.deal_rules.profile.rising
    assert high.view(0).rules.profile == low.view(0).rules.profile


def test_M5_the_first_side_to_the_target_wins() -> None:
    for seed in range(times(6, whole=20)):
        match = course("minnesota-whist", {"target": 4}, seed)[-1]
        score = match.standing.score
        assert match.winner == score.index(max(score))
        before = match.result[-2].score if len(match.result) > 1 else (0, 0)
        assert max(before) < 4 <= max(score)


def test_M2_an_offer_is_the_contract_of_the_own_card_and_tells_nothing_of_the_others() -> None:
    match = bid(dealt(), "9S")
    offers = dict(match.view(2).offers)
    assert set(offers) == set(match.legal_actions())
    for call, contract in offers.items():
        assert contract.bid == Bid(name="high" if is_black(call) else "low")
        assert contract.declarer == (2 if is_black(call) else None)
        assert contract.leader == (1 if is_black(call) else None)
    assert offers == dict(bid(dealt(), "9H").view(2).offers)


def test_the_game_is_found_by_its_other_name_and_not_by_that_of_its_forebear() -> None:
    """In Norwegian Whist red is high, and other seats lead."""
    assert find_game("minnesota").id == "minnesota-whist"
    with pytest.raises(OddtrickError, match="'norwegian whist' is not a game"):
        find_game("norwegian whist")


def test_M2_the_cards_not_turned_stay_secret_after_the_deal() -> None:
    match = finished(5)
    for seat in (None, 0, 1, 2, 3):
        ((name, made),) = match.view(seat).past[0].calls
        assert name == "bids"
        assert [call is None for _, call in made] == [False, True, True, True]
    made = match.past[0].calls[0].made
    assert all(call is not None for _, call in made)


def test_M2_a_record_for_all_leaves_them_out_and_is_replayed_like_the_whole_one() -> None:
    match = finished(6)
    whole, for_all = record_of(match), record_of(match, for_all=True)
    assert whole.deals[0].calls is not None
    assert for_all.deals[0].calls == {"bids": [whole.deals[0].calls["bids"][0], None, None, None]}
    again = replay(decode_record(encode_record(for_all)))
    assert again.view(None).past == match.view(None).past
    assert record_of(again) == for_all
    assert steps_of(again) == steps_of(match)


def test_M2_a_record_without_a_card_that_was_turned_is_refused() -> None:
    record = record_of(finished(6), for_all=True)
    calls = {"bids": [None] * 4}
    spoilt = replace(record, deals=[replace(record.deals[0], calls=calls)])
    with pytest.raises(RuleBroken, match=r"a card that has been turned is missing \(M2\)$"):
        replay(spoilt)


def test_only_a_call_that_stays_secret_can_be_withheld() -> None:
    match = new_match("oh-hell", seed=1)
    with pytest.raises(RuleBroken, match=r"Withheld does not go here: seat . calls$"):
        match.apply(Withheld())


def test_M3_a_seat_grands_a_high_deal_and_nobody_a_low_one() -> None:
    """Other contracts are none, and are refused."""
    rules = rules_of("minnesota-whist")
    for bid, trump, number in product(rules.contracts, (None, Suit.CLUBS), range(4)):
        for side in combinations(range(4), number):
            declarer = side[0] if side else None
            contract = Contract(bid=bid, declarer=declarer, side=side, trump=trump)
            can_be = trump is None and (declarer is None) == (str(bid) == "low")
            if can_be:
                assert rules.under(contract).contract == contract
            else:
                with pytest.raises(RuleBroken):
                    rules.under(contract)
