"""Tests that a deal of a game with calls is solved under its contract, for the aim of a side."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from oddtrick.calls import Bid
from oddtrick.cards import Card, Hand
from oddtrick.cli.solve_input import Problem, position_at
from oddtrick.cli.solve_input import position_of as problem_position
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError
from oddtrick.games import GAMES, rules_of
from oddtrick.match import Match, Playing
from oddtrick.solver import Position, Solver
from oddtrick.solver.aim import Aim, aim_of
from oddtrick.solver.double_dummy import DoubleDummy, position_of
from tests.support.extent import times
from tests.support.reference.minimax import Table, results_by_card

VARIANTS: dict[str, dict[str, object]] = {
    "bid-whist": {},
    "bid-whist, bad aces": {"aces": "bad"},
    "solo-whist": {},
    "solo-whist, no deal thrown in": {"no_bid": "general-misere"},
    "solo-whist, no overtricks": {"overtricks": False},
    "minnesota-whist": {},
    "oh-hell": {},
}
"""Games with calls, some with other options."""


def aim_by_the_book(game: str, bid: str) -> Aim:
    """Returns what a side wants, as the pages of rules tell it (B5, SO2, SO6, M4, O5)."""
    if game == "oh-hell" or bid == "general misere":
        return Aim.OTHER
    lost = {("solo-whist", "misere"), ("solo-whist", "open misere"), ("minnesota-whist", "low")}
    return Aim.FEWEST if (game, bid) in lost else Aim.MOST


def order_by_the_book(bid: str, options: dict[str, object]) -> str:
    """Returns the order of the cards, as the page of Bid Whist tells it (B4)."""
    if not bid.endswith((" downtown", " low")):
        return "ace-high"
    return "low-wins" if options.get("aces") == "bad" else "low-wins-ace-high"


def endings(variant: str, tricks: int, deals: int) -> Iterator[Match]:
    """Yields deals of random calls and plays before their last few tricks.

    Half of the calls are a pass where that is legal: else few contracts are low ones.
    """
    game = variant.partition(",")[0]
    for seed in range(deals):
        rng = Random(f"{variant} {seed}")
        match = new_match(rules=rules_of(game, **VARIANTS[variant]), seed=seed)
        while not isinstance(match.phase, Playing) or _left(match) > tricks:
            if match.number or match.over:
                break  # thrown in
            legal = match.legal_actions()
            calm = [action for action in legal if str(action) == "pass"]
            match = match.apply(rng.choice(calm if calm and rng.random() < 0.5 else legal))
        else:
            yield match


def _left(match: Match) -> int:
    """The tricks to be played, with the one under way."""
    assert isinstance(match.phase, Playing)
    return match.phase.layout.tricks - len(match.phase.winners)


def bid_of(match: Match) -> str:
    return "" if match.deal.contract is None else str(match.deal.contract.bid)


def own_side(match: Match) -> set[int]:
    rules = match.deal_rules
    assert match.to_act is not None
    return set(rules.sides[rules.side_of(match.to_act)])


def tricks_by_minimax(match: Match, options: dict[str, object]) -> dict[str, int]:
    """Returns the tricks that the side to play takes from here after each card."""
    phase, ours = match.phase, own_side(match)
    assert isinstance(phase, Playing)
    few = aim_by_the_book(match.rules.game, bid_of(match)) is Aim.FEWEST
    table = Table(
        {seat: list(map(str, Hand(phase.held(seat)))) for seat in range(4)},
        "" if phase.layout.trump is None else phase.layout.trump.letter,
        phase.trick.leader,
        set(range(4)) - ours if few else ours,
        order_by_the_book(bid_of(match), options),
        on_table=list(map(str, phase.trick.cards)),
    )
    return results_by_card(table, lambda won: sum(seat in ours for seat, _, _ in won))


def points_by_minimax(match: Match) -> dict[Card, int]:
    """Returns the lead in points of the side to play after each card, by the match itself."""
    ours = own_side(match)

    def lead(now: Match) -> int:
        if now.number != match.number or now.over:
            points = dict(zip(now.rules.sides, now.result[-1].points, strict=True))
            own, other = [
                next(scored for side, scored in points.items() if (side[0] in ours) is mine)
                for mine in (True, False)
            ]
            return own - other
        found = [lead(now.apply(action)) for action in now.legal_actions()]
        return max(found) if now.to_act in ours else min(found)

    return {
        card: lead(match.apply(card)) for card in match.legal_actions() if isinstance(card, Card)
    }


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_deal_is_solved_for_the_aim_of_its_contract(variant: str) -> None:
    solver, seen = Solver(8), set[Aim]()
    for match in endings(variant, 3, times(40, whole=300)):
        aim = aim_by_the_book(match.rules.game, bid_of(match))
        assert aim_of(match.deal_rules) is aim
        seen.add(aim)
        if aim is Aim.OTHER:
            with pytest.raises(OddtrickError, match="has no double-dummy value"):
                position_of(match)
            continue
        values = solver.solve_cards(position_of(match))
        expected = tricks_by_minimax(match, VARIANTS[variant])
        assert {str(card): value for card, value in values.items()} == expected, bid_of(match)
    assert seen == AIMS.get(variant, {Aim.MOST, Aim.FEWEST})


AIMS = {
    "bid-whist": {Aim.MOST},
    "bid-whist, bad aces": {Aim.MOST},
    "solo-whist, no deal thrown in": set(Aim),
    "oh-hell": {Aim.OTHER},
}
"""The aims that come up, where they are others than most and fewest."""


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name != "oh-hell"])
def test_the_best_cards_are_those_that_bring_most_points(variant: str) -> None:
    """The points of a deal never fall with the tricks that its sides want."""
    solver, deals = Solver(8), 0
    for match in endings(variant, 2, times(25, whole=200)):
        if aim_of(match.deal_rules) is Aim.OTHER:
            continue
        position = position_of(match)
        points, values = points_by_minimax(match), solver.solve_cards(position)
        best, deals = max(points.values()), deals + 1
        wanted = position.best(values.values())
        assert all(points[card] == best for card, value in values.items() if value == wanted)
    assert deals > 10


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_last_trick_goes_to_the_side_that_wins_it_in_the_match(variant: str) -> None:
    """Nobody has a choice in it: it shows every error in the order of the cards and the sides."""
    for match in endings(variant, 1, times(60, whole=600)):
        if aim_of(match.deal_rules) is Aim.OTHER:
            continue
        ours, now = own_side(match), match
        while now.number == match.number and not now.over:
            now = now.apply(*now.legal_actions())
        (winner,) = now.all_deals[match.number].hands[-1].winners[-1:]
        value = Solver(0).solve(position_at(match))
        assert value == int(winner in ours), bid_of(match)


@pytest.mark.parametrize("variant", ["bid-whist", "solo-whist", "minnesota-whist"])
def test_a_problem_with_its_contract_is_the_position_of_the_match(variant: str) -> None:
    for match in endings(variant, 3, times(40, whole=300)):
        contract, position = match.deal.contract, position_at(match)
        assert contract is not None
        together = contract.bid == Bid(name="proposal")
        alone = () if contract.declarer is None else (contract.declarer,)
        problem = Problem(
            hands=tuple(map(str, position.hands)),
            trump=None if contract.trump is None else contract.trump.letter,
            leader=position.leader,
            trick=tuple(map(str, position.trick)),
            game=variant,
            contract=str(contract.bid),
            declarer=contract.side if together else alone,
        )
        assert problem_position(problem) == position, bid_of(match)


CALLS = {game.id for game in GAMES if rules_of(game.id).terms is not None}


def test_a_position_of_a_game_with_contracts_needs_the_contract() -> None:
    assert {"bid-whist", "minnesota-whist", "solo-whist"} == CALLS
    for game in CALLS:
        rules = rules_of(game)
        with pytest.raises(OddtrickError, match=f"{game} is played under a contract: give the"):
            Position.of(rules, [Hand.of([Card(seat)]) for seat in range(4)], None, 0)


@pytest.mark.parametrize("variant", ["minnesota-whist", "solo-whist"])
def test_the_oracle_of_a_deal_to_lose_tricks_values_those_most_that_lose_them(variant: str) -> None:
    low = [one for one in endings(variant, 2, 40) if position_of(one).fewest]
    assert low
    for match in low:
        points, values = points_by_minimax(match), DoubleDummy().card_values(match, 1)
        best = max(values, key=values.__getitem__)
        assert points[best] == max(points.values())
