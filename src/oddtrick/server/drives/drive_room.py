"""A drive in the memory of one worker, with those who follow it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec

from oddtrick.drive.live.phones import phones_taken
from oddtrick.drive.live.state import Actor, LiveDrive
from oddtrick.drive.live.view_types import DeskWarning, DriveParts, PhonesSeen
from oddtrick.drive.live.views_by_role import DESK, Projection
from oddtrick.server.engine.room import Room

_encode = msgspec.json.Encoder().encode

MOST_ENCODED = 1000
"""Encoded parts kept for the next follower. Each phone has some of its own, and a drive may
be shown for hours without a change."""


class Follower(Protocol):
    """Somebody who is sent a drive whenever it changes."""

    def show(self, room: DriveRoom) -> None:
        """Sends what has changed; never waits, never raises."""


class DriveRoom(Room[LiveDrive, Follower]):
    """A drive.

    Args:
        live: its state.
    """

    def __init__(self, live: LiveDrive) -> None:
        super().__init__(live)
        self.seen: dict[str, int] = {}
        """The times at which phones were last heard from, by the hash of their keys."""
        self.unsaved_seen: set[str] = set()
        self.warnings: tuple[DeskWarning, ...] = ()
        self._projection = Projection(live)
        self._encoded: dict[int, tuple[object, bytes]] = {}

    @property
    def live(self) -> LiveDrive:
        """The state."""
        return self.state

    @property
    def projection(self) -> Projection:
        """The views of the state, by role."""
        return self._projection

    def advance(self, live: LiveDrive) -> None:
        """Moves on to a later state."""
        self.state = live
        self._projection = Projection(live, self._projection.seats)
        self._encoded.clear()

    def parts_for(self, actor: Actor) -> DriveParts:
        """Returns the parts that a role is shown."""
        parts = self._projection.parts_for(actor)
        if actor.role not in DESK:
            return parts
        return msgspec.structs.replace(parts, phones=self._phones(), warnings=self.warnings)

    def _phones(self) -> PhonesSeen:
        tables: dict[str, int] = {}
        players: dict[str, int] = {}
        for key, device in self.live.devices.items():
            at = self.seen.get(key)
            if device.replaced or at is None:
                continue
            if device.table is not None:
                tables[str(device.table)] = at
            else:
                players[str(device.player)] = at
        return PhonesSeen(tables, players, phones_taken(self.live))

    def encoded_parts(self, actor: Actor) -> dict[str, bytes]:
        """Returns the parts that a role is shown as JSON; shared parts are encoded once."""
        parts = self.parts_for(actor)
        return {
            name: self._encode(value)
            for name in parts.__struct_fields__
            if (value := getattr(parts, name)) is not msgspec.UNSET
        }

    def _encode(self, value: object) -> bytes:
        found = self._encoded.get(id(value))
        if found is None or found[0] is not value:
            if len(self._encoded) >= MOST_ENCODED:
                self._encoded.clear()
            found = self._encoded[id(value)] = (value, _encode(value))
        return found[1]

    def note_seen(self, key_hash: str, now: int) -> None:
        """Notes that a phone was heard from."""
        self.seen[key_hash] = now
        self.unsaved_seen.add(key_hash)

    def merge_seen(self, seen: Mapping[str, int]) -> None:
        """Takes over what other workers have noted."""
        for key, at in seen.items():
            self.seen[key] = max(at, self.seen.get(key, 0))
