"""The double-dummy solver: values, the value of every card, and principal lines."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, overload

from oddtrick.cards import CARDS, Card
from oddtrick.errors import OddtrickError, check_type, check_whole
from oddtrick.solver import _kernel
from oddtrick.solver.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterator

TABLE_MB = 256
"""Default limit of a solver's transposition table, in MB."""


class SearchStopped(RuntimeError):
    """A search reached its limit of nodes or seconds."""


class Solver:
    """A double-dummy solver that keeps its transposition table between calls.

    The table helps with later positions of the same deal, with cards played since or another
    leader. Values never depend on earlier calls. Threads may share a solver, one call at a time;
    the GIL is released during a search, and Ctrl-C ends it.

    Args:
        table_mb: limit of the transposition table, in MB; 0: the minimum.

    >>> from oddtrick.solver import Position
    >>> position = Position.parse(["A2...", "K3...", "..A2.", "..K3."], trump="D", leader=1)
    >>> solver = Solver()
    >>> solver.solve(position)
    1
    """

    def __init__(self, table_mb: float = TABLE_MB) -> None:
        self._kernel = _kernel.Solver(_table_bytes(table_mb))

    def solve(
        self, position: Position, *, nodes: int | None = None, seconds: float | None = None
    ) -> int:
        """Returns what the side of the seat to play takes from here, with the trick under way.

        With an objective, this is the utility of that side. Where each side wants the fewest
        points, its own best play takes the fewest.

        Args:
            position: the position.
            nodes: node limit.
            seconds: time limit.

        Raises:
            SearchStopped: a limit was reached. The table is kept: another call resumes from it.
        """
        with _kernel_errors():
            return self._kernel.solve(*_kernel_query(position), _nodes(nodes), _seconds(seconds))

    def solve_cards(
        self, position: Position, *, nodes: int | None = None, seconds: float | None = None
    ) -> dict[Card, int]:
        """Returns the value after each legal card, ascending by card.

        All values are for the side of the seat to play in ``position``. The best one is the
        highest, or where each side wants the fewest points, the lowest.

        Raises:
            SearchStopped: a limit was reached.
        """
        with _kernel_errors():
            values = self._kernel.solve_cards(
                *_kernel_query(position), _nodes(nodes), _seconds(seconds)
            )
        return {CARDS[card]: value for card, value in values}

    def principal_line(
        self, position: Position, *, nodes: int | None = None, seconds: float | None = None
    ) -> tuple[Card, ...]:
        """Returns a line of best play by all seats, from here to the end.

        Raises:
            SearchStopped: a limit was reached.
        """
        with _kernel_errors():
            line = self._kernel.principal_line(
                *_kernel_query(position), _nodes(nodes), _seconds(seconds)
            )
        return tuple(CARDS[card] for card in line)

    @property
    def nodes(self) -> int:
        """Nodes searched since construction; reproducible."""
        return self._kernel.nodes()

    @property
    def table_bytes(self) -> int:
        """Memory of the transposition table, in bytes."""
        return self._kernel.table_bytes()

    def clear(self) -> None:
        """Empties the transposition table and frees its memory."""
        self._kernel.clear()


def solve(position: Position, *, nodes: int | None = None, seconds: float | None = None) -> int:
    """Returns what the side of the seat to play takes from here; see :meth:`Solver.solve`.

    >>> from oddtrick.solver import Position
    >>> solve(Position.parse(["AQ...", "K2...", "..AK.", "..QJ."], leader=3))
    0
    """
    return Solver().solve(position, nodes=nodes, seconds=seconds)


def solve_cards(
    position: Position, *, nodes: int | None = None, seconds: float | None = None
) -> dict[Card, int]:
    """Returns the value of every legal card; see :meth:`Solver.solve_cards`.

    >>> from oddtrick.solver import Position
    >>> hands = ["K...2", "AQ...", "32...", "..32."]
    >>> {str(card): value for card, value in solve_cards(Position.parse(hands)).items()}
    {'2C': 1, 'KS': 0}
    """
    return Solver().solve_cards(position, nodes=nodes, seconds=seconds)


def principal_line(
    position: Position, *, nodes: int | None = None, seconds: float | None = None
) -> tuple[Card, ...]:
    """Returns a line of best play to the end; see :meth:`Solver.principal_line`."""
    return Solver().principal_line(position, nodes=nodes, seconds=seconds)


@overload
def solve_many(
    positions: Iterable[Position],
    *,
    cards: Literal[False] = False,
    threads: int | None = None,
    table_mb: float = TABLE_MB,
    nodes: int | None = None,
    seconds: float | None = None,
) -> list[int]: ...


@overload
def solve_many(
    positions: Iterable[Position],
    *,
    cards: Literal[True],
    threads: int | None = None,
    table_mb: float = TABLE_MB,
    nodes: int | None = None,
    seconds: float | None = None,
) -> list[dict[Card, int]]: ...


def solve_many(
    positions: Iterable[Position],
    *,
    cards: bool = False,
    threads: int | None = None,
    table_mb: float = TABLE_MB,
    nodes: int | None = None,
    seconds: float | None = None,
) -> list[int] | list[dict[Card, int]]:
    """Solves positions on several threads without the GIL. Results are in the order of positions.

    Args:
        positions: the positions; those of one deal share proofs, in whatever order they come.
        cards: return the value of every legal card, as :func:`solve_cards` does.
        threads: the number of threads; None: one for each processor.
        table_mb: limit of all transposition tables together, in MB.
        nodes: node limit for each position.
        seconds: time limit for all positions together.

    Raises:
        SearchStopped: a limit was reached; nothing is returned then.

    >>> from oddtrick.solver import Position
    >>> hands = ["A2...", "K3...", "..A2.", "..K3."]
    >>> solve_many([Position.parse(hands, leader=seat) for seat in range(4)])
    [1, 1, 1, 1]
    """
    check_type(positions, Iterable, "positions, as in [Position.parse(hands)]")
    queries = [_kernel_query(position) for position in positions]
    wanted = (os.cpu_count() or 1) if threads is None else check_whole(threads, "threads", 1)
    used = max(min(wanted, len(queries)), 1)
    table = _table_bytes(table_mb) // used
    with _kernel_errors():
        if not cards:
            return _kernel.solve_many(queries, used, table, _nodes(nodes), _seconds(seconds))
        found = _kernel.solve_cards_many(queries, used, table, _nodes(nodes), _seconds(seconds))
    return [{CARDS[card]: value for card, value in values} for values in found]


def _kernel_query(position: Position) -> tuple[_kernel.Position, _kernel.Objective | None]:
    check_type(position, Position, "a position, as Position.parse or Position.of makes it")
    objective = position.objective
    return position.kernel(), None if objective is None else objective.kernel()


def _nodes(nodes: int | None) -> int | None:
    return None if nodes is None else check_whole(nodes, "nodes")


def _seconds(seconds: float | None) -> float | None:
    if seconds is not None:
        check_type(seconds, (int, float), "a number of seconds")
    return seconds


def _table_bytes(table_mb: float) -> int:
    check_type(table_mb, (int, float), "a number of megabytes")
    if not 0 <= table_mb < 2**20:
        raise OddtrickError(f"table_mb is {table_mb}: it is 0 or more megabytes, as in 256")
    return int(table_mb * 2**20)


@contextmanager
def _kernel_errors() -> Iterator[None]:
    """Translates the kernel's exceptions to those of the package."""
    try:
        yield
    except _kernel.Stopped as error:
        raise SearchStopped(f"{error}: allow more nodes or seconds") from None
    except ValueError as error:
        raise OddtrickError(str(error)) from None
