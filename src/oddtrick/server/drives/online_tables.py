"""The tables of drives that are played on this server: opened, watched, and their results entered.

The log of the drive determines which tables there are, and the log of each table its result. The
work here can therefore be repeated after a crash, by any worker, and has an effect once.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress

from oddtrick.drive.live import commands as c
from oddtrick.drive.live.facts import CardsChanged, DeviceChanged, Fact, LogBody
from oddtrick.drive.live.state import LiveDrive, OnlineTable
from oddtrick.drive.live.views_by_role import shorten
from oddtrick.errors import OddtrickError
from oddtrick.games.whist.rules import single_deal
from oddtrick.record import options_json
from oddtrick.server.drives.drive_room import DriveRoom
from oddtrick.server.drives.drive_service import SERVER, DriveService
from oddtrick.server.engine.rooms import faults_logged
from oddtrick.server.rooms.room import TableRoom, Transition
from oddtrick.server.rooms.table_service import SeatedDeal, TableService
from oddtrick.server.store import drive_rows, listings
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.telemetry.logs import log
from oddtrick.tables import SERVER as HOUSE
from oddtrick.tables import Board, DriveDeal, Settings, Sitter, Stage
from oddtrick.tables.commands import Disband, Reseat

POLL_SECONDS = 1.0
"""The time after which work that another worker has left is found."""

SEATS = 4


class OnlineTables:
    """Runs the tables of drives for one worker.

    Args:
        drives: the drives.
        tables: the tables.
    """

    def __init__(self, drives: DriveService, tables: TableService) -> None:
        self._drives = drives
        self._tables = tables
        self._waiting: set[str] = set()
        self._to_reseat: set[str] = set()
        self._changed = asyncio.Event()
        self._opened: defaultdict[str, set[str]] = defaultdict(set)
        """The tables that this worker has opened and that may still be played, by drive."""
        drives.on_entry.append(self._on_entry)
        tables.on_change.append(self._on_change)

    def _on_entry(self, room: DriveRoom, body: LogBody) -> None:
        if room.live.open_online_tables and any(map(_changes_seats, body.facts)):
            self._to_reseat.add(room.live.code)
        if room.live.wake is not None or room.live.code in self._opened:
            self._wake(room.live.code)

    def _on_change(self, _room: TableRoom, step: Transition) -> None:
        drive = step.after.drive
        if drive is not None and step.after.stage is Stage.OVER is not step.before.stage:
            self._wake(drive.code)

    def _wake(self, code: str) -> None:
        self._waiting.add(code)
        self._changed.set()

    async def run(self) -> None:
        """Serves drives until cancelled."""
        loop = asyncio.get_running_loop()
        poll_at = loop.time()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(poll_at):
                    await self._changed.wait()
            self._changed.clear()
            codes, self._waiting = self._waiting, set()
            try:
                if loop.time() >= poll_at:
                    poll_at = loop.time() + POLL_SECONDS
                    codes |= await self._due()
                await self._serve_all(codes)
            except StoreUnavailable as error:
                log.warning("tables of drives not served, will retry", reason=error.why)
            except Exception:  # noqa: BLE001  # the next attempt may succeed
                log.exception("unexpected error")

    async def _due(self) -> set[str]:
        now = self._drives.clock()
        due = await self._drives.log.query(lambda c: drive_rows.due_drives(c, now))
        return {*due, *self._opened}

    async def _serve_all(self, codes: set[str]) -> None:
        for code in codes:
            with faults_logged(code):
                await self._serve(code)

    async def _serve(self, code: str) -> None:
        """Opens and ends the tables of a drive, and begins its next round when it is time."""
        room = await self._drives.room(code)
        await self._open_and_end(room)
        if code in self._to_reseat:
            self._to_reseat.discard(code)
            await self._reseat(room.live)
        await self._disband_others(room.live)
        await self._begin_if_due(room)

    async def _begin_if_due(self, room: DriveRoom) -> None:
        live, due = room.live, room.live.next_round_at
        if due is None or due > self._drives.clock():
            return
        # The keys of the server have spaces, so that no client can use them up.
        key = f"round {live.round_number + 1} after {live.completed}"
        try:
            await self._drives.submit(room, c.BeginRound(), SERVER, key=key)
        except StoreUnavailable:
            raise
        except OddtrickError as error:
            log.warning("next round not begun", drive=live.code, reason=str(error))

    async def _open_and_end(self, room: DriveRoom) -> None:
        live = room.live
        codes = [one.code for one in live.open_online_tables]
        if not codes:
            return
        stages = await self._tables.log.query(lambda c: listings.stages_of(c, codes))
        persons = live.persons()
        missing = [one for one in live.open_online_tables if one.code not in stages]
        await asyncio.gather(*(self._open(live, one, persons) for one in missing))
        for code, stage in stages.items():
            if stage == Stage.OVER.value:
                await self._end(room, code)

    async def _open(
        self, live: LiveDrive, online: OnlineTable, persons: dict[int, str]
    ) -> TableRoom:
        rules = single_deal(live.drive.rounds[-1].trump)
        sitters = tuple(_sitter(live, player, persons) for player in players_at(live, online))
        room = await self._tables.open_for_drive(
            online.code,
            {"game": rules.game, **options_json(rules.options)},
            table_settings(live),
            SeatedDeal(deal_of(live, online), sitters),
        )
        self._opened[live.code].add(online.code)
        return room

    async def _end(self, room: DriveRoom, code: str) -> None:
        table = (await self._tables.current_room(code)).table
        if table.stage is not Stage.OVER or table.match is None:
            return  # the last card is on the disk, and the room is about to hear of it
        north, east, south, west = table.match.result[0].tricks
        result = c.EndTable(code, (north + south, east + west))
        await self._drives.submit(room, result, SERVER, key=f"table {code}")

    async def _reseat(self, live: LiveDrive) -> None:
        """Gives the places at running tables to those who hold the cards now."""
        persons = live.persons()
        for online in live.open_online_tables:
            room = await self._tables.current_room(online.code)
            await self._reseat_table(live, online, room, persons)

    async def _reseat_table(
        self, live: LiveDrive, online: OnlineTable, room: TableRoom, persons: dict[int, str]
    ) -> None:
        for place, player in enumerate(players_at(live, online)):
            sitter = _sitter(live, player, persons)
            if room.table.chairs[place].person != sitter.person:
                command = Reseat(place, sitter.name, sitter.person, sitter.level)
                await self._tables.submit(room, command, by=HOUSE)

    async def table_for(self, live: LiveDrive, key_hash: str) -> str | None:
        """Returns the code of the table where a device plays now; it is open and knows the person.

        Args:
            live: the drive.
            key_hash: the hash of the device's key.

        Returns:
            The code; None if no table on the server waits for the device's player.

        Raises:
            StoreUnavailable: it is unknown whether the table is open; ask again.
        """
        online = live.online_table_of(key_hash)
        if online is None:
            return None
        persons = live.persons()
        # The loop that serves all drives does the same; the second of the two changes nothing.
        codes = [online.code]
        if await self._tables.log.query(lambda c: listings.stages_of(c, codes)):
            room = await self._tables.current_room(online.code)
        else:
            room = await self._open(live, online, persons)
        await self._reseat_table(live, online, room, persons)
        return online.code

    async def _disband_others(self, live: LiveDrive) -> None:
        """Closes the tables of rounds that were undone, or whose result the organiser entered."""
        opened = self._opened.get(live.code)
        if opened is None:
            return
        wanted = {one.code for one in live.open_online_tables}
        for code in opened - wanted:
            room = await self._tables.current_room(code)
            await self._tables.submit(room, Disband(), by=HOUSE)
            opened.discard(code)
        if not opened:
            del self._opened[live.code]


def _changes_seats(fact: Fact) -> bool:
    """Tells whether somebody else may play a card, or from another device, since a fact."""
    if isinstance(fact, DeviceChanged):
        return fact.device.entry is not None
    return isinstance(fact, CardsChanged)


def players_at(live: LiveDrive, online: OnlineTable) -> tuple[int, int, int, int]:
    """Returns the players at a table of the round under way: North, East, South and West."""
    (north, south), (east, west) = live.drive.rounds[-1].seating.tables[online.table - 1].pairs
    return north, east, south, west


def _sitter(live: LiveDrive, player: int, persons: dict[int, str]) -> Sitter:
    found = live.drive.players[player]
    person = None if found.bot else persons.get(player)
    # Everybody may read the record of the table once its code is shown.
    name = found.name if found.bot else shorten(found.name, live.settings.names)
    return Sitter(name[:40] or f"#{player + 1}", person, live.settings.online.bots)


def deal_of(live: LiveDrive, online: OnlineTable) -> DriveDeal:
    """Returns the deal of a table of the round under way."""
    number, under_way = live.round_number, live.online_round
    board = None
    if under_way.board is not None and live.drive.boards is not None:
        secret = live.drive.boards.boards[under_way.board - 1].secret
        assert secret is not None
        board = Board(live.drive.boards.event, under_way.board, secret)
    return DriveDeal(
        code=live.code,
        name=live.settings.name[:40] or "Whist drive",
        round=number,
        rounds=live.drive.plan.rounds,
        table=online.table,
        dealer=((under_way.board or number) - 1) % SEATS,
        starts_at=under_way.starts_at,
        board=board,
    )


def table_settings(live: LiveDrive) -> Settings:
    """Returns the settings of the tables of a drive."""
    online = live.settings.online
    return Settings(
        spectators=False,
        move_seconds=max(5, online.move_seconds) if online.move_seconds else None,
        grace_seconds=online.absence_seconds,
        pause_seconds=0,
        bot_delay_ms=online.bot_delay_ms,
        undo=False,
        late_join=False,
    )
