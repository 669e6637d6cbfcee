"""Guests: an id and a name in a signed cookie; no database row until they sit down."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from itsdangerous import BadData, URLSafeTimedSerializer

from oddtrick.server.security.cookies import MAX_COOKIE_AGE
from oddtrick.server.security.tokens import new_person_id

COOKIE = "oddtrick_guest"


class Guest(NamedTuple):
    """The contents of a guest cookie."""

    person_id: str
    name: str


def new_guest(name: str) -> Guest:
    """Creates a guest with a new id."""
    return Guest(new_person_id(), name)


class GuestCookieSigner:
    """Signs and verifies guest cookies.

    Args:
        secret: the installation's key; it allows forging any guest.
    """

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeTimedSerializer(
            secret, salt="oddtrick.guest", signer_kwargs={"digest_method": hashlib.sha256}
        )

    def sign(self, guest: Guest) -> str:
        """Returns the value of the cookie."""
        return str(self._serializer.dumps([guest.person_id, guest.name]))

    def read(self, value: str) -> Guest | None:
        """Returns the guest, or None if the signature is invalid or expired."""
        try:
            person_id, name = self._serializer.loads(value, max_age=MAX_COOKIE_AGE)
        except (BadData, ValueError, TypeError):
            return None
        return Guest(str(person_id), str(name))
