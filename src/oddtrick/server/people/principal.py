"""Principals: authenticated persons, and the credential that proves who they are."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class PersonKind(StrEnum):
    """The kind of a person, as stored in the database."""

    GUEST = "guest"
    ACCOUNT = "account"
    BOT = "bot"
    GONE = "gone"


class CredentialKind(StrEnum):
    """The kind of credential that authenticated a principal."""

    GUEST = "guest"
    """A signed cookie."""
    SESSION = "session"
    """A login session."""
    BOT = "bot"
    """The token of a bot account."""
    SEAT = "seat"
    """A seat token, for another device at one table."""


class Principal(msgspec.Struct, frozen=True):
    """The authenticated person at the other end of a connection.

    Args:
        person_id: ``p_…``.
        kind: guest, account or bot.
        name: the name shown to others; cleaned, but plain text, never HTML.
        via: the credential.
        table: the only table that a seat token is valid for; None: any table.
        proof: the hash of the session id or token, for :func:`invalid_proofs`.
    """

    person_id: str
    kind: PersonKind
    name: str
    via: CredentialKind
    table: str | None = None
    proof: str | None = None

    def may_enter(self, table: str) -> bool:
        """Tells whether the credential is valid at a table; only seat tokens are restricted."""
        return self.table is None or self.table == table
