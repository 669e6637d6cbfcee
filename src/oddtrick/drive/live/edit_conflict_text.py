"""Conflicts in English, one line each: the message of the error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from oddtrick.drive.entry_list import find_entry
from oddtrick.drive.live import edit_conflict_types as t
from oddtrick.drive.live.settings import OnlineSettings, PlanChoices
from oddtrick.drive.prizes import PrizeList

if TYPE_CHECKING:
    from oddtrick.drive.live.state import LiveDrive
    from oddtrick.drive.rounds import Tricks


def conflict_text(live: LiveDrive, conflict: t.EditConflict) -> str:
    """Returns a conflict as one line: the thing, who changed it, and both values."""
    # Names and notes are shown as they were sent, which may be in several lines.
    return " ".join(_text(live, conflict).split())


def _text(live: LiveDrive, conflict: t.EditConflict) -> str:
    if isinstance(conflict, t.NewResults):
        results = ", ".join(
            f"table {one.table} {_tricks(one.tricks)} by {one.by}" for one in conflict.results
        )
        return (
            f"round {conflict.round} has results that you have not seen: {results}; "
            "look at them before you undo the round"
        )
    if isinstance(conflict, t.RoundConflict):
        now = f"round {conflict.round} is" if conflict.round else "no round is"
        return f"{conflict.by} has begun or undone a round: {now} under way now"
    return (
        f"{_subject(live, conflict)} was changed by {conflict.by}: "
        f"it is now {_value(conflict.theirs)}, you were setting {_value(conflict.yours)}"
    )


def _subject(
    live: LiveDrive,
    conflict: t.EntryConflict
    | t.SettingConflict
    | t.CardConflict
    | t.ResultConflict
    | t.PlanConflict
    | t.PrizesConflict,
) -> str:
    match conflict:
        case t.EntryConflict():
            return f"{conflict.field} of {find_entry(live.drive.entries, conflict.entry).name}"
        case t.SettingConflict():
            return f"the setting {conflict.field}"
        case t.CardConflict():
            return f"card {conflict.player + 1}"
        case t.ResultConflict():
            return f"table {conflict.table} of round {conflict.round}"
        case t.PrizesConflict():
            return "the list of prizes"
    return "the plan"


def _value(value: object) -> str:
    match value:
        case None:
            text = "none"
        case bool():
            text = "yes" if value else "no"
        case (int(first), int(second)):
            text = _tricks((first, second))
        case t.CardHolder():
            text = value.name if value.state == "playing" else value.state
        case OnlineSettings() | PlanChoices() | PrizeList():
            text = msgspec.json.encode(value).decode()
        case _:
            text = str(value)
    return text


def _tricks(tricks: Tricks) -> str:
    return f"{tricks[0]}–{tricks[1]}"
