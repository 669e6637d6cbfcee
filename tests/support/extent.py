"""The extent of a test: every case in the whole run, a part of them in `make test`.

`ODDTRICK_TESTS=whole`, as `.ci/run` sets it, runs every case. The part holds each law on fewer
screens, deals or repetitions. Tests marked ``whole`` run with every case only; their argument
``held_by`` names the test that holds their law in the part.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

WHOLE = os.environ.get("ODDTRICK_TESTS") == "whole"
"""True if every case runs."""


def part(cases: Iterable[T], keep: int) -> list[T]:
    """The cases to run: all in the whole run, otherwise ``keep`` of them, spread evenly.

    Args:
        cases: all cases, in their order.
        keep: how many of them run otherwise, the first among them.
    """
    every = list(cases)
    if WHOLE or keep >= len(every):
        return every
    return [every[n * len(every) // keep] for n in range(keep)]


def times(few: int, *, whole: int) -> int:
    """How often to repeat: ``whole`` times in the whole run, otherwise ``few``."""
    return whole if WHOLE else few
