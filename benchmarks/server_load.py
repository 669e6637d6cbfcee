"""The load generator: simulated players over real sockets, in a separate process.

Reads a :class:`LoadRequest` as JSON from standard input and prints a :class:`LoadResult`.
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
import psutil  # type: ignore[import-untyped]  # has no bundled types
import uvloop
from server_websocket_client import FastWebSocketProtocol, Tally

from oddtrick.fair import seal_of

if TYPE_CHECKING:
    from collections.abc import Callable

BEGIN = b'{"type":"begin","fill":null}'
WARM_MOVES = 8
"""Cards played at each table before measuring, so that joining is not counted."""


class LoadRequest(msgspec.Struct, kw_only=True):
    """The load to generate.

    Args:
        kind: ``play``, ``echo``, or ``crowd`` for idle connections.
        port: the port of the server.
        pids: the server processes to measure.
        seated: the tables and the cookies of their players.
        pace: the mean time (s) a player waits before playing; 0 for none.
        warm: the warm-up time (s).
        seconds: the measured time (s).
        watchers: the number of spectators besides the players.
    """

    kind: str
    port: int
    pids: list[int]
    seated: list[tuple[str, list[str]]]
    pace: float = 0.0
    warm: float = 2.0
    seconds: float = 5.0
    watchers: int = 0


class LoadResult(msgspec.Struct, kw_only=True):
    """The result of a run.

    Args:
        moves: cards acknowledged, or frames echoed to their sender.
        frames: frames received from the server.
        bytes: bytes received in these frames.
        cpu: processor time of the server (s).
        own_cpu: processor time of this process (s).
        wall: elapsed time (s).
        latencies: quantiles of the time to acknowledgement (ms): 0.5, 0.9, 0.99, 0.999, 1.
        rss: resident memory of the server at the end (bytes).
        open: the number of open sockets at the end.
        refused: the number of refused commands.
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
    """A spectator: sends hello and counts frames."""

    def on_open(self) -> None:
        """Sends hello."""
        self.send_text(b'{"type":"hello","protocol":1}')


class EchoClient(FastWebSocketProtocol):
    """A member of an echo group; members send in turn, each after its predecessor's frame."""

    members: list[EchoClient]
    number: int
    sent_at = 0.0

    def on_open(self) -> None:
        """Sends hello; the echo treats it like any frame."""
        self.send_text(b'{"type":"hello","protocol":1}')

    def send(self) -> None:
        """Sends a frame of the size of a play command."""
        self.sent_at = self.loop.time()
        key = b"%d:%06d" % (self.number, self.tally.moves)
        self.send_text(b'{"type":"command","id":"%s","command":{"type":"play","card":"TH"}}' % key)

    def on_text(self, payload: bytes) -> None:
        """Counts echoed frames, and sends when it is this client's turn."""
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
    """A player: plays the first legal card and contributes to draws."""

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

    def on_open(self) -> None:
        """Sends hello."""
        self.prefix = secrets.token_hex(3).encode()
        self.send_text(b'{"type":"hello","protocol":1}')

    def command(self, command: bytes, kind: bytes) -> None:
        """Sends a command whose id begins with its kind."""
        self.commands += 1
        key = b"%s%s%d" % (kind, self.prefix, self.commands)
        self.send_text(b'{"type":"command","id":"%s","command":%s}' % (key, command))

    def play(self, card: bytes) -> None:
        """Plays a card, after a random delay if a pace is set."""
        if self.waits:
            return  # the turn was sent twice
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

    def on_text(self, payload: bytes) -> None:
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
            self.on_table(msgspec.json.decode(payload))
            return
        if payload.find(b'"draw":{') > 0:
            self.draw(msgspec.json.decode(payload)["draw"])
            return
        begin = payload.find(b'"legal":["')
        if begin > 0:
            self.play(payload[begin + 10 : payload.index(b'"', begin + 10)])

    def on_table(self, frame: dict[str, Any]) -> None:
        """Handles a frame that contains the whole table."""
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
        """Seals a secret, and opens it when asked."""
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
    request: LoadRequest, make: Callable[[], FastWebSocketProtocol]
) -> FastWebSocketProtocol:
    """Opens a connection to the server."""
    loop = asyncio.get_running_loop()
    _, client = await loop.create_connection(make, "127.0.0.1", request.port)
    return client


