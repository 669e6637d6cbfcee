"""The state of a drive after an entry of its log.

Folding is total: it refuses nothing, understands no text, draws nothing and computes no seating.
All that was decided when the entry was written is in its facts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from oddtrick.drive.live import facts as f
from oddtrick.drive.live.command_log import facts_of
from oddtrick.drive.live.state import Grant, LiveDrive, Touch
from oddtrick.drive.rounds import Round

AnyBody = f.LogBody | f.CommandBody


def open_live(body: AnyBody, at: int) -> LiveDrive:
    """Returns a drive after its first entry."""
    if isinstance(body, f.CommandBody):
        body = facts_of(None, body, at)
    (opened,) = body.facts
    assert isinstance(opened, f.DriveOpened)
    return LiveDrive(
        code=opened.code,
        seq=0,
        at=at,
        drive=opened.drive,
        settings=opened.settings,
        begun=0,
        grants={1: Grant(1, "organiser", opened.organiser, at)},
        online=opened.online,
        boards_dealt=opened.boards_dealt,
    )


def fold_body(live: LiveDrive, body: AnyBody, at: int, key: str | None = None) -> LiveDrive:
    """Returns the state after the next entry.

    Args:
        live: the state before.
        body: the entry.
        at: its time (ms).
        key: the id that the sender gave to the command.
    """
    if isinstance(body, f.CommandBody):
        body = facts_of(live, body, at)
    seq, after = live.seq + 1, live
    for fact in body.facts:
        after = _FOLDS[type(fact)](after, fact)
    is_undone = any(isinstance(fact, f.RoundUndone) for fact in body.facts)
    if is_undone or after.round_number > live.round_number:
        after = replace(after, begun=seq)
    touch = Touch(seq, body.actor.label, at)
    return replace(
        after,
        seq=seq,
        at=at,
        keys=after.keys if key is None else {**after.keys, key: seq},
        touched={**after.touched, **dict.fromkeys(body.touched, touch)},
        completed=None if is_undone else _completed(live, after, at),
    )


def _completed(before: LiveDrive, after: LiveDrive, at: int) -> int | None:
    """Returns when the round under way became complete, if the next is still to begin."""
    if not _is_settled(after):
        return None
    return before.completed if _is_settled(before) else at


def _is_settled(live: LiveDrive) -> bool:
    return live.stage == "between" and not live.pending


def _in_drive(live: LiveDrive, **changes: Any) -> LiveDrive:
    return replace(live, drive=replace(live.drive, **changes))


def _entries_changed(live: LiveDrive, fact: f.EntriesChanged) -> LiveDrive:
    # An entry that is there keeps its place.
    by_id = {entry.id: entry for entry in (*live.drive.entries, *fact.entries)}
    return _in_drive(live, entries=tuple(by_id.values()))


def _entry_removed(live: LiveDrive, fact: f.EntryRemoved) -> LiveDrive:
    left = tuple(entry for entry in live.drive.entries if entry.id != fact.entry)
    return _in_drive(live, entries=left)


def _cards_changed(live: LiveDrive, fact: f.CardsChanged) -> LiveDrive:
    by_id = {player.id: player for player in (*live.drive.players, *fact.players)}
    return _in_drive(live, players=tuple(by_id.values()))


def _round_begun(live: LiveDrive, fact: f.RoundBegun) -> LiveDrive:
    empty = (None,) * len(fact.seating.tables)
    begun = Round(live.round_number + 1, fact.trump, fact.seating, empty)
    live = _in_drive(live, rounds=(*live.drive.rounds, begun))
    dealt = fact.online.board or live.boards_dealt
    return replace(live, online=(*live.online, fact.online), boards_dealt=dealt)


def _result_changed(live: LiveDrive, fact: f.ResultChanged) -> LiveDrive:
    rounds = list(live.drive.rounds)
    rounds[fact.round - 1] = rounds[fact.round - 1].with_result(fact.table, fact.result)
    return _in_drive(live, rounds=tuple(rounds))


def _reports_changed(live: LiveDrive, fact: f.ReportsChanged) -> LiveDrive:
    others = {table: each for table, each in live.pending.items() if table != fact.table}
    now = {fact.table: fact.reports} if fact.reports else {}
    return replace(live, pending=others | now)


_FOLDS: dict[type[f.Fact], Callable[[LiveDrive, Any], LiveDrive]] = {
    f.PlanChanged: lambda live, fact: _in_drive(live, plan=fact.plan),
    f.EntriesChanged: _entries_changed,
    f.EntryRemoved: _entry_removed,
    f.CardsChanged: _cards_changed,
    f.RoundBegun: _round_begun,
    f.RoundUndone: lambda live, fact: replace(
        _in_drive(live, rounds=live.drive.rounds[:-1]), online=live.online[:-1]
    ),
    f.ResultChanged: _result_changed,
    f.ReportsChanged: _reports_changed,
    f.ChangeLogged: lambda live, fact: _in_drive(live, log=(*live.drive.log, fact.change)),
    f.ClockChanged: lambda live, fact: replace(live, clock=fact.clock),
    f.SettingsChanged: lambda live, fact: replace(live, settings=fact.settings),
    f.BoardsChanged: lambda live, fact: _in_drive(
        live, boards=fact.boards, event_boards=fact.of_event
    ),
    f.PrizesChanged: lambda live, fact: _in_drive(live, prizes=fact.prizes),
    f.DriveClosed: lambda live, fact: _in_drive(live, closed=True),
    f.GrantChanged: lambda live, fact: replace(
        live, grants={**live.grants, fact.grant.id: fact.grant}
    ),
    f.DeviceChanged: lambda live, fact: replace(
        live, devices={**live.devices, fact.key_hash: fact.device}
    ),
    f.TableKeyReplaced: lambda live, fact: replace(
        live, table_keys={**live.table_keys, fact.table: fact.times}
    ),
}
"""All but the first fact of a log."""
