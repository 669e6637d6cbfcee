"""A cheap password hasher and a clock that a test moves, for tests of accounts."""

from __future__ import annotations

from argon2 import PasswordHasher

CHEAP = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
"""A cheap hasher: most account tests do not depend on the hashing cost."""


class Clock:
    """A manual clock in milliseconds."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        self.now += 1
        return self.now

    def pass_days(self, days: float) -> None:
        """Advances the clock by a number of days."""
        self.now += int(days * 86_400_000)
