"""The compiled kernel: solver, sampler, playouts. Use `oddtrick.solver`."""

from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray


CARDS: int = 52

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
