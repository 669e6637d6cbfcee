"""Hints between workers over Redis publish/subscribe."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from oddtrick.server.engine.worker_bus import Hint
from oddtrick.server.telemetry.logs import log

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.server.telemetry.counters import Counters

CHANNEL = "oddtrick:hints"
RECONNECT_SECONDS = 1.0
MAX_QUEUED = 10_000
"""Hints that may wait to be sent; further ones are dropped."""


class RedisBus:
    """Hints over Redis. While Redis is unavailable no hints are carried; polling replaces them.

    Args:
        url: the URL of the Redis server.
        worker: the id of this worker, whose own hints are ignored.
        counts: the counters of this worker.
    """

    def __init__(self, url: str, worker: str, counts: Counters) -> None:
        self._url = url
        self._worker = worker
        self._counts = counts
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(MAX_QUEUED)
        self._is_down = False

    def send(self, hint: Hint) -> None:
        """Queues the hint, or drops it if the queue is full."""
        try:
            self._queue.put_nowait(msgspec.json.encode(hint))
        except asyncio.QueueFull:
            self._counts.hints_dropped += 1

    async def run(self, on_hint: Callable[[Hint], None]) -> None:
        """Sends and receives until cancelled, and reconnects after each failure."""
        while True:
            try:
                await self._carry(on_hint)
            except (RedisError, OSError, TimeoutError) as error:
                if not self._is_down:
                    log.warning("redis unavailable, polling instead", reason=str(error)[:200])
                self._is_down = True
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _carry(self, on_hint: Callable[[Hint], None]) -> None:
        """Sends and receives until either fails, and raises its error.

        A task group would raise the errors of Redis rather than a cancellation that comes in the
        same moment, and the worker would never stop.
        """
        tasks = [asyncio.ensure_future(work) for work in (self._publish(), self._receive(on_hint))]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()

    def _connect(self) -> Redis:
        return Redis.from_url(
            self._url, socket_connect_timeout=2, socket_timeout=5, health_check_interval=2
        )

    async def _publish(self) -> None:
        async with self._connect() as redis:
            while True:
                await redis.publish(CHANNEL, await self._queue.get())
                self._counts.hints_sent += 1

    async def _receive(self, on_hint: Callable[[Hint], None]) -> None:
        async with self._connect() as redis, redis.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            if self._is_down:
                log.info("redis available again")
                self._is_down = False
            while True:
                message = await channel.get_message(ignore_subscribe_messages=True, timeout=1.0)
                if message is None:
                    continue
                # Anybody with access to Redis may publish on this channel.
                with contextlib.suppress(msgspec.DecodeError):
                    hint = msgspec.json.decode(message["data"], type=Hint)
                    if hint.worker != self._worker:
                        self._counts.hints_received += 1
                        on_hint(hint)
