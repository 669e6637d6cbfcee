"""The things that two people might change at once, and the check that they do not.

A command carries the entry of the log that its sender saw. If somebody else has changed the same
thing since then to something else, it is refused with both values.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import msgspec
from msgspec import UNSET, convert
from msgspec.structs import replace

from oddtrick.drive.drive import find_player
from oddtrick.drive.entry_list import find_entry
from oddtrick.drive.live import commands as c
from oddtrick.drive.live import edit_conflict_types as t
from oddtrick.drive.live.refusals import ChangedMeanwhile, ResultsEntered
from oddtrick.drive.live.settings import NamePolicy, OnlineSettings, PlanChoices, choices_of
from oddtrick.drive.live.state import LiveDrive, Touch
from oddtrick.drive.live.views_by_role import shorten
from oddtrick.drive.prizes import PrizeList
from oddtrick.drive.rounds import Tricks, Unplayed


def check_unchanged(
    live: LiveDrive, command: c.DriveCommand, seen: int, names: NamePolicy = "full"
) -> None:
    """Checks that nobody has changed the same thing since an entry of the log.

    Args:
        live: the drive.
        command: the command.
        seen: the last entry that its sender knew.
        names: how the sender sees the names of others.

    Raises:
        ChangedMeanwhile: somebody has.
        ResultsEntered: the round to be undone has results that are newer.
        OddtrickError: there is no such thing.
    """
    for thing, yours in things_of(live, command):
        touch = live.touched.get(thing)
        if touch is None or touch.seq <= seen:
            continue
        theirs = value_of(live, thing)
        if theirs != yours:
            by = shorten(touch.by, names) or "another phone"
            conflict = _conflict(thing, replace(touch, by=by), yours, theirs)
            raise ChangedMeanwhile(conflict_text(live, conflict), conflict)
    if isinstance(command, c.UndoRound) and (results := _results_since(live, seen)):
        new = t.NewResults(round=live.round_number, results=results)
        raise ResultsEntered(conflict_text(live, new), new)


def things_of(live: LiveDrive, command: c.Command) -> Iterator[tuple[str, Any]]:
    """Yields what a command sets: the name of a thing among those touched, and the value."""
    match command:
        case c.ChangeEntry():
            yield from _given(command, t.EntryField, f"entry/{command.entry}")
            if isinstance(command.partner, int):
                yield f"entry/{command.partner}/partner", command.entry
        case c.ChooseCrossing():
            chosen = set(command.entries)
            yield from ((f"entry/{one.id}/crosses", one.id in chosen) for one in live.drive.entries)
        case c.ChangeDriveSettings():
            yield from _given(command, t.SettingField, "settings")
        case c.ReplacePlayer() | c.LeaveDrive() | c.ReturnPlayer() | c.TakeSeat():
            yield f"player/{command.player}", _holder(live, command)
        case c.EnterResult() | c.CorrectResult() | c.MarkUnplayed():
            value = command.score if isinstance(command, c.MarkUnplayed) else command.tricks
            yield f"result/{command.round}/{command.table}", value
        case c.EndTable():
            yield from _ended(live, command)
        case c.BeginRound() | c.UndoRound():
            # None equals no number of a round, so any change since then is a conflict.
            yield "round", None
        case c.ChangePlan() | c.ChangePrizes():
            yield _whole(live, command)


def changed_things(before: LiveDrive, command: c.Command, after: LiveDrive) -> tuple[str, ...]:
    """Returns the names of the things that a command sets and that it has changed."""
    return tuple(
        thing
        for thing, _ in things_of(before, command)
        if value_of(before, thing) != value_of(after, thing)
    )


def _given(command: object, names: Any, prefix: str) -> Iterator[tuple[str, object]]:
    for name in get_args(names):
        value = getattr(command, name, UNSET)
        if value is not UNSET:
            yield f"{prefix}/{name}", value


def _whole(live: LiveDrive, command: c.ChangePlan | c.ChangePrizes) -> tuple[str, object]:
    if isinstance(command, c.ChangePrizes):
        return "prizes", command.prizes
    # Without a seed of its own a plan keeps that of the one before.
    seed = command.plan.seed or live.drive.plan.seed
    return "plan", replace(command.plan, seed=seed)


def _ended(live: LiveDrive, command: c.EndTable) -> Iterator[tuple[str, Tricks]]:
    for online in live.online_round.tables:
        if online.code == command.code:
            yield f"result/{live.round_number}/{online.table}", command.tricks


def _holder(
    live: LiveDrive, command: c.ReplacePlayer | c.LeaveDrive | c.ReturnPlayer | c.TakeSeat
) -> t.CardHolder:
    match command:
        case c.ReplacePlayer():
            return t.CardHolder("playing", command.name)
        case c.TakeSeat():
            return t.CardHolder("playing", find_entry(live.drive.entries, command.entry).name)
        case c.LeaveDrive():
            return t.CardHolder("gone", find_player(live.drive, command.player).name)
    return t.CardHolder("back", find_player(live.drive, command.player).name)


def value_of(live: LiveDrive, thing: str) -> Any:
    """Returns the value of a thing that two people might change at once."""
    match thing.split("/"):
        case ["entry", entry, field]:
            return getattr(find_entry(live.drive.entries, int(entry)), field)
        case ["player", player]:
            found = live.drive.players[int(player)]
            return t.CardHolder("playing" if found.left is None else "gone", found.name)
        case ["result", number, table]:
            return _result(live, int(number), int(table))
        case ["settings", field]:
            return getattr(live.settings, field)
        case ["round"]:
            return live.round_number
    return live.drive.prizes if thing == "prizes" else choices_of(live.drive.plan)


def _result(live: LiveDrive, number: int, table: int) -> Tricks | Unplayed | None:
    """Returns a result; None also if its round was undone, or begun again with fewer tables."""
    if number > len(live.drive.rounds) or table > len(live.drive.rounds[number - 1].results):
        return None
    return live.drive.rounds[number - 1].result_of(table)


def _conflict(thing: str, touch: Touch, yours: Any, theirs: Any) -> t.EditConflict:
    about: dict[str, Any] = {"by": touch.by, "at": touch.at}
    values: dict[str, Any] = {"yours": yours, "theirs": theirs}
    kind, *ids = thing.split("/")
    match kind:
        case "entry":
            field = convert(ids[1], t.EntryField)
            return t.EntryConflict(entry=int(ids[0]), field=field, **about, **values)
        case "player":
            return t.CardConflict(player=int(ids[0]), **about, **values)
        case "result":
            return t.ResultConflict(round=int(ids[0]), table=int(ids[1]), **about, **values)
        case "settings":
            return t.SettingConflict(field=convert(ids[0], t.SettingField), **about, **values)
        case "round":
            return t.RoundConflict(round=theirs, **about)
    return (t.PrizesConflict if kind == "prizes" else t.PlanConflict)(**about, **values)


def _results_since(live: LiveDrive, seen: int) -> tuple[t.NewResult, ...]:
    """Returns the results of the last round that are newer than an entry of the log."""
    number = live.round_number
    found = []
    for table, tricks in enumerate(live.drive.rounds[-1].results if number else (), start=1):
        touch = live.touched.get(f"result/{number}/{table}")
        if tricks is not None and touch is not None and touch.seq > seen:
            found.append(t.NewResult(table=table, tricks=tricks, by=touch.by, at=touch.at))
    return tuple(found)


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
    theirs, yours = _value(conflict.theirs), _value(conflict.yours)
    if isinstance(conflict, t.EntryConflict) and conflict.field == "partner":
        names = {entry.id: entry.name for entry in live.drive.entries}
        theirs, yours = (
            names.get(one, "none") if isinstance(one, int) else "none"
            for one in (conflict.theirs, conflict.yours)
        )
    return (
        f"{_subject(live, conflict)} was changed by {conflict.by}: "
        f"it is now {theirs}, you were setting {yours}"
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
