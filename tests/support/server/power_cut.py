"""Simulated disks after a power cut, from file operations traced by ``power_cut.c``.

Synced data survives. Each later write may survive completely, in some of its sectors, or not at
all, because disks do not guarantee an order.
"""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from tests.support.server.postgres_and_redis import need

ROOT = Path(__file__).parents[3]
SOURCE = Path(__file__).with_name("power_cut.c")
SECTOR = 512
HEAD = struct.Struct("<iiqq")


class Operation(msgspec.Struct, frozen=True):
    """An operation on a file: ``kind`` is one of ``owtsu``, as in ``power_cut.c``."""

    kind: str
    file: int
    offset: int
    data: bytes


def build(folder: Path) -> Path:
    """Builds the preloaded library and returns its path."""
    if not sys.platform.startswith("linux"):
        pytest.skip("what is preloaded speaks to Linux")
    library = folder / "powercut.so"
    options = ("-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-pthread")
    command = [need("cc"), *options, "-o", str(library), str(SOURCE)]
    subprocess.run(command, check=True, timeout=60)
    return library


def watched(library: Path, folder: Path, trace: Path, *command: str | Path) -> str:
    """Runs a Python module with traced file operations; returns its output."""
    environ = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "src"),
        "LD_PRELOAD": str(library),
        "POWERCUT_FOLDER": f"{folder}/",
        "POWERCUT_TRACE": str(trace),
    }
    done = subprocess.run(
        [sys.executable, "-m", *command],
        env=environ,
        cwd=ROOT,
        check=False,
        timeout=120,
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def read_trace(trace: Path) -> list[Operation]:
    """Returns the operations in order."""
    data, at, operations = trace.read_bytes(), 0, []
    while at < len(data):
        kind, file, offset, length = HEAD.unpack_from(data, at)
        at += HEAD.size
        carried = length if chr(kind) in "ow" else 0
        operations.append(Operation(chr(kind), file, offset, data[at : at + carried]))
        at += carried
    return operations


class Disk:
    """The files of a folder: synced content, and operations since the last sync."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names: dict[int, str] = {}
        self._certain: dict[int, bytearray] = {}
        self._since: dict[int, list[Operation]] = {}

    def does(self, operation: Operation) -> None:
        """Applies the next operation."""
        file = operation.file
        match operation.kind:
            case "o":
                path = Path(operation.data.decode())
                self._names[file] = path.name
                start = self._folder / path.name
                there = start.read_bytes() if start.is_file() else b""
                self._certain.setdefault(file, bytearray(there))
                self._since.setdefault(file, [])
            case "s":
                for earlier in self._since[file]:
                    _apply(self._certain[file], earlier)
                self._since[file] = []
            case "u":
                raise AssertionError(f"{self._names[file]} was taken away: that is not modelled")
            case _:
                self._since[file].append(operation)

    def cut(self, into: Path, rng: Random) -> None:
        """Writes the files as a power cut at this point may leave them."""
        into.mkdir(exist_ok=True)
        fate = rng.choice(["nothing", "everything", "something"])
        for file, name in self._names.items():
            data = bytearray(self._certain[file])
            for operation in self._since[file]:
                if fate == "everything" or (fate == "something" and rng.random() < 0.6):
                    for part in _torn(operation, rng) if fate == "something" else [operation]:
                        _apply(data, part)
            (into / name).write_bytes(data)


def _torn(operation: Operation, rng: Random) -> Iterator[Operation]:
    """Yields the sectors of a write that survive."""
    if operation.kind != "w" or rng.random() < 0.7:
        yield operation
        return
    for at in range(0, len(operation.data), SECTOR):
        if rng.random() < 0.5:
            part = operation.data[at : at + SECTOR]
            yield Operation("w", operation.file, operation.offset + at, part)


def _apply(data: bytearray, operation: Operation) -> None:
    if operation.kind == "t":
        del data[operation.offset :]
        data.extend(bytes(operation.offset - len(data)))
        return
    end = operation.offset + len(operation.data)
    data.extend(bytes(max(0, end - len(data))))
    data[operation.offset : end] = operation.data
