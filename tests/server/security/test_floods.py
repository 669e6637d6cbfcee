"""Flooding sockets are slowed and closed, and cost the server no more than their budget."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from oddtrick.server.limits import Limits, Rate
from oddtrick.server.people.guest_cookie import COOKIE, GuestCookieSigner, new_guest
from oddtrick.server.security.input_budget import (
    MAX_SLOWED_SECONDS,
    SLICE_BYTES,
    TOKEN_BYTES,
    InputBudget,
    cost_of,
)
from oddtrick.server.security.rate_limit import RateLimiter
from oddtrick.server.sockets.connection import TOO_MUCH, TRY_LATER
from oddtrick.server.sockets.table_socket import LIMIT_PAUSE_SECONDS
from tests.support.server.flooding_client import FLOODS, Flood
from tests.support.server.load_client import QUICK, SHORT, database, open_tables
from tests.support.server.server_process import ServerProcess
from tests.support.server.ws_client import SECRET

HOST = new_guest("Host")
RATE = Limits().frames_by_connection


@pytest.fixture(scope="module")
def flooded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerProcess, list[str]]]:
    """A server with its default limits, and the paths of its sockets."""
    folder = tmp_path_factory.mktemp("flood")
    (code,) = open_tables(database(folder), [(SHORT["whist"], QUICK, HOST)])
    server = ServerProcess(folder, environ={"ODDTRICK_SECRET": SECRET, "ODDTRICK_LIMITS": "{}"})
    server.start()
    try:
        yield server, ["/ws/lobby", f"/ws/tables/{code}"]
        assert server.stop() == 0
        assert not server.faults(), "".join(server.faults())
    finally:
        server.end()


async def test_every_flood_is_slowed_to_its_budget_and_then_closed(
    flooded: tuple[ServerProcess, list[str]],
) -> None:
    server, (lobby, table) = flooded
    cookie = GuestCookieSigner(SECRET).sign(HOST)
    kinds = [*FLOODS, "single bytes"]
    floods = [Flood(server.port, table, kind, cookie) for kind in kinds]
    floods += [Flood(server.port, lobby, kind) for kind in ("text pings", "control pings")]
    await asyncio.gather(*(flood.run() for flood in floods))
    for flood in floods:
        # The server counts its time from before the first frame, and the client to after the last.
        tokens = RATE.burst + flood.seconds / RATE.seconds
        most = tokens * TOKEN_BYTES + 2 * SLICE_BYTES
        # Single bytes arrive each on its own, and cost as much as a whole frame.
        size = TOKEN_BYTES if flood.kind == "single bytes" else flood.frame_bytes
        answers = len(flood.received) - 2  # one update tells of the arrival, and one frame closes
        assert answers * size <= most, (flood.kind, flood.path)
        assert flood.close_code == TOO_MUCH, (flood.kind, flood.path, flood.received[-1:])


async def test_reopening_a_table_in_a_loop_is_slowed(
    flooded: tuple[ServerProcess, list[str]],
) -> None:
    server, (_, table) = flooded
    url = f"ws://127.0.0.1:{server.port}{table}"
    origin = Origin(f"http://127.0.0.1:{server.port}")
    cookie = GuestCookieSigner(SECRET).sign(new_guest("Stranger"))
    headers = {"Cookie": f"{COOKIE}={cookie}"}
    burst, welcomed, limited = Limits().joins_by_person.burst, 0, 0
    while limited < 2:  # a slow machine is given further tokens meanwhile
        async with connect(url, origin=origin, additional_headers=headers) as socket:
            accepted = time.monotonic()
            await socket.send('{"type":"hello","protocol":1}')
            frame = json.loads(await socket.recv())
            if frame["type"] == "welcome":
                welcomed += 1
                assert welcomed < 10 * burst, "nothing limits them"
                continue
            limited += 1
            assert (frame["code"], frame["retry"]) == ("limit", True)
            assert time.monotonic() - accepted > LIMIT_PAUSE_SECONDS / 2, (
                "an answer at once invites the next attempt"
            )
            with pytest.raises(ConnectionClosed):
                await socket.recv()
            assert socket.close_code == TRY_LATER
    assert welcomed >= burst


class Clock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


SIZES = st.integers(1, 2 * SLICE_BYTES)


@given(st.lists(st.tuples(SIZES, st.sampled_from([0.0, 0.01, 0.3, 2.0])), max_size=80))
def test_data_is_handled_no_faster_than_each_rate_allows(steps: list[tuple[int, float]]) -> None:
    clock = Clock()
    limits = Limits(
        frames_by_connection=Rate(20, 0.1),
        frames_by_person=Rate(30, 0.05),
        frames_by_address=Rate(40, 0.02),
    )
    budget = InputBudget(RateLimiter(limits, clock), "1", "192.0.2.1", "ann")
    handled: list[tuple[float, int]] = []
    wait = 0.0
    for size, pause in steps:
        clock.now += max(pause, wait)
        wait = budget.charge(size)
        handled.append((clock.now, cost_of(size)))
    for rate in (limits.frames_by_connection, limits.frames_by_person, limits.frames_by_address):
        for first, (start, _) in enumerate(handled):
            tokens = 0
            for end, cost in handled[first:]:
                tokens += cost
                # The next data waits, so one piece may be handled on credit.
                most = rate.burst + 8 + cost_of(2 * SLICE_BYTES) + (end - start) / rate.seconds
                assert tokens <= most + 1e-6


def test_a_flood_is_closed_in_time_and_twice_the_rate_is_not() -> None:
    clock = Clock()
    limiter = RateLimiter(Limits(frames_by_connection=Rate(20, 0.1)), clock)
    flood = InputBudget(limiter, "flood", "192.0.2.1", None)
    while not flood.is_exceeded:
        clock.now += flood.charge(SLICE_BYTES)
        assert clock.now < 1000 + 3 * MAX_SLOWED_SECONDS
    brisk = InputBudget(limiter, "brisk", "192.0.2.1", None)
    for _ in range(2000):
        clock.now += 0.4
        clock.now += brisk.charge(SLICE_BYTES)
        assert not brisk.is_exceeded


def test_an_address_that_others_use_up_slows_a_client_and_does_not_close_it() -> None:
    clock = Clock()
    limiter = RateLimiter(Limits(frames_by_address=Rate(10, 0.5)), clock)
    budgets = [InputBudget(limiter, str(number), "192.0.2.1", None) for number in range(50)]
    waits = [budget.charge(1) for budget in budgets]
    assert max(waits) > MAX_SLOWED_SECONDS
    assert waits == sorted(waits), "in the order of their arrival"
    assert not any(budget.is_exceeded for budget in budgets)


@given(st.integers(0, 5000))
def test_whatever_arrives_costs_something(size: int) -> None:
    assert cost_of(size) == max(1, size // TOKEN_BYTES)
