"""Errors of the command line, and the types of its arguments, which raise them."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from oddtrick.atomic_file import check_writable, write_atomically
from oddtrick.errors import OddtrickError
from oddtrick.extras import install_command

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
    oddtrick.cli.errors.UsageError: 'bridge' is not a game
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


MOST_DEALS = 10_000_000
"""Deals that one command plays: the fastest bots need a day for them."""

deals = whole_number(1, MOST_DEALS)
"""An argument type: numbers of deals to play."""

seed = integer()
"""An argument type: random seeds."""


def positive(wanted: str) -> Callable[[str], float]:
    """Returns an argument type: numbers above 0.

    Args:
        wanted: what a text that is no such number should have been.

    >>> positive("a width above 0")("0.5")
    0.5
    """

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = 0.0
        if not 0 < number < 1e6:
            raise ArgumentTypeError(f"{text[:40]!r} is not {wanted}")
        return number

    return read


seconds = positive("a number of seconds above 0")
"""An argument type: time limits."""


@contextmanager
def report_file_errors(file: str) -> Iterator[None]:
    """Converts an ``OSError`` inside the block into an error that names the file.

    Raises:
        OddtrickError: the file cannot be used; the message gives the reason.

    >>> with report_file_errors("games/7.json"):
    ...     raise FileNotFoundError(2, "No such file or directory")
    Traceback (most recent call last):
    ...
    oddtrick.errors.OddtrickError: games/7.json: no such file or directory
    """
    try:
        yield
    except OSError as error:
        why = error.strerror or str(error) or "it cannot be used"
        raise OddtrickError(f"{file}: {why.lower()}") from None


@contextmanager
def located(place: object) -> Iterator[None]:
    """Puts a place before the message of an error inside the block.

    >>> with located("game.json"):
    ...     raise OddtrickError("deal 1 has no cards")
    Traceback (most recent call last):
    ...
    oddtrick.errors.OddtrickError: game.json: deal 1 has no cards
    """
    try:
        yield
    except OddtrickError as error:
        raise OddtrickError(f"{place}: {error}") from None


@contextmanager
def needing(part: str, extra: str) -> Iterator[None]:
    """Turns an import of a library that is missing into an error that says what to install.

    Args:
        part: what needs the library, for the message.
        extra: the optional part of the package that brings it.

    Raises:
        OddtrickError: a library is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("oddtrick"):
            raise
        message = f"{part} is not installed: run {install_command(extra)}"
        raise OddtrickError(message) from None


def read_at_most(file: str, most: int) -> bytes:
    """Reads a file, or standard input for ``-``, up to one byte more than a limit.

    Raises:
        OddtrickError: the file cannot be used.
    """
    with report_file_errors(file):
        if file == "-":
            return sys.stdin.buffer.read(most + 1)
        with Path(file).open("rb") as stream:
            return stream.read(most + 1)


def write_out(file: str | None, data: bytes) -> None:
    """Writes a file in one step; None is standard output.

    Raises:
        OddtrickError: the file cannot be used.
    """
    if file is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    with report_file_errors(file):
        write_atomically(Path(file), data)


def file_name(text: str) -> str:
    """Parses the name of a file; an empty one comes from an unset variable of a shell.

    >>> file_name("game.json")
    'game.json'
    """
    if not text:
        raise ArgumentTypeError("the name is empty: name a file")
    return text


def path(text: str) -> Path:
    """Parses the path of a file or folder, which may not be empty."""
    return Path(file_name(text))


def check_output(file: str) -> None:
    """Checks, without changing it, that a file can be written; devices and pipes are not opened.

    Raises:
        OddtrickError: it cannot; the message gives the reason.
    """
    with report_file_errors(file):
        check_writable(Path(file))
