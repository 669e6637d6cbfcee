"""Observations: the information of one seat as a row of numbers, in one layout for every game.

Seats are counted clockwise from the observer, which is seat 0; seats beyond the table are empty.
All numbers are 0 to 255, most of them flags. Cards that the seat cannot see make no difference:
those in other hands, its own of later hands (S4), and, before a blind choice of trumps (K3), its
own.

===================  =========  ==================================================================
part                 shape      meaning
===================  =========  ==================================================================
``hand``             (52,)      own cards
``table``            (52,)      cards of the trick under way
``earlier``          (52,)      cards played in the earlier separate hands of the deal (S4)
``turn_up``          (52,)      the card turned up (W4, K2)
``played``           (8, 52)    cards that each seat has played in this hand, those on the table too
``voids``            (8, 4)     suits that each seat has shown to be out of in this hand
``trump``            (5,)       clubs, diamonds, hearts, spades, none; all 0: yet to be chosen
``led``              (4,)       the suit led to the trick under way
``to_act``           (8,)       the seat to act
``leader``           (8,)       the seat that leads, or has led, to this trick
``dealer``           (8,)       the seat that dealt
``chooser``          (8,)       the seat that chooses, or has chosen, trumps (K3)
``turn_up_holder``   (8,)       the seat that holds the card turned up, until it is played
``in``               (8,)       the seats that play (K4)
``side``             (8,)       the seats of the observer's side, the observer among them
``held``             (8,)       number of cards of each seat
``tricks``           (8,)       number of tricks of each seat in this deal
``choosing``         (1,)       trumps are being chosen
``trumps_led``       (1,)       anyone may lead trumps (K7)
``hand_number``      (1,)       number of the separate hand, from 0
``hands``            (1,)       number of separate hands
``trick_number``     (1,)       number of complete tricks of this hand
===================  =========  ==================================================================

>>> parts = split(np.arange(OBSERVATION_SIZE))
>>> parts["played"].shape, int(parts["voids"][0, 0]), len(parts)
((8, 52), 624, 22)
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from oddtrick.cards import Suit
from oddtrick.errors import OddtrickError
from oddtrick.rules import TrumpSource
from oddtrick.solver import _kernel
from oddtrick.solver.position import check_no_dogs
from oddtrick.tricks import left_of
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oddtrick.views import View

OBSERVATION_SIZE: int = _kernel.OBSERVATION_SIZE
"""The length of an observation."""

STOCK_SIZE: int = _kernel.STOCK_SIZE
"""The length of what is observed of a stock."""

ORDER_SIZE: int = _kernel.ORDER_SIZE
"""The length of what is observed of the order of the tricks."""

ACTIONS = 56
"""The number of actions: a card by its index, or 52 + suit for the choice of trumps (K3)."""

_BEGINS: dict[str, int] = _kernel.observation_parts()
_ENDS = dict(pairwise((*_BEGINS, "")))
PARTS: dict[str, slice] = {
    name: slice(begin, _BEGINS.get(_ENDS[name], OBSERVATION_SIZE))
    for name, begin in _BEGINS.items()
}
"""The slice of each part of an observation."""

_TABLES = {"played": (8, 52), "voids": (8, 4)}
_CARDS = 52
_BEGIN = {name: place.start for name, place in PARTS.items()}
_NO_TRUMPS = len(Suit)


def split(observations: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """Splits observations ``[..., OBSERVATION_SIZE]`` into parts by name, as shaped views."""
    parts = {}
    for name, place in PARTS.items():
        shape = _TABLES.get(name, (place.stop - place.start,))
        parts[name] = observations[..., place].reshape((*observations.shape[:-1], *shape))
    return parts


def legal_table(masks: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Expands masks of legal actions ``[...]`` to flags ``[..., 56]``.

    >>> legal_table(np.array([0b101], dtype=np.uint64)).nonzero()[1].tolist()
    [0, 2]
    """
    little = np.ascontiguousarray(masks, dtype="<u8")[..., None].view(np.uint8)
    return np.unpackbits(little, axis=-1, count=ACTIONS, bitorder="little")


