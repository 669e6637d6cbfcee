"""Trumps in a fixed order, R1-R3."""

from __future__ import annotations

import pytest

from oddtrick.cards import Card, Suit
from oddtrick.games import rules_of
from oddtrick.games.short_pack_whist.rules import SHORT_PACK_WHIST
from oddtrick.match import Match, start
from oddtrick.rules import Tie, TrumpRule, TrumpSource
from tests.support.position_builders import after, ending, play_deal, playing, taking

ORDER = (Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES, Suit.CLUBS)


def whist(trumps: str, **options: object) -> Match:
    return start(rules_of("whist", trumps=trumps, **options), dealer=0)


def trumps_of(match: Match) -> list[Suit | None]:
    return [log.trump for log in match.all_deals]


def test_R1_hearts_diamonds_spades_clubs_and_hearts_again() -> None:
    match = whist("sequence", match="deals", deals=9)
    for _ in range(9):
        assert match.view(3).trump is ORDER[match.number % 4]
        assert match.view(3).trump_known
        match = play_deal(match, taking(7))
    assert trumps_of(match) == [*ORDER, *ORDER, Suit.HEARTS]


def test_R1_no_card_is_turned_up() -> None:
    match = play_deal(whist("sequence"), taking(7))
    deal = match.all_deals[0].deal
    assert deal is not None
    assert deal.turn_up is None
    assert match.view(0).past[0].turn_up is None


def test_R2_every_fifth_deal_is_without_trumps() -> None:
    match = whist("sequence-nt", match="deals", deals=11)
    for _ in range(11):
        match = play_deal(match, taking(7))
    assert trumps_of(match) == [*ORDER, None, *ORDER, None, Suit.HEARTS]


def test_R2_without_trumps_the_highest_card_of_the_suit_led_wins() -> None:
    match = whist("sequence-nt", target=100)
    for _ in range(4):
        match = play_deal(match, taking(7))
    assert (match.number, match.view(0).trump, match.view(0).trump_known) == (4, None, True)
    match = ending("2...3", ".A..4", ".K..5", ".Q..6", trump=None)
    match = after(match, "2S AH KH QH")
    assert playing(match).winners == (0,)
    assert playing(match).trick.trump is None


@pytest.mark.parametrize(
    ("trumps", "fourth"), [("sequence", Suit.CLUBS), ("sequence-nt", Suit.CLUBS)]
)
def test_R3_the_order_goes_on_from_game_to_game_of_a_rubber(trumps: str, fourth: Suit) -> None:
    """The example of the rulebook: the first game ends with the third deal, in spades."""
    match = whist(trumps, match="rubber")
    for won in (8, 8, 7):
        match = play_deal(match, taking(won))
    assert match.standing.games == (1, 0)
    assert trumps_of(match) == [*ORDER[:3], None]
    match = play_deal(match, taking(5))
    assert match.all_deals[3].trump is fourth
    assert match.standing.score == (0, 2)


def test_the_turn_up_is_the_default() -> None:
    match = play_deal(start(rules_of("whist"), dealer=3), taking(9), trump=Suit.CLUBS)
    deal = match.all_deals[0].deal
    assert deal is not None
    assert isinstance(deal.turn_up, Card)
    assert match.all_deals[0].trump is deal.turn_up.suit is Suit.CLUBS


@pytest.mark.parametrize(
    "trumps",
    [
        rules_of("whist").trumps,
        rules_of("whist", trumps="sequence-nt").trumps,
        SHORT_PACK_WHIST.rules().trumps,
    ],
    ids=lambda trumps: type(trumps).__name__,
)
def test_where_nobody_chooses_trumps_nothing_is_blind_or_tied(trumps: TrumpRule) -> None:
    assert all(trumps.source(deal) is not TrumpSource.CHOSEN for deal in range(20))
    assert not trumps.blind
    assert trumps.tie is Tie.CUT
