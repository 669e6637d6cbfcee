"""The compiled kernel: solver, sampler, playouts. Use `oddtrick.solver`."""

from collections.abc import Sequence
import enum
from typing import Annotated

import numpy
from numpy.typing import NDArray


CARDS: int = 52

class TrumpSource(enum.Enum):
    """Where the trumps of a deal come from."""

    LAST_DEALT = 0

    FURTHER = 1

    FIXED = 2

    CHOSEN = 3

class Policy(enum.Enum):
    """A simple way to play."""

    UNIFORM = 0

    GREEDY = 1

class DealPlan:
    """How a deal is dealt, played and counted."""

    def __init__(self, *, seats: int, in_mask: int, pack: int, sizes: Sequence[int], dealer: int, source: TrumpSource, trump: int, chooser: int, blind: bool, places: Sequence[Sequence[int]], trumps_held_back: bool, sides: int, side_of: Sequence[int], marked: Sequence[Sequence[int]], kinds: Sequence[int], stages: int, worth: Sequence[int], net: bool, lacking: Sequence[int]) -> None: ...

    @property
    def actions(self) -> int: ...

class SteppedDeals:
    """Deals side by side, stepped together."""

    def __init__(self, plan: DealPlan, envs: int) -> None: ...

    def reset(self, seed: int, first: int) -> None: ...

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(order='C', device='cpu', writable=False)], again: bool, points: Annotated[NDArray[numpy.int16], dict(order='C', device='cpu')], ended: Annotated[NDArray[numpy.bool_], dict(order='C', device='cpu')]) -> None: ...

    def look(self, seats: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')], legal: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu')], observations: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')] | None) -> None: ...

    def observe_seat(self, seat: int, observations: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')]) -> None: ...

    def save(self, numbers: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu')], taken: Annotated[NDArray[numpy.int16], dict(order='C', device='cpu')], actions: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')]) -> None: ...

    def restore(self, seed: int, numbers: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu', writable=False)], taken: Annotated[NDArray[numpy.int16], dict(order='C', device='cpu', writable=False)], actions: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu', writable=False)]) -> None: ...

    def copy(self) -> SteppedDeals: ...

    @property
    def seed(self) -> int: ...

OBSERVATION_SIZE: int = 742

def observation_parts() -> dict[str, int]:
    """Where each part of an observation begins."""

def play_deals(plan: DealPlan, seed: int, first: int, deals: int, policy: Policy, threads: int, dealt: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu')], turn_up: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')], trump: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')], tricks: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')], points: Annotated[NDArray[numpy.int16], dict(order='C', device='cpu')], actions: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')] | None, seats: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')] | None, legal: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu')] | None, observations: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')] | None) -> None: ...
