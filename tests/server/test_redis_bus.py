"""The bus over Redis ends when it is told to, also in the moment in which Redis fails."""

from __future__ import annotations

import asyncio

from oddtrick.server.engine.redis_bus import RedisBus
from oddtrick.server.telemetry.counters import Counters
from tests.support.server.postgres_and_redis import free_port

STEPS = 150
"""Turns of the event loop: more than two refused connections take."""


async def test_a_cancellation_is_never_lost_among_the_errors_of_a_failing_redis() -> None:
    """Nobody listens at the port; the cancellation comes at every turn of the first failure."""
    url = f"redis://127.0.0.1:{free_port()}/0"
    for steps in range(STEPS):
        bus = RedisBus(url, "w1", Counters())
        running = asyncio.ensure_future(bus.run(lambda _: None))
        for _ in range(steps):
            await asyncio.sleep(0)
        running.cancel()
        await asyncio.wait({running}, timeout=5)
        assert running.cancelled(), f"it goes on after a cancellation at turn {steps}"
