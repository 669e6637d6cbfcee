"""Principals: authenticated persons, and the credential that proves who they are."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class PersonKind(StrEnum):
    """What a person is to us; the words are those of the database."""

    GUEST = "guest"
    ACCOUNT = "account"
    BOT = "bot"
    GONE = "gone"


class CredentialKind(StrEnum):
    """By what a principal is known."""

    GUEST = "guest"
    """A signed cookie."""
    SESSION = "session"
    """A log-in."""
    BOT = "bot"
    """The token of a bot account."""
    SEAT = "seat"
    """The token of one's seat at one table, from another device."""


class Principal(msgspec.Struct, frozen=True):
    """Who is at the other end.

    Args:
        person_id: ``p_…``.
        kind: guest, account or bot.
        name: as others see it: clean, but text, never HTML.
        via: by what they are known.
        table: with a seat's token the only table that it is for.
        proof: what is kept of the session or token, for :func:`is_still_valid`.
    """

    person_id: str
    kind: PersonKind
    name: str
    via: CredentialKind
    table: str | None = None
    proof: str | None = None

    def may_enter(self, table: str) -> bool:
        """Whether what they are known by is for this table; all but a seat's token are for any."""
        return self.table is None or self.table == table
