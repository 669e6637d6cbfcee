"""The WebSocket of a table: commands in, updates out."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.params import FromPath

from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.server.access.authentication import is_still_valid
from oddtrick.server.access.table_access import (
    NOT_WATCHED,
    SLOW_PATH_COMMANDS,
    command_allowance,
    enter_table,
    missed_updates,
    submit_command,
)
from oddtrick.server.errors import ApiError, to_api_error
from oddtrick.server.people.principal import PersonKind, Principal
from oddtrick.server.protocol import (
    PROTOCOL,
    ClientFrame,
    Command,
    Done,
    Hello,
    Notice,
    Ping,
    Pong,
    RefusedFrame,
    Welcome,
)
from oddtrick.server.rooms.fast_path import can_submit_synchronously, submit_synchronously
from oddtrick.server.rooms.table_service import CommandRequest, TableService
from oddtrick.server.security.rate_limit import rate_limit_error
from oddtrick.server.sockets.connection import (
    NOT_ALLOWED,
    TRY_LATER,
    UNREADABLE,
    Connection,
    ConnectionClosed,
)
from oddtrick.server.store.errors import StoreUnavailable
from oddtrick.server.telemetry.logs import log
from oddtrick.tables import CommandRefused, can_view, table_view

if TYPE_CHECKING:
    from oddtrick.server.people.authenticator import Authenticator
    from oddtrick.server.rooms.room import Reply, Room, Transition
    from oddtrick.server.security.rate_limit import Allowance

CHECKED_EVERY = 60_000
"""After so many ms it is asked again whether the principal would still be let in."""

HANDFUL = 4
"""So many commands are counted at a time: a tenth of what somebody may give at once."""

MISSED_BYTES = 128 * 1024
"""So much is told one by one, less than what may wait: else who comes back would be thrown out."""

BAD_FRAMES = 20
"""So many frames that can't be read, and the connection is closed."""

_decoder = msgspec.json.Decoder(ClientFrame)


@websocket("/ws/tables/{code:str}")
async def table_socket(socket: WebSocket[Any, Any, Any], code: FromPath[str]) -> None:
    """A table, live: send ``hello`` first."""
    service: TableService = socket.app.state.table_service
    try:
        principal, room = await enter_table(socket, code)
    except OddtrickError as error:
        problem = to_api_error(error)
        await socket.accept()
        connection = Connection(socket, None, "")
        later = problem.status >= 500
        connection.refuse(None, problem.code, str(error), retry=later)
        await connection.converse(_at_once(TRY_LATER if later else NOT_ALLOWED, problem.code))
        return
    await socket.accept()
    name = "" if principal is None else principal.name
    person = None if principal is None else principal.person_id
    connection = Connection(socket, person, name)
    seated = TableSession(service, room, connection, principal, socket)
    service.connections.add(connection)
    try:
        ended = await connection.converse(seated.run())
        service.counts.closed[ended.code or 0] += 1
    finally:
        service.connections.discard(connection)
        await seated.leave()


def disconnect_spectators(room: Room, step: Transition) -> None:
    """Where nobody may watch, whoever came in and got no place goes when the match begins."""
    before, after = step.before, step.after
    if after.settings.spectators or (after.chairs is before.chairs and after.stage is before.stage):
        return
    for listener in tuple(room.listeners):
        if isinstance(listener, Connection) and not can_view(room.table, listener.person):
            room.listeners.discard(listener)
            listener.end(ConnectionClosed(NOT_ALLOWED, NOT_WATCHED))


async def _at_once(code: int, reason: str) -> None:
    raise ConnectionClosed(code, reason)


