"""How often: token buckets by person and by address, in bounded memory."""

from __future__ import annotations

import time
from collections import OrderedDict
from math import inf
from typing import TYPE_CHECKING, TypedDict, Unpack, cast

from oddtrick.server.errors import ApiError
from oddtrick.server.limits import RATES, Limits, Rate

if TYPE_CHECKING:
    from collections.abc import Callable


FORGET_SECONDS = 0.1
"""How often those are looked for that can be forgotten."""

AT_HAND_SECONDS = 1.0
"""Tokens that were taken before they were needed are gone after that."""


class TokenBuckets:
    """The buckets of one rate, a key each.

    A bucket that has had time to fill up is as good as a new one and is forgotten; beyond ``most``
    keys the longest idle goes too, so that no flood of addresses can fill the memory.
    """

    def __init__(self, rate: Rate, most: int) -> None:
        self._most = most
        self._full: OrderedDict[str, float] = OrderedDict()  # when each is full again
        self._look_at = 0.0
        self._seconds = rate.seconds
        self._room = (rate.burst - 1) * rate.seconds  # so far ahead, and one more fits

    def __len__(self) -> int:
        return len(self._full)

    def wait(self, key: str, now: float, tokens: int = 1) -> float:
        """Seconds until there are so many tokens for this key; 0 if they are there now.

        Takes nothing. More than one are not promised to come, however long one waits.
        """
        more = (tokens - 1) * self._seconds
        if more > self._room:
            return inf
        full = self._full.get(key)
        if full is None or (wait := full - now - self._room + more) < 0.0:
            return 0.0
        return wait

    def take(self, key: str, now: float, tokens: int = 1) -> None:
        """Takes so many tokens, of which :meth:`wait` said that they were there."""
        kept = self._full
        full = kept.get(key, now)
        kept[key] = max(full, now) + tokens * self._seconds
        kept.move_to_end(key)
        if now < self._look_at and len(kept) <= self._most:
            return
        while kept and (self._oldest() <= now or len(kept) > self._most):
            kept.popitem(last=False)
        self._look_at = now + FORGET_SECONDS

    def _oldest(self) -> float:
        return next(iter(self._full.values()))


class Allowance:
    """What somebody may still do by several rates; see :meth:`Limiter.allowance`.

    Args:
        pairs: the buckets, and whose.
        clock: seconds that only go up.
        handful: so many tokens are taken at a time where there are that many. The next ones are
            then at hand for a moment, and nothing is looked up for them.
    """

    def __init__(
        self,
        pairs: tuple[tuple[TokenBuckets, str], ...],
        clock: Callable[[], float],
        handful: int = 1,
    ) -> None:
        self._pairs = pairs
        self._clock = clock
        self._handful = handful
        self._at_hand, self._until = 0, 0.0

    def wait(self) -> float:
        """Takes one token of each, or, if one of them has none, takes nothing.

        Returns:
            0 if they were taken; otherwise the seconds until they could be.
        """
        now = self._clock()
        if self._at_hand and now < self._until:
            self._at_hand -= 1
            return 0.0
        self._at_hand = 0
        if self._handful > 1 and not self._longest(now, self._handful):
            self._at_hand, self._until = self._handful - 1, now + AT_HAND_SECONDS
            return self._taken(now, self._handful)
        return self._longest(now, 1) or self._taken(now, 1)

    def _longest(self, now: float, tokens: int) -> float:
        return max([buckets.wait(key, now, tokens) for buckets, key in self._pairs], default=0.0)

    def _taken(self, now: float, tokens: int) -> float:
        for buckets, key in self._pairs:
            buckets.take(key, now, tokens)
        return 0.0

    def take(self) -> None:
        """The same.

        Raises:
            ApiError: 429, with the seconds to wait.
        """
        wait = self.wait()
        if wait:
            raise rate_limit_error(wait)


class RateKeys(TypedDict, total=False):
    """Whom each rate is counted for: a person's id, an address, a login."""

    requests_by_address: str
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
    commands_by_person: str
    commands_by_address: str
    messages_by_person: str
    messages_by_address: str


class RateLimiter:
    """All the rates of one worker.

    Args:
        limits: the rates.
        clock: seconds that only go up.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self._clock = clock
        self._buckets = {name: TokenBuckets(getattr(limits, name), limits.keys) for name in RATES}

    def wait(self, **keys: Unpack[RateKeys]) -> float:
        """Takes one token of each rate named, or, if one of them has none, takes nothing.

        Returns:
            0 if they were taken; otherwise the seconds until they could be.

        >>> limiter = Limiter(Limits(logins_by_address=Rate(1, 60)), clock=lambda: 5.0)
        >>> limiter.wait(logins_by_address="192.0.2.1"), limiter.wait(logins_by_address="192.0.2.1")
        (0.0, 60.0)
        """
        return self.allowance(**keys).wait()

    def allowance(self, handful: int = 1, **keys: Unpack[RateKeys]) -> Allowance:
        """The same rates for the same keys, looked up once for somebody who asks often.

        Args:
            handful: so many tokens are taken at a time, and are at hand for a moment.
            **keys: the rates, and whom each is counted for.
        """
        wanted = cast("dict[str, str]", keys)
        pairs = tuple((self._buckets[name], key) for name, key in wanted.items())
        return Allowance(pairs, self._clock, handful)

    def take(self, **keys: Unpack[RateKeys]) -> None:
        """The same, for a request.

        Raises:
            ApiError: 429, with the seconds to wait.
        """
        self.allowance(**keys).take()

    def remembered(self) -> int:
        """How many keys are remembered, of all the rates together."""
        return sum(map(len, self._buckets.values()))


def rate_limit_error(wait: float) -> ApiError:
    """The refusal of what comes too often."""
    seconds = max(1, round(wait))
    told = "a second" if seconds == 1 else f"{seconds} seconds"
    return ApiError(429, "limit", f"too many at once: try again in {told}", retry_after=wait)
