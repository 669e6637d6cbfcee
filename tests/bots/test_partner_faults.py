"""Faults against partner, counted: no level from club up commits one in thousands of decisions.

The faults are recognised by ``tests/support/recognise_partner_faults.py``, which shares no code
with the bots.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from oddtrick.bots import BOTS, Bot, casual, club, find_bot, random_bot
from oddtrick.bots.search import SearchBudget, Searcher
from oddtrick.cards import Card
from oddtrick.dealing import new_match
from tests.support.bot_positions import play_out
from tests.support.extent import times
from tests.support.recognise_partner_faults import FAULTS, holds_the_rest, legal_cards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from oddtrick.match import Match
    from oddtrick.views import View

LEVELS = [
    pytest.param(bot, marks=() if bot is club else pytest.mark.long, id=bot.name)
    for bot in BOTS[BOTS.index(club) :]
]
SEARCHING = ("expert", "master")
JUDGE = Searcher("judge", SearchBudget(candidates=64_000, worlds=6400, temperature=64))
"""A larger search that reviews the apparent faults of bots that search."""

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("whist", {}),
    ("whist", {"trumps": "sequence-nt"}),
    ("colonial-whist", {}),
]


def deals(bot: Bot, seeds: range) -> Iterator[Match]:
    """Yields every state in which the bot has a choice of cards, among equals and weaker bots."""
    for seed in seeds:
        game, options = GAMES[seed % len(GAMES)]
        match = new_match(game, seed=seed, **options)
        others = (bot, casual, random_bot)[seed % 5 % 3]
        seats = [bot if seat % 2 == seed % 2 else others for seat in range(4)]
        while match.number == 0 and not match.over:
            seat = match.to_act
            assert seat is not None
            view = match.view(seat)
            if seats[seat] is bot and len(view.legal) > 1:
                yield match
            match = match.apply(seats[seat].choose(view, Random(seed)))


def is_justified(view: View, chosen: Card, fault: Callable[[View, Card], bool]) -> bool:
    """True if no faultless card is better by more than an error, in four times the worlds."""
    faultless = [card for card in legal_cards(view) if not fault(view, card)]
    values = JUDGE.evaluate(view, Random(view.hand.mask % 2**32))
    best = max((values.of(card) for card in faultless), key=lambda value: value.utility)
    error = max(best.error, values.of(chosen).error)
    return best.utility - values.of(chosen).utility <= error


def count(bot: Bot, seeds: range) -> tuple[Counter[str], Counter[str], int]:
    """Returns the opportunities for each fault, the faults committed, and all decisions."""
    opportunities, done, decisions = Counter[str](), Counter[str](), 0
    for match in deals(bot, seeds):
        view = match.view(match.to_act)
        decisions += 1
        chosen, cards = bot.choose(view, Random(decisions)), legal_cards(view)
        assert chosen in cards
        assert isinstance(chosen, Card)
        for name, fault in FAULTS.items():
            opportunities[name] += any(fault(view, card) for card in cards)
            if fault(view, chosen):
                done[name] += not (bot.name in SEARCHING and is_justified(view, chosen, fault))
    return opportunities, done, decisions


@pytest.mark.parametrize("bot", LEVELS)
def test_in_two_thousand_decisions_there_is_no_fault(bot: Bot) -> None:
    opportunities, done, decisions = count(bot, range(90))
    assert decisions >= 2000
    assert not +done
    assert all(opportunities[name] >= 5 for name in FAULTS), opportunities


@pytest.mark.long
def test_in_twenty_thousand_decisions_club_commits_no_fault() -> None:
    _, done, decisions = count(club, range(1000, 1900))
    assert decisions >= 20_000
    assert not +done


def test_the_random_bot_commits_every_fault() -> None:
    _, done, _ = count(random_bot, range(times(30, whole=90)))
    assert all(done[name] for name in FAULTS), done


def test_novice_commits_faults_that_club_does_not() -> None:
    _, done, _ = count(find_bot("novice"), range(30))
    assert done["trumps_partners_winner"]
    assert done["wins_too_dearly"]


@pytest.mark.parametrize("bot", LEVELS)
def test_with_all_remaining_tricks_in_hand_it_takes_them_against_any_play(bot: Bot) -> None:
    """A claimable hand is cashed at once, whatever the others discard."""
    found = 0
    for match in deals(bot, range(times(75, whole=150))):
        seat = match.to_act
        assert seat is not None
        view = match.view(seat)
        if not holds_the_rest(view):
            continue
        found += 1
        players = tuple(bot if other == seat else random_bot for other in range(4))
        done = play_out(match, players, Random(found), deals=1)
        (deal,) = done.view(seat).past[:1]
        last = deal.hands[-1][len(view.tricks) :]
        assert {trick.winner % 2 for trick in last} == {seat % 2}
    assert found >= times(5, whole=10)
