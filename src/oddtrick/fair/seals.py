"""Secrets and their seals: a seal commits a party to its secret."""

from __future__ import annotations

import hashlib
import re
from hmac import compare_digest
from typing import Annotated

from msgspec import Meta

from oddtrick.errors import OddtrickError

SERVER = "server"
"""The server among the parties of a round."""

Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", min_length=64, max_length=64)]
"""32 bytes as 64 lower-case hexadecimal digits: a secret or a seal."""

TABLE_PATTERN = "^[A-Za-z0-9_-]{1,40}(?![\\s\\S])"
"""The pattern of a table's name, which excludes line ends: names are hashed as lines."""

_is_hex = re.compile("[0-9a-f]{64}").fullmatch
_is_table = re.compile(TABLE_PATTERN).match


def is_table(table: str) -> bool:
    """True for a valid name of a table: 1 to 40 letters, digits, ``-``, ``_``."""
    return _is_table(table) is not None


def seal_of(table: str, number: int, party: int | str, secret: str) -> str:
    """The seal of a secret: SHA-256 over five lines, as 64 hexadecimal digits.

    Args:
        table: the table's name.
        number: the round's number at that table, from 1.
        party: the place of the player, from 0, or ``SERVER``.
        secret: 32 random bytes as 64 lower-case hexadecimal digits.

    Raises:
        OddtrickError: one of them is not of this form.

    >>> seal_of("example", 1, SERVER, "00" * 32)[:16]
    'fcca03f860d9d52c'
    """
    check_secret(secret)
    lines = ("oddtrick/seal/1", *place_lines(table, number), _party(party), secret)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def check_opening(seal: str, table: str, number: int, party: int | str, secret: str) -> None:
    """Verifies an opened secret against its seal.

    Raises:
        OddtrickError: it differs from the sealed one, or is malformed.
    """
    if not compare_digest(seal_of(table, number, party, secret).encode(), seal.encode()):
        raise OddtrickError("the secret is not the one that was sealed")


def check_secret(secret: str) -> None:
    """Verifies the form of a secret.

    Raises:
        OddtrickError: it is not.
    """
    if not _is_hex(secret):
        raise OddtrickError("a secret is 32 bytes, written as 64 small hexadecimal digits")


def place_lines(table: str, number: int) -> tuple[str, str]:
    """The table and number of a round, as two lines of the hashed text.

    Raises:
        OddtrickError: the table's name or the round's number is invalid.
    """
    if not is_table(table):
        raise OddtrickError(
            f"{table[:40]!r} is not a table: it has 1 to 40 letters, digits, - and _"
        )
    if number < 1:
        raise OddtrickError(f"there is no round {number}: rounds are counted from 1")
    return table, str(number)


def _party(party: int | str) -> str:
    if party == SERVER or (isinstance(party, int) and party >= 0):
        return str(party)
    raise OddtrickError(f"{str(party)[:20]!r} is neither a player's place nor {SERVER!r}")
