"""Login sessions: the framework's server-side sessions, stored under a hash of their id.

A session exists from log-in to log-out only, and every log-in gets a new id. This prevents session
fixation: an id planted in a browser before the log-in is worthless after it.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import msgspec
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders
from litestar.middleware.session.server_side import (
    ServerSideSessionBackend,
    ServerSideSessionConfig,
)
from litestar.stores.base import Store
from sqlalchemy import ColumnElement, Connection, delete, insert, select, true, update

from oddtrick.server.errors import ApiError
from oddtrick.server.people.authenticator import Authenticator, authenticator_of
from oddtrick.server.people.push_subscriptions import end_subscriptions, move_subscriptions
from oddtrick.server.security.cookies import MAX_COOKIE_AGE, make_cookie, read_cookie
from oddtrick.server.security.tokens import hash_token
from oddtrick.server.store.schema import people, sessions

if TYPE_CHECKING:
    from litestar.types import Message, ScopeSession

COOKIE = "oddtrick_session"
MAX_AGE = 60 * 86_400
"""Seconds of inactivity after which a session ends."""

MAX_SESSIONS = 50
"""The maximum number of sessions per person; a new one replaces the one that expires first."""

LOADED = "oddtrick_session"
"""The key, in the state of a request's scope, of the session that the request brought."""


CHANGED = "oddtrick_session_changed"
"""The key of the new session id, or ``""`` once the session has ended."""


class LoadedSession(msgspec.Struct, frozen=True):
    """A session that a request brought.

    Args:
        session_id: the value of the cookie.
        data: the session's data.
    """

    session_id: str
    data: dict[str, Any]


class SessionStore(Store):
    """The framework's store over the table ``sessions``; ids are kept as hashes only.

    Args:
        authenticator: reads and writes the database.
    """

    def __init__(self, authenticator: Authenticator) -> None:
        self._porter = authenticator

    async def set(
        self, key: str, value: str | bytes, expires_in: int | timedelta | None = None
    ) -> None:
        """Stores a session, and deletes expired ones."""
        data = value.encode() if isinstance(value, str) else value
        now = self._porter.clock()
        await self._porter.write(_keep, hash_token(key), data, now, now + _ms(expires_in))

    async def get(self, key: str, renew_for: int | timedelta | None = None) -> bytes | None:
        """Returns a session's data; renews the session once half of its time has passed."""
        now = self._porter.clock()
        found = await self._porter.read(_find, hash_token(key), now)
        if found is None:
            return None
        data, expires = found
        if renew_for is not None and expires - now < _ms(renew_for) // 2:
            await self._porter.write(_prolong, hash_token(key), now + _ms(renew_for))
        return data

    async def delete(self, key: str) -> None:
        """Ends a session."""
        await self._porter.write(_end, hash_token(key))

    async def delete_all(self) -> None:
        """Ends all sessions."""
        await self._porter.write(_end_all)

    async def exists(self, key: str) -> bool:
        """Tells whether a session exists."""
        return await self.get(key) is not None

    async def expires_in(self, key: str) -> int | None:
        """Returns the seconds until a session expires, or None if there is none."""
        now = self._porter.clock()
        found = await self._porter.read(_find, hash_token(key), now)
        return (found[1] - now) // 1000 if found else None


