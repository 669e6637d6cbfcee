"""Records in files: one object, or one a line; plain, gzip or Zstandard; ``-`` is stdin."""

from __future__ import annotations

import gzip
import sys
import zlib
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

import zstandard

from oddtrick.errors import OddtrickError
from oddtrick.record.format import decode_record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oddtrick.record.format import Record

MAX_BYTES = 16 * 2**20
"""The longest record that is read: more than ten thousand deals."""

MAX_BLANK_LINES = 1000


def read_records(path: str | Path) -> Iterator[tuple[str, Record]]:
    """Every record of a file, with its place for messages (``game.json``, ``many.jsonl line 3``).

    Files whose name has ``.jsonl`` hold one object a line; ``.gz`` and ``.zst`` are unpacked.

    Raises:
        OddtrickError: the file cannot be read, or holds something that is not a record.
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
    elif name.endswith(".gz"):
        with gzip.open(name) as stream:
            yield stream  # type: ignore[misc]
    elif name.endswith(".zst"):
        with Path(name).open("rb") as packed:
            limited = zstandard.ZstdDecompressor(max_window_size=2**27)
            with limited.stream_reader(packed) as reader:
                yield _Lines(reader)  # type: ignore[misc]
    else:
        with Path(name).open("rb") as stream:
            yield stream


class _Lines:
    """Reads lines of limited length from a stream that can only read."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._rest = b""

    def read(self, size: int) -> bytes:
        while len(self._rest) < size and (more := self._stream.read(2**16)):
            self._rest += more
        data, self._rest = self._rest[:size], self._rest[size:]
        return data

    def readline(self, size: int) -> bytes:
        parts, length = [], 0
        while b"\n" not in self._rest and length + len(self._rest) < size:
            parts.append(self._rest)
            length += len(self._rest)
            self._rest = self._stream.read(2**16)
            if not self._rest:
                return b"".join(parts)
        end = self._rest.find(b"\n") + 1 or size - length
        parts.append(self._rest[:end])
        self._rest = self._rest[end:]
        return b"".join(parts)


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
    """Standard input has no name to tell whether it is one object or one a line."""
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
        raise OddtrickError(f"{place}: this is no record, one has at most {MAX_BYTES >> 20} MB")


def _decoded(place: str, data: bytes) -> Record:
    try:
        return decode_record(data)
    except OddtrickError as error:
        raise OddtrickError(f"{place}: {error}") from None
