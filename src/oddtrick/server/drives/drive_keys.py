"""The keys of a drive: those that organisers hand out, and those of phones.

The keys of grants and of tables are computed from the installation's secret, so that they can be
printed again and are stored nowhere. The key of a phone is random and stored as a hash.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from functools import lru_cache

from oddtrick.drive.entry_list import find_entry
from oddtrick.drive.live.state import Actor, Device, LiveDrive
from oddtrick.server.errors import ApiError
from oddtrick.server.security.tokens import ALPHABET, CODE_LENGTH, hash_token, parse_code

TABLE_KEY_LENGTH = 8
"""40 bits: a thousand guesses per second at a drive of 40 tables find one in about ten months."""

PHONE = "phone"
"""The kind of the tokens of phones."""

VIEWER = Actor("viewer", "viewer")
"""Somebody without a key."""


def grant_key(secret: str, code: str, grant: int) -> str:
    """Returns the key of a grant: 12 characters, 60 bits.

    >>> len(grant_key("s" * 32, "k3f90pqr7xyz", 1))
    12
    """
    return _derived_key(secret, f"oddtrick drive {code}/{grant}", CODE_LENGTH)


@lru_cache(maxsize=4096)
def table_key(secret: str, code: str, table: int, replaced: int = 0) -> str:
    """Returns the key of a table: 8 characters, short enough to type.

    Args:
        secret: the installation's secret.
        code: the code of the drive.
        table: the number of the table.
        replaced: how often the key was replaced.

    >>> len(table_key("s" * 32, "k3f90pqr7xyz", 7))
    8
    """
    return _derived_key(secret, f"oddtrick drive {code}/table {table}/{replaced}", TABLE_KEY_LENGTH)


def season_key(secret: str, codes: Iterable[str]) -> str:
    """Returns the key of the table over some drives: 12 characters, 60 bits."""
    return _derived_key(secret, f"oddtrick season {' '.join(sorted(codes))}", CODE_LENGTH)


def _derived_key(secret: str, about: str, length: int) -> str:
    digest = hmac.new(secret.encode(), about.encode(), hashlib.sha256).digest()
    number = int.from_bytes(digest, "big")
    return "".join(ALPHABET[number >> 5 * at & 31] for at in range(length))


def show_key(key: str) -> str:
    """Returns a key as people read it.

    >>> show_key("k3f90pqr7xyz")
    'K3F9-0PQR-7XYZ'
    """
    return "-".join(key[at : at + 4] for at in range(0, len(key), 4)).upper()


def actor_of(live: LiveDrive, secret: str, key: str | None) -> Actor:
    """Returns the role that a key gives.

    Raises:
        ApiError: 401, the key is wrong or revoked, or another phone has taken this one's place.
    """
    if not key:
        return VIEWER
    device = live.devices.get(hash_token(key))
    if device is not None:
        return _phone(live, device)
    table = table_of_key(live, secret, key)
    if table is not None:
        return Actor("viewer", f"table {table}", table=table)
    typed = parse_code(key) or ""
    for grant in live.grants.values():
        right = grant_key(secret, live.code, grant.id)
        if hmac.compare_digest(right, typed) and not grant.revoked:
            if grant.role == "player":
                return Actor("viewer", grant.label, may_join=True)
            return Actor(grant.role, grant.label)
    raise ApiError(401, "drive-key", "this key is wrong or was revoked: ask for the link again")


def is_table_key(key: str) -> bool:
    """Tells whether a key has the form of a table's."""
    return parse_code(key, TABLE_KEY_LENGTH) is not None


def table_of_key(live: LiveDrive, secret: str, key: str) -> int | None:
    """Returns the table to which a key belongs; None if it belongs to none, or was replaced."""
    typed = parse_code(key, TABLE_KEY_LENGTH)
    if typed is None:
        return None
    for table in range(1, live.most_tables + 1):
        right = table_key(secret, live.code, table, live.table_keys.get(table, 0))
        if hmac.compare_digest(right, typed):
            return table
    return None


def _phone(live: LiveDrive, device: Device) -> Actor:
    if device.replaced:
        raise ApiError(401, "replaced", "another phone has taken over: join again to use this one")
    if device.entry is not None:
        entry = find_entry(live.drive.entries, device.entry)
        return Actor("captain", entry.name, player=entry.player, online=True)
    if device.player is None:
        return Actor("captain", f"table {device.table}", table=device.table)
    return Actor("captain", live.drive.players[device.player].name, player=device.player)
