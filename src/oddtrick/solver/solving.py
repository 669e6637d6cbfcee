"""Best play with open cards: values, every card's value, and a line of best play."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, overload

from oddtrick.cards import CARDS, Card
from oddtrick.errors import OddtrickError
from oddtrick.solver import _kernel

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from oddtrick.solver.position import Position

TABLE_MB = 256
"""How large the table of a solver may grow, unless told otherwise."""


class SearchStopped(RuntimeError):
    """A search reached the limit of nodes or seconds that it was given."""


class Solver:
    """Solves positions one after another and remembers what it has proved.

    What it proved serves again for positions of the same deal: with cards played since, or another
    leader. Values never depend on what was solved before. Threads may share a solver, they take
    turns; the GIL is released while it searches, and Ctrl-C ends a search.

    Args:
        table_mb: how large its table may grow, in MB; 0 is as small as can be.

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
        """What the side of the seat to play takes from here, the trick under way included.

        With an objective it is the utility as that side sees it: the negative for side 1.

        Args:
            position: where to begin.
            nodes: how many cards to try at most.
            seconds: how long to search at most.

        Raises:
            SearchStopped: a limit was reached. The solver keeps what it has proved: asking again
                goes on from there.
        """
        with _told():
            return self._kernel.solve(*_asked(position), _nodes(nodes), seconds)

    def solve_cards(
        self, position: Position, *, nodes: int | None = None, seconds: float | None = None
    ) -> dict[Card, int]:
        """The same value after each card that the seat to play may play, ascending by card.

        All values are for the side of the seat to play in ``position``.

        Raises:
            SearchStopped: a limit was reached.
        """
        with _told():
            values = self._kernel.solve_cards(*_asked(position), _nodes(nodes), seconds)
        return {CARDS[card]: value for card, value in values}

    def principal_line(
        self, position: Position, *, nodes: int | None = None, seconds: float | None = None
    ) -> tuple[Card, ...]:
        """Cards from here to the end, best play by everybody.

        Raises:
            SearchStopped: a limit was reached.
        """
        with _told():
            line = self._kernel.principal_line(*_asked(position), _nodes(nodes), seconds)
        return tuple(CARDS[card] for card in line)

    @property
    def nodes(self) -> int:
        """Cards tried since the solver was made: the same for the same questions, anywhere."""
        return self._kernel.nodes()

    @property
    def table_bytes(self) -> int:
        """Memory that the table takes now."""
        return self._kernel.table_bytes()

    def clear(self) -> None:
        """Empties the table and gives its memory back."""
        self._kernel.clear()


def solve(position: Position, *, nodes: int | None = None, seconds: float | None = None) -> int:
    """What the side of the seat to play takes from here; see :meth:`Solver.solve`.

    >>> from oddtrick.solver import Position
    >>> solve(Position.parse(["AQ...", "K2...", "..AK.", "..QJ."], leader=3))
    0
    """
    return Solver().solve(position, nodes=nodes, seconds=seconds)


def solve_cards(
    position: Position, *, nodes: int | None = None, seconds: float | None = None
) -> dict[Card, int]:
    """The value of every legal card; see :meth:`Solver.solve_cards`.

    >>> from oddtrick.solver import Position
    >>> hands = ["K...2", "AQ...", "32...", "..32."]
    >>> {str(card): value for card, value in solve_cards(Position.parse(hands)).items()}
    {'2C': 1, 'KS': 0}
    """
    return Solver().solve_cards(position, nodes=nodes, seconds=seconds)


def principal_line(
    position: Position, *, nodes: int | None = None, seconds: float | None = None
) -> tuple[Card, ...]:
    """Cards from here to the end, best play by everybody; see :meth:`Solver.principal_line`."""
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
    """Solves positions on several threads, without the GIL; answers stand in the order asked.

    Args:
        positions: where to begin; positions of one deal side by side serve each other.
        cards: the value of every legal card, as :func:`solve_cards` gives it.
        threads: how many; as many as there are processors if left out.
        table_mb: how large the tables of all threads together may grow.
        nodes: how many cards to try at most in each position.
        seconds: how long to search at most in all.

    Raises:
        SearchStopped: a limit was reached; nothing is returned then.

    >>> from oddtrick.solver import Position
    >>> hands = ["A2...", "K3...", "..A2.", "..K3."]
    >>> solve_many([Position.parse(hands, leader=seat) for seat in range(4)])
    [1, 1, 1, 1]
    """
    asked = [_asked(position) for position in positions]
    wanted = (os.cpu_count() or 1) if threads is None else threads
    if wanted < 1:
        raise OddtrickError(f"threads is {threads}: it is 1 or more")
    used = max(min(wanted, len(asked)), 1)
    table = _table_bytes(table_mb) // used
    with _told():
        if not cards:
            return _kernel.solve_many(asked, used, table, _nodes(nodes), seconds)
        found = _kernel.solve_cards_many(asked, used, table, _nodes(nodes), seconds)
    return [{CARDS[card]: value for card, value in values} for values in found]


def _asked(position: Position) -> tuple[_kernel.Position, _kernel.Objective | None]:
    objective = position.objective
    return position.kernel(), None if objective is None else objective.kernel()


def _nodes(nodes: int | None) -> int | None:
    if nodes is not None and nodes < 0:
        raise OddtrickError(f"nodes is {nodes}: it is a number of cards to try, 0 or more")
    return nodes


def _table_bytes(table_mb: float) -> int:
    if not 0 <= table_mb < 2**20:
        raise OddtrickError(f"table_mb is {table_mb}: it is 0 or more megabytes, as in 256")
    return int(table_mb * 2**20)


@contextmanager
def _told() -> Iterator[None]:
    """What the kernel refuses, in the words of the package."""
    try:
        yield
    except _kernel.Stopped as error:
        raise SearchStopped(f"{error}: allow more nodes or seconds") from None
    except ValueError as error:
        raise OddtrickError(str(error)) from None
