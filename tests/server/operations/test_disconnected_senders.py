"""Commands of senders who disconnect before the commit: applied for all or for nobody."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.store.table_rows import TABLES
from oddtrick.tables import Settings
from oddtrick.tables.commands import Say, Sit


class Listener:
    """Records the sequence numbers of the updates."""

    def __init__(self) -> None:
        self.person = None
        self.seqs: list[int] = []

    def push(self, frame: bytes) -> None:
        """Records the sequence number."""
        self.seqs.append(msgspec.json.decode(frame)["seq"])


@pytest.mark.parametrize("steps", range(6))
async def test_a_pending_command_reaches_the_remaining_clients(
    service: TableService, steps: int
) -> None:
    room = await service.open({"game": "whist"}, Settings(), person="p_ann", name="Ann")
    listener = Listener()
    room.listeners.add(listener)
    request = asyncio.ensure_future(service.submit(room, Sit(0), by="p_ann", key="1", name="Ann"))
    for _ in range(steps):
        await asyncio.sleep(0)
    request.cancel()
    await asyncio.gather(request, return_exceptions=True)
    await service.drain()
    stored = [entry.seq for entry in await service.log.read(TABLES, room.code, 0)]
    assert stored in ([], [1])
    assert steps == 0 or stored == [1]
    assert listener.seqs == stored == list(range(1, room.table.seq + 1))
    answer = await service.submit(room, Sit(0), by="p_ann", key="1", name="Ann")
    assert (answer.seq, answer.repeated) == (1, bool(stored))
    await service.submit(room, Say("hello"), by="p_ann", key="2")
    assert listener.seqs == [1, 2]
