"""Browsers that a person wants push messages in, and the turns that were announced.

A subscription made by an account ends with the login session that made it, so that no browser is
told of a person who has logged out there.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import msgspec
from msgspec.structs import asdict
from sqlalchemy import ColumnElement, Connection, and_, delete, exists, or_, select, update

from oddtrick.server.store.engine import insert_if_absent, upsert
from oddtrick.server.store.schema import announced_turns, push_subscriptions, sessions

MAX_SUBSCRIPTIONS = 5
"""Browsers per person; a new one replaces the oldest."""

KEPT_MS = 30 * 86_400_000
"""Time for which announced turns are stored; tables close long before."""


class Subscription(msgspec.Struct, frozen=True, kw_only=True):
    """A browser that a person wants messages in.

    Args:
        person_id: the person.
        session: the hash of the login session; None for a guest.
        endpoint: the address of the push service.
        p256dh: the browser's public key.
        auth: its authentication secret.
        language: the language of the messages.
        origin: the origin of the page.
    """

    person_id: str
    session: str | None
    endpoint: str
    p256dh: bytes
    auth: bytes
    language: str
    origin: str

    @property
    def id(self) -> str:
        """The hash of the endpoint: one for each browser, even if several people use it."""
        return subscription_id(self.endpoint)


def subscription_id(endpoint: str) -> str:
    """Returns the id of a subscription: the SHA-256 of its endpoint, in hexadecimal."""
    return sha256(endpoint.encode()).hexdigest()


def subscribe(connection: Connection, wanted: Subscription, now: int) -> None:
    """Stores a subscription in place of the browser's former one, even another person's."""
    row = asdict(wanted) | {
        "id": wanted.id,
        "p256dh": wanted.p256dh.hex(),
        "auth": wanted.auth.hex(),
        "created": now,
    }
    changed = [name for name in row if name != "id"]
    connection.execute(upsert(connection, push_subscriptions, changed), [row])
    s = push_subscriptions.c
    connection.execute(
        delete(push_subscriptions).where(s.person_id == wanted.person_id, ~_is_alive(now))
    )
    theirs = select(s.id).where(s.person_id == wanted.person_id)
    surplus = theirs.order_by((s.id == wanted.id).desc(), s.created.desc(), s.id)
    ending = list(connection.scalars(surplus.offset(MAX_SUBSCRIPTIONS)))
    connection.execute(delete(push_subscriptions).where(s.id.in_(ending)))


def subscriptions_of(connection: Connection, person: str, now: int) -> list[Subscription]:
    """Returns the subscriptions of a person whose sessions have not ended, the newest first."""
    s = push_subscriptions.c
    query = (
        select(s.person_id, s.session, s.endpoint, s.p256dh, s.auth, s.language, s.origin)
        .where(s.person_id == person, _is_alive(now))
        .order_by(s.created.desc(), s.id)
    )
    return [
        Subscription(
            person_id=row.person_id,
            session=row.session,
            endpoint=row.endpoint,
            p256dh=bytes.fromhex(row.p256dh),
            auth=bytes.fromhex(row.auth),
            language=row.language,
            origin=row.origin,
        )
        for row in connection.execute(query)
    ]


def unsubscribe(connection: Connection, person: str, subscription: str) -> None:
    """Deletes a subscription of a person; an unknown one changes nothing."""
    s = push_subscriptions.c
    connection.execute(
        delete(push_subscriptions).where(s.id == subscription, s.person_id == person)
    )


def erase_subscriptions(connection: Connection, going: Sequence[str]) -> None:
    """Deletes all subscriptions of persons."""
    connection.execute(delete(push_subscriptions).where(push_subscriptions.c.person_id.in_(going)))


def move_subscriptions(
    connection: Connection, person: str | None, before: str | None, session: str
) -> None:
    """Gives the subscriptions of a session, or of the guest who registers, to a new session."""
    s = push_subscriptions.c
    connection.execute(
        update(push_subscriptions)
        .where(s.person_id == person, or_(s.session.is_(None), s.session == before))
        .values(session=session)
    )


def end_subscriptions(connection: Connection, ending: ColumnElement[bool]) -> None:
    """Deletes the subscriptions of sessions that are about to be deleted.

    Args:
        connection: a connection in a transaction.
        ending: the condition that a row of ``sessions`` is one of them.
    """
    gone = push_subscriptions.c.session.in_(select(sessions.c.id_hash).where(ending))
    connection.execute(delete(push_subscriptions).where(gone))


def claim_turn(connection: Connection, table: str, turn: int, now: int) -> bool:
    """Claims the announcement of a turn; only one worker gets it, once.

    Args:
        connection: a connection in a transaction.
        table: the code of the table.
        turn: the entry of its log by which the turn began.
        now: the current time (ms since 1970).
    """
    a = announced_turns.c
    row = {"table_id": table, "turn": -1, "announced": now}
    connection.execute(insert_if_absent(connection, announced_turns), row)
    claimed = connection.execute(
        update(announced_turns)
        .where(a.table_id == table, a.turn < turn)
        .values(turn=turn, announced=now)
    )
    connection.execute(delete(announced_turns).where(a.announced <= now - KEPT_MS))
    return claimed.rowcount == 1


def _is_alive(now: int) -> ColumnElement[bool]:
    s = push_subscriptions.c
    session = select(sessions.c.id_hash).where(
        and_(sessions.c.id_hash == s.session, sessions.c.expires > now)
    )
    return or_(s.session.is_(None), exists(session))
