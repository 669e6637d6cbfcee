"""A client that stops reading: the others play on and the server disconnects it."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from random import Random

from websockets.exceptions import ConnectionClosed

from oddtrick.server.people.guest_cookie import new_guest
from oddtrick.server.sockets.connection import TOO_SLOW
from tests.support.server.client_state import Seen
from tests.support.server.load_client import QUICK, database, load_client
from tests.support.server.server_process import ServerProcess
from tests.support.server.ws_client import SECRET, Player, open_socket, until

TURNS = 1500
"""The number of entries with a full table: far more than the socket buffers hold."""

MEGABYTES = 24
"""The maximum memory in MB that an unread connection may cost the server."""


async def test_a_slow_reader_slows_nobody_and_can_reconnect(tmp_path: Path) -> None:
    url = database(tmp_path)
    server = ServerProcess(tmp_path, environ={"ODDTRICK_SECRET": SECRET})
    await asyncio.to_thread(server.start)
    try:
        async with load_client(server.url, url) as people:
            await people.seat(["whist"], people=1, settings=QUICK)
            (host,) = people.players
            host.silent = True
            people.start()
            await people.until(lambda: bool(host.table), "the host is not connected")
            before = await settled_memory_mb(server.pid)
            async with open_socket(
                server.url,
                host.code,
                new_guest("Idle"),
                sock=small_buffer_socket(server.port),
                max_queue=1,
            ) as idle:
                await idle.send('{"type":"hello","protocol":1}')
                await stand_and_sit(host, TURNS)
                assert memory_mb(server.pid) - before < MEGABYTES
                assert await close_code_of(idle) in (TOO_SLOW, 1006)
            back = Player(server.url, host.code, place=None, rng=Random(1))
            people.players.append(back)
            people.start()
            await until(
                lambda: back.client_state.seq >= host.client_state.seq, "the table is not shown"
            )
            await people.disconnect()
            assert await asyncio.to_thread(server.stop) == 0
        assert not server.faults()
        people.check()
    finally:
        server.end()


def small_buffer_socket(port: int) -> socket.socket:
    """A socket with a small receive buffer."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.connect(("127.0.0.1", port))
    made.setblocking(False)  # noqa: FBT003  # as it is named there
    return made


async def stand_and_sit(player: Player, times: int) -> None:
    """Fills the chat, then stands up and sits down repeatedly."""
    wanted: list[Seen] = [{"type": "say", "text": f"{number:0200}"} for number in range(50)]
    wanted += [{"type": "sit", "place": number % 2} for number in range(times)]
    for start in range(0, len(wanted), 50):
        keys = [await player.ask(command) for command in wanted[start : start + 50]]
        answers = [await player.answer(key) for key in keys]
        assert all(answered.seq is not None for answered in answers)


async def close_code_of(idle: object) -> int:
    """Reads the remaining frames and returns the close code."""
    try:
        while True:
            await idle.recv()  # type: ignore[attr-defined]  # a connection of websockets
    except ConnectionClosed as error:
        return 1006 if error.rcvd is None else error.rcvd.code


async def settled_memory_mb(pid: int) -> float:
    """Returns the resident memory once the modules that load after the start are there."""
    maps = Path(f"/proc/{pid}/maps")
    await until(lambda: "_kernel_" in maps.read_text(), "the kernel is not loaded")
    memory, before = memory_mb(pid), 0.0
    while memory - before > 0.5:
        await asyncio.sleep(1)
        memory, before = memory_mb(pid), memory
    return memory


def memory_mb(pid: int) -> float:
    """Returns the resident memory of a process in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise AssertionError(pid)
