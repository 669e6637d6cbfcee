"""The WebSocket of a table: commands in, updates out."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.params import FromPath

from oddtrick.errors import OddtrickError
from oddtrick.server.access.authentication import named
from oddtrick.server.access.table_access import (
    NOT_WATCHED,
    enter_table,
    missed_updates,
    submit_command,
)
from oddtrick.server.engine.room import Reply
from oddtrick.server.errors import ApiError, log_error, to_api_error, unreadable
from oddtrick.server.parts import part_of
from oddtrick.server.people.name_validation import clean_nickname
from oddtrick.server.people.principal import Principal
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
    Visit,
    Visitor,
    Welcome,
)
from oddtrick.server.rooms.room import TableRoom, Transition
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.sockets.connection import (
    NOT_ALLOWED,
    TOO_MANY_REQUESTS,
    TRY_LATER,
    UNREADABLE,
    Connection,
    ConnectionClosed,
)
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.telemetry.logs import log
from oddtrick.tables import can_view, table_view

MAX_MISSED_BYTES = 128 * 1024
"""Missed updates up to this size are sent one by one. It lies below the limit of the outbox, which
would close the connection of a client that has just come back."""

MAX_BAD_FRAMES = 20
"""Unreadable frames after which the connection is closed."""

LIMIT_PAUSE_SECONDS = 2.0
"""Time before a client over a rate limit is refused. Its frames are not read meanwhile."""

_decoder = msgspec.json.Decoder(ClientFrame)


@websocket("/ws/tables/{code:str}")
async def table_socket(socket: WebSocket[Any, Any, Any], code: FromPath[str]) -> None:
    """A table, live: send ``hello`` first."""
    service = part_of(socket, TableService)
    try:
        principal, room = await enter_table(socket, code)
    except OddtrickError as error:
        await socket.accept()
        await _refuse_entry(socket, error)
        return
    await socket.accept()
    name = "" if principal is None else principal.name
    person = None if principal is None else principal.person_id
    connection = Connection(socket, person, name)
    connection.principal = principal
    session = TableSession(service, room, connection, principal, socket)
    try:
        closed = await connection.converse(session.run())
        service.counts.closed[closed.code or 0] += 1
    finally:
        await session.leave()


async def _refuse_entry(socket: WebSocket[Any, Any, Any], error: OddtrickError) -> None:
    """Sends the reason why a client may not enter a table, and closes the connection."""
    if to_api_error(error).status == TOO_MANY_REQUESTS:
        # A client that reconnects in a loop would cost a handshake each time.
        await asyncio.sleep(LIMIT_PAUSE_SECONDS)
    connection = Connection(socket, None, "")
    await connection.converse(_close(connection.turn_away(error)))


async def _close(closed: ConnectionClosed) -> None:
    raise closed


def disconnect_spectators(room: TableRoom, transition: Transition) -> None:
    """Closes the connections of those without a place when an unwatched match begins."""
    before, after = transition.before, transition.after
    if after.settings.spectators or (after.chairs is before.chairs and after.stage is before.stage):
        return
    for listener in tuple(room.listeners):
        if isinstance(listener, Connection) and not can_view(room.table, listener.person):
            room.listeners.discard(listener)
            listener.end(ConnectionClosed(NOT_ALLOWED, NOT_WATCHED))


class TableSession:
    """The conversation of one connection with a table.

    Args:
        service: the tables.
        room: the table.
        connection: the connection.
        principal: the person; None for an anonymous spectator.
        socket: the framework's socket, which leads to the application's state.
    """

    def __init__(
        self,
        service: TableService,
        room: TableRoom,
        connection: Connection,
        principal: Principal | None,
        socket: WebSocket[Any, Any, Any],
    ) -> None:
        self._service = service
        self._room = room
        self._connection = connection
        self._principal = principal
        self._socket = socket
        self._bad_frames = 0
        self._arrival: asyncio.Task[None] | None = None
        """Writes to the log that the person is connected."""

    async def run(self) -> None:
        """Reads frames until the connection ends."""
        while not await self._handle_hello(self._decode(await self._connection.receive())):
            pass
        if self._service.outage.error is not None:
            notice = Notice("store-unavailable", str(self._service.outage.error))
            self._connection.tell(notice)
        while True:
            frame = self._decode(await self._connection.receive())
            if isinstance(frame, Command):
                await self._submit(frame)
            elif isinstance(frame, Visit):
                self._visit(frame)
            elif isinstance(frame, Hello):
                self._refuse(None, "said-hello", "hello is sent once only")

    def _decode(self, text: str) -> Hello | Command | Visit | None:
        """Decodes a frame; None if it was answered here."""
        try:
            frame: ClientFrame = _decoder.decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            self._bad_frames += 1
            if self._bad_frames > MAX_BAD_FRAMES:
                raise ConnectionClosed(UNREADABLE, "too many unreadable frames") from None
            self._refuse_with(_command_id(text), unreadable(error))
            return None
        if isinstance(frame, Ping):
            self._connection.tell(Pong(self._service.clock()))
            return None
        return frame

    def _visit(self, frame: Visit) -> None:
        """Shows the others what the client is about to do."""
        name = self._connection.name
        if self._principal is None:
            with contextlib.suppress(ApiError):  # it is still being typed
                name = clean_nickname(frame.name)
        visitor = None if frame.doing is None else Visitor(frame.doing, frame.place, name)
        self._service.visitors.set(self._room.code, self._connection, visitor)

    async def _handle_hello(self, frame: Hello | Command | Visit | None) -> bool:
        """Answers the first frame, and returns whether it was a hello."""
        if frame is None:
            return False
        if isinstance(frame, Visit):
            self._refuse(None, "no-hello", "send hello first", retry=True)
            return False
        if isinstance(frame, Command):
            self._refuse(frame.id, "no-hello", "send hello first", retry=True)
            return False
        if frame.protocol != PROTOCOL:
            raise ConnectionClosed(NOT_ALLOWED, f"this server speaks protocol version {PROTOCOL}")
        try:
            await self._welcome(frame.seq)
        except StoreUnavailable as error:
            self._connection.tell(Notice("store-unavailable", str(error)))
            raise ConnectionClosed(TRY_LATER, "database unavailable: reconnect later") from None
        # Not cancelled with the reader: an arrival that is written after its departure was found
        # unnecessary would leave the person connected for good.
        self._arrival = asyncio.create_task(self._save_presence())
        await asyncio.shield(self._arrival)
        return True

    async def _welcome(self, seq: int | None) -> None:
        """Sends the state of the table and joins its listeners, with no entry in between."""
        connection = self._connection
        room = self._room = await self._service.room(self._room.code)
        async with room.lock:
            # The client may know more than this worker, if it was connected to another one.
            if room.stale or (seq or 0) > room.table.seq:
                await self._service.cache.refresh(room)
            if not can_view(room.table, connection.person):  # the match has begun meanwhile
                raise ConnectionClosed(NOT_ALLOWED, NOT_WATCHED)
            known = -1 if seq is None else seq
            updates = await self._missed_updates(known)
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
            if (visitors := self._service.visitors.frame_for(room.code, connection)) is not None:
                connection.push(visitors)
            if room.best_card is not None:
                connection.push(room.best_card)

    async def _missed_updates(self, known: int) -> list[bytes] | None:
        """Returns the updates since an entry; None if the whole table is shorter."""
        updates = await missed_updates(self._socket, self._principal, self._room, known)
        frames = list(map(msgspec.json.encode, updates or ()))
        is_short = updates is not None and sum(map(len, frames)) <= MAX_MISSED_BYTES
        return frames if is_short else None

    async def _submit(self, frame: Command) -> None:
        """Submits a command, and answers it once: the update of a new entry is its own answer."""
        started = time.perf_counter()
        try:
            reply = await self._reply_to(frame)
        except Exception as error:  # noqa: BLE001  # answered, and logged if it is a fault
            api_error = to_api_error(error)
            self._refuse_with(frame.id, api_error)
            if api_error.code == "internal-error":
                log_error(error, api_error)
                raise ConnectionClosed(TRY_LATER, api_error.message) from None
        else:
            if reply.transition is None:
                self._connection.tell(Done(frame.id, reply.seq))
        self._service.counts.answer.add(time.perf_counter() - started)

    async def _reply_to(self, frame: Command) -> Reply:
        return await submit_command(
            self._socket,
            named(self._principal),
            self._room,
            frame.command,
            key=frame.id,
            origin=self._connection,
        )

    def _refuse_with(self, re: str | None, error: ApiError) -> None:
        self._refuse(re, error.code, error.message, rule=error.rule, retry=error.retry)

    def _refuse(
        self,
        re: str | None,
        code: str,
        message: str,
        *,
        rule: str | None = None,
        retry: bool = False,
    ) -> None:
        self._service.counts.refused[code] += 1
        self._connection.tell(
            RefusedFrame(re=re, code=code, message=message, rule=rule, retry=retry)
        )

    async def _save_presence(self) -> None:
        """Writes to the log whether the person is connected, or leaves that to the scheduler."""
        person, code = self._connection.person, self._room.code
        if person is None:
            return
        try:
            await self._service.save_presence(self._room, person)
        except OddtrickError as error:
            self._service.unsaved_presence.add((code, person))
            log.warning("presence not saved, will retry", table=code, reason=str(error))

    async def leave(self) -> None:
        """Removes the connection from the table."""
        self._room.listeners.discard(self._connection)
        if not self._service.closing:
            self._service.visitors.set(self._room.code, self._connection, None)
        if self._arrival is not None:
            await asyncio.wait({self._arrival})
        if not self._service.closing:
            await self._save_presence()


def _command_id(text: str) -> str | None:
    """Returns the id of a command that is otherwise unreadable, so that its sender knows."""
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return None
    key = found.get("id") if isinstance(found, dict) else None
    return key if isinstance(key, str) and len(key) <= 64 else None
