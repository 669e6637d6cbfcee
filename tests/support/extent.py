"""The extent of a run of the tests: which of them, and on how many cases.

`make test` leaves out the tests marked ``whole``, whose argument ``held_by`` names the test that
holds their law on a smaller case. `ODDTRICK_TESTS=all`, as `.ci/run` sets it, runs every test, each
on a part of its screens, deals or repetitions: on another with the next commit.
`ODDTRICK_TESTS=whole` runs every case of every test, which takes an hour on two cores: before a
release, and after changes to what the cases are.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from tests.support import chance

T = TypeVar("T")

_EXTENT = os.environ.get("ODDTRICK_TESTS")
ALL = _EXTENT in {"all", "whole"}
"""True if every test runs."""
WHOLE = _EXTENT == "whole"
"""True if every case runs."""


def part(cases: Iterable[T], keep: int) -> list[T]:
    """The cases to run: all in the whole run, otherwise ``keep`` of them, spread evenly.

    The seed of the run, which follows from the commit, says with which case each call begins: so
    all of them come up in turn.

    Args:
        cases: all cases, in their order.
        keep: how many of them run otherwise.
    """
    every = list(cases)
    if WHOLE or keep >= len(every):
        return every
    caller = sys._getframe(1)
    place = f"{Path(caller.f_code.co_filename).relative_to(chance.ROOT)}:{caller.f_lineno}"
    first = chance.number_of(place) % len(every)
    taken = sorted((first + n * len(every) // keep) % len(every) for n in range(keep))
    return [every[at] for at in taken]


def times(few: int, *, whole: int) -> int:
    """How often to repeat: ``whole`` times in the whole run, otherwise ``few``."""
    return whole if WHOLE else few
