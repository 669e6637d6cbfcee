"""The WebSocket of a table: commands in, updates out."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import WebSocket, websocket

from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.server.hub import Hub
from oddtrick.server.logs import log
from oddtrick.server.people.accounts import ensure_person
from oddtrick.server.people.tokens import revoke_seat
from oddtrick.server.people.visitor import Kind, Visitor, still_holds, visitor_of
from oddtrick.server.problems import Problem, problem_of
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
from oddtrick.server.rooms import steps_since
from oddtrick.server.security.codes import read_code
from oddtrick.server.security.proxies import address_of
from oddtrick.server.sockets.connection import (
    NOT_ALLOWED,
    TRY_LATER,
    UNREADABLE,
    Connection,
    Ended,
)
from oddtrick.server.store.failures import StoreUnavailable
from oddtrick.tables import Refused, show, tell
from oddtrick.tables.commands import Leave, Say, Sit

if TYPE_CHECKING:
    from oddtrick.server.hub import Answer
    from oddtrick.server.people.porter import Porter
    from oddtrick.server.rooms import Room
    from oddtrick.server.security.buckets import Limiter

MISSED_MOST = 100
MISSED_BYTES = 128 * 1024
"""So much is told one by one; a client that missed more gets the whole table.

It is less than what may wait in an outbox: else whoever comes back would be thrown out again.
"""

CHECKED_EVERY = 60_000
"""After so many ms it is asked again whether the visitor would still be let in."""

BAD_FRAMES = 20
"""So many frames that can't be read, and the connection is closed."""

_decoder = msgspec.json.Decoder(ClientFrame)


@websocket("/ws/tables/{code:str}", opt={"exclude_from_auth": True})
async def table_socket(socket: WebSocket[Any, Any, Any], code: str) -> None:
    """A table, live: send ``hello`` first."""
    hub: Hub = socket.app.state.hub
    try:
        visitor, room = await _let_in(socket, hub, code)
    except (OddtrickError, Problem) as error:
        problem = problem_of(error)
        await socket.accept()
        connection = Connection(socket, None, "")
        later = problem.status >= 500
        connection.refuse(None, problem.code, str(error), retry=later)
        await connection.converse(_at_once(TRY_LATER if later else NOT_ALLOWED, problem.code))
        return
    await socket.accept()
    name = "" if visitor is None else visitor.name
    person = None if visitor is None else visitor.person_id
    connection = Connection(socket, person, name)
    seated = Seated(hub, room, connection, visitor, socket)
    hub.connections.add(connection)
    try:
        await connection.converse(seated.run())
    finally:
        hub.connections.discard(connection)
        await seated.leave()


async def _at_once(code: int, reason: str) -> None:
    raise Ended(code, reason)


async def _let_in(
    socket: WebSocket[Any, Any, Any], hub: Hub, code: str
) -> tuple[Visitor | None, Room]:
    """Who comes in, and the table; guesses at codes are limited."""
    visitor = await visitor_of(socket)
    limiter: Limiter = socket.app.state.limiter
    address = address_of(socket.scope)
    if visitor is None:
        limiter.take(joins_by_address=address)
    else:
        limiter.take(joins_by_address=address, joins_by_person=visitor.person_id)
    known = read_code(code)
    if known is None:
        raise Problem(404, "no-such-table", "there is no table of this code")
    room = await hub.room(known)
    person = None if visitor is None else visitor.person_id
    if visitor is not None and not visitor.may_enter(room.code):
        raise Problem(403, "other-table", "this token is for a seat at another table")
    belongs = person is not None and (
        room.table.place_of(person) is not None or person == room.table.host
    )
    if not room.table.settings.watching and visitor is None and not belongs:
        raise Problem(401, "nobody", "this table is not watched: give yourself a name first")
    return visitor, room


