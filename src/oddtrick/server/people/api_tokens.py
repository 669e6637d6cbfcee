"""Bearer tokens of bot accounts, and of a person's seat for use on another device.

A token is shown once and stored as a hash. Revoked tokens stay in the table.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, func, insert, select, update

from oddtrick.server.errors import ApiError
from oddtrick.server.people.principal import CredentialKind, PersonKind
from oddtrick.server.security.tokens import hash_token, is_person_id, new_person_id, new_token
from oddtrick.server.store.schema import people, tokens


class BotAccount(msgspec.Struct, frozen=True):
    """A bot account, played by a program of its owner.

    Args:
        id: ``p_…``, like a person's.
        name: the name shown to others.
        created: the time of creation (ms since 1970).
    """

    id: str
    name: str
    created: int


def bots_of(connection: Connection, owner: str) -> list[BotAccount]:
    """Returns an account's bots, the oldest first."""
    rows = connection.execute(
        select(people.c.id, people.c.name, people.c.created)
        .where(people.c.owner == owner, people.c.kind == PersonKind.BOT)
        .order_by(people.c.created, people.c.id)
    )
    return [BotAccount(*row) for row in rows]


def add_bot(
    connection: Connection, owner: str, name: str, now: int, most: int
) -> tuple[BotAccount, str]:
    """Creates a bot account; returns it with its token, which is not stored.

    Raises:
        ApiError: 409, the account has the maximum number of bots.
    """
    _lock(connection, owner)
    theirs = (people.c.owner == owner) & (people.c.kind == PersonKind.BOT)
    if (connection.scalar(select(func.count()).where(theirs)) or 0) >= most:
        raise ApiError(409, "bots", f"an account has at most {most} bots: delete one first")
    bot = BotAccount(new_person_id(), name, now)
    connection.execute(
        insert(people).values(
            id=bot.id, kind=PersonKind.BOT, name=name, owner=owner, created=now, changed=now
        )
    )
    return bot, _new_token(connection, CredentialKind.BOT, bot.id, None, now)


def replace_bot_token(connection: Connection, owner: str, bot_id: str, now: int) -> str:
    """Issues a new token for a bot and revokes the old one.

    Raises:
        ApiError: 404, the account has no such bot.
    """
    _lock(connection, owner)
    check_bot(connection, owner, bot_id)
    revoke_tokens(connection, [bot_id], now)
    return _new_token(connection, CredentialKind.BOT, bot_id, None, now)


def issue_seat_token(connection: Connection, person_id: str, table: str, now: int) -> str:
    """Issues a token with which another device plays at a person's seat, at this table only.

    An earlier token is revoked. The caller has checked that the person sits at the table, and has
    called ``ensure_person``.
    """
    _lock(connection, person_id)
    revoke_seat_token(connection, person_id, table, now)
    return _new_token(connection, CredentialKind.SEAT, person_id, table, now)


def revoke_seat_token(connection: Connection, person_id: str, table: str, now: int) -> None:
    """Revokes the token of a person's seat at a table."""
    connection.execute(
        update(tokens)
        .where(
            tokens.c.person_id == person_id,
            tokens.c.table_id == table,
            tokens.c.revoked.is_(None),
        )
        .values(revoked=now)
    )


def revoke_tokens(connection: Connection, person_ids: Sequence[str], now: int) -> None:
    """Revokes all tokens of these persons and bots."""
    connection.execute(
        update(tokens)
        .where(tokens.c.person_id.in_(person_ids), tokens.c.revoked.is_(None))
        .values(revoked=now)
    )


def _new_token(
    connection: Connection, via: CredentialKind, person_id: str, table: str | None, now: int
) -> str:
    token = new_token(via)
    connection.execute(
        insert(tokens).values(
            hash=hash_token(token), kind=via, person_id=person_id, table_id=table, created=now
        )
    )
    return token


def _lock(connection: Connection, person_id: str) -> None:
    """Locks a person's row, so that changes to their tokens are serialised."""
    connection.execute(select(people.c.id).where(people.c.id == person_id).with_for_update())


def check_bot(connection: Connection, owner: str, bot_id: str) -> None:
    """Checks that a bot belongs to an account.

    Raises:
        ApiError: 404, the account has no such bot.
    """
    theirs = (people.c.id == bot_id) & (people.c.owner == owner) & (people.c.kind == PersonKind.BOT)
    if not is_person_id(bot_id) or not connection.scalar(select(people.c.id).where(theirs)):
        raise ApiError(404, "not-found", "you have no bot with this id")
