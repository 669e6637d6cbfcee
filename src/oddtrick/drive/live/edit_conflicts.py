"""The things that two people might change at once, and the check that they do not.

A command carries the entry of the log that its sender saw. If somebody else has changed the same
thing since then to something else, it is refused with both values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from oddtrick.drive.entry_list import find_entry
from oddtrick.drive.live import commands as c
from oddtrick.drive.live.refusals import ChangedMeanwhile
from oddtrick.drive.live.settings import OnlineSettings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from oddtrick.drive.live.state import LiveDrive

_ENTRY_FIELDS = ("name", "group", "here", "paid", "note", "online")
_SETTINGS = ("name", "minutes", "fee", "check_in", "confirm", "hide_last", "names", "online")


def check_unchanged(live: LiveDrive, command: c.DriveCommand, seen: int) -> None:
    """Checks that nobody has changed the same thing since an entry of the log.

    Raises:
        ChangedMeanwhile: somebody has.
        OddtrickError: there is no such thing.
    """
    for thing, what, yours in things_of(live, command):
        touch = live.touched.get(thing)
        if touch is None or touch.seq <= seen:
            continue
        theirs = _value(live, thing)
        if theirs != yours:
            raise ChangedMeanwhile(what, yours=yours, theirs=theirs, by=touch.by, at=touch.at)


def things_of(live: LiveDrive, command: c.DriveCommand) -> Iterator[tuple[str, str, str]]:
    """Yields what a command sets: the thing, its name in words, and the value."""
    match command:
        case c.ChangeEntry():
            name = find_entry(live.drive.entries, command.entry).name
            yield from _given(command, _ENTRY_FIELDS, f"entry/{command.entry}", f"{{}} of {name}")
        case c.ChangeDriveSettings():
            yield from _given(command, _SETTINGS, "settings", "the setting {}")
        case c.ReplacePlayer() | c.LeaveDrive() | c.ReturnPlayer():
            value = command.name if isinstance(command, c.ReplacePlayer) else _left(command)
            yield f"player/{command.player}", f"card {command.player + 1}", value
        case c.TakeSeat():
            name = find_entry(live.drive.entries, command.entry).name
            yield f"player/{command.player}", f"card {command.player + 1}", name
        case c.EnterResult() | c.CorrectResult():
            what = f"table {command.table} of round {command.round}"
            yield f"result/{command.round}/{command.table}", what, _tricks(command.tricks)
        case c.BeginRound():
            yield "round", "the round", f"round {live.round_number + 1}"
        case c.UndoRound():
            yield "round", "the round", f"round {live.round_number - 1}"
        case c.ChangePlan():
            yield "plan", "the plan", "another plan"


def _given(
    command: c.DriveCommand, names: Iterable[str], prefix: str, template: str
) -> Iterator[tuple[str, str, str]]:
    for name in names:
        value = getattr(command, name)
        if value is not UNSET:
            yield f"{prefix}/{name}", template.format(name), _text(value)


def _value(live: LiveDrive, thing: str) -> str:
    """Returns what a thing is now, as text."""
    match thing.split("/"):
        case ["entry", entry, field]:
            return _text(getattr(find_entry(live.drive.entries, int(entry)), field))
        case ["player", player]:
            found = live.drive.players[int(player)]
            return "gone" if found.left is not None else found.name
        case ["result", number, table]:
            tricks = live.drive.rounds[int(number) - 1].results[int(table) - 1]
            return "no result" if tricks is None else _tricks(tricks)
        case ["settings", field]:
            return _text(getattr(live.settings, field))
        case ["round"]:
            return f"round {live.round_number}"
    return "changed"


def _left(command: c.LeaveDrive | c.ReturnPlayer) -> str:
    return "gone" if isinstance(command, c.LeaveDrive) else "back"


def _tricks(tricks: tuple[int, int]) -> str:
    return f"{tricks[0]}–{tricks[1]}"


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, OnlineSettings):
        return value.tables
    return "any" if value is None else str(value)
