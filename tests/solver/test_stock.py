"""The solver while cards are drawn from a stock (G3), and once the stock is gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import comb
from random import Random

import pytest
from msgspec.structs import replace

from oddtrick.arena.players import check_entrant, find_entrant
from oddtrick.bots.search import SearchBudget, Searcher
from oddtrick.cards import CARDS, Card, Hand, mask_of
from oddtrick.cli.solve_input import position_at
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from oddtrick.games import rules_of
from oddtrick.match import Deal, Match, Playing, start
from oddtrick.rules import Rules
from oddtrick.solver.double_dummy import DoubleDummy
from oddtrick.solver.importance import weigh
from oddtrick.solver.pimc import evaluate
from oddtrick.solver.sampling import worlds
from tests.support.bidding_games import ExactBids
from tests.support.extent import times
from tests.support.stock_games import OPEN, stock_rules

GERMAN = rules_of("german-whist")
THREE = replace(stock_rules(OPEN, mask_of(CARDS[:24]), 4), players=3, sides=((0,), (1,), (2,)))
"""A game for three: once the stock is gone, a seat still does not know the others' cards."""


def moments(rules: Rules, seed: int) -> Iterator[Match]:
    match, rng = new_match(rules=rules, seed=seed, dealer=0), Random(seed)
    while not match.over:
        yield match
        match = match.apply(rng.choice(match.legal_actions()))


def to_act(match: Match) -> int:
    assert match.to_act is not None
    return match.to_act


QUESTIONS: dict[str, Callable[[Match], object]] = {
    "evaluate": lambda match: evaluate(match.view(match.to_act), 1, seed=0),
    "card_values": lambda match: DoubleDummy().card_values(match, 1),
    "solve": position_at,
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_nothing_is_solved_while_cards_are_to_be_drawn(question: str) -> None:
    """Without the stock another game would be solved: with as many cards, and other cards."""
    for match in moments(GERMAN, 3):
        assert isinstance(match.phase, Playing)
        if match.phase.layout.stock:
            with pytest.raises(
                OddtrickError, match="still in the stock, and the solver draws none"
            ):
                QUESTIONS[question](match)
        elif len(match.phase.winners) > 22:
            QUESTIONS[question](match)


def test_plays_weigh_no_worlds_after_a_draw() -> None:
    """A card drawn later was not in the hand behind a play: with it the weight would be wrong."""
    for match in moments(GERMAN, 4):
        view = match.view(match.to_act)
        drawn = worlds(view).draw(2, seed=1)
        if view.drawn:
            with pytest.raises(OddtrickError, match="cards were drawn since the deal"):
                weigh(view, drawn, lambda _: 1)
        else:
            assert len(weigh(view, drawn, lambda _: 1).weights) == 2


def test_without_a_stock_two_players_know_each_others_cards() -> None:
    """There is one world, however many deals may have led to it; and it is the true one."""
    seen = 0
    for seed in range(times(12, whole=60)):
        for match in moments(GERMAN, seed):
            assert isinstance(match.phase, Playing)
            if match.phase.layout.stock:
                continue
            here = worlds(match.view(match.to_act))
            assert here.count == 1
            assert here.draw_worlds(1, seed=0) == [*here.all()]
            held = tuple(Hand(match.phase.held(seat)) for seat in (0, 1))
            assert here.draw_worlds(1, seed=0)[0].hands == held
            seen += 1
    assert seen > 200


@pytest.mark.parametrize("card", CARDS)
def test_there_are_worlds_whatever_card_is_turned_up(card: Card) -> None:
    rest = [each for each in CARDS if each is not card]
    stock = (card, *rest[26:])
    deal = Deal(((Hand.of(rest[:13]), Hand.of(rest[13:26])),), card, stock)
    match = start(GERMAN, dealer=0).apply(deal)
    for seat in (None, 0, 1):
        here = worlds(match.view(seat))
        assert here.count == comb(51 if seat is None else 38, 13) * (
            seat is not None or comb(38, 13)
        )
        assert not any(card in hand for hand in here.draw_worlds(1, seed=2)[0].hands)


def test_the_worlds_evaluated_are_those_drawn_from_the_view() -> None:
    compared = 0
    for seed in range(times(8, whole=40)):
        for match in moments(THREE, seed):
            view = match.view(to_act(match))
            if view.stock or worlds(view).drawn is None:
                continue
            found = evaluate(view, 12, seed, first=3)
            assert (found.hands == worlds(view).draw(12, seed, first=3).hands).all()
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("game", ["german-whist", "oh-hell"])
def test_the_oracle_is_refused_where_it_cannot_solve(game: str) -> None:
    with pytest.raises(OddtrickError, match=f"oracle solves no deals of {game}"):
        check_entrant(find_entrant("oracle"), rules_of(game))
    check_entrant(find_entrant("oracle"), rules_of("knockout-whist"))


def test_a_stock_is_searched_only_where_more_tricks_of_two_players_are_better() -> None:
    searcher = Searcher("tried", SearchBudget())
    searcher.check(GERMAN)
    for rules in (THREE, replace(GERMAN, scoring=ExactBids()), replace(GERMAN, break_trumps=True)):
        with pytest.raises(OddtrickError, match="the more the better"):
            searcher.check(rules)
