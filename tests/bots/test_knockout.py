"""Knock-out whist: trumps, throws, and one trick before all others (K3-K5)."""

from __future__ import annotations

from random import Random

from oddtrick.bots import casual
from oddtrick.cards import Hand, Suit
from oddtrick.games import rules_of
from oddtrick.match import Deal, Match, start
from oddtrick.rules import Throw
from tests.support.bot_positions import D, H, advice, chosen, play, table
from tests.support.position_builders import play_deal


def knockout(*hands: str, lead: int = 0, played: str = "") -> Match:
    return table(*hands, trump=H, lead=lead, played=played, game="knockout-whist")


def second_deal(winners: str, **options: object) -> Match:
    """After a first deal of two players whose tricks these seats won; spades were trumps."""
    return play_deal(start(rules_of("knockout-whist", players=2, **options), dealer=1), winners)


def test_K3_the_longest_suit_becomes_trumps() -> None:
    match = second_deal("0000011")
    match = match.apply(Deal(((Hand.of("A.5432.K."), Hand.of("KQ.A.AQ.A")),)))
    assert chosen(casual, match) is Suit.HEARTS
    assert advice(match).reason == "The longest suit is hearts: make it trumps."


def test_K3_of_equally_long_suits_the_strongest_becomes_trumps() -> None:
    match = second_deal("0000011")
    match = match.apply(Deal(((Hand.of("543.2.AK."), Hand.of("KQ.A.Q6.A")),)))
    assert chosen(casual, match) is Suit.SPADES
    match = second_deal("0000011")
    match = match.apply(Deal(((Hand.of("54..AK.32"), Hand.of("KQ.A.Q6.A")),)))
    assert chosen(casual, match) is D


def test_K3_a_blind_choice_of_trumps_is_random() -> None:
    match = second_deal("0000011", choose="blind")
    assert {chosen(casual, match, seed) for seed in range(40)} == set(Suit)
    assert chosen(casual, match, 3) is chosen(casual, match, 3)


def test_K5_a_throw_is_random() -> None:
    match = start(rules_of("knockout-whist", players=3, tie="rps"), dealer=2)
    tied = play_deal(match, "0001112")
    assert {chosen(casual, tied, seed) for seed in range(40)} == set(Throw)


def test_K4_without_a_trick_it_leads_its_best_chance() -> None:
    match = knockout("Q2.2..", "K3.4..", "A4.3..", "J5.5..")
    assert play(match) in {"QS", "2H"}
    assert advice(match).reason == "No trick yet: lead the best chance to stay in."


def test_K4_without_a_trick_it_takes_a_small_chance() -> None:
    match = knockout("J3...2", "QT..4.", "K9.7..", "65.3..", played="JS")
    assert play(match) == "QS"
    assert advice(match).reason == "No trick yet: take the chance to stay in."


def test_K4_with_a_master_trump_it_waits() -> None:
    match = knockout("2.A..5", "K3.4..", "A4.3..", "J5.5..")
    assert advice(match).reason != "No trick yet: lead the best chance to stay in."


def test_it_leads_a_plain_card_that_will_probably_win() -> None:
    match = knockout("A2.3..", "K3.4..", "Q4.5..", "J5.6..")
    assert play(match) == "AS"


def test_it_wins_as_cheaply_as_possible_when_last() -> None:
    match = knockout("AQ2...", "T43...", "986...", "J75...", lead=1, played="TS 9S JS")
    assert play(match) == "QS"


def test_the_same_view_and_seed_give_the_same_choice() -> None:
    match = second_deal("0000011", choose="blind")
    view = match.view(0)
    assert casual.choose(view, Random(9)) is casual.choose(view, Random(9))
    assert H in view.legal
