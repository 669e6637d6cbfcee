"""Passwords: argon2 in threads of its own, a few at a time, the same work whoever asks."""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from oddtrick.server.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.server.limits import Limits

T = TypeVar("T")

MIN_LENGTH = 8
MAX_LENGTH = 200

HASHER = PasswordHasher(time_cost=3, memory_cost=32 * 1024, parallelism=1)
"""What a hash costs: 32 MB and some 60 ms of one core. Log-in makes cheaper ones anew."""


def validate_password(typed: str, login: str) -> str:
    """A new password in its one form.

    Raises:
        ApiError: 400, it is too short or too long, is the login, or can't be written.
    """
    password = unicodedata.normalize("NFC", typed)
    if not MIN_LENGTH <= len(password) <= MAX_LENGTH:
        raise ApiError(400, "password", f"password: give {MIN_LENGTH} to {MAX_LENGTH} signs")
    if login in password.lower() and len(password) < len(login) + MIN_LENGTH:
        raise ApiError(400, "password", "password: the login is most of it, think of another")
    if len(set(password)) < MIN_LENGTH // 2:
        raise ApiError(400, "password", "password: use at least four different signs")
    if not password.isprintable():
        raise ApiError(400, "password", "password: it has signs that cannot be typed")
    return password


class Passwords:
    """Hashes and checks passwords, off the event loop.

    Args:
        limits: how many at once, and how many may wait.
        hasher: what a hash costs.
    """

    def __init__(self, limits: Limits, hasher: PasswordHasher = HASHER) -> None:
        self.hasher = hasher
        self._threads = ThreadPoolExecutor(limits.hashes_at_once, "passwords")
        self._most = limits.hashes_at_once + limits.hashes_waiting
        self._under_way = 0
        self._decoy = hasher.hash(secrets.token_urlsafe())

    async def hash(self, password: str) -> str:
        """What is kept of a password.

        Raises:
            ApiError: 503, too many wait already.
        """
        return await self._run(self.hasher.hash, password)

    async def verify(self, password: str, kept: str | None) -> bool:
        """Whether it is the password; where there is no account (None) the work is the same.

        Raises:
            ApiError: 503, too many wait already.
        """
        typed = unicodedata.normalize("NFC", password[: MAX_LENGTH * 4])
        right = await self._run(self._verified, kept or self._decoy, typed)
        return right and kept is not None

    def is_old(self, kept: str) -> bool:
        """Whether a hash was made when hashes cost less."""
        return self.hasher.check_needs_rehash(kept)

    def close(self) -> None:
        """Lets the threads go."""
        self._threads.shutdown()

    def _verified(self, kept: str, typed: str) -> bool:
        try:
            return self.hasher.verify(kept, typed.encode("utf-8", "surrogatepass"))
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[..., T], *args: str) -> T:
        if self._under_way >= self._most:
            told = "many people log in just now: try again in a few seconds"
            raise ApiError(503, "busy", told, retry_after=3)
        self._under_way += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)
        finally:
            self._under_way -= 1
