"""Whist, W1-W7."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.cards import CARDS, FULL_PACK, Card, Suit
from oddtrick.dealing import deal_out
from oddtrick.games import rules_of
from oddtrick.match import Match, start
from oddtrick.tricks import from_seat
from tests.support.hypothesis_strategies import finished
from tests.support.position_builders import after, cards, ending, play_deal, taking


def whist(dealer: int = 0, **options: Any) -> Match:
    return start(rules_of("whist", **options), dealer=dealer)


def played(*tricks: int, **options: Any) -> Match:
    """Whist in which the side of seats 0 and 2 took these numbers of tricks, deal by deal."""
    match = whist(**options)
    for won in tricks:
        match = play_deal(match, taking(won))
    return match


def test_W1_four_players_in_two_partnerships_that_face_each_other() -> None:
    rules = rules_of("whist")
    assert (rules.players, rules.sides) == (4, ((0, 2), (1, 3)))
    assert [rules.partners(seat) for seat in range(4)] == [(2,), (3,), (0,), (1,)]


@pytest.mark.parametrize("suit", Suit)
def test_W2_each_suit_runs_from_the_ace_to_the_two(suit: Suit) -> None:
    rules = rules_of("whist")
    assert rules.pack == FULL_PACK
    order = rules.order.strengths(suit)
    of_suit = sorted((card for card in CARDS if card.suit is suit), key=lambda card: -order[card])
    assert "".join(card.rank.letter for card in of_suit) == "AKQJT98765432"


@given(st.permutations(CARDS), st.integers(0, 3))
def test_W3_the_dealer_deals_one_card_at_a_time_thirteen_each(
    pack: list[Card], dealer: int
) -> None:
    deal = deal_out(whist(dealer), pack)
    left = from_seat(range(4), (dealer + 1) % 4)
    for number, card in enumerate(pack):
        assert card in deal.hands[0][left[number % 4]]
    assert [len(hand) for hand in deal.hands[0]] == [13] * 4


@given(st.permutations(CARDS), st.integers(0, 3))
def test_W4_the_last_card_is_the_dealers_is_turned_up_and_names_trumps(
    pack: list[Card], dealer: int
) -> None:
    deal = deal_out(whist(dealer), pack)
    match = whist(dealer).apply(deal)
    assert deal.turn_up is pack[-1]
    assert deal.turn_up in deal.hands[0][dealer]
    assert match.deal.trump is pack[-1].suit


def test_W4_the_turn_up_stays_on_the_table_until_the_dealers_turn() -> None:
    match = whist(dealer=3)
    deal = deal_out(match, Random(4).sample(CARDS, 52))
    match = match.apply(deal)
    for turn in range(8):
        for seat in (0, 1, 2, 3, None):
            view = match.view(seat)
            assert view.turn_up is deal.turn_up
            assert view.turn_up_shown == (turn < 3)
        match = match.apply(match.legal_actions()[0])
    assert match.view(0).turn_up_seat == (None if deal.turn_up in match.view(0).played else 3)


def test_W4_the_dealer_may_play_the_turn_up_like_any_other_card() -> None:
    hands, turn_up = ("AK...", "QJ...", "T9...", "87..."), cards("8S")[0]
    dealt = ending(*hands, trump=Suit.SPADES)
    match = after(dealt, "AS QS TS")
    assert match.legal_actions() == (*cards("7S"), turn_up)


@pytest.mark.parametrize("won", range(14))
def test_W5_the_side_with_more_tricks_scores_a_point_for_each_above_six(won: int) -> None:
    match = played(won, match="deals", deals=1)
    expected = (won - 6, 0) if won > 6 else (0, 7 - won)
    assert match.result[0].points == expected


@pytest.mark.parametrize(
    ("options", "tricks", "scores"),
    [
        ({}, [9, 8], [(3, 0), (5, 0)]),
        ({"target": 7}, [9, 8, 8], [(3, 0), (5, 0), (7, 0)]),
        ({"target": 9}, [13, 5, 9], [(7, 0), (7, 2), (10, 2)]),
        ({"target": 1}, [6], [(0, 1)]),
        ({}, [9, 3, 9], [(3, 0), (3, 4), (6, 4)]),
    ],
)
def test_W6_the_first_side_at_the_target_wins(
    options: dict[str, int], tricks: list[int], scores: list[tuple[int, int]]
) -> None:
    match = whist(**options)
    for number, won in enumerate(tricks):
        assert not match.over
        match = play_deal(match, taking(won))
        assert match.standing.score == scores[number]
    assert match.over
    assert match.winner == scores[-1].index(max(scores[-1]))
    assert match.standing.games[match.winner or 0] == 1


def test_W6_five_is_the_default_target() -> None:
    assert rules_of("whist") == rules_of("whist", target=5)


def test_W7_a_rubber_is_the_best_of_three_games_each_from_nought() -> None:
    match = whist(match="rubber")
    course = [
        (11, (5, 0), (1, 0)),
        (9, (3, 0), (1, 0)),
        (2, (3, 5), (1, 1)),
        (8, (2, 0), (1, 1)),
        (9, (5, 0), (2, 1)),
    ]
    for won, score, games in course:
        assert not match.over
        match = play_deal(match, taking(won))
        assert (match.result[-1].score, match.result[-1].games) == (score, games)
    assert (match.over, match.winner) == (True, 0)
    assert [log.dealer for log in match.all_deals] == [0, 1, 2, 3, 0]


def test_W7_a_rubber_of_two_games_needs_no_third() -> None:
    match = played(2, 1, match="rubber")
    assert (match.over, match.winner, match.standing.games) == (True, 1, (0, 2))


def test_W7_the_points_above_the_target_do_not_count_towards_the_next_game() -> None:
    match = played(13, match="rubber")
    assert match.standing.score == (7, 0)
    assert match.standing.carried == (0, 0)
    assert play_deal(match, taking(7)).standing.score == (1, 0)


@given(finished("whist", match="rubber", target=2))
def test_W7_a_rubber_ends_with_the_second_game_of_a_side(match: Match) -> None:
    assert match.winner is not None
    assert match.standing.games[match.winner] == 2
    assert sum(match.standing.games) in (2, 3)
    for before, after_it in zip(match.result, match.result[1:], strict=False):
        ended = max(before.score) >= 2
        begun = (0, 0) if ended else before.score
        gained = tuple(a - b for a, b in zip(after_it.score, begun, strict=True))
        assert gained == after_it.points
