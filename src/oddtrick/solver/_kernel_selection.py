"""Selection of the compiled kernel to load."""

import os
from importlib.util import find_spec

from oddtrick.solver import _processor

VARIABLE = "ODDTRICK_KERNEL"
"""The environment variable that selects a level; unset or empty: the best that runs here."""


def level() -> str:
    """Returns the level to load: ``"baseline"``, or ``"v3"`` on x86-64 with AVX2 and BMI2.

    Raises:
        ImportError: the selected level does not run here, or was not built.
    """
    levels = _processor.levels()
    wanted = os.environ.get(VARIABLE) or levels[-1]
    if wanted not in levels:
        raise ImportError(f"{VARIABLE} is {wanted!r}; this machine runs: {', '.join(levels)}")
    if find_spec(f"oddtrick.solver._kernel_{wanted}") is None:
        raise ImportError(f"{VARIABLE} is {wanted!r}, which was not built here: run make test")
    return wanted
