"""Hints over Redis."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from oddtrick.server.rooms.bus import Hint
from oddtrick.server.telemetry.logs import log

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.server.telemetry.counters import Counters

CHANNEL = "oddtrick:hints"
RETRY_SECONDS = 1.0
WAITING = 10_000
"""So many hints may wait to be sent; more are dropped, as any hint may be."""


class RedisBus:
    """Hints over Redis. While it is gone nothing is carried, and nothing else happens.

    Args:
        url: of the Redis.
        worker: this worker, whose own hints are not handed on.
        counts: where hints are counted.
    """

    def __init__(self, url: str, worker: str, counts: Counters) -> None:
        self._url = url
        self._worker = worker
        self._counts = counts
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue(WAITING)
        self._away = False

    def send(self, hint: Hint) -> None:
        """Queues the hint; drops it if too many wait."""
        try:
            self._waiting.put_nowait(msgspec.json.encode(hint))
        except asyncio.QueueFull:
            self._counts.hints_dropped += 1

    async def run(self, heard: Callable[[Hint], None]) -> None:
        """Sends and listens, and begins again whenever Redis went away."""
        while True:
            try:
                async with asyncio.TaskGroup() as both:
                    both.create_task(self._sending())
                    both.create_task(self._listening(heard))
            except* (RedisError, OSError, TimeoutError) as group:
                if not self._away:
                    first = group.exceptions[0]
                    log.warning("redis is away: the poll goes on without it", why=str(first)[:200])
                self._away = True
            await asyncio.sleep(RETRY_SECONDS)

    def _redis(self) -> Redis:
        return Redis.from_url(
            self._url, socket_connect_timeout=2, socket_timeout=5, health_check_interval=2
        )

    async def _sending(self) -> None:
        async with self._redis() as redis:
            while True:
                await redis.publish(CHANNEL, await self._waiting.get())
                self._counts.hints_sent += 1

    async def _listening(self, heard: Callable[[Hint], None]) -> None:
        async with self._redis() as redis, redis.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            if self._away:
                log.info("redis is back")
                self._away = False
            while True:
                message = await channel.get_message(ignore_subscribe_messages=True, timeout=1.0)
                if message is None:
                    continue
                with contextlib.suppress(msgspec.DecodeError):
                    hint = msgspec.json.decode(message["data"], type=Hint)
                    if hint.worker != self._worker:
                        self._counts.hints_heard += 1
                        heard(hint)
