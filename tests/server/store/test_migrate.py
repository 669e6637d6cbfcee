"""The migrations produce the program's schema on both databases."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, inspect, text

from oddtrick.errors import OddtrickError
from oddtrick.server.store import schema
from oddtrick.server.store.engine import database_url, make_engine, writing
from oddtrick.server.store.startup_checks import is_up_to_date
from oddtrick.server.store.tools import migrate
from oddtrick.server.store.tools.migrate import check_current, head, schema_faults, upgrade
from tests.support.extent import part


def test_an_empty_database_gets_exactly_the_schema_and_only_once(empty: Engine) -> None:
    assert schema_faults(empty) == ["no tables yet; run oddtrick db upgrade to create them"]
    with pytest.raises(OddtrickError, match="run oddtrick db upgrade first"):
        check_current(empty)
    assert not is_up_to_date(empty)
    assert upgrade(empty)
    assert is_up_to_date(empty), (
        "the quick check and the migration chain disagree on the latest step"
    )
    assert schema_faults(empty) == []
    check_current(empty)
    assert not upgrade(empty)
    assert {*schema.metadata.tables, "alembic_version"} == {*inspect(empty).get_table_names()}


@pytest.mark.parametrize(
    ("change", "result"),
    part(
        [
            ("ALTER TABLE people ADD COLUMN shoe INTEGER", "shoe"),
            ("ALTER TABLE people DROP COLUMN level", "level"),
            ("DROP INDEX ix_wakes_due", "ix_wakes_due"),
            ("DROP TABLE ratings", "ratings"),
            ("CREATE TABLE shoes (size INTEGER)", "shoes"),
        ],
        2,
    ),
)
def test_a_different_schema_is_reported(engine: Engine, change: str, result: str) -> None:
    with writing(engine) as connection:
        connection.execute(text(change))
    (fault, *_) = schema_faults(engine)
    assert fault.startswith("schema differs: ")
    assert result in fault


def test_a_database_with_a_newer_schema_is_not_changed(engine: Engine) -> None:
    with writing(engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    for act in (upgrade, schema_faults, check_current):
        with pytest.raises(OddtrickError, match=f"version 9999, this version knows {head()}"):
            act(engine)


def test_a_failed_upgrade_is_rolled_back(empty: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    run = migrate._run

    def fails(connection: Connection) -> None:
        run(connection)
        raise LookupError("in the middle")

    monkeypatch.setattr(migrate, "_run", fails)
    with pytest.raises(LookupError, match="in the middle"):
        upgrade(empty)
    assert inspect(empty).get_table_names() == []
    monkeypatch.undo()
    assert upgrade(empty)
    assert schema_faults(empty) == []


def test_concurrent_starts_upgrade_once(empty_url: str) -> None:
    engines = [make_engine(database_url(empty_url, Path())) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(upgrade, engines))
    assert sorted(done) == [False, False, False, True]
    assert schema_faults(engines[0]) == []
    for engine in engines:
        engine.dispose()
