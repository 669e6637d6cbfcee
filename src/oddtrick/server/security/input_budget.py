"""The budget of one WebSocket: every byte that arrives is paid for before it costs work.

A connection over its budget is read more slowly, so that TCP pushes back on the client. One that
keeps sending more than it may is closed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oddtrick.server.security.rate_limit import RateLimiter, TokenBuckets

TOKEN_BYTES = 64
"""Bytes that cost a token: a short command, or ten of the smallest frames."""

SLICE_BYTES = 8 * TOKEN_BYTES
"""Bytes that are handled before other connections have their turn."""

HANDFUL = 8
"""Tokens taken at a time; the frames of a player need no further look-up."""

MAX_SLOWED_SECONDS = 5.0
"""Time for which a connection may have been slowed before it is closed. Half of the time that
passes is forgiven, so a client that sends twice what it may is never closed for it, and a flood
is closed after ten seconds."""


def cost_of(size: int) -> int:
    """Returns the tokens for bytes that have arrived; the smallest piece costs one.

    >>> cost_of(1), cost_of(100), cost_of(512)
    (1, 1, 8)
    """
    return max(1, size // TOKEN_BYTES)


class InputBudget:
    """The tokens of one connection, of its person and of its address.

    Args:
        limiter: the rate limits.
        connection: a key that no other open connection has.
        address: the client's address.
        person: the person's id, or None.
    """

    def __init__(
        self, limiter: RateLimiter, connection: str, address: str, person: str | None
    ) -> None:
        self._clock = limiter.clock
        self._own: list[tuple[TokenBuckets, str]] = [
            (limiter.buckets("frames_by_connection"), connection)
        ]
        if person is not None:
            self._own.append((limiter.buckets("frames_by_person"), person))
        self._by_address = limiter.buckets("frames_by_address")
        self._address = address
        self._prepaid = 0
        self._slowed = 0.0
        self._charged_at = self._clock()

    def charge(self, size: int) -> float:
        """Takes the tokens for some bytes, on credit if there are none.

        Returns:
            The seconds to wait before more may be handled.
        """
        self._prepaid -= cost_of(size)
        if self._prepaid >= 0:
            return 0.0
        taken = max(HANDFUL, -self._prepaid)
        self._prepaid += taken
        now = self._clock()
        own = max([buckets.reserve(key, now, taken) for buckets, key in self._own])
        forgiven = (now - self._charged_at) / 2
        self._slowed = max(0.0, self._slowed - forgiven) + own
        self._charged_at = now
        # Others may have used up the tokens of the address, so waiting for them is no offence.
        return max(own, self._by_address.reserve(self._address, now, taken))

    @property
    def is_exceeded(self) -> bool:
        """True if the connection has kept sending too much and is to be closed."""
        return self._slowed > MAX_SLOWED_SECONDS
