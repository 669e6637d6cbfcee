"""WebSocket framing (RFC 6455, section 5.2): message boundaries, short texts, outgoing texts."""

from __future__ import annotations

from math import inf

WHOLE_TEXT = 0x81
"""The first byte of a text that is not fragmented."""
FIN = 0x80
MASKED = 0x80
LENGTH_16, LENGTH_64 = 126, 127
"""Lengths that mean: the real one follows in two or eight bytes."""
MASK_BYTES = 4
MAX_HEADER_BYTES = 14
CONTROL_OPCODE = 8
"""Opcodes from here on are control frames, which may stand between the frames of a message."""

END_OF_HANDSHAKE = b"\r\n\r\n"

MAX_DIRECT_BYTES = 1024
"""Longer texts take the usual way: commands are short."""


class MessageBoundary:
    """Follows the framing in the bytes of a client, to know where a message starts."""

    __slots__ = ("_header", "_payload_left", "fragments", "in_handshake")

    def __init__(self) -> None:
        self.in_handshake = True
        self._header = b""
        self._payload_left = 0
        self.fragments = 0
        """The frames so far of a message that is not complete."""

    @property
    def is_at_start(self) -> bool:
        """True if the next byte starts a message."""
        return not (self.in_handshake or self._header or self._payload_left or self.fragments)

    def feed(
        self, data: bytes, start: int = 0, *, frames: float = inf, size: float = inf
    ) -> tuple[int, int]:
        """Moves on by some bytes.

        Args:
            data: the bytes; those before ``start`` are ignored.
            start: an index into ``data``.
            frames: stop before the header of a further frame.
            size: stop after this number of bytes.

        Returns:
            The index after the last byte passed, and the number of frames that began.
        """
        at = self._feed_handshake(data) if self.in_handshake else start
        end = min(len(data), start + size)
        begun = 0
        while at < end:
            if self._payload_left:
                taken = min(self._payload_left, int(end) - at)
                self._payload_left -= taken
                at += taken
                continue
            if not self._header:
                if begun >= frames:
                    break
                begun += 1
            at += self._feed_header(data[at : min(at + MAX_HEADER_BYTES, int(end))])
        return at, begun

    def _feed_handshake(self, data: bytes) -> int:
        """Looks for the end of the handshake; returns the index after it, or after the data."""
        joined = self._header + data
        end = joined.find(END_OF_HANDSHAKE)
        if end < 0:
            self._header = joined[1 - len(END_OF_HANDSHAKE) :]
            return len(data)
        before, self.in_handshake, self._header = len(self._header), False, b""
        return end + len(END_OF_HANDSHAKE) - before

    def _feed_header(self, data: bytes) -> int:
        """Reads a frame's header, or the next part of it; returns the bytes taken from ``data``."""
        header = self._header + data
        size = _header_size(header)
        if len(header) < size:
            self._header = header
            return len(data)
        taken = size - len(self._header)
        self._header = b""
        self._payload_left = _payload_size(header)
        if header[0] & 0x0F < CONTROL_OPCODE:
            self.fragments = 0 if header[0] & FIN else self.fragments + 1
        return taken


def _header_size(header: bytes) -> int:
    """Returns the length of a frame's header, as far as its first bytes tell."""
    if len(header) < 2:
        return 2
    length = header[1] & ~MASKED
    extended = {LENGTH_16: 2, LENGTH_64: 8}.get(length, 0)
    return 2 + extended + (MASK_BYTES if header[1] & MASKED else 0)


def _payload_size(header: bytes) -> int:
    length = header[1] & ~MASKED
    if length == LENGTH_16:
        return int.from_bytes(header[2:4], "big")
    return int.from_bytes(header[2:10], "big") if length == LENGTH_64 else length


def frame_of(text: bytes) -> bytes:
    """Frames a text; a server does not mask, so all clients get the same bytes."""
    size = len(text)
    if size < LENGTH_16:
        return bytes((WHOLE_TEXT, size)) + text
    if size < 65_536:
        return bytes((WHOLE_TEXT, LENGTH_16)) + size.to_bytes(2, "big") + text
    return bytes((WHOLE_TEXT, LENGTH_64)) + size.to_bytes(8, "big") + text


def whole_text(data: bytes) -> bytes | None:
    """Returns the text of data that is exactly one short, unfragmented frame; None otherwise."""
    if not 6 <= len(data) <= MAX_DIRECT_BYTES or data[0] != WHOLE_TEXT:
        return None
    size, begin = data[1] - MASKED, 6
    if size == LENGTH_16:
        size, begin = int.from_bytes(data[2:4], "big"), 8
    if len(data) != begin + size:
        return None
    return _unmask(data[begin:], data[begin - MASK_BYTES : begin])


def _unmask(payload: bytes, mask: bytes) -> bytes:
    """Takes the mask off a payload, as one XOR of two long integers."""
    size = len(payload)
    repeated = (mask * (size // MASK_BYTES + 1))[:size]
    return (int.from_bytes(payload, "big") ^ int.from_bytes(repeated, "big")).to_bytes(size, "big")
