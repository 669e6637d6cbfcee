"""A scripted hall: phones report results over a bad network while the server is killed."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import httpx

from tests.support.server.api_requests import TRUST
from tests.support.server.drive_client import DriveClient, open_drive
from tests.support.server.server_process import ServerProcess

FINAL = {200, 201, 400, 403, 404, 409}
"""Statuses after which a phone does not send a command again."""


class Phone:
    """The phone of a player, which sends each command until it is answered.

    Args:
        http: the connection pool of all phones.
        address: the address of the drive.
        player: the id of the card.
        rng: decides which answers are lost.
        loss: the share of answers that are lost.
    """

    def __init__(
        self, http: httpx.AsyncClient, address: str, player: int, rng: Random, loss: float
    ) -> None:
        self._http = http
        self._address = address
        self._rng = rng
        self._loss = loss
        self.player = player
        self.key = ""
        self.repeats = 0
        self.statuses: list[int] = []

    async def request(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """Sends a request until its answer arrives."""
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        while True:
            try:
                answer = await self._http.request(
                    method, self._address + path, json=body, headers=headers
                )
                if answer.status_code in FINAL and self._rng.random() >= self._loss:
                    self.statuses.append(answer.status_code)
                    return answer
            except httpx.TransportError:
                pass  # killed or cut off: the phone tries again
            self.repeats += 1
            await asyncio.sleep(0.05 + self._rng.random() * 0.2)

    async def join(self, table_key: str) -> None:
        """Becomes the phone of its player, with the key on the card of the table."""
        self.key = table_key
        answer = await self.request("POST", "/devices", {"player": self.player})
        assert answer.status_code == 201, answer.text
        self.key = answer.json()["key"]

    async def play(self, number: int, results: dict[int, tuple[int, int]]) -> None:
        """Reports the result of the player's table in a round, or confirms it."""
        while True:
            view = (await self.request("GET", "")).json()
            seat = view["parts"]["next"]
            if seat is not None and seat["round"] >= number:
                break
            await asyncio.sleep(0.1)
        if seat["round"] > number or seat["table"] is None:
            return
        tricks = results[seat["table"]]
        kind = "enter-result"
        if seat["direction"]:  # the opponents of those who report
            while True:
                view = (await self.request("GET", "")).json()
                played = view["parts"]["round"]
                if played["number"] > number:
                    return
                state = played["tables"][seat["table"] - 1]["state"]
                if state == "confirmed":
                    return
                if state != "missing":
                    kind = "confirm-result"
                    break
                await asyncio.sleep(0.1)
        command = {"type": kind, "round": number, "table": seat["table"], "tricks": tricks}
        body = {"id": f"{self.player}-{number}", "seen": view["seq"], "command": command}
        await self.request("POST", "/commands", body)


class HallResult:
    """The outcome of a scripted evening."""

    def __init__(self) -> None:
        self.repeats = 0
        self.kills = 0
        self.wanted: list[dict[int, tuple[int, int]]] = []
        self.desk: DriveClient | None = None


async def run_hall(
    server: ServerProcess, *, tables: int, rounds: int, kills: int, loss: float, seed: int
) -> HallResult:
    """Plays an evening with a phone for each player.

    Args:
        server: the server, running.
        tables: the number of tables.
        rounds: the number of rounds.
        kills: the number of times that the server is killed and started again.
        loss: the share of answers that phones lose.
        seed: the seed of results and losses.
    """
    rng, result = Random(seed), HallResult()
    names = "\n".join(f"Player {number}" for number in range(4 * tables))
    plan = {"rounds": rounds, "scoring": "tricks"}
    desk = await asyncio.to_thread(open_drive, server.url, names, plan=plan)
    result.desk = desk
    kill_rounds = [rng.randrange(1, rounds + 1) for _ in range(kills)]
    limits = httpx.Limits(max_connections=4 * tables)
    headers = {"Origin": server.url}
    async with httpx.AsyncClient(timeout=10, limits=limits, headers=headers, verify=TRUST) as http:
        address = f"{server.url}/api/drives/{desk.code}"
        phones: list[Phone] = []
        for number in range(1, rounds + 1):
            await asyncio.to_thread(desk.does, "begin-round")
            if not phones:
                phones = [
                    Phone(http, address, player, Random(f"{seed}/{player}"), loss)
                    for player in range(4 * tables)
                ]
                keys = await asyncio.to_thread(desk.keys_of_players)
                await asyncio.gather(*(phone.join(keys[phone.player]) for phone in phones))
            taken = {table: rng.randrange(14) for table in range(1, tables + 1)}
            results = {table: (tricks, 13 - tricks) for table, tricks in taken.items()}
            result.wanted.append(results)
            playing = [asyncio.create_task(phone.play(number, results)) for phone in phones]
            for _ in range(kill_rounds.count(number)):
                await asyncio.sleep(rng.random() * 0.5)
                await asyncio.to_thread(server.kill)
                await asyncio.to_thread(server.start)
                result.kills += 1
            await asyncio.gather(*playing)
        result.repeats = sum(phone.repeats for phone in phones)
    return result
