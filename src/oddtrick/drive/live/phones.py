"""The phones of a drive: whose they are, and how often they take each other's place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.drive.drive import check_open
from oddtrick.drive.live.refusals import DriveRefused
from oddtrick.drive.live.state import Device
from oddtrick.drive.live.view_types import PhoneTaken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oddtrick.drive.live.commands import AddDevice
    from oddtrick.drive.live.state import Actor, LiveDrive

DESK = ("organiser", "scorer")

MOST_PHONES = 8
"""The number of phones that may come to one place within :data:`WINDOW`: four people, twice."""

WINDOW = 600_000
"""Ten minutes (ms), about as long as a round."""


def add_device(live: LiveDrive, command: AddDevice, at: int) -> LiveDrive:
    """Makes a phone that of a table or of a player; the one before it ends.

    Raises:
        ResultsFinal: the drive is closed.
    """
    check_open(live.drive)
    place = (command.table, command.player)
    devices = {
        key: replace(device, replaced=True) if _place(device) == place else device
        for key, device in live.devices.items()
    }
    devices[command.key_hash] = Device(command.table, command.player, at)
    return replace(live, devices=devices)


def check_takeovers(live: LiveDrive, command: AddDevice, actor: Actor, at: int) -> None:
    """Refuses one more phone where phones replace each other too often; the desk always may.

    Raises:
        DriveRefused: as many have come to this place within ten minutes as may.
    """
    place = (command.table, command.player)
    recent = sum(since > at - WINDOW for since in _arrivals(live, place))
    if recent >= MOST_PHONES and actor.role not in DESK:
        raise DriveRefused(
            f"{recent} phones have taken each other's place here within ten minutes: ask the desk"
        )


def replace_table_key(live: LiveDrive, table: int) -> LiveDrive:
    """Ends the key of a table, and the phone that it made the table's.

    Raises:
        OddtrickError: there is no such table, or the drive is closed.
    """
    check_open(live.drive)
    if table > live.most_tables:
        raise DriveRefused(f"there is no table {table}")
    devices = {
        key: replace(device, replaced=True) if device.table == table else device
        for key, device in live.devices.items()
    }
    replaced = live.table_keys.get(table, 0) + 1
    return replace(live, devices=devices, table_keys={**live.table_keys, table: replaced})


def phones_taken(live: LiveDrive) -> tuple[PhoneTaken, ...]:
    """Returns the places that phones have taken from each other, the latest first."""
    arrivals: dict[tuple[int | None, int | None], list[int]] = {}
    for device in live.devices.values():
        if device.entry is None:
            arrivals.setdefault(_place(device), []).append(device.since)
    taken = []
    for (table, player), times in arrivals.items():
        recent = sum(since > times[-1] - WINDOW for since in times[1:])
        if recent:
            taken.append(PhoneTaken(table, player, recent, times[-1]))
    return tuple(sorted(taken, key=lambda one: -one.at))


def _arrivals(live: LiveDrive, place: tuple[int | None, int | None]) -> Iterator[int]:
    return (device.since for device in live.devices.values() if _place(device) == place)


def _place(device: Device) -> tuple[int | None, int | None]:
    return device.table, device.player
