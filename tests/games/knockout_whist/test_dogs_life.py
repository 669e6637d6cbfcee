"""The dog's life of knock-out whist, X5."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from oddtrick.cards import Card, Hand, Suit
from oddtrick.dealing import draw
from oddtrick.errors import RuleBroken
from oddtrick.games import rules_of
from oddtrick.match import CHANCE, Deal, Match, refusal_for_player, start
from oddtrick.rules import PASS, action_text, parse_play
from tests.support.hypothesis_strategies import finished
from tests.support.position_builders import play_deal, playing


def knockout(winners: str, players: int = 4, **options: object) -> Match:
    """A match with the dog's life after a first deal that these seats won trick by trick."""
    rules = rules_of("knockout-whist", players=players, dogs_life=True, **options)
    return play_deal(start(rules, dealer=players - 1), winners)


def with_dogs(*hands: str, winners: str = "0001113", trump: Suit = Suit.HEARTS) -> Match:
    """The second deal, with these cards, after a first one that these seats won; seat 1 leads."""
    match = knockout(winners, players=len(hands))
    while match.to_act == CHANCE and match.deal.chooser is None:
        match = match.apply(draw(match, Random(1)))
    return match.apply(Deal((tuple(Hand.of(hand) for hand in hands),))).apply(trump)


def after(match: Match, plays: str) -> Match:
    """The match after these cards and knocks."""
    for text in plays.split():
        match = match.apply(parse_play(text))
    return match


PAIR = ("AKQ.T.98.", "JT9.J.76.", "..A.", "876.2.5.2")
"""Seat 2 is the dog: seats 0, 1 and 3 have six cards, of spades mostly; hearts are trumps."""


def test_X5_the_first_players_without_a_trick_stay_in_for_a_deal_with_one_card() -> None:
    match = knockout("0000223")
    assert match.standing.seats_in == (0, 1, 2, 3)
    assert (match.standing.dogs, match.deal.dogs, match.view(0).dogs) == ((1,), (1,), (1,))
    assert match.standing.score == (1, 1, 1, 1)
    match = match.apply(draw(match, Random(1)))
    assert match.view(0).counts == (6, 1, 6, 6)


def test_X5_it_is_for_all_who_are_the_first_in_one_deal() -> None:
    assert knockout("0000222").standing.dogs == (1, 3)


def test_X5_without_the_option_they_are_out() -> None:
    match = play_deal(start(rules_of("knockout-whist"), dealer=0), "0000222")
    assert (match.standing.seats_in, match.standing.dogs) == ((0, 2), ())


def test_X5_nobody_has_a_dogs_life_where_one_player_has_won() -> None:
    match = knockout("1111111")
    assert (match.over, match.winner, match.standing.dogs) == (True, 1, ())


def test_X5_a_dog_plays_its_card_or_knocks() -> None:
    match = after(with_dogs(*PAIR), "JS")
    assert match.to_act == 2
    assert match.legal_actions() == (Card.DA, PASS)
    match = match.apply(PASS)
    assert match.to_act == 3
    view = match.view(0)
    assert (view.table_seats, view.table, view.passed) == ((1, 3, 0), (Card.SJ,), (2,))
    match = after(match, "6S AS")
    trick = match.view(0).tricks[0]
    assert (trick.seats, trick.winner, trick.passed) == ((1, 3, 0), 0, (2,))


def test_X5_a_dog_need_not_follow_suit_if_it_knocks() -> None:
    match = after(with_dogs(*PAIR), "7D pass 5D 9D")
    assert match.to_act == 0
    assert playing(match).held(2) == Card.DA.bit


def test_X5_where_a_dog_knocks_with_the_lead_the_next_seat_leads() -> None:
    lead = with_dogs("AKQ.T.98.", "..A.", "JT9.J.76.", winners="0002220")
    assert lead.to_act == 1
    assert lead.legal_actions() == (Card.DA, PASS)
    lead = lead.apply(PASS)
    assert (lead.to_act, playing(lead).trick.leader) == (2, 2)
    lead = after(lead, "JS AS")
    assert [trick.seats for trick in lead.view(0).tricks] == [(2, 0)]


def test_X5_the_seat_to_the_left_of_a_dog_that_won_leads_and_the_dog_has_no_more_turns() -> None:
    match = after(with_dogs(*PAIR), "7D AD 5D 9D")
    assert (match.view(0).won, match.to_act) == ((0, 0, 1, 0), 3)
    match = after(match, "8S AS 9S")
    assert playing(match).trick.seats == (0, 1, 3)


