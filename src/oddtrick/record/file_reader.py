"""Reads records from files: JSON or JSON lines; plain, gzip or Zstandard; ``-`` is stdin."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BufferedReader, RawIOBase
from pathlib import Path
from typing import IO, Any, Protocol

import zstandard

from oddtrick.errors import OddtrickError
from oddtrick.record.format import BOM, Record, decode_record

MAX_BYTES = 16 * 2**20
"""The maximum size of a record: more than ten thousand deals."""

MAX_BLANK_LINES = 1000

PACKED_BYTES = 1024
"""The chunk size for unpacking, in packed bytes."""


def read_records(path: str | Path) -> Iterator[tuple[str, Record]]:
    """Yields each record of a file with its place, such as ``many.jsonl line 3``.

    Names with ``.jsonl`` hold one object per line; ``.gz`` and ``.zst`` are unpacked.

    Raises:
        OddtrickError: the file cannot be read, or contains an invalid record.
    """
    name = str(path)
    found = 0
    try:
        with _opened(name) as stream:
            for place, data in _objects(name, stream):
                found += 1
                yield place, _decoded(place, data)
    except (OSError, EOFError, zlib.error, zstandard.ZstdError) as error:
        raise OddtrickError(f"{name}: {_why(error)}") from None
    if not found:
        raise OddtrickError(f"{name}: there is no record in it")


def _why(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return f"it cannot be unpacked: {' '.join(str(error).split())[:100]}"


@contextmanager
def _opened(name: str) -> Iterator[IO[bytes]]:
    if name == "-":
        yield sys.stdin.buffer
        return
    with Path(name).open("rb") as stream:
        if name.endswith(".gz"):
            yield BufferedReader(_Unpacked(stream, _gzip))
        elif name.endswith(".zst"):
            yield BufferedReader(_Unpacked(stream, _zstd))
        else:
            yield stream


class _Unpacker(Protocol):
    """The interface shared by zlib and zstandard: unpacks one member of a file in pieces."""

    @property
    def eof(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...

    def decompress(self, data: bytes, /) -> bytes: ...


def _gzip() -> _Unpacker:
    return zlib.decompressobj(wbits=31)


def _zstd() -> _Unpacker:
    unpacker: _Unpacker = zstandard.ZstdDecompressor(max_window_size=2**27).decompressobj()
    return unpacker


class _Unpacked(RawIOBase):
    """The content of a packed file: all members in order, each complete.

    Unpacks in small chunks, because a few bytes can expand to very many.
    """

    def __init__(self, packed: IO[bytes], new: Callable[[], _Unpacker]) -> None:
        super().__init__()
        self._packed = packed
        self._new = new
        self._member: _Unpacker | None = None
        self._left = b""
        self._ready = memoryview(b"")
        self._empty = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready and (data := self._left or self._packed.read(PACKED_BYTES)):
            self._ready = memoryview(self._unpack(data))
        if not self._ready and self._member is not None:
            raise EOFError("it ends too early")
        size = min(len(buffer), len(self._ready))
        buffer[:size] = self._ready[:size]
        self._ready = self._ready[size:]
        return size

    def _unpack(self, data: bytes) -> bytes:
        self._left = b""
        if self._member is None:
            data = data.lstrip(b"\0")
            if not data:
                return b""
            self._member = self._new()
        unpacked = self._member.decompress(data)
        if self._member.eof:
            self._left = self._member.unused_data
            self._member = None
            self._empty = 0 if unpacked else self._empty + 1
            if self._empty > MAX_BLANK_LINES:
                raise EOFError("there is nothing in its parts")
        return unpacked


def _objects(name: str, stream: IO[bytes]) -> Iterator[tuple[str, bytes]]:
    if ".jsonl" in Path(name).name:
        yield from _lines(name, stream)
        return
    data = stream.read(MAX_BYTES + 1)
    _check_size(name, data)
    if name != "-" or b"\n" not in data.strip():
        yield name, data
        return
    yield from _one_or_many(data)


def _one_or_many(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Splits standard input, which has no file name, into one object or one per line."""
    data = data.removeprefix(BOM)
    lines = [line for line in data.splitlines() if line.strip()]
    if all(line.lstrip().startswith(b"{") and line.rstrip().endswith(b"}") for line in lines):
        yield from ((f"- line {number}", line) for number, line in enumerate(lines, 1))
    else:
        yield "-", data


def _lines(name: str, stream: IO[bytes]) -> Iterator[tuple[str, bytes]]:
    blank, number = 0, 0
    while line := stream.readline(MAX_BYTES + 1):
        number += 1
        place = f"{name} line {number}"
        _check_size(place, line)
        if line.strip():
            yield place, line
            continue
        blank += 1
        if blank > MAX_BLANK_LINES:
            raise OddtrickError(f"{name}: more than {MAX_BLANK_LINES} lines are empty")


def _check_size(place: str, data: bytes) -> None:
    if len(data) > MAX_BYTES:
        raise OddtrickError(
            f"{place}: this is not a record: a record has at most {MAX_BYTES >> 20} MB"
        )


def _decoded(place: str, data: bytes) -> Record:
    try:
        return decode_record(data)
    except OddtrickError as error:
        raise OddtrickError(f"{place}: {error}") from None
