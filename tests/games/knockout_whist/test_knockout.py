"""Knock-out whist, K1-K8."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.cards import FULL_PACK, Card, Suit, cards_in
from oddtrick.dealing import deal_out, draw
from oddtrick.errors import RuleBroken
from oddtrick.games import rules_of
from oddtrick.match import (
    Cut,
    Deal,
    Match,
    StillTied,
    ToChoose,
    ToCut,
    ToDeal,
    ToThrow,
    start,
)
from oddtrick.rules import Throw
from oddtrick.views import Awaited
from tests.support.hypothesis_strategies import finished
from tests.support.position_builders import after, cards, ending, play_deal, playing


def knockout(*deals: str, dealer: int = 0, **options: object) -> Match:
    """Knock-out whist in which these seats won the tricks of each deal."""
    match = start(rules_of("knockout-whist", **options), dealer=dealer)
    for winners in deals:
        match = play_deal(match, winners)
    return match


def dealt(match: Match) -> Match:
    """The match after its next deal, any one."""
    return match.apply(draw(match, Random(1)))


@pytest.mark.parametrize("players", range(2, 8))
def test_K1_two_to_seven_play_each_for_himself_with_the_whole_pack(players: int) -> None:
    rules = rules_of("knockout-whist", players=players)
    assert (rules.pack, rules.sides) == (FULL_PACK, tuple((seat,) for seat in range(players)))
    assert [rules.plan.sizes(deal) for deal in range(7)] == [(7 - deal,) for deal in range(7)]


@given(finished("knockout-whist", players=5))
def test_K1_each_deal_has_a_card_fewer(match: Match) -> None:
    for number, log in enumerate(match.all_deals):
        assert log.deal is not None
        for seat, hand in enumerate(log.deal.hands[0]):
            assert len(hand) == (7 - number if seat in log.seats else 0)


@given(st.integers(2, 7), st.randoms(use_true_random=False))
def test_K2_the_card_after_the_first_deal_names_trumps_and_belongs_to_nobody(
    players: int, random: Random
) -> None:
    match = knockout(players=players)
    pack = random.sample(cards_in(FULL_PACK), 52)
    match = match.apply(deal_out(match, pack))
    spare = pack[7 * players]
    view = match.view(0)
    assert (view.turn_up, view.turn_up_seat, view.turn_up_shown) == (spare, None, True)
    assert view.trump is match.deal.trump is spare.suit
    assert not any(match.view(seat).hand & type(view.hand).of([spare]) for seat in range(players))


@pytest.mark.parametrize("suit", Suit)
def test_K3_the_winner_of_most_tricks_chooses_trumps_after_seeing_the_new_cards(suit: Suit) -> None:
    match = knockout("0112223")
    assert isinstance(match.phase, ToDeal)
    match = dealt(match)
    view = match.view(2)
    assert (view.awaited, view.to_act, view.chooser) == (Awaited.CHOICE, 2, 2)
    assert (len(view.hand), view.counts) == (6, (6, 6, 6, 6))
    assert (view.trump, view.trump_known) == (None, False)
    assert view.legal == tuple(Suit)
    assert match.view(1).legal == ()
    match = match.apply(suit)
    assert match.deal.trump is playing(match).layout.trump is suit
    assert match.view(0).trump_known


def test_K3_a_blind_choice_is_made_before_the_cards_are_dealt() -> None:
    match = knockout("0112223", choose="blind")
    assert match.phase == ToChoose(2)
    assert match.deal.deal is None
    view = match.view(2)
    assert (view.awaited, len(view.hand), view.counts) == (Awaited.CHOICE, 0, ())
    match = match.apply(Suit.CLUBS)
    assert (match.view(0).trump, match.view(0).trump_known) == (Suit.CLUBS, True)
    match = dealt(match)
    assert playing(match).layout.trump is Suit.CLUBS
    assert match.deal.chooser == 2


@pytest.mark.parametrize("action", [Card.SA, Throw.ROCK, Deal(()), Cut(()), StillTied((2,))])
def test_K3_nothing_but_a_suit_can_be_chosen(action: Card | Throw | Deal | Cut | StillTied) -> None:
    match = knockout("0112223", choose="blind")
    with pytest.raises(RuleBroken, match="seat 2 chooses trumps"):
        match.apply(action)


def test_K4_a_player_without_a_trick_is_out() -> None:
    match = knockout("0000223")
    assert match.standing.seats_in == (0, 2, 3)
    assert match.standing.score == (1, 0, 1, 1)
    match = play_deal(match, "000002", trump=Suit.HEARTS)
    assert match.standing.seats_in == (0, 2)
    assert match.view(3).seats == (0, 2)


@given(finished("knockout-whist", players=6))
def test_K4_an_eliminated_player_stays_out(match: Match) -> None:
    for log, following in zip(match.all_deals, match.all_deals[1:], strict=False):
        assert log.result is not None
        assert following.seats == tuple(seat for seat in log.seats if log.result.tricks[seat])


def test_K5_a_tie_for_most_tricks_is_settled_by_a_cut() -> None:
    """The example of the rulebook: Ann, Bob and Cal took two tricks each; Cal names trumps."""
    match = knockout("0011223")
    assert isinstance(match.phase, ToCut)
    assert match.view(3).to_cut == (0, 1, 2)
    match = match.apply(Cut(tuple(zip((0, 1, 2), cards("KS 9H KD"), strict=True))))
    assert match.view(3).to_cut == (0, 2)
    match = match.apply(Cut(((0, Card.C4), (2, Card.SJ))))
    assert (match.deal.chooser, match.view(0).contest) == (2, ((0, Card.C4), (2, Card.SJ)))
    assert dealt(match).phase == ToChoose(2)


def test_K5_in_a_cut_the_ace_is_high() -> None:
    match = knockout("0001112", choose="blind", players=3)
    assert match.apply(Cut(((0, Card.C2), (1, Card.CA)))).phase == ToChoose(1)


def test_K5_a_tie_may_be_settled_by_throws() -> None:
    """The example of the rulebook: rock, paper, scissors; then two papers beat the rock."""
    match = knockout("0011223", tie="rps")
    assert isinstance(match.phase, ToThrow)
    assert match.legal_actions() == tuple(Throw)
    rock, paper, scissors = Throw
    match = after(match, [rock, paper, scissors])
    assert match.view(0).to_act == 0
    match = after(match, [rock, paper, paper])
    assert match.to_act == 1
    match = after(match, [scissors, rock])
    assert match.deal.chooser == 2
    assert dealt(match).phase == ToChoose(2)


@given(finished("knockout-whist", tie="rps"))
def test_K5_the_choice_goes_to_one_of_those_with_most_tricks(match: Match) -> None:
    for log, following in zip(match.all_deals, match.all_deals[1:], strict=False):
        assert log.result is not None
        most = max(log.result.tricks)
        tied = [seat for seat in log.seats if log.result.tricks[seat] == most]
        assert following.chooser in tied
        assert (not following.contest) == (len(tied) == 1)
        assert {seat for seat, _ in following.contest} <= set(tied)


def test_K6_the_dealers_left_among_the_seats_still_in_leads() -> None:
    """The example of the rulebook: Bob is out, so Cal deals and Dot leads."""
    match = knockout("0000233", dealer=0)
    assert match.deal.dealer == 2
    match = dealt(match)
    assert playing(match.apply(Suit.SPADES)).to_act == 3


@pytest.mark.parametrize(
    ("own", "leads"), [(".A4..9", "9C"), (".A4..98", "8C 9C"), (".A4..", "4H AH")]
)
def test_K7_trumps_may_not_be_led_before_they_are_broken_unless_nothing_else_is_held(
    own: str, leads: str
) -> None:
    other = {2: ".32..", 3: ".32.3.", 4: ".32.32."}[len(own.replace(".", ""))]
    match = ending(own, other, trump=Suit.HEARTS, game="knockout-whist", broken=True)
    assert match.legal_actions() == cards(leads)


def test_K7_an_early_lead_of_trumps_is_refused_by_that_rule() -> None:
    match = ending(".A4..9", ".32.3.", trump=Suit.HEARTS, game="knockout-whist", broken=True)
    with pytest.raises(RuleBroken) as broken:
        match.apply(Card.HA)
    assert str(broken.value) == "AH leads trumps before they are broken, seat 0 holds 9C (K7)"
    assert match.to_act == 0


def test_K7_a_trump_on_the_lead_of_another_suit_breaks_them() -> None:
    match = ending(".A4..9", ".32.3.", trump=Suit.HEARTS, game="knockout-whist", broken=True)
    match = match.apply(Card.C9)
    assert not match.view(0).broken
    broken = match.apply(Card.H2)
    assert broken.view(0).broken
    assert broken.legal_actions() == cards("3D 3H")
    discarded = match.apply(Card.D3)
    assert not discarded.view(1).broken


def test_K7_broken_trumps_stay_broken_for_the_rest_of_the_hand() -> None:
    hands = (".A..932", ".32.32.")
    match = ending(*hands, trump=Suit.HEARTS, game="knockout-whist", broken=True)
    match = after(match, "9C 2H 3D 2C")
    assert match.view(0).broken
    assert match.legal_actions() == cards("2D 3H")
    assert match.apply(Card.H3).view(0).voids == ((Suit.DIAMONDS,), (Suit.CLUBS,))


def test_K7_trumps_on_a_lead_of_trumps_do_not_break_them() -> None:
    match = ending(".A4..", ".32..", ".5..9", trump=Suit.HEARTS, game="knockout-whist", broken=True)
    match = after(match, "AH 2H 5H")
    assert not match.view(0).broken


def test_K7_by_default_trumps_may_always_be_led() -> None:
    match = ending(".A4..9", ".32.3.", trump=Suit.HEARTS, game="knockout-whist")
    assert match.legal_actions() == cards("9C 4H AH")
    assert match.view(0).broken


def test_K7_without_trumps_there_is_nothing_to_break() -> None:
    match = ending(".A4..9", ".32.3.", trump=None, game="knockout-whist", broken=True)
    assert match.legal_actions() == cards("9C 4H AH")


@pytest.mark.parametrize("winner", range(4))
def test_K8_taking_all_the_tricks_of_a_deal_wins_the_match(winner: int) -> None:
    match = knockout(str(winner) * 7)
    assert (match.over, match.winner) == (True, winner)
    assert match.standing.games == tuple(int(seat == winner) for seat in range(4))
    assert match.result[0].points == match.result[0].tricks
    assert match.view(0).counts == ()


@given(finished("knockout-whist", players=7))
def test_K8_the_match_ends_with_one_card_each_at_the_latest(match: Match) -> None:
    assert match.number <= 6
    last = match.result[-1].tricks
    assert match.winner is not None
    assert last[match.winner] == sum(last) == 7 - match.number


def test_K8_the_last_deal_has_one_card_each() -> None:
    match = knockout("0000111", "000011", "00011", "0001", "001", "01", players=2)
    assert match.number == 6
    match = match.apply(Cut(((0, Card.H2), (1, Card.D2)))).apply(Cut(((0, Card.S3), (1, Card.SJ))))
    assert match.rules.plan.sizes(6) == (1,)
    match = play_deal(match, "1")
    assert (match.over, match.winner) == (True, 1)
