"""Bearer tokens: of bot accounts, and of one's own seat taken from another device.

A token is shown once and kept as a hash. One that is revoked stays in the table and opens nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, func, insert, select, update

from oddtrick.server.errors import ApiError
from oddtrick.server.people.principal import CredentialKind, PersonKind
from oddtrick.server.security.tokens import hash_token, is_person_id, new_person_id, new_token
from oddtrick.server.store.schema import people, tokens

if TYPE_CHECKING:
    from collections.abc import Sequence


class BotAccount(msgspec.Struct, frozen=True):
    """A bot that a program plays for.

    Args:
        id: ``p_…``, as a person's.
        name: as others see it.
        created: in milliseconds since 1970.
    """

    id: str
    name: str
    created: int


def bots_of(connection: Connection, owner: str) -> list[BotAccount]:
    """An account's bots, the oldest first."""
    rows = connection.execute(
        select(people.c.id, people.c.name, people.c.created)
        .where(people.c.owner == owner, people.c.kind == PersonKind.BOT)
        .order_by(people.c.created, people.c.id)
    )
    return [BotAccount(*row) for row in rows]


def add_bot(
    connection: Connection, owner: str, name: str, now: int, most: int
) -> tuple[BotAccount, str]:
    """Makes a bot account; returns it with its token, which nobody will see again.

    Raises:
        ApiError: 409, the account has as many bots as it may.
    """
    _lock(connection, owner)
    theirs = (people.c.owner == owner) & (people.c.kind == PersonKind.BOT)
    if (connection.scalar(select(func.count()).where(theirs)) or 0) >= most:
        raise ApiError(409, "bots", f"an account has at most {most} bots: take one away first")
    bot = BotAccount(new_person_id(), name, now)
    connection.execute(
        insert(people).values(
            id=bot.id, kind=PersonKind.BOT, name=name, owner=owner, created=now, changed=now
        )
    )
    return bot, _new_token(connection, CredentialKind.BOT, bot.id, None, now)


def replace_bot_token(connection: Connection, owner: str, bot_id: str, now: int) -> str:
    """A new token of a bot; the old one opens nothing from now on.

    Raises:
        ApiError: 404, the account has no such bot.
    """
    _lock(connection, owner)
    check_bot(connection, owner, bot_id)
    revoke_tokens(connection, [bot_id], now)
    return _new_token(connection, CredentialKind.BOT, bot_id, None, now)


def issue_seat_token(connection: Connection, person_id: str, table: str, now: int) -> str:
    """A token by which another device takes this person's seat, at this table only.

    There is one at a time: an earlier one is revoked. The person has a row already (see
    ``ensure_person``), and whether they sit at the table is for the caller to know.
    """
    _lock(connection, person_id)
    revoke_seat_token(connection, person_id, table, now)
    return _new_token(connection, CredentialKind.SEAT, person_id, table, now)


def revoke_seat_token(connection: Connection, person_id: str, table: str, now: int) -> None:
    """Revokes the token of a seat, when its person leaves the table."""
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
    """Revokes all the tokens of these persons and bots."""
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
    """One at a time for each person; SQLite has one writer anyway."""
    connection.execute(select(people.c.id).where(people.c.id == person_id).with_for_update())


def check_bot(connection: Connection, owner: str, bot_id: str) -> None:
    """Makes sure that a bot is the account's.

    Raises:
        ApiError: 404, the account has no such bot.
    """
    theirs = (people.c.id == bot_id) & (people.c.owner == owner) & (people.c.kind == PersonKind.BOT)
    if not is_person_id(bot_id) or not connection.scalar(select(people.c.id).where(theirs)):
        raise ApiError(404, "nowhere", "you have no bot of this id")