def observe_view(view: View) -> NDArray[np.uint8]:
    """Returns the observation of a view: ``[OBSERVATION_SIZE]`` uint8.

    It is what ``VectorDeals`` shows the same seat: a model that was trained on the arrays of the
    kernel plays from views by it.

    >>> from oddtrick.dealing import new_match
    >>> seen = observe_view(new_match("whist", seed=7).view(0))
    >>> seen.shape, seen.dtype, int(seen[:52].sum())
    ((742,), dtype('uint8'), 13)

    Raises:
        OddtrickError: it is the view of a spectator, who has no seat to count from, or of a deal
            in which a seat may pass (X5).
    """
    check_no_dogs(view.dogs)
    if view.seat is None:
        raise OddtrickError("a spectator has no observation: take the view of a seat")
    numbers = np.zeros(OBSERVATION_SIZE, np.uint8)
    numbers[_flags(view, view.seat)] = 1
    _write_counts(numbers, view, view.seat)
    return numbers


def _flags(view: View, observer: int) -> list[int]:
    """The indices of all flags that are set."""
    begin, players = _BEGIN, view.rules.players
    flags = [begin["hand"] + card for card in view.hand]
    flags += [begin["table"] + card for card in view.table]
    flags += [
        begin["earlier"] + card for hand in view.earlier for trick in hand for card in trick.cards
    ]
    played = [(trick.seats, trick.cards) for trick in view.tricks]
    for seats, cards in (*played, (view.table_seats, view.table)):
        for seat, card in zip(seats, cards, strict=False):
            flags.append(begin["played"] + (seat - observer) % players * _CARDS + card)
    for seat, suits in enumerate(view.voids):
        row = begin["voids"] + (seat - observer) % players * len(Suit)
        flags += [row + suit for suit in suits]
    flags += [begin["in"] + (seat - observer) % players for seat in view.seats]
    own_side = view.rules.sides[view.rules.side_of(observer)]
    flags += [begin["side"] + (seat - observer) % players for seat in own_side]
    flags += [
        begin[name] + (seat - observer) % players
        for name, seat in _single_seats(view).items()
        if seat is not None
    ]
    return flags + _trump_flags(view)


def _trump_flags(view: View) -> list[int]:
    """The indices of the flags of trumps, the turn-up, the suit led and the rule for leads."""
    flags, choosing = [], view.awaited is Awaited.CHOICE
    if view.turn_up is not None:
        flags.append(_BEGIN["turn_up"] + view.turn_up)
    if view.trump_known:
        flags.append(_BEGIN["trump"] + (_NO_TRUMPS if view.trump is None else view.trump))
    if view.table:
        flags.append(_BEGIN["led"] + view.table[0].suit)
    if choosing:
        flags.append(_BEGIN["choosing"])
    if not view.rules.break_trumps or (view.broken and not choosing):
        flags.append(_BEGIN["trumps_led"])
    return flags


def _single_seats(view: View) -> dict[str, int | None]:
    """The seat that each part of one flag names."""
    chosen = view.rules.trumps.source(view.number) is TrumpSource.CHOSEN
    seats = view.table_seats
    return {
        "to_act": view.to_act if view.to_act != -1 else None,
        "leader": seats[0] if seats else left_of(view.seats, view.dealer),
        "dealer": view.dealer,
        "chooser": view.chooser if chosen else None,
        "turn_up_holder": view.turn_up_seat,
    }


def _write_counts(numbers: NDArray[np.uint8], view: View, observer: int) -> None:
    """Writes the parts that are numbers: cards, tricks and separate hands."""
    rules, won = view.rules, view.won
    sizes = rules.plan.sizes(view.number)
    # Before the cards are dealt nobody holds any, but everybody knows how many there will be.
    coming = 0 if view.awaited is Awaited.NOTHING else sizes[0]
    held = view.counts or tuple(coming * (seat in view.seats) for seat in range(rules.players))
    for seat in range(rules.players):
        place = (seat - observer) % rules.players
        numbers[_BEGIN["held"] + place] = held[seat]
        numbers[_BEGIN["tricks"] + place] = won[seat]
    numbers[_BEGIN["hand_number"]] = view.hand_number
    numbers[_BEGIN["hands"]] = len(rules.plan.hands)
    numbers[_BEGIN["trick_number"]] = len(view.tricks)
