"""People who have played a match together: whom one has met, and their invitations.

A meeting is written with the entry of the log that makes it (``rooms/listing_row.py``). Nobody
learns anything here about a person whom they have not met. A person who takes no invitations
looks the same to everybody: whether that is a setting or a mute is not shown.

There is one invitation per pair: a newer one replaces it. Declining leaves it in place as answered,
so that the same table is not offered again; the sender is not told.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    delete,
    exists,
    false,
    or_,
    select,
    true,
    update,
)
from sqlalchemy import func as sql

from oddtrick.server.errors import ApiError
from oddtrick.server.people.principal import PersonKind
from oddtrick.server.security.cookies import MAX_COOKIE_AGE
from oddtrick.server.security.tokens import new_code
from oddtrick.server.store.engine import insert_if_absent, upsert
from oddtrick.server.store.schema import (
    contact_settings,
    invitations,
    meetings,
    muted_inviters,
    people,
    seats,
    tables,
)

MEETING_MS = 90 * 86_400_000
"""Time after which a meeting is forgotten."""

HERE_MS = 45_000
"""Time for which a person counts as present after a request of one of their pages."""

SEEN_MS = 15_000
"""Presence is written at most this often per person."""

MAX_PEOPLE = 50
NOT_MET = "you have not played with this person lately"


class ContactSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Your permissions for the people you have played with.

    Args:
        invitations: they may invite you to their tables.
        presence: they see when one of your pages is open.
    """

    invitations: bool = True
    presence: bool = False


class MetPerson(msgspec.Struct, frozen=True, kw_only=True):
    """A person with whom somebody has played a match.

    Args:
        id: ``p_…``.
        name: the current name.
        met: the time of the last meeting (ms since 1970).
        table: the code of the table of that meeting.
        summary: that table's row in lists (JSON).
        here: the person is here now, and lets it be seen.
        takes_invitations: neither a setting nor a mute is in the way.
        muted: the person who asks has muted this one.
    """

    id: str
    name: str
    met: int
    table: str
    summary: str
    here: bool
    takes_invitations: bool
    muted: bool


def people_met(connection: Connection, person: str, now: int) -> list[MetPerson]:
    """Returns the people whom a person has met lately, the most recent first."""
    m, p, t, c = meetings.c, people.c, tables.c, contact_settings.c
    open_to_all = sql.coalesce(c.invitations, true())
    muted_by_them = _muted(m.other_id, m.person_id)
    seen = and_(sql.coalesce(c.presence, false()), c.seen > now - HERE_MS)
    query = (
        select(
            *(p.id, p.name, m.met, m.table_id, t.summary),
            and_(sql.coalesce(seen, false()), ~muted_by_them),
            and_(open_to_all, ~muted_by_them),
            _muted(m.person_id, m.other_id),
        )
        .join(people, p.id == m.other_id)
        .join(tables, t.id == m.table_id)
        .outerjoin(contact_settings, c.person_id == m.other_id)
        .where(m.person_id == person, m.met > now - MEETING_MS, is_alive(now))
        .order_by(m.met.desc(), m.other_id)
        .limit(MAX_PEOPLE)
    )
    found = connection.execute(query)
    return [
        MetPerson(
            id=row[0],
            name=row[1],
            met=row[2],
            table=row[3],
            summary=row[4],
            here=bool(row[5]),
            takes_invitations=bool(row[6]),
            muted=bool(row[7]),
        )
        for row in found
    ]


def have_met(connection: Connection, person: str, other: str, now: int) -> bool:
    """Tells whether a person has met another lately, who still exists."""
    m = meetings.c
    query = (
        select(m.met)
        .join(people, people.c.id == m.other_id)
        .where(m.person_id == person, m.other_id == other, m.met > now - MEETING_MS, is_alive(now))
    )
    return connection.execute(query).first() is not None


def has_met_anybody(connection: Connection, person: str, now: int) -> bool:
    """Tells whether a person has met anybody lately, so that an invitation may come."""
    m = meetings.c
    query = select(m.met).where(m.person_id == person, m.met > now - MEETING_MS).limit(1)
    return connection.execute(query).first() is not None


def is_alive(now: int) -> ColumnElement[bool]:
    """The condition that a row of ``people`` is an account, or a guest whose cookie is valid.

    A guest's cookie is signed at the latest when the row is made or the name is changed.
    """
    p = people.c
    is_guest = and_(p.kind == PersonKind.GUEST, p.changed > now - MAX_COOKIE_AGE * 1000)
    return or_(p.kind == PersonKind.ACCOUNT, is_guest)


def takes_invitations(connection: Connection, person: str, sender: str) -> bool:
    """Tells whether a person allows invitations, and those of this sender."""
    if not settings_of(connection, person).invitations:
        return False
    return not connection.scalar(select(_muted(person, sender)))


def settings_of(connection: Connection, person: str) -> ContactSettings:
    """Returns what a person allows."""
    c = contact_settings.c
    row = connection.execute(select(c.invitations, c.presence).where(c.person_id == person)).first()
    return ContactSettings(*row) if row else ContactSettings()


def set_settings(connection: Connection, person: str, wanted: ContactSettings, now: int) -> None:
    """Stores what a person allows."""
    row = {
        "person_id": person,
        "invitations": wanted.invitations,
        "presence": wanted.presence,
        "seen": now if wanted.presence else None,
    }
    put = upsert(connection, contact_settings, ("invitations", "presence", "seen"))
    connection.execute(put, [row])


def needs_sighting(connection: Connection, person: str, now: int) -> bool:
    """Tells whether a person's presence is shown and was written too long ago."""
    c = contact_settings.c
    query = select(c.person_id).where(
        c.person_id == person, c.presence, sql.coalesce(c.seen, 0) <= now - SEEN_MS
    )
    return connection.execute(query).first() is not None


def record_sighting(connection: Connection, person: str, now: int) -> None:
    """Notes that a person is here, if they let it be seen."""
    c = contact_settings.c
    connection.execute(
        update(contact_settings).where(c.person_id == person, c.presence).values(seen=now)
    )


def mute(connection: Connection, person: str, sender: str, now: int) -> None:
    """Stops the invitations of a sender, also those under way.

    Raises:
        ApiError: 404, they have not met.
    """
    if not have_met(connection, person, sender, now):
        raise ApiError(404, "not-met", NOT_MET)
    row = {"person_id": person, "sender_id": sender, "created": now}
    connection.execute(insert_if_absent(connection, muted_inviters), row)


def unmute(connection: Connection, person: str, sender: str) -> None:
    """Allows the invitations of a sender again."""
    m = muted_inviters.c
    connection.execute(delete(muted_inviters).where(m.person_id == person, m.sender_id == sender))


def erase_contacts(connection: Connection, going: Sequence[str]) -> None:
    """Deletes all that is known of persons here, in both directions."""
    pairs = (
        (meetings, meetings.c.other_id),
        (invitations, invitations.c.sender_id),
        (muted_inviters, muted_inviters.c.sender_id),
    )
    for table, other in pairs:
        connection.execute(delete(table).where(or_(table.c.person_id.in_(going), other.in_(going))))
    gone = contact_settings.c.person_id.in_(going)
    connection.execute(delete(contact_settings).where(gone))


def _muted(
    person: ColumnElement[str] | str, sender: ColumnElement[str] | str
) -> ColumnElement[bool]:
    m = muted_inviters.c
    return exists(select(m.created).where(m.person_id == person, m.sender_id == sender))


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
