"""The keys by which push services know this server: VAPID, RFC 8292.

One key pair per installation, made at first use and stored with the other secrets of the server.
Import this module late, as ``encryption.py``.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from hashlib import sha256
from hmac import digest
from typing import TYPE_CHECKING

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from sqlalchemy import select

from oddtrick.server.push.encryption import CURVE, point_of
from oddtrick.server.store.append_sql import insert_if_absent
from oddtrick.server.store.schema import settings

if TYPE_CHECKING:
    from sqlalchemy import Connection

SETTING = "vapid"
VALID_SECONDS = 12 * 3600
"""The lifetime of a signature; services take 24 hours at most."""

TOPIC_LENGTH = 32
"""The longest topic (RFC 8030, 5.4)."""


class VapidKey:
    """The key pair of an installation.

    Args:
        stored: the private key as stored: 64 hexadecimal digits.
    """

    def __init__(self, stored: str) -> None:
        self._scalar = bytes.fromhex(stored)
        self._private = ec.derive_private_key(int(stored, 16), CURVE)
        self.public = encode(point_of(self._private.public_key()))

    def authorization(self, audience: str, subject: str, now: int) -> str:
        """Returns the header ``Authorization`` of a request.

        Args:
            audience: the origin of the push service.
            subject: an address of the operator, ``mailto:…`` or ``https://…``.
            now: the current time (ms since 1970).
        """
        head = encode(b'{"typ":"JWT","alg":"ES256"}')
        claims = {"aud": audience, "exp": now // 1000 + VALID_SECONDS, "sub": subject}
        signed = f"{head}.{encode(msgspec.json.encode(claims))}"
        r, s = decode_dss_signature(self._private.sign(signed.encode(), ec.ECDSA(SHA256())))
        signature = encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={signed}.{signature}, k={self.public}"

    def topic(self, subject: str) -> str:
        """Returns a topic that tells the push service nothing about its subject."""
        return encode(digest(self._scalar, subject.encode(), sha256))[:TOPIC_LENGTH]


def stored_key(connection: Connection) -> str:
    """Returns the private key of this installation; the first worker to ask makes it for all."""
    scalar = ec.generate_private_key(CURVE).private_numbers().private_value
    row = {"name": SETTING, "value": f"{scalar:064x}"}
    connection.execute(insert_if_absent(connection, settings), row)
    query = select(settings.c.value).where(settings.c.name == SETTING)
    return str(connection.scalar(query))


def encode(data: bytes) -> str:
    """Returns Base64 for URLs, without padding.

    >>> encode(b"whist")
    'd2hpc3Q'
    """
    return urlsafe_b64encode(data).rstrip(b"=").decode()
