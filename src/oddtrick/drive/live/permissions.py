"""The commands that each role may give."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oddtrick.drive.live import commands as c
from oddtrick.drive.live.refusals import CommandNotAllowed

if TYPE_CHECKING:
    from oddtrick.drive.live.state import Actor, LiveDrive, Role

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
