"""The state of a drive that is run by several people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from oddtrick.drive.drive import Drive
from oddtrick.drive.entry_list import find_entry
from oddtrick.drive.live.settings import LiveSettings
from oddtrick.drive.rounds import Tricks

Role = Literal["organiser", "scorer", "captain", "screen", "viewer"]
"""The role of somebody in a drive."""

GrantedRole = Literal["organiser", "scorer", "screen", "player"]
"""The roles that a key can grant; ``player`` lets a viewer join as somebody on the list."""

Stage = Literal["entries", "playing", "between", "over", "closed"]
"""``entries``: entries are taken; ``playing``: a round is under way; ``between``: it is complete;
``over``: all rounds are complete; ``closed``: the results are final."""

ResultState = Literal["missing", "entered", "confirmed", "disputed", "unplayed"]
"""The state of a table's result in the round under way; ``unplayed``: the round does not wait."""


class Actor(msgspec.Struct, frozen=True, omit_defaults=True):
    """The one who gives a command.

    Args:
        role: the role.
        label: a name for the log.
        table: the table of a phone that stays there.
        player: the player of a phone that moves along.
        online: whether the player plays at the tables of the server.
        may_join: whether a viewer may join as somebody on the list.
    """

    role: Role
    label: str
    table: int | None = None
    player: int | None = None
    online: bool = False
    may_join: bool = False


class Report(msgspec.Struct, frozen=True):
    """The result of a table in the round under way, as a phone reported it.

    Args:
        tricks: the tricks; None: the result is disputed without another.
        by: who reported it.
        at: the time (ms).
        side: 0 for North–South, 1 for East–West, None for the phone of the table.
    """

    tricks: Tricks | None
    by: str
    at: int
    side: int | None = None


class Clock(msgspec.Struct, frozen=True):
    """The clock of a round, in milliseconds.

    Args:
        state: whether it is off, running or paused.
        ends_at: the time at which it rings, while it runs.
        left: the time left, while it is paused.
        rings: the number of times that the bell was rung by hand.
    """

    state: Literal["off", "running", "paused"] = "off"
    ends_at: int = 0
    left: int = 0
    rings: int = 0


class Grant(msgspec.Struct, frozen=True):
    """A role that was given to the holders of a key.

    Args:
        id: the number of the grant, from 1.
        role: organiser or scorer; or screen, a viewer who sees full names.
        label: a name for the log.
        created: the time (ms).
        revoked: whether the key is no longer valid.
    """

    id: int
    role: GrantedRole
    label: str
    created: int
    revoked: bool = False


class Device(msgspec.Struct, frozen=True):
    """A phone.

    Args:
        table: the table at which it stays, or None.
        player: the player with whom it moves, or None.
        entry: the entry that joined with it and holds its card, or None.
        person: the id of the person who plays at the server's tables, or None.
        since: the time (ms).
        replaced: whether another phone has taken its place.
    """

    table: int | None
    player: int | None
    since: int
    replaced: bool = False
    entry: int | None = None
    person: str | None = None


class OnlineTable(msgspec.Struct, frozen=True):
    """A table of a round that is played on the server.

    Args:
        table: the number of the table in the drive.
        code: the code of the server's table.
    """

    table: int
    code: str


class OnlineRound(msgspec.Struct, frozen=True, omit_defaults=True):
    """The tables of a round that are played on the server.

    Args:
        tables: the tables; none if the whole round is played in the hall.
        starts_at: when the cards are dealt at all of them (ms).
        board: the board of the round, or None.
    """

    tables: tuple[OnlineTable, ...] = ()
    starts_at: int = 0
    board: int | None = None


class Touch(msgspec.Struct, frozen=True):
    """The last change of a thing: its entry in the log, by whom, and when (ms)."""

    seq: int
    by: str
    at: int


