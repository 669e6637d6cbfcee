"""Manners counted: in thousands of decisions no level from club up commits one of the faults.

The faults are told apart by ``tests/support/partner_rules.py``, which knows nothing of the bots.
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
from tests.support.partner_rules import FAULTS, legal_cards, rest_is_ours

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
"""Thinks again where one who searches has done what rules of thumb forbid."""

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("whist", {}),
    ("whist", {"trumps": "sequence-nt"}),
    ("colonial-whist", {}),
]


def deals(bot: Bot, seeds: range) -> Iterator[Match]:
    """Every state in which the bot has to choose a card: among its like, and among weaker ones."""
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


def pays(view: View, chosen: Card, fault: Callable[[View, Card], bool]) -> bool:
    """Whether a player that searches has a reason: no polite card is better, with other luck.

    Better by more than the standard error, in four times as many worlds as it looked at itself.
    """
    polite = [card for card in legal_cards(view) if not fault(view, card)]
    values = JUDGE.evaluate(view, Random(view.hand.mask % 2**32))
    best = max((values.of(card) for card in polite), key=lambda value: value.utility)
    error = max(best.error, values.of(chosen).error)
    return best.utility - values.of(chosen).utility <= error


def count(bot: Bot, seeds: range) -> tuple[Counter[str], Counter[str], int]:
    """The temptations, the faults, and all decisions."""
    tempted, done, decisions = Counter[str](), Counter[str](), 0
    for match in deals(bot, seeds):
        view = match.view(match.to_act)
        decisions += 1
        chosen, cards = bot.choose(view, Random(decisions)), legal_cards(view)
        assert chosen in cards
        assert isinstance(chosen, Card)
        for name, fault in FAULTS.items():
            tempted[name] += any(fault(view, card) for card in cards)
            if fault(view, chosen):
                done[name] += not (bot.name in SEARCHING and pays(view, chosen, fault))
    return tempted, done, decisions


@pytest.mark.parametrize("bot", LEVELS)
def test_in_two_thousand_decisions_there_is_no_fault(bot: Bot) -> None:
    tempted, done, decisions = count(bot, range(90))
    assert decisions >= 2000
    assert not +done
    assert all(tempted[name] >= 5 for name in FAULTS), tempted


@pytest.mark.long
def test_in_twenty_thousand_decisions_club_commits_no_fault() -> None:
    _, done, decisions = count(club, range(1000, 1900))
    assert decisions >= 20_000
    assert not +done


def test_who_plays_by_chance_commits_every_fault() -> None:
    _, done, _ = count(random_bot, range(90))
    assert all(done[name] for name in FAULTS), done


def test_novice_has_faults_that_club_has_not() -> None:
    _, done, _ = count(find_bot("novice"), range(30))
    assert done["trumps_partners_winner"]
    assert done["wins_too_dearly"]


@pytest.mark.parametrize("bot", LEVELS)
def test_where_the_rest_is_its_own_it_takes_the_rest_against_any_play(bot: Bot) -> None:
    """No dawdling: what could be claimed is cashed, whatever the others throw on it."""
    found = 0
    for match in deals(bot, range(150)):
        seat = match.to_act
        assert seat is not None
        view = match.view(seat)
        if not rest_is_ours(view):
            continue
        found += 1
        players = tuple(bot if other == seat else random_bot for other in range(4))
        done = play_out(match, players, Random(found), deals=1)
        (deal,) = done.view(seat).past[:1]
        last = deal.hands[-1][len(view.tricks) :]
        assert {trick.winner % 2 for trick in last} == {seat % 2}
    assert found >= 10
