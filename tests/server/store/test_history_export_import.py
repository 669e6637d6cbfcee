"""Export and import of the history: every row, in either direction, all or nothing."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Engine,
    Float,
    Integer,
    Table,
    delete,
    insert,
    select,
)

from oddtrick.errors import OddtrickError
from oddtrick.server.store import schema
from oddtrick.server.store.engine import reading, writing
from oddtrick.server.store.tools.history_export_import import (
    HISTORY,
    TRANSIENT,
    columns_of,
    export_history,
    history_in,
    history_out,
    import_history,
)
from tests.support.extent import part, times
from tests.support.server.new_database import new_database

ALL = {table.name: table for table in HISTORY}


def _values(column: Column[Any]) -> st.SearchStrategy[Any]:
    kind = column.type
    values: st.SearchStrategy[Any]
    if isinstance(kind, Boolean):
        values = st.booleans()
    elif isinstance(kind, Float):
        values = st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=False)
    elif isinstance(kind, Integer):
        bits = 63 if isinstance(kind, BigInteger) else 31
        values = st.integers(-(2**bits), 2**bits - 1)
    else:
        signs = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
        values = st.text(signs, max_size=min(getattr(kind, "length", None) or 40, 40))
    return st.one_of(st.none(), values) if column.nullable else values


def _rows(table: Table) -> st.SearchStrategy[list[dict[str, Any]]]:
    one = st.fixed_dictionaries({c.name: _values(c) for c in columns_of(table)})
    key = tuple(column.name for column in table.primary_key)
    unique: list[Any] = [lambda row: tuple(row[name] for name in key)]
    if table is schema.people:
        unique.append(lambda row: row["login"] or object())
    if table is schema.entries:
        by_key = ("table_id", "by", "key")
        unique.append(lambda row: tuple(row[n] for n in by_key) if row["key"] else object())
    return st.lists(one, max_size=4, unique_by=tuple(unique))


@st.composite
def histories(draw: st.DrawFn) -> dict[str, list[dict[str, Any]]]:
    """Generates rows of all tables within the schema."""
    rows = {name: draw(_rows(table)) for name, table in ALL.items()}
    ids = [person["id"] for person in rows["people"]]
    for person in rows["people"]:
        person["owner"] = draw(st.sampled_from([None, *ids]))
    for entry in rows["entries"]:
        entry["key"] = entry["key"] or None
    for person in rows["people"]:
        person["login"] = person["login"] or None
    rows["tokens"] = [
        token | {"person_id": draw(st.sampled_from(ids))} for token in rows["tokens"] if ids
    ]
    return rows


def _put(engine: Engine, rows: dict[str, list[dict[str, Any]]]) -> None:
    stream = io.BytesIO()
    lines = [{"in": name} | row for name, those in rows.items() for row in those]
    head = {"format": "oddtrick-history/1", "step": "0001"}
    for line in (head, *lines, {"in": "end", "rows": len(lines)}):
        stream.write(json.dumps(line).encode() + b"\n")
    stream.seek(0)
    assert import_history(engine, stream, "made") == len(lines)


def _exported(engine: Engine) -> bytes:
    stream = io.BytesIO()
    export_history(engine, stream)
    return stream.getvalue()


def _clear(engine: Engine) -> None:
    with writing(engine) as connection:
        connection.execute(schema.people.update().values(owner=None))
        for table in reversed(schema.metadata.sorted_tables):
            connection.execute(delete(table))


@contextmanager
def _database(url: str | None, folder: Path) -> Iterator[Engine]:
    engine = new_database(folder, url)
    yield engine
    engine.dispose()


@pytest.fixture
def both(postgres_url: str, tmp_path: Path) -> Iterator[tuple[Engine, Engine]]:
    with _database(None, tmp_path) as file, _database(postgres_url, tmp_path) as server:
        yield file, server


@given(rows=histories())
@settings(
    max_examples=times(4, whole=25), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_sqlite_to_postgresql_and_back_loses_nothing(
    both: tuple[Engine, Engine], rows: dict[str, list[dict[str, Any]]]
) -> None:
    file, server = both
    for engine in both:
        _clear(engine)
    _put(file, rows)
    for name, those in rows.items():
        with reading(file) as connection:
            found = connection.execute(select(*columns_of(ALL[name]))).mappings().all()
        key = [column.name for column in ALL[name].primary_key]
        assert sorted(map(dict, found), key=lambda row: [row[n] for n in key]) == sorted(
            those, key=lambda row: [row[n] for n in key]
        )
    first = _exported(file)
    import_history(server, io.BytesIO(first), "first")
    second = _exported(server)
    assert second == first
    _clear(file)
    import_history(file, io.BytesIO(second), "second")
    assert _exported(file) == first


def test_every_database_table_is_exported_or_transient() -> None:
    assert {*HISTORY, *TRANSIENT} == {*schema.metadata.tables.values()}
    assert not {*HISTORY} & {*TRANSIENT}


def test_many_rows_survive_export_and_import(engine: Engine, tmp_path: Path) -> None:
    rows = [
        {"table_id": f"t{n % 7}", "seq": n // 7, "at": n, "by": "p", "key": f"{n}", "facts": "[]"}
        for n in range(5000)
    ]
    with writing(engine) as connection:
        connection.execute(insert(schema.entries), rows)
    data = _exported(engine)
    assert data.count(b"\n") == 5002
    with _database(None, tmp_path / "other") as other:
        assert import_history(other, io.BytesIO(data), "file") == 5000
        assert _exported(other) == data


def _settings(**overrides: str) -> list[bytes]:
    head = b'{"format":"oddtrick-history/1","step":"0001"}'
    rows = [
        json.dumps({"in": "settings", "name": name, "value": value}).encode()
        for name, value in overrides.items()
    ]
    return [head, *rows, json.dumps({"in": "end", "rows": len(rows)}).encode()]


GOOD = _settings(a="1", b="2", c="3")

BAD = {
    "no head": (GOOD[1:], "FILE line 1: not a history"),
    "nothing": ([], "FILE line 1: not a history"),
    "other head": ([b'{"format":"oddtrick/1"}', *GOOD[1:]], "FILE line 1: not a history"),
    "newer": (
        [b'{"format":"oddtrick-history/1","step":"0999"}', *GOOD[1:]],
        "FILE line 1: written by a newer version of Oddtrick (schema version 0999, this",
    ),
    "no json": ([*GOOD[:2], b"{nonsense", *GOOD[3:]], "FILE line 3: JSON is malformed"),
    "no utf-8": ([*GOOD[:2], b'{"in":"settings\xff"}', *GOOD[3:]], "FILE line 3: "),
    "other table": (
        [*GOOD[:2], b'{"in":"shoes"}', *GOOD[3:]],
        "FILE line 3: Invalid value 'shoes' - at `$.in`",
    ),
    "missing": (
        [*GOOD[:2], b'{"in":"settings","name":"b"}', *GOOD[3:]],
        "FILE line 3: Object missing required field `value`",
    ),
    "unknown": (
        [*GOOD[:2], b'{"in":"settings","name":"b","value":"","more":1}', *GOOD[3:]],
        "FILE line 3: Object contains unknown field `more`",
    ),
    "too long": (
        _settings(a="1", **{"x" * 41: "2"}),
        "FILE line 3: Expected `str` of length <= 40",
    ),
    "twice": (
        [*GOOD[:3], GOOD[1], b'{"in":"end","rows":3}'],
        "FILE line 4: rejected by the database: ",
    ),
    "cut short": (GOOD[:-1], "FILE: truncated after 3 rows"),
    "count": ([*GOOD[:3], GOOD[-1]], "FILE line 4: expected 3 rows before the end, found 2"),
    "more": ([*GOOD, GOOD[1]], "FILE line 5: more lines after the end"),
    "stranger": (
        [
            GOOD[0],
            (
                b'{"in":"tokens","hash":"h","kind":"bot","person_id":"p",'
                b'"table_id":null,"created":1,"revoked":null}'
            ),
            b'{"in":"end","rows":1}',
        ],
        "FILE: the owner of a bot or the holder of a token is missing",
    ),
}


@pytest.mark.parametrize("what", part(BAD, 2))
def test_an_invalid_line_is_reported_and_nothing_is_imported(engine: Engine, what: str) -> None:
    lines, overrides = BAD[what]
    with pytest.raises(OddtrickError) as refused:
        import_history(engine, io.BytesIO(b"\n".join(lines)), "FILE")
    assert str(refused.value).startswith(overrides)
    assert "\n" not in str(refused.value)
    assert import_history(engine, io.BytesIO(b"\n".join(GOOD)), "FILE") == 3


def test_postgresql_names_the_line_it_cannot_store(postgres_url: str, tmp_path: Path) -> None:
    lines = _settings(a="1", b="2\0", c="3")
    with (
        _database(postgres_url, tmp_path) as engine,
        pytest.raises(OddtrickError, match="FILE line 3: rejected by the database: "),
    ):
        import_history(engine, io.BytesIO(b"\n".join(lines)), "FILE")


@pytest.mark.parametrize("table", part([*HISTORY, *TRANSIENT], 3), ids=str)
def test_import_requires_an_empty_database(tmp_path: Path, table: Table) -> None:
    with _database(None, tmp_path) as engine:
        with writing(engine) as connection:
            connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
            row = {
                c.name: b"x" if c.name == "data" else 1 if isinstance(c.type, Integer) else "x"
                for c in table.columns
                if not isinstance(c.type, Boolean | Float) and c.name != "owner"
            }
            row |= {c.name: True for c in table.columns if isinstance(c.type, Boolean)}
            row |= {c.name: 1 for c in table.columns if isinstance(c.type, Float)}
            if table is schema.tokens:
                people = {"id": "x", "kind": "bot", "name": "x", "created": 1, "changed": 1}
                connection.execute(insert(schema.people), people)
            connection.execute(insert(table), row)
        with pytest.raises(OddtrickError, match="import into an empty database"):
            import_history(engine, io.BytesIO(b"\n".join(GOOD)), "FILE")


@pytest.mark.parametrize("name", ["all.jsonl", "all.jsonl.gz", "all.jsonl.zst"])
def test_the_file_name_selects_the_compression_and_files_are_private(
    tmp_path: Path, name: str
) -> None:
    file = tmp_path / name
    with history_out(str(file)) as stream:
        stream.write(b"one\n" * 1000 + b"two")
    with history_in(str(file)) as stream:
        assert [stream.readline(), len(stream.read())] == [b"one\n", 3999]
    packed = file.read_bytes()
    if file.suffix == ".gz":
        unpacked = gzip.decompress(packed)
    elif file.suffix == ".zst":
        unpacked = zstandard.ZstdDecompressor().stream_reader(packed).read()
    else:
        unpacked = packed
    assert unpacked == b"one\n" * 1000 + b"two"
    assert file.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", part(["all.jsonl.gz", "all.jsonl", "all.jsonl.zst"], 1))
def test_a_truncated_file_is_refused_by_name(engine: Engine, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    with history_out(str(file)) as stream:
        stream.write(b"\n".join(_settings(**{f"name {n}": f"value {n * n}" for n in range(999)})))
    whole = file.read_bytes()
    for length in (len(whole) // 3, len(whole) - 9):
        file.write_bytes(whole[:length])
        with pytest.raises(OddtrickError, match=name), history_in(str(file)) as stream:
            import_history(engine, stream, str(file))
    file.write_bytes(whole)
    with history_in(str(file)) as stream:
        assert import_history(engine, stream, str(file)) == 999


def test_an_incomplete_export_keeps_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl.zst"
    file.write_bytes(b"old")
    with pytest.raises(ZeroDivisionError), history_out(str(file)) as stream:
        stream.write(bytes(1 // (stream.write(b"new") - 3)))
    assert file.read_bytes() == b"old"
    assert [one.name for one in tmp_path.iterdir()] == [file.name]
    with (
        pytest.raises(OddtrickError, match=r"none/all\.jsonl: no such file"),
        history_out(str(tmp_path / "none" / "all.jsonl")),
    ):
        pass
