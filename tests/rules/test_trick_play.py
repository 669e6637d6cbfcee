"""Trick play, T1-T9: what every game of the family has in common."""

from __future__ import annotations

import pytest
from hypothesis import given

from oddtrick.cards import Card, Hand, Suit
from oddtrick.errors import RuleBroken
from oddtrick.games import GAMES, rules_of
from oddtrick.match import Cut, Match, Playing, played_cards, start
from oddtrick.solver.claims import claim
from tests.support.hypothesis_strategies import finished, matches
from tests.support.position_builders import after, cards, ending, held, play_deal, playing, taking


@given(finished())
def test_T1_seats_play_clockwise_and_the_deal_goes_clockwise(match: Match) -> None:
    for log in match.all_deals:
        for hand in log.hands:
            for trick in hand.tricks(log.seats):
                seats = [seat for seat, _ in trick]
                turned = seats[seats.index(min(seats)) :] + seats[: seats.index(min(seats))]
                assert turned == sorted(seats)
                # A seat with one card may pass, and is out of the deal once it has played it (X5).
                assert set(log.seats) - set(log.dogs) <= set(seats) <= set(log.seats)


@given(finished())
def test_T2_the_seat_on_the_dealers_left_leads_to_the_first_trick_of_every_hand(
    match: Match,
) -> None:
    for log in match.all_deals:
        clockwise = [(log.dealer + step) % match.rules.players for step in range(1, 9)]
        eldest = next(seat for seat in clockwise if seat in log.seats)
        assert [hand.leader for hand in log.hands] == [eldest] * len(log.hands)


def test_T2_any_card_may_be_led() -> None:
    match = ending("A.K.2.3", "2.3.4.5", "3.4.5.6", "4.5.6.7", trump=Suit.SPADES)
    assert match.to_act == 0
    assert match.legal_actions() == cards("3C 2D KH AS")


def test_T3_a_seat_that_holds_the_suit_led_must_follow() -> None:
    match = ending("A...23", "54.K..", "3.4.5.", ".5.46.", trump=Suit.HEARTS)
    assert match.apply(Card.SA).legal_actions() == cards("4S 5S")


def test_T3_a_seat_without_the_suit_led_may_trump_or_discard() -> None:
    match = ending("A...2", "5.K..", ".4.5.", ".3..6", trump=Suit.HEARTS)
    assert after(match, "AS 5S").legal_actions() == cards("5D 4H")


@given(matches())
def test_T3_legal_plays_are_the_suit_led_or_else_the_whole_hand(match: Match) -> None:
    if isinstance(match.phase, Playing) and match.phase.trick.led is not None:
        own = held(match, match.phase.to_act)
        assert Hand.of(played_cards(match.phase.legal())) == (
            own.suit(match.phase.trick.led) or own
        )


@pytest.mark.parametrize(
    ("thrown", "trump", "winner"),
    [
        ("2H", Suit.HEARTS, 3),
        ("AS", Suit.HEARTS, 0),
        ("2H", None, 0),
        ("AS", Suit.SPADES, 3),
    ],
)
def test_T4_the_highest_trump_wins_or_else_the_highest_of_the_suit_led(
    thrown: str, trump: Suit | None, winner: int
) -> None:
    """The example of the rulebook: 9♦ led by seat 1, K♦, a card of seat 3's, A♦."""
    match = ending("..A5.", "..92.", "..K3.", "A.2..", trump=trump, lead=1)
    match = after(match, f"9D KD {thrown} AD")
    assert playing(match).winners == (winner,)


def test_T4_a_higher_trump_beats_a_lower_one() -> None:
    match = ending("..9.2", ".3..4", ".4..5", ".2..6", trump=Suit.HEARTS)
    assert playing(after(match, "9D 3H 4H 2H")).winners == (2,)


def test_T5_the_winner_of_a_trick_leads_to_the_next() -> None:
    match = ending("2.2..", "3.3..", "A.4..", "4.A..", trump=None)
    match = after(match, "2S 3S AS 4S")
    assert match.to_act == 2
    assert playing(match).trick.seats == (2, 3, 0, 1)
    assert after(match, "4H AH 2H").to_act == 1


def test_T6_the_deal_passes_one_seat_clockwise() -> None:
    match = start(rules_of("whist", match="deals", deals=6), dealer=2)
    for _ in range(6):
        match = play_deal(match, taking(7))
    assert [log.dealer for log in match.all_deals] == [2, 3, 0, 1, 2, 3]


def test_T6_in_knock_out_the_deal_skips_the_seats_that_are_out() -> None:
    match = start(rules_of("knockout-whist"), dealer=0)
    match = play_deal(match, "0022333")
    assert (match.deal.dealer, match.deal.seats) == (2, (0, 2, 3))


@pytest.mark.parametrize("game", [game.id for game in GAMES if not game.id.startswith("colonial")])
def test_T7_the_lowest_cut_deals_with_the_ace_high_and_ties_cut_again(game: str) -> None:
    match = start(rules_of(game))
    shown = "AS 7H KD 7C" if match.rules.players == 4 else "7H 7C"
    match = match.apply(Cut(tuple(enumerate(cards(shown)))))
    tied = match.view(0).to_cut
    assert tied == ((1, 3) if match.rules.players == 4 else (0, 1))
    match = match.apply(Cut(((tied[0], Card.SA), (tied[1], Card.D9))))
    assert match.deal.dealer == tied[1]
    assert match.seating == tuple(range(match.rules.players))


@pytest.mark.parametrize(
    ("card", "why"),
    [
        ("KH", "KH does not follow suit, AS was led and seat 1 holds 4S 5S (T3)"),
        ("6D", "seat 1 does not hold 6D (T3)"),
        ("AS", "AS has been played already (T3)"),
    ],
)
def test_T8_a_card_that_breaks_a_rule_is_refused_and_the_turn_stays(card: str, why: str) -> None:
    match = ending("A...23", "54.K..", "3.4.5.", "..764.").apply(Card.SA)
    with pytest.raises(RuleBroken) as broken:
        after(match, card)
    assert str(broken.value) == why
    assert match.to_act == 1
    assert match.legal_actions() == cards("4S 5S")


@pytest.mark.parametrize(
    ("own", "other", "stands"),
    [
        ("AKQ...", "J32...", True),
        ("AKJ...", "Q32...", False),
        ("AKJ...", "Q...32", True),
    ],
)
def test_T9_a_claim_stands_if_no_play_of_the_others_spoils_it(
    own: str, other: str, *, stands: bool
) -> None:
    """The examples of the rulebook."""
    match = ending(own, other, "..432.", "..765.", trump=Suit.SPADES)
    line = claim(match, 0)
    assert (line is not None) == stands
    if line:
        assert after(match, line).result[0].tricks == (3, 0, 0, 0)


def test_T9_the_true_cards_decide_a_claim_and_not_the_claimers_view() -> None:
    own, low = "AK2...", "..432."
    assert claim(ending(own, "QJT...", low, "..765."), 0) is None
    assert claim(ending(own, "QJ...2", low, "..765."), 0) is not None
