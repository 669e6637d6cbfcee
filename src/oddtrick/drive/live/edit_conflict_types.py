"""The changes of others that stand in the way of a command, as they are sent.

They hold numbers, ids and kinds: pages say them in the reader's language, and
:mod:`~oddtrick.drive.live.edit_conflicts` says them in English.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from oddtrick.drive.live.settings import OnlineSettings, PlanChoices
from oddtrick.drive.prizes import PrizeList
from oddtrick.drive.rounds import Tricks, Unplayed

EntryField = Literal[
    "name", "group", "here", "paid", "note", "online", "crosses", "partner", "team"
]
"""The fields of an entry that two people might change at once."""

SettingField = Literal[
    "name", "minutes", "fee", "check_in", "confirm", "hide_last", "names", "online"
]
"""The settings that two people might change at once."""


class CardHolder(msgspec.Struct, frozen=True):
    """The holder of a card.

    Args:
        state: playing, gone, or back after leaving.
        name: the name on the card.
    """

    state: Literal["playing", "gone", "back"]
    name: str


class _Conflict(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """A change by somebody else.

    Args:
        by: the one who changed it.
        at: the time of that (ms since 1970).
    """

    by: str
    at: int


class EntryConflict(_Conflict, frozen=True, kw_only=True, tag="entry"):
    """Somebody else has changed a field of an entry.

    Args:
        entry: the id of the entry.
        field: the field.
        yours: the value that you were setting.
        theirs: the value that stands there now.
    """

    entry: int
    field: EntryField
    yours: str | int | bool | None
    theirs: str | int | bool | None


class SettingConflict(_Conflict, frozen=True, kw_only=True, tag="setting"):
    """Somebody else has changed a setting of the drive.

    Args:
        field: the setting.
        yours: the value that you were setting.
        theirs: the value that stands there now.
    """

    field: SettingField
    yours: str | int | bool | OnlineSettings
    theirs: str | int | bool | OnlineSettings


class CardConflict(_Conflict, frozen=True, kw_only=True, tag="card"):
    """Somebody else has changed who plays a card.

    Args:
        player: the id of the card.
        yours: the holder that you were setting.
        theirs: the holder now.
    """

    player: int
    yours: CardHolder
    theirs: CardHolder


class ResultConflict(_Conflict, frozen=True, kw_only=True, tag="result"):
    """Somebody else has entered or corrected the result of a table.

    Args:
        round: the number of the round.
        table: the number of the table.
        yours: the tricks that you were entering, or how a deal not played is scored.
        theirs: what stands there now; null: it was removed.
    """

    round: int
    table: int
    yours: Tricks | Unplayed
    theirs: Tricks | Unplayed | None


class RoundConflict(_Conflict, frozen=True, kw_only=True, tag="round"):
    """Somebody else has begun or undone a round.

    Args:
        round: the number of the last round now; 0 before the first.
    """

    round: int


class PlanConflict(_Conflict, frozen=True, kw_only=True, tag="plan"):
    """Somebody else has changed the plan.

    Args:
        yours: the plan that you were setting.
        theirs: the plan now.
    """

    yours: PlanChoices
    theirs: PlanChoices


class PrizesConflict(_Conflict, frozen=True, kw_only=True, tag="prizes"):
    """Somebody else has changed the list of prizes, or given one.

    Args:
        yours: the list that you were setting.
        theirs: the list now.
    """

    yours: PrizeList
    theirs: PrizeList


class NewResult(msgspec.Struct, frozen=True, kw_only=True):
    """A result that somebody else has entered or corrected.

    Args:
        table: the number of the table.
        tricks: the tricks that stand there now.
        by: the one who entered or corrected it.
        at: the time of that (ms since 1970).
    """

    table: int
    tricks: Tricks
    by: str
    at: int


class NewResults(msgspec.Struct, frozen=True, kw_only=True, tag="results", tag_field="kind"):
    """The round that you were undoing has results that you have not seen.

    Args:
        round: the number of the round.
        results: the results, by table.
    """

    round: int
    results: tuple[NewResult, ...]


EditConflict = (
    EntryConflict
    | SettingConflict
    | CardConflict
    | ResultConflict
    | RoundConflict
    | PlanConflict
    | PrizesConflict
    | NewResults
)
"""The conflicts for which a command is refused."""
