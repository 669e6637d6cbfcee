"""An observation is a function of the seat's view, and so holds no card that the seat can't see."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from oddtrick.cards import Card, Suit
from oddtrick.games import rules_of
from oddtrick.rules import TrumpSource
from oddtrick.solver.deals.observations import OBSERVATION_SIZE, PARTS, legal_table, split
from oddtrick.solver.deals.plan import DealStart
from oddtrick.solver.deals.playouts import play_deals
from oddtrick.solver.deals.vector import VectorDeals
from oddtrick.views import Awaited, PlayedTrick, View
from tests.support.solver.python_deals import KINDS, a_start, rules_for, states

Parts = dict[str, NDArray[np.uint8]]


def seats_from(view: View) -> dict[int, int]:
    """The position of each seat relative to the observer."""
    players = view.rules.players
    assert view.seat is not None
    return {(view.seat + place) % players: place for place in range(players)}


def flag_cards(into: NDArray[np.uint8], cards: Iterable[Card]) -> None:
    for card in cards:
        into[card] = 1


def encoded(view: View) -> NDArray[np.uint8]:
    """The view of a seat in the layout of observations: the layout's meaning, in Python."""
    observation = np.zeros(OBSERVATION_SIZE, np.uint8)
    parts, place = split(observation), seats_from(view)
    encode_cards(view, parts, place)
    encode_seats(view, parts, place)
    choosing = view.awaited is Awaited.CHOICE
    parts["choosing"][...] = choosing
    parts["trumps_led"][...] = not view.rules.break_trumps or (not choosing and view.broken)
    parts["hand_number"][...] = view.hand_number
    parts["hands"][...] = len(view.rules.plan.hands)
    parts["trick_number"][...] = len(view.tricks)
    return observation


def encode_cards(view: View, parts: Parts, place: dict[int, int]) -> None:
    flag_cards(parts["hand"], view.hand)
    flag_cards(parts["table"], view.table)
    for trick in (trick for hand in view.earlier for trick in hand):
        flag_cards(parts["earlier"], trick.cards)
    under_way = PlayedTrick(view.table_seats, view.table, 0)
    for trick in (*view.tricks, under_way):
        for seat, card in zip(trick.seats, trick.cards, strict=False):
            parts["played"][place[seat], card] = 1
    if view.turn_up is not None:
        parts["turn_up"][view.turn_up] = 1
    if view.table:
        parts["led"][view.table[0].suit] = 1
    if view.trump_known:
        parts["trump"][4 if view.trump is None else view.trump] = 1


def encode_seats(view: View, parts: Parts, place: dict[int, int]) -> None:
    rules = view.rules
    eldest = next(
        seat
        for seat in (*range(view.dealer + 1, rules.players), *range(view.dealer))
        if seat in view.seats
    )
    chosen = rules.trumps.source(view.number) is TrumpSource.CHOSEN
    one = {
        "to_act": view.to_act,
        "leader": view.table_seats[0] if view.table_seats else eldest,
        "dealer": view.dealer,
        "chooser": view.chooser if chosen else None,
        "turn_up_holder": view.turn_up_seat,
    }
    for name, seat in one.items():
        if seat is not None:
            parts[name][place[seat]] = 1
    assert view.seat is not None
    # Before the cards are dealt nobody holds any, but everybody knows how many there will be.
    size = rules.plan.sizes(view.number)[0]
    counts = view.counts or [size * (seat in view.seats) for seat in range(rules.players)]
    for seat, at in place.items():
        parts["in"][at] = seat in view.seats
        parts["side"][at] = rules.side_of(seat) == rules.side_of(view.seat)
        parts["held"][at] = counts[seat]
        parts["tricks"][at] = view.won[seat]
        for suit in view.voids[seat] if view.voids else ():
            parts["voids"][at, suit] = 1


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_an_observation_equals_the_view(
    kind: tuple[str, dict[str, Any]],
) -> None:
    rules, rng = rules_for(kind), Random(1)
    for _ in range(3):
        start = a_start(rules, rng)
        batch = play_deals(rules, 1, 3, start=start, record=["actions", "observations"])
        deals = VectorDeals(rules, 1, seed=3, start=start)
        *before, _ = states(batch, 0)
        for number, match in enumerate(before):
            assert match.to_act is not None
            own = batch.observations[0, number]
            assert difference(own, encoded(match.view(match.to_act))) == []
            for seat in {rng.randrange(rules.players), match.to_act}:
                seen = deals.observe(seat)[0]
                assert difference(seen, encoded(match.view(seat))) == []
            deals.step(batch.actions[0, number : number + 1])


def difference(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> list[str]:
    """The parts in which two observations are not the same."""
    ours, theirs = split(one), split(other)
    return [name for name in PARTS if not np.array_equal(ours[name], theirs[name])]


def test_indistinguishable_deals_have_equal_observations() -> None:
    """Of one card each there are few hands: all deals that bring the same one are compared."""
    rules = rules_of("knockout-whist", players=4, choose="seen")
    start = DealStart(number=6, dealer=3, chooser=0)
    batch = play_deals(rules, 5_000, 5, start=start, record=["observations"])
    alike: dict[int, set[bytes]] = {}
    for hand, seen in zip(batch.dealt[:, 0, 0].tolist(), batch.observations[:, 0], strict=True):
        alike.setdefault(hand, set()).add(seen.tobytes())
    assert len(alike) == 52
    assert all(len(seen) == 1 for seen in alike.values())


def test_the_parts_partition_an_observation() -> None:
    ends = [0, *(place.stop for place in PARTS.values())]
    assert [place.start for place in PARTS.values()] == ends[:-1]
    assert ends[-1] == OBSERVATION_SIZE


def test_the_legal_table_has_the_bits_of_the_masks() -> None:
    masks = np.array([[1, 1 << 51], [(1 << 52) - 1, 0xF << 52]], dtype=np.uint64)
    table = legal_table(masks)
    assert table.shape == (2, 2, 56)
    assert (table @ (1 << np.arange(56)) == masks.astype(np.int64)).all()
    assert table[1, 1].nonzero()[0].tolist() == [52 + suit for suit in Suit]
