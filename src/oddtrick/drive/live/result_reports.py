"""Results from the tables: entered by a phone, confirmed or disputed by the opponents."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.drive.drive import Signature, correct_result, enter_result
from oddtrick.drive.live.refusals import DriveRefused, RoundIsOver
from oddtrick.drive.live.state import Report
from oddtrick.drive.rounds import check_tricks

if TYPE_CHECKING:
    from oddtrick.drive.live import commands as c
    from oddtrick.drive.live.state import Actor, LiveDrive
    from oddtrick.drive.rounds import Tricks

AT_THE_TABLE = "entered again at the table"


def check_round(
    live: LiveDrive, command: c.EnterResult | c.ConfirmResult | c.DisputeResult
) -> None:
    """Checks that a report is for the round under way.

    Raises:
        RoundIsOver: it is for another.
        DriveRefused: there is no such table.
    """
    if not live.drive.rounds:
        raise RoundIsOver("no round has begun: there are no results to report")
    if command.round != live.round_number:
        raise RoundIsOver(f"round {command.round} is not under way: round {live.round_number} is")
    tables = len(live.drive.rounds[-1].results)
    if command.table > tables:
        raise DriveRefused(f"there is no table {command.table}: tables run from 1 to {tables}")


def enter_report(live: LiveDrive, command: c.EnterResult, actor: Actor, at: int) -> LiveDrive:
    """Takes a result from a table or from the desk, which needs nobody to confirm it.

    Raises:
        DriveRefused: the table has another result.
        OddtrickError: the tricks do not make thirteen.
    """
    table, tricks = command.table, check_tricks(command.tricks)
    before = live.drive.rounds[-1].results[table - 1]
    reports = live.pending.get(table)
    report = Report(tricks, actor.label, at, live.side_of(actor, table))
    if before is None:
        drive = enter_result(live.drive, table, tricks)
        settled = actor.role != "captain" or not live.settings.confirm
        return _with_reports(replace(live, drive=drive), table, None if settled else (report,))
    if before == tricks and (reports is None or _agrees(reports, report, actor)):
        return _with_reports(live, table, None)
    if before == tricks:
        return live
    if reports is None or actor.role != "captain":
        raise DriveRefused(
            f"table {table} has {before[0]}–{before[1]} in round {command.round}: "
            "the organiser can correct it"
        )
    others = tuple(one for one in reports if one.side != report.side)
    if others and report.side is not None:
        return _with_reports(live, table, (*others, report))
    return _enter_again(live, table, report, at)


def _agrees(reports: tuple[Report, ...], report: Report, actor: Actor) -> bool:
    """Tells whether a report of the result that stands settles it."""
    return actor.role != "captain" or any(
        one.side is not None and report.side is not None and one.side != report.side
        for one in reports
    )


def _enter_again(live: LiveDrive, table: int, report: Report, at: int) -> LiveDrive:
    assert report.tricks is not None
    signed = Signature(report.by, time_text(at), AT_THE_TABLE)
    drive = correct_result(live.drive, live.round_number, table, report.tricks, signed)
    return _with_reports(replace(live, drive=drive), table, (report,))


def confirm_report(live: LiveDrive, command: c.ConfirmResult, actor: Actor) -> LiveDrive:
    """Settles a result.

    Raises:
        DriveRefused: there is none, it is another one, or the same side has entered it.
    """
    table = command.table
    tricks = live.drive.rounds[-1].results[table - 1]
    if tricks is None:
        raise DriveRefused(f"table {table} has no result yet: enter it")
    if tricks != command.tricks:
        raise DriveRefused(f"table {table} has {tricks[0]}–{tricks[1]} by now: look again")
    reports = live.pending.get(table, ())
    side = live.side_of(actor, table)
    if actor.role == "captain" and side is not None and reports and reports[0].side == side:
        raise DriveRefused("your own side has entered this result: the opponents confirm it")
    return _with_reports(live, table, None)


def dispute_report(live: LiveDrive, command: c.DisputeResult, actor: Actor, at: int) -> LiveDrive:
    """Notes that a result is disputed.

    Raises:
        DriveRefused: there is none, or it is settled.
        OddtrickError: the tricks do not make thirteen.
    """
    reports = live.pending.get(command.table)
    if reports is None:
        state = live.result_state(command.table)
        problem = "has no result yet" if state == "missing" else "is confirmed: ask the organiser"
        raise DriveRefused(f"table {command.table} {problem}")
    tricks: Tricks | None = None if command.tricks is None else check_tricks(command.tricks)
    side = live.side_of(actor, command.table)
    report = Report(tricks, actor.label, at, side)
    return _with_reports(live, command.table, (reports[0], report))


def _with_reports(live: LiveDrive, table: int, reports: tuple[Report, ...] | None) -> LiveDrive:
    pending = {number: each for number, each in live.pending.items() if number != table}
    return replace(live, pending=pending | ({} if reports is None else {table: reports}))


def drop_reports(live: LiveDrive, table: int) -> LiveDrive:
    """Drops the reports of a table whose result the desk has decided."""
    return _with_reports(live, table, None)


def time_text(at: int) -> str:
    """Returns a time (ms since 1970) as ISO 8601 in UTC.

    >>> time_text(1_800_000_000_000)
    '2027-01-15T08:00:00+00:00'
    """
    return datetime.fromtimestamp(at // 1000, tz=UTC).isoformat()
