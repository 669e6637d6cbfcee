"""The layout of observations: the same first part for every game, then what a game has besides.

The first 742 numbers are those of :mod:`oddtrick.solver.deals.observations`: the deal under way.
The next 61 belong to the match. Games with calls or with a stock have more parts after these 803.
Seats are counted clockwise from the observer, which is seat 0; seats beyond the table are empty.

>>> from oddtrick.games import rules_of
>>> for part in layout_of(rules_of("german-whist")).parts[len(BASE.parts) :]:
...     print(part.name, part.shape, part.meaning)
stock (1,) number of cards in the stock (G3)
stock_top (52,) its top card, where it lies face up
drawn (8, 52) cards seen drawn: the trick, from 1, after which the seat drew it

Numbers above 32,767 are shown as 32,767.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from typing_extensions import TypeVar

from oddtrick.cards import Card
from oddtrick.rules import Rules
from oddtrick.solver.deals.kernel_deal_plan import MAX_SEATS
from oddtrick.solver.deals.observation_parts import (
    DEAL,
    LARGEST,
    ORDER,
    Part,
    PartLayout,
    more_parts,
)

DTYPE = np.int16
"""The type of the numbers of an observation."""

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


_SEATS, _CARDS = (MAX_SEATS,), (52,)
_EACH_CARD = (MAX_SEATS, 52)

MATCH: tuple[Part, ...] = (
    Part("throwing", (1,), "rock, paper, scissors is being thrown (K5)"),
    Part("tied", _SEATS, "the seats that throw in this round"),
    Part("thrown", _SEATS, "the seats that have thrown in this round"),
    Part("own_throw", (3,), "the observer's own throw: rock, paper, scissors"),
    Part("last_throws", (MAX_SEATS, 3), "the throws of the last complete round"),
    Part("score", _SEATS, "score of each seat's side before the deal", LARGEST, -LARGEST),
    Part("games", _SEATS, "games won by each seat's side (W7)", LARGEST),
    Part("deal", (1,), "number of the deal, from 0", LARGEST),
)
"""The parts that the kernel does not have: throws, and the place of the deal in the match."""


class Layout(PartLayout):
    """The parts of an observation, one after the other, and their spaces."""

    def vector_space(self) -> spaces.Box:
        """The space of observations as a flat vector."""
        low, high = np.zeros(self.size, DTYPE), np.zeros(self.size, DTYPE)
        for part in self.parts:
            low[self.slices[part.name]] = part.least
            high[self.slices[part.name]] = part.most
        return spaces.Box(low, high, dtype=DTYPE)

    def dict_space(self) -> spaces.Dict:
        """The space of observations as a dictionary of parts."""
        return spaces.Dict(
            {part.name: spaces.Box(part.least, part.most, part.shape, DTYPE) for part in self.parts}
        )


BASE = Layout((*DEAL, *MATCH))
"""The layout of games without calls and stock, with which that of every other game begins."""
PARTS: dict[str, slice] = BASE.slices
"""The slice of each part that all games have."""
SIZE: int = BASE.size
"""The length of these parts together, and of an observation of such games: 803."""


def has_more_parts(rules: Rules) -> bool:
    """True if a game has parts after those of every game: it has calls, or a stock."""
    return bool(rules.course or rules.plan.stock)


def layout_of(rules: Rules, *, order: bool = False) -> Layout:
    """The layout of the observations of a game.

    Args:
        rules: the game.
        order: the last parts keep the order of the tricks of the hand under way.
    """
    return Layout((*BASE.parts, *more_parts(rules), *(ORDER if order else ())))


def state_layout_of(rules: Rules) -> Layout:
    """The layout of the whole state: the observation of seat 0, then what is hidden from it."""
    cards = any(isinstance(call, Card) for call in rules.calls)
    order = Part("stock_order", _CARDS, "place of each card in the stock, from 1", 52)
    called = Part("all_cards_called", _EACH_CARD, "all cards called, as in cards_called", LARGEST)
    return Layout(
        (
            *layout_of(rules).parts,
            Part("all_hands", _EACH_CARD, "the cards of all seats"),
            Part("all_throws", (MAX_SEATS, 3), "the throws of all seats in this round"),
            *((order,) if rules.plan.stock else ()),
            *((called,) if cards else ()),
        )
    )


def seat_indices(seat: int, players: int) -> NDArray[np.intp]:
    """The index of each number of a seat's observation in that of seat 0, in games like whist."""
    indices = np.arange(SIZE)
    for part in BASE.split(indices).values():
        if part.shape[0] == MAX_SEATS:
            part[:players] = np.roll(part[:players], -seat, axis=0)
    return indices
