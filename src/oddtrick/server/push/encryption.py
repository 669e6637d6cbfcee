"""Encryption of push messages: RFC 8291 over the content coding ``aes128gcm`` of RFC 8188.

Import this module late: ``cryptography`` takes memory that a server without subscriptions needs not
spend.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import (
        EllipticCurvePrivateKey,
        EllipticCurvePublicKey,
    )

CURVE = ec.SECP256R1()
SALT_BYTES = 16
RECORD_BYTES = 4096
"""The record size; a message is one record."""

MAX_TEXT_BYTES = RECORD_BYTES - 86 - 17
"""The longest text: push services take 4096 bytes, of which 86 are the header (RFC 8291, 4)."""

LAST_RECORD = b"\x02"
"""The delimiter after the text of the last record (RFC 8188, 2)."""


def point_of(key: EllipticCurvePublicKey) -> bytes:
    """Returns a public key as an uncompressed point, 65 bytes."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def receiver_key(point: bytes) -> EllipticCurvePublicKey:
    """Returns the public key of a subscription.

    Raises:
        OddtrickError: the bytes are no point of the curve.
    """
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    except ValueError:
        raise OddtrickError("p256dh: this is not a point of the curve P-256") from None


def encrypt(
    text: bytes,
    receiver: bytes,
    auth: bytes,
    *,
    sender: EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Encrypts a message for one subscription.

    Args:
        text: the message, at most :data:`MAX_TEXT_BYTES`.
        receiver: the public key of the subscription, ``p256dh``, as an uncompressed point.
        auth: its authentication secret.
        sender: the key of this message; None: a new one.
        salt: 16 bytes, never used before; None: random ones.

    Raises:
        OddtrickError: ``receiver`` is no point of the curve, or the text is too long.
    """
    if len(text) > MAX_TEXT_BYTES:
        raise OddtrickError(f"a push message has at most {MAX_TEXT_BYTES} bytes")
    sender = sender or ec.generate_private_key(CURVE)
    salt = salt or secrets.token_bytes(SALT_BYTES)
    own_point = point_of(sender.public_key())
    shared = sender.exchange(ec.ECDH(), receiver_key(receiver))
    key_material = _derive(shared, auth, b"WebPush: info\0" + receiver + own_point, 32)
    key = _derive(key_material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(key_material, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(own_point)]) + own_point
    return header + AESGCM(key).encrypt(nonce, text + LAST_RECORD, None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
