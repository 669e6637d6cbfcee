from collections.abc import Sequence
from typing import TypeAlias

CARDS: int

class Position:
    def __init__(
        self,
        *,
        hands: Sequence[int],
        trump: int,
        leader: int,
        trick: Sequence[int],
        us: int,
        out: int,
        strength: Sequence[int],
        trick_worth: int,
        card_worth: Sequence[int],
        trumps_held_back: bool,
    ) -> None: ...

class Objective:
    def __init__(
        self,
        *,
        honours: int,
        catcher: int,
        tricks: int,
        utility: Sequence[int],
        tricks_won: int,
        honours_won: int,
        caught: int,
    ) -> None: ...

def check(position: Position, objective: Objective | None) -> None: ...
def seats_in(position: Position) -> int: ...
def seat_to_play(position: Position) -> int: ...
def legal_cards(position: Position) -> int: ...
def points_left(position: Position) -> int: ...

class Stopped(RuntimeError): ...

class Solver:
    def __init__(self, table_bytes: int) -> None: ...
    def solve(
        self,
        position: Position,
        objective: Objective | None,
        nodes: int | None,
        seconds: float | None,
    ) -> int: ...
    def solve_cards(
        self,
        position: Position,
        objective: Objective | None,
        nodes: int | None,
        seconds: float | None,
    ) -> list[tuple[int, int]]: ...
    def principal_line(
        self,
        position: Position,
        objective: Objective | None,
        nodes: int | None,
        seconds: float | None,
    ) -> list[int]: ...
    def nodes(self) -> int: ...
    def table_bytes(self) -> int: ...
    def forget(self) -> None: ...

Asked: TypeAlias = Sequence[tuple[Position, Objective | None]]

def solve_many(
    asked: Asked, threads: int, table_bytes: int, nodes: int | None, seconds: float | None
) -> list[int]: ...
def solve_cards_many(
    asked: Asked, threads: int, table_bytes: int, nodes: int | None, seconds: float | None
) -> list[list[tuple[int, int]]]: ...
