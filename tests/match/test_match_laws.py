"""Laws of every match: cards are conserved, states are immutable, and actions replay."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given

from oddtrick.cards import CARDS, Card, Hand, Suit
from oddtrick.dealing import draw, new_match
from oddtrick.errors import RuleBroken
from oddtrick.games import rules_of
from oddtrick.match import (
    Action,
    Cut,
    Deal,
    Match,
    Playing,
    StillTied,
    ToThrow,
    played_cards,
    start,
)
from oddtrick.rules import PASS, Throw
from oddtrick.tricks import from_seat, left_of
from oddtrick.views import Awaited
from tests.support.hypothesis_strategies import finished, matches
from tests.support.position_builders import after, ending, play_deal, playing, taking
from tests.support.random_matches import EVERY

EVERY_ACTION: tuple[Action, ...] = (*CARDS, PASS, *Suit, *Throw, Deal(()), Cut(()), StillTied(()))


def refused(match: Match, action: Action) -> bool:
    try:
        match.apply(action)
    except RuleBroken:
        return True
    return False


@given(matches())
def test_exactly_the_legal_actions_are_accepted(match: Match) -> None:
    accepted = [action for action in EVERY_ACTION if not refused(match, action)]
    allowed = match.legal_actions()
    assert [(type(action), action) for action in accepted] == [(type(a), a) for a in allowed]
    assert allowed


@given(matches())
def test_legal_actions_are_ascending(match: Match) -> None:
    allowed = match.legal_actions()
    cards_and_suits = [action for action in allowed if not isinstance(action, Throw)]
    assert cards_and_suits == sorted(cards_and_suits)
    if isinstance(match.phase, ToThrow):
        assert allowed == tuple(Throw)


@given(matches())
def test_an_action_leaves_the_match_before_it_as_it_was(match: Match) -> None:
    before = deepcopy(match)
    for action in match.legal_actions():
        assert match.apply(action) != match
        assert match.apply(action) == match.apply(action)
    assert refused(match, Deal(()))
    assert match == before


@given(matches())
def test_no_card_is_lost_or_duplicated(match: Match) -> None:
    deal = match.deal.deal
    if deal is None:
        return
    dealt = [hand for hands in deal.hands for hand in hands]
    cards = [card for hand in dealt for card in hand]
    assert len(cards) == len(set(cards))
    assert Hand.of(cards) <= Hand(match.rules.pack)
    if isinstance(match.phase, Playing):
        now = (match.deal.held or deal.hands)[len(match.deal.hands)]
        held = [card for seat in range(len(now)) for card in Hand(match.phase.held(seat))]
        plays = list(played_cards(match.phase.plays))
        to_draw = list(match.phase.layout.stock)
        before = [card for hand in now for card in hand]
        assert sorted(held + plays + to_draw) == sorted(before + list(deal.stock))
        assert Hand(match.phase.gone) == Hand.of(plays)
    for hands, played in zip(match.deal.held or deal.hands, match.deal.hands, strict=False):
        cards = [card for hand in hands for card in hand]
        assert sorted(played_cards(played.plays)) == sorted(cards + list(deal.stock))


@given(finished())
def test_the_actions_of_a_match_replay_it(match: Match) -> None:
    assert after(start(match.rules), match.actions) == match.with_chance(None)


@given(matches())
def test_the_actions_of_a_match_under_way_replay_it(match: Match) -> None:
    assert after(start(match.rules), match.actions) == match.with_chance(None)


def slow_best(trick: tuple[tuple[int, Card], ...], trump: Suit | None, *, scotch: bool) -> int:
    """The seat whose card wins, by comparing them one with another (T4, S3)."""
    best_seat, best = trick[0]
    for seat, card in trick[1:]:
        same = card.suit is best.suit
        jack = scotch and best.suit is trump and "J" in (best.rank.letter, card.rank.letter)
        higher = card.rank.letter == "J" if jack else card > best
        if (same and higher) or (not same and card.suit is trump):
            best_seat, best = seat, card
    return best_seat


@given(finished())
def test_each_trick_has_one_winner_who_leads_to_the_next(match: Match) -> None:
    scotch = match.rules.game == "scotch-whist"
    for log in match.all_deals:
        for hand in log.hands:
            playing, first = list(log.seats), hand.leader
            tricks = zip(hand.turns(log.seats), hand.tricks(log.seats), hand.winners, strict=True)
            for turns, trick, winner in tricks:
                assert [seat for seat, _ in turns] == list(from_seat(playing, first))
                assert winner == slow_best(trick, log.trump, scotch=scotch)
                assert {seat for seat, play in turns if play is PASS} <= set(log.dogs)
                spent = {seat for seat, _ in trick} & set(log.dogs)
                playing = [seat for seat in playing if seat not in spent]
                first = winner if winner in playing else left_of(playing, winner)


@given(finished())
def test_the_tricks_of_a_deal_add_up(match: Match) -> None:
    for number, log in enumerate(match.all_deals):
        assert log.result is not None
        assert sum(log.result.tricks) == match.rules.tricks_in(number)
        assert log.result.tricks == log.tricks_won(match.rules)


@given(finished("whist", match="deals", deals=3, trumps="sequence-nt"))
def test_the_points_of_a_deal_of_whist_are_one_to_seven(match: Match) -> None:
    assert all(1 <= sum(result.points) <= 7 for result in match.result)
    assert [sum(column) for column in zip(*(r.points for r in match.result), strict=True)] == list(
        match.result[-1].score
    )


@given(finished())
def test_a_finished_match_accepts_no_action(match: Match) -> None:
    assert (match.to_act, match.legal_actions()) == (None, ())
    assert match.winner == match.standing.winner
    assert all(refused(match, action) for action in EVERY_ACTION)
    with pytest.raises(RuleBroken, match="the match is over") as broken:
        match.apply(Card.SA)
    assert broken.value.rule == match.rules.match.rule
    assert len(match.result) == len(match.all_deals) == match.number + 1


@pytest.mark.parametrize(
    ("game", "options", "action", "why"),
    [
        ("whist", {}, Suit.HEARTS, "the choice of hearts does not go here: the cards are cut"),
        ("whist", {}, Card.SA, "AS does not go here: the cards are cut"),
        ("whist", {"dealer": 0}, Throw.ROCK, "rock does not go here: the cards are dealt"),
        ("whist", {"dealer": 0}, Cut(()), "Cut does not go here: the cards are dealt"),
    ],
)
def test_an_action_out_of_turn_is_refused_with_the_awaited_action(
    game: str, options: dict[str, Any], action: Action, why: str
) -> None:
    with pytest.raises(RuleBroken) as broken:
        start(rules_of(game), **options).apply(action)
    assert str(broken.value) == why


def test_the_seat_that_is_awaited_is_named() -> None:
    match = new_match("knockout-whist", players=2, seed=1, dealer=0, tie="rps")
    with pytest.raises(RuleBroken, match="Deal does not go here: seat 1 plays a card"):
        match.apply(Deal(()))
    match = start(rules_of("knockout-whist", players=4, tie="rps"), dealer=0)
    tied = play_deal(match, "0011223")
    with pytest.raises(RuleBroken, match="seat 0 throws rock, paper or scissors"):
        tied.apply(Card.SA)
    chooser = after(tied, [Throw.ROCK, Throw.ROCK, Throw.PAPER])
    with pytest.raises(RuleBroken, match="seat 2 chooses trumps"):
        chooser.apply(draw(chooser, Random(1))).apply(Card.SA)


def test_a_card_played_twice_is_refused() -> None:
    match = after(ending("A2...", "K3...", "Q4...", "J5..."), "AS KS")
    with pytest.raises(RuleBroken, match=r"AS has been played already \(T3\)"):
        match.apply(Card.SA)


@given(matches())
def test_a_hand_under_way_knows_the_seat_to_act(match: Match) -> None:
    if isinstance(match.phase, Playing):
        assert match.phase.to_act == match.to_act == match.phase.trick.to_play
        assert not match.phase.complete
        assert match.view(match.to_act).awaited is Awaited.CARD


@pytest.mark.parametrize(("game", "options"), EVERY[::6], ids=str)
def test_a_match_without_a_source_of_chance_waits_for_one(
    game: str, options: dict[str, Any]
) -> None:
    original = new_match(game, seed=3, **options)
    match = start(rules_of(game, **options))
    for action in original.actions:
        assert match.to_act == -1
        match = match.apply(action)
    assert match.with_chance(original.chance) == original


def test_a_source_of_chance_added_later_acts_immediately() -> None:
    original = new_match("whist", seed=3)
    match = start(rules_of("whist")).with_chance(original.chance)
    assert match == original
    assert playing(match).to_act == match.to_act


def test_taking_seven_tricks_of_thirteen_is_one_point() -> None:
    match = play_deal(start(rules_of("whist"), dealer=0), taking(7))
    assert match.result[0].points == (1, 0)
    assert match.result[0].tricks == (7, 6, 0, 0)
