"""Names as they can be shown beside others, and logins as they can be told apart."""

from __future__ import annotations

import re
import unicodedata

from oddtrick.server.errors import ApiError

MAX_NAME_LENGTH = 24
"""Signs of the longest name."""

MAX_COMBINING_MARKS = 2
"""Accents and the like on one letter; Vietnamese and pointed Hebrew need two."""

_HIDDEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters that show nothing
_LOGIN = re.compile(r"[a-z0-9](?:[a-z0-9._-]{1,30})[a-z0-9]")


def clean_nickname(typed: str) -> str:
    r"""A name without what does not show, turns the line round or piles up.

    Whatever shows it must still treat it as text, and as text whose direction is its own.

    Raises:
        ApiError: 400, nothing is left of it, or it is too long.

    >>> clean_nickname("  Zoë\u202e\u0000  the \t 3rd ")
    'Zoë the 3rd'
    """
    spaced = "".join(" " if sign.isspace() else sign for sign in typed[:1000])
    visible = "".join(sign for sign in spaced if not _is_hidden(sign))
    marks, shown = 0, " "
    for sign in unicodedata.normalize("NFC", visible):
        marks = marks + 1 if unicodedata.category(sign).startswith("M") else 0
        if marks <= (0 if shown[-1] == " " else MAX_COMBINING_MARKS):
            shown += sign
    name = " ".join(shown.split())
    if not name:
        raise ApiError(400, "name", f"name: give 1 to {MAX_NAME_LENGTH} signs that show")
    if len(name) > MAX_NAME_LENGTH:
        raise ApiError(400, "name", f"name: too long, give 1 to {MAX_NAME_LENGTH} signs")
    return name


def _is_hidden(sign: str) -> bool:
    return unicodedata.category(sign) in _HIDDEN or sign in _BLANK


def normalize_login(typed: str) -> str:
    """A login as it is kept: in small letters, so that *Jo* and *jo* are one.

    Raises:
        ApiError: 400, it has other signs, or is too short or too long.

    >>> fold_login("Jo.Smith")
    'jo.smith'
    """
    login = parse_login(typed)
    if login is None:
        told = "give 3 to 32 letters a to z, digits, and . _ - between them"
        raise ApiError(400, "login", f"login: {told}")
    return login


def parse_login(typed: str) -> str | None:
    """The same for a log-in, where a login that can't be is just one that nobody has."""
    login = typed.strip().lower()
    return login if _LOGIN.fullmatch(login) else None
