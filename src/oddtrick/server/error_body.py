"""The body of a response to a request that failed."""

from __future__ import annotations

import msgspec

from oddtrick.drive.live.edit_conflict_types import EditConflict


class ErrorDetail(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error.

    Args:
        code: a word for programs, such as ``"limit"``; it stays the same between versions.
        message: one line for people.
        rule: the id of the rule of the game that is broken.
        conflict: with ``"conflict"`` and ``"results-entered"``: the change by somebody else.
    """

    code: str
    message: str
    rule: str | None = None
    conflict: EditConflict | None = None


class ErrorBody(msgspec.Struct, frozen=True):
    """The body of every response with a status from 400 on.

    Args:
        error: the error.
    """

    error: ErrorDetail
