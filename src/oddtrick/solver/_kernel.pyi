"""The compiled kernel: solver, sampler, playouts. Use `oddtrick.solver`."""

from collections.abc import Callable, Sequence
import enum
from typing import Annotated

import numpy
from numpy.typing import NDArray


# Written by `make stubs` from the compiled kernel: change kernel/bindings instead.

def level() -> str:
    """
    What this kernel was compiled for: "baseline" or "v3" (x86-64 with AVX2 and BMI2).
    """

CARDS: int = 52

class Position:
    def __init__(self, *, hands: Sequence[int], trump: int, leader: int, trick: Sequence[int], us: int, out: int, strength: bytes, trick_worth: int, card_worth: bytes, trumps_held_back: bool) -> None: ...

class Objective:
    def __init__(self, *, honours: int, catcher: int, tricks: int, utility: Sequence[int], tricks_won: int, honours_won: int, caught: int) -> None: ...

def check(position: Position, objective: Objective | None) -> None: ...

def seats_in(position: Position) -> int: ...

def seat_to_play(position: Position) -> int: ...

def legal_cards(position: Position) -> int: ...

def points_left(position: Position) -> int: ...

class Stopped(RuntimeError):
    pass

class Solver:
    def __init__(self, table_bytes: int) -> None: ...

    def solve(self, position: Position, objective: Objective | None, nodes: int | None, seconds: float | None) -> int: ...

    def solve_cards(self, position: Position, objective: Objective | None, nodes: int | None, seconds: float | None) -> list[tuple[int, int]]: ...

    def principal_line(self, position: Position, objective: Objective | None, nodes: int | None, seconds: float | None) -> list[int]: ...

    def nodes(self) -> int: ...

    def table_bytes(self) -> int: ...

    def forget(self) -> None: ...

def solve_many(asked: Sequence[tuple[Position, Objective | None]], threads: int, table_bytes: int, nodes: int | None, seconds: float | None) -> list[int]: ...

def solve_cards_many(asked: Sequence[tuple[Position, Objective | None]], threads: int, table_bytes: int, nodes: int | None, seconds: float | None) -> list[list[tuple[int, int]]]: ...

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

class Layouts:
    """All the ways in which hidden cards can lie."""

    def __init__(self, sizes: Sequence[int], kinds: Sequence[tuple[int, int]]) -> None: ...

    @property
    def count(self) -> list[int]:
        """How many there are: 64 bits at a time, the lowest first."""

    def draw_rows(self, seed: int, first: int, rows: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """Fills each row with a layout drawn uniformly."""

    def list_rows(self, first: Sequence[int], rows: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """Fills the rows with the layouts from a number on, 64 bits at a time."""

def evaluate(layouts: Layouts, position: Position, objective: Objective | None, known: Sequence[int], seed: int, first: int, threads: int, table_bytes: int, nodes: int | None, seconds: float | None, stop: Callable[[], bool] | None, values: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu')], hands: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu')], solved: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], tried: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], given: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)] | None = None) -> int:
    """
    Solves world after world on so many threads, writes a row for each, and tells how many are done: all those before the first that is not.
    """

MISSING: int = -32768

HABITS: int = 46312

class Habits:
    """How much each thing that is seen in a card counts."""

    def __init__(self, numbers: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

class Moment:
    """A moment of the play, as everybody saw it."""

    def __init__(self, plan: DealPlan, trump: int, turn_up: int, played: Sequence[int], observer: int) -> None: ...

def weigh(moment: Moment, hands: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], later: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], sorts: Sequence[Habits], least: float, threads: int, seconds: float | None, stop: Callable[[], bool] | None, logs: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu')]) -> int:
    """
    Writes how likely each sort of habits makes the plays of each seat in each world, as logarithms, and tells how many worlds are done.
    """

def play_out(moment: Moment, hands: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], later: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], ours: Habits, theirs: Habits, mood: int, seed: int, times: int, tried: int, threads: int, seconds: float | None, stop: Callable[[], bool] | None, points: Annotated[NDArray[numpy.int16], dict(shape=(None, None, None, None), order='C', device='cpu')], tricks: Annotated[NDArray[numpy.int8], dict(shape=(None, None, None, None), order='C', device='cpu')]) -> int:
    """
    Plays each choice whose bit is set to the end of the deal in each world, and tells how many worlds are done.
    """

def choices(moment: Moment, hands: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], later: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)]) -> list[int]:
    """The cards that the observer has to choose from."""

def runs(moment: Moment, hands: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], later: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)]) -> list[int]:
    """For each legal card the place of the choice that stands for it."""

def traits(moment: Moment, hands: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], later: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)]) -> list[list[int]]:
    """What is seen in each choice."""

class Reward(enum.Enum):
    """What a seat wants of a deal."""

    TRICKS = 0

    POINTS = 1

    SURVIVAL = 2

def grow_tree(moment: Moment, hands: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], later: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], habits: Habits | None, mood: int, reward: Reward, iterations: int, exploration: float, seed: int, seconds: float | None, stop: Callable[[], bool] | None) -> tuple[list[int], list[float]]:
    """How often a tree search takes each choice, and its mean reward."""

def play_habits(plan: DealPlan, habits: Sequence[Habits], mood: int, seed: int, first: int, points: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu')], tricks: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """Plays whole deals out of habit."""

def learn_from_deals(plan: DealPlan, habits: Sequence[Habits], mood: int, learners: int, seed: int, first: int, deals: int) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu')], Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu')], Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')], Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu')]]:
    """
    Plays whole deals out of habit, and tells what would have become of each choice: traits, points and tricks of each card, seat and size of each choice.
    """
