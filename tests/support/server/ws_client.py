"""Players over real sockets that reconnect and resend unanswered commands.

A :class:`Player` behaves like a correct client and records every frame for comparison with the
log.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from websockets.typing import Origin

from oddtrick import fair
from oddtrick.server.people.guest_cookie import COOKIE, Guest, GuestCookieSigner, new_guest
from tests.support.server.client_state import ClientState, Seen

SECRET = "signed by the tests, which is long enough"  # noqa: S105  # of nothing but tests
"""The value of ``ODDTRICK_SECRET``, with which the tests sign guest cookies."""

RETRY_SECONDS = 0.05
"""Seconds before a client reconnects."""

PATIENCE = 30.0
"""Seconds without progress after which a test fails."""

MAX_WAIT = 180.0
"""Seconds after which a test fails in spite of progress, as on a machine with much other work."""


class CommandResult:
    """The server's reply to a command.

    Args:
        seq: the sequence number of its entry, or None if it was refused.
        code: the error code if it was refused.
    """

    def __init__(self, seq: int | None, code: str = "") -> None:
        self.seq = seq
        self.code = code


class Player:
    """One client at one table.

    Args:
        url: the server's address, ``http://…``; several are tried in turn.
        code: the code of the table.
        place: the place to sit at, or None for a spectator.
        rng: the generator for choices among legal actions.
        guest: the person, or None for a new guest.
        matches: the number of matches to play, by rematches.
        expected: the number of persons seated before the host begins.
        talks: the probability of a chat message per update.
        nags: the probability of an illegal command per update.
    """

    def __init__(
        self,
        url: str | Sequence[str],
        code: str,
        *,
        place: int | None,
        rng: Random,
        guest: Guest | None = None,
        matches: int = 1,
        expected: int = 1,
        chat_rate: float = 0.0,
        illegal_rate: float = 0.0,
    ) -> None:
        self.urls = [url] if isinstance(url, str) else list(url)
        self.code = code
        self.place = place
        self.guest = guest or new_guest(f"Guest {rng.randrange(10**6)}")
        self.matches = matches
        self.expected = expected
        self.client_state = ClientState()
        self.sent: dict[str, Seen] = {}
        self.answers: dict[str, CommandResult] = {}
        self.notices: list[Seen] = []
        self.refusals: list[Seen] = []
        """Refusals, including those that allow a retry."""
        self.echo: Player | None = None
        """Another connection of the same person that sends each command as well."""
        self.doubled = False
        """True to send each command over another connection as well."""
        self.on_result: Callable[[str, CommandResult], None] = lambda _key, _answered: None
        """Called with each command id and result."""
        self.closes: list[int | None] = []
        self.repeats = 0
        """The number of resent commands."""
        self.welcomed: list[float] = []
        """The time of each welcome, by ``time.monotonic``."""
        self.silent = False
        self.last_error = ""
        """The result of the last attempt to connect."""
        self.offline = False
        """True to stay disconnected."""
        self._rng = rng
        self._chat_rate = chat_rate
        self._illegal_rate = illegal_rate
        self._waiting: dict[str, Seen] = {}
        self._move: str | None = None
        self._stuck_at = -1
        self._decided_at = -1
        self._secrets: dict[int, str] = {}
        self._socket: ClientConnection | None = None
        self._in_connection = False

    @property
    def table(self) -> Seen:
        """The table as this client knows it."""
        return self.client_state.table

    @property
    def connected(self) -> bool:
        """Returns whether a connection is open."""
        return self._socket is not None

    @property
    def done(self) -> bool:
        """Returns whether all matches are over and every command is answered."""
        table = self.table
        over = bool(table) and table["stage"] == "over" and table["number"] >= self.matches
        return (over or self.closed) and not self._waiting

    @property
    def closed(self) -> bool:
        """Returns whether the table was closed."""
        return bool(self.table) and self.table["stage"] == "closed"

    def status(self) -> str:
        """Describes where this client stands, for the message of a failed test."""
        shown = {name: self.table.get(name) for name in ("stage", "you", "turn", "deadline")}
        listed = self.table.get("places", ())
        places = [(place["kind"], place["stand_in"], place["connected"]) for place in listed]
        return (
            f"{self.code} at {self.client_state.seq}: {shown}, {places=}, {self.connected=}, "
            f"waiting={self._waiting}, stuck={self._stuck_at}, refused={self.refusals[-2:]}, "
            f"closes={self.closes[-3:]}, {self.last_error=}"
        )

    async def run(self) -> None:
        """Plays until cancelled, reconnecting when the server goes away."""
        turn = 0
        while True:
            if not self.offline:
                turn += 1
                await self._run_connection(self.urls[turn % len(self.urls)])
            await asyncio.sleep(RETRY_SECONDS)

    async def _run_connection(self, url: str) -> None:
        """Runs one connection to its end."""
        self._in_connection = True
        try:
            async with open_socket(url, self.code, self.guest) as socket:
                self._socket = socket
                await self._exchange_frames(socket)
        except ConnectionClosed as error:
            self.closes.append(None if error.rcvd is None else error.rcvd.code)
        except (OSError, InvalidHandshake, InvalidMessage, TimeoutError, EOFError) as error:
            self.last_error = repr(error)[:200]
        finally:
            self._socket = None
            self._in_connection = False

    async def _exchange_frames(self, socket: ClientConnection) -> None:
        await socket.send(
            json.dumps({"type": "hello", "protocol": 1, "seq": self.client_state.resume_seq})
        )
        while True:
            text = str(await socket.recv())
            frame = json.loads(text)
            if frame["type"] == "welcome":
                self.welcomed.append(time.monotonic())
                self.client_state.welcome(frame)
                for key in self._waiting:
                    self.repeats += 1
                    await self._send(key)
            else:
                self._handle(frame, text)
            if not self.silent:
                await self._act()

    def _handle(self, frame: Seen, text: str) -> None:
        kind = frame["type"]
        if kind == "update":
            self.client_state.update(frame, text)
            if "re" in frame:
                self._answer(frame["re"], CommandResult(frame["seq"]))
        elif kind == "done":
            self._answer(frame["re"], CommandResult(frame["seq"]))
        elif kind == "refused" and frame["retry"]:
            self.refusals.append(frame)
            asyncio.get_running_loop().call_later(RETRY_SECONDS * 4, self._retry, frame["re"])
        elif kind == "refused":
            self.refusals.append(frame)
            if frame["re"] is not None:
                if frame["re"] == self._move:
                    self._stuck_at = self._decided_at
                self._answer(frame["re"], CommandResult(None, frame["code"]))
        elif kind == "notice":
            self.notices.append(frame)
        else:
            assert kind in ("pong", "visitors", "best-card"), frame

    def _answer(self, key: str, result: CommandResult) -> None:
        before = self.answers.setdefault(key, result)
        self.on_result(key, result)
        assert before.seq == result.seq, f"{key} had result {before.seq}, now {result.seq}"
        self._waiting.pop(key, None)
        if self._move == key:
            self._move = None

    def _retry(self, key: str) -> None:
        if self._socket is not None and key in self._waiting:
            self.repeats += 1
            self._ignore_errors(asyncio.ensure_future(self._send_if_open(key)))

    def _ignore_errors(self, task: asyncio.Future[None]) -> None:
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _send_if_open(self, key: str) -> None:
        try:
            await self._send(key)
        except ConnectionClosed:
            return  # resent on the next connection

    async def _send(self, key: str) -> None:
        if self._socket is not None:
            frame = {"type": "command", "id": key, "command": self._waiting[key]}
            await self._socket.send(json.dumps(frame))

    async def ask(self, command: Seen, *, key: str | None = None) -> str:
        """Sends a command, resending on each new connection until answered; returns its id."""
        key = key or secrets.token_hex(8)
        self.sent[key] = self._waiting[key] = command
        sending = [self._send_if_open(key)]
        if self.echo is not None:
            self.echo.sent[key] = self.echo._waiting[key] = command
            sending.append(self.echo._send_if_open(key))
        await asyncio.gather(*sending)
        return key

    async def answer(self, key: str) -> CommandResult:
        """Returns the result of a command."""
        await until(lambda: key in self.answers, f"no answer to {self.sent[key]}")
        return self.answers[key]

    async def leave(self) -> None:
        """Closes the connection for good."""
        self.offline = True
        while self._in_connection:
            if self._socket is not None:
                await self._socket.close()
            await asyncio.sleep(0.01)

    async def _act(self) -> None:
        """Sends the command that the table expects next."""
        table = self.table
        if not table or self._move is not None or self.client_state.seq == self._stuck_at:
            return
        if table["stage"] == "playing" and self.place is not None:
            if self._rng.random() < self._chat_rate:
                await self.ask({"type": "say", "text": f"{self._rng.random()}"})
            if self._rng.random() < self._illegal_rate:
                await self.ask(self._illegal_command(table))
        command = self._next_command(table)
        if command is not None:
            key = secrets.token_hex(8)
            self._move, self._decided_at = key, self.client_state.seq
            await self.ask(command, key=key)

    def _next_command(self, table: Seen) -> Seen | None:
        place = table["you"]
        if self.place is None or table["stage"] == "closed":
            return None
        if place is None:
            return {"type": "sit", "place": self.place}
        if table["places"][place]["stand_in"] in ("clock", "gone"):
            return {"type": "back"}
        decide: Callable[[Seen, int], Seen | None] | None = {
            "gathering": self._begin,
            "drawing": self._draw,
            "playing": self._play,
            "pause": self._ready,
            "over": self._rematch,
        }.get(table["stage"])
        return None if decide is None else decide(table, place)

    def _illegal_command(self, table: Seen) -> Seen:
        """Returns a command that is illegal during a hand."""
        card = self._rng.choice("23456789TJQKA") + self._rng.choice("CDHS")
        others = [at for at in range(len(table["places"])) if at != table["you"]]
        if table["turn"] == table["you"]:
            return {"type": "sit", "place": table["you"]}
        commands: list[Seen] = [
            {"type": "play", "card": card},
            {"type": "choose", "suit": "S"},
            {"type": "throw", "throw": "rock"},
            {"type": "sit", "place": table["you"]},
            {"type": "seal", "round": self._rng.randrange(9), "seal": "0" * 64},
            {"type": "open", "round": self._rng.randrange(9), "secret": "0" * 64},
            {"type": "begin"},
            {"type": "rematch"},
            {"type": "clear-place", "place": self._rng.choice(others)},
        ]
        return self._rng.choice(commands)

    def _begin(self, table: Seen, _place: int) -> Seen | None:
        """Begins the match as host once the expected people are seated."""
        seated = sum(place["kind"] == "person" for place in table["places"])
        ready = table["you_host"] and seated >= self.expected
        return {"type": "begin", "fill": "casual"} if ready else None

    def _draw(self, table: Seen, place: int) -> Seen | None:
        draw = table["draw"]
        if draw is None or place not in draw["contributors"]:
            return None
        number = draw["number"]
        if place in dict(draw["seals"]):
            opened = {"type": "open", "round": number, "secret": self._secret(number)}
            return opened if draw["opening"] and place not in draw["opened"] else None
        if draw["opening"]:
            return None
        seal = fair.seal_of(self.code, number, place, self._secret(number))
        return {"type": "seal", "round": number, "seal": seal}

    def _secret(self, number: int) -> str:
        return self._secrets.setdefault(number, self._rng.randbytes(32).hex())

    def _play(self, table: Seen, place: int) -> Seen | None:
        match = table["match"]
        if table["turn"] != place:
            return None
        chosen = self._rng.choice(match["legal"])
        name = {"card": "card", "choice": "suit", "throw": "throw"}[match["awaited"]]
        kind = {"card": "play", "choice": "choose", "throw": "throw"}[match["awaited"]]
        return {"type": kind, name: chosen}

    def _ready(self, table: Seen, place: int) -> Seen | None:
        return None if table["places"][place]["ready"] else {"type": "ready"}

    def _rematch(self, table: Seen, place: int) -> Seen | None:
        decide = table["number"] < self.matches and not table["places"][place]["ready"]
        return {"type": "rematch"} if decide else None


@asynccontextmanager
async def open_socket(
    url: str, code: str, guest: Guest | None = None, **more: Any
) -> AsyncIterator[ClientConnection]:
    """Opens a raw WebSocket to a table, as a guest or anonymously."""
    headers = {}
    if guest is not None:
        headers["Cookie"] = f"{COOKIE}={GuestCookieSigner(SECRET).sign(guest)}"
    options: dict[str, Any] = {
        "compression": None,
        "ping_interval": None,
        "close_timeout": 2,
    } | more
    async with connect(
        f"{url.replace('http', 'ws', 1)}/ws/tables/{code}",
        additional_headers=headers,
        origin=Origin(url),
        **options,
    ) as socket:
        yield socket


async def until(
    holds: Callable[[], bool], what: str, progress: Callable[[], object] = lambda: None
) -> None:
    """Waits for a condition; fails after too long without progress."""
    last, began = progress(), time.monotonic()
    since = began
    while not holds():
        await asyncio.sleep(0.01)
        if (now := progress()) != last:
            last, since = now, time.monotonic()
        if time.monotonic() - since > PATIENCE or time.monotonic() - began > MAX_WAIT:
            raise AssertionError(what)