class LiveDrive(msgspec.Struct, frozen=True, kw_only=True):
    """A drive at one moment of its log.

    Args:
        code: the code of the drive.
        seq: the number of the last entry.
        at: the time of the last entry (ms); it never goes back.
        drive: the drive itself.
        settings: how it is run.
        begun: the entry that began the round under way; -1 before the first.
        pending: the reports of tables whose result is not settled, by table.
        clock: the clock.
        grants: the roles given, by id.
        devices: the phones, by the hash of their keys.
        keys: the entry of each command that carried an id, by that id.
        touched: the last change of each thing that two people might change at once.
        online: the tables of each round that are played on the server.
        table_keys: how often the key of each table was replaced, by table; left out: never.
        boards_dealt: the number of the last board that was dealt.
        completed: the time of the last result of a round that is complete (ms); None if it is not,
            or if the next was undone.
    """

    code: str
    seq: int
    at: int
    drive: Drive
    settings: LiveSettings
    begun: int = -1
    pending: Mapping[int, tuple[Report, ...]] = {}
    clock: Clock = Clock()
    grants: Mapping[int, Grant] = {}
    devices: Mapping[str, Device] = {}
    keys: Mapping[str, int] = {}
    touched: Mapping[str, Touch] = {}
    online: tuple[OnlineRound, ...] = ()
    table_keys: Mapping[int, int] = {}
    boards_dealt: int = 0
    completed: int | None = None

    @property
    def round_number(self) -> int:
        """The number of the round begun last; 0 before the first."""
        return len(self.drive.rounds)

    @property
    def stage(self) -> Stage:
        """The stage of the drive."""
        if self.drive.closed:
            return "closed"
        if not self.drive.rounds:
            return "entries"
        if not self.drive.rounds[-1].complete:
            return "playing"
        return "over" if self.drive.over else "between"

    def result_state(self, table: int) -> ResultState:
        """Returns the state of a table's result in the round under way."""
        result = self.drive.rounds[-1].result_of(table)
        if result is None or isinstance(result, str):
            return "missing" if result is None else "unplayed"
        reports = self.pending.get(table)
        if reports is None:
            return "confirmed"
        return "entered" if len({report.tricks for report in reports}) == 1 else "disputed"

    @property
    def most_tables(self) -> int:
        """The number of tables that have a key: as many as could be seated, and one to spare."""
        people = max(len(self.drive.entries), len(self.drive.players))
        return people // 4 + 2

    def tables_in(self, state: ResultState) -> list[int]:
        """Returns the tables whose result is in a state, in the round under way."""
        tables = self.drive.rounds[-1].seating.tables if self.drive.rounds else ()
        return [table.number for table in tables if self.result_state(table.number) == state]

    @property
    def online_round(self) -> OnlineRound:
        """The tables of the round under way that are played on the server."""
        return self.online[-1] if self.online else OnlineRound()

    @property
    def open_online_tables(self) -> tuple[OnlineTable, ...]:
        """Those of them whose result has not come in."""
        if not self.online_round.tables or self.drive.closed:
            return ()
        missing = self.drive.rounds[-1].missing
        return tuple(one for one in self.online_round.tables if one.table in missing)

    @property
    def next_round_at(self) -> int | None:
        """The time at which the next round begins by itself (ms), or None."""
        online = self.settings.online
        if online.tables == "none" or online.pause_seconds is None or self.completed is None:
            return None
        return self.completed + online.pause_seconds * 1000

    @property
    def wake(self) -> int | None:
        """The time from which the server has something to do for the drive (ms), or None."""
        return self.at if self.open_online_tables else self.next_round_at

    def device_of(self, entry: int) -> Device | None:
        """Returns the device that joined with an entry and holds its card, or None."""
        held = (one for one in self.devices.values() if one.entry == entry and not one.replaced)
        return next(held, None)

    def online_table_of(self, key_hash: str) -> OnlineTable | None:
        """Returns the server's table where a device's player sits and whose result is missing."""
        device = self.devices.get(key_hash)
        if device is None or device.entry is None or device.replaced:
            return None
        player = find_entry(self.drive.entries, device.entry).player
        if player is None or not self.open_online_tables:
            return None
        seat = self.drive.rounds[-1].seating.table_of(player)
        number = None if seat is None else seat.number
        return next((one for one in self.open_online_tables if one.table == number), None)

    def persons(self) -> dict[int, str]:
        """Returns the ids of the people who play at the server's tables, by the ids of cards."""
        by_entry = {
            device.entry: device.person
            for device in self.devices.values()
            if device.entry is not None and not device.replaced
        }
        return {
            entry.player: person
            for entry in self.drive.entries
            if entry.player is not None and (person := by_entry.get(entry.id)) is not None
        }

    def side_of(self, actor: Actor, table: int) -> int | None:
        """Returns the side on which a player's phone sits at a table; None for all others."""
        four = self.drive.rounds[-1].seating.tables[table - 1]
        if actor.player is None or actor.player not in four.players:
            return None
        return int(actor.player in four.pairs[1])
