"""The ways in which a command of a drive can be refused."""

from __future__ import annotations

from oddtrick.errors import OddtrickError


class DriveRefused(OddtrickError):
    """The state of the drive does not allow this."""


class CommandNotAllowed(OddtrickError):
    """The role does not allow this."""


class RoundIsOver(OddtrickError):
    """A result for a round that is over, or that was undone since."""


class ResultsEntered(OddtrickError):
    """The round to be undone has more or fewer results than the sender knows of."""


class ChangedMeanwhile(OddtrickError):
    """Somebody has changed the same thing since the sender last saw it.

    Args:
        what: the thing, in words.
        yours: the value that was to be set.
        theirs: the value that stands there now.
        by: who changed it.
        at: when (ms).
    """

    def __init__(self, what: str, *, yours: str, theirs: str, by: str, at: int) -> None:
        super().__init__(
            f"{what} was changed by {by}: it is now {theirs}, you were setting {yours}"
        )
        self.yours = yours
        self.theirs = theirs
        self.by = by
        self.at = at
