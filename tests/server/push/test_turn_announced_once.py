"""A turn is announced once, to whoever is away: a real server and a push service beside it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from oddtrick.server.people.guest_cookie import COOKIE, GuestCookieSigner, new_guest
from tests.support.extent import part
from tests.support.server.api_requests import ApiClient, refusal
from tests.support.server.client_state import Seen
from tests.support.server.push_service_double import (
    Browser,
    PushDouble,
    push_double,
    subscription_id,
    verify_signature,
)
from tests.support.server.server_process import ServerProcess
from tests.support.server.table_requests import QUICK, open_table
from tests.support.server.ws_client import SECRET, Player, until

PATIENT = QUICK | {"grace_seconds": 86_400}


class Thoughtful(Player):
    """A player who plays only as many cards as the test allows.

    Attributes:
        cards: the cards that may still be played.
    """

    cards = 0

    def _play(self, table: Seen, place: int) -> Seen | None:
        command = super()._play(table, place) if self.cards else None
        self.cards -= command is not None
        return command

    @property
    def to_play(self) -> bool:
        table = self.table
        return bool(table) and table["stage"] == "playing" and table["turn"] == table["you"]


class Evening:
    """Ann, who plays at once, and Ben, whom she waits for, at a table with two bots."""

    def __init__(self, server: ServerProcess, settings: dict[str, Any]) -> None:
        ann, ben = new_guest("Ann"), new_guest("Ben")
        self.ann_api, self.ben_api = (client_of(server, each) for each in (ann, ben))
        self.code = open_table(self.ann_api, sit=0, settings=settings)["code"]
        rng = Random(7)
        self.ann = Player(server.url, self.code, place=0, rng=rng, guest=ann, expected=2)
        self.ben = Thoughtful(server.url, self.code, place=2, rng=rng, guest=ben)
        self.browser = Browser()

    def subscribe(self, endpoint: str, **more: object) -> int:
        wanted = self.browser.subscription(endpoint, **more)
        return self.ben_api("PUT /api/me/push", wanted).status_code

    def subscriptions(self) -> list[str]:
        found: list[str] = self.ben_api("GET /api/me/push").json()["subscriptions"]
        return found

    async def until_ben_is_to_play(self) -> None:
        await until(lambda: self.ben.to_play, f"Ben's turn does not come: {self.ben.status()}")

    async def play_and_leave(self) -> None:
        """Ben plays one card and goes away before it is his turn again, or just then."""
        await self.until_ben_is_to_play()
        self.ben.cards = 1
        await self.ben._act()  # a client acts on frames, and none comes
        await until(lambda: not self.ben.cards and not self.ben._waiting, "Ben's card is not taken")
        await self.ben.leave()


def client_of(server: ServerProcess, guest: Any) -> ApiClient:
    client = ApiClient(server.url)
    client.remember(COOKIE, GuestCookieSigner(SECRET).sign(guest))
    return client


@asynccontextmanager
async def evening(
    server: ServerProcess, settings: dict[str, Any] = PATIENT
) -> AsyncIterator[Evening]:
    people = Evening(server, settings)
    running = [asyncio.ensure_future(each.run()) for each in (people.ann, people.ben)]
    try:
        yield people
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        people.ann_api.close()
        people.ben_api.close()


@pytest.fixture
def push() -> Iterator[PushDouble]:
    with push_double() as double:
        yield double


@pytest.fixture
def other_push() -> Iterator[PushDouble]:
    with push_double() as double:
        yield double


def server_of(folder: Path, database: str = "", **more: str) -> ServerProcess:
    environ = {
        "ODDTRICK_SECRET": SECRET,
        "ODDTRICK_PUSH": "local",
        "ODDTRICK_PUSH_AFTER": "0",
        "DATABASE_URL": database,
        **more,
    }
    return ServerProcess(folder, workers=2 if database else 1, environ=environ)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    process = server_of(tmp_path)
    process.start()
    yield process
    assert process.stop() == 0
    assert process.faults() == []


@pytest.fixture(params=part(["one worker", "two workers"], 1))
def any_server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ServerProcess]:
    one = request.param == "one worker"
    process = server_of(tmp_path, "" if one else request.getfixturevalue("postgres_url"))
    process.start()
    yield process
    assert process.stop() == 0
    assert process.faults() == []


async def test_a_turn_is_announced_once_and_only_to_somebody_who_is_away(
    any_server: ServerProcess, push: PushDouble
) -> None:
    async with evening(any_server) as people:
        assert people.subscribe(f"{push.url}/ben", language="de") == 204
        await people.until_ben_is_to_play()
        await people.play_and_leave()  # connected at this turn: no message
        await until(lambda: len(push.deliveries) == 1, "no message for Ben's second turn")
        first = push.deliveries[0]
        text = json.loads(people.browser.decrypt(first.body))
        assert text == {"type": "turn", "table": people.code, "language": "de"}
        check_headers(first.headers, people.ben_api, push.url)

        for _ in range(3):  # comes, looks, and leaves again in the same turn
            people.ben.offline = False
            await people.until_ben_is_to_play()
            await people.ben.leave()
        people.ben.offline = False
        await people.play_and_leave()
        await until(lambda: len(push.deliveries) >= 2, "no message for Ben's third turn")
        assert [each.headers["topic"] for each in push.deliveries] == [first.headers["topic"]] * 2
        assert len({each.body for each in push.deliveries}) == 2


def check_headers(headers: dict[str, str], api: ApiClient, audience: str) -> None:
    key = api("GET /api/me/push").json()["key"]
    claims = verify_signature(headers["authorization"], key)
    assert claims["aud"] == audience
    assert claims["sub"].startswith("http://127.0.0.1:")
    assert headers["content-encoding"] == "aes128gcm"
    assert 0 < int(headers["ttl"]) <= 86_400
    assert 0 < len(headers["topic"]) <= 32


async def test_a_subscription_that_has_ended_is_removed_and_one_that_hangs_holds_nobody_up(
    server: ServerProcess, push: PushDouble, other_push: PushDouble
) -> None:
    push.statuses["/gone"] = 410
    async with evening(server) as people:
        for endpoint in (f"{other_push.url}/hang", f"{push.url}/gone", f"{push.url}/ben"):
            assert people.subscribe(endpoint) == 204
        await people.play_and_leave()
        await until(
            lambda: other_push.hanging.is_set() and len(push.deliveries) == 2, "not all were sent"
        )
        left = [subscription_id(f"{push.url}/ben"), subscription_id(f"{other_push.url}/hang")]
        await until(lambda: people.subscriptions() == left, "the ended subscription is still there")
        people.ben.offline = False
        await people.play_and_leave()  # while the first request still hangs
        await until(lambda: len(push.at("/ben")) == 2, "no message beside one that hangs")
        assert not other_push.released.is_set()
        assert len(push.at("/gone")) == 1


async def test_a_table_with_a_clock_and_a_subscription_withdrawn_bring_no_messages(
    server: ServerProcess, push: PushDouble
) -> None:
    async with evening(server, PATIENT | {"move_seconds": 3600}) as timed:
        assert timed.subscribe(f"{push.url}/timed") == 204
        await timed.play_and_leave()
        await until(lambda: timed.ann.table["turn"] == 2, "it is not Ben's turn")
        async with evening(server) as people:
            for path in ("withdrawn", "ben"):
                assert people.subscribe(f"{push.url}/{path}") == 204
            unwanted = subscription_id(f"{push.url}/withdrawn")
            assert timed.ben_api(f"DELETE /api/me/push/{unwanted}").status_code == 204
            assert unwanted in people.subscriptions()  # it is not theirs to withdraw
            assert people.ben_api(f"DELETE /api/me/push/{unwanted}").status_code == 204
            await people.play_and_leave()
            await until(lambda: bool(push.at("/ben")), "no message")
    assert {each.path for each in push.deliveries} == {"/ben"}


async def test_a_turn_that_began_before_a_restart_is_announced_after_it(
    server: ServerProcess, push: PushDouble
) -> None:
    async with evening(server) as people:
        assert people.subscribe(f"{push.url}/ben") == 204
        await people.until_ben_is_to_play()
        key = people.ben_api("GET /api/me/push").json()["key"]
        people.ann.offline = people.ben.offline = True
        server.kill()
        server.start()
        await until(lambda: len(push.deliveries) == 1, "no message after the restart")
        assert people.ben_api("GET /api/me/push").json()["key"] == key
        verify_signature(push.deliveries[0].headers["authorization"], key)


def test_subscriptions_are_checked(server: ServerProcess) -> None:
    client, browser = ApiClient(server.url), Browser()
    good = browser.subscription("https://push.example.com/x")
    assert refusal(client("PUT /api/me/push", good)) == (401, "unauthenticated")
    client.named("Ann")
    keys = good["keys"]
    for bad in (
        {"endpoint": "https://10.0.0.1/x"},
        {"endpoint": "http://push.example.com/x"},
        {"endpoint": f"https://push.example.com/{'x' * 2000}"},
        {"keys": keys | {"auth": "AAAA"}},
        {"keys": keys | {"auth": "~" * 22}},
        {"keys": keys | {"p256dh": keys["auth"]}},
        {"keys": keys | {"p256dh": "BP" + "_" * 85}},
        {"language": "xx"},
    ):
        assert refusal(client("PUT /api/me/push", good | bad)) == (400, "invalid"), bad
    for number in range(7):
        endpoint = f"https://push.example.com/{number}"
        assert client("PUT /api/me/push", browser.subscription(endpoint)).status_code == 204
    kept = [subscription_id(f"https://push.example.com/{number}") for number in (6, 5, 4, 3, 2)]
    assert set(client("GET /api/me/push").json()["subscriptions"]) == set(kept)
    client.close()


def test_a_server_that_sends_no_messages_says_so(tmp_path: Path) -> None:
    process = server_of(tmp_path, ODDTRICK_PUSH="off")
    process.start()
    client = ApiClient(process.url).named("Ann")
    assert client("GET /api/me/push").json() == {"key": None, "subscriptions": []}
    wanted = Browser().subscription("https://push.example.com/x")
    assert refusal(client("PUT /api/me/push", wanted)) == (404, "not-found")
    client.close()
    assert process.stop() == 0