class Seated:
    """A connection at a table.

    Args:
        hub: the tables.
        room: the table.
        connection: the socket.
        visitor: who it is; None: nobody that we know, who watches.
        socket: the framework's, for what the application holds.
    """

    def __init__(
        self,
        hub: Hub,
        room: Room,
        connection: Connection,
        visitor: Visitor | None,
        socket: WebSocket[Any, Any, Any],
    ) -> None:
        self._hub = hub
        self._room = room
        self._connection = connection
        self._visitor = visitor
        self._limiter: Limiter = socket.app.state.limiter
        self._porter: Porter = socket.app.state.porter
        self._address = address_of(socket.scope)
        self._bad = 0
        self._checked = hub.clock()

    async def run(self) -> None:
        """Reads frames until the connection ends."""
        while not await self._hello(self._read(await self._connection.receive())):
            pass
        if self._hub.away is not None:
            self._connection.tell(Notice("store-away", str(self._hub.away)))
        while True:
            frame = self._read(await self._connection.receive())
            if isinstance(frame, Command):
                await self._command(frame)
            elif isinstance(frame, Hello):
                self._connection.refuse(None, "said-hello", "say hello once")
            await self._check_visitor()

    def _read(self, text: str) -> Hello | Command | None:
        """A frame; None: it was answered here."""
        try:
            frame: ClientFrame = _decoder.decode(text)
        except (msgspec.DecodeError, RecursionError) as error:
            self._bad += 1
            if self._bad > BAD_FRAMES:
                raise Ended(UNREADABLE, "too much that can't be read") from None
            what = " ".join(str(error).split())[:200]
            self._connection.refuse(_id_in(text), "unreadable", f"this is no frame: {what}")
            return None
        if isinstance(frame, Ping):
            self._connection.tell(Pong(self._hub.clock()))
            return None
        return frame

    async def _hello(self, frame: Hello | Command | None) -> bool:
        if frame is None:
            return False
        if isinstance(frame, Command):
            self._connection.refuse(frame.id, "no-hello", "say hello first", retry=True)
            return False
        if frame.protocol != PROTOCOL:
            raise Ended(NOT_ALLOWED, f"this server speaks version {PROTOCOL} of the protocol")
        try:
            await self._welcome(frame.seq)
        except StoreUnavailable as error:
            self._connection.tell(Notice("store-away", str(error)))
            raise Ended(TRY_LATER, "the database is away: come back in a moment") from None
        await self._settle()
        return True

    async def _welcome(self, seq: int | None) -> None:
        """Tells where things are, and joins those who listen, with nothing in between."""
        connection = self._connection
        room = self._room = await self._hub.room(self._room.code)
        async with room.lock:
            if room.stale or (seq or 0) > room.table.seq:  # another worker may have told them more
                await self._hub.refresh(room)
            missed = None if seq is None else await self._missed(seq)
            table = show(room.table, connection.person) if missed is None else None
            connection.tell(
                Welcome(
                    protocol=PROTOCOL,
                    now=self._hub.clock(),
                    seq=room.table.seq if missed is None else (seq or 0),
                    table=table,
                    person=connection.person,
                    name=connection.name,
                )
            )
            for frame in missed or ():
                connection.push(frame)
            room.listeners.add(connection)

    async def _missed(self, seq: int) -> list[bytes] | None:
        """The updates since an entry; None: they are too many, or it knows more than we do."""
        room = self._room
        if seq > room.table.seq or room.table.seq - seq > MISSED_MOST:
            return None
        if seq == room.table.seq:
            return []
        entries = await self._hub.log.read(room.code)
        person, last = self._connection.person, room.table.seq

        def frames() -> list[bytes]:
            _, steps = steps_since((entry for entry in entries if entry.seq <= last), seq)
            told = (tell(step.before, step.after, step.facts, person) for step in steps)
            return [msgspec.json.encode(update) for update in told]

        missed = await asyncio.to_thread(frames)
        return missed if sum(map(len, missed)) <= MISSED_BYTES else None

    async def _command(self, frame: Command) -> None:
        """Does what is asked; every command is answered, once."""
        connection, visitor, room = self._connection, self._visitor, self._room
        if visitor is None:
            connection.refuse(frame.id, "nobody", "give yourself a name first: POST /api/me")
            return
        if self._too_much(frame, visitor):
            return
        try:
            answer = await self._done(frame, visitor)
        except RuleBroken as broken:
            connection.tell(
                RefusedFrame(re=frame.id, code="rule", message=broken.what, rule=broken.rule)
            )
        except Refused as refused:
            connection.refuse(frame.id, refused.code, str(refused))
        except StoreUnavailable as error:
            connection.refuse(frame.id, "store-away", str(error), retry=True)
        except OddtrickError as error:
            connection.refuse(frame.id, "not-understood", str(error))
        else:
            if answer.step is None:
                connection.tell(Done(frame.id, answer.seq))

    async def _done(self, frame: Command, visitor: Visitor) -> Answer:
        """What the table says; and what follows for the person, if it says yes."""
        if isinstance(frame.command, Sit):
            await self._enter_person(visitor)
        answer = await self._hub.submit(
            self._room,
            frame.command,
            by=visitor.person_id,
            key=frame.id,
            name=visitor.name,
            program=visitor.kind is Kind.BOT,
            origin=self._connection,
        )
        if isinstance(frame.command, (Sit, Leave)):
            await self._settle()
            await self._revoke_seat(visitor)
        return answer

    async def _revoke_seat(self, visitor: Visitor) -> None:
        """A token for a seat that was given up holds no longer."""
        person, code, now = visitor.person_id, self._room.code, self._hub.clock()
        if self._room.table.place_of(person) is None:
            await self._hub.log.change(lambda c: revoke_seat(c, person, code, now))

    async def _enter_person(self, visitor: Visitor) -> None:
        """A guest who sits down is somebody from now on."""
        now = self._hub.clock()
        await self._hub.log.change(lambda c: ensure_person(c, visitor, now))

    def _too_much(self, frame: Command, visitor: Visitor) -> bool:
        person, address = visitor.person_id, self._address
        wait = self._limiter.wait(commands_by_person=person, commands_by_address=address)
        if not wait and isinstance(frame.command, Say):
            wait = self._limiter.wait(messages_by_person=person, messages_by_address=address)
        if wait:
            told = f"too much at once: try again in {max(1, round(wait))} s"
            self._connection.refuse(frame.id, "limit", told, retry=True)
        return bool(wait)

    async def _check_visitor(self) -> None:
        """Now and then: a log-out or a revoked token ends the connection."""
        now = self._hub.clock()
        if self._visitor is None or now - self._checked < CHECKED_EVERY:
            return
        self._checked = now
        try:
            holds = await still_holds(self._porter, self._visitor)
        except StoreUnavailable:
            return  # nobody is thrown out for that
        if not holds:
            raise Ended(NOT_ALLOWED, "what you came in with holds no longer")

    async def _settle(self) -> None:
        """Has it written down whether the person is there; later, if it can't be now."""
        person, code = self._connection.person, self._room.code
        if person is None:
            return
        try:
            await self._hub.settle_presence(self._room, person)
        except (OddtrickError, StoreUnavailable) as error:
            self._hub.unsettled.add((code, person))
            log.warning("who is there is written down later", table=code, why=str(error))

    async def leave(self) -> None:
        """The connection is gone."""
        self._room.listeners.discard(self._connection)
        if not self._hub.closing:
            await self._settle()


def _id_in(text: str) -> str | None:
    """The id of a command that can't be read otherwise, so that its sender knows."""
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return None
    key = found.get("id") if isinstance(found, dict) else None
    return key if isinstance(key, str) and len(key) <= 64 else None
