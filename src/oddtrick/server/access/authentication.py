"""Authenticates requests and sockets: by bearer token, session or guest cookie.

A visitor who opens a table needs no name before: they become a guest on the way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from litestar.connection import ASGIConnection
from sqlalchemy import select

from oddtrick.server.errors import ApiError
from oddtrick.server.people import guest_cookie
from oddtrick.server.people.authenticator import Authenticator, authenticator_of
from oddtrick.server.people.guest_cookie import COOKIE, Guest, new_guest
from oddtrick.server.people.principal import CredentialKind, PersonKind, Principal
from oddtrick.server.people.sessions import loaded_session
from oddtrick.server.security.cookies import MAX_COOKIE_AGE, make_cookie, read_cookie
from oddtrick.server.security.origin_check import has_bearer
from oddtrick.server.security.tokens import hash_token, hashes_equal
from oddtrick.server.security.trusted_proxies import client_address
from oddtrick.server.store.schema import people, sessions, tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

    from litestar import Response
    from sqlalchemy import Connection

    from oddtrick.server.request_body import AnyRequest


AnyConnection: TypeAlias = ASGIConnection[Any, Any, Any, Any]

NAME_FIRST = "choose a name first: POST /api/me"


async def find_principal(connection: AnyConnection) -> Principal | None:
    """Returns the principal of a request or socket; None if it is anonymous.

    A bearer token comes first, then a session, then a guest's cookie. An invalid token is an error,
    so that nobody plays on as somebody else without noticing.

    Raises:
        ApiError: 401, the token is invalid; 429, after too many of those.
    """
    authenticator = authenticator_of(connection)
    if has_bearer(connection.scope):
        return await _by_token(authenticator, connection)
    if session := loaded_session(connection):
        proof = hash_token(session.session_id)
        if found := await authenticator.read(_by_session, str(session.data.get("person")), proof):
            return found
    cookie = read_cookie(COOKIE, connection)
    guest = authenticator.signer.read(cookie) if cookie else None
    return await authenticator.read(_by_cookie, guest) if guest else None


async def require_principal(connection: AnyConnection) -> Principal:
    """Returns the principal of a request that must not be anonymous.

    Raises:
        ApiError: 401, the request is not authenticated; 429, after too many invalid tokens.
    """
    return named(await find_principal(connection))


def named(principal: Principal | None) -> Principal:
    """Returns a principal who is not anonymous.

    Raises:
        ApiError: 401, they are.
    """
    if principal is None:
        raise ApiError(401, "unauthenticated", NAME_FIRST)
    return principal


def invalid_proofs(connection: Connection, credentials: Sequence[str], now: int) -> set[str]:
    """Returns those hashes of tokens and sessions that are valid credentials no more.

    So after log-out, a change of password elsewhere, a revoked token, a deleted account.
    """
    token = (
        select(tokens.c.hash)
        .join(people, people.c.id == tokens.c.person_id)
        .where(
            tokens.c.hash.in_(credentials),
            tokens.c.revoked.is_(None),
            people.c.kind != PersonKind.GONE,
        )
    )
    session = select(sessions.c.id_hash).where(
        sessions.c.id_hash.in_(credentials), sessions.c.expires > now
    )
    return {*credentials}.difference(connection.scalars(token), connection.scalars(session))


def former_guests(connection: Connection, credentials: Sequence[str]) -> set[str]:
    """Returns the ids of guests that now belong to an account, or no longer to anybody.

    The cookie of a guest is no key to an account.
    """
    query = select(people.c.id).where(
        people.c.id.in_(credentials), people.c.kind != PersonKind.GUEST
    )
    return set(connection.scalars(query))


async def _by_token(authenticator: Authenticator, connection: AnyConnection) -> Principal:
    token = connection.headers.get("authorization", "")[len("bearer ") :].strip()
    found = await authenticator.read(_find_token, hash_token(token))
    if found is None:
        authenticator.limiter.take(guesses_by_address=client_address(connection.scope))
        raise ApiError(401, "token", "this token is wrong or was revoked")
    return found


def _find_token(connection: Connection, proof: str) -> Principal | None:
    row = connection.execute(
        select(tokens.c.hash, tokens.c.kind.label("via"), tokens.c.table_id, *_PERSON)
        .join(people, people.c.id == tokens.c.person_id)
        .where(tokens.c.hash == proof, tokens.c.revoked.is_(None), people.c.kind != PersonKind.GONE)
    ).first()
    if row is None or not hashes_equal(row.hash, proof):
        return None
    return Principal(
        row.id, PersonKind(row.kind), row.name, CredentialKind(row.via), row.table_id, proof
    )


def _by_session(connection: Connection, person_id: str, proof: str) -> Principal | None:
    row = connection.execute(select(*_PERSON).where(people.c.id == person_id)).first()
    if row is None or row.kind != PersonKind.ACCOUNT:
        return None
    return Principal(row.id, PersonKind.ACCOUNT, row.name, CredentialKind.SESSION, proof=proof)


def _by_cookie(connection: Connection, guest: Guest) -> Principal | None:
    """Returns a guest; None if the guest has an account by now, to which the cookie is no key."""
    row = connection.execute(select(*_PERSON).where(people.c.id == guest.person_id)).first()
    if row is not None and row.kind != PersonKind.GUEST:
        return None
    name = row.name if row is not None else guest.name
    return Principal(guest.person_id, PersonKind.GUEST, name, CredentialKind.GUEST)


_PERSON = (people.c.id, people.c.kind, people.c.name)


GUEST = "Guest"
"""The name of a guest who has not chosen one yet."""


async def find_table_opener(request: AnyRequest) -> Principal | None:
    """Returns the principal of a request that opens a table; None if it is anonymous.

    Raises:
        ApiError: 401, the token is invalid; 403, the token is for one seat only.
    """
    principal = await find_principal(request)
    if principal is not None and principal.table is not None:
        raise ApiError(403, "other-table", "this token is for a seat at another table")
    return principal


def make_guest(name: str = GUEST) -> Principal:
    """Returns a new guest."""
    guest = new_guest(name)
    return Principal(guest.person_id, PersonKind.GUEST, guest.name, CredentialKind.GUEST)


def keep_guest(request: AnyRequest, response: Response[Any], guest: Principal) -> None:
    """Sets the cookie of a new guest."""
    value = authenticator_of(request).signer.sign(Guest(guest.person_id, guest.name))
    response.cookies.append(make_cookie(guest_cookie.COOKIE, value, MAX_COOKIE_AGE, request.scope))
