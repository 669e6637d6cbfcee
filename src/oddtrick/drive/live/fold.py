"""The state of a drive after an entry of its log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import replace

from oddtrick.drive.attendance import (
    AGAIN,
    add_entries,
    change_entry,
    choose_crossing,
    leave_drive,
    remove_entry,
    return_player,
)
from oddtrick.drive.drive import (
    Signature,
    check_open,
    close_drive,
    correct_result,
    mark_unplayed,
    replace_player,
    undo_round,
)
from oddtrick.drive.entries_from_text import read_entries
from oddtrick.drive.entry_list import find_entry, list_players
from oddtrick.drive.event_boards import boards_dealt, check_event_boards, take_boards
from oddtrick.drive.late_seats import share_seat, take_card
from oddtrick.drive.live import commands as c
from oddtrick.drive.live import log, online_tables, phones
from oddtrick.drive.live.edit_conflicts import things_of, value_of
from oddtrick.drive.live.refusals import DriveRefused
from oddtrick.drive.live.result_reports import (
    check_round,
    confirm_report,
    dispute_report,
    drop_reports,
    enter_report,
    time_text,
)
from oddtrick.drive.live.state import Clock, Grant, LiveDrive, OnlineRound, Touch
from oddtrick.drive.prize_list import change_prizes

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.drive.drive import Drive
    from oddtrick.drive.live.log import LogBody

MINUTE = 60_000


def open_live(body: LogBody, at: int) -> LiveDrive:
    """Returns a drive after its first entry.

    Raises:
        OddtrickError: the plan or the file is impossible.
    """
    command = body.command
    assert isinstance(command, log.OpenDrive)
    drive = command.drive()
    if not drive.entries:  # as in the file of ``oddtrick drive new``: the desk works with a list
        drive = replace(drive, entries=list_players(drive.players))
    return LiveDrive(
        code=command.code,
        seq=0,
        at=at,
        drive=drive,
        settings=command.settings,
        begun=0,
        grants={1: Grant(1, "organiser", command.organiser, at)},
        online=_rounds_of_file(drive),
        boards_dealt=boards_dealt(drive),
    )


def _rounds_of_file(drive: Drive) -> tuple[OnlineRound, ...]:
    """Returns the rounds of a file, with their boards, which are unknown after an undone round."""
    is_known = drive.boards is not None and boards_dealt(drive) == len(drive.rounds)
    return tuple(OnlineRound(board=one.number if is_known else None) for one in drive.rounds)


def fold_body(live: LiveDrive, body: LogBody, at: int, key: str | None = None) -> LiveDrive:
    """Returns the state after the next entry.

    Args:
        live: the state before.
        body: the entry.
        at: its time (ms).
        key: the id that the sender gave to the command.

    Raises:
        OddtrickError: the entry is impossible in this state.
    """
    seq = live.seq + 1
    after = _STEPS[type(body.command)](live, body, at)
    if isinstance(body.command, c.BeginRound | c.UndoRound):
        after = replace(after, begun=seq)
    touch = Touch(seq, body.actor.label, at)
    things = [
        thing
        for thing, _ in things_of(live, body.command)
        if value_of(live, thing) != value_of(after, thing)
    ]
    return replace(
        after,
        seq=seq,
        at=at,
        keys=after.keys if key is None else {**after.keys, key: seq},
        touched={**after.touched, **dict.fromkeys(things, touch)},
        completed=_completed(live, after, body, at),
    )


def _completed(before: LiveDrive, after: LiveDrive, body: LogBody, at: int) -> int | None:
    """Returns when the round under way became complete, if the next is still to begin."""
    if isinstance(body.command, c.UndoRound) or not _is_settled(after):
        return None
    return before.completed if _is_settled(before) else at


def _is_settled(live: LiveDrive) -> bool:
    return live.stage == "between" and not live.pending


def _begin(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    check_open(live.drive)
    _check_settled(live)
    begun = body.begun or log.seat_round(live)
    length = live.settings.minutes * MINUTE
    clock = replace(
        live.clock, state="running" if length else "off", ends_at=at + length, left=length
    )
    return replace(
        live,
        drive=begun.applied(live.drive),
        pending={},
        clock=clock,
        online=(*live.online, begun.online),
        boards_dealt=begun.online.board or live.boards_dealt,
    )


def _check_settled(live: LiveDrive) -> None:
    if disputed := live.tables_in("disputed"):
        tables = ", ".join(map(str, disputed))
        raise DriveRefused(f"the result of table {tables} is disputed: correct or confirm it first")


def _undo(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    clock = replace(live.clock, state="off")
    drive = undo_round(live.drive, _sign(body, at))
    return replace(live, drive=drive, pending={}, clock=clock, online=live.online[:-1])


def _report(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    check_open(live.drive)
    check_round(live, command)
    if isinstance(command, c.EnterResult):
        return enter_report(live, command, body.actor, at)
    if isinstance(command, c.ConfirmResult):
        return confirm_report(live, command, body.actor)
    return dispute_report(live, command, body.actor, at)


def _correct(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    number, table, signed = command.round, command.table, _sign(body, at)
    drive = correct_result(live.drive, number, table, command.tricks, signed)
    if drive.log[-1].before == drive.log[-1].after:
        drive = live.drive
    corrected = replace(live, drive=drive)
    return drop_reports(corrected, table) if number == live.round_number else corrected


def _mark_unplayed(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    number, table, signed = command.round, command.table, _sign(body, at)
    drive = mark_unplayed(live.drive, number, table, command.score, signed)
    if drive.rounds == live.drive.rounds:
        return live
    marked = replace(live, drive=drive)
    return drop_reports(marked, table) if number == live.round_number else marked


def _set_clock(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    check_open(live.drive)
    return replace(live, clock=_clock(live, command, at))


def _clock(live: LiveDrive, command: c.SetClock, at: int) -> Clock:
    clock, length = live.clock, live.settings.minutes * MINUTE
    is_running = clock.state == "running"
    match command.act:
        case "start":
            left = clock.left if clock.state == "paused" else length
            if not left:
                raise DriveRefused("no time is set for a round: set the minutes first")
            return clock if is_running else replace(clock, state="running", ends_at=at + left)
        case "pause":
            left = max(0, clock.ends_at - at)
            return replace(clock, state="paused", left=left) if is_running else clock
        case "add":
            if clock.state == "off":
                raise DriveRefused("the clock is off: start it first")
            change = command.minutes * MINUTE
            ends = max(at, max(at, clock.ends_at) + change)
            return replace(clock, ends_at=ends, left=max(0, clock.left + change))
        case "reset":
            return replace(clock, state="off", ends_at=0, left=length)
    return replace(clock, rings=clock.rings + 1)


def _change_settings(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    return replace(live, settings=replace(live.settings, **_given(body.command)))


def _change_plan(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    check_open(live.drive)
    if live.drive.players:
        raise DriveRefused("the cards are numbered: the plan can no longer change")
    plan = replace(command.plan, seed=command.plan.seed or live.drive.plan.seed).plan()
    drive = replace(live.drive, plan=plan)
    if drive.event_boards and drive.boards is not None:
        if plan.movement == "duplicate":
            check_event_boards(plan, drive.boards)
        else:
            drive = replace(drive, boards=None, event_boards=False)
    return replace(live, drive=drive)


def _change_prizes(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    return replace(live, drive=change_prizes(live.drive, command.prizes))


def _close(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    _check_settled(live)
    return replace(live, drive=close_drive(live.drive), pending={})


def _add_grant(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    number = len(live.grants) + 1
    grant = Grant(number, command.role, command.label, at)
    return replace(live, grants={**live.grants, number: grant})


def _revoke_grant(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    grant = live.grants.get(command.grant)
    if grant is None:
        raise DriveRefused(f"there is no key {command.grant}")
    others = [one for one in live.grants.values() if one != grant and not one.revoked]
    if all(one.role != "organiser" for one in others):
        raise DriveRefused("this is the last key of an organiser: make another first")
    return replace(live, grants={**live.grants, grant.id: replace(grant, revoked=True)})


def _add_device(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    check_open(live.drive)
    return phones.add_device(live, command, at)


def _new_table_key(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    check_open(live.drive)
    return phones.replace_table_key(live, command.table)


def _add_entries(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    entries = read_entries(command.text, live.drive.plan.groups)
    signed = replace(AGAIN, by=body.actor.label, when=time_text(at))
    return replace(live, drive=add_entries(live.drive, entries, signed))


def _change_entry(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    given = _given(command)
    changed = replace(find_entry(live.drive.entries, given.pop("entry")), **given)
    return replace(live, drive=change_entry(live.drive, changed))


def _remove_entry(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    return replace(live, drive=remove_entry(live.drive, command.entry))


def _choose_crossing(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    return replace(live, drive=choose_crossing(live.drive, command.entries))


def _leave(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    return replace(live, drive=leave_drive(live.drive, command.player, _sign(body, at)))


def _return(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    return replace(live, drive=return_player(live.drive, command.player, _sign(body, at)))


def _replace(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    name, is_bot, signed = command.name, command.bot, _sign(body, at)
    drive = replace_player(live.drive, command.player, name, signed, bot=is_bot)
    held = [entry.id for entry in live.drive.entries if entry.player == command.player]
    return online_tables.free_places(replace(live, drive=drive), held)


def _take_seat(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    held = [entry.id for entry in live.drive.entries if entry.player == command.player]
    give = share_seat if command.share else take_card
    drive = give(live.drive, command.entry, command.player, _sign(body, at))
    return online_tables.free_places(replace(live, drive=drive), () if command.share else held)


def _join_online(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    return online_tables.join_online(live, command, at)


def _change_person(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    return online_tables.change_person(live, command)


def _free_place(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    return online_tables.free_places(live, [find_entry(live.drive.entries, command.entry).id])


def _end_table(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    return online_tables.end_table(live, command)


def _seal_boards(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    return online_tables.seal_more(live, command)


def _take_boards(live: LiveDrive, body: LogBody, at: int) -> LiveDrive:
    command: Any = body.command
    return replace(live, drive=take_boards(live.drive, command.boards))


def _given(command: Any) -> dict[str, Any]:
    """Returns the fields of a command that were given."""
    fields = {name: getattr(command, name) for name in command.__struct_fields__}
    return {name: value for name, value in fields.items() if value is not UNSET}


def _sign(body: LogBody, at: int) -> Signature:
    return Signature(body.actor.label, time_text(at), getattr(body.command, "why", ""))


_STEPS: dict[type[Any], Callable[[LiveDrive, LogBody, int], LiveDrive]] = {
    c.AddEntries: _add_entries,
    c.ChangeEntry: _change_entry,
    c.RemoveEntry: _remove_entry,
    c.ChooseCrossing: _choose_crossing,
    c.LeaveDrive: _leave,
    c.ReturnPlayer: _return,
    c.ReplacePlayer: _replace,
    c.TakeSeat: _take_seat,
    c.FreePlace: _free_place,
    c.NewTableKey: _new_table_key,
    c.BeginRound: _begin,
    c.UndoRound: _undo,
    c.EnterResult: _report,
    c.ConfirmResult: _report,
    c.DisputeResult: _report,
    c.CorrectResult: _correct,
    c.MarkUnplayed: _mark_unplayed,
    c.SetClock: _set_clock,
    c.ChangeDriveSettings: _change_settings,
    c.ChangePlan: _change_plan,
    c.ChangePrizes: _change_prizes,
    c.CloseDrive: _close,
    log.AddGrant: _add_grant,
    log.RevokeGrant: _revoke_grant,
    log.AddDevice: _add_device,
    log.JoinOnline: _join_online,
    log.ChangePerson: _change_person,
    log.EndTable: _end_table,
    log.SealBoards: _seal_boards,
    log.TakeBoards: _take_boards,
}
"""The effect of each command."""
