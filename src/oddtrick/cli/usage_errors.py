"""Errors of the command line itself, apart from errors of what it names."""

from __future__ import annotations

from argparse import ArgumentTypeError
from contextlib import contextmanager
from typing import TYPE_CHECKING

from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

OK, FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
"""The exit statuses; docs/command-line.md documents them."""

STATUSES = (
    (OK, "done; also if the reader of the output closes it early, like head"),
    (
        FAILED,
        "a failure: a file cannot be used, a record breaks a rule, a check fails",
    ),
    (WRONG_USAGE, "wrong usage: an unknown verb or option, or a value that is not allowed"),
    (INTERRUPTED, "interrupted by Ctrl-C"),
)
"""Each exit status with its meaning, for the help, the manual page and the documentation."""


class UsageError(OddtrickError):
    """A command line that is wrong whatever the files it names contain."""


@contextmanager
def checking_arguments() -> Iterator[None]:
    """Turns an error inside the block into a :class:`UsageError`.

    >>> with checking_arguments():
    ...     raise OddtrickError("'bridge' is not a game")
    Traceback (most recent call last):
    ...
    oddtrick.cli.usage_errors.UsageError: 'bridge' is not a game
    """
    try:
        yield
    except OddtrickError as error:
        raise UsageError(str(error)) from None


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """Returns an argument type: whole numbers from ``least``, up to ``most`` if that is given.

    >>> whole_number(1)("12")
    12
    """
    wanted = f"a whole number from {least}" + ("" if most is None else f" to {most}")

    def read(text: str) -> int:
        number = integer(wanted)(text)
        if number < least or (most is not None and number > most):
            raise ArgumentTypeError(f"{text[:40]!r} is not {wanted}")
        return number

    return read


def integer(wanted: str = "a whole number") -> Callable[[str], int]:
    """Returns an argument type: numbers whose bounds are checked later.

    Args:
        wanted: what a text that is no number should have been.

    >>> integer()("-7")
    -7
    """

    def read(text: str) -> int:
        try:
            return int(text)
        except ValueError:
            raise ArgumentTypeError(f"{text[:40]!r} is not {wanted}") from None

    return read


seed = integer()
"""An argument type: random seeds."""


def seconds(text: str) -> float:
    """Parses a time limit.

    >>> seconds("0.5")
    0.5
    """
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e6:
        raise ArgumentTypeError(f"{text[:40]!r} is not a number of seconds above 0")
    return number
