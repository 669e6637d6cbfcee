"""Tests that batches of deals take lawful calls and contracts of their game alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace

from oddtrick.bots.search.rollout import FEATURE_COUNT, Policy
from oddtrick.bots.search.self_play import collect_training_data, play_deals_by_policy
from oddtrick.calls import PASS, Bid, Calls
from oddtrick.cards import Card, Suit, mask_of
from oddtrick.errors import OddtrickError
from oddtrick.games import GAMES, rules_of
from oddtrick.rules import Contract, Rules
from oddtrick.solver.deals import DealStart, VectorDeals, play_deals
from oddtrick.solver.deals.called_deals import CalledDeals, plan_batch
from oddtrick.views import View

UNTRAINED = Policy(np.zeros(FEATURE_COUNT, np.int16))
Maker = Callable[[Rules, DealStart | None], object]
MAKERS: dict[str, Maker] = {
    "play_deals": lambda rules, start: play_deals(rules, 9, 1, start=start),
    "VectorDeals": lambda rules, start: VectorDeals(rules, 3, start=start),
    "play_deals_by_policy": lambda rules, start: play_deals_by_policy(
        rules, start or DealStart(), UNTRAINED, 3, seed=1
    ),
    "collect_training_data": lambda rules, start: collect_training_data(
        rules, start or DealStart(), UNTRAINED, {0}, deals=3, seed=1
    ),
}
MAKE = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)


def bids(*numbers: int, name: str = "bids") -> Calls:
    return ((name, tuple((seat, Bid(number)) for seat, number in enumerate(numbers))),)


WRONG: dict[str, tuple[DealStart, str]] = {
    "an unknown phase": (
        DealStart(calls=bids(1, 1, 1, 1, name="bidz")),
        "oh-hell: the phase 'bids' comes where the phase 'bidz' is given",
    ),
    "an unknown bid": (
        DealStart(calls=(("bids", tuple((seat, Bid(name="nil")) for seat in range(4))),)),
        "nil is no call of oh-hell, as Rules.calls lists them",
    ),
    "a bid above all deals": (DealStart(calls=bids(1, 50, 1, 1)), "50 is no call of oh-hell"),
    "a bid above the deal": (
        DealStart(number=9, calls=bids(0, 2, 1, 1)),
        "oh-hell: seat 1 may not call 2, only 0, 1 (O3)",
    ),
    "a broken hook": (
        DealStart(calls=bids(4, 2, 2, 2)),
        "10: the last bid may not bring the sum to 10, the number of tricks (O4)",
    ),
    "a missing seat": (
        DealStart(calls=(("bids", bids(1, 1, 1, 1)[0][1][1:]),)),
        "oh-hell: seat 0 calls in 'bids': give its call, too",
    ),
    "a seat that calls twice": (
        DealStart(calls=(("bids", (*bids(1, 1, 1, 1)[0][1], (2, Bid(1)))),)),
        "oh-hell: seat 2 does not call as often in 'bids' as is given",
    ),
    "another phase after it": (
        DealStart(calls=(*bids(1, 1, 1, 1), ("auction", ()))),
        "oh-hell: no phase of calls comes where the phase 'auction' is given",
    ),
}


@MAKE
@pytest.mark.parametrize("what", WRONG)
def test_calls_that_are_none_of_the_game_are_refused(make: Maker, what: str) -> None:
    start, said = WRONG[what]
    with pytest.raises(OddtrickError) as caught:
        make(rules_of("oh-hell"), start)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@MAKE
def test_a_game_without_calls_takes_none(make: Maker) -> None:
    with pytest.raises(OddtrickError, match=r"^whist has no calls: leave out DealStart"):
        make(rules_of("whist"), DealStart(calls=bids(1, 1, 1, 1)))
    for lawful in (bids(1, 1, 1, 1), bids(9, 9, 9, 9), bids(0, 0, 1, 10)):
        make(rules_of("oh-hell"), DealStart(calls=lawful))


DOWN = Contract(bid=Bid(4, "downtown"), declarer=2, side=(0, 2), trump=Suit.HEARTS, leader=2)
IMPOSSIBLE: dict[str, tuple[str, Contract, str]] = {
    "a game without any": ("whist", DOWN, "whist has no contracts, and so not 4 downtown"),
    "a number too high": (
        "bid-whist",
        replace(DOWN, bid=Bid(9, "downtown")),
        "9 downtown is no contract of bid-whist, as Rules.contracts lists them",
    ),
    "without its trumps": ("bid-whist", replace(DOWN, trump=None), "4 downtown is played with"),
    "a declarer of the other side": (
        "bid-whist",
        replace(DOWN, declarer=1),
        "4 downtown is undertaken by seat 1, which is none of the seats (0, 2)",
    ),
    "a leader who has no seat": ("bid-whist", replace(DOWN, leader=4), "there is no seat 4"),
}


@MAKE
@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_a_contract_that_nobody_may_make_is_refused(make: Maker, what: str) -> None:
    game, contract, said = IMPOSSIBLE[what]
    with pytest.raises(OddtrickError) as caught:
        make(rules_of(game).under(contract), None)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["play_deals_by_policy", "collect_training_data"])
def test_policies_that_neither_call_nor_draw_say_so_of_each_game(name: str) -> None:
    said = {
        "oh-hell": "nobody calls: give the calls, as DealStart(calls=…)",
        "german-whist": "policies that draw no cards from a stock",
    }
    for game in GAMES:
        rules = game.rules()
        if not rules.course and rules.plan.stock is None:
            MAKERS[name](rules, None)
            continue
        with pytest.raises(OddtrickError, match=rf"^{game.id}: these deals are ") as caught:
            MAKERS[name](rules, None)
        assert said.get(game.id, "give a contract, as rules.under(contract)") in str(caught.value)
    with pytest.raises(OddtrickError, match=r"under 4 downtown the declarer exchanges cards$"):
        MAKERS[name](rules_of("bid-whist").under(DOWN), None)


def test_deals_under_a_contract_are_those_in_which_it_is_called() -> None:
    """A given contract, without calls, is the one that the calls of an auction lead to."""
    rules = rules_of("solo-whist")
    misere = Contract(bid=Bid(name="misere"), declarer=1, side=(1,))
    auction = ((1, misere.bid), *((seat, PASS) for seat in (2, 3, 0)))
    start = DealStart(calls=(("auction", auction),))
    called = play_deals(rules, 200, seed=3, start=start)
    given = play_deals(rules.under(misere), 200, seed=3)
    assert set(called.contracts) == {misere}
    assert isinstance(plan_batch(rules, start), CalledDeals)
    for name in ("dealt", "turn_up", "trump", "tricks"):
        assert (getattr(called, name) == getattr(given, name)).all()
    sides = rules.under(misere).sides
    for seat in range(4):
        side = next(at for at, each in enumerate(sides) if seat in each)
        assert (called.rewards[:, seat] == given.rewards[:, side]).all()
    ends = play_deals_by_policy(rules.under(misere), DealStart(), UNTRAINED, 200, seed=3)
    assert set(ends.points[:, 0].ravel().tolist()) <= {9, -9, 3, -3}


def test_the_declarer_of_a_given_contract_exchanges_cards() -> None:
    batch = play_deals(rules_of("bid-whist").under(DOWN), 50, seed=3, record=["actions"])
    assert set(batch.contracts) == {DOWN}
    assert (batch.trump == Suit.HEARTS).all()
    assert (batch.players[:, 0] == 2).all()
    for row in range(50):
        ((name, made),) = batch.calls[row]
        assert (name, len(made)) == ("discards", 4)
        put_away = mask_of(card for _, card in made if isinstance(card, Card))
        kitty = (1 << 52) - 1 & ~sum(batch.dealt[row, 0].tolist())
        played = dict.fromkeys(range(4), 0)
        for seat, card in zip(
            batch.players[row].tolist(), batch.actions[row].tolist(), strict=True
        ):
            played[seat] |= 1 << card
        assert played[2] == (int(batch.dealt[row, 0, 2]) | kitty) & ~put_away


def test_a_caller_sees_the_view_of_its_seat_and_makes_the_calls() -> None:
    seen: list[int | None] = []

    def caller(view: View) -> Bid:
        seen.append(view.seat)
        return Bid(0 if view.seat else 1)

    batch = play_deals(rules_of("oh-hell"), 5, seed=1, caller=caller)
    assert seen == [1, 2, 3, 0] * 5
    made = (("bids", ((1, Bid(0)), (2, Bid(0)), (3, Bid(0)), (0, Bid(1)))),)
    assert batch.calls == [made] * 5
    with pytest.raises(OddtrickError, match="may not call 20, only 0, 1, 2"):
        play_deals(rules_of("oh-hell"), 5, seed=1, caller=lambda _: Bid(20))
