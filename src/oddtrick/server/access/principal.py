"""Who is at the other end of a connection."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
from litestar.connection import ASGIConnection
from sqlalchemy import select

from oddtrick.server.access.authenticator import Porter, porter_of
from oddtrick.server.errors import Problem
from oddtrick.server.people.guest_cookie import COOKIE, Guest
from oddtrick.server.people.sessions import loaded_session
from oddtrick.server.security.cookies import read_cookie
from oddtrick.server.security.origin_check import has_bearer
from oddtrick.server.security.tokens import kept, same
from oddtrick.server.security.trusted_proxies import address_of
from oddtrick.server.store.schema import people, sessions, tokens

if TYPE_CHECKING:
    from sqlalchemy import Connection

AnyConnection: TypeAlias = ASGIConnection[Any, Any, Any, Any]


class Kind(StrEnum):
    """What a person is to us; the words are those of the database."""

    GUEST = "guest"
    ACCOUNT = "account"
    BOT = "bot"
    GONE = "gone"


class Via(StrEnum):
    """By what a visitor is known."""

    GUEST = "guest"
    """A signed cookie."""
    SESSION = "session"
    """A log-in."""
    BOT = "bot"
    """The token of a bot account."""
    SEAT = "seat"
    """The token of one's seat at one table, from another device."""


class Visitor(msgspec.Struct, frozen=True):
    """Who is at the other end.

    Args:
        person_id: ``p_…``.
        kind: guest, account or bot.
        name: as others see it: clean, but text, never HTML.
        via: by what they are known.
        table: with a seat's token the only table that it is for.
        proof: what is kept of the session or token, for :func:`still_holds`.
    """

    person_id: str
    kind: Kind
    name: str
    via: Via
    table: str | None = None
    proof: str | None = None

    def may_enter(self, table: str) -> bool:
        """Whether what they are known by is for this table; all but a seat's token are for any."""
        return self.table is None or self.table == table


async def visitor_of(connection: AnyConnection) -> Visitor | None:
    """Who is at the other end of a request or socket; None: nobody that we know.

    A bearer token comes first, then a session, then a guest's cookie. A token that does not hold is
    an error, so that nobody plays on as somebody else without noticing.

    Raises:
        Problem: 401, the token does not hold; 429, after too many such.
    """
    porter = porter_of(connection)
    if has_bearer(connection.scope):
        return await _by_token(porter, connection)
    if session := loaded_session(connection):
        proof = kept(session.session_id)
        if found := await porter.read(_by_session, str(session.data.get("person")), proof):
            return found
    cookie = read_cookie(COOKIE, connection)
    guest = porter.signer.read(cookie) if cookie else None
    return await porter.read(_by_cookie, guest) if guest else None


async def known(connection: AnyConnection) -> Visitor:
    """The same where somebody has to be known.

    Raises:
        Problem: 401, nobody is known, or the token does not hold; 429, after too many such.
    """
    visitor = await visitor_of(connection)
    if visitor is None:
        raise Problem(401, "nobody", "give yourself a name first: POST /api/me")
    return visitor


async def still_holds(porter: Porter, visitor: Visitor) -> bool:
    """Whether a visitor who came in some time ago would still be let in: for sockets, now and then.

    False after log-out, a change of password elsewhere, a revoked token, a deleted account.
    """
    return await porter.read(_holds, visitor, porter.clock())


async def _by_token(porter: Porter, connection: AnyConnection) -> Visitor:
    token = connection.headers.get("authorization", "")[len("bearer ") :].strip()
    found = await porter.read(_find_token, kept(token))
    if found is None:
        porter.limiter.take(guesses_by_address=address_of(connection.scope))
        raise Problem(401, "token", "this token does not hold: it is wrong, or was revoked")
    return found


def _find_token(connection: Connection, proof: str) -> Visitor | None:
    row = connection.execute(
        select(tokens.c.hash, tokens.c.kind.label("via"), tokens.c.table_id, *_PERSON)
        .join(people, people.c.id == tokens.c.person_id)
        .where(tokens.c.hash == proof, tokens.c.revoked.is_(None), people.c.kind != Kind.GONE)
    ).first()
    if row is None or not same(row.hash, proof):
        return None
    return Visitor(row.id, Kind(row.kind), row.name, Via(row.via), row.table_id, proof)


def _by_session(connection: Connection, person_id: str, proof: str) -> Visitor | None:
    row = connection.execute(select(*_PERSON).where(people.c.id == person_id)).first()
    if row is None or row.kind != Kind.ACCOUNT:
        return None
    return Visitor(row.id, Kind.ACCOUNT, row.name, Via.SESSION, proof=proof)


def _by_cookie(connection: Connection, guest: Guest) -> Visitor | None:
    """A cookie from before its guest got an account would be a second key to that account."""
    row = connection.execute(select(*_PERSON).where(people.c.id == guest.person_id)).first()
    if row is not None and row.kind != Kind.GUEST:
        return None
    name = row.name if row is not None else guest.name
    return Visitor(guest.person_id, Kind.GUEST, name, Via.GUEST)


def _holds(connection: Connection, visitor: Visitor, now: int) -> bool:
    match visitor.via:
        case Via.GUEST:
            return _by_cookie(connection, Guest(visitor.person_id, visitor.name)) is not None
        case Via.SESSION:
            held = (sessions.c.id_hash == visitor.proof) & (sessions.c.expires > now)
            return connection.execute(select(sessions.c.id_hash).where(held)).first() is not None
        case Via.BOT | Via.SEAT:
            return _find_token(connection, visitor.proof or "") is not None


_PERSON = (people.c.id, people.c.kind, people.c.name)
