"""Bots in a deal with a dog (X5): as the dog, and beside it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from oddtrick.bots import BOTS, Bot, casual, club, find_bot, novice
from oddtrick.bots.heuristics.situation import situation_of
from oddtrick.bots.heuristics.win_probability import win_probability
from oddtrick.bots.search import Searcher
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from oddtrick.match import Match
from oddtrick.rules import PASS
from oddtrick.views import View

LEVELS = [bot for bot in BOTS if bot.name not in ("random", "novice")]
STYLED = [find_bot(name) for name in ("club+bold", "master+bold")]


def views_of_dogs(players: int, seeds: range) -> Iterator[View]:
    """The view of a dog at every turn at which it may knock, in matches that `club` plays."""
    for seed in seeds:
        match = new_match("knockout-whist", players=players, dogs_life=True, seed=seed)
        while not (match.over or match.standing.dogs_life_given):
            match = played(club, match)
        while match.deal.dogs and not match.over:
            if PASS in match.legal_actions():
                assert match.to_act is not None
                yield match.view(match.to_act)
            match = played(club, match)


def played(bot: Bot, match: Match) -> Match:
    assert match.to_act is not None
    return match.apply(bot.choose(match.view(match.to_act), Random(1)))


@pytest.mark.parametrize("players", [3, 4, 7])
@pytest.mark.parametrize("bot", LEVELS, ids=lambda bot: bot.name)
def test_X5_a_dog_takes_a_certain_trick_and_throws_no_card_away(bot: Bot, players: int) -> None:
    taken = knocked = 0
    for view in views_of_dogs(players, range(20)):
        s, chosen = situation_of(view), bot.choose(view, Random(1))
        if not s.winning_cards:
            assert chosen is PASS
            knocked += 1
        elif win_probability(s, s.legal[0]) == 1:
            assert chosen is s.legal[0]
            taken += 1
    assert taken
    assert knocked


def test_X5_a_novice_plays_at_the_first_chance_and_a_better_player_may_wait() -> None:
    waits = 0
    for view in views_of_dogs(4, range(20)):
        may_win = bool(situation_of(view).winning_cards)
        assert (novice.choose(view, Random(1)) is not PASS) == may_win
        waits += may_win and casual.choose(view, Random(1)) is PASS
    assert waits


@pytest.mark.parametrize("bot", [*BOTS, *STYLED], ids=lambda bot: bot.name)
def test_X5_every_bot_plays_the_deals_with_dogs(bot: Bot) -> None:
    dogs = 0
    for seed in range(3):
        match = new_match("knockout-whist", players=5, dogs_life=True, seed=seed)
        while not match.over:
            match = played(bot if match.deal.dogs else casual, match)
        dogs += match.standing.dogs_life_given
    assert dogs


def test_X5_search_refuses_to_value_the_choices_in_a_deal_with_a_dog() -> None:
    view = next(views_of_dogs(4, range(20)))
    with pytest.raises(OddtrickError, match=r"^seat \d has a dog's life in this deal, .* \(X5\)$"):
        Searcher("reviewer").evaluate(view, Random(1))
