"""The decision on a command: an entry for the log and the state after it, or a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, get_args

from msgspec.structs import replace

from oddtrick.drive.late_seats import check_unshared
from oddtrick.drive.live import commands as c
from oddtrick.drive.live.edit_conflicts import check_unchanged
from oddtrick.drive.live.fold import fold_body
from oddtrick.drive.live.log import AddDevice, LogBody, seat_round
from oddtrick.drive.live.online_tables import boards_to_seal, online_round
from oddtrick.drive.live.permissions import check_allowed
from oddtrick.drive.live.phones import check_takeovers
from oddtrick.drive.live.refusals import DriveRefused, RoundIsOver
from oddtrick.drive.live.result_reports import check_round
from oddtrick.drive.live.views_by_role import names_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.drive.live.log import Begun, Logged
    from oddtrick.drive.live.state import Actor, LiveDrive

PEOPLES = get_args(c.DriveCommand)
"""The commands whose sender and version are checked; the rest is the server's own."""


class Decision(NamedTuple):
    """An entry for the log, and the state after it."""

    body: LogBody
    at: int
    after: LiveDrive


def decide(
    live: LiveDrive,
    command: Logged,
    actor: Actor,
    now: int,
    *,
    seen: int | None = None,
    key: str | None = None,
    new_code: Callable[[], str] | None = None,
) -> Decision | None:
    """Decides a command.

    Args:
        live: the state.
        command: the command.
        actor: who gives it.
        now: the time (ms); one before the last entry counts as that of the last entry.
        seen: the last entry that the sender knew; None: the sender does not care.
        key: the sender's id of the command.
        new_code: returns the code of a new table of the server; None: no table is played there.

    Returns:
        The decision; None if the command was applied before or changes nothing.

    Raises:
        CommandNotAllowed: the role does not allow it.
        ChangedMeanwhile: somebody has changed the same thing.
        RoundIsOver: the round of a result is over.
        ResultsEntered: the round to be undone has results that the sender has not seen.
        SeatShared: two people share the seat already.
        OddtrickError: the state does not allow it; the message says why.
    """
    if key is not None and key in live.keys:
        return None
    if isinstance(command, PEOPLES):
        _check_round(live, command, seen)
        check_allowed(live, actor, command)
        if seen is not None:
            check_unchanged(live, command, seen, names_for(live, actor))
        if isinstance(command, c.TakeSeat) and command.share:
            check_unshared(live.drive, command.player)
    at = max(now, live.at)
    if isinstance(command, AddDevice):
        check_takeovers(live, command, actor, at)
    begun = _begun(live, at, new_code) if isinstance(command, c.BeginRound) else None
    body = LogBody(command, actor, begun)
    after = fold_body(live, body, at, key)
    if _is_same(live, after) and not isinstance(command, c.SetClock):
        return None
    return Decision(body, at, after)


def _begun(live: LiveDrive, at: int, new_code: Callable[[], str] | None) -> Begun:
    begun = seat_round(live)
    if new_code is None:
        return begun
    if boards_to_seal(live):
        raise DriveRefused("the boards of this drive are not sealed yet: try again")
    return replace(begun, online=online_round(live, begun, at, new_code))


def _check_round(live: LiveDrive, command: c.DriveCommand, seen: int | None) -> None:
    """Refuses a result that was written down before the round under way began.

    The number alone is not enough: a round may have been undone and begun again.
    """
    if not isinstance(command, c.EnterResult | c.ConfirmResult | c.DisputeResult):
        return
    check_round(live, command)
    if seen is not None and seen < live.begun:
        raise RoundIsOver(
            f"this result was recorded before round {command.round} was begun again: enter it again"
        )


def _is_same(live: LiveDrive, after: LiveDrive) -> bool:
    """Tells whether an entry would change nothing but the log."""
    return (
        after.drive == live.drive
        and after.settings == live.settings
        and after.pending == live.pending
        and after.grants == live.grants
        and after.devices == live.devices
        and after.online == live.online
        and after.table_keys == live.table_keys
    )
