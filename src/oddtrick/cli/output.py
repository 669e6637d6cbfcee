"""Output for any terminal: untrusted text made safe, columns, and letters for signs it lacks.

Python asks an error handler what to write for a character that the stream's encoding lacks. The
handlers here answer with letters for people, and with escapes inside JSON.
"""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from io import TextIOWrapper
from typing import TextIO

PROGRAM = "oddtrick"
"""The word with which each message on standard error begins."""

FOR_PEOPLE = "oddtrick.letters"
"""The name of the error handler for text."""

FOR_JSON = "oddtrick.json"
"""The name of the error handler for JSON."""

_LETTERS = {
    **dict(zip("♣♦♥♠♧♢♡♤", "CDHSCDHS", strict=True)),
    **dict(zip("‘’“”–—−·×•▶◀▲▼←→↑↓✓✗", "''\"\"---.x*><^v<>^v+x", strict=True)),
    "ä": "ae",
    "ö": "oe",
    "ü": "ue",
    "Ä": "Ae",
    "Ö": "Oe",
    "Ü": "Ue",
    "ß": "ss",
    "…": "...",
    "≥": ">=",
    "≤": "<=",
}


def letters_for(sign: str) -> str:
    """ASCII in place of a character.

    >>> [letters_for(sign) for sign in "♥—é━│王"]
    ['H', '-', 'e', '-', '|', '?']
    """
    if sign in _LETTERS:
        return _LETTERS[sign]
    if "\u2500" <= sign <= "\u259f":
        return _drawn(unicodedata.name(sign))
    plain = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return plain or "?"


def _drawn(name: str) -> str:
    """ASCII for a character of a frame or a bar."""
    if not name.startswith("BOX DRAWINGS"):
        return "#"
    return "+" if " AND " in name else "|" if "VERTICAL" in name else "-"


def _escaped(sign: str) -> str:
    """The escapes of a character in JSON: one, or a pair of surrogates."""
    units = sign.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


def _handler(replace: Callable[[str], str]) -> Callable[[UnicodeError], tuple[str, int]]:
    def handle(error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeEncodeError):
            raise error
        lacking = error.object[error.start : error.end]
        return "".join(map(replace, lacking)), error.end

    return handle


codecs.register_error(FOR_PEOPLE, _handler(letters_for))
codecs.register_error(FOR_JSON, _handler(_escaped))


def prepare_output(stream: TextIO, environ: Mapping[str, str] = os.environ) -> None:
    """Makes a standard stream write what its readers can display, and never fail on a character.

    ``LC_ALL=C`` asks for ASCII, although Python would then write UTF-8. Without any setting, as in
    most containers, Python's choice stands.
    """
    if not isinstance(stream, TextIOWrapper):
        return
    if _wants_ascii(environ):
        stream.reconfigure(encoding="ascii")
    stream.reconfigure(errors=FOR_PEOPLE)


def escape_json(stream: TextIO) -> None:
    """Makes a stream write what its encoding lacks as JSON escapes."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors=FOR_JSON)


def can_write(stream: TextIO, text: str) -> bool:
    """True if the stream's encoding has all characters of the text."""
    try:
        text.encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _wants_ascii(environ: Mapping[str, str]) -> bool:
    """True if the user asked for the locale ``C`` and for no other encoding."""
    if environ.get("PYTHONIOENCODING") or environ.get("PYTHONUTF8"):
        return False
    return environ.get("LC_ALL") in ("C", "POSIX")


def align_columns(rows: Sequence[Sequence[str]], alignment: str) -> Iterator[str]:
    """Yields rows of equal length as lines, with two spaces between columns.

    Args:
        rows: the cells, headings included.
        alignment: ``<`` or ``>`` for each column; the last one goes for all further columns.

    >>> list(align_columns([("deal", "trumps", "us"), ("1", "hearts", "-12 (-120)")], "><>"))
    ['deal  trumps          us', '   1  hearts  -12 (-120)']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    sides = alignment.ljust(len(widths), alignment[-1])
    for row in rows:
        cells = zip(row, sides, widths, strict=True)
        yield "  ".join(f"{cell:{side}{width}}" for cell, side, width in cells).rstrip()


def one_line(text: str) -> str:
    r"""Replaces line breaks and control characters; printable characters are unchanged.

    >>> one_line("a  b.json\n\x1b[2J")
    'a  b.json �[2J'
    """
    return "".join(sign if sign.isprintable() else " " if sign.isspace() else "�" for sign in text)


def tell(message: str) -> None:
    """Prints a message on standard error, in one line that begins with the program's name."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(one_line(f"{PROGRAM}: {message}"), file=sys.stderr)
