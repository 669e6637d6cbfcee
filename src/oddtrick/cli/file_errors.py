"""Files named on the command line: one-line errors that name the file."""

from __future__ import annotations

from argparse import ArgumentTypeError
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from oddtrick.atomic_file import check_writable
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Iterator


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
