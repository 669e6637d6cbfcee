"""The WebSocket of a whist drive: sends the parts that have changed. Commands go by HTTP."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.params import FromPath

from oddtrick.errors import OddtrickError
from oddtrick.server.drives.access import Visit, note_seen, service_of, visit_drive
from oddtrick.server.drives.drive_keys import actor_of
from oddtrick.server.drives.drive_room import DriveRoom
from oddtrick.server.drives.drive_service import DriveService
from oddtrick.server.errors import ApiError
from oddtrick.server.protocol import PROTOCOL, Hello, Ping, Pong
from oddtrick.server.sockets.connection import (
    NOT_ALLOWED,
    UNREADABLE,
    Connection,
    ConnectionClosed,
)

_decoder = msgspec.json.Decoder(Hello | Ping)


@websocket("/ws/drives/{code:str}")
async def drive_socket(socket: WebSocket[Any, Any, Any], code: FromPath[str]) -> None:
    """A whist drive, live: send ``hello`` first."""
    await socket.accept()
    connection = Connection(socket, None, "")
    session = DriveSession(service_of(socket), connection, socket)
    try:
        await connection.converse(session.run(code))
    finally:
        session.leave()


class DriveSession:
    """The conversation of one connection with a drive.

    Args:
        service: the drives.
        connection: the connection.
        socket: the framework's socket.
    """

    def __init__(
        self, service: DriveService, connection: Connection, socket: WebSocket[Any, Any, Any]
    ) -> None:
        self._service = service
        self._connection = connection
        self._socket = socket
        self._visit: Visit | None = None
        self._sent: dict[str, bytes] = {}

    async def run(self, code: str) -> None:
        """Reads frames until the connection ends."""
        while True:
            frame = self._decode(await self._connection.receive())
            if isinstance(frame, Ping):
                self._connection.tell(Pong(self._service.clock()))
                if self._visit is not None:
                    note_seen(self._socket, self._visit)
            elif self._visit is None:
                await self._enter(code, frame)

    def _decode(self, text: str) -> Hello | Ping:
        try:
            frame: Hello | Ping = _decoder.decode(text)
        except (msgspec.DecodeError, RecursionError):
            raise ConnectionClosed(UNREADABLE, "a drive takes hello and ping only") from None
        return frame

    async def _enter(self, code: str, hello: Hello) -> None:
        if hello.protocol != PROTOCOL:
            raise ConnectionClosed(NOT_ALLOWED, f"this server speaks protocol version {PROTOCOL}")
        try:
            visit = await visit_drive(self._socket, code, hello.key)
        except OddtrickError as error:
            raise self._connection.turn_away(error) from None
        self._visit = visit
        self.show(visit.room)
        visit.room.listeners.add(self)

    def show(self, room: DriveRoom) -> None:
        """Sends the parts that have changed for this role, which may have ended."""
        assert self._visit is not None
        try:
            actor = actor_of(room.live, self._service.secret, self._visit.key)
        except ApiError as error:
            self._connection.end(self._connection.turn_away(error))
            return
        self._visit = self._visit._replace(actor=actor)
        parts = room.encoded_parts(actor)
        changed = {name: text for name, text in parts.items() if self._sent.get(name) != text}
        if changed:
            self._sent.update(changed)
            self._connection.push(_frame(room.live.seq, self._service.clock(), changed))

    def leave(self) -> None:
        """Removes the connection from the drive."""
        if self._visit is not None:
            self._visit.room.listeners.discard(self)


def _frame(seq: int, now: int, parts: dict[str, bytes]) -> bytes:
    """Returns a ``DriveUpdate`` of parts that are encoded already."""
    inside = b",".join(b'"%s":%s' % (name.encode(), text) for name, text in parts.items())
    return b'{"type":"drive","seq":%d,"now":%d,"parts":{%s}}' % (seq, now, inside)
