"""A push service and a browser for tests: an HTTP server, and an own decryption by the RFCs."""

from __future__ import annotations

import hmac
import json
import secrets
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def encode(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """RFC 5869 for outputs of one block."""
    extracted = hmac.digest(salt, secret, "sha256")
    return hmac.digest(extracted, info + b"\x01", "sha256")[:length]


@dataclass(frozen=True)
class Browser:
    """The keys of a subscription, and the decryption that a browser does with them."""

    private: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    auth: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    @property
    def point(self) -> bytes:
        public = self.private.public_key()
        return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscription(self, endpoint: str, **more: object) -> dict[str, Any]:
        keys = {"p256dh": encode(self.point), "auth": encode(self.auth)}
        return {"endpoint": endpoint, "expirationTime": None, "keys": keys, **more}

    def decrypt(self, body: bytes) -> bytes:
        """Decrypts a message of one record (RFC 8188, 2; RFC 8291, 3)."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= size
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.private.exchange(ec.ECDH(), public)
        info = b"WebPush: info\x00" + self.point + sender
        material = _hkdf(self.auth, shared, info, 32)
        key = _hkdf(salt, material, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = _hkdf(salt, material, b"Content-Encoding: nonce\x00", 12)
        padded = AESGCM(key).decrypt(nonce, record, None)
        text = padded.rstrip(b"\x00")
        assert text.endswith(b"\x02"), "the last record ends with 2 and zeros"
        return text[:-1]


def verify_signature(authorization: str, key: str) -> dict[str, Any]:
    """Returns the claims of the header ``Authorization`` after checking its signature."""
    scheme, _, fields = authorization.partition(" ")
    assert scheme == "vapid"
    values = dict(part.strip().split("=", 1) for part in fields.split(","))
    assert values["k"] == key
    signed, _, signature = values["t"].rpartition(".")
    raw = decode(signature)
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(key))
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    public.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))
    head, claims = (json.loads(decode(part)) for part in signed.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    found: dict[str, Any] = claims
    return found


@dataclass(frozen=True)
class Delivery:
    """A request that arrived."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushDouble:
    """The state of the push service.

    Args:
        port: its port.
    """

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.deliveries: list[Delivery] = []
        self.statuses: dict[str, int] = {}
        """The answer at a path, if it is not 201."""
        self.hanging = threading.Event()
        """Set once a request to ``/hang`` has arrived."""
        self.released = threading.Event()
        """Requests to ``/hang`` are not answered before this is set."""

    def at(self, path: str) -> list[Delivery]:
        return [each for each in self.deliveries if each.path == path]


@contextmanager
def push_double() -> Iterator[PushDouble]:
    """Runs a push service on a port of its own."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            double.deliveries.append(Delivery(self.path, headers, body))
            if self.path == "/hang":
                double.hanging.set()
                double.released.wait()
            self.send_response(double.statuses.get(self.path, 201))
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        http.daemon_threads = True
        double = PushDouble(http.server_port)
        thread = threading.Thread(target=http.serve_forever, daemon=True)
        thread.start()
        try:
            yield double
        finally:
            double.released.set()
            http.shutdown()
            thread.join()


def subscription_id(endpoint: str) -> str:
    return sha256(endpoint.encode()).hexdigest()
