"""A start on a database that cannot be used fails with one clear line that names the file."""

from __future__ import annotations

import contextlib
import gc
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from itertools import takewhile
from pathlib import Path

import pytest

from oddtrick.cli import main
from oddtrick.server.store.engine import DATABASE_FILE
from tests.support.extent import part
from tests.support.run_program import PROGRAM
from tests.support.server.forkserver import shared_forkserver
from tests.support.server.new_database import new_database

FULL_AT = 16 * 1024
"""Bytes that a file may have on the full disk."""


def _execute(statement: str) -> Callable[[Path], None]:
    def change(file: Path) -> None:
        with contextlib.closing(sqlite3.connect(file)) as connection:
            connection.execute(statement)
            connection.commit()

    return change


def _damage(file: Path) -> None:
    file.write_bytes(b"no database at all" * 1000)


FAULTS: dict[str, tuple[Callable[[Path], None], str]] = {
    "damaged": (_damage, "not a database"),
    "version row gone": (_execute("DELETE FROM alembic_version"), "schema version is missing"),
    "version table gone": (_execute("DROP TABLE alembic_version"), "schema version is missing"),
    "table gone": (_execute("DROP TABLE settings"), "tables are missing (settings)"),
}


COMMAND = ["serve", "--no-browser", "--port", "0", "--data"]


def _start(folder: Path) -> tuple[int, str]:
    """Returns the exit status and the errors of a start."""
    process = shared_forkserver().start([*COMMAND, str(folder)], os.environ)
    with process.stdout, process.stderr:
        errors = process.stderr.read()
    return process.wait(60), errors


def _start_on_full_disk(folder: Path) -> tuple[int, str]:
    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (FULL_AT, FULL_AT))

    started = subprocess.run(
        [*PROGRAM, *COMMAND, folder],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=fill,  # no threads
    )
    return started.returncode, started.stderr


def _database(folder: Path) -> Path:
    new_database(folder).dispose()
    return folder / DATABASE_FILE


def _assert_clear(started: tuple[int, str], file: Path, why: str) -> None:
    status, errors = started
    assert status == 1
    (line,) = errors.splitlines()
    assert str(file) in line
    assert why in line


@pytest.mark.parametrize("fault", FAULTS)
def test_an_unusable_database_is_one_clear_line(tmp_path: Path, fault: str) -> None:
    change, why = FAULTS[fault]
    file = _database(tmp_path)
    change(file)
    _assert_clear(_start(tmp_path), file, why)


@pytest.mark.parametrize("is_new", part([True, False], 1))
def test_a_full_disk_is_one_clear_line(tmp_path: Path, *, is_new: bool) -> None:
    file = tmp_path / DATABASE_FILE if is_new else _database(tmp_path)
    _assert_clear(_start_on_full_disk(tmp_path), file, "the server")


def _empty(file: Path) -> None:
    file.write_bytes(b"")


def _drop_everything(file: Path) -> None:
    file.unlink()
    _execute("PRAGMA user_version = 1")(file)


LOSSES: dict[str, tuple[Callable[[Path], None], str]] = {
    "deleted": (Path.unlink, "the database is missing"),
    "emptied": (_empty, "the database is empty"),
    "without tables": (_drop_everything, "the database is empty"),
}


@pytest.mark.parametrize("loss", LOSSES)
def test_a_lost_database_is_not_replaced_by_a_new_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], loss: str
) -> None:
    """Neither by a start nor by ``oddtrick db``, unless the operator restores or gives it up."""
    change, why = LOSSES[loss]
    file, backup = tmp_path / DATABASE_FILE, str(tmp_path / "backup.jsonl")
    data = ["--data", str(tmp_path)]
    assert main(["db", "upgrade", *data]) == 0
    assert main(["db", "export", backup, *data]) == 0
    change(file)
    is_there = file.exists()
    started = _start(tmp_path)
    _assert_clear(started, file, why)
    marker = tmp_path / f"{DATABASE_FILE}.created"
    assert str(marker) in started[1]
    for act in (["check"], ["upgrade"], ["export", str(tmp_path / "other.jsonl")]):
        capsys.readouterr()
        assert main(["db", *act, *data]) == 1
        assert why in capsys.readouterr().err
    assert file.exists() == is_there
    assert main(["db", "import", backup, *data]) == 0
    assert main(["db", "check", *data]) == 0
    change(file)
    marker.unlink()
    assert main(["db", "upgrade", *data]) == 0


SEARCH = "oddtrick.bots.search"
NOT_NEEDED = {"numpy", "psycopg", "alembic", "sqlalchemy.dialects.postgresql", SEARCH}


def test_a_restart_on_sqlite_waits_for_no_module_that_play_does_not_need(tmp_path: Path) -> None:
    """The search is imported after the start."""
    _database(tmp_path)
    with subprocess.Popen(
        [sys.executable, "-X", "importtime", "-m", "oddtrick", *COMMAND, tmp_path],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        try:
            lines = iter(process.stderr)
            start = list(takewhile(lambda line: '"worker started"' not in line, lines))
            later = SEARCH in map(_imported, lines)
        finally:
            process.kill()
    imported = set(map(_imported, start))
    assert "oddtrick.server.app" in imported
    assert not imported & NOT_NEEDED
    assert later


def test_a_refused_start_turns_the_garbage_collector_on_again() -> None:
    """It is off while a server imports its modules."""
    with pytest.raises(SystemExit):
        sys.exit(main(["serve", "--port", "none"]))
    assert gc.isenabled()


def _imported(line: str) -> str:
    return line.rpartition("|")[2].strip()
