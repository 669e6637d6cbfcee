"""The memory of each level: forgetting is deterministic and never invents anything."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from oddtrick.bots import casual, club, novice
from oddtrick.bots.heuristics.limited_memory import Memory, recall_play
from oddtrick.bots.heuristics.situation import situation_of, stronger_cards
from oddtrick.cards import Card, Hand, Suit, mask_of
from oddtrick.match import Match
from oddtrick.views import Awaited, View
from tests.support.bot_positions import RULED, H, chosen, table
from tests.support.hypothesis_strategies import matches


def outstanding(view: View, memory: Memory) -> Hand:
    stronger = stronger_cards(view.rules.order, view.trump)
    return Hand(recall_play(view, memory, stronger).outstanding)


def two_tricks() -> Match:
    """Seat 0 has led two rounds of spades; hearts are trumps."""
    deal = ("AK2.2..", "QJ5.3..", "T86.4..", "973.5..")
    return table(*deal, trump=H, played="KS 5S 6S 3S AS JS TS 7S")


def test_club_remembers_every_card() -> None:
    view = two_tricks().view(0)
    assert outstanding(view, club.memory) == Hand.of("Q98.543..")
    assert outstanding(view, club.memory) == view.unseen


def test_casual_forgets_small_cards_after_a_trick_and_no_honour() -> None:
    view = two_tricks().view(0)
    assert outstanding(view, casual.memory) - view.unseen == Hand.of("653...")


def test_novice_remembers_aces_kings_and_high_trumps() -> None:
    view = two_tricks().view(0)
    assert outstanding(view, novice.memory) - view.unseen == Hand.of("JT7653...")


def test_casual_does_not_know_a_master_when_it_forgot_the_ten() -> None:
    deal = ("AK9...2", "QJ...43", "T8...65", "76...87")
    match = table(*deal, played="AS JS TS 6S KS QS 8S 7S")
    view = match.view(0)
    assert situation_of(view, club.memory).is_master(Card.S9)
    assert not situation_of(view, casual.memory).is_master(Card.S9)


@pytest.mark.parametrize("tricks", [0, 1, 2])
def test_voids_are_remembered_for_a_number_of_tricks(tricks: int) -> None:
    deal = ("AK2.2..", "QJ5.3..", "T8..4.2", "973.5..")
    match = table(*deal, trump=H, played="KS 5S 8S 3S AS JS TS 7S 2S QS 2C 9S")
    memory = Memory(voids=tricks)
    view = match.view(match.to_act)
    known = recall_play(view, memory, stronger_cards(view.rules.order, view.trump)).voids
    assert known[2] == ({Suit.SPADES} if tricks else set())


@given(matches())
@settings(max_examples=150)
def test_no_level_forgets_the_table_or_takes_a_hidden_card_for_played(
    match: Match,
) -> None:
    view = match.view(match.to_act)
    if view.awaited is not Awaited.CARD:
        return
    everything = outstanding(view, club.memory)
    for bot in RULED:
        recalled = outstanding(view, bot.memory)
        assert everything <= recalled
        assert not recalled & (view.hand | Hand(mask_of(view.table)))
        assert recalled - everything <= view.played


@given(matches())
@settings(max_examples=60)
def test_the_same_view_is_remembered_in_the_same_way(match: Match) -> None:
    for bot in RULED:
        assert chosen(bot, match, 5) == chosen(bot, match, 5)
