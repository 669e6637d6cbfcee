"""Closes open sockets whose credential was revoked, whichever worker revoked it."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import count

from oddtrick.server.access.authentication import former_guests, invalid_proofs
from oddtrick.server.rooms.table_service import TableService
from oddtrick.server.sockets.connection import NOT_ALLOWED, Connection, ConnectionClosed
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.telemetry.logs import log

INTERVAL_SECONDS = 1.0
GUEST_INTERVALS = 60
"""Intervals after which guests are checked: they are many, and nobody can revoke their cookies."""

MAX_CREDENTIALS = 500
"""Credentials checked in one query."""

SIGN_IN_AGAIN = "your session has expired: sign in again"


class Revalidator:
    """Checks the credentials of the open sockets of one worker again and again.

    Args:
        service: the tables, with the open sockets.
    """

    def __init__(self, service: TableService) -> None:
        self._service = service

    async def run(self) -> None:
        """Checks all open sockets until cancelled."""
        for number in count(1):
            await asyncio.sleep(INTERVAL_SECONDS)
            try:
                await self.check(with_guests=number % GUEST_INTERVALS == 0)
            except StoreUnavailable:
                continue  # an outage must not end sessions
            except Exception:  # noqa: BLE001  # the next check may succeed
                log.exception("unexpected error")

    async def check(self, *, with_guests: bool) -> None:
        """Ends the sockets whose credential no longer holds.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        by_proof = defaultdict[str, list[Connection]](list)
        by_guest = defaultdict[str, list[Connection]](list)
        for one in self._service.connections:
            principal = one.principal if isinstance(one, Connection) else None
            if not isinstance(one, Connection) or principal is None:
                continue
            if principal.proof:
                by_proof[principal.proof].append(one)
            elif with_guests:
                by_guest[principal.person_id].append(one)
        now = self._service.clock()
        await self._end(by_proof, partial(invalid_proofs, now=now))
        await self._end(by_guest, former_guests)

    async def _end(
        self,
        held: Mapping[str, Sequence[Connection]],
        find_invalid: Callable[..., set[str]],
    ) -> None:
        credentials = list(held)
        while credentials:
            part, credentials = credentials[:MAX_CREDENTIALS], credentials[MAX_CREDENTIALS:]
            invalid = await self._service.log.query(partial(find_invalid, credentials=part))
            for credential in invalid:
                for connection in held[credential]:
                    connection.end(ConnectionClosed(NOT_ALLOWED, SIGN_IN_AGAIN))
