"""Sends push messages to the browsers of a person, without blocking the event loop."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import TYPE_CHECKING, TypeVar

import msgspec

from oddtrick.errors import OddtrickError
from oddtrick.i18n.catalogue import DEFAULT_LANGUAGE
from oddtrick.server.people.push_subscriptions import unsubscribe
from oddtrick.server.push.push_client import PushClient, parse_endpoint
from oddtrick.server.store.secrets_file import read_secrets
from oddtrick.server.telemetry.logs import log

if TYPE_CHECKING:
    from collections.abc import Callable

    from oddtrick.server.people.push_subscriptions import Subscription
    from oddtrick.server.push.crypto import VapidKey
    from oddtrick.server.push.push_client import Endpoint
    from oddtrick.server.settings import Settings
    from oddtrick.server.store.event_log import EventLog

T = TypeVar("T")

THREADS = 2
"""Threads for keys and names, apart from all others of the server."""

TTL_SECONDS = 24 * 3600
"""Time for which a push service holds a message; a deserted table closes after that."""

PAUSE_SECONDS = 30.0
"""Time without messages to a push service that did not answer."""

GONE = (404, 410)
"""The statuses of a subscription that has ended (RFC 8030, 7.3)."""


class TurnMessage(msgspec.Struct, frozen=True, tag_field="type", tag="turn"):
    """The text of a push message, for the service worker of the page.

    Args:
        table: the code of the table.
        language: the language to show it in.
    """

    table: str
    language: str = DEFAULT_LANGUAGE


class PushService:
    """The push messages of one worker.

    Args:
        events: the database.
        settings: the settings of the server.
        clock: returns the time (ms).
    """

    def __init__(self, events: EventLog, settings: Settings, clock: Callable[[], int]) -> None:
        self.enabled = settings.sends_push
        self.accepts_local = settings.push == "local"
        self._contact = settings.push_contact
        self._secrets_file = settings.secrets_file
        self._log = events
        self._clock = clock
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="push")
        self._client = PushClient(self._threads)
        self._key: VapidKey | None = None
        self._paused: dict[str, float] = {}

    async def run_in_thread(self, work: Callable[[], T]) -> T:
        """Runs a function in a thread for push messages."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def key(self) -> VapidKey:
        """Returns the key pair of this installation.

        Raises:
            OddtrickError: the file of the secrets cannot be read.
        """
        if self._key is None:
            await self.run_in_thread(_import_cryptography)
            from oddtrick.server.push.crypto import VapidKey  # noqa: PLC0415  # as above

            secrets = await self.run_in_thread(lambda: read_secrets(self._secrets_file))
            self._key = VapidKey(secrets.push)
        return self._key

    async def send(self, subscription: Subscription, message: TurnMessage) -> None:
        """Sends a message to one browser; a failure is logged, not raised.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        try:
            endpoint = parse_endpoint(subscription.endpoint, local=self.accepts_local)
            status = await self._post(endpoint, subscription, message)
        except (OSError, OddtrickError) as error:
            log.warning("push message not delivered", reason=type(error).__name__)
            return
        if status in GONE:
            person, unwanted = subscription.person_id, subscription.id
            await self._log.write(lambda c: unsubscribe(c, person, unwanted))
        elif status is not None and status >= 400:
            log.warning("push message refused", service=endpoint.host, status=status)

    async def _post(
        self, endpoint: Endpoint, subscription: Subscription, message: TurnMessage
    ) -> int | None:
        """Sends one request; None if the push service is paused.

        Raises:
            OddtrickError: the host is not public, or answers with something else than HTTP.
            OSError: it can't be reached.
        """
        loop, key, now = asyncio.get_running_loop(), await self.key(), self._clock()
        if self._paused.get(endpoint.origin, 0.0) > loop.time():
            return None
        text = msgspec.json.encode(msgspec.structs.replace(message, language=subscription.language))
        body = await self.run_in_thread(lambda: _encrypt(text, subscription))
        contact = self._contact or subscription.origin
        headers = {
            "Authorization": key.authorization(endpoint.origin, contact, now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(TTL_SECONDS),
            "Topic": key.topic(f"turn {message.table}"),
            "Urgency": "high",
        }
        try:
            return await self._client.post(endpoint, headers, body)
        except (OSError, OddtrickError):
            self._pause(endpoint.origin, loop.time())
            raise

    def _pause(self, origin: str, now: float) -> None:
        """Stops messages to a service for a while, so that it cannot hold up those to others."""
        self._paused = {each: until for each, until in self._paused.items() if until > now}
        self._paused[origin] = now + PAUSE_SECONDS

    def close(self) -> None:
        """Stops the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _import_cryptography() -> None:
    """Imports the library at first use: it is seldom needed, and takes memory and time."""
    import_module("oddtrick.server.push.crypto")


def _encrypt(text: bytes, subscription: Subscription) -> bytes:
    from oddtrick.server.push.crypto import encrypt  # noqa: PLC0415  # seldom needed

    return encrypt(text, subscription.p256dh, subscription.auth)
