"""The drives of one worker: commands are decided, written and only then shown.

The log in the database is the truth, and a room is a cache of it. Concurrency is optimistic: a
worker whose entry lost reads the log and decides again.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from oddtrick.drive.live import commands as c
from oddtrick.drive.live.commands import OpenDrive, SealBoards
from oddtrick.drive.live.decide import decide, decide_opening
from oddtrick.drive.live.facts import LogBody, decode_body, encode_body
from oddtrick.drive.live.fold import fold_body, open_live
from oddtrick.drive.live.online_tables import boards_to_seal
from oddtrick.drive.live.state import Actor
from oddtrick.drive.live.view_types import DeskWarning
from oddtrick.drive.prizes import PrizeList
from oddtrick.server.drives.drive_keys import grant_key
from oddtrick.server.drives.drive_room import DriveRoom
from oddtrick.server.drives.steady_clock import WARN_MS, SteadyClock
from oddtrick.server.errors import ApiError
from oddtrick.server.rooms.worker_bus import Hint
from oddtrick.server.security.tokens import new_code
from oddtrick.server.security.work_pools import WorkPools
from oddtrick.server.store import drive_log
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.store.drive_log import DriveEntry
from oddtrick.server.telemetry.logs import log

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.drive.live.decide import Decision
    from oddtrick.drive.live.settings import LiveSettings, PlanChoices
    from oddtrick.drive.live.state import LiveDrive
    from oddtrick.server.rooms.worker_bus import Bus
    from oddtrick.server.store.event_log import EventLog

MAX_ROOMS = 200
"""The number of drives in memory that nobody follows."""

SHOW_SECONDS = 0.1
"""The time for which changes are collected before they are sent."""

POLL_SECONDS = 1.0
"""The time after which the entries of other workers are found without a hint."""

SEEN_SECONDS = 5.0
"""The time between two updates of when phones were last heard from."""

SERVER = Actor("organiser", "server")

NO_DRIVE = "there is no drive with this code: take it from the link"


class DriveReply(NamedTuple):
    """The outcome of a command.

    Args:
        seq: the entry that it made, or the last entry.
        applied: False if it was applied before, or changes nothing.
    """

    seq: int
    applied: bool


class DriveService:
    """The drives of one worker.

    Args:
        log: the database.
        bus: carries hints to other workers.
        worker: the id of this worker.
        secret: the installation's secret, from which keys are computed.
        clock: returns the time (ms).
        pools: the pools for slow work; None: its own.
    """

    def __init__(
        self,
        log: EventLog,
        bus: Bus,
        worker: str,
        secret: str,
        clock: Callable[[], int] | None = None,
        *,
        pools: WorkPools | None = None,
    ) -> None:
        self.log = log
        self.pools = pools or WorkPools()
        self.secret = secret
        self.clock = clock or SteadyClock()
        self.rooms: dict[str, DriveRoom] = {}
        self.on_entry: list[Callable[[DriveRoom, LogBody], None]] = []
        """Called after each entry that this worker has written."""
        self.warnings: dict[str, DeskWarning] = {}
        """The warnings for every organiser, by code."""
        self._bus = bus
        self._worker = worker
        self._loading: dict[str, asyncio.Task[DriveRoom]] = {}
        self._to_show: set[DriveRoom] = set()
        self._timer: asyncio.TimerHandle | None = None

    async def open(
        self,
        settings: LiveSettings,
        *,
        plan: PlanChoices | None = None,
        file: str | None = None,
        source: str | None = None,
        prizes: PrizeList | None = None,
    ) -> DriveRoom:
        """Opens a drive, empty or from a file, in the form that ``read_drive_file`` returns.

        Of boards in a file only those dealt before are taken: nobody may know a later one.

        Raises:
            OddtrickError: the plan or the list of prizes is impossible, or the file is no drive.
            StoreUnavailable: it is unknown whether the drive was written.
        """
        if plan is not None and plan.seed is None:
            plan = replace(plan, seed=secrets.randbelow(2**53))
        while True:
            code, at = new_code(), self.clock()
            opening = OpenDrive(
                code=code,
                settings=settings,
                plan=plan,
                file=file,
                prizes=PrizeList() if prizes is None else prizes,
            )
            decision = await self.pools.logs.run(decide_opening, opening, SERVER, at)
            entry = DriveEntry(0, at, encode_body(decision.body))
            if await self.log.write(
                lambda connection, code=code, entry=entry: drive_log.create_log(  # type: ignore[misc]
                    connection, code, entry, source
                )
            ):
                return self._remember(DriveRoom(decision.after))

    def organiser_key(self, live: LiveDrive, grant: int = 1) -> str:
        """Returns the key of a grant, by default the first organiser's."""
        return grant_key(self.secret, live.code, grant)

    def warn(self, warning: DeskWarning) -> bool:
        """Shows a warning on all desks; returns whether it is new."""
        is_new = self.warnings.get(warning.code) != warning
        self.warnings[warning.code] = warning
        if is_new:
            self._show_warnings()
        return is_new

    def clear_warning(self, code: str) -> None:
        """Takes a warning off all desks."""
        if self.warnings.pop(code, None) is not None:
            self._show_warnings()

    def _show_warnings(self) -> None:
        for room in self.rooms.values():
            room.warnings = tuple(self.warnings.values())
            self._show_later(room)

    async def drive_in_hall(self) -> str | None:
        """Returns the code of the drive changed last that is not closed; None if there is none.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        newest = await self.log.query(lambda c: drive_log.newest_drives(c, closed=False, limit=1))
        return newest[0].code if newest else None

    async def room(self, code: str) -> DriveRoom:
        """Returns a drive with everything that was written before this call.

        Raises:
            ApiError: 404, there is no such drive.
            StoreUnavailable: the database does not answer.
        """
        room = self.rooms.get(code) or await self._load(code)
        if self.log.is_shared or room.stale:
            heads = await self.log.query(lambda c: drive_log.last_entries(c, [code]))
            if room.stale or heads.get(code, -1) > room.live.seq:
                async with room.lock:
                    await self._refresh(room)
        return room

    async def _load(self, code: str) -> DriveRoom:
        """Reads a drive from its log, once for all who wait for it."""
        task = self._loading.get(code)
        if task is None:
            task = self._loading[code] = asyncio.create_task(self._read(code))
            task.add_done_callback(lambda _: self._loading.pop(code, None))
        return await asyncio.shield(task)

    async def _read(self, code: str) -> DriveRoom:
        entries = await self.log.query(lambda c: drive_log.entries_after(c, code))
        if not entries:
            raise ApiError(404, "not-found", NO_DRIVE)
        live = await self.pools.logs.run(_fold, None, entries)
        room = DriveRoom(live)
        room.merge_seen(await self.log.query(lambda c: drive_log.read_phones_seen(c, code)))
        return self._remember(room)

    def _remember(self, room: DriveRoom) -> DriveRoom:
        self._forget_some()
        room.warnings = tuple(self.warnings.values())
        self.rooms[room.live.code] = room
        return room

    def _forget_some(self) -> None:
        """Drops the drives loaded first that nobody follows."""
        for code in [code for code, room in self.rooms.items() if not room.followers]:
            if len(self.rooms) < MAX_ROOMS:
                return
            if not self.rooms[code].lock.locked():
                del self.rooms[code]

    async def seal_boards(self, room: DriveRoom) -> None:
        """Seals the boards that a drive needs, so that they are fixed before anybody has a seat.

        Raises:
            StoreUnavailable: it is unknown whether they were written; ask again.
        """
        if count := boards_to_seal(room.live):
            drawn = tuple(secrets.token_hex(32) for _ in range(count))
            await self.submit(room, SealBoards(drawn), SERVER)

    async def submit(
        self,
        room: DriveRoom,
        command: c.Command,
        actor: Actor,
        *,
        seen: int | None = None,
        key: str | None = None,
    ) -> DriveReply:
        """Applies a command: it is written before anybody is shown it.

        Raises:
            OddtrickError: it is refused; see :func:`~oddtrick.drive.live.decide.decide`.
            StoreUnavailable: its outcome is unknown; it may be sent again under its key.
        """
        if isinstance(command, c.BeginRound):
            await self.seal_boards(room)
        async with room.lock:
            if room.stale:
                await self._refresh(room)
            while True:
                live = room.live
                decision = await self._decide(live, command, actor, seen=seen, key=key)
                if decision is None:
                    return DriveReply(live.keys.get(key or "", live.seq), applied=False)
                entry = DriveEntry(live.seq + 1, decision.at, encode_body(decision.body), key)
                if await self._append(room, entry, decision.after):
                    break
                await self._refresh(room)
            room.advance(decision.after)
        self._bus.send(Hint(self._worker, room.live.code, entry.seq))
        self._show_later(room)
        for notify in self.on_entry:
            notify(room, decision.body)
        return DriveReply(entry.seq, applied=True)

    async def _decide(
        self,
        live: LiveDrive,
        command: c.Command,
        actor: Actor,
        *,
        seen: int | None,
        key: str | None,
    ) -> Decision | None:
        now = self.clock()
        if isinstance(command, c.BeginRound | c.AddEntries):  # of hundreds of people
            return await self.pools.rounds.run(
                decide, live, command, actor, now, seen=seen, key=key, new_code=new_code
            )
        return decide(live, command, actor, now, seen=seen, key=key)

    async def _append(self, room: DriveRoom, entry: DriveEntry, after: LiveDrive) -> bool:
        code, closed, due = room.live.code, after.drive.closed, after.wake
        try:
            return await self.log.write(
                lambda connection: drive_log.append_entry(
                    connection, code, entry, closed=closed, due=due
                )
            )
        except BaseException:
            room.stale = True
            raise

    async def _refresh(self, room: DriveRoom) -> None:
        """Reads the entries that a room has missed; the caller holds its lock."""
        code, seq = room.live.code, room.live.seq
        entries = await self.log.query(lambda c: drive_log.entries_after(c, code, seq))
        room.stale = False
        if entries:
            room.advance(await self.pools.logs.run(_fold, room.live, entries))
            self._show_later(room)

    async def catch_up(self, code: str, seq: int) -> bool:
        """Reads an entry that another worker has written; returns whether it was new.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        room = self.rooms.get(code)
        if room is None or room.live.seq >= seq:
            return False
        async with room.lock:
            if room.live.seq < seq:
                await self._refresh(room)
        return True

    def _show_later(self, room: DriveRoom) -> None:
        self._to_show.add(room)
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(SHOW_SECONDS, self._show)

    def _show(self) -> None:
        self._timer = None
        rooms, self._to_show = self._to_show, set()
        for room in rooms:
            for follower in tuple(room.followers):
                follower.show(room)

    async def run(self) -> None:
        """Reads what other workers wrote, and stores when phones were heard from; never returns."""
        next_seen = 0.0
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                self._check_clock()
                if self.log.is_shared:
                    await self._poll()
                if loop.time() >= next_seen:
                    next_seen = loop.time() + SEEN_SECONDS
                    await self._keep_seen()
            except StoreUnavailable as error:
                log.warning("drives not updated", reason=error.why)
            except Exception:  # noqa: BLE001  # the next attempt may succeed
                log.exception("unexpected error")

    def _check_clock(self) -> None:
        drift = self.clock.drift if isinstance(self.clock, SteadyClock) else 0
        if abs(drift) > WARN_MS:
            minutes = round(abs(drift) / 60_000)
            way = "forward" if drift > 0 else "back"
            message = f"the clock of this computer was set {way} by {minutes} minutes: the drive "
            self.warn(DeskWarning("clock-set", f"{message}keeps the time it had"))
        else:
            self.clear_warning("clock-set")

    async def _poll(self) -> None:
        watched = [code for code, room in self.rooms.items() if room.followers]
        if watched:
            heads = await self.log.query(lambda c: drive_log.last_entries(c, watched))
            for code, seq in heads.items():
                await self.catch_up(code, seq)

    async def _keep_seen(self) -> None:
        for code, room in tuple(self.rooms.items()):
            if room.unsaved_seen:
                fresh = {key: room.seen[key] for key in room.unsaved_seen}
                room.unsaved_seen.clear()
                await self.log.write(
                    lambda c, code=code, fresh=fresh: drive_log.save_phones_seen(c, code, fresh)  # type: ignore[misc]
                )
                self._show_later(room)
            elif self.log.is_shared and room.followers:
                seen = await self.log.query(
                    lambda c, code=code: drive_log.read_phones_seen(c, code)  # type: ignore[misc]
                )
                room.merge_seen(seen)
                self._show_later(room)

    def close(self) -> None:
        """Stops the timer."""
        if self._timer is not None:
            self._timer.cancel()


def _fold(live: LiveDrive | None, entries: list[DriveEntry]) -> LiveDrive:
    for entry in entries:
        body = decode_body(entry.body)
        if live is None:
            live = open_live(body, entry.at)
        else:
            live = fold_body(live, body, entry.at, entry.key)
    assert live is not None
    return live
