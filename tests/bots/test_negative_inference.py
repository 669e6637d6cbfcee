"""Inferences from the play, and the estimated distribution of the unseen cards."""

from __future__ import annotations

from itertools import combinations
from math import isclose
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from oddtrick.bots import club
from oddtrick.bots.heuristics.inference import find_echoes, unlikely_cards
from oddtrick.bots.heuristics.situation import Situation, situation_of, stronger_cards
from oddtrick.bots.heuristics.win_probability import probability_of_none, win_probability
from oddtrick.cards import Card, Hand, Suit
from oddtrick.dealing import new_match
from oddtrick.match import Match
from oddtrick.views import Awaited
from tests.support.bot_positions import H, table
from tests.support.hypothesis_strategies import matches


def unlikely(match: Match, seat: int) -> Hand:
    """Returns the cards that the seat to act takes another not to hold."""
    view = match.view(match.to_act)
    return Hand(unlikely_cards(view, stronger_cards(view.rules.order, view.trump))[seat])


def situation(match: Match) -> Situation:
    return situation_of(match.view(match.to_act), club.memory)


def test_a_losing_last_player_has_no_higher_card() -> None:
    match = table("QJ2...", "T43...", "876...", "K95...", lead=1, played="TS 8S 5S")
    assert match.to_act == 0
    match = table("Q32...", "T84...", "976...", "KJ5...", played="QS 4S 6S 5S")
    assert unlikely(match, 3) & Hand.of("AKJT...") == Hand.of("AK...")


def test_a_winning_last_player_has_no_cheaper_winning_card() -> None:
    match = table("932...", "T84...", "Q76...", "KJ5...", played="9S 4S 6S JS")
    assert unlikely(match, 3) == Hand.of("T...")


def test_a_discard_with_no_partner_to_come_denies_trumps() -> None:
    deal = ("A3.2..4", "Q5.3..K", "98.4..Q", "..987.2")
    match = table(*deal, trump=H, played="AS 5S 8S 7D")
    assert unlikely(match, 3) >= Hand.of(".AKQJT98765432..")


def test_a_discard_on_partners_trick_denies_nothing() -> None:
    deal = ("43.2..A", "Q5.3..K", "98.4..J", "..987.2")
    match = table(*deal, trump=H, played="4S QS 9S 7D")
    assert not unlikely(match, 3)


def test_a_queen_led_denies_the_king() -> None:
    match = table("QJ2...", "T43...", "876...", "K95...", played="QS")
    assert unlikely(match, 0) == Hand.of("K...")


def test_an_echo_shows_two_cards() -> None:
    deal = ("AK54...2", "QJ6..3.7", "72.4.5.8", "T98..6.9")
    match = table(*deal, trump=H, played="KS 6S 7S 8S AS JS 2S 9S")
    view = match.view(0)
    assert find_echoes(view, stronger_cards(view.rules.order, view.trump)) == {(2, Suit.SPADES)}
    assert situation(match).can_ruff(2, Suit.SPADES)
    assert str(club.choose(view, Random(1))) == "4S"
    assert club.advise(view, Random(1)).tag == "give-ruff"


def test_inferences_about_club_are_right_nine_times_in_ten() -> None:
    right = wrong = 0
    for seed in range(12):
        match, rng = new_match("whist", seed=seed), Random(seed)
        while match.number == 0:
            view = match.view(match.to_act)
            cannot = unlikely_cards(view, stronger_cards(view.rules.order, view.trump))
            for other in range(4):
                theirs = match.view(other).hand
                said = Hand(cannot[other]) & view.unseen
                right += len(said - theirs)
                wrong += len(said & theirs)
            match = match.apply(club.choose(view, rng))
    assert right > 500
    assert wrong < right / 9


@given(matches())
@settings(max_examples=150)
def test_expected_cards_add_up_to_the_cards_that_each_seat_holds(match: Match) -> None:
    view = match.view(match.to_act)
    if view.awaited is not Awaited.CARD:
        return
    s = situation(match)
    for seat, estimate in s.distribution.items():
        expected = sum(estimate.expected_length(suit) for suit in Suit)
        assert 0 <= expected <= view.counts[seat] + 1e-9
        # A chance echo is read as a doubleton and may leave too few possible cards for a hand.
        is_possible = estimate.unknown_count + estimate.known.bit_count() == view.counts[seat]
        if is_possible and all(share < 1.0 for share in estimate.probability):
            assert isclose(expected, view.counts[seat], abs_tol=1e-6)
        assert Hand(estimate.possible | estimate.known) <= Hand(s.outstanding)
    for card in s.winning_cards:
        assert 0 <= win_probability(s, card) <= 1 + 1e-9


@given(matches())
@settings(max_examples=100)
def test_a_void_seat_has_an_expected_length_of_zero(match: Match) -> None:
    view = match.view(match.to_act)
    if view.awaited is not Awaited.CARD:
        return
    for seat, estimate in situation(match).distribution.items():
        for suit in view.voids[seat]:
            assert estimate.expected_length(suit) == 0


@given(st.integers(1, 8), st.integers(0, 8), st.integers(0, 8))
def test_probability_of_none_matches_enumeration(pool: int, wanted: int, drawn: int) -> None:
    wanted, drawn = min(wanted, pool), min(drawn, pool)
    draws = list(combinations(range(pool), drawn))
    none = sum(not set(draw) & set(range(wanted)) for draw in draws)
    assert isclose(probability_of_none(pool, wanted, drawn), none / len(draws), abs_tol=1e-12)


def test_a_king_wins_as_often_as_the_ace_lies_elsewhere() -> None:
    """Opponents are independent in the estimate: two lack it with 2/3 each, one of two with 1/2."""
    match = table("K...2", "5...3", "A...4", "6...7")
    assert isclose(win_probability(situation(match), Card.SK), 4 / 9)
    match = table("4...2", "5...3", "K...4", "A...7", played="4S 5S")
    assert isclose(win_probability(situation(match), Card.SK), 1 / 2)
