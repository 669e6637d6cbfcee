"""Reads and commands over HTTP, sent to two workers in turn, never meet an older table.

Two servers on one PostgreSQL cache the same tables. Each player sends each request to either of
them. Whatever was acknowledged or shown to anyone before a request began is part of its answer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any

import pytest

from oddtrick.server.people.guest_cookie import COOKIE, GuestCookieSigner, new_guest
from tests.support.extent import part, times
from tests.support.server.api_requests import ApiClient
from tests.support.server.example_client import client
from tests.support.server.load_client import database
from tests.support.server.server_process import ServerProcess
from tests.support.server.ws_client import SECRET

ROUNDS = times(24, whole=60)
SETTINGS = {"bot_delay_ms": 0, "pause_seconds": 0}
RULES = {"game": "whist", "match": "deals", "deals": 100}
DRAWS = {"seal", "open"}
"""Commands that also lose against a clock, so that their refusal says nothing."""


class Poller:
    """A player without a socket, who sends each request to any of the workers.

    Args:
        urls: the addresses of the workers.
        rng: chooses among them.
    """

    def __init__(self, urls: list[str], rng: Random) -> None:
        guest = new_guest(f"Guest {rng.randrange(10**6)}")
        self.workers = [ApiClient(url) for url in urls]
        for worker in self.workers:
            worker.remember(COOKIE, GuestCookieSigner(SECRET).sign(guest))
        self.rng = rng
        self.seq = -1
        self.secrets: dict[int, str] = defaultdict(lambda: token_hex(32))
        self.reads = self.sent = 0
        self.faults: list[str] = []

    def close(self) -> None:
        """Closes its connections."""
        for worker in self.workers:
            worker.close()

    def request(self, target: str, body: object = None) -> Any:
        """Returns the response of one of the workers."""
        return self.rng.choice(self.workers)(target, body)

    def poll(self, code: str) -> None:
        """Fetches the updates since the last entry."""
        events = self.request(f"GET /api/tables/{code}/events?after={self.seq}").json()
        self.reads += 1
        seqs = [update["seq"] for update in events["updates"]]
        is_next = events["table"] or seqs == list(range(self.seq + 1, events["seq"] + 1))
        if events["seq"] < self.seq or not is_next:
            self.faults.append(f"older events: {events['seq']} after {self.seq}")
        self.seq = max(self.seq, events["seq"])

    def act(self, code: str) -> None:
        """Reads the table, gives the command that it calls for, and reads it again."""
        table = self.request(f"GET /api/tables/{code}").json()
        self.reads += 1
        legal = table["match"] and table["match"]["legal"]
        command = client.next_command(table, legal, self.secrets)
        if command is None:
            return
        self.sent += 1
        body = {"id": token_hex(8), "command": command}
        answer = self.request(f"POST /api/tables/{code}/commands", body)
        if answer.status_code == 200:
            self.seq = max(self.seq, answer.json()["seq"])
            self.check_own(code, command, table["match"])
        elif command["type"] not in DRAWS:
            self.faults.append(f"{command['type']}: {answer.json()['error']['code']}")

    def check_own(self, code: str, command: dict[str, Any], before: Any) -> None:
        """Reads the table after an acknowledged card, which may no longer be in the hand."""
        table = self.request(f"GET /api/tables/{code}").json()
        self.reads += 1
        if command["type"] != "play" or table["match"]["number"] != before["number"]:
            return  # the next deal may bring the same card again
        if command["card"] in table["match"]["hand"]:
            self.faults.append("own card still in hand")


@pytest.fixture(params=part(["redis", "poll"], 1))
def workers(
    request: pytest.FixtureRequest, tmp_path: Path, postgres_url: str, redis_url: str
) -> Iterator[list[str]]:
    """The addresses of two servers with one worker each, on one database."""
    redis = redis_url if request.param == "redis" else ""
    environ = {"ODDTRICK_SECRET": SECRET, "DATABASE_URL": postgres_url, "REDIS_URL": redis}
    database(tmp_path, postgres_url)
    with ExitStack() as stack:
        servers = [ServerProcess(tmp_path / name, environ=environ) for name in "ab"]
        for server in servers:
            stack.callback(server.end)
            server.start()
        yield [server.url for server in servers]
        for server in servers:
            assert server.stop() == 0
            assert not server.faults()


def test_no_answer_over_http_is_older_than_one_before_it(workers: list[str]) -> None:
    rng = Random(7)
    with closing(Poller(workers, rng)) as ann, closing(Poller(workers, rng)) as bea:
        play_alternately(ann, bea, rng)
    assert ann.sent + bea.sent > ROUNDS // 4
    faults = ann.faults + bea.faults
    assert not faults, f"{len(faults)} in {ann.reads + bea.reads} reads: {faults[:8]}"


def play_alternately(ann: Poller, bea: Poller, rng: Random) -> None:
    """Opens a table with two bots, at which one or the other acts next."""
    opened = ann.request(
        "POST /api/tables", {"rules": RULES, "settings": SETTINGS, "sit": 0}
    ).json()
    code = opened["code"]
    body = {"id": "sit", "command": {"type": "sit", "place": 2}}
    assert bea.request(f"POST /api/tables/{code}/commands", body).status_code == 200
    for _ in range(ROUNDS):
        one = rng.choice((ann, bea))
        one.poll(code)
        one.act(code)
