"""The decision on a command: an entry for the log and the state after it, or a refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, get_args

from msgspec.structs import replace

from oddtrick.drive.drive import check_open
from oddtrick.drive.late_seats import check_unshared
from oddtrick.drive.live import commands as c
from oddtrick.drive.live.command_effects import apply_command, opening_fact
from oddtrick.drive.live.edit_conflicts import changed_things, check_unchanged
from oddtrick.drive.live.facts import LogBody
from oddtrick.drive.live.fold import fold_body, open_live
from oddtrick.drive.live.online_tables import check_no_card
from oddtrick.drive.live.phones import check_takeovers
from oddtrick.drive.live.refusals import CommandNotAllowed, RoundIsOver
from oddtrick.drive.live.result_reports import check_round
from oddtrick.drive.live.state import Actor, LiveDrive, Role
from oddtrick.drive.live.state_changes import facts_between
from oddtrick.drive.live.views_by_role import names_for
from oddtrick.drive.rounds import ResultsFinal

_PHONE = {c.EnterResult, c.ConfirmResult, c.DisputeResult}
_ORGANISER_ONLY = {c.UndoRound, c.ChangeDriveSettings, c.ChangePlan, c.ChangePrizes, c.CloseDrive}
_ALL = set(c.DriveCommand.__args__)

ALLOWED: dict[Role, set[Any]] = {
    "organiser": _ALL,
    "scorer": _ALL - _ORGANISER_ONLY,
    "captain": _PHONE,
    "screen": set(),
    "viewer": set(),
}
"""The commands of each role."""


def check_allowed(live: LiveDrive, actor: Actor, command: c.DriveCommand) -> None:
    """Checks that an actor may give a command.

    Raises:
        CommandNotAllowed: the role has no such command, or the phone belongs to another table.
    """
    if type(command) not in ALLOWED[actor.role]:
        needed = "organiser" if type(command) in _ORGANISER_ONLY else "organiser or a scorer"
        raise CommandNotAllowed(f"only the {needed} may do this")
    if actor.role == "captain" and isinstance(
        command, c.EnterResult | c.ConfirmResult | c.DisputeResult
    ):
        _check_table(live, actor, command.table)
        if any(online.table == command.table for online in live.online_round.tables):
            raise CommandNotAllowed(
                "this table is played online: its result is entered automatically"
            )


def _check_table(live: LiveDrive, actor: Actor, table: int) -> None:
    """Refuses a phone that is not at the table; its round is checked elsewhere."""
    if actor.table is not None and actor.table != table:
        raise CommandNotAllowed(f"this is the phone of table {actor.table}, not of table {table}")
    if actor.table is None and actor.player is None:
        raise CommandNotAllowed("you have no seat in this round")
    if actor.player is None or not live.drive.rounds:
        return
    found = live.drive.rounds[-1].seating.table_of(actor.player)
    if found is None or found.number != table:
        name = live.drive.players[actor.player].name
        raise CommandNotAllowed(f"{name} does not sit at table {table} in this round")


PEOPLES = get_args(c.DriveCommand)
"""The commands whose sender and version are checked; the rest is the server's own."""


class Decision(NamedTuple):
    """An entry for the log, and the state after it."""

    body: LogBody
    at: int
    after: LiveDrive


def decide_opening(command: c.OpenDrive, actor: Actor, at: int) -> Decision:
    """Decides the first command of a drive.

    Raises:
        OddtrickError: the file is no drive, or the plan or the list of prizes is impossible.
    """
    body = LogBody((opening_fact(command),), actor)
    return Decision(body, at, open_live(body, at))


def decide(
    live: LiveDrive,
    command: c.Command,
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
    if isinstance(command, c.AddDevice):
        check_takeovers(live, command, actor, at)
    if isinstance(command, c.JoinOnline):
        check_no_card(live, command.name)
    changed = apply_command(live, command, actor, at, new_code)
    _check_final(live, command, changed)
    facts = facts_between(live, changed)
    # A clock that is set to what it was makes an entry too, which keeps the command's key: sent
    # again after somebody else has paused the clock, the command must not start it.
    if not facts and not isinstance(command, c.SetClock):
        return None
    body = LogBody(facts, actor, changed_things(live, command, changed))
    # What is shown is what the log gives back, not what the command made.
    return Decision(body, at, fold_body(live, body, at, key))


def _check_final(live: LiveDrive, command: c.Command, changed: LiveDrive) -> None:
    """Refuses commands that have no effect in a closed drive; logs may have them.

    How it shows the names of people may always change.
    """
    if not live.drive.closed:
        return
    if isinstance(command, c.FreePlace):
        check_open(live.drive)
    shown = live.settings
    if replace(changed.settings, name=shown.name, names=shown.names) != shown:
        raise ResultsFinal(
            "the drive is closed and its results are final: only its name, and how names are "
            "shown, can change"
        )


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
