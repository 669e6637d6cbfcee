"""Rate and connection limits, with bounded memory."""

from __future__ import annotations

import contextlib
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from oddtrick.errors import OddtrickError
from oddtrick.server.errors import ApiError
from oddtrick.server.limits import RATES, Limits, Rate, read_limits
from oddtrick.server.security.connection_limits import ConnectionCounter
from oddtrick.server.security.rate_limit import RateKeys, RateLimiter, TokenBuckets
from tests.support.server.account_routes_app import AppProcess, run_app

TIGHT = {
    "requests_by_address": [60, 60],
    "logins_by_login": [3, 600],
    "registrations_by_address": [2, 600],
    "connections_by_address": 3,
}


@pytest.fixture
def limited_app(tmp_path: Path) -> Iterator[AppProcess]:
    with run_app(tmp_path, ODDTRICK_LIMITS=msgspec.json.encode(TIGHT).decode()) as one:
        yield one


def test_a_real_server_enforces_its_limits(limited_app: AppProcess) -> None:
    with httpx.Client(base_url=limited_app.url) as client:
        body: dict[str, Any] = {"login": "nobody", "password": "no password"}
        result = [client.post("/api/session", json=body) for _ in range(4)]
        assert [one.status_code for one in result] == [401, 401, 401, 429]
        assert int(result[-1].headers["retry-after"]) > 500
        assert result[-1].json()["error"]["code"] == "limit"
        names = [{"login": f"ann{number}", "password": "correct horse"} for number in range(3)]
        responses = [httpx.post(f"{limited_app.url}/api/accounts", json=one) for one in names]
        assert [one.status_code for one in responses] == [201, 201, 429]
        with contextlib.ExitStack() as sockets:
            for _ in range(3):
                sockets.enter_context(connect(limited_app.socket_url))
            with pytest.raises(InvalidStatus) as caught, connect(limited_app.socket_url):
                pass
            assert caught.value.response.status_code == 429
        with connect(limited_app.socket_url) as again:
            assert again.recv()
        statuses = {client.get("/api/me").status_code for _ in range(60)}
        assert statuses == {200, 429}
        with pytest.raises(InvalidStatus) as caught, connect(limited_app.socket_url):
            pass
        assert caught.value.response.status_code == 429
        assert "Retry-After" in caught.value.response.headers


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@given(
    st.integers(1, 5),
    st.sampled_from([0.5, 1.0, 2.0]),
    st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0, 4.0]), max_size=60),
)
def test_the_rate_limit_is_never_exceeded(burst: int, seconds: float, pauses: list[float]) -> None:
    clock = Clock()
    limiter = RateLimiter(Limits(joins_by_person=Rate(burst, seconds)), clock)
    passed: list[float] = []
    for pause in pauses:
        clock.now += pause
        wait = limiter.wait(joins_by_person="p")
        if not wait:
            passed.append(clock.now)
            continue
        clock.now += wait
        assert not limiter.wait(joins_by_person="p"), "the reported wait is sufficient"
        passed.append(clock.now)
    for first, start in enumerate(passed):
        for last in range(first, len(passed)):
            assert last - first + 1 <= burst + (passed[last] - start) / seconds + 1e-6


def test_the_burst_refills_after_idle_time() -> None:
    clock = Clock()
    limiter = RateLimiter(Limits(joins_by_person=Rate(3, 2)), clock)
    for _ in range(3):
        for _ in range(3):
            assert not limiter.wait(joins_by_person="p")
        assert limiter.wait(joins_by_person="p") == 2
        clock.now += 6
    assert limiter.tracked_keys() == 1


def test_a_refused_append_does_not_affect_the_others() -> None:
    clock = Clock()
    limits = Limits(joins_by_person=Rate(1, 60), joins_by_address=Rate(2, 60))
    limiter = RateLimiter(limits, clock)
    assert not limiter.wait(joins_by_person="ann", joins_by_address="a")
    for _ in range(5):
        assert limiter.wait(joins_by_person="ann", joins_by_address="a") == 60
    assert not limiter.wait(joins_by_person="bob", joins_by_address="a")
    with pytest.raises(ApiError, match="60 seconds") as caught:
        limiter.take(joins_by_person="cal", joins_by_address="a")
    assert caught.value.headers["Retry-After"] == "60"


def test_many_addresses_do_not_fill_the_memory() -> None:
    clock = Clock()
    limiter = RateLimiter(Limits(joins_by_address=Rate(5, 60), keys=1000), clock)
    tracemalloc.start()
    try:
        for number in range(20_000):
            limiter.take(joins_by_address=f"2001:db8:{number:x}::/64")
            assert limiter.tracked_keys() <= 1000
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 2_000_000


def test_idle_keys_are_forgotten() -> None:
    buckets = TokenBuckets(Rate(2, 1), most=1000)
    for number in range(500):
        buckets.take(str(number), now=0.0)
    buckets.take("late", now=10.0)
    assert len(buckets) == 1


def test_rate_limits_and_keys_correspond() -> None:
    assert set(RATES) == set(RateKeys.__annotations__)


def test_sockets_are_limited_per_address_and_in_total() -> None:
    sockets = ConnectionCounter(Limits(connections=5, connections_by_address=2))
    assert [sockets.enter("a"), sockets.enter("a")] == [None, None]
    crowded = sockets.enter("a")
    assert crowded is not None
    assert crowded.status == 429
    for address in "bcd":
        assert sockets.enter(address) is None
    full = sockets.enter("e")
    assert full is not None
    assert full.status == 503
    sockets.leave("a")
    assert sockets.enter("e") is None
    for address in "abcde":
        sockets.leave(address)
    assert (len(sockets), sockets.total) == (0, 0)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans()), max_size=60))
def test_open_connections_are_counted_by_address(steps: list[tuple[str, bool]]) -> None:
    limits = Limits(connections=6, connections_by_address=3)
    sockets, opened = ConnectionCounter(limits), dict.fromkeys("abc", 0)
    for address, enters in steps:
        if enters and sockets.enter(address) is None:
            opened[address] += 1
        elif not enters and opened[address]:
            sockets.leave(address)
            opened[address] -= 1
        assert sockets.total == sum(opened.values()) <= limits.connections
        assert max(opened.values()) <= limits.connections_by_address
        assert len(sockets) == sum(1 for count in opened.values() if count)


def test_limits_are_parsed_from_json() -> None:
    result = read_limits('{"logins_by_address": [5, 0.5], "connections": 7}')
    assert (result.logins_by_address, result.connections) == (Rate(5, 0.5), 7)
    assert result.joins_by_person == Limits().joins_by_person


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"connection": 1}',
        '{"connections": 0}',
        '{"keys": "1"}',
        '{"logins_by_address": [0, 1]}',
        '{"logins_by_address": [1, 0]}',
        '{"logins_by_address": 5}',
        '{"logins_by_address": [5]}',
    ],
)
def test_invalid_limits_are_a_one_line_error(text: str) -> None:
    with pytest.raises(OddtrickError, match="give limits as JSON") as caught:
        read_limits(text)
    assert "\n" not in str(caught.value)