def test_X5_a_dog_that_won_plays_on_with_full_hands_and_one_that_did_not_is_out() -> None:
    won = finish(after(with_dogs(*PAIR), "7D AD 5D 9D"))
    assert 2 in won.standing.seats_in
    assert (won.standing.dogs, won.deal.dogs) == ((), ())
    lost = finish(after(with_dogs(*PAIR), "JS AD 6S AS"))
    assert 2 not in lost.standing.seats_in


def test_X5_nobody_is_given_a_second_dogs_life() -> None:
    match = finish(after(with_dogs(*PAIR), "7D AD 5D 9D"))
    assert match.standing.dogs_life_given
    taken = match.result[1].tricks
    assert match.standing.seats_in == tuple(seat for seat in range(4) if taken[seat])


def test_X5_the_card_has_to_be_played_to_the_last_trick() -> None:
    match = with_dogs(*PAIR)
    while len(playing(match).winners) < 5 or match.to_act != 2:
        legal = match.legal_actions()
        match = match.apply(PASS if PASS in legal else legal[0])
    assert match.legal_actions() == (Card.DA,)
    with pytest.raises(RuleBroken, match=r"seat 2 must play its card to the last trick \(X5\)"):
        match.apply(PASS)


def test_X5_nobody_else_may_knock() -> None:
    match = with_dogs(*PAIR)
    assert PASS not in match.legal_actions()
    with pytest.raises(RuleBroken, match=r"seat 1 may not pass: it plays a card \(T3\)") as refusal:
        match.apply(PASS)
    told = refusal_for_player(match, PASS, refusal.value)
    assert told.what == "you must play a card"


def test_X5_a_dog_is_dealt_exactly_one_card() -> None:
    match = knockout("0000223")
    hands = tuple(map(Hand.of, ("AKQJT9...", "87...", ".AKQJT9..", "..AKQJT9.")))
    with pytest.raises(RuleBroken, match=r"hand 1, seat 1: 2 cards are dealt, 87..., not 1 \(X5\)"):
        match.apply(Deal((hands,)))


def test_X5_a_pass_is_read_and_written() -> None:
    assert action_text(PASS) == str(PASS) == "pass"
    assert parse_play("pass") is parse_play(" Knock ") is PASS
    assert parse_play("10H") is Card.HT
    assert max(Card) < PASS


def finish(match: Match) -> Match:
    """The match after its deal, with a legal card at each turn."""
    number = match.number
    while match.number == number:
        match = match.apply(match.legal_actions()[0])
    return match


@given(finished("knockout-whist", players=6, dogs_life=True))
def test_X5_dogs_are_those_of_the_first_deal_in_which_somebody_took_no_trick(match: Match) -> None:
    given_already = False
    for log, following in zip(match.all_deals, match.all_deals[1:], strict=False):
        assert log.result is not None
        without = tuple(seat for seat in log.seats if not log.result.tricks[seat])
        dogs = () if given_already else without
        given_already = given_already or bool(without)
        assert following.dogs == dogs
        assert following.seats == tuple(
            seat for seat in log.seats if log.result.tricks[seat] or seat in dogs
        )
    last = match.all_deals[-1].result
    assert last is not None
    assert sorted(last.tricks)[-2] == 0


@given(finished("knockout-whist", players=7, dogs_life=True))
def test_X5_every_trick_has_a_card_of_each_seat_that_is_bound_to_play(match: Match) -> None:
    for log in match.all_deals:
        for trick in log.hands[0].played_tricks(log.seats):
            assert set(trick.seats) >= set(log.seats) - set(log.dogs)
            assert set(trick.passed) <= set(log.dogs) - set(trick.seats)
            trumps = [card for card in trick.cards if card.suit is log.trump]
            following = [card for card in trick.cards if card.suit is trick.cards[0].suit]
            best = max(trumps or following)
            assert trick.seats[trick.cards.index(best)] == trick.winner


def test_a_pass_before_the_hand_begins_goes_nowhere() -> None:
    match = knockout("0000223")
    with pytest.raises(RuleBroken, match="pass does not go here: the cards are dealt"):
        match.apply(PASS)


def test_the_turns_of_a_hand_are_kept_in_order() -> None:
    match = after(with_dogs(*PAIR), "JS pass 6S AS")
    assert playing(match).plays == (Card.SJ, PASS, Card.S6, Card.SA)
