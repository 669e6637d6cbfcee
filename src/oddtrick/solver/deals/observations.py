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

from oddtrick.solver import _kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

OBSERVATION_SIZE: int = _kernel.OBSERVATION_SIZE
"""The length of an observation."""

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
