"""The load on a server, in a process of its own: real players over real sockets, little overhead.

Reads one JSON object, :class:`Wanted`, from standard input and prints one, :class:`Measured`.
"""

from __future__ import annotations

import asyncio
import gc
import random
import secrets
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import psutil  # type: ignore[import-untyped]  # the stubs are no dependency of ours
import uvloop
from server_wire import FastWebSocketProtocol, Tally

from oddtrick.fair import seal_of

if TYPE_CHECKING:
    from collections.abc import Callable

BEGIN = b'{"type":"begin","fill":null}'
WARM_MOVES = 8
"""Cards played at each table before anything is counted, so that joining is not measured."""


class Wanted(msgspec.Struct, kw_only=True):
    """The load to generate.

    Args:
        kind: ``play``; ``echo``; ``crowd``, who are there and do nothing.
        port: of the server.
        pids: of its processes, whose processor time is counted.
        parties: tables and the cookies of their players.
        pace: seconds that a player thinks, on average; 0: as quick as it goes.
        warm: seconds before anything is counted.
        seconds: that are counted.
        watchers: of a crowd, besides the players.
    """

    kind: str
    port: int
    pids: list[int]
    parties: list[tuple[str, list[str]]]
    pace: float = 0.0
    warm: float = 2.0
    seconds: float = 5.0
    watchers: int = 0


class Measured(msgspec.Struct, kw_only=True):
    """The result of a run.

    Args:
        moves: cards that were acknowledged, or frames that came back to their sender.
        frames: that came from the server.
        bytes: that came from the server.
        cpu: seconds of processor time of the server's processes.
        own_cpu: of this process.
        wall: seconds.
        latencies: quantiles from sent to acknowledged (ms): 0.5, 0.9, 0.99, 0.999, all.
        rss: of the server's processes at the end (bytes).
        open: sockets at the end.
        refused: commands that were refused.
    """

    moves: int
    frames: int
    bytes: int
    cpu: float
    own_cpu: float
    wall: float
    latencies: list[float]
    rss: int
    open: int
    refused: int


class Watcher(FastWebSocketProtocol):
    """Says hello and looks on."""

    def opened(self) -> None:
        """Says hello."""
        self.say(b'{"type":"hello","protocol":1}')


class Echoed(FastWebSocketProtocol):
    """One client of a group that sends in turn, each after the message of the one before."""

    members: list[Echoed]
    number: int
    sent_at = 0.0

    def opened(self) -> None:
        """Says hello, which an echo does not need."""
        self.say(b'{"type":"hello","protocol":1}')

    def send(self) -> None:
        """A frame as long as a card's."""
        self.sent_at = self.loop.time()
        key = b"%d:%06d" % (self.number, self.tally.moves)
        self.say(b'{"type":"command","id":"%s","command":{"type":"play","card":"TH"}}' % key)

    def heard(self, payload: bytes) -> None:
        """Counts the replies, and sends when it is this client's turn."""
        begin = payload.find(b'"id":"')
        if begin < 0:
            return
        sender = payload[begin + 6] - 48
        if sender == self.number:
            self.tally.moves += 1
            self.tally.latencies.append(self.loop.time() - self.sent_at)
        elif (sender + 1) % 4 == self.number:
            self.send()


class Player(FastWebSocketProtocol):
    """Plays the first card that it may, and does its part in draws."""

    code: str
    place: int
    pace: float
    hello = 0
    sent_at = 0.0
    secret = ""
    sealed = opened_draw = 0
    commands = 0
    waits = False
    prefix = b""

    def opened(self) -> None:
        """Says hello."""
        self.prefix = secrets.token_hex(3).encode()
        self.say(b'{"type":"hello","protocol":1}')

    def command(self, command: bytes, kind: bytes) -> None:
        """Sends a command; its kind stands first in its id."""
        self.commands += 1
        key = b"%s%s%d" % (kind, self.prefix, self.commands)
        self.say(b'{"type":"command","id":"%s","command":%s}' % (key, command))

    def play(self, card: bytes) -> None:
        """Plays a card, now or when the pace has it."""
        if self.waits:
            return  # the table was shown once more
        self.waits = True
        if self.pace:
            self.loop.call_later(2 * self.pace * random.random(), self._play, card)
        else:
            self._play(card)

    def _play(self, card: bytes) -> None:
        if self.transport.is_closing():
            return
        self.sent_at = self.loop.time()
        self.command(b'{"type":"play","card":"%s"}' % card, b"c")

    def heard(self, payload: bytes) -> None:
        """Counts acknowledgements, and plays when it is this client's turn."""
        if payload.find(b'"re":"c') > 0:
            self.waits = False
            if payload.startswith(b'{"type":"refused"'):
                self.tally.refused += 1
                print(payload.decode(), file=sys.stderr)
            else:
                self.tally.moves += 1
                self.tally.latencies.append(self.loop.time() - self.sent_at)
        if payload.find(b'"table":{') > 0:
            self.seen(msgspec.json.decode(payload))
            return
        if payload.find(b'"draw":{') > 0:
            self.draw(msgspec.json.decode(payload)["draw"])
            return
        begin = payload.find(b'"legal":["')
        if begin > 0:
            self.play(payload[begin + 10 : payload.index(b'"', begin + 10)])

    def seen(self, frame: dict[str, Any]) -> None:
        """The whole table has come."""
        table = frame["table"]
        match, draw = table["match"], table["draw"]
        if frame["type"] == "welcome":
            self.hello += 1
            self.place = table["you"]
        if table["stage"] == "gathering" and table["you_host"]:
            if frame["type"] == "welcome":
                self.loop.call_later(
                    1.0 + 2 * self.pace * random.random(), self.command, BEGIN, b"b"
                )
        elif draw is not None:
            self.draw(draw)
        elif match is not None and match["legal"]:
            self.play(match["legal"][0].encode())

    def draw(self, draw: dict[str, Any]) -> None:
        """Seals, and opens what it has sealed."""
        number, place = draw["number"], self.place
        if place not in draw["contributors"]:
            return
        if not draw["opening"] and self.sealed != number:
            self.sealed, self.secret = number, secrets.token_hex(32)
            seal = seal_of(self.code, number, place, self.secret)
            self.command(b'{"type":"seal","round":%d,"seal":"%s"}' % (number, seal.encode()), b"s")
        elif draw["opening"] and self.sealed == number != self.opened_draw:
            self.opened_draw = number
            secret = self.secret.encode()
            self.command(b'{"type":"open","round":%d,"secret":"%s"}' % (number, secret), b"o")


