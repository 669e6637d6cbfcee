"""Codes of tables, ids and tokens: chance that nobody guesses, and what is kept of it."""

from __future__ import annotations

import hashlib
import hmac
import secrets

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""32 signs; *i*, *l*, *o* and *u* are left out, because they are read as others."""

CODE_LENGTH = 12
"""60 bits: at a thousand guesses a second and a million tables, one in thirty years hits."""

_READ_AS = str.maketrans("ilo", "110", " -")


def new_code() -> str:
    """The code of a table: who has it may come in."""
    return _drawn(CODE_LENGTH)


def parse_code(typed: str) -> str | None:
    """A code as somebody typed or pasted it; None if it can't be one.

    >>> read_code("K3F9-0PQR-7XYZ"), read_code("k3f9opqr7xyz"), read_code("k3")
    ('k3f90pqr7xyz', 'k3f90pqr7xyz', None)
    """
    code = typed[:40].lower().translate(_READ_AS)
    return code if len(code) == CODE_LENGTH and set(code) <= set(ALPHABET) else None


def new_person_id() -> str:
    """An id of a person or a bot: 85 bits, ``p_`` and 17 signs."""
    return "p_" + _drawn(17)


def is_person_id(text: str) -> bool:
    """Whether it has the form of such an id; PostgreSQL would stumble over some that have not."""
    return text.startswith("p_") and len(text) == 19 and set(text[2:]) <= set(ALPHABET)


def new_token(kind: str) -> str:
    """A bearer token of 256 bits; its beginning tells people, and searches for leaks, what it is.

    >>> new_token("bot")[:7]
    'ot_bot_'
    """
    return f"ot_{kind}_{secrets.token_urlsafe(32)}"


def hash_token(secret: str) -> str:
    """What is kept of a token or session id: its SHA-256, from which it can't be told.

    Such secrets have 256 bits of their own, so a plain hash is enough; passwords need more.
    """
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def hashes_equal(one: str, other: str) -> bool:
    """Whether two hashes are equal, in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())


def _drawn(signs: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(signs))
