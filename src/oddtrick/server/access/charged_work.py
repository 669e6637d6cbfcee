"""Slow work for one request: charged to who asks, and ended when they have gone."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from oddtrick.server.errors import ApiError
from oddtrick.server.parts import part_of
from oddtrick.server.security.fair_queue import Asker
from oddtrick.server.security.rate_limit import RateLimiter, rate_limit_error
from oddtrick.server.security.trusted_proxies import client_address
from oddtrick.server.work.estimates import (
    MOST_SECONDS,
    SHORT_SECONDS,
    advice_against,
    estimate_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from oddtrick.server.access.authentication import AnyConnection
    from oddtrick.server.people.principal import Principal
    from oddtrick.server.request_body import AnyRequest
    from oddtrick.server.security.work_pools import WorkPool

T = TypeVar("T")
P = ParamSpec("P")

ADVANCE_MS = 500
"""The least processor time that is charged when work is asked for, and set off against what it
took: so that many requests at once are not all admitted by an allowance for one."""


async def work_for(
    request: AnyRequest,
    principal: Principal | None,
    pool: WorkPool,
    work: Callable[P, T],
    *args: P.args,
    **kwargs: P.kwargs,
) -> T:
    """Does slow work for a request.

    Args:
        request: the request, whose body has been read.
        principal: the person who asks; None: nobody known.
        pool: the pool for this kind of work.
        work: the work; see :meth:`WorkPool.run_for`.
        *args: its arguments.
        **kwargs: its named arguments.

    Raises:
        ApiError: 409, it would take too long; 429, they have used up their processor time or have
            their share of the queue; 503, too many jobs wait; 400, they have gone.
    """
    seconds = estimate_of(work, *args, **kwargs) or 0.0
    if seconds > MOST_SECONDS:
        raise _too_much(seconds, advice_against(work))
    job = charged_work(request, principal, pool, partial(work, *args, **kwargs), seconds)
    return await while_connected(request, job)


def _too_much(seconds: float, advice: str) -> ApiError:
    message = (
        f"this would take the server about {seconds:.0f} seconds, and a request may take "
        f"{MOST_SECONDS:.0f}: {advice}"
    )
    return ApiError(409, "too-much", message)


async def charged_work(
    connection: AnyConnection,
    principal: Principal | None,
    pool: WorkPool,
    work: Callable[[], T],
    seconds: float = 0.0,
) -> T:
    """Does slow work for a request or a socket to its end, even if the client has gone.

    Args:
        connection: the request or socket.
        principal: the person who asks; None: nobody known.
        pool: the pool for this kind of work.
        work: the work.
        seconds: its estimated length.

    Raises:
        ApiError: 429, they have used up their processor time or have their share of the queue; 503,
            too many jobs wait.
    """
    charge = admit(connection, principal, seconds)
    asker = asker_of(connection, principal)
    return await pool.run_for(asker, work, charge, is_long=seconds > SHORT_SECONDS)


def asker_of(connection: AnyConnection, principal: Principal | None) -> Asker:
    """Returns who is at the other end, as queues tell them apart."""
    person = "" if principal is None else principal.person_id
    return Asker(client_address(connection.scope), person)


async def while_connected(request: AnyRequest, work: Coroutine[Any, Any, T]) -> T:
    """Awaits some work, and cancels it when the client has closed the connection.

    Raises:
        ApiError: 400, the client has gone.
    """
    job = asyncio.ensure_future(work)
    tasks = (job, asyncio.ensure_future(_disconnection(request)))
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if not job.done():
            raise ApiError(400, "invalid", "the request broke off")
        return job.result()
    finally:
        for task in tasks:
            task.cancel()
        del job, task, tasks  # an error refers to this frame: a cycle would keep an upload


def admit(
    connection: AnyConnection, principal: Principal | None, seconds: float = 0.0
) -> Callable[[float], None]:
    """Charges an advance; returns what charges the time that the work took, in seconds, instead.

    Args:
        connection: the request or socket.
        principal: the person who asks; None: nobody known.
        seconds: the estimated length of the work: the advance if it is more than the usual one.

    Raises:
        ApiError: 429, with the seconds to wait.
    """
    limiter = part_of(connection, RateLimiter)
    keys = {"processor_by_address": client_address(connection.scope)}
    if principal is not None:
        keys["processor_by_person"] = principal.person_id
    buckets = [(limiter.buckets(rate), key) for rate, key in keys.items()]
    if wait := max(bucket.wait(key, limiter.clock()) for bucket, key in buckets):
        raise rate_limit_error(wait)

    def charge(milliseconds: float) -> None:
        for bucket, key in buckets:
            bucket.take(key, limiter.clock(), milliseconds)

    advance = max(ADVANCE_MS, 1000 * seconds)
    charge(advance)
    return lambda taken: charge(1000 * taken - advance)


async def _disconnection(request: AnyRequest) -> None:
    """Waits until the client has closed the connection."""
    message: Any = None
    while message is None or message["type"] != "http.disconnect":
        message = await request.receive()
