"""Rate limits: token buckets by person and by address, in bounded memory."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from math import inf
from typing import TypedDict, Unpack, cast

from oddtrick.server.errors import ApiError
from oddtrick.server.limits import RATES, Limits, Rate

SWEEP_SECONDS = 0.1
"""The interval at which full buckets are removed."""


class TokenBuckets:
    """The token buckets of one rate, one per key.

    A bucket is stored as the time at which it will be full again (the generic cell rate algorithm).
    A full bucket equals a new one and is removed. Beyond ``most`` keys the least recently used one
    is removed as well, so a flood of addresses cannot exhaust the memory.
    """

    def __init__(self, rate: Rate, most: int) -> None:
        self._most = most
        self._full_at: OrderedDict[str, float] = OrderedDict()
        self._sweep_at = 0.0
        self._seconds = rate.seconds
        self._tolerance = (rate.burst - 1) * rate.seconds  # a bucket this far from full has a token

    def __len__(self) -> int:
        return len(self._full_at)

    def wait(self, key: str, now: float, tokens: int = 1) -> float:
        """Returns the seconds until ``tokens`` are available for a key, without taking them.

        Returns 0 if they are available now, and infinity for more tokens than the burst.
        """
        more = (tokens - 1) * self._seconds
        if more > self._tolerance:
            return inf
        full_at = self._full_at.get(key)
        if full_at is None or (wait := full_at - now - self._tolerance + more) < 0.0:
            return 0.0
        return wait

    def take(self, key: str, now: float, tokens: float = 1) -> None:
        """Takes tokens, on credit unless :meth:`wait` says that they are available.

        A negative number is given back.
        """
        full_at = self._full_at
        full_at[key] = max(full_at.get(key, now), now) + tokens * self._seconds
        full_at.move_to_end(key)
        if now < self._sweep_at and len(full_at) <= self._most:
            return
        while full_at and (self._oldest() <= now or len(full_at) > self._most):
            full_at.popitem(last=False)
        self._sweep_at = now + SWEEP_SECONDS

    def reserve(self, key: str, now: float, tokens: int) -> float:
        """Takes tokens, on credit if there are none; returns the seconds until they are there."""
        self.take(key, now, tokens)
        return max(0.0, self._full_at[key] - now - self._tolerance - self._seconds)

    def _oldest(self) -> float:
        return next(iter(self._full_at.values()))


class RateKeys(TypedDict, total=False):
    """The key of each rate: a person's id, an address or a login."""

    requests_by_address: str
    files_by_address: str
    logins_by_address: str
    logins_by_login: str
    guesses_by_address: str
    registrations_by_address: str
    joins_by_person: str
    joins_by_address: str
    tables_by_person: str
    tables_by_address: str
    imports_by_person: str
    imports_by_address: str
    reviews_by_person: str
    reviews_by_address: str
    processor_by_person: str
    processor_by_address: str
    body_kilobytes_by_address: str
    commands_by_person: str
    commands_by_address: str
    frames_by_connection: str
    frames_by_person: str
    frames_by_address: str
    messages_by_person: str
    messages_by_address: str
    invitations_by_person: str
    invitations_by_address: str
    invitations_by_pair: str
    sockets_by_address: str


class RateLimiter:
    """The rate limits of one worker.

    Args:
        limits: the rates.
        clock: a monotonic clock, in seconds.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.clock = clock
        self._buckets = {name: TokenBuckets(getattr(limits, name), limits.keys) for name in RATES}

    def wait(self, **keys: Unpack[RateKeys]) -> float:
        """Takes one token of each rate, or none if one of them has none left.

        Returns:
            0 if the tokens were taken; otherwise the seconds until they are available.

        >>> limiter = RateLimiter(Limits(logins_by_address=Rate(1, 60)), clock=lambda: 5.0)
        >>> limiter.wait(logins_by_address="192.0.2.1"), limiter.wait(logins_by_address="192.0.2.1")
        (0.0, 60.0)
        """
        now = self.clock()
        wanted = [(self._buckets[rate], key) for rate, key in cast("dict[str, str]", keys).items()]
        wait = max([buckets.wait(key, now) for buckets, key in wanted], default=0.0)
        if not wait:
            for buckets, key in wanted:
                buckets.take(key, now)
        return wait

    def buckets(self, rate: str) -> TokenBuckets:
        """Returns the token buckets of a rate."""
        return self._buckets[rate]

    def take(self, **keys: Unpack[RateKeys]) -> None:
        """Takes one token of each rate.

        Raises:
            ApiError: 429, with the seconds to wait.
        """
        if wait := self.wait(**keys):
            raise rate_limit_error(wait)

    def tracked_keys(self) -> int:
        """The number of keys in memory, over all rates."""
        return sum(map(len, self._buckets.values()))


def rate_limit_error(wait: float) -> ApiError:
    """The error for a request over a rate limit."""
    seconds = max(1, round(wait))
    when = "a second" if seconds == 1 else f"{seconds} seconds"
    return ApiError(429, "limit", f"too many requests: try again in {when}", retry_after=wait)
