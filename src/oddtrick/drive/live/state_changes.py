"""The facts by which one state of a drive becomes another.

Drives are values: what a command does is said by functions that return the next value, and the
facts are what differs. So there is no second place that says what a command changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from oddtrick.drive.drive import Drive
from oddtrick.drive.entry_list import ListedEntry
from oddtrick.drive.live import facts as f
from oddtrick.drive.live.state import LiveDrive
from oddtrick.drive.players import Player
from oddtrick.drive.rounds import Round, Tricks, Unplayed

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_Listed = TypeVar("_Listed", "Player", "ListedEntry")


def facts_between(before: LiveDrive, after: LiveDrive) -> tuple[f.Fact, ...]:
    """Returns the facts that lead from one state to the next; none if nothing has changed."""
    return tuple(_drive_facts(before.drive, after.drive, after)) + tuple(_other(before, after))


def _drive_facts(before: Drive, after: Drive, live: LiveDrive) -> Iterator[f.Fact]:
    if after.plan != before.plan:
        yield f.PlanChanged(after.plan)
    yield from _entry_facts(before, after)
    if players := tuple(_changed(before.players, after.players)):
        yield f.CardsChanged(players)
    yield from _round_facts(before, after, live)
    yield from (f.ChangeLogged(change) for change in after.log[len(before.log) :])
    if (after.boards, after.event_boards) != (before.boards, before.event_boards):
        yield f.BoardsChanged(after.boards, after.event_boards)
    if after.prizes != before.prizes:
        yield f.PrizesChanged(after.prizes)
    if after.closed and not before.closed:
        yield f.DriveClosed()


def _entry_facts(before: Drive, after: Drive) -> Iterator[f.Fact]:
    if after.entries is not before.entries:
        left = {entry.id for entry in after.entries}
        yield from (f.EntryRemoved(one.id) for one in before.entries if one.id not in left)
    if entries := tuple(_changed(before.entries, after.entries)):
        yield f.EntriesChanged(entries)


def _round_facts(before: Drive, after: Drive, live: LiveDrive) -> Iterator[f.Fact]:
    if len(after.rounds) > len(before.rounds):
        begun = after.rounds[-1]
        yield f.RoundBegun(begun.trump, begun.seating, live.online[-1])
    elif len(after.rounds) < len(before.rounds):
        yield f.RoundUndone()
    for old, new in zip(before.rounds, after.rounds, strict=False):
        if new is old:
            continue
        results = zip(_results(old), _results(new), strict=True)
        for table, (was, result) in enumerate(results, start=1):
            if result is not None and result != was:
                yield f.ResultChanged(new.number, table, result)


def _results(played: Round) -> list[Tricks | Unplayed | None]:
    unplayed = dict(played.unplayed)
    return [unplayed.get(at, result) for at, result in enumerate(played.results, start=1)]


def _other(before: LiveDrive, after: LiveDrive) -> Iterator[f.Fact]:
    settled = (table for table in before.pending if table not in after.pending)
    yield from (f.ReportsChanged(table) for table in settled)
    for table in _new(before.pending, after.pending):
        yield f.ReportsChanged(table, after.pending[table])
    if after.settings != before.settings:
        yield f.SettingsChanged(after.settings)
    if after.clock != before.clock:
        yield f.ClockChanged(after.clock)
    for grant in _new(before.grants, after.grants):
        yield f.GrantChanged(after.grants[grant])
    for key in _new(before.devices, after.devices):
        yield f.DeviceChanged(key, after.devices[key])
    for table in _new(before.table_keys, after.table_keys):
        yield f.TableKeyReplaced(table, after.table_keys[table])


def _changed(before: Sequence[_Listed], after: Sequence[_Listed]) -> Iterator[_Listed]:
    """Yields the players or entries that are new or have changed."""
    if after is not before:  # as after most commands: a hall has hundreds
        then = {one.id: one for one in before}
        for one in after:
            was = then.get(one.id)
            if was is not one and was != one:
                yield one


def _new(before: Mapping[_Key, _Value], after: Mapping[_Key, _Value]) -> Iterator[_Key]:
    """Yields the keys whose values are new or have changed."""
    if after is not before:
        for key, value in after.items():
            if key not in before or before[key] != value:
                yield key
