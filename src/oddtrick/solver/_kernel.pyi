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

class Position:
    def __init__(self, *, hands: Sequence[int], trump: int, leader: int, trick: Sequence[int], us: int, out: int, strength: bytes, trick_worth: int, card_worth: bytes, trumps_held_back: bool) -> None: ...

class Objective:
    def __init__(self, *, honours: int, captured: Sequence[int], catchers: Sequence[int], tricks: int, utility: Sequence[int], tricks_won: int, honours_won: int, captured_won: int, caught: Sequence[int]) -> None: ...

def check(position: Position, objective: Objective | None) -> None: ...

def for_fewest(position: Position) -> Position: ...

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

    def clear(self) -> None: ...

def solve_many(queries: Sequence[tuple[Position, Objective | None]], threads: int, table_bytes: int, nodes: int | None, seconds: float | None) -> list[int]: ...

def solve_cards_many(queries: Sequence[tuple[Position, Objective | None]], threads: int, table_bytes: int, nodes: int | None, seconds: float | None) -> list[list[tuple[int, int]]]: ...

class TrumpSource(enum.Enum):
    """The source of the trump suit of a deal."""

    LAST_DEALT = 0

    FURTHER = 1

    FIXED = 2

    CHOSEN = 3

class SimplePolicy(enum.Enum):
    """A policy without weights."""

    UNIFORM = 0

    GREEDY = 1

class DealPlan:
    """The rules of one deal: how it is dealt, played and scored."""

    def __init__(self, *, seats: int, in_mask: int, pack: int, sizes: Sequence[int], dealer: int, source: TrumpSource, trump: int, chooser: int, blind: bool, places: Sequence[Sequence[int]], trumps_held_back: bool, sides: int, side_of: Sequence[int], bonus_cards: Sequence[Sequence[int]], bonus_conditions: Sequence[int], special_bonus: int, stages: int, worth: Sequence[int], net: bool, points_needed: Sequence[int], trump_called: bool, leader: int, stock: bool, stock_open: bool, stock_tricks_count: bool, seen_side_of: Sequence[int]) -> None: ...

    @property
    def actions(self) -> int: ...

    @property
    def stock_size(self) -> int: ...

class SteppedDeals:
    """Deals side by side, stepped together."""

    def __init__(self, plan: DealPlan, envs: int, calls: bool) -> None: ...

    def reset(self, seed: int, first: int) -> None: ...

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(order='C', device='cpu', writable=False)], chosen: Annotated[NDArray[numpy.bool_], dict(order='C', device='cpu', writable=False)] | None, again: bool, points: Annotated[NDArray[numpy.int16], dict(order='C', device='cpu')], ended: Annotated[NDArray[numpy.bool_], dict(order='C', device='cpu')]) -> None: ...

    def renew(self, chosen: Annotated[NDArray[numpy.bool_], dict(order='C', device='cpu', writable=False)]) -> None: ...

    def look(self, seats: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')], legal: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu')], observations: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')] | None) -> None: ...

    def observe_seat(self, seat: int, observations: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')]) -> None: ...

    def observe_more(self, seat: int, stock: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')] | None, order: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')] | None) -> None: ...

    def add_plan(self, plan: DealPlan) -> int: ...

    def begin(self, env: int, plan: int, held: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu', writable=False)] | None) -> None: ...

    def throw_in(self, env: int) -> None: ...

    def waiting(self, numbers: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu')], waits: Annotated[NDArray[numpy.bool_], dict(order='C', device='cpu')]) -> None: ...

    def dealt(self, env: int, hands: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu')], turn_up: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')], stock: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')]) -> None: ...

    def held(self, hands: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu')]) -> None: ...

    def save(self, numbers: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu')], taken: Annotated[NDArray[numpy.int16], dict(order='C', device='cpu')], actions: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')]) -> None: ...

    def restore(self, seed: int, numbers: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu', writable=False)], taken: Annotated[NDArray[numpy.int16], dict(order='C', device='cpu', writable=False)], actions: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu', writable=False)]) -> None: ...

    def copy(self) -> SteppedDeals: ...

    @property
    def seed(self) -> int: ...

OBSERVATION_SIZE: int = 742

STOCK_SIZE: int = 469

ORDER_SIZE: int = 468

def observation_parts() -> dict[str, int]:
    """The offset of each part of an observation."""

def play_deals(plan: DealPlan, seed: int, first: int, deals: int, policy: SimplePolicy, threads: int, dealt: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu')], turn_up: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')], stock: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')], trump: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')], tricks: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')], points: Annotated[NDArray[numpy.int16], dict(order='C', device='cpu')], actions: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')] | None, seats: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')] | None, legal: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu')] | None, observations: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')] | None, order: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu')] | None, plans: Sequence[DealPlan], chosen: Annotated[NDArray[numpy.int32], dict(order='C', device='cpu', writable=False)] | None, held: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu', writable=False)] | None) -> None: ...

