"""The time limit of a decision."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from threading import Event


class NoTimeError(OddtrickError):
    """The time limit passed before one world was finished."""

    def __init__(self) -> None:
        super().__init__("there was no time for a single world: allow more seconds")


class Deadline:
    """The time left for one decision.

    Args:
        seconds: the time limit, from now; None: none.
        cancel: ends the decision at once when it is set.
    """

    def __init__(self, seconds: float | None, cancel: Event | None) -> None:
        self.started = monotonic()
        self.seconds = seconds
        self.cancel = cancel

    def remaining(self, share: float = 1.0) -> float | None:
        """Seconds left of this share of the limit; None: there is no limit."""
        if self.seconds is None:
            return None
        return max(0.0, self.started + share * self.seconds - monotonic())

    def has_passed(self, share: float = 1.0) -> bool:
        """Returns whether this share of the limit is used up, or the decision was cancelled."""
        cancelled = self.cancel is not None and self.cancel.is_set()
        return cancelled or self.remaining(share) == 0
