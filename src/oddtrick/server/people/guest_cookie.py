"""Guests: an id and a name in a signed cookie, and nothing in the database until they sit down."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from itsdangerous import BadData, URLSafeTimedSerializer

from oddtrick.server.security.cookies import MAX_COOKIE_AGE
from oddtrick.server.security.tokens import new_person_id

COOKIE = "oddtrick_guest"


class Guest(NamedTuple):
    """Who a guest's cookie says it is."""

    person_id: str
    name: str


def new_guest(name: str) -> Guest:
    """Somebody who was never here."""
    return Guest(new_person_id(), name)


class GuestCookieSigner:
    """Signs guests' cookies and reads them again.

    Args:
        secret: of the installation; whoever has it can be any guest.
    """

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeTimedSerializer(
            secret, salt="oddtrick.guest", signer_kwargs={"digest_method": hashlib.sha256}
        )

    def sign(self, guest: Guest) -> str:
        """The value of the cookie."""
        return str(self._serializer.dumps([guest.person_id, guest.name]))

    def read(self, value: str) -> Guest | None:
        """The guest, or None if the cookie is not from us or too old."""
        try:
            person_id, name = self._serializer.loads(value, max_age=MAX_COOKIE_AGE)
        except (BadData, ValueError, TypeError):
            return None
        return Guest(str(person_id), str(name))
