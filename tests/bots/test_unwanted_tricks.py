"""Play where neither side wants a trick: a declarer who is to lose all, and those who attack."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from oddtrick.bots.heuristics.aims import ducking_opponents, tricks_wanted
from oddtrick.bots.heuristics.situation import Situation, situation_of
from oddtrick.bots.heuristics.win_probability import must_win_probability
from oddtrick.bots.registry import casual, club, find_bot
from oddtrick.cards import Card, Hand, cards_in, parse_card
from oddtrick.dealing import new_match
from oddtrick.games import rules_of
from oddtrick.match import Deal, Match, start
from oddtrick.solver.sampling import worlds
from oddtrick.tricks import SUIT_MASKS
from oddtrick.views import Awaited

LEVELS = pytest.mark.parametrize("bot", [casual, club], ids=lambda bot: bot.name)
LONE_NINE = "AK.AKQ2.AKQ.AKQ8 QJT.JT8.JT9.JT97 9876.76543.87.65 5432.9.65432.432"
"""Seat 3 has to lose all, and has one heart, the nine."""

LONG_ACE = "AKQJ.AKQ.9876.87 T987.T87.QJT.KQJ 6543.65432.K2.96 2.J9.A543.AT5432"
"""Seat 3 has to lose all: its ace of clubs is one of six, its hearts are two high ones."""


def called(match: Match, bid: str, declarer: int) -> Match:
    """The deal in which one seat bids and the others pass."""
    while match.view(match.to_act).awaited is Awaited.CALL:
        match = match.apply(match.phase.parse(bid if match.to_act == declarer else "pass"))
    return match


def played(hands: str, plays: str = "", bid: str = "misere") -> Match:
    """A deal in which seat 0 leads and seat 3 has bid, after some plays."""
    each = tuple(map(Hand.of, hands.split()))
    match = start(rules_of("solo-whist"), dealer=3)
    match = called(match.apply(Deal((each,), turn_up=next(iter(each[3])))), bid, declarer=3)
    for card in plays.split():
        match = match.apply(parse_card(card))
    return match


def chosen(bot: Any, match: Match) -> str:
    return str(bot.choose(match.view(match.to_act), Random(1)))


def test_nobody_wants_a_trick_until_the_declarer_has_one() -> None:
    view = played(LONE_NINE).view(0)
    assert [tricks_wanted(view, seat) for seat in range(4)] == [0, 0, 0, 0]
    assert ducking_opponents(situation_of(view)) == (3,)
    lost = played(LONE_NINE, "2H 8H 7H 9H").view(3)
    assert [tricks_wanted(lost, seat) for seat in range(4)] == [-1, -1, -1, -1]
    assert ducking_opponents(situation_of(lost)) == ()


@LEVELS
def test_a_hand_that_lies_open_is_led_a_card_that_it_has_to_beat(bot: Any) -> None:
    led = played(LONE_NINE, "AC 7C 5C 4C", bid="open misere")
    assert chosen(bot, led) == "2H"
    assert chosen(bot, led.apply(Card.H2)) == "8H"
    assert chosen(bot, led.apply(Card.H2).apply(Card.H8))[0] in "34567"


@LEVELS
def test_partners_trick_takes_the_most_dangerous_card_with_it(bot: Any) -> None:
    # The declarer has played the four: the trick is lost to those who attack, whoever has it.
    assert chosen(bot, played(LONE_NINE, "8C JC 6C 4C JH 7H 9H")) == "AH"


@LEVELS
def test_the_declarer_ducks_and_gets_rid_of_its_short_high_cards(bot: Any) -> None:
    assert chosen(bot, played(LONG_ACE, "7C QC 9C")) == "TC"
    assert chosen(bot, played(LONG_ACE, "AS TS 6S 2S KS 9S 5S")) == "JH"


def must_win(s: Situation, hands: list[int], seat: int, card: Card) -> bool:
    """Returns whether a seat has to win a lead, and later partners of the leader need not."""

    def lowest(cards: int) -> int:
        suited = cards_in(cards & SUIT_MASKS[card.suit])
        return min((s.strength[each] for each in suited), default=-1)

    own = lowest(hands[seat])
    return own > s.strength[card] and all(
        lowest(hands[each]) < own for each in s.later_seats if each in s.partners
    )


def test_the_chance_that_an_opponent_has_to_win_is_that_of_the_worlds() -> None:
    apart, cards = 0.0, 0
    for seed in range(6):
        match = called(
            new_match("solo-whist", seed=seed, dealer=3), "misere", declarer=seed % 3 + 1
        )
        s = situation_of(match.view(0))
        drawn = worlds(match.view(0)).draw(300, seed=seed).hands.tolist()
        (declarer,) = ducking_opponents(s)
        for card in s.legal:
            share = sum(must_win(s, hands, declarer, card) for hands in drawn) / len(drawn)
            found = must_win_probability(s, declarer, card)
            assert found == pytest.approx(share, abs=0.15)
            apart, cards = apart + found - share, cards + 1
    assert apart / cards == pytest.approx(0, abs=0.03)


@LEVELS
def test_those_who_attack_beat_more_declarers_than_chance_does(bot: Any) -> None:
    chance = find_bot("random")
    made = {bot: 0, chance: 0}
    for seed in range(60):
        dealt = new_match("solo-whist", seed=seed, dealer=3)
        for attackers in made:
            match, rng = called(dealt, "misere", declarer=3), Random(seed)
            while match.number == 0 and not match.over:
                player = club if match.to_act == 3 else attackers
                match = match.apply(player.choose(match.view(match.to_act), rng))
            made[attackers] += match.result[0].tricks[3] == 0
    assert made[bot] < made[chance]
