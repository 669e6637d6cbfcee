"""Validation and normalisation of display names and logins."""

from __future__ import annotations

import re
import unicodedata

from oddtrick.names import written_name
from oddtrick.server.errors import ApiError

MAX_NAME_LENGTH = 24
"""The maximum length of the name of somebody who plays at tables, in code points."""

MAX_COMBINING_MARKS = 2
"""Combining marks on one letter; Vietnamese and pointed Hebrew need two."""

_HIDDEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and symbols without a visible glyph
_LOGIN = re.compile(r"[a-z0-9](?:[a-z0-9._-]{1,30})[a-z0-9]")


def clean_nickname(typed: str, most: int = MAX_NAME_LENGTH) -> str:
    r"""Removes invisible characters, direction overrides and stacked combining marks from a name.

    The result is still untrusted text: escape it, and isolate its direction.

    Args:
        typed: the name.
        most: its greatest length, in code points.

    Raises:
        ApiError: 400, nothing visible is left, or the name is too long.

    >>> clean_nickname("  Zoë\u202e\u0000  the \t 3rd ")
    'Zoë the 3rd'
    """
    spaced = "".join(" " if char.isspace() else char for char in typed[:1000])
    visible = "".join(char for char in spaced if not _is_hidden(char))
    marks, shown = 0, " "
    for char in unicodedata.normalize("NFC", visible):
        marks = marks + 1 if unicodedata.category(char).startswith("M") else 0
        if marks <= (0 if shown[-1] == " " else MAX_COMBINING_MARKS):
            shown += char
    name = written_name(shown)
    if not name:
        raise ApiError(400, "name", f"name: use 1 to {most} visible characters")
    if len(name) > most:
        raise ApiError(400, "name", f"name: too long, use 1 to {most} characters")
    return name


def _is_hidden(char: str) -> bool:
    return unicodedata.category(char) in _HIDDEN or char in _BLANK


def normalize_login(typed: str) -> str:
    """Normalises a login to lower case, so that *Jo* and *jo* are the same.

    Raises:
        ApiError: 400, the login has other characters or a wrong length.

    >>> normalize_login("Jo.Smith")
    'jo.smith'
    """
    login = parse_login(typed)
    if login is None:
        rule = "use 3 to 32 letters a to z or digits, with . _ - only between them"
        raise ApiError(400, "login", f"login: {rule}")
    return login


def parse_login(typed: str) -> str | None:
    """Normalises a login; returns None if no account can have it."""
    login = typed.strip().lower()
    return login if _LOGIN.fullmatch(login) else None
