"""The authenticator: what it takes to know who comes in, one for each worker."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, select

from oddtrick.server.people.guest_cookie import GuestCookieSigner
from oddtrick.server.people.passwords import HASHER, Passwords
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.security.tokens import new_token
from oddtrick.server.store.append_sql import insert_if_absent
from oddtrick.server.store.engine import reading, writing
from oddtrick.server.store.schema import settings as kept_settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from argon2 import PasswordHasher
    from litestar.connection import ASGIConnection

    from oddtrick.server.settings import Settings

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 4
"""Enough for what is asked about people; cards are dealt elsewhere."""

SECRET = "guests"  # noqa: S105  # the name of a setting


def now_ms() -> int:
    """The moment, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Authenticator(msgspec.Struct, frozen=True, kw_only=True):
    """What it takes to know who comes in.

    Args:
        engine: the database.
        signer: of guests' cookies.
        passwords: hashes them.
        limiter: the rates of this worker.
        threads: where the database is asked.
        clock: the moment, in milliseconds since 1970.
    """

    engine: Engine
    signer: GuestCookieSigner
    passwords: Passwords
    limiter: RateLimiter
    threads: ThreadPoolExecutor
    clock: Callable[[], int] = now_ms

    async def read(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Asks the database, in a thread.

        Raises:
            StoreUnavailable: it does not answer.
        """

        def reads() -> T:
            with reading(self.engine) as connection:
                return work(connection, *args, **kwargs)

        return await asyncio.get_running_loop().run_in_executor(self.threads, reads)

    async def write(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Changes the database in one transaction, in a thread: all of it or nothing.

        Raises:
            StoreUnavailable: it does not answer.
        """

        def writes() -> T:
            with writing(self.engine) as connection:
                return work(connection, *args, **kwargs)

        return await asyncio.get_running_loop().run_in_executor(self.threads, writes)

    def close(self) -> None:
        """Lets the threads go."""
        self.threads.shutdown()
        self.passwords.close()


def new_authenticator(
    engine: Engine,
    settings: Settings,
    limiter: RateLimiter,
    *,
    clock: Callable[[], int] = now_ms,
    hasher: PasswordHasher = HASHER,
) -> Authenticator:
    """A authenticator for a worker; its database is there already.

    Args:
        engine: the database.
        settings: of this server.
        limiter: the rates of this worker.
        clock: the moment, in milliseconds since 1970.
        hasher: what the hash of a password costs.

    Raises:
        StoreUnavailable: the database does not answer.
    """
    return Authenticator(
        engine=engine,
        signer=GuestCookieSigner(settings.secret or _kept_secret(engine)),
        passwords=Passwords(settings.limits, hasher),
        limiter=limiter,
        threads=ThreadPoolExecutor(THREADS, "people"),
        clock=clock,
    )


def authenticator_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Authenticator:
    """The authenticator of the application, which stands in ``app.state.authenticator``."""
    authenticator: Authenticator = connection.app.state.authenticator
    return authenticator


def _kept_secret(engine: Engine) -> str:
    """What signs guests' cookies: made by whichever worker is first, the same for all."""
    with writing(engine) as connection:
        connection.execute(
            insert_if_absent(connection, kept_settings), {"name": SECRET, "value": new_token("key")}
        )
        value = connection.scalar(
            select(kept_settings.c.value).where(kept_settings.c.name == SECRET)
        )
    return str(value)
