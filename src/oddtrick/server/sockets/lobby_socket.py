"""The WebSocket of the lobby: sends the public tables whenever they change."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import WebSocket, websocket

from oddtrick.server.parts import part_of
from oddtrick.server.protocol import Hello, Lobby, Ping, Pong
from oddtrick.server.rooms.listing_row import lobby_entry
from oddtrick.server.rooms.room import TableRoom, Transition
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.sockets.connection import UNREADABLE, Connection, ConnectionClosed
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.store.listings import public_tables
from oddtrick.server.telemetry.logs import log
from oddtrick.tables import Stage

SHOWN = tuple(stage.value for stage in Stage if stage not in (Stage.CLOSED, Stage.OVER))
MAX_TABLES = 100
MIN_SECONDS = 0.5
"""The least time between two queries, however much changes."""

POLL_SECONDS = 5.0
"""Time after which the tables of other workers are queried without a change here."""

_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(Hello | Ping)


class LobbyFeed:
    """The connections to the lobby in this worker.

    Args:
        service: the tables.
    """

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._listeners: set[Connection] = set()
        self._changed = asyncio.Event()
        self._frame = b""
        service.on_change.append(self._on_change)

    def _on_change(self, room: TableRoom, step: Transition) -> None:
        if step.after.settings.public or step.before.settings.public:
            self._changed.set()

    async def look(self) -> bytes:
        """Returns the lobby as it is now, encoded."""
        rows = await self._service.log.query(lambda c: public_tables(c, SHOWN, limit=MAX_TABLES))
        return _encode(Lobby(tuple(map(lobby_entry, rows))))

    async def join(self, connection: Connection) -> None:
        """Sends the lobby to a connection, and its changes from now on."""
        self._frame = await self.look()
        connection.push(self._frame)
        self._listeners.add(connection)

    def leave(self, connection: Connection) -> None:
        """Removes a connection."""
        self._listeners.discard(connection)

    async def run(self) -> None:
        """Sends changes to all connections until cancelled."""
        while True:
            try:
                async with asyncio.timeout(POLL_SECONDS):
                    await self._changed.wait()
            except TimeoutError:
                pass
            self._changed.clear()
            if self._listeners:
                await self._send_changes()
            await asyncio.sleep(MIN_SECONDS)

    async def _send_changes(self) -> None:
        try:
            frame = await self.look()
        except StoreUnavailable as error:
            log.warning("lobby not updated", reason=error.why)
            return
        if frame != self._frame:
            self._frame = frame
            for listener in tuple(self._listeners):
                listener.push(frame)


@websocket("/ws/lobby")
async def lobby_socket(socket: WebSocket[Any, Any, Any]) -> None:
    """The public tables, live."""
    lobby = part_of(socket, LobbyFeed)
    service = part_of(socket, TableService)
    await socket.accept()
    connection = Connection(socket, None, "")
    try:
        await connection.converse(_watch(lobby, service, connection))
    finally:
        lobby.leave(connection)


async def _watch(lobby: LobbyFeed, service: TableService, connection: Connection) -> None:
    try:
        await lobby.join(connection)
    except StoreUnavailable as error:
        raise connection.turn_away(error) from None
    while True:
        try:
            frame = _decoder.decode(await connection.receive())
        except msgspec.DecodeError:
            raise ConnectionClosed(UNREADABLE, "the lobby takes ping only") from None
        if isinstance(frame, Ping):
            connection.tell(Pong(service.clock()))
