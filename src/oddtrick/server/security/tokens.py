"""Random table codes, person ids and bearer tokens, and the hashes that are stored of secrets."""

from __future__ import annotations

import hashlib
import hmac
import secrets

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32: without *i*, *l*, *o* and *u*, which are easily misread."""

CODE_LENGTH = 12
"""60 bits: with a million tables, a thousand guesses per second find one in about 30 years."""

RECOVERY_LENGTH = 16
"""80 bits: at the rate at which log-ins may be tried, no code is ever guessed."""

_READ_AS = str.maketrans("ilo", "110", " -")


def new_code() -> str:
    """Generates the code of a table, which lets its holders in."""
    return _random_text(CODE_LENGTH)


def parse_code(typed: str, length: int = CODE_LENGTH) -> str | None:
    """Normalises a typed or pasted code; returns None if it is not one of this length.

    >>> parse_code("K3F9-0PQR-7XYZ"), parse_code("k3f9opqr7xyz"), parse_code("k3")
    ('k3f90pqr7xyz', 'k3f90pqr7xyz', None)
    """
    code = typed[:40].lower().translate(_READ_AS)
    return code if len(code) == length and set(code) <= set(ALPHABET) else None


def new_recovery_code() -> str:
    """Generates a recovery code; :func:`group_code` makes it readable."""
    return _random_text(RECOVERY_LENGTH)


def group_code(code: str) -> str:
    """Returns a code in groups of four, as people write it down.

    >>> group_code("k3f90pqr7xyz")
    'k3f9-0pqr-7xyz'
    """
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))


def new_person_id() -> str:
    """Generates the id of a person or a bot: ``p_`` and 17 characters, 85 bits."""
    return "p_" + _random_text(17)


def is_person_id(text: str) -> bool:
    """Tells whether a text has the form of a person's id; PostgreSQL rejects NUL, for example."""
    return text.startswith("p_") and len(text) == 19 and set(text[2:]) <= set(ALPHABET)


def new_token(kind: str) -> str:
    """Generates a bearer token of 256 bits; the prefix identifies it to people and leak scanners.

    >>> new_token("bot")[:7]
    'ot_bot_'
    """
    return f"ot_{kind}_{secrets.token_urlsafe(32)}"


def hash_token(secret: str) -> str:
    """Returns the SHA-256 of a token or session id, for storage.

    Such secrets have 256 random bits and cannot be guessed, so they need neither salt nor a slow
    hash. A stolen database does not reveal them.
    """
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def hashes_equal(one: str, other: str) -> bool:
    """Compares two hashes in constant time."""
    return hmac.compare_digest(one.encode(), other.encode())


def _random_text(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
