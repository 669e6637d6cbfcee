"""Which of the compiled kernels to load."""

import os

from oddtrick.solver import _processor

ASKED = "ODDTRICK_KERNEL"
"""The environment variable that names a level; unset or empty, it is the best that runs here."""


def level() -> str:
    """The level to load: ``"baseline"``, or ``"v3"`` on x86-64 with AVX2 and BMI2.

    Raises:
        ImportError: the environment asks for a level that does not run here.
    """
    here = _processor.levels()
    asked = os.environ.get(ASKED) or here[-1]
    if asked not in here:
        raise ImportError(f"{ASKED} is {asked!r}; this machine runs: {', '.join(here)}")
    return asked
