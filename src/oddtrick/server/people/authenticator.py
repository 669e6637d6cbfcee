"""The authenticator of a worker: reads and writes people, signs cookies, checks passwords."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import msgspec
from sqlalchemy import Connection

from oddtrick.server.parts import part_of
from oddtrick.server.people.guest_cookie import GuestCookieSigner
from oddtrick.server.people.passwords import HASHER, Passwords
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.store.event_log import EventLog

if TYPE_CHECKING:
    from collections.abc import Callable

    from argon2 import PasswordHasher
    from litestar.connection import ASGIConnection

    from oddtrick.server.settings import Settings

P = ParamSpec("P")
T = TypeVar("T")


def now_ms() -> int:
    """Returns the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Authenticator(msgspec.Struct, frozen=True, kw_only=True):
    """Authenticates people, for one worker.

    Args:
        log: the database; the one writer of the worker serves people as well as tables.
        signer: signs the cookies of guests.
        passwords: hashes and checks passwords.
        limiter: the rate limits of this worker.
        clock: returns the time (ms).
    """

    log: EventLog
    signer: GuestCookieSigner
    passwords: Passwords
    limiter: RateLimiter
    clock: Callable[[], int] = now_ms

    async def read(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Runs a function that reads the database, in a thread.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        return await self.log.query(_bind(work, *args, **kwargs))

    async def write(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Runs a function that changes the database, all of it or nothing, in the writer's thread.

        The function must be quick, and may be called again if the database undoes the group of
        writes that it shares a transaction with.

        Raises:
            StoreUnavailable: it is unknown whether the change was written.
        """
        return await self.log.write(_bind(work, *args, **kwargs))

    def close(self) -> None:
        """Stops the threads that hash passwords. The log belongs to the caller."""
        self.passwords.close()


def _bind(
    work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
) -> Callable[[Connection], T]:
    def bound(connection: Connection) -> T:
        return work(connection, *args, **kwargs)

    return bound


def new_authenticator(
    log: EventLog,
    settings: Settings,
    limiter: RateLimiter,
    secret: str,
    *,
    clock: Callable[[], int] = now_ms,
    hasher: PasswordHasher = HASHER,
) -> Authenticator:
    """Returns the authenticator of a worker.

    Args:
        log: the database.
        settings: the settings of this server.
        limiter: the rate limits of this worker.
        secret: signs the cookies of guests.
        clock: returns the time (ms).
        hasher: hashes passwords, at a chosen cost.
    """
    return Authenticator(
        log=log,
        signer=GuestCookieSigner(secret),
        passwords=Passwords(settings.limits, hasher),
        limiter=limiter,
        clock=clock,
    )


def authenticator_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Authenticator:
    """Returns the authenticator of the worker."""
    return part_of(connection, Authenticator)
