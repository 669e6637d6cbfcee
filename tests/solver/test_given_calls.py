"""Tests that batches of deals take the calls of their game alone, and refuse contracts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from oddtrick.calls import Bid, Calls
from oddtrick.errors import OddtrickError
from oddtrick.games import GAMES, rules_of
from oddtrick.rules import Rules
from oddtrick.solver.deals import DealStart, VectorDeals, play_deals

MAKERS: dict[str, Callable[[Rules, DealStart | None], object]] = {
    "play_deals": lambda rules, start: play_deals(rules, 9, 1, start=start),
    "VectorDeals": lambda rules, start: VectorDeals(rules, 3, start=start),
}
MAKE = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)


def bids(*numbers: int, name: str = "bids") -> Calls:
    return ((name, tuple((seat, Bid(number)) for seat, number in enumerate(numbers))),)


@MAKE
def test_games_with_contracts_are_refused_whatever_was_called(
    make: Callable[[Rules, DealStart | None], object],
) -> None:
    with_contracts = [game.id for game in GAMES if game.rules().terms is not None]
    assert len(with_contracts) == 3
    for game in with_contracts:
        rules = rules_of(game)
        for start in (None, DealStart(calls=(("auction", ((0, Bid(name="misere")),)),))):
            with pytest.raises(OddtrickError, match=rf"^{game}: batches of deals play no contrac"):
                make(rules, start)


WRONG: dict[str, tuple[DealStart, str]] = {
    "an unknown phase": (
        DealStart(calls=bids(1, 1, 1, 1, name="bidz")),
        "oh-hell: calls of the phase 'bidz' change no points: give those of its own",
    ),
    "an unknown bid": (
        DealStart(calls=(("bids", tuple((seat, Bid(name="nil")) for seat in range(4))),)),
        "nil is no call of oh-hell, as Rules.calls lists them",
    ),
    "a bid above all deals": (DealStart(calls=bids(1, 1, 1, 11)), "11 is no call of oh-hell"),
    "a bid above the deal": (
        DealStart(number=9, calls=bids(0, 2, 1, 1)),
        "seat 1 can't bid 2: deal 9 has 1 tricks",
    ),
    "a missing seat": (
        DealStart(calls=bids(1, 1, 1)),
        "oh-hell: the seats [0, 1, 2] have bid: give a bid of each seat",
    ),
    "no calls": (DealStart(), "oh-hell: batches of deals make no calls: give those made as"),
}


@MAKE
@pytest.mark.parametrize("what", WRONG)
def test_calls_that_are_none_of_the_game_are_refused(
    make: Callable[[Rules, DealStart | None], object], what: str
) -> None:
    start, said = WRONG[what]
    with pytest.raises(OddtrickError) as caught:
        make(rules_of("oh-hell"), start)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@MAKE
def test_a_game_without_calls_takes_none(
    make: Callable[[Rules, DealStart | None], object],
) -> None:
    said = "whist: calls of the phase 'bids' change no points: give those of its own"
    with pytest.raises(OddtrickError, match=said):
        make(rules_of("whist"), DealStart(calls=bids(1, 1, 1, 1)))
    for lawful in (bids(1, 1, 1, 1), bids(9, 9, 9, 9), bids(0, 0, 0, 10)):
        make(rules_of("oh-hell"), DealStart(calls=lawful))