async def connect(
    wanted: Wanted, make: Callable[[], FastWebSocketProtocol]
) -> FastWebSocketProtocol:
    """A socket, open."""
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(make, "127.0.0.1", wanted.port)
    return wire


async def sit_down(wanted: Wanted, tally: Tally) -> list[FastWebSocketProtocol]:
    """All players and watchers, connected."""
    wires: list[FastWebSocketProtocol] = []
    for number, (code, cookies) in enumerate(wanted.parties):
        members = []
        kind = {"echo": Echoed, "play": Player, "crowd": Watcher}[wanted.kind]
        for place, cookie in enumerate(cookies):
            path = f"/ws/tables/{code}"
            wire = await connect(wanted, partial(kind, tally, path, cookie))
            members.append(wire)
            if isinstance(wire, Player):
                wire.code, wire.place, wire.pace = code, place, wanted.pace
            elif isinstance(wire, Echoed):
                wire.number = place
        wires += members
        if number % 16 == 15:
            await asyncio.sleep(0.02)
    for number in range(wanted.watchers):
        code = wanted.parties[number % len(wanted.parties)][0]
        path = f"/ws/tables/{code}"
        wires.append(await connect(wanted, partial(Watcher, tally, path, None)))
        if number % 50 == 49:
            await asyncio.sleep(0.02)
    return wires


def cpu_of(processes: list[psutil.Process]) -> float:
    """Their processor time, user and system."""
    return sum(sum(process.cpu_times()[:2]) for process in processes)


async def until(met: Callable[[], bool]) -> None:
    """Waits, and is in no hurry: the processor is for those who are measured."""
    while not met():  # noqa: ASYNC110  # an event would be set with each frame
        await asyncio.sleep(0.05)


async def run(wanted: Wanted) -> Measured:
    """Does what is wanted."""
    tally = Tally()
    wires = await sit_down(wanted, tally)
    await until(lambda: tally.open == len(wires))
    for wire in wires[::4] if wanted.kind == "echo" else []:
        assert isinstance(wire, Echoed)
        wire.send()
    await asyncio.sleep(wanted.warm)
    warm = 0 if wanted.kind == "crowd" else WARM_MOVES * len(wanted.parties)
    await until(lambda: tally.moves >= warm)
    processes = [psutil.Process(pid) for pid in wanted.pids]
    own = psutil.Process()
    loop = asyncio.get_running_loop()
    tally.moves = tally.frames = tally.bytes = tally.refused = 0
    tally.latencies.clear()
    begun, cpu, own_cpu = loop.time(), cpu_of(processes), cpu_of([own])
    await asyncio.sleep(wanted.seconds)
    measured = Measured(
        moves=tally.moves,
        frames=tally.frames,
        bytes=tally.bytes,
        cpu=cpu_of(processes) - cpu,
        own_cpu=cpu_of([own]) - own_cpu,
        wall=loop.time() - begun,
        latencies=quantiles(tally.latencies),
        rss=sum(process.memory_info().rss for process in processes),
        open=tally.open,
        refused=tally.refused,
    )
    for wire in wires:
        wire.transport.abort()
    return measured


def quantiles(seconds: list[float]) -> list[float]:
    """The median, and how bad it gets, in milliseconds."""
    ranked = sorted(seconds) or [0.0]
    wanted = (0.5, 0.9, 0.99, 0.999, 1.0)
    return [1000 * ranked[min(len(ranked) - 1, int(q * len(ranked)))] for q in wanted]


def main() -> None:
    """Reads what is wanted, prints what was measured."""
    wanted = msgspec.json.decode(sys.stdin.buffer.read(), type=Wanted)
    gc.disable()  # its pauses would be taken for the server's
    measured = uvloop.run(run(wanted))
    print(msgspec.json.encode(measured).decode())


if __name__ == "__main__":
    main()
