"""The layout of observations: one for every game, up to eight seats.

The first 742 numbers are those of :mod:`oddtrick.solver.deals.observations`: the deal under way.
The numbers that follow belong to the match. Seats are counted clockwise from the observer, which
is seat 0; seats beyond the table are empty.

================  =======  =======================================================================
part              shape    meaning
================  =======  =======================================================================
``throwing``      (1,)     rock, paper, scissors is being thrown for the choice of trumps (K5)
``tied``          (8,)     the seats that throw in this round
``thrown``        (8,)     the seats that have thrown in this round
``own_throw``     (3,)     the observer's own throw in this round: rock, paper, scissors
``last_throws``   (8, 3)   the throws of the last complete round
``score``         (8,)     score of each seat's side before the deal; 1: still in (K4)
``games``         (8,)     games won by each seat's side (W7)
``deal``          (1,)     number of the deal, from 0
================  =======  =======================================================================

Numbers above 32,767 are shown as 32,767.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from typing_extensions import TypeVar

from oddtrick.solver.deals.kernel_deal_plan import MAX_SEATS
from oddtrick.solver.deals.observations import OBSERVATION_SIZE, split
from oddtrick.solver.deals.observations import PARTS as DEAL_PARTS

DTYPE = np.int16
"""The type of the numbers of an observation."""
LARGEST = int(np.iinfo(DTYPE).max)
"""The largest number that an observation can hold; larger scores are cut off there."""

Seen = TypeVar(
    "Seen", bound="NDArray[np.int16] | Mapping[str, NDArray[np.int16]]", default=NDArray[np.int16]
)
"""The type of an observation: an array, or with ``observation="dict"`` its parts by name."""


class MaskedObservation(TypedDict, Generic[Seen]):
    """An observation with the action mask of the same seat.

    Attributes:
        observation: what the seat sees.
        action_mask: a flag for each action, int8.
    """

    observation: Seen
    action_mask: NDArray[np.int8]


_MATCH_SHAPES: dict[str, tuple[int, ...]] = {
    "throwing": (1,),
    "tied": (MAX_SEATS,),
    "thrown": (MAX_SEATS,),
    "own_throw": (3,),
    "last_throws": (MAX_SEATS, 3),
    "score": (MAX_SEATS,),
    "games": (MAX_SEATS,),
    "deal": (1,),
}


def _match_parts() -> dict[str, slice]:
    parts, begin = {}, OBSERVATION_SIZE
    for name, shape in _MATCH_SHAPES.items():
        parts[name] = slice(begin, begin + int(np.prod(shape)))
        begin = parts[name].stop
    return parts


MATCH_PARTS = _match_parts()
"""The parts that the kernel does not have: throws, and the place of the deal in the match."""
PARTS: dict[str, slice] = {**DEAL_PARTS, **MATCH_PARTS}
"""The slice of each part of an observation."""

SIZE: int = PARTS["deal"].stop
"""The length of an observation: 803."""

COUNTS = {
    "held": 52,
    "tricks": 52,
    "hand_number": 52,
    "hands": 52,
    "trick_number": 52,
    "games": LARGEST,
    "deal": LARGEST,
    "score": LARGEST,
}
"""The highest value of each part that is more than a flag."""


def split_parts(observations: NDArray[Any]) -> dict[str, NDArray[Any]]:
    """Splits observations ``[..., SIZE]`` into parts by name, as shaped views.

    >>> parts = split_parts(np.arange(SIZE))
    >>> parts["score"].tolist()[0], parts["last_throws"].shape, parts["deal"].tolist()
    (786, (8, 3), [802])
    """
    parts = split(observations[..., :OBSERVATION_SIZE])
    for name, place in MATCH_PARTS.items():
        shape = (*observations.shape[:-1], *_MATCH_SHAPES[name])
        parts[name] = observations[..., place].reshape(shape)
    return parts


def vector_space() -> spaces.Box:
    """The space of observations as a flat vector."""
    low, high = np.zeros(SIZE, DTYPE), np.ones(SIZE, DTYPE)
    for name, most in COUNTS.items():
        high[PARTS[name]] = most
    low[PARTS["score"]] = -LARGEST
    return spaces.Box(low, high, dtype=DTYPE)


def dict_space() -> spaces.Dict:
    """The space of observations as a dictionary of parts."""
    flat = vector_space()
    low, high = split_parts(flat.low), split_parts(flat.high)
    return spaces.Dict({name: spaces.Box(low[name], high[name], dtype=DTYPE) for name in low})


def seat_indices(seat: int, players: int) -> NDArray[np.intp]:
    """The index of each number of a seat's observation in that of seat 0."""
    indices = np.arange(SIZE)
    for part in split_parts(indices).values():
        if part.shape[0] == MAX_SEATS:
            part[:players] = np.roll(part[:players], -seat, axis=0)
    return indices