async def connect_all(request: LoadRequest, tally: Tally) -> list[FastWebSocketProtocol]:
    """Connects all players and watchers."""
    clients: list[FastWebSocketProtocol] = []
    for number, (code, cookies) in enumerate(request.seated):
        members = []
        kind = {"echo": EchoClient, "play": Player, "crowd": Watcher}[request.kind]
        for place, cookie in enumerate(cookies):
            path = f"/ws/tables/{code}"
            client = await connect(request, partial(kind, tally, path, cookie))
            members.append(client)
            if isinstance(client, Player):
                client.code, client.place, client.pace = code, place, request.pace
            elif isinstance(client, EchoClient):
                client.number = place
        clients += members
        if number % 16 == 15:
            await asyncio.sleep(0.02)
    for number in range(request.watchers):
        code = request.seated[number % len(request.seated)][0]
        path = f"/ws/tables/{code}"
        clients.append(await connect(request, partial(Watcher, tally, path, None)))
        if number % 50 == 49:
            await asyncio.sleep(0.02)
    return clients


def processor_seconds(processes: list[psutil.Process]) -> float:
    """Returns the user and system time of processes (s)."""
    return sum(sum(process.cpu_times()[:2]) for process in processes)


async def wait_until(met: Callable[[], bool]) -> None:
    """Polls a condition, rarely enough to leave the processor to the server."""
    while not met():  # noqa: ASYNC110  # an event would be set with each frame
        await asyncio.sleep(0.05)


async def run(request: LoadRequest) -> LoadResult:
    """Generates the load and measures it."""
    tally = Tally()
    clients = await connect_all(request, tally)
    await wait_until(lambda: tally.open == len(clients))
    for client in clients[::4] if request.kind == "echo" else []:
        assert isinstance(client, EchoClient)
        client.send()
    await asyncio.sleep(request.warm)
    warm = 0 if request.kind == "crowd" else WARM_MOVES * len(request.seated)
    await wait_until(lambda: tally.moves >= warm)
    processes = [psutil.Process(pid) for pid in request.pids]
    own = psutil.Process()
    loop = asyncio.get_running_loop()
    tally.moves = tally.frames = tally.bytes = tally.refused = 0
    tally.latencies.clear()
    begun, cpu, own_cpu = loop.time(), processor_seconds(processes), processor_seconds([own])
    await asyncio.sleep(request.seconds)
    measured = LoadResult(
        moves=tally.moves,
        frames=tally.frames,
        bytes=tally.bytes,
        cpu=processor_seconds(processes) - cpu,
        own_cpu=processor_seconds([own]) - own_cpu,
        wall=loop.time() - begun,
        latencies=quantiles(tally.latencies),
        rss=sum(process.memory_info().rss for process in processes),
        open=tally.open,
        refused=tally.refused,
    )
    for client in clients:
        client.transport.abort()
    return measured


def quantiles(seconds: list[float]) -> list[float]:
    """Returns the quantiles 0.5, 0.9, 0.99, 0.999 and 1, in milliseconds."""
    ranked = sorted(seconds) or [0.0]
    levels = (0.5, 0.9, 0.99, 0.999, 1.0)
    return [1000 * ranked[min(len(ranked) - 1, int(q * len(ranked)))] for q in levels]


def main() -> None:
    """Reads a request from standard input and prints the result."""
    request = msgspec.json.decode(sys.stdin.buffer.read(), type=LoadRequest)
    gc.disable()  # GC pauses here would count as server latency
    measured = uvloop.run(run(request))
    print(msgspec.json.encode(measured).decode())


if __name__ == "__main__":
    main()
