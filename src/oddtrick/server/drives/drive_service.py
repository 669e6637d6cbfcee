"""The drives of one worker: opens them, applies commands, shows warnings and phones."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.drive.live import commands as c
from oddtrick.drive.live.commands import OpenDrive, SealBoards
from oddtrick.drive.live.decide import decide_opening
from oddtrick.drive.live.online_tables import boards_to_seal
from oddtrick.drive.live.state import Actor
from oddtrick.drive.live.view_types import DeskWarning
from oddtrick.drive.prizes import PrizeList
from oddtrick.server.drives.drive_keys import grant_key
from oddtrick.server.drives.drive_log import DriveLog, DriveRequest, DriveWrite
from oddtrick.server.drives.drive_room import DriveRoom
from oddtrick.server.engine.rooms import Rooms
from oddtrick.server.security.tokens import new_code
from oddtrick.server.security.work_pools import WorkPools
from oddtrick.server.store import drive_rows
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.telemetry.logs import log

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.drive.drive import Drive
    from oddtrick.drive.live.settings import LiveSettings, PlanChoices
    from oddtrick.drive.live.state import LiveDrive
    from oddtrick.server.engine.room import Reply
    from oddtrick.server.engine.worker_bus import Bus
    from oddtrick.server.store.event_log import EventLog
    from oddtrick.server.store.log_entries import Entry


WARN_MS = 60_000
"""The smallest difference from the machine's clock (ms) that the organiser is told of."""


class SteadyClock:
    """Milliseconds since 1970 that never go back while the server runs."""

    def __init__(self) -> None:
        self._offset = time.time_ns() - time.monotonic_ns()

    def __call__(self) -> int:
        """Returns the time (ms)."""
        return (time.monotonic_ns() + self._offset) // 1_000_000

    @property
    def drift(self) -> int:
        """The time by which the clock was set forward since the start (ms); back: negative."""
        return time.time_ns() // 1_000_000 - self()


MAX_ROOMS = 200
"""The number of drives in memory that nobody follows."""

POLL_SECONDS = 1.0
"""The time after which the entries of other workers are found without a hint."""

SEEN_SECONDS = 5.0
"""The time between two updates of when phones were last heard from."""

SERVER = Actor("organiser", "server")


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
        self._drives = DriveLog(log, self._now, self.pools)
        self.cache: Rooms[DriveRoom, Entry, DriveRequest, DriveWrite] = Rooms(
            self._drives, log, bus, worker, clock=self._now, capacity=MAX_ROOMS
        )
        self.rooms = self.cache.by_code
        self.on_entry = self._drives.on_entry
        """Called after each entry that this worker has written."""
        self.warnings: dict[str, DeskWarning] = {}
        """The warnings for every organiser, by code."""

    def _now(self) -> int:
        return self.clock()  # a hall or a test may set another clock

    async def open(
        self,
        settings: LiveSettings,
        *,
        plan: PlanChoices | None = None,
        file: Drive | None = None,
        source: str | None = None,
        prizes: PrizeList | None = None,
    ) -> DriveRoom:
        """Opens a drive, empty or from a file, as ``read_drive_file`` returns it.

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
            decision = decide_opening(opening, SERVER, at)
            if await self._drives.append(self._drives.write_of(decision, None, source)):
                room = DriveRoom(decision.after)
                room.warnings = tuple(self.warnings.values())
                self.cache.add(room)
                return room

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
            self._drives.show_later(room)

    async def drive_in_hall(self) -> str | None:
        """Returns the code of the drive changed last that is not closed; None if there is none.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        newest = await self.log.query(lambda c: drive_rows.newest_drives(c, closed=False, limit=1))
        return newest[0].code if newest else None

    async def room(self, code: str) -> DriveRoom:
        """Returns a drive with everything that was written before this call.

        Raises:
            ApiError: 404, there is no such drive.
            StoreUnavailable: the database does not answer.
        """
        room = await self.cache.current(code)
        room.warnings = tuple(self.warnings.values())
        return room

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
    ) -> Reply:
        """Applies a command: it is written before anybody is shown it.

        Raises:
            OddtrickError: it is refused; see :func:`~oddtrick.drive.live.decide.decide`.
            StoreUnavailable: its outcome is unknown; it may be sent again under its key.
        """
        if isinstance(command, c.BeginRound):
            await self.seal_boards(room)
        return await self.cache.submit(room, DriveRequest(command, actor, seen, key))

    async def run(self) -> None:
        """Reads what other workers wrote, and stores when phones were heard from; never returns."""
        next_seen = 0.0
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                self._check_clock()
                await self.cache.poll()
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

    async def _keep_seen(self) -> None:
        for code, room in tuple(self.rooms.items()):
            if room.unsaved_seen:
                fresh = {key: room.seen[key] for key in room.unsaved_seen}
                await self.log.write(
                    lambda c, code=code, fresh=fresh: drive_rows.save_phones_seen(c, code, fresh)  # type: ignore[misc]
                )
                room.unsaved_seen -= {key for key, at in fresh.items() if room.seen[key] == at}
                self._drives.show_later(room)
            elif self.log.is_shared and room.listeners:
                seen = await self.log.query(
                    lambda c, code=code: drive_rows.read_phones_seen(c, code)  # type: ignore[misc]
                )
                room.merge_seen(seen)
                self._drives.show_later(room)

    def close(self) -> None:
        """Stops the timer."""
        self._drives.close()
