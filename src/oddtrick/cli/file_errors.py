"""A file that can't be used, said in one line that names it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def naming(file: str) -> Iterator[None]:
    """While a file is read or written: whatever the system has against it is told with its name.

    Raises:
        OddtrickError: it can't be used; the message says why.

    >>> with naming("games/7.json"):
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
