"""Secrets and their seals: who shows a seal has chosen, and can't choose again."""

from __future__ import annotations

import hashlib
import re
from hmac import compare_digest
from typing import Annotated

from msgspec import Meta

from oddtrick.errors import OddtrickError

HOUSE = "house"
"""The server among the parties of a round."""

Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", min_length=64, max_length=64)]
"""32 bytes as 64 small hexadecimal digits: a secret or a seal."""

TABLE_PATTERN = "^[A-Za-z0-9_-]{1,40}(?![\\s\\S])"
"""The pattern of a table's name, which excludes line ends: names are hashed as lines."""

_is_hex = re.compile("[0-9a-f]{64}").fullmatch
_is_table = re.compile(TABLE_PATTERN).match


def is_table(table: str) -> bool:
    """True for a valid name of a table: 1 to 40 letters, digits, ``-``, ``_``."""
    return _is_table(table) is not None


def seal_of(table: str, number: int, who: int | str, secret: str) -> str:
    """The seal of a secret: SHA-256 over five lines, as 64 hexadecimal digits.

    Args:
        table: the table's name.
        number: the round's number at that table, from 1.
        who: the place of the player, from 0, or ``HOUSE``.
        secret: 32 random bytes as 64 small hexadecimal digits.

    Raises:
        OddtrickError: one of them is not of this form.

    >>> seal_of("example", 1, HOUSE, "00" * 32)[:16]
    '21eb90a87439712e'
    """
    check_secret(secret)
    lines = ("oddtrick/seal/1", *place_lines(table, number), _party(who), secret)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def check_opening(seal: str, table: str, number: int, who: int | str, secret: str) -> None:
    """Makes sure that a secret is the one that was sealed.

    Raises:
        OddtrickError: it is another, or no secret at all.
    """
    if not compare_digest(seal_of(table, number, who, secret).encode(), seal.encode()):
        raise OddtrickError("the secret is not the one that was sealed")


def check_secret(secret: str) -> None:
    """Makes sure that a text is a secret.

    Raises:
        OddtrickError: it is not.
    """
    if not _is_hex(secret):
        raise OddtrickError("a secret is 32 bytes, written as 64 small hexadecimal digits")


def place_lines(table: str, number: int) -> tuple[str, str]:
    """The place of a round, as two lines of the hashed text.

    Raises:
        OddtrickError: there can't be such a table or round.
    """
    if not is_table(table):
        raise OddtrickError(f"{table[:40]!r} is no table: it has 1 to 40 letters, digits, - and _")
    if number < 1:
        raise OddtrickError(f"there is no round {number}: rounds are counted from 1")
    return table, str(number)


def _party(who: int | str) -> str:
    if who == HOUSE or (isinstance(who, int) and who >= 0):
        return str(who)
    raise OddtrickError(f"{str(who)[:20]!r} is neither a player's place nor {HOUSE!r}")
