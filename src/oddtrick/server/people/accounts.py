"""Persons in the database: seated guests, accounts, and deleted persons."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, select, update
from sqlalchemy.exc import IntegrityError

from oddtrick.server.errors import ApiError
from oddtrick.server.people.api_tokens import revoke_tokens
from oddtrick.server.people.contacts import erase_contacts
from oddtrick.server.people.principal import PersonKind, Principal
from oddtrick.server.people.push_subscriptions import erase_subscriptions
from oddtrick.server.people.sessions import end_other_sessions
from oddtrick.server.store.engine import insert_if_absent
from oddtrick.server.store.schema import imported, people, players, ratings, seats

GONE = "gone"
"""The name of a deleted person."""


class Account(msgspec.Struct, frozen=True):
    """An account with its credentials.

    Args:
        id: ``p_…``.
        name: the name shown to others.
        login: the login name in lower case.
        password: the argon2 hash.
        recovery_code: the argon2 hash of the recovery code, if one has been made.
    """

    id: str
    name: str
    login: str
    password: str
    recovery_code: str | None


def ensure_person(connection: Connection, principal: Principal, now: int) -> None:
    """Inserts a person's row if there is none: guests get one when they first sit down."""
    row = _new_row(principal.person_id, PersonKind.GUEST, principal.name, now)
    connection.execute(insert_if_absent(connection, people), row)


def create_account(
    connection: Connection, person_id: str, account: tuple[str, str, str], now: int
) -> None:
    """Creates an account; a guest keeps the id, and with it all games.

    Args:
        connection: a connection in a transaction.
        person_id: the guest's id, or a new one.
        account: login, name and password hash.
        now: the current time (ms since 1970).

    Raises:
        ApiError: 409, the login is taken, or the person already has an account.
    """
    login, name, password = account
    values = {"kind": PersonKind.ACCOUNT, "login": login, "name": name, "password": password}
    try:
        connection.execute(
            insert_if_absent(connection, people), _new_row(person_id, PersonKind.GUEST, name, now)
        )
        made = connection.execute(
            update(people)
            .where(people.c.id == person_id, people.c.kind == PersonKind.GUEST)
            .values(**values, changed=now)
        )
    except IntegrityError:
        raise ApiError(409, "taken", "this login is taken: choose another") from None
    if not made.rowcount:
        raise ApiError(409, "registered", "you already have an account: log in")


def find_account_by_login(connection: Connection, login: str) -> Account | None:
    """Returns the account with a login."""
    return _account(connection, people.c.login == login)


def find_account_by_id(connection: Connection, person_id: str) -> Account | None:
    """Returns the account of a person."""
    return _account(connection, people.c.id == person_id)


def rename(connection: Connection, person_id: str, name: str, now: int) -> None:
    """Changes a person's name; finished matches keep the old one."""
    connection.execute(
        update(people).where(people.c.id == person_id).values(name=name, changed=now)
    )


def set_password(connection: Connection, account: Account, password: str, now: int) -> bool:
    """Replaces a password hash; returns False if it was changed since it was read."""
    changed = connection.execute(
        update(people)
        .where(people.c.id == account.id, people.c.password == account.password)
        .values(password=password, changed=now)
    )
    return bool(changed.rowcount)


def change_password(
    connection: Connection, account: Account, password: str, proof: str | None, now: int
) -> bool:
    """Replaces a password hash and ends all access with the old one but a session.

    The recovery code goes, too: somebody who knew the old password may have made it.

    Returns False, and changes nothing, if the password was changed since it was read.
    """
    changed = set_password(connection, account, password, now)
    if changed:
        connection.execute(
            update(people).where(people.c.id == account.id).values(recovery_code=None)
        )
        end_access(connection, account.id, proof, now)
    return changed


def set_recovery_code(connection: Connection, account: Account, code: str, now: int) -> bool:
    """Stores the hash of a recovery code; an earlier code is void.

    Returns False, and changes nothing, if the password was changed since it was read.
    """
    changed = connection.execute(
        update(people)
        .where(people.c.id == account.id, people.c.password == account.password)
        .values(recovery_code=code, changed=now)
    )
    return bool(changed.rowcount)


def recover(
    connection: Connection, account: Account, password: str, recovery_code: str, now: int
) -> bool:
    """Replaces password and recovery code by new hashes and ends all access with the old ones.

    Returns False, and changes nothing, if the code has been used or replaced since it was read.
    """
    changed = connection.execute(
        update(people)
        .where(people.c.id == account.id, people.c.recovery_code == account.recovery_code)
        .values(password=password, recovery_code=recovery_code, changed=now)
    )
    if changed.rowcount:
        end_access(connection, account.id, None, now)
    return bool(changed.rowcount)


def end_access(connection: Connection, person_id: str, proof: str | None, now: int) -> int:
    """Ends a person's sessions but one (None: all) and revokes their seat tokens.

    Returns:
        The number of sessions ended.
    """
    revoke_tokens(connection, [person_id], now)
    return end_other_sessions(connection, person_id, proof)


def delete_person(connection: Connection, person_id: str, now: int) -> None:
    """Deletes a person with all that is theirs alone: bots, sessions, ratings, meetings and more.

    Matches stay for the other players, with *gone* in place of the name.
    """
    owned = people.c.owner == person_id
    going = [person_id, *connection.scalars(select(people.c.id).where(owned))]
    credentials = dict.fromkeys(("login", "password", "recovery_code"))
    blank = {"kind": PersonKind.GONE, "name": GONE, **credentials, "changed": now}
    connection.execute(update(people).where(people.c.id.in_(going)).values(**blank))
    end_access(connection, person_id, None, now)
    revoke_tokens(connection, going, now)
    _leave_nothing(connection, going)


def _leave_nothing(connection: Connection, going: Sequence[str]) -> None:
    for table in (ratings, imported, seats):
        connection.execute(delete(table).where(table.c.person_id.in_(going)))
    erase_contacts(connection, going)
    erase_subscriptions(connection, going)
    connection.execute(update(players).where(players.c.person_id.in_(going)).values(name=GONE))


def _new_row(person_id: str, kind: PersonKind, name: str, now: int) -> dict[str, object]:
    return {"id": person_id, "kind": kind, "name": name, "created": now, "changed": now}


def _account(connection: Connection, where: ColumnElement[bool]) -> Account | None:
    row = connection.execute(
        select(
            *(people.c[name] for name in ("id", "name", "login", "password", "recovery_code"))
        ).where(where, people.c.kind == PersonKind.ACCOUNT)
    ).first()
    return Account(*row) if row else None
