"""Closes open sockets whose credential was revoked, whichever worker revoked it."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from oddtrick.server.access.authentication import valid_proofs
from oddtrick.server.people.principal import CredentialKind
from oddtrick.server.sockets.connection import NOT_ALLOWED, Connection, ConnectionClosed
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.telemetry.logs import log

if TYPE_CHECKING:
    from oddtrick.server.rooms.table_service import TableService

INTERVAL_SECONDS = 1.0
MAX_PROOFS = 500
"""Credentials checked in one query."""

SIGN_IN_AGAIN = "your session has expired: sign in again"


class Revalidator:
    """Checks the tokens and sessions of the open sockets of one worker again and again.

    Args:
        service: the tables, with the open sockets.
    """

    def __init__(self, service: TableService) -> None:
        self._service = service

    async def run(self) -> None:
        """Checks all open sockets once a second until cancelled."""
        while True:
            await asyncio.sleep(INTERVAL_SECONDS)
            try:
                await self.check()
            except StoreUnavailable:
                continue  # an outage must not end sessions
            except Exception:  # noqa: BLE001  # the next check may succeed
                log.exception("unexpected error")

    async def check(self) -> None:
        """Ends the sockets whose token or session no longer holds.

        Raises:
            StoreUnavailable: the database does not answer.
        """
        held: dict[str, list[Connection]] = {}
        for one in self._service.connections:
            principal = one.principal if isinstance(one, Connection) else None
            if isinstance(one, Connection) and principal is not None and principal.proof:
                assert principal.via is not CredentialKind.GUEST
                held.setdefault(principal.proof, []).append(one)
        proofs, now = list(held), self._service.clock()
        for start in range(0, len(proofs), MAX_PROOFS):
            part = proofs[start : start + MAX_PROOFS]
            valid = await self._service.log.query(partial(valid_proofs, proofs=part, now=now))
            for proof in set(part) - valid:
                for connection in held[proof]:
                    connection.end(ConnectionClosed(NOT_ALLOWED, SIGN_IN_AGAIN))
