"""A view contains all information that its seat may know."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from oddtrick.cards import Card, Hand, Suit
from oddtrick.games import rules_of
from oddtrick.match import Playing, played_cards, start
from oddtrick.match.chance_actions import Deal
from oddtrick.views import Awaited
from tests.support.random_matches import EVERY, WITH_CALLS, course


@pytest.mark.parametrize(("game", "options"), [*EVERY[::3], *WITH_CALLS], ids=str)
def test_own_cards_all_plays_the_turn_and_the_scores_are_in_the_view(
    game: str, options: dict[str, Any]
) -> None:
    for match in course(game, options, 1)[::5]:
        for seat in range(match.rules.players):
            view = match.view(seat)
            assert view.to_act == match.to_act
            assert view.legal == (match.legal_actions() if seat == match.to_act else ())
            assert view.standing == match.standing
            assert [deal.points for deal in view.past] == [done.points for done in match.result]
            if isinstance(match.phase, Playing):
                assert view.awaited is Awaited.CARD
                assert view.hand == Hand(match.phase.held(seat))
                plays = [card for trick in view.tricks for card in trick.cards] + [*view.table]
                assert plays == [*played_cards(match.phase.plays)]
                passes = sum(len(trick.passed) for trick in view.tricks) + len(view.passed)
                assert len(plays) + passes == len(match.phase.plays)
                assert view.played == Hand(match.phase.gone)
                assert view.trick == match.phase.trick
                assert view.counts[seat] == len(view.hand)
                assert not view.hand & view.unseen
                assert not view.hand & view.played


@pytest.mark.parametrize(("game", "options"), [*EVERY[::3], *WITH_CALLS], ids=str)
def test_a_spectator_sees_no_hand(game: str, options: dict[str, Any]) -> None:
    for match in course(game, options, 2)[::7]:
        view = match.view(None)
        assert not view.hand
        assert view.legal == ()


@pytest.mark.parametrize(("game", "options"), [*EVERY[::4], *WITH_CALLS], ids=str)
def test_a_void_shown_is_a_void(game: str, options: dict[str, Any]) -> None:
    shown = 0
    for match in course(game, options, 3):
        if not isinstance(match.phase, Playing):
            continue
        for seat, suits in enumerate(match.view(None).voids):
            assert all(Hand(match.phase.held(seat)).void(suit) for suit in suits)
            shown += len(suits)
    assert shown


def test_K7_an_early_lead_of_trumps_shows_three_voids() -> None:
    rules = rules_of("knockout-whist", players=2, broken=True)
    hands = (Hand.of("..KQJT987."), Hand.of("AK.AK.A.AK"))
    match = start(rules, dealer=1).apply(Deal((hands,), Card.D2)).apply(Card.D8)
    assert match.view(1).voids == ((Suit.CLUBS, Suit.HEARTS, Suit.SPADES), ())


def test_W4_the_turn_up_lies_on_the_table_until_the_dealers_first_turn() -> None:
    states = course("whist", {"match": "deals", "deals": 1}, 4)
    turn_up = states[0].view(0).turn_up
    assert turn_up is not None
    for number, match in enumerate(states[:-1]):
        view = match.view(0)
        assert view.turn_up is turn_up
        assert view.turn_up_shown == (number < 3)
        unplayed = turn_up not in view.played
        assert view.turn_up_seat == (view.dealer if unplayed else None)


@pytest.mark.parametrize(("players", "hands"), [(2, 3), (3, 2)])
def test_S4_the_next_hand_is_seen_only_when_it_begins(players: int, hands: int) -> None:
    for match in course("scotch-whist", {"players": players, "target": 1}, 5):
        deal = match.deal.deal
        if deal is None or match.over:
            continue
        view = match.view(0)
        assert view.hand_count == hands
        assert view.hand <= deal.hands[view.hand_number][0]
        later = [hand for part in deal.hands[view.hand_number + 1 :] for hand in part]
        known = Hand.of([view.turn_up]) if view.turn_up is not None else Hand()
        assert all(hand - known <= view.unseen for hand in later)


def test_S4_the_turn_up_is_known_in_the_dealers_last_hand_till_it_is_played_there() -> None:
    for match in course("scotch-whist", {"players": 3, "target": 1}, 6):
        view = match.view(1)
        if match.over or view.turn_up is None:
            continue
        gone = view.hand_number == 1 and view.turn_up in view.played
        assert view.turn_up_seat == (None if gone else view.dealer)
        assert view.turn_up_shown or view.hand_number == 1


def test_K2_the_turn_up_belongs_to_nobody() -> None:
    for match in course("knockout-whist", {"players": 3}, 7):
        view = match.view(2)
        if view.number == 0 and view.awaited is Awaited.CARD:
            assert view.turn_up is not None
            assert view.turn_up_seat is None
            assert view.turn_up_shown
            assert view.turn_up not in view.unseen


def test_the_last_trick_stays_available_after_the_hand() -> None:
    states = course("scotch-whist", {"players": 2, "target": 1}, 8)
    assert states[0].view(0).last_trick is None
    for before, after in pairwise(states):
        if isinstance(before.phase, Playing) and len(before.phase.trick.cards) == 1:
            trick = after.view(0).last_trick
            assert trick is not None
            assert trick.cards[0] is before.phase.trick.cards[0]
            assert trick.winner in trick.seats


@pytest.mark.parametrize(("game", "options"), [*EVERY[::3], *WITH_CALLS], ids=str)
def test_a_finished_deal_holds_the_facts_that_its_points_follow_from(
    game: str, options: dict[str, Any]
) -> None:
    match = course(game, options, 1)[-1]
    before = won = (0,) * len(match.rules.sides)
    past = match.view(0).past
    for deal in past[:-1]:
        rules = match.rules.under(deal.contract)
        facts = replace(deal.facts(rules), score=match.rules.score_in(rules, before))
        stages = [match.rules.by_side(each, rules.sides) for each in rules.scoring.stages(facts)]
        if deal.games == won:  # a game may end between two stages, and the rest is not scored (H3)
            assert tuple(map(sum, zip(*stages, strict=True))) == deal.points
        assert sum(cards.bit_count() for cards in facts.taken) == sum(
            len(trick.cards) for hand in deal.hands for trick in hand
        )
        before, won = deal.score, deal.games
    assert [deal.seats for deal in past] == [log.seats for log in match.all_deals[: len(past)]]
    assert len(past) == len(match.result)
