"""Conversion of system errors into one-line errors that name the file."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

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
