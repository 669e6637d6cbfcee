"""``oddtrick db`` as an operator runs it, and the faults its check finds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import Engine, insert, text

from oddtrick.cli import main
from oddtrick.server.store import schema
from oddtrick.server.store.engine import (
    DATABASE_FILE,
    database_url,
    make_engine,
    sole_writer,
    writing,
)
from oddtrick.server.store.tools.integrity_check import faults
from oddtrick.server.store.tools.migrate import head
from oddtrick.tables import decode_facts
from tests.support.extent import part
from tests.support.server.new_database import new_database
from tests.support.server.sample_rows import NOW

ROOT = Path(__file__).parents[3]


def db(*args: str | Path, stdin: str = "", **environ: str) -> subprocess.CompletedProcess[str]:
    """Runs ``oddtrick db …`` and returns the completed process."""
    return subprocess.run(
        [sys.executable, "-m", "oddtrick", "db", *args],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), **environ},
    )


def error_line(capsys: pytest.CaptureFixture[str], *args: str | Path, status: int = 1) -> str:
    """Runs the command in this process and returns its one-line error."""
    assert main(["db", *map(str, args)]) == status
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err


def run_db(*args: str | Path, **environ: str) -> str:
    """Runs the command successfully and returns its output."""
    done = db(*args, **environ)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def _log(engine: Engine, table: str = "oak", seqs: tuple[int, ...] = (0, 1, 2)) -> None:
    with writing(engine) as connection:
        row = {"game": "whist", "stage": "playing", "public": True, "rated": False}
        when = {"created": NOW, "changed": NOW, "summary": "{}"}
        connection.execute(insert(schema.tables), {"id": table, **row, **when})
        entries = [
            {"table_id": table, "seq": seq, "at": NOW, "by": "server", "facts": "[]"}
            for seq in seqs
        ]
        connection.execute(insert(schema.entries), entries)


@pytest.mark.whole(
    held_by="tests/server/store/test_history_export_import.py::test_sqlite_to_postgresql_and_back_loses_nothing"
)
def test_history_is_exported_and_imported_through_a_pipe(
    tmp_path: Path,
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    assert (
        run_db("upgrade", "--data", here)
        == f"{here / DATABASE_FILE}: upgraded to schema version {head()}\n"
    )
    engine = make_engine(database_url(None, here))
    _log(engine)
    engine.dispose()
    out = db("export", "-", "--data", here)
    assert (out.returncode, out.stderr) == (0, f"{here / DATABASE_FILE}: 4 rows written\n")
    back = db("import", "-", "--data", there, stdin=out.stdout)
    assert (back.returncode, back.stderr) == (0, f"{there / DATABASE_FILE}: 4 rows read\n")
    assert run_db("check", "--data", there) == f"{there / DATABASE_FILE}: no faults found\n"


def test_command_line_options_override_environment_variables(
    tmp_path: Path,
    postgres_url: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def output_of(*args: str | Path) -> str:
        assert main(["db", *map(str, args)]) == 0
        return "".join(capsys.readouterr())

    monkeypatch.setenv("DATABASE_URL", postgres_url)
    here = f"{tmp_path / DATABASE_FILE}"
    assert (
        output_of("upgrade", "--data", tmp_path) == f"{here}: upgraded to schema version {head()}\n"
    )
    assert (
        output_of("upgrade", "--data", tmp_path) == f"{here}: already at schema version {head()}\n"
    )
    engine = make_engine(database_url(None, tmp_path))
    _log(engine)
    engine.dispose()
    first, second = tmp_path / "first.jsonl.zst", tmp_path / "second.jsonl.zst"
    assert output_of("export", first, "--data", tmp_path) == f"{here}: 4 rows written\n"
    assert output_of("import", first) == f"{postgres_url}: 4 rows read\n"
    assert output_of("check") == f"{postgres_url}: no faults found\n"
    monkeypatch.setenv("DATABASE_URL", "postgresql://nobody@127.0.0.1:9/none")
    assert output_of("export", second, "--database", postgres_url) == (
        f"{postgres_url}: 4 rows written\n"
    )
    assert second.read_bytes() == first.read_bytes()


def test_a_failed_command_prints_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["db", "upgrade", "--data", str(tmp_path)]) == 0
    capsys.readouterr()
    (tmp_path / "bad.jsonl").write_text("{}\n")
    (tmp_path / "sub").mkdir()
    engine = make_engine(database_url(None, tmp_path))
    gone = "postgresql://ann:secret@127.0.0.1:9/cards"
    with sole_writer(engine):
        error_responses = {
            "no such database; create it with oddtrick db upgrade": ("check", "--data", "none"),
            "not a history": ("import", tmp_path / "bad.jsonl", "--data", tmp_path / "sub"),
            "no such file": ("import", tmp_path / "none.jsonl", "--data", tmp_path),
            "stop that process": ("upgrade", "--data", tmp_path),
            "connection failed": ("upgrade", "--database", gone),
        }
        wrong_usage = {
            "--data or --database, not both": ("check", "--data", "x", "--database", gone),
            "a URL that begins with": ("check", "--database", "mysql://db"),
        }
        for told_so, args in (error_responses | wrong_usage).items():
            line = error_line(capsys, *args, status=2 if told_so in wrong_usage else 1)
            assert told_so in line
            assert "secret" not in line
    engine.dispose()


def test_each_fault_is_one_line_and_the_exit_status_is_1(tmp_path: Path) -> None:
    engine = new_database(tmp_path)
    _log(engine, seqs=(0, 2))
    engine.dispose()
    done = db("check", "--data", tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == "table oak: log runs from 0 to 2, but has 2 entries\n"


def test_a_complete_log_has_no_faults(engine: Engine) -> None:
    _log(engine)
    _log(engine, "elm", (0,))
    assert list(faults(engine, decode_facts)) == []


@pytest.mark.parametrize(
    ("damage", "fault"),
    part(
        [
            (
                "DELETE FROM entries WHERE seq = 0",
                "table oak: log runs from 1 to 2, but has 2 entries",
            ),
            (
                'UPDATE entries SET facts = \'[{"type": "nonsense"}]\' WHERE seq = 1',
                "table oak: entry 1 is invalid: Invalid value 'nonsense' - at `$[0].type`",
            ),
            (
                "UPDATE entries SET facts = '[' WHERE seq = 2",
                "table oak: entry 2 is invalid: Input data was truncated",
            ),
            ("DELETE FROM tables", "table oak: has a log but no row in tables"),
            ("DELETE FROM entries", "table oak: has a row in tables but no log"),
            ("DROP INDEX ix_wakes_due", None),
        ],
        3,
    ),
)
def test_each_kind_of_damage_is_detected(engine: Engine, damage: str, fault: str | None) -> None:
    _log(engine)
    with writing(engine) as connection:
        connection.execute(text(damage))
    (found,) = faults(engine, decode_facts)
    assert found == fault or (fault is None and found.startswith("schema differs: "))


def test_a_corrupt_page_is_detected(tmp_path: Path) -> None:
    engine = new_database(tmp_path)
    _log(engine, seqs=tuple(range(2000)))
    engine.dispose()
    data = bytearray((tmp_path / DATABASE_FILE).read_bytes())
    pages = [at for at in range(4096, len(data), 4096) if b"oak" in data[at : at + 4096]]
    assert len(pages) > 20
    middle = pages[len(pages) // 2]
    data[middle : middle + 4096] = bytes(4096)
    (tmp_path / DATABASE_FILE).write_bytes(data)
    found = list(faults(engine, decode_facts))
    assert found
    assert all(fault.startswith("the file is damaged: ") for fault in found)
    engine.dispose()
