"""Whole drives that are played on the server, with scripted people."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Any

from tests.support.server.drive_client import DriveClient, open_drive
from tests.support.server.online_players import OnlinePlayer

AT_ONCE = {"tables": "all", "start_seconds": 0, "bot_delay_ms": 0, "pause_seconds": 0}
"""Settings of a drive in which nobody waits for anything but the players."""


def open_online(
    url: str, rounds: int, *, movement: str = "progressive", **online: Any
) -> DriveClient:
    """Opens a drive without entries whose tables are played on the server."""
    plan = {"rounds": rounds, "scoring": "tricks", "movement": movement}
    return open_drive(url, "", plan=plan, settings={"online": AT_ONCE | online})


async def join_all(urls: Sequence[str], desk: DriveClient, people: int) -> list[OnlinePlayer]:
    """Lets people join: Player 0, Player 1 and so on."""
    players = [OnlinePlayer(urls, desk.code, f"Player {at}", at) for at in range(people)]
    for player in players:
        await player.join()
    return players


async def play_drive(
    desk: DriveClient, players: Sequence[OnlinePlayer], *meanwhile: Awaitable[object]
) -> None:
    """Begins the first round, and plays until the last result is in."""
    tasks = [asyncio.create_task(player.run()) for player in players]
    await asyncio.to_thread(desk.does, "begin-round")
    try:
        async with asyncio.timeout(100):
            await asyncio.gather(*tasks, *meanwhile)
    finally:
        for task in tasks:
            task.cancel()


def check_drive(desk: DriveClient, rounds: int, tables: int) -> None:
    """Checks that each deal of a drive that is over counts once."""
    parts = desk.parts
    assert (parts["drive"]["stage"], parts["round"]["number"]) == ("over", rounds)
    assert sum(row["total"] for row in parts["standings"]) == 26 * tables * rounds
    for number in range(1, rounds + 1):
        played = desk.get(f"/rounds/{number}")["tables"]
        assert len({table["code"] for table in played}) == tables
    assert desk.get("/log")["log"] == []
