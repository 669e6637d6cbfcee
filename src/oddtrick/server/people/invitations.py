"""Invitations to a table, from people one has played with.

There is one invitation per pair: a newer one replaces it. Declining leaves it in place as answered,
so that the same table is not offered again; the sender is not told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import and_, delete, select, update

from oddtrick.server.errors import ApiError
from oddtrick.server.people.contacts import (
    MEETING_MS,
    NOT_MET,
    has_met_anybody,
    have_met,
    is_alive,
    needs_sighting,
    settings_of,
    takes_invitations,
)
from oddtrick.server.security.tokens import new_code
from oddtrick.server.store.append_sql import upsert
from oddtrick.server.store.schema import (
    invitations,
    meetings,
    muted_inviters,
    people,
    seats,
    tables,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection

INVITATION_MS = 86_400_000
"""Time after which an invitation expires."""

TAKES_NONE = "this person takes no invitations"


class InvitationRow(msgspec.Struct, frozen=True):
    """An invitation that waits for an answer.

    Args:
        id: its id.
        sender: the person who sent it.
        name: the sender's name.
        table: the code of the table.
        summary: that table's row in lists (JSON).
        created: when it was sent (ms since 1970).
    """

    id: str
    sender: str
    name: str
    table: str
    summary: str
    created: int


class Inbox(msgspec.Struct, frozen=True):
    """The invitations that wait for a person.

    Args:
        rows: the invitations, the most recent first.
        may_come: whether more may come soon, or the person's presence is shown.
        unseen: the person's presence has to be written.
    """

    rows: list[InvitationRow]
    may_come: bool
    unseen: bool


def send_invitation(connection: Connection, sender: str, person: str, table: str, now: int) -> None:
    """Stores an invitation, unless this person has had one to this table from this sender.

    Raises:
        ApiError: 404, they have not met lately; 409, the person takes no invitations.
    """
    _forget_old(connection, now)
    if not have_met(connection, sender, person, now):
        raise ApiError(404, "not-met", NOT_MET)
    if not takes_invitations(connection, person, sender):
        raise ApiError(409, "no-invitations", TAKES_NONE)
    i = invitations.c
    earlier = connection.scalar(
        select(i.table_id).where(i.person_id == person, i.sender_id == sender)
    )
    if earlier == table:
        return
    row = {
        "person_id": person,
        "sender_id": sender,
        "id": new_code(),
        "table_id": table,
        "created": now,
        "answered": False,
    }
    put = upsert(connection, invitations, ("id", "table_id", "created", "answered"))
    connection.execute(put, [row])


def inbox_of(connection: Connection, person: str, stages: Collection[str], now: int) -> Inbox:
    """Returns what waits for a person.

    Args:
        connection: the database.
        person: the person's id.
        stages: the stages of a table at which one can still sit down.
        now: the current time (ms since 1970).
    """
    unseen = needs_sighting(connection, person, now)
    allowed = settings_of(connection, person)
    if not has_met_anybody(connection, person, now):
        return Inbox([], may_come=False, unseen=unseen)
    rows = _waiting(connection, person, stages, now) if allowed.invitations else []
    return Inbox(rows, may_come=allowed.invitations or allowed.presence, unseen=unseen)


def _waiting(
    connection: Connection, person: str, stages: Collection[str], now: int
) -> list[InvitationRow]:
    i, m, t, s = invitations.c, muted_inviters.c, tables.c, seats.c
    muted = and_(m.person_id == i.person_id, m.sender_id == i.sender_id)
    seated = and_(s.person_id == i.person_id, s.table_id == i.table_id, s.place.is_not(None))
    query = (
        select(i.id, i.sender_id, people.c.name, i.table_id, t.summary, i.created)
        .join(people, people.c.id == i.sender_id)
        .join(tables, t.id == i.table_id)
        .outerjoin(muted_inviters, muted)
        .outerjoin(seats, seated)
        .where(
            *(i.person_id == person, i.answered.is_(False), i.created > now - INVITATION_MS),
            *(m.created.is_(None), s.place.is_(None), t.stage.in_(stages), is_alive(now)),
        )
        .order_by(i.created.desc(), i.id)
    )
    return [InvitationRow(*row) for row in connection.execute(query)]


def find_invitation(connection: Connection, person: str, invitation: str) -> str | None:
    """Returns the code of the table of an invitation to this person."""
    i = invitations.c
    found: str | None = connection.scalar(
        select(i.table_id).where(i.person_id == person, i.id == invitation)
    )
    return found


def answer_invitation(connection: Connection, person: str, invitation: str) -> None:
    """Removes an invitation from the person's inbox; an unknown one changes nothing."""
    i = invitations.c
    connection.execute(
        update(invitations).where(i.person_id == person, i.id == invitation).values(answered=True)
    )


def _forget_old(connection: Connection, now: int) -> None:
    """Deletes invitations and meetings that have expired."""
    connection.execute(delete(invitations).where(invitations.c.created <= now - INVITATION_MS))
    connection.execute(delete(meetings).where(meetings.c.met <= now - MEETING_MS))
