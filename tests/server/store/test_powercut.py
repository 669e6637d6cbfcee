"""Power cuts: acknowledged entries are on the disk and the database opens."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from oddtrick.server.store.engine import DATABASE_FILE
from tests.support.extent import times
from tests.support.server.new_database import new_database
from tests.support.server.power_cut import Disk, Operation, build, read_trace, watched

ACKNOWLEDGED = "acknowledged"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("powercut"))


def traced(library: Path, home: Path, synchronous: str, entries: int = 400) -> list[Operation]:
    """Traces the file operations of a process that appends to 25 tables."""
    start, folder, trace = home / "start", home / "folder", home / "trace"
    for there in (start, folder):
        new_database(there).dispose()
    (folder / DATABASE_FILE).write_bytes((start / DATABASE_FILE).read_bytes())
    appender = "tests.support.server.append_process"
    options = ("--tables", "25", "--entries", str(entries), "--synchronous", synchronous)
    acknowledge = ("--acknowledge", folder / ACKNOWLEDGED)
    database = f"sqlite:///{folder / DATABASE_FILE}"
    watched(library, folder, trace, appender, database, "w", *options, *acknowledge)
    return read_trace(trace)


def lost_or_broken(
    operations: Sequence[Operation], home: Path, cuts: int, rng: Random
) -> list[str]:
    """Returns the faults found after power cuts at random moments."""
    disk, acknowledged, found = Disk(home / "start"), bytearray(), []
    moments = set(rng.sample(range(len(operations)), cuts))
    acknowledging = {
        one.file
        for one in operations
        if one.kind == "o" and one.data.decode().endswith(f"/{ACKNOWLEDGED}")
    }
    for moment, operation in enumerate(operations):
        disk.does(operation)
        if operation.file in acknowledging and operation.kind == "w":
            acknowledged += operation.data
        if moment in moments:
            after = home / f"cut-{moment}"
            disk.cut(after, rng)
            wrong = _faults(after / DATABASE_FILE, bytes(acknowledged))
            found += [f"cut {moment}: {what}" for what in wrong]
    return found


def _faults(file: Path, acknowledged: bytes) -> list[str]:
    lines = [line.split() for line in acknowledged.decode().splitlines()]
    try:
        with closing(sqlite3.connect(file)) as connection:
            (whole,) = connection.execute("PRAGMA integrity_check").fetchone()
            found = connection.execute("SELECT table_id, seq, facts FROM entries").fetchall()
    except sqlite3.DatabaseError as error:
        return [str(error)]
    there = {(table, str(seq)): facts for table, seq, facts in found}
    lost = [line for line in lines if there.get((line[1], line[2])) != f'["{line[3]}"]']
    return ([] if whole == "ok" else [whole]) + [f"{' '.join(line)} is lost" for line in lost]


@pytest.mark.parametrize("cuts", [times(8, whole=30), pytest.param(1000, marks=pytest.mark.long)])
def test_a_power_cut_loses_no_acknowledged_entry(library: Path, tmp_path: Path, cuts: int) -> None:
    operations = traced(library, tmp_path, "FULL")
    assert len({one.file for one in operations if one.kind == "s"}) == 2, "no checkpoint was cut"
    assert lost_or_broken(operations, tmp_path, cuts, Random(cuts)) == []


@pytest.mark.parametrize("synchronous", ["NORMAL", "OFF"])
def test_a_database_with_weaker_sync_is_detected(
    library: Path, tmp_path: Path, synchronous: str
) -> None:
    operations = traced(library, tmp_path, synchronous, entries=40)
    found = lost_or_broken(operations, tmp_path, 10, Random(synchronous))
    assert any("is lost" in what for what in found)