def deal_cards(plan: DealPlan, seed: int, first: int, deals: int, dealt: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu')], turn_up: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')], stock: Annotated[NDArray[numpy.int8], dict(order='C', device='cpu')]) -> None:
    """Deals cards, and plays none."""

class Layouts:
    """The layouts of hidden cards: their number, and uniform draws."""

    def __init__(self, sizes: Sequence[int], kinds: Sequence[tuple[int, int]]) -> None: ...

    @property
    def count(self) -> list[int]:
        """The number of layouts, as 64-bit words, the lowest first."""

    def draw_rows(self, seed: int, first: int, rows: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """Fills each row with a layout drawn uniformly."""

    def list_rows(self, first: Sequence[int], rows: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """
        Fills the rows with the layouts from a number on, given as 64-bit words.
        """

def evaluate(layouts: Layouts, position: Position, objective: Objective | None, known: Sequence[int], seed: int, first: int, threads: int, table_bytes: int, nodes: int | None, seconds: float | None, stop: Callable[[], bool] | None, values: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu')], hands: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu')], solved: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], tried: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], given: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)] | None = None) -> int:
    """
    Solves each world double dummy and writes a row for it. Returns the number of rows done, counted from the first without a gap.
    """

MISSING: int = -32768

FEATURE_COUNT: int = 46312

class Policy:
    """A linear softmax policy: one weight for each feature."""

    def __init__(self, weights: Annotated[NDArray[numpy.int16], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

class DecisionPoint:
    """The public state of a deal at which a seat is to play a card."""

    def __init__(self, plan: DealPlan, trump: int, turn_up: int, played: Sequence[int], observer: int) -> None: ...

def log_likelihoods(decision: DecisionPoint, hands: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], later: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], policies: Sequence[Policy], log_floor: float, threads: int, seconds: float | None, stop: Callable[[], bool] | None, logs: Annotated[NDArray[numpy.float64], dict(shape=(None, None, None), order='C', device='cpu')]) -> int:
    """
    Writes the log-likelihood of each seat's plays under each policy in each world. Returns the number of worlds done.
    """

def roll_out(decision: DecisionPoint, hands: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], later: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], ours: Policy, theirs: Policy, temperature: int, seed: int, repeats: int, selected: int, threads: int, seconds: float | None, stop: Callable[[], bool] | None, points: Annotated[NDArray[numpy.int16], dict(shape=(None, None, None, None), order='C', device='cpu')], tricks: Annotated[NDArray[numpy.int8], dict(shape=(None, None, None, None), order='C', device='cpu')]) -> int:
    """
    Plays each choice whose bit is set to the end of the deal in each world. Returns the number of worlds done.
    """

def roll_out_drawing(trump: int, strength: Sequence[int], leader: int, trick: Sequence[int], idle: int, choices: int, hands: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], stock: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu', writable=False)], threads: int, seconds: float | None, stop: Callable[[], bool] | None, tricks: Annotated[NDArray[numpy.int8], dict(shape=(None, None, None), order='C', device='cpu')]) -> int:
    """
    Plays each choice to the end of a deal with a stock in each world. Returns the number of worlds done.
    """

def choices(decision: DecisionPoint, hands: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], later: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)]) -> list[int]:
    """The observer's choices: the lowest card of each equivalent run."""

def choice_indices(decision: DecisionPoint, hands: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], later: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)]) -> list[int]:
    """
    The index of the choice that represents each legal card, ascending by card.
    """

def features(decision: DecisionPoint, hands: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], later: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)]) -> list[list[int]]:
    """The feature indices of each choice, padded with -1."""

class Reward(enum.Enum):
    """The reward that tree search maximises for every seat."""

    TRICKS = 0

    POINTS = 1

    SURVIVAL = 2

def run_ismcts(decision: DecisionPoint, hands: Annotated[NDArray[numpy.uint64], dict(shape=(None, None), order='C', device='cpu', writable=False)], later: Annotated[NDArray[numpy.uint64], dict(shape=(None, None, None), order='C', device='cpu', writable=False)], policy: Policy | None, temperature: int, reward: Reward, iterations: int, exploration: float, seed: int, seconds: float | None, stop: Callable[[], bool] | None) -> tuple[list[int], list[float]]:
    """
    Runs information-set MCTS. Returns the visits and the mean reward of each choice.
    """

def play_deals_by_policy(plan: DealPlan, policies: Sequence[Policy], temperature: int, seed: int, first: int, points: Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu')], tricks: Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
    """Deals and plays whole deals by policy, one policy for each seat."""

def collect_training_data(plan: DealPlan, policies: Sequence[Policy], temperature: int, learners: int, seed: int, first: int, deals: int) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None, None), order='C', device='cpu')], Annotated[NDArray[numpy.int16], dict(shape=(None, None), order='C', device='cpu')], Annotated[NDArray[numpy.int8], dict(shape=(None, None), order='C', device='cpu')], Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.int8], dict(shape=(None,), order='C', device='cpu')]]:
    """
    Deals and plays whole deals by policy, and rolls out every card of each choice of the learners. Returns features, points and tricks of each card, seat and size of each choice.
    """
