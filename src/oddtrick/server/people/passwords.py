"""Password hashing with argon2, in threads of a low priority."""

from __future__ import annotations

import re
import secrets
import unicodedata
from base64 import b64encode
from functools import cache, partial
from typing import TYPE_CHECKING

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.low_level import ARGON2_VERSION

from oddtrick.games import list_games
from oddtrick.server.errors import ApiError
from oddtrick.server.security.work_pools import WorkPool

if TYPE_CHECKING:
    from oddtrick.server.limits import Limits
    from oddtrick.server.security.fair_queue import Asker

MIN_LENGTH = 8
MAX_LENGTH = 200

GUESSES = 1_000_000
"""Passwords that can be tried in a year at the rate limit of a log-in: one every 30 seconds."""

JUDGED = 18
"""The number of first characters that are judged, in at most 50 ms; 72 can take seconds."""

HASHER = PasswordHasher(time_cost=3, memory_cost=32 * 1024, parallelism=1)
"""The cost of a hash: 32 MB and about 60 ms of one core. Log-in upgrades cheaper hashes."""


def validate_password(typed: str, login: str) -> str:
    """Checks a new password and returns it in Unicode normal form C.

    Raises:
        ApiError: 400, the password has a wrong length, is mostly the login or is not printable.
    """
    password = unicodedata.normalize("NFC", typed)
    if not MIN_LENGTH <= len(password) <= MAX_LENGTH:
        raise ApiError(400, "password", f"password: use {MIN_LENGTH} to {MAX_LENGTH} characters")
    if login in password.lower() and len(password) < len(login) + MIN_LENGTH:
        raise ApiError(400, "password", "password: too similar to the login, choose another")
    if not password.isprintable():
        raise ApiError(400, "password", "password: use printable characters only")
    return password


def is_guessed_early(password: str) -> bool:
    """Tells whether a password is among the first million that somebody would try.

    These are the 30,000 commonest passwords, names and words, also with capitals or digits for
    letters, years, repetitions and rows of keys (Wheeler, "zxcvbn: low-budget password strength
    estimation", USENIX Security 2016); and first of all the words of this server.
    """
    from zxcvbn import zxcvbn  # noqa: PLC0415  # 13 MB of word lists: when somebody chooses one

    return bool(zxcvbn(password[:JUDGED], words_of_server())["guesses"] < GUESSES)


@cache
def words_of_server() -> list[str]:
    """Returns the name of this server and of its games, which every visitor reads.

    They are the same for everybody: zxcvbn keeps them in a variable that all threads share.
    """
    names = ("oddtrick", "odd trick", *(game.id for game in list_games()))
    parts = {part for name in names for part in (name.replace("-", ""), *re.split("[- ]", name))}
    return sorted(parts)


def decoy_hash(hasher: PasswordHasher) -> str:
    """Returns a hash that no password has; verifying it costs as much as verifying a real one.

    Salt and tag are random, so that a start does not have to wait for the hash of a password.
    """
    variant = f"argon2{hasher.type.name.lower()}"
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    salt, tag = (
        b64encode(secrets.token_bytes(length)).decode().rstrip("=")
        for length in (hasher.salt_len, hasher.hash_len)
    )
    return f"${variant}$v={ARGON2_VERSION}${costs}${salt}${tag}"


class Passwords:
    """Hashes and verifies passwords off the event loop.

    Args:
        limits: the number of parallel and of queued hashes.
        hasher: the cost of a hash.
    """

    def __init__(self, limits: Limits, hasher: PasswordHasher = HASHER) -> None:
        self.hasher = hasher
        self.pool = WorkPool(
            "passwords",
            limits.hashes_at_once,
            limits.hashes_waiting,
            low_priority=True,
            busy="too many people are logging in: try again in a few seconds",
        )
        # Verified for logins that do not exist: the response time must not reveal whether they do.
        self._decoy = decoy_hash(hasher)

    async def hash(self, secret: str, asker: Asker) -> str:
        """Hashes a password or recovery code for storage.

        Raises:
            ApiError: 429, too many of the asker wait; 503, the queue is full.
        """
        return await self.pool.run_for(asker, partial(self.hasher.hash, secret))

    async def hash_new(self, password: str, asker: Asker) -> str:
        """Hashes a password that somebody has just chosen.

        Raises:
            ApiError: 400, it is easy to guess; 429 and 503 as :meth:`hash`.
        """
        return await self.pool.run_for(asker, partial(self._hashed_if_hard, password))

    async def verify(self, password: str, stored_hash: str | None, asker: Asker) -> bool:
        """Verifies a password; None as the hash fails after the same amount of work.

        Raises:
            ApiError: 429 and 503 as :meth:`hash`.
        """
        typed = unicodedata.normalize("NFC", password[: MAX_LENGTH * 4])
        work = partial(self._verified, stored_hash or self._decoy, typed)
        right = await self.pool.run_for(asker, work)
        return right and stored_hash is not None

    def is_old(self, stored_hash: str) -> bool:
        """Tells whether a hash was made with a lower cost."""
        return self.hasher.check_needs_rehash(stored_hash)

    def close(self) -> None:
        """Ends the threads."""
        self.pool.close()

    def _hashed_if_hard(self, password: str) -> str:
        if is_guessed_early(password):
            advice = "easy to guess, as others would try it first: use several unrelated words"
            raise ApiError(400, "weak-password", f"password: {advice}")
        return self.hasher.hash(password)

    def _verified(self, stored_hash: str, typed: str) -> bool:
        try:
            return self.hasher.verify(stored_hash, typed.encode("utf-8", "surrogatepass"))
        except (VerificationError, InvalidHashError):
            return False
