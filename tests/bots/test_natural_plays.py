"""Play that a good player calls natural: in positions of the literature, and in whole deals."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from oddtrick.bots import BOTS, Bot, RuleBot, casual, club, expert
from oddtrick.bots import search as searching
from oddtrick.bots.heuristics.inference import denied_by
from oddtrick.bots.heuristics.situation import stronger_cards
from oddtrick.bots.search.tie_break import TIE_ERRORS
from oddtrick.cards import Card, Rank
from oddtrick.dealing import new_match
from oddtrick.games import list_games
from oddtrick.views import Awaited, View
from tests.support.extent import part, times
from tests.support.natural_plays import MOMENTS, PRINCIPLES, Moment, Principle
from tests.support.quick_search import QUICK, random_match_after

BEYOND_CASUAL = {"second hand, the lower of two honours", "partner's trumps are returned"}
"""Conventions that the level does not know."""

by_principle = pytest.mark.parametrize("principle", PRINCIPLES, ids=lambda each: each.name)


@by_principle
def test_club_plays_a_natural_card(principle: Principle) -> None:
    assert not unnatural(club, principle.moments())


@by_principle
def test_casual_plays_a_natural_card(principle: Principle) -> None:
    assert bool(unnatural(casual, principle.moments())) == (principle.name in BEYOND_CASUAL)


def unnatural(bot: Bot, moments: list[Moment]) -> list[str]:
    chosen = [(moment, bot.choose(moment.view, Random(1))) for moment in moments]
    return [f"{moment}: {card}" for moment, card in chosen if card not in moment.natural]


@by_principle
def test_expert_plays_a_natural_card_unless_its_search_finds_a_better_one(
    principle: Principle,
) -> None:
    for moment in part(principle.moments(), 1):
        view = moment.view
        evaluation = searching.expert.evaluate(view)
        natural = max((evaluation.of(card) for card in moment.natural), key=lambda of: of.utility)
        behind = evaluation.best.utility - natural.utility
        is_worse = behind > TIE_ERRORS * natural.error
        assert evaluation.chosen in moment.natural or is_worse, f"{moment}: {evaluation.chosen}"


@by_principle
def test_a_position_offers_other_cards_too(principle: Principle) -> None:
    moments = principle.moments()
    assert principle.sources
    assert len(moments) >= 5
    for moment in moments:
        legal = set(moment.view.legal)
        assert moment.view.hand <= moment.dealt
        assert set(moment.natural) < legal


def test_the_table_has_two_hundred_positions() -> None:
    assert len({str(moment) for moment in MOMENTS}) == len(MOMENTS) >= 200


@pytest.mark.parametrize("bot", [*(bot for bot in BOTS if isinstance(bot, RuleBot)), QUICK, expert])
def test_the_same_view_gets_the_same_card_whatever_the_seed(bot: Bot) -> None:
    # An expert is the quick search with more worlds.
    every, few = (MOMENTS[::30], 4) if bot is expert else (MOMENTS, 40)
    for moment in part(every, few):
        first = bot.choose(moment.match(0).view(moment.seat), Random(0))
        for seed in (1, 2):
            assert bot.choose(moment.match(seed).view(moment.seat), Random(seed)) is first, moment


@pytest.mark.parametrize("game", [game.id for game in list_games()])
def test_a_search_is_a_function_of_the_view_in_every_game(game: str) -> None:
    for number in range(8):
        match = random_match_after(game, 3 * number, seed=number)
        view = match.view(match.to_act)
        if view.awaited is Awaited.CARD:
            cards = {QUICK.choose(view, Random(seed)) for seed in range(4)}
            assert cards == {QUICK.evaluate(view).chosen}


# The same in whole deals.


def plays_of(bot: Bot, game: str, deals: int, **options: Any) -> Iterator[tuple[View, Card]]:
    """Each card that the bot plays in some deals, with the view that it had."""
    for seed in range(deals):
        match, rng = new_match(game, seed=seed, **options), Random(seed)
        while match.number == 0 and not match.over:
            view = match.view(match.to_act)
            action = bot.choose(view, rng)
            if isinstance(action, Card) and view.awaited is Awaited.CARD:
                yield view, action
            match = match.apply(action)


@pytest.mark.parametrize("bot", [club, QUICK], ids=lambda bot: str(bot.name))
def test_no_honour_led_denies_a_card_that_the_leader_holds(bot: Bot) -> None:
    leads, untrue = 0, []
    for view, card in plays_of(bot, "whist", times(6 if bot is QUICK else 40, whole=100)):
        if not view.table and card.rank >= Rank.TEN:
            leads += 1
            if denied_by(view, card, stronger_cards(view.rules.order, view.trump)) & view.hand.mask:
                untrue.append((view.hand, card))
    assert leads > 20
    # A search leads so where it finds another card clearly worse.
    assert len(untrue) <= (leads / 50 if bot is QUICK else 0), untrue


@pytest.mark.parametrize("bot", [casual, club], ids=lambda bot: str(bot.name))
def test_partners_ace_or_king_is_not_ruffed_in_third_hand(bot: Bot) -> None:
    chances = 0
    for view, card in plays_of(bot, "whist", times(60, whole=200)):
        if len(view.table) != 2 or view.trick.winner == view.table_seats[1]:
            continue
        led, suits = view.table[0], {each.suit for each in view.hand}
        if led.rank < Rank.KING or led.suit is view.trump or led.suit in suits:
            continue
        if view.trump in suits and len(suits) > 1:
            chances += 1
            assert card.suit is not view.trump, (view.hand, view.table)
    assert chances > 10


def test_the_ten_is_not_led_before_a_better_trump_that_draws_those_above_it() -> None:
    for view, card in plays_of(club, "scotch-whist", times(100, whole=250), players=4, sides=2):
        if view.table or card.suit is not view.trump or card.rank is not Rank.TEN:
            continue
        above = stronger_cards(view.rules.order, view.trump)[card]
        shown = view.turn_up if view.turn_up_seat not in (None, view.seat) else None
        out = view.unseen.mask | (shown.bit if shown is not None else 0)
        best = max(view.hand.suit(view.trump), key=view.trick.order.__getitem__)
        draws = best is not card and not out & stronger_cards(view.rules.order, view.trump)[best]
        assert not (draws and out & above), (view.hand, view.trump)
