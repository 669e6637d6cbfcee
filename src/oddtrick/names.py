"""Names of people: how one is written, and when two are the same.

One way for lists, for those who join, for drives and for seasons: case, spaces and the form in
which Unicode writes a letter make no difference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple
from unicodedata import normalize

MAX_NAME = 80
"""The greatest length of a name, in characters: two long names who share a seat."""


def written_name(text: str) -> str:
    r"""Returns a name as it is kept: composed characters, and single spaces between words.

    >>> written_name("  Zoe\u0308   Lee ") == "Zo\u00eb Lee"
    True
    """
    return " ".join(normalize("NFC", text).split())


def name_key(text: str) -> str:
    r"""Returns what is the same for all ways to write one name (Unicode, compatibility caseless).

    >>> name_key("ZOE\u0308  LEE") == name_key("Zo\u00eb Lee"), name_key("Zoe") == name_key("Zoë")
    (True, False)
    """
    folded = normalize("NFKC", normalize("NFD", text).casefold()).casefold()
    return " ".join(normalize("NFKC", folded).split())


def same_name(one: str, other: str) -> bool:
    """Tells whether two texts are one name."""
    return one == other or name_key(one) == name_key(other)


class NameRule(NamedTuple):
    """A way to write and to compare names.

    Attributes:
        written: returns a name as it is kept.
        key: returns what is the same for all ways to write one name.
    """

    written: Callable[[str], str]
    key: Callable[[str], str]


NAMES = NameRule(written_name, name_key)
"""How names are written and compared."""

NAMES_AS_TYPED = NameRule(lambda text: " ".join(text.split()), str)
"""How names on lists were written and compared by earlier versions: in other case or another form
of Unicode they were others."""
