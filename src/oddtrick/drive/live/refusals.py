"""The ways in which a command of a drive can be refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from oddtrick.drive.live.edit_conflict_types import EditConflict


class DriveRefused(OddtrickError):
    """The state of the drive does not allow this."""


class CommandNotAllowed(OddtrickError):
    """The role does not allow this."""


class RoundIsOver(OddtrickError):
    """A result for a round that is over, or that was undone since."""


class ChangedMeanwhile(OddtrickError):
    """Somebody has changed the same thing since the sender last saw it.

    Args:
        message: the conflict in English.
        conflict: the thing, both values, and who changed it.
    """

    def __init__(self, message: str, conflict: EditConflict) -> None:
        super().__init__(message)
        self.conflict = conflict


class ResultsEntered(ChangedMeanwhile):
    """The round to be undone has results that its sender has not seen."""
