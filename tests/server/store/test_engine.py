"""Connections are configured for durable commits."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import Engine, insert, select, text

from oddtrick.errors import OddtrickError
from oddtrick.server.store import schema
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.store.engine import (
    DATABASE_FILE,
    database_url,
    insert_if_absent,
    make_engine,
    name_of,
    reading,
    sole_writer,
    writing,
)

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("postgres://ann@db/cards", "postgresql+psycopg://ann@db/cards"),
        ("postgresql://db/cards?sslmode=require", "postgresql+psycopg://db/cards?sslmode=require"),
        ("postgresql+psycopg2://db/cards", "postgresql+psycopg://db/cards"),
        ("sqlite:////srv/cards.db", "sqlite+pysqlite:////srv/cards.db"),
        (None, f"sqlite+pysqlite:///data/{DATABASE_FILE}"),
        ("", f"sqlite+pysqlite:///data/{DATABASE_FILE}"),
    ],
)
def test_database_urls_are_normalised(given: str | None, meant: str) -> None:
    assert database_url(given, Path("data")).render_as_string() == meant


@pytest.mark.parametrize(
    "bad", ["mysql://db/cards", "nonsense", "sqlite://", "sqlite:///:memory:", "://", "postgres"]
)
def test_unsupported_databases_are_refused_in_one_line(bad: str) -> None:
    with pytest.raises(OddtrickError, match="use sqlite:///FILE or postgresql://") as refused:
        database_url(bad, Path("data"))
    assert "\n" not in str(refused.value)


def test_each_connection_of_sqlite_syncs_each_commit(tmp_path: Path) -> None:
    engine = make_engine(database_url(None, tmp_path / "new" / "folder"))
    with writing(engine) as one, reading(engine) as other:
        for connection in (one, other):
            result = {
                name: connection.execute(text(f"PRAGMA {name}")).scalar()
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            }
            assert result == {
                "journal_mode": "wal",
                "synchronous": 2,
                "foreign_keys": 1,
                "busy_timeout": 10_000,
            }
    engine.dispose()


def test_a_journal_that_a_long_reader_let_grow_is_truncated_after_it(tmp_path: Path) -> None:
    engine = make_engine(database_url(None, tmp_path))
    journal, megabyte = tmp_path / f"{DATABASE_FILE}-wal", 2**20

    def write(size: int) -> None:
        with writing(engine) as connection:
            connection.execute(text("INSERT INTO filled VALUES (zeroblob(:size))"), {"size": size})

    with writing(engine) as connection:
        connection.execute(text("CREATE TABLE filled (bytes BLOB)"))
    with reading(engine) as reader:
        reader.execute(text("SELECT count(*) FROM filled")).scalar()
        for _ in range(12):
            write(3 * megabyte)
        assert journal.stat().st_size > 32 * megabyte
    for _ in range(3):
        write(1)
    assert journal.stat().st_size <= 16 * megabyte
    engine.dispose()


def test_asynchronous_commits_of_postgresql_are_overridden(postgres_url: str) -> None:
    engine = make_engine(database_url(postgres_url, Path()))
    with writing(engine) as connection:
        name = engine.url.database
        connection.execute(text(f"ALTER DATABASE {name} SET synchronous_commit = off"))
    engine.dispose()
    request = text(
        "SELECT current_setting('synchronous_commit'), current_setting('statement_timeout')"
    )
    with writing(engine) as connection:
        assert tuple(connection.execute(request).one()) == ("on", "10s")
        connection.execute(text(f"ALTER DATABASE {name} SET synchronous_commit = remote_apply"))
    engine.dispose()
    with writing(engine) as connection:
        assert connection.execute(request).one()[0] == "remote_apply"
    engine.dispose()


def test_an_insert_reports_its_row_count(engine: Engine) -> None:
    with writing(engine) as connection:
        put = insert_if_absent(connection, schema.settings).values(name="a", value="1")
        assert [connection.execute(put).rowcount for _ in range(2)] == [1, 0]


def test_a_read_sees_one_snapshot(engine: Engine) -> None:
    names = select(schema.settings.c.name)
    with reading(engine) as connection:
        assert connection.execute(names).all() == []
        with writing(engine) as other:
            other.execute(insert(schema.settings).values(name="a", value="1"))
        assert connection.execute(names).all() == []
    with reading(engine) as connection:
        assert len(connection.execute(names).all()) == 1


def test_an_unavailable_database_is_reported_to_players_and_the_operator() -> None:
    engine = make_engine(database_url("postgresql://ann:secret@127.0.0.1:9/cards", Path()))
    with pytest.raises(StoreUnavailable) as refused, reading(engine):
        pass
    assert str(refused.value) == ("the server cannot reach its database; try again in a moment")
    assert refused.value.why.startswith("postgresql://ann:***@127.0.0.1:9/cards: connection")
    assert "secret" not in refused.value.why


def test_a_file_that_is_not_a_database_is_reported(tmp_path: Path) -> None:
    (tmp_path / DATABASE_FILE).write_text("this is a letter to my aunt, and long enough" * 100)
    engine = make_engine(database_url(None, tmp_path))
    with pytest.raises(StoreUnavailable, match="damaged") as refused, reading(engine):
        pass
    assert refused.value.why == f"{tmp_path / DATABASE_FILE}: file is not a database"


def test_a_folder_that_cannot_be_created_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OddtrickError, match="file/data: not a directory"):
        make_engine(database_url(None, tmp_path / "file" / "data"))


HOLD = """
import sys
from pathlib import Path
from oddtrick.server.store.engine import database_url, make_engine, sole_writer
with sole_writer(make_engine(database_url(None, Path(sys.argv[1])))):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_the_file_lock_is_exclusive_and_released_at_exit(tmp_path: Path) -> None:
    engine = make_engine(database_url(None, tmp_path))
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, tmp_path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(OddtrickError) as refused, sole_writer(engine):
            pass
        assert str(refused.value) == (
            f"{tmp_path / DATABASE_FILE}: database in use by another process (pid {other.pid}); "
            "stop that process, or choose another folder with --data"
        )
        other.kill()
    with sole_writer(engine), pytest.raises(OddtrickError), sole_writer(engine):
        pass
    with sole_writer(engine):
        pass


def test_postgresql_takes_many_writers(postgres_url: str) -> None:
    engine = make_engine(database_url(postgres_url, Path()))
    with sole_writer(engine), sole_writer(engine):
        assert name_of(engine) == postgres_url
