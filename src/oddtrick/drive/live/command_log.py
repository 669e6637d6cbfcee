"""Entries of older logs, which hold commands: their facts.

What came of a command is what the functions that decide on commands say today, at the state where
it was given; a round has the seating that was computed then. ``tests/data/drives`` has such logs:
before one of these functions does something else, what it did moves here.
"""

from __future__ import annotations

from msgspec.structs import replace

from oddtrick.drive.attendance import AGAIN, add_entries, change_entry
from oddtrick.drive.drive import Signature
from oddtrick.drive.entry_list import read_entries
from oddtrick.drive.live import commands as c
from oddtrick.drive.live.command_effects import (
    apply_command,
    changed_entry,
    opening_fact,
    replace_card,
    with_round,
)
from oddtrick.drive.live.edit_conflicts import changed_things
from oddtrick.drive.live.facts import Begun, CommandBody, LogBody
from oddtrick.drive.live.online_tables import join_online
from oddtrick.drive.live.result_reports import time_text
from oddtrick.drive.live.state import Actor, LiveDrive
from oddtrick.drive.live.state_changes import facts_between
from oddtrick.drive.rounds import Round
from oddtrick.names import NAMES_AS_TYPED


def facts_of(live: LiveDrive | None, body: CommandBody, at: int) -> LogBody:
    """Returns an entry with the facts that came of its command.

    Args:
        live: the drive before it; None: the command opens it.
        body: the entry.
        at: its time (ms).
    """
    command, actor = body.command, body.actor
    if live is None:
        assert isinstance(command, c.OpenDrive)
        return LogBody((opening_fact(command),), actor)
    if body.begun is not None:
        after = _with_begun(live, body.begun, at)
    else:
        after = _without_couples(_applied(live, command, actor, at))
    return LogBody(facts_between(live, after), actor, changed_things(live, command, after))


def _applied(live: LiveDrive, command: c.Command, actor: Actor, at: int) -> LiveDrive:
    """Applies a command with names as they were written and compared then.

    No list was asked then who came with whom.
    """
    rule, drive = NAMES_AS_TYPED, live.drive
    signed = Signature(actor.label, time_text(at), getattr(command, "why", AGAIN.why))
    match command:
        case c.AddEntries():
            entries = read_entries(command.text, drive.plan.groups, together=False)
            return replace(live, drive=add_entries(drive, entries, signed, rule))
        case c.ChangeEntry():
            changed = changed_entry(live, command)
            return replace(live, drive=change_entry(drive, changed, rule))
        case c.ReplacePlayer():
            return replace_card(live, command, signed, rule)
        case c.JoinOnline():
            return join_online(live, command, at, rule)
    return apply_command(live, command, actor, at)


def _without_couples(live: LiveDrive) -> LiveDrive:
    entries, drive = live.drive.entries, live.drive
    if any(entry.partner or entry.team for entry in entries):
        drive = replace(
            drive, entries=tuple(replace(one, partner=None, team="") for one in entries)
        )
    return replace(live, drive=drive)


def _with_begun(live: LiveDrive, begun: Begun, at: int) -> LiveDrive:
    number = live.round_number + 1
    empty = (None,) * len(begun.seating.tables)
    played = Round(number, live.drive.plan.trump(number), begun.seating, empty)
    rounds = (*live.drive.rounds, played)
    drive = replace(live.drive, players=begun.players, entries=begun.entries, rounds=rounds)
    return with_round(live, drive, begun.online, at)
