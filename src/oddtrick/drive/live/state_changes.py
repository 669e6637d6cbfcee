"""The facts by which one state of a drive becomes another.

Drives are values: what a command does is said by functions that return the next value, and the
facts are what differs. So there is no second place that says what a command changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from oddtrick.drive.live import facts as f

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from oddtrick.drive.drive import Drive
    from oddtrick.drive.live.state import LiveDrive

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


def facts_between(before: LiveDrive, after: LiveDrive) -> tuple[f.Fact, ...]:
    """Returns the facts that lead from one state to the next; none if nothing has changed."""
    return tuple(_drive_facts(before.drive, after.drive, after)) + tuple(_other(before, after))


def _drive_facts(before: Drive, after: Drive, live: LiveDrive) -> Iterator[f.Fact]:
    if after.plan != before.plan:
        yield f.PlanChanged(after.plan)
    yield from _entry_facts(before, after)
    if players := tuple(_new(dict(enumerate(before.players)), dict(enumerate(after.players)))):
        yield f.CardsChanged(tuple(after.players[at] for at in players))
    yield from _round_facts(before, after, live)
    yield from (f.ChangeLogged(change) for change in after.log[len(before.log) :])
    if (after.boards, after.event_boards) != (before.boards, before.event_boards):
        yield f.BoardsChanged(after.boards, after.event_boards)
    if after.prizes != before.prizes:
        yield f.PrizesChanged(after.prizes)
    if after.closed and not before.closed:
        yield f.DriveClosed()


def _entry_facts(before: Drive, after: Drive) -> Iterator[f.Fact]:
    if after.entries is before.entries:
        return
    then = {entry.id: entry for entry in before.entries}
    now = {entry.id: entry for entry in after.entries}
    yield from (f.EntryRemoved(entry) for entry in then if entry not in now)
    if changed := tuple(_new(then, now)):
        yield f.EntriesChanged(tuple(now[entry] for entry in changed))


def _round_facts(before: Drive, after: Drive, live: LiveDrive) -> Iterator[f.Fact]:
    if len(after.rounds) > len(before.rounds):
        begun = after.rounds[-1]
        yield f.RoundBegun(begun.trump, begun.seating, live.online[-1])
    elif len(after.rounds) < len(before.rounds):
        yield f.RoundUndone()
    for old, new in zip(before.rounds, after.rounds, strict=False):
        if new == old:
            continue
        for table in range(1, len(new.results) + 1):
            result = new.result_of(table)
            if result is not None and result != old.result_of(table):
                yield f.ResultChanged(new.number, table, result)


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


def _new(before: Mapping[_Key, _Value], after: Mapping[_Key, _Value]) -> Iterator[_Key]:
    """Yields the keys whose values are new or have changed."""
    if after is not before:
        for key, value in after.items():
            if key not in before or before[key] != value:
                yield key
