"""Power cuts under a running server: acknowledged commands are on the disk.

``tests/server/store`` tests power cuts for the store alone. Here a whole server restarts on the
remaining disk, its players reconnect, and every acknowledged command is present.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pytest

from oddtrick.server.store.engine import DATABASE_FILE
from tests.support.extent import times
from tests.support.server.load_client import PLAYED, LoadClient, database, load_client
from tests.support.server.power_cut import HEAD, Disk, Operation, build
from tests.support.server.server_process import ServerProcess
from tests.support.server.ws_client import SECRET, CommandResult, Player

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class LivingDisk(Disk):
    """A disk that also supports deletion: SQLite removes its WAL when it closes a database."""

    def does(self, operation: Operation) -> None:
        """Applies the next operation."""
        file = operation.file
        if operation.kind == "u":
            self._certain[file], self._since[file] = bytearray(), []
        else:
            super().does(operation)


class Acknowledged(NamedTuple):
    """An acknowledged command and the length of the trace at that time."""

    moment: int
    table: str
    seq: int
    key: str


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("powercut"))


@pytest.mark.whole(
    held_by="tests/server/store/test_powercut.py::test_a_power_cut_loses_no_acknowledged_entry"
)
@pytest.mark.parametrize("cuts", [times(2, whole=3), pytest.param(100, marks=pytest.mark.long)])
async def test_a_power_cut_loses_no_acknowledged_command(
    tmp_path: Path, library: Path, cuts: int
) -> None:
    """Each round starts the server on the disk left by the previous power cut."""
    rng, port, folder = Random(cuts), 0, tmp_path / "disk-0"
    url = database(folder)
    async with load_client("", url) as people:
        await people.seat(PLAYED[:3], matches=10**9)
        for number in range(cuts):
            trace, start = tmp_path / f"trace-{number}", tmp_path / f"start-{number}"
            shutil.copytree(folder, start)
            server = watched(folder, port, library, trace)
            await asyncio.to_thread(server.start)
            try:
                acknowledged = await play_a_little(people, server, trace, rng)
            finally:
                server.end()
            port, left = server.port, tmp_path / f"disk-{number + 1}"
            check_cuts(trace, start, left, acknowledged, rng)
            folder = left
        await finish(people, folder, port)
    assert people.check()


def watched(folder: Path, port: int, library: Path, trace: Path) -> ServerProcess:
    """Creates a server whose file operations are traced."""
    environ = {
        "ODDTRICK_SECRET": SECRET,
        "LD_PRELOAD": str(library),
        "POWERCUT_FOLDER": f"{folder}/",
        "POWERCUT_TRACE": str(trace),
    }
    return ServerProcess(folder, port=port, environ=environ, forked=False)


async def play_a_little(
    people: LoadClient, server: ServerProcess, trace: Path, rng: Random
) -> list[Acknowledged]:
    """Plays some moves at each table and returns the acknowledged commands."""
    acknowledged: list[Acknowledged] = []

    def listener_for(player: Player) -> Callable[[str, CommandResult], None]:
        def on_result(key: str, result: CommandResult) -> None:
            if result.seq is not None and player.sent[key]["type"] in ("play", "say", "sit"):
                acknowledged.append(
                    Acknowledged(trace.stat().st_size, player.code, result.seq, key)
                )

        return on_result

    for player in people.players:
        player.urls = [server.url]
        player.on_result = listener_for(player)
    people.start()
    await people.go_on(rng.choice((3, 10, 20)))
    server.kill()
    return acknowledged


def check_cuts(
    trace: Path, start: Path, left: Path, acknowledged: list[Acknowledged], rng: Random
) -> None:
    """Simulates power cuts at three random points and at the end; keeps the last disk."""
    operations = list(operations_in(trace.read_bytes()))
    ends = [end for end, _ in operations]
    moments = {*rng.sample(ends, 3), ends[-1]}
    disk = LivingDisk(start)
    for end, operation in operations:
        disk.does(operation)
        if end in moments:
            after = left if end == ends[-1] else left.with_name(f"{left.name}-{end}")
            disk.cut(after, rng)
            check_disk(
                after, [one for one in acknowledged if one.moment <= end], look=end == ends[-1]
            )


def operations_in(data: bytes) -> Iterator[tuple[int, Operation]]:
    """Yields each operation of a trace with its end offset; the last one may be truncated."""
    at = 0
    while at + HEAD.size <= len(data):
        kind, file, offset, length = HEAD.unpack_from(data, at)
        carried = length if chr(kind) in "ow" else 0
        end = at + HEAD.size + carried
        if end > len(data):
            return
        yield end, Operation(chr(kind), file, offset, data[at + HEAD.size : end])
        at = end


def check_disk(folder: Path, acknowledged: list[Acknowledged], *, look: bool) -> None:
    """Asserts that the database is intact and holds every acknowledged command."""
    if look:  # on a copy: opening the database changes it
        shutil.copytree(folder, folder.with_name(f"{folder.name}-looked-at"))
        folder = folder.with_name(f"{folder.name}-looked-at")
    with closing(sqlite3.connect(folder / DATABASE_FILE)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        found = connection.execute("SELECT table_id, seq, key FROM entries").fetchall()
    assert {(one.table, one.seq, one.key) for one in acknowledged} <= set(found)


async def finish(people: LoadClient, folder: Path, port: int) -> None:
    """Finishes the running matches on the disk left by the last power cut."""
    server = ServerProcess(folder, port=port, environ={"ODDTRICK_SECRET": SECRET})
    await asyncio.to_thread(server.start)
    try:
        for player in people.players:
            player.matches = 0
        await people.finish()
        await people.disconnect()
        assert await asyncio.to_thread(server.stop) == 0
        assert not server.faults(), "".join(server.faults())
    finally:
        server.end()
    people.database = database(folder)
