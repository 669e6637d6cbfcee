"""Views in the layout of observations: the meaning of each part, in Python."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from oddtrick.cards import Card
from oddtrick.rules import Throw, TrumpSource
from oddtrick.solver.deals.observations import OBSERVATION_SIZE, split
from oddtrick.views import Awaited, PlayedTrick, View

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
    over = view.awaited is Awaited.NOTHING
    counts = view.counts or [
        size * (seat in view.seats and not over) for seat in range(rules.players)
    ]
    for seat, at in place.items():
        parts["in"][at] = seat in view.seats
        parts["side"][at] = rules.side_of(seat) == rules.side_of(view.seat)
        parts["held"][at] = counts[seat]
        parts["tricks"][at] = view.won[seat]
        for suit in view.voids[seat] if view.voids else ():
            parts["voids"][at, suit] = 1


def encoded_match(view: View) -> dict[str, NDArray[np.int16]]:
    """The parts of an observation that belong to the match rather than the deal."""
    place, throws = seats_from(view), tuple(Throw)
    sizes = {"tied": (8,), "thrown": (8,), "own_throw": (3,), "last_throws": (8, 3)}
    sizes |= {"throwing": (1,), "score": (8,), "games": (8,), "deal": (1,)}
    parts = {name: np.zeros(size, np.int16) for name, size in sizes.items()}
    throwing = view.awaited is Awaited.THROW
    parts["throwing"][...] = throwing
    for seat in view.thrown:
        parts["thrown"][place[seat]] = 1
    if view.own_throw is not None:
        parts["own_throw"][throws.index(view.own_throw)] = 1
    for seat, shown in view.contest:
        if isinstance(shown, Throw):
            parts["last_throws"][place[seat], throws.index(shown)] = 1
    over = view.awaited is Awaited.NOTHING
    score = view.standing.score if over else view.standing.carried
    for seat, at in place.items():
        side = view.rules.side_of(seat)
        parts["score"][at] = score[side]
        parts["games"][at] = view.standing.games[side]
    parts["deal"][...] = view.number
    return parts