class SessionBackend(ServerSideSessionBackend):
    """A stricter version of the framework's backend.

    It never adopts an id that the server did not issue. The framework writes a session while the
    response is being sent, too late to report that the database is unavailable. Sessions therefore
    begin and end only by :func:`begin_session` and :func:`end_session`.
    """

    async def load_from_connection(
        self, connection: ASGIConnection[Any, Any, Any, Any]
    ) -> dict[str, Any]:
        """Loads the session of the cookie; empty if there is none."""
        session_id = read_cookie(COOKIE, connection)
        if not session_id:
            return {}
        store = self.config.get_store_from_app(connection.app)
        raw = await self.get(session_id, store)
        if raw is None:
            return {}
        data = self.deserialize_data(raw)
        connection.scope["state"][LOADED] = LoadedSession(session_id, dict(data))
        return data

    def get_session_id(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        """Returns the id of the loaded session, or a new one."""
        loaded = loaded_session(connection)
        return loaded.session_id if loaded else self.generate_session_id()

    async def store_in_message(
        self,
        scope_session: ScopeSession,
        message: Message,
        connection: ASGIConnection[Any, Any, Any, Any],
    ) -> None:
        """Sets the cookie of a session that began or ended; the database is already up to date."""
        session_id: str | None = connection.scope["state"].get(CHANGED)
        if session_id is not None:
            max_age = MAX_COOKIE_AGE if session_id else 0
            cookie = make_cookie(COOKIE, session_id, max_age, connection.scope)
            MutableScopeHeaders.from_message(message).add("Set-Cookie", cookie.to_header(header=""))


class SessionConfig(ServerSideSessionConfig):
    """The framework's configuration with :class:`SessionBackend`."""

    _backend_class = SessionBackend


SESSIONS = SessionConfig(
    session_id_bytes=32, renew_on_access=True, key=COOKIE, max_age=MAX_AGE, store="sessions"
)
"""For ``Litestar(middleware=[SESSIONS.middleware], stores={"sessions": SessionStore(…)})``."""


async def begin_session(
    connection: ASGIConnection[Any, Any, Any, Any], person_id: str, password: str
) -> None:
    """Logs a person in with a new session id; ends the browser's previous session.

    Args:
        connection: the request.
        person_id: the id of the account.
        password: the stored hash of the password that the request has proved or set.

    Raises:
        ApiError: 401, the account has another password by now, or is deleted.
        StoreUnavailable: the database does not answer; nothing has changed.
    """
    authenticator, loaded = authenticator_of(connection), loaded_session(connection)
    session_id, now = secrets.token_urlsafe(32), authenticator.clock()
    data = {"person": person_id}
    # A change of the password ends the sessions that there are, not those that are about to be.
    begun = await authenticator.write(
        _keep_if_current,
        (person_id, password),
        hash_token(session_id),
        msgspec.json.encode(data),
        now,
        now + MAX_AGE * 1000,
        instead_of=hash_token(loaded.session_id) if loaded else None,
    )
    if not begun:
        raise ApiError(401, "login", "the password was changed a moment ago: log in again")
    connection.scope["state"] |= {LOADED: LoadedSession(session_id, data), CHANGED: session_id}


async def end_session(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """Ends the session of a request, if it has one.

    Raises:
        StoreUnavailable: the database does not answer; nothing has changed.
    """
    loaded = loaded_session(connection)
    if loaded:
        await authenticator_of(connection).write(_end, hash_token(loaded.session_id))
        connection.scope["state"] |= {LOADED: None, CHANGED: ""}


def end_other_sessions(connection: Connection, person_id: str, proof: str | None) -> int:
    """Ends a person's sessions except the one with this hash (None: all); returns the count."""
    theirs = sessions.c.person_id == person_id
    if proof is not None:
        theirs &= sessions.c.id_hash != proof
    end_subscriptions(connection, theirs)
    return connection.execute(delete(sessions).where(theirs)).rowcount


def loaded_session(connection: ASGIConnection[Any, Any, Any, Any]) -> LoadedSession | None:
    """Returns the session that a request or socket brought, or None."""
    loaded: LoadedSession | None = connection.scope["state"].get(LOADED)
    return loaded


def _ms(lasts: int | timedelta | None) -> int:
    seconds = lasts.total_seconds() if isinstance(lasts, timedelta) else lasts
    return int((MAX_AGE if seconds is None else seconds) * 1000)


def _keep_if_current(
    connection: Connection, proved: tuple[str, str], *session: Any, instead_of: str | None
) -> bool:
    person_id, password = proved
    current = connection.scalar(select(people.c.password).where(people.c.id == person_id))
    if current == password:
        _keep(connection, *session, instead_of=instead_of)
    return current == password


def _keep(
    connection: Connection,
    proof: str,
    data: bytes,
    now: int,
    expires: int,
    *,
    instead_of: str | None = None,
) -> None:
    person = _person(data)
    if person is not None:
        move_subscriptions(connection, person, instead_of, proof)
    _delete_where(connection, sessions.c.id_hash == instead_of)
    _delete_where(connection, sessions.c.expires <= now)
    theirs = select(sessions.c.id_hash).where(sessions.c.person_id == person)
    surplus = theirs.order_by(sessions.c.expires.desc(), sessions.c.id_hash).offset(
        MAX_SESSIONS - 1
    )
    ending = list(connection.scalars(surplus))
    _delete_where(connection, sessions.c.id_hash.in_(ending))
    connection.execute(
        insert(sessions).values(id_hash=proof, person_id=person, data=data, expires=expires)
    )


def _person(data: bytes) -> str | None:
    person = msgspec.json.decode(data, type=dict[str, Any]).get("person")
    return person if isinstance(person, str) else None


def _find(connection: Connection, proof: str, now: int) -> tuple[bytes, int] | None:
    row = connection.execute(
        select(sessions.c.data, sessions.c.expires).where(sessions.c.id_hash == proof)
    ).first()
    return (row.data, row.expires) if row and row.expires > now else None


def _prolong(connection: Connection, proof: str, expires: int) -> None:
    connection.execute(update(sessions).where(sessions.c.id_hash == proof).values(expires=expires))


def _end(connection: Connection, proof: str) -> None:
    _delete_where(connection, sessions.c.id_hash == proof)


def _end_all(connection: Connection) -> None:
    _delete_where(connection, true())


def _delete_where(connection: Connection, ending: ColumnElement[bool]) -> None:
    """Deletes sessions and the push subscriptions that they made."""
    end_subscriptions(connection, ending)
    connection.execute(delete(sessions).where(ending))
