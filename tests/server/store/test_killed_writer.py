"""Acknowledged entries survive the death of the writing process."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from oddtrick.server.store import schema
from oddtrick.server.store.engine import database_url, make_engine, reading
from oddtrick.server.store.tools.integrity_check import faults
from oddtrick.server.store.tools.migrate import upgrade
from tests.support.extent import times

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Engine

ROOT = Path(__file__).parents[3]
PATIENCE = 60

ENTRIES = times(15, whole=200)


def start(*args: str, stdin: int | None = None) -> subprocess.Popen[bytes]:
    """Starts an append process with its output in a pipe."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.support.server.append_process", *args],
        stdin=stdin,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )


def start_race(racers: Sequence[subprocess.Popen[bytes]]) -> None:
    """Starts the race once every process has read the logs."""
    for racer in racers:
        assert racer.stdout is not None
        assert racer.stdout.readline() == b"ready\n"
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write(b"\n")
        racer.stdin.close()


def output_lines(process: subprocess.Popen[bytes]) -> list[list[str]]:
    """Returns the complete lines written before the process ended."""
    assert process.stdout is not None
    with process.stdout as stream:
        data = stream.read()
    return [line.split() for line in data.decode().split("\n")[:-1]]


def stored_entries(engine: Engine) -> dict[tuple[str, int], str]:
    """Returns the contents of each entry."""
    e = schema.entries.c
    with reading(engine) as connection:
        found = connection.execute(select(e.table_id, e.seq, e.facts))
        return {(table, seq): facts for table, seq, facts in found}


def missing(engine: Engine, lines: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """Returns the acknowledged entries that are missing or different."""
    there = stored_entries(engine)
    return [
        line
        for line in lines
        if line[0] == "committed" and there.get((line[1], int(line[2]))) != f'["{line[3]}"]'
    ]


@pytest.mark.parametrize("kills", [times(1, whole=5), pytest.param(200, marks=pytest.mark.long)])
def test_no_acknowledged_entry_is_lost_when_its_process_is_killed(
    url: str, engine: Engine, kills: int
) -> None:
    rng, lines = Random(url[:8]), []
    for number in range(kills):
        process = start(url, f"w{number}", "--tables", str(rng.choice([1, 5, 60])))
        assert process.stdout is not None
        lines.append(process.stdout.readline().decode().split())
        killer = threading.Timer(rng.uniform(0, 0.3), process.kill)
        killer.start()
        lines += output_lines(process)
        process.wait(PATIENCE)
        assert process.returncode < 0, "the process exited by itself"
    assert len(lines) > 20 * kills
    assert missing(engine, lines) == []
    engine.dispose()
    assert [fault for fault in faults(engine, str) if "no row in tables" not in fault] == []


def test_racing_processes_append_each_sequence_number_once(
    postgres_url: str,
) -> None:
    engine = make_engine(database_url(postgres_url, Path()))
    upgrade(engine)
    options = ("--tables", "30", "--entries", str(ENTRIES), "--wait")
    racers = [start(postgres_url, name, *options, stdin=subprocess.PIPE) for name in ("ann", "bob")]
    start_race(racers)
    with ThreadPoolExecutor() as readers:
        lines = [line for all_of_one in readers.map(output_lines, racers) for line in all_of_one]
    assert [racer.wait(PATIENCE) for racer in racers] == [0, 0]
    assert len(lines) == 2 * 30 * ENTRIES
    outcomes = Counter(line[0] for line in lines)
    assert outcomes["conflict"] >= 30, "the processes did not conflict in every table"
    committed = {(table, int(seq)): nonce for was, table, seq, nonce in lines if was == "committed"}
    assert len(committed) == outcomes["committed"]
    assert stored_entries(engine) == {place: f'["{nonce}"]' for place, nonce in committed.items()}
    for table in {table for table, _ in committed}:
        seqs = sorted(seq for name, seq in committed if name == table)
        assert seqs == list(range(len(seqs)))
    engine.dispose()


def test_a_lost_entry_is_detected(url: str, engine: Engine) -> None:
    process = start(url, "w", "--tables", "3", "--entries", "5")
    lines = output_lines(process)
    assert process.wait(PATIENCE) == 0
    assert missing(engine, lines) == []
    with engine.begin() as connection:
        connection.execute(
            schema.entries.delete().where(
                schema.entries.c.table_id == "t1", schema.entries.c.seq == 3
            )
        )
    assert [line[1:3] for line in missing(engine, lines)] == [["t1", "3"]]
    assert "table t1: log runs from 0 to 4, but has 4 entries" in set(faults(engine, str))
