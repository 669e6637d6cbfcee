"""The effect of each command of a drive on its state; or a refusal, if the state forbids it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
from oddtrick.drive.couples import list_as_planned, split_two_names
from oddtrick.drive.drive import (
    Drive,
    Signature,
    begin_round,
    check_open,
    close_drive,
    correct_result,
    mark_unplayed,
    replace_player,
    undo_round,
)
from oddtrick.drive.drive_file import decode_drive
from oddtrick.drive.entry_list import ListedEntry, find_entry, list_players, read_entries
from oddtrick.drive.event_boards import boards_dealt, check_event_boards, take_boards
from oddtrick.drive.late_seats import share_seat, take_card
from oddtrick.drive.live import commands as c
from oddtrick.drive.live import online_tables, phones
from oddtrick.drive.live.facts import DriveOpened
from oddtrick.drive.live.refusals import DriveRefused
from oddtrick.drive.live.result_reports import (
    check_round,
    confirm_report,
    dispute_report,
    drop_reports,
    enter_report,
    time_text,
)
from oddtrick.drive.live.settings import PlanChoices
from oddtrick.drive.live.state import Actor, Clock, Grant, LiveDrive, OnlineRound
from oddtrick.drive.players import Entry
from oddtrick.drive.prizes import change_prizes
from oddtrick.names import NAMES, NameRule

MINUTE = 60_000


def opening_fact(command: c.OpenDrive) -> DriveOpened:
    """Returns the fact that opening a drive leaves in the log.

    Raises:
        OddtrickError: the file is no drive, or the plan or the list of prizes is impossible.
    """
    match command.file:
        case None:
            drive = Drive((command.plan or PlanChoices()).plan())
            drive = change_prizes(drive, command.prizes)
        case Drive() as drive:
            pass
        case text:
            drive = decode_drive(text.encode())
    if not drive.entries:  # as in the file of ``oddtrick drive new``: the desk works with a list
        drive = replace(drive, entries=list_players(drive.players))
    rounds, dealt = _rounds_of_file(drive), boards_dealt(drive)
    return DriveOpened(command.code, drive, command.settings, command.organiser, rounds, dealt)


def _rounds_of_file(drive: Drive) -> tuple[OnlineRound, ...]:
    """Returns the rounds of a file, with their boards, which are unknown after an undone round."""
    is_known = drive.boards is not None and boards_dealt(drive) == len(drive.rounds)
    return tuple(OnlineRound(board=one.number if is_known else None) for one in drive.rounds)


def apply_command(
    live: LiveDrive,
    command: c.Command,
    actor: Actor,
    at: int,
    new_code: Callable[[], str] | None = None,
) -> LiveDrive:
    """Returns the state that a command makes; what is kept of every entry is the fold's.

    Args:
        live: the state before.
        command: the command.
        actor: who gives it.
        at: the time (ms).
        new_code: returns the code of a new table of the server; None: no table is played there.

    Raises:
        OddtrickError: the state does not allow it.
    """
    if isinstance(command, c.BeginRound):
        return _begin(live, at, new_code)
    if (change := _ON_DRIVE.get(type(command))) is not None:
        signed = _sign(getattr(command, "why", ""), actor, at)
        return replace(live, drive=change(live.drive, command, signed))
    return _EFFECTS[type(command)](live, command, actor, at)


def _begin(live: LiveDrive, at: int, new_code: Callable[[], str] | None) -> LiveDrive:
    drive = begin_round(live.drive, check_in=live.settings.check_in)
    if new_code is None:
        return with_round(live, drive, OnlineRound(), at)
    if online_tables.boards_to_seal(live):
        raise DriveRefused("the boards of this drive are not sealed yet: try again")
    return with_round(live, drive, online_tables.online_round(live, drive, at, new_code), at)


def with_round(live: LiveDrive, drive: Drive, online: OnlineRound, at: int) -> LiveDrive:
    """Returns the state in which a round begins that has its seats.

    Args:
        live: the state before.
        drive: the drive with the round.
        online: the tables that are played on the server.
        at: the time (ms).

    Raises:
        DriveRefused: a result of the last round is disputed.
    """
    _check_settled(live)
    length = live.settings.minutes * MINUTE
    clock = replace(
        live.clock, state="running" if length else "off", ends_at=at + length, left=length
    )
    dealt = online.board or live.boards_dealt
    return replace(
        live,
        drive=drive,
        pending={},
        clock=clock,
        online=(*live.online, online),
        boards_dealt=dealt,
    )


def _check_settled(live: LiveDrive) -> None:
    if disputed := live.tables_in("disputed"):
        tables = ", ".join(map(str, disputed))
        raise DriveRefused(f"the result of table {tables} is disputed: correct or confirm it first")


def _undo(live: LiveDrive, command: c.UndoRound, actor: Actor, at: int) -> LiveDrive:
    clock = replace(live.clock, state="off")
    drive = undo_round(live.drive, _sign(command.why, actor, at))
    return replace(live, drive=drive, pending={}, clock=clock, online=live.online[:-1])


def _report(
    live: LiveDrive,
    command: c.EnterResult | c.ConfirmResult | c.DisputeResult,
    actor: Actor,
    at: int,
) -> LiveDrive:
    check_open(live.drive)
    check_round(live, command)
    if isinstance(command, c.EnterResult):
        return enter_report(live, command, actor, at)
    if isinstance(command, c.ConfirmResult):
        return confirm_report(live, command, actor)
    return dispute_report(live, command, actor, at)


def _correct(live: LiveDrive, command: c.CorrectResult, actor: Actor, at: int) -> LiveDrive:
    number, table, signed = command.round, command.table, _sign(command.why, actor, at)
    drive = correct_result(live.drive, number, table, command.tricks, signed)
    if drive.log[-1].before == drive.log[-1].after:
        drive = live.drive
    corrected = replace(live, drive=drive)
    return drop_reports(corrected, table) if number == live.round_number else corrected


def _mark_unplayed(live: LiveDrive, command: c.MarkUnplayed, actor: Actor, at: int) -> LiveDrive:
    number, table, signed = command.round, command.table, _sign(command.why, actor, at)
    drive = mark_unplayed(live.drive, number, table, command.score, signed)
    if drive.rounds == live.drive.rounds:
        return live
    marked = replace(live, drive=drive)
    return drop_reports(marked, table) if number == live.round_number else marked


def _set_clock(live: LiveDrive, command: c.SetClock, actor: Actor, at: int) -> LiveDrive:
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


def _change_settings(
    live: LiveDrive, command: c.ChangeDriveSettings, actor: Actor, at: int
) -> LiveDrive:
    return replace(live, settings=replace(live.settings, **_given(command)))


def _change_plan(live: LiveDrive, command: c.ChangePlan, actor: Actor, at: int) -> LiveDrive:
    check_open(live.drive)
    if live.drive.players:
        raise DriveRefused("the cards are numbered: the plan can no longer change")
    plan = replace(command.plan, seed=command.plan.seed or live.drive.plan.seed).plan()
    drive = replace(live.drive, plan=plan, entries=list_as_planned(plan, live.drive.entries))
    if drive.event_boards and drive.boards is not None:
        if plan.movement == "duplicate":
            check_event_boards(plan, drive.boards)
        else:
            drive = replace(drive, boards=None, event_boards=False)
    return replace(live, drive=drive)


def _close(live: LiveDrive, command: c.CloseDrive, actor: Actor, at: int) -> LiveDrive:
    _check_settled(live)
    return replace(live, drive=close_drive(live.drive), pending={})


def _add_grant(live: LiveDrive, command: c.AddGrant, actor: Actor, at: int) -> LiveDrive:
    number = len(live.grants) + 1
    grant = Grant(number, command.role, command.label, at)
    return replace(live, grants={**live.grants, number: grant})


def _revoke_grant(live: LiveDrive, command: c.RevokeGrant, actor: Actor, at: int) -> LiveDrive:
    grant = live.grants.get(command.grant)
    if grant is None:
        raise DriveRefused(f"there is no key {command.grant}")
    others = [one for one in live.grants.values() if one != grant and not one.revoked]
    if all(one.role != "organiser" for one in others):
        raise DriveRefused("this is the last key of an organiser: make another first")
    return replace(live, grants={**live.grants, grant.id: replace(grant, revoked=True)})


def entries_of(command: c.AddEntries, groups: tuple[str, str]) -> list[Entry]:
    """Returns the entries of a text.

    Raises:
        OddtrickError: a group has none of these labels, or a line has three names.
    """
    entries = read_entries(command.text, groups)
    return split_two_names(entries) if command.two_names == "couple" else entries


def changed_entry(live: LiveDrive, command: c.ChangeEntry) -> ListedEntry:
    """Returns an entry with the fields that a command gives.

    Raises:
        OddtrickError: there is no such entry.
    """
    given = _given(command)
    return replace(find_entry(live.drive.entries, given.pop("entry")), **given)


def _change_entry(live: LiveDrive, command: c.ChangeEntry, actor: Actor, at: int) -> LiveDrive:
    return replace(live, drive=change_entry(live.drive, changed_entry(live, command)))


def replace_card(
    live: LiveDrive, command: c.ReplacePlayer, signed: Signature, rule: NameRule = NAMES
) -> LiveDrive:
    """Gives a card to somebody else, who needs a device of their own to play online.

    Args:
        live: the state before.
        command: the command.
        signed: who gives it.
        rule: how names are written and compared.

    Raises:
        OddtrickError: there is no such card, or the name is empty or taken.
    """
    card, name, is_bot = command.player, command.name, command.bot
    drive = replace_player(live.drive, card, name, signed, bot=is_bot, rule=rule)
    held = [entry.id for entry in live.drive.entries if entry.player == card]
    return online_tables.free_places(replace(live, drive=drive), held)


def _replace(live: LiveDrive, command: c.ReplacePlayer, actor: Actor, at: int) -> LiveDrive:
    return replace_card(live, command, _sign(command.why, actor, at))


def _take_seat(live: LiveDrive, command: c.TakeSeat, actor: Actor, at: int) -> LiveDrive:
    held = [entry.id for entry in live.drive.entries if entry.player == command.player]
    give = share_seat if command.share else take_card
    drive = give(live.drive, command.entry, command.player, _sign(command.why, actor, at))
    return online_tables.free_places(replace(live, drive=drive), () if command.share else held)


def _given(command: Any) -> dict[str, Any]:
    """Returns the fields of a command that were given."""
    fields = {name: getattr(command, name) for name in command.__struct_fields__}
    return {name: value for name, value in fields.items() if value is not UNSET}


def _sign(why: str, actor: Actor, at: int) -> Signature:
    return Signature(actor.label, time_text(at), why)


_ON_DRIVE: dict[type[Any], Callable[[Drive, Any, Signature], Drive]] = {
    c.AddEntries: lambda drive, command, signed: add_entries(
        drive, entries_of(command, drive.plan.groups), replace(signed, why=AGAIN.why)
    ),
    c.RemoveEntry: lambda drive, command, _: remove_entry(drive, command.entry),
    c.ChooseCrossing: lambda drive, command, _: choose_crossing(drive, command.entries),
    c.LeaveDrive: lambda drive, command, signed: leave_drive(drive, command.player, signed),
    c.ReturnPlayer: lambda drive, command, signed: return_player(drive, command.player, signed),
    c.ChangePrizes: lambda drive, command, _: change_prizes(drive, command.prizes),
    c.TakeBoards: lambda drive, command, _: take_boards(drive, command.boards),
}
"""The effects of commands that concern nothing but the drive itself."""

_EFFECTS: dict[type[Any], Callable[[LiveDrive, Any, Actor, int], LiveDrive]] = {
    c.ChangeEntry: _change_entry,
    c.ReplacePlayer: _replace,
    c.TakeSeat: _take_seat,
    c.FreePlace: lambda live, command, *_: online_tables.free_places(
        live, [find_entry(live.drive.entries, command.entry).id]
    ),
    c.NewTableKey: lambda live, command, *_: phones.replace_table_key(live, command.table),
    c.UndoRound: _undo,
    c.EnterResult: _report,
    c.ConfirmResult: _report,
    c.DisputeResult: _report,
    c.CorrectResult: _correct,
    c.MarkUnplayed: _mark_unplayed,
    c.SetClock: _set_clock,
    c.ChangeDriveSettings: _change_settings,
    c.ChangePlan: _change_plan,
    c.CloseDrive: _close,
    c.AddGrant: _add_grant,
    c.RevokeGrant: _revoke_grant,
    c.AddDevice: lambda live, command, _, at: phones.add_device(live, command, at),
    c.JoinOnline: lambda live, command, _, at: online_tables.join_online(live, command, at),
    c.ChangePerson: lambda live, command, *_: online_tables.change_person(live, command),
    c.EndTable: lambda live, command, *_: online_tables.end_table(live, command),
    c.SealBoards: lambda live, command, *_: online_tables.seal_more(live, command),
}
"""The effects of all other commands but that which begins a round."""
