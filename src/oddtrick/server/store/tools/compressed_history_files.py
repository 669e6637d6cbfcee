"""History files: plain, gzip or Zstandard by file name; ``-`` is standard input or output."""

from __future__ import annotations

import gzip
import sys
import zlib
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, BinaryIO

import zstandard

from oddtrick.atomic_file import atomic_file
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def history_in(name: str) -> Iterator[IO[bytes]]:
    """Opens a history file for reading, decompressed.

    Raises:
        OddtrickError: the file cannot be read.
    """
    try:
        if name == "-":
            yield sys.stdin.buffer
            return
        with Path(name).open("rb") as packed, BufferedReader(_unpacking(name, packed)) as stream:
            yield stream
    except (OSError, EOFError, zlib.error, zstandard.ZstdError) as error:
        raise OddtrickError(f"{name}: {_why(error)}") from None


@contextmanager
def history_out(name: str) -> Iterator[IO[bytes]]:
    """Opens a history file for writing, readable by its owner only.

    The file is written under a temporary name and renamed once it is complete on the disk.

    Raises:
        OddtrickError: the file cannot be written.
    """
    if name == "-":
        yield sys.stdout.buffer
        return
    try:
        with atomic_file(Path(name), private=True) as stream, _packing(name, stream) as packed:
            yield packed
    except OSError as error:
        raise OddtrickError(f"{name}: {_why(error)}") from None


def _unpacking(name: str, packed: BufferedReader) -> Any:
    if name.endswith(".gz"):
        return gzip.GzipFile(fileobj=packed)
    if name.endswith(".zst"):
        unpacker = zstandard.ZstdDecompressor(max_window_size=2**27)
        return unpacker.stream_reader(packed, read_across_frames=True)
    return packed.raw


@contextmanager
def _packing(name: str, stream: BinaryIO) -> Iterator[IO[bytes]]:
    packed: Any = stream
    if name.endswith(".gz"):
        packed = gzip.GzipFile("", "wb", fileobj=stream, mtime=0)
    elif name.endswith(".zst"):
        packed = zstandard.ZstdCompressor().stream_writer(stream, closefd=False)
    yield packed
    if packed is not stream:
        packed.close()


def _why(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return f"cannot decompress: {' '.join(str(error).split())[:100]}"
