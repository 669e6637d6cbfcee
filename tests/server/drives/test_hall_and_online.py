"""A drive with some tables in a hall and some on the server, from the code to the prizes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from oddtrick.drive import decode_drive
from oddtrick.record import decode_record, replay
from tests.support.server.drive_client import DriveClient
from tests.support.server.online_drive import join_all, open_online, play_drive
from tests.support.server.online_players import ENVIRON, OnlinePlayer
from tests.support.server.server_process import ServerProcess, server
from tests.support.server.ws_client import until

ROUNDS, TABLES = 3, 6
IN_HALL = "\n".join(f"Hall {number}" for number in range(1, 20))


@pytest.fixture(scope="module")
def online_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server on an empty SQLite database, whose guests the tests can be."""
    with server(tmp_path_factory.mktemp("mixed"), environ=ENVIRON) as process:
        yield process
        assert process.faults() == []


class Hall:
    """The people in the hall: they play with cards, and report by slip or by phone.

    Args:
        desk: the organiser.
    """

    def __init__(self, desk: DriveClient) -> None:
        self.desk = desk
        self.played: dict[tuple[int, int], list[int]] = {}
        """The results with cards, by round and table."""
        self.waited: list[int] = []
        """The rounds that the tables online had finished before the hall."""

    async def play(self) -> None:
        """Plays every round; in odd rounds the hall is the last to finish, else the first."""
        for number in range(1, ROUNDS + 1):
            played = await self._round(number)
            with_cards = [table for table in played["tables"] if not table["online"]]
            if number % 2:
                await self._others_finish(number, len(with_cards))
            for at, table in enumerate(with_cards):
                tricks = [4 + number + at, 9 - number - at]
                self.played[number, table["table"]] = tricks
                report = self._by_phones if at % 2 else self._by_slip
                await asyncio.to_thread(report, number, table, tricks)

    async def _round(self, number: int) -> dict[str, Any]:
        async with asyncio.timeout(60):
            while True:
                played: dict[str, Any] | None = (await self.look())["round"]
                if played is not None and played["number"] == number:
                    return played
                await asyncio.sleep(0.05)

    async def _others_finish(self, number: int, with_cards: int) -> None:
        async with asyncio.timeout(60):
            while True:
                played = (await self.look())["round"]
                assert played["number"] == number, "a round began before the hall had finished"
                if len(played["missing"]) == with_cards:
                    self.waited.append(number)
                    return
                await asyncio.sleep(0.05)

    async def look(self) -> dict[str, Any]:
        return await asyncio.to_thread(lambda: self.desk.parts)

    def _by_slip(self, number: int, table: dict[str, Any], tricks: list[int]) -> None:
        self.desk.does("enter-result", round=number, table=table["table"], tricks=tricks)

    def _by_phones(self, number: int, table: dict[str, Any], tricks: list[int]) -> None:
        """Enters the result by the table's phone; a player of East–West confirms it."""
        result = {"round": number, "table": table["table"], "tricks": tricks}
        self.desk.phone(table=table["table"]).does("enter-result", **result)
        self.desk.phone(player=table["pairs"][1][0]).does("confirm-result", **result)


async def meet_online(hall: Hall, url: str) -> OnlinePlayer:
    """Lets the first person from the hall who is seated online play there, on their phone."""
    async with asyncio.timeout(60):
        while True:
            parts = await hall.look()
            seated = [
                parts["players"][player]
                for table in (parts["round"] or {"tables": ()})["tables"]
                if table["online"]
                for pair in table["pairs"]
                for player in pair
            ]
            if met := [player for player in seated if player["name"].startswith("Hall")]:
                break
            await asyncio.sleep(0.05)
    phone = await asyncio.to_thread(lambda: hall.desk.phone(player=met[0]["id"]))
    player = OnlinePlayer([url], hall.desk.code, met[0]["name"])
    with pytest.raises(AssertionError, match="played in the hall"):
        await player.join()
    await player.join(phone.key)
    await player.run()
    return player


async def test_the_hall_and_those_at_home_play_one_drive(online_server: ServerProcess) -> None:
    url = online_server.url
    desk = open_online(url, ROUNDS, movement="partner", tables="some", absence_seconds=1)
    desk.does("add-entries", text=IN_HALL)
    home = await join_all([url], desk, 3)
    ann, hall = home[0], Hall(desk)
    met: list[OnlinePlayer] = []

    async def drop_out() -> None:
        await until(lambda: ann.tables != [], "the first table")
        ann.away = True
        await until(
            lambda: number_of(ann) == ROUNDS, "the last round", lambda: ann.parts.get("round")
        )
        ann.away = False

    async def meet() -> None:
        met.append(await meet_online(hall, url))

    await play_drive(desk, home, hall.play(), drop_out(), meet())
    (guest,) = met
    assert hall.waited == [1, 3]
    assert ann.tables[-1] == ann.parts["next"]["online"]
    assert len(ann.tables) < ROUNDS
    for player in home[1:]:
        assert len(player.tables) == ROUNDS, "those at home play each round online"
    assert guest.tables[0] in codes_of(desk, 1).values()
    assert len(guest.tables) == ROUNDS, "once joined, their tables are online"
    await check_results(desk, hall, home[1])
    check_totals(desk, [*home, guest])
    desk.does("correct-result", round=1, table=1, tricks=[13, 0], why="a slip misread")
    desk.does("close")
    winners = [prize["player"] for prize in desk.parts["prizes"]]
    bots = {player["id"] for player in desk.parts["players"] if player["bot"]}
    assert bots
    assert bots.isdisjoint(winners)
    saved = decode_drive(desk.request("GET", "/export").content)
    assert saved.rounds[0].results[0] == (13, 0)
    desk.close()


def number_of(player: OnlinePlayer) -> int:
    played = player.parts.get("round")
    return 0 if played is None else int(played["number"])


def codes_of(desk: DriveClient, number: int) -> dict[int, str]:
    """The codes of the tables of a round that were played on the server."""
    tables = desk.get(f"/rounds/{number}")["tables"]
    assert all(table["online"] == (table["code"] is not None) for table in tables)
    return {table["table"]: table["code"] for table in tables if table["online"]}


async def check_results(desk: DriveClient, hall: Hall, player: OnlinePlayer) -> None:
    """Checks that each table has the result that was played there, with cards or online."""
    for number in range(1, ROUNDS + 1):
        codes = codes_of(desk, number)
        assert 0 < len(codes) < TABLES
        for table in desk.get(f"/rounds/{number}")["tables"]:
            if table["online"]:
                answer = await player.request("GET", f"/api/tables/{table['code']}/record")
                match = replay(decode_record(answer.text))
                north, east, south, west = match.result[0].tricks
                assert table["tricks"] == [north + south, east + west]
            else:
                assert table["tricks"] == hall.played[number, table["table"]]


def check_totals(desk: DriveClient, players: list[OnlinePlayer]) -> None:
    parts = desk.parts
    assert sum(row["total"] for row in parts["standings"]) == 26 * TABLES * ROUNDS
    names = {each["id"]: each["name"] for each in parts["players"]}
    totals = {names[row["player"]]: row["total"] for row in parts["standings"]}
    for player in players:
        assert player.parts["card"]["total"] == totals[player.name]
