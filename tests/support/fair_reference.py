"""A reference implementation of seals and draws, slow and built on SHA-256 alone."""

from __future__ import annotations

from hashlib import sha256

RANKS, SUITS = "23456789TJQKA", "CDHS"


def sealed(table: str, number: int, who: str, secret: str) -> str:
    return sha256(f"oddtrick/seal/1\n{table}\n{number}\n{who}\n{secret}".encode()).hexdigest()


def authenticated(key: bytes, text: bytes) -> bytes:
    """Returns the HMAC (RFC 2104) for a key no longer than a block."""
    block = key + bytes(64 - len(key))
    inner = bytes(byte ^ 0x36 for byte in block)
    outer = bytes(byte ^ 0x5C for byte in block)
    return sha256(outer + sha256(inner + text).digest()).digest()


def key(table: str, number: int, purpose: str, server: str, opened: dict[int, str]) -> bytes:
    text = f"oddtrick/draw/1\n{table}\n{number}\n{purpose}"
    for place in range(100):
        if place in opened:
            text += f"\n{place} {opened[place]}"
    return authenticated(bytes.fromhex(server), text.encode())


def order(cards: list[str], drawn: bytes) -> list[str]:
    """Returns the pack shuffled by Fisher–Yates from the bottom card up."""
    heap = list(cards)
    pack: list[str] = []
    stream = b"".join(
        authenticated(drawn, bytes([0, 0, block // 256, block % 256])) for block in range(300)
    )
    while heap:
        size = len(heap)
        if size > 1:
            while (word := int.from_bytes(stream[:4])) >= 2**32 // size * size:
                stream = stream[4:]
            stream = stream[4:]
        else:
            word = 0
        pack.insert(0, heap[word % size])
        heap[word % size] = heap[-1]
        heap.pop()
    return pack


def all_cards() -> list[str]:
    return [rank + suit for suit in SUITS for rank in RANKS]
