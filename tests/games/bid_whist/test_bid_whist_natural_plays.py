"""Positions about which players of other programs complain: the natural card is played.

``natural_plays.toml`` has the hands, the calls and the plays up to each. By search no other card is
worth more there than the natural ones, beyond chance.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from oddtrick.bots import casual, club, novice
from oddtrick.bots.search import SearchBudget, Searcher, expert
from oddtrick.bots.search.evaluation import value_of
from oddtrick.bots.search.tie_break import TIE_ERRORS
from oddtrick.calls import Bid
from oddtrick.cards import Hand, parse_card
from oddtrick.games import rules_of
from oddtrick.match import Deal, Match, start
from tests.support.extent import part

FILE = Path(__file__).with_name("natural_plays.toml")
POSITIONS: list[dict[str, Any]] = tomllib.loads(FILE.read_text("utf-8"))["position"]
QUICK = Searcher("quick", SearchBudget(candidates=300, worlds=60))
ERRORS = 2.5
"""Standard errors that a natural card may seem to lose."""

each = pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["plays"][-24:])
some = pytest.mark.parametrize(
    "position", part(POSITIONS, 4), ids=lambda position: position["plays"][-24:]
)


def match_of(position: dict[str, Any]) -> Match:
    match = start(rules_of("bid-whist", target=50), dealer=position["dealer"])
    match = match.apply(Deal((tuple(map(Hand.of, position["hands"])),)))
    for call in position["calls"].split(" | "):
        match = match.apply(match.phase.parse(call))
    for card in position["plays"].split():
        match = match.apply(parse_card(card))
    return match


@each
def test_the_natural_card_is_played(position: dict[str, Any]) -> None:
    match = match_of(position)
    view = match.view(match.to_act)
    for seed in range(3):
        assert str(club.choose(view, Random(seed))) in position["natural"].split()


@some
def test_expert_plays_it_unless_its_search_finds_a_better_one(position: dict[str, Any]) -> None:
    match = match_of(position)
    evaluation = expert.evaluate(match.view(match.to_act))
    cards = {parse_card(card) for card in position["natural"].split()}
    natural = max((evaluation.of(card) for card in cards), key=lambda value: value.utility)
    behind = evaluation.best.utility - natural.utility
    assert evaluation.chosen in cards or behind > TIE_ERRORS * natural.error


def test_a_novice_misses_the_natural_card_in_several_positions() -> None:
    missed = 0
    for position in POSITIONS:
        match = match_of(position)
        card = str(novice.choose(match.view(match.to_act), Random(1)))
        missed += card not in position["natural"].split()
    assert missed >= 5


@some
def test_no_other_card_is_worth_more(position: dict[str, Any]) -> None:
    match = match_of(position)
    found = QUICK.evaluate(match.view(match.to_act), Random(1)).choices
    natural = [value_of(found, parse_card(card)) for card in position["natural"].split()]
    best = max(value.utility for value in found)
    assert any(value.utility + ERRORS * value.error >= best for value in natural)


def test_there_are_twenty_hands_about_several_complaints() -> None:
    assert len(POSITIONS) >= 20
    assert len({position["complaint"] for position in POSITIONS}) >= 5


@pytest.mark.parametrize("bot", [casual, club], ids=lambda bot: bot.name)
@pytest.mark.parametrize("hand", ["JT98.T97.987.T6", "QT9.J98.T87.J97", "98.JT97.T98.Q76"])
def test_a_weak_hand_does_not_bid(bot: Any, hand: str) -> None:
    rest = list(Hand((1 << 52) - 1) - Hand.of(hand))
    Random(hand).shuffle(rest)
    others = [Hand.of(rest[at : at + 12]) for at in (0, 12, 24)]
    match = start(rules_of("bid-whist"), dealer=3)
    match = match.apply(Deal(((Hand.of(hand), *others),)))
    assert bot.choose(match.view(0), Random(1)) == Bid(name="pass")
