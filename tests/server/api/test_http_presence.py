"""A player who polls over HTTP is present until the polling stops."""

from __future__ import annotations

import asyncio

import pytest

from oddtrick.server.access import http_presence
from oddtrick.server.access.http_presence import HttpPresence
from oddtrick.server.rooms.table_service import TableService
from oddtrick.tables import Settings


async def test_a_polling_player_is_present_until_polling_stops(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_presence, "STAY_SECONDS", 0.6)
    room = await service.open({"game": "whist"}, Settings(), person="p_ann", name="Ann")
    there = HttpPresence(service)
    for _ in range(8):
        await there.renew(room, "p_ann")
        assert ("p_ann", "w1") in room.table.connections
        assert len(room.listeners) == 1
        await asyncio.sleep(0.03)
    seq = room.table.seq
    async with asyncio.timeout(20):
        while room.table.connections:  # noqa: ASYNC110  # a timer ends it
            await asyncio.sleep(0.01)
    assert room.listeners == set()
    assert room.table.seq == seq + 1
    await there.renew(room, "p_ann")
    assert ("p_ann", "w1") in room.table.connections


async def test_a_polling_player_stays_present_while_the_server_stops(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_presence, "STAY_SECONDS", 0.5)
    room = await service.open({"game": "whist"}, Settings(), person="p_ann", name="Ann")
    await HttpPresence(service).renew(room, "p_ann")
    service.closing = True
    await asyncio.sleep(0.8)
    assert ("p_ann", "w1") in room.table.connections