class TableSession:
    """A connection at a table.

    Args:
        service: the tables.
        room: the table.
        connection: the socket.
        principal: who it is; None: nobody that we know, who watches.
        socket: the framework's, for what the application holds.
    """

    def __init__(
        self,
        service: TableService,
        room: Room,
        connection: Connection,
        principal: Principal | None,
        socket: WebSocket[Any, Any, Any],
    ) -> None:
        self._service = service
        self._room = room
        self._connection = connection
        self._visitor = principal
        self._socket = socket
        self._porter: Authenticator = socket.app.state.authenticator
        self._bad = 0
        self._allowance: Allowance | None = None
        self._checked = service.clock()

    async def run(self) -> None:
        """Reads frames until the connection ends."""
        while not await self._hello(self._read(await self._connection.receive())):
            pass
        if self._service.away is not None:
            self._connection.tell(Notice("store-away", str(self._service.away)))
        self._connection.take_at_once(self._take)
        while True:
            frame = self._read(await self._connection.receive())
            if isinstance(frame, Command):
                await self._command(frame)
            elif isinstance(frame, Hello):
                self._refuse(None, "said-hello", "say hello once")
            await self._check_visitor()

    def _read(self, text: str) -> Hello | Command | None:
        """A frame; None: it was answered here."""
        try:
            frame: ClientFrame = _decoder.decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            self._bad += 1
            if self._bad > BAD_FRAMES:
                raise ConnectionClosed(UNREADABLE, "too much that can't be read") from None
            what = " ".join(str(error).split())[:200]
            self._refuse(_id_in(text), "unreadable", f"this is no frame: {what}")
            return None
        if isinstance(frame, Ping):
            self._connection.tell(Pong(self._service.clock()))
            return None
        return frame

    async def _hello(self, frame: Hello | Command | None) -> bool:
        if frame is None:
            return False
        if isinstance(frame, Command):
            self._refuse(frame.id, "no-hello", "say hello first", retry=True)
            return False
        if frame.protocol != PROTOCOL:
            raise ConnectionClosed(
                NOT_ALLOWED, f"this server speaks version {PROTOCOL} of the protocol"
            )
        try:
            await self._welcome(frame.seq)
        except StoreUnavailable as error:
            self._connection.tell(Notice("store-away", str(error)))
            raise ConnectionClosed(
                TRY_LATER, "the database is away: come back in a moment"
            ) from None
        await self._settle()
        return True

    async def _welcome(self, seq: int | None) -> None:
        """Tells where things are, and joins those who listen, with nothing in between."""
        connection = self._connection
        room = self._room = await self._service.room(self._room.code)
        async with room.lock:
            if room.stale or (seq or 0) > room.table.seq:  # another worker may have told them more
                await self._service.refresh(room)
            if not can_view(room.table, connection.person):  # the match has begun meanwhile
                raise ConnectionClosed(NOT_ALLOWED, NOT_WATCHED)
            known = -1 if seq is None else seq
            updates = await self._missed(known)
            table = table_view(room.table, connection.person) if updates is None else None
            connection.tell(
                Welcome(
                    protocol=PROTOCOL,
                    now=self._service.clock(),
                    seq=room.table.seq if updates is None else known,
                    table=table,
                    person=connection.person,
                    name=connection.name,
                )
            )
            for update in updates or ():
                connection.push(update)
            room.listeners.add(connection)

    async def _missed(self, known: int) -> list[bytes] | None:
        """The updates since an entry, if they are not too many for one who has just come."""
        updates = await missed_updates(self._service, self._room, known, self._connection.person)
        frames = list(map(msgspec.json.encode, updates or ()))
        short = updates is not None and sum(map(len, frames)) <= MISSED_BYTES
        return frames if short else None

    async def _command(self, frame: Command) -> None:
        """Does what is asked; every command is answered, once."""
        begun = time.perf_counter()
        principal, room = self._visitor, self._room
        if principal is None:
            self._refuse(frame.id, "nobody", "give yourself a name first: POST /api/me")
            return
        try:
            answer: Reply | Exception = await submit_command(
                self._socket, principal, room, frame.command, key=frame.id, origin=self._connection
            )
        except OddtrickError as error:
            answer = error
        self._answer(frame.id, begun, answer)

    def _take(self, text: bytes) -> bool:
        """The same in the call that brings it; False: it is to be read as usual."""
        try:
            frame: ClientFrame = _decoder.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return False
        principal, service, room = self._visitor, self._service, self._room
        if (
            principal is None
            or type(frame) is not Command
            or type(frame.command) in SLOW_PATH_COMMANDS
        ):
            return False
        asked = CommandRequest(
            frame.command,
            principal.person_id,
            frame.id,
            principal.name,
            principal.kind is PersonKind.BOT,
            self._connection,
        )
        if (
            not can_submit_synchronously(service, room, asked)
            or service.clock() - self._checked >= CHECKED_EVERY
        ):
            return False
        answer = partial(self._answer, frame.id, time.perf_counter())
        if self._allowance is None:
            self._allowance = command_allowance(self._socket, principal, HANDFUL)
        if wait := self._allowance.wait():
            answer(rate_limit_error(wait))
            return True
        self._connection.begin()
        submit_synchronously(service, room, asked, answer)
        return True

    def _answer(self, key: str, begun: float, answer: Reply | Exception) -> None:
        """Says what came of a command; of an entry its update says so."""
        if isinstance(answer, Exception):
            self._say_why_not(key, answer)
        elif answer.step is None:
            self._connection.tell(Done(key, answer.seq))
        self._service.counts.answer.add(time.perf_counter() - begun)
        self._connection.done()

    def _say_why_not(self, key: str, error: Exception) -> None:
        match error:
            case RuleBroken():
                self._service.counts.refused["rule"] += 1
                self._connection.tell(
                    RefusedFrame(re=key, code="rule", message=error.what, rule=error.rule)
                )
            case CommandRefused():
                self._refuse(key, error.code, str(error))
            case StoreUnavailable():
                self._refuse(key, "store-away", str(error), retry=True)
            case ApiError():  # too much at once
                self._refuse(key, error.code, str(error), retry=True)
            case OddtrickError():
                self._refuse(key, "not-understood", str(error))
            case _:
                log.error("unforeseen", table=self._room.code, exc_info=error)
                self._connection.end(
                    ConnectionClosed(TRY_LATER, "something went wrong here: come back")
                )

    def _refuse(self, re: str | None, code: str, message: str, *, retry: bool = False) -> None:
        self._service.counts.refused[code] += 1
        self._connection.refuse(re, code, message, retry=retry)

    async def _check_visitor(self) -> None:
        """Now and then: a log-out or a revoked token ends the connection."""
        now = self._service.clock()
        if self._visitor is None or now - self._checked < CHECKED_EVERY:
            return
        self._checked = now
        try:
            holds = await is_still_valid(self._porter, self._visitor)
        except StoreUnavailable:
            return  # nobody is thrown out for that
        if not holds:
            raise ConnectionClosed(NOT_ALLOWED, "what you came in with holds no longer")

    async def _settle(self) -> None:
        """Has it written down whether the person is there; later, if it can't be now."""
        person, code = self._connection.person, self._room.code
        if person is None:
            return
        try:
            await self._service.settle_presence(self._room, person)
        except (OddtrickError, StoreUnavailable) as error:
            self._service.unsettled.add((code, person))
            log.warning("who is there is written down later", table=code, why=str(error))

    async def leave(self) -> None:
        """The connection is gone."""
        self._room.listeners.discard(self._connection)
        if not self._service.closing:
            await self._settle()


def _id_in(text: str) -> str | None:
    """The id of a command that can't be read otherwise, so that its sender knows."""
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return None
    key = found.get("id") if isinstance(found, dict) else None
    return key if isinstance(key, str) and len(key) <= 64 else None
