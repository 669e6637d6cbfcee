"""How long a decision may still take."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from threading import Event


class NoTimeError(OddtrickError):
    """Time ran out before one world was finished."""

    def __init__(self) -> None:
        super().__init__("there was no time for a single world: allow more seconds")


class Clock:
    """What is left of the time for one decision.

    Args:
        seconds: all of it; None: there is no limit.
        cancel: ends it at once.
    """

    def __init__(self, seconds: float | None, cancel: Event | None) -> None:
        self.begun = monotonic()
        self.seconds = seconds
        self.cancel = cancel

    def left(self, share: float = 1.0) -> float | None:
        """The seconds that are left of such a share of all; None: there is no limit."""
        if self.seconds is None:
            return None
        return max(0.0, self.begun + share * self.seconds - monotonic())

    def is_over(self, share: float = 1.0) -> bool:
        """Whether nothing is left of such a share, or it was cancelled."""
        cancelled = self.cancel is not None and self.cancel.is_set()
        return cancelled or self.left(share) == 0
