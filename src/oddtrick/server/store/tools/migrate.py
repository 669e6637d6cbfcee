"""Migration of a database to the current schema, and comparison with it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext, MigrationStep
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text

from oddtrick.errors import OddtrickError
from oddtrick.server.store import migrations
from oddtrick.server.store.engine import name_of, reading, writing
from oddtrick.server.store.schema import metadata

OURS = frozenset(metadata.tables)
"""The names of our tables."""

LOCK = 0x0DD_7121C
"""The PostgreSQL advisory lock that lets one process at a time migrate."""


def upgrade(engine: Engine) -> bool:
    """Creates or migrates the tables in one transaction; one process at a time.

    Returns:
        True if the schema changed.

    Raises:
        OddtrickError: the database was made by a newer version.
        StoreUnavailable: the database does not answer.
    """
    if engine.dialect.name == "sqlite":
        # SQLite would create the file with the umask's permissions; other users must not read it.
        with suppress(OSError):  # the file exists, or the connection will report the reason
            os.close(os.open(name_of(engine), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with writing(engine) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL statement_timeout = 0"))
            connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        before = _revision(connection)
        if before == head():
            return False
        _check_known(before, name_of(engine))
        if before is None and (found := set(inspect(connection).get_table_names()) & OURS):
            raise OddtrickError(
                f"{name_of(engine)}: the schema version is missing, but there are tables "
                f"({', '.join(sorted(found)[:3])}, …); restore a backup, or name an empty database"
            )
        _run(connection)
    return True


def head() -> str:
    """Returns the latest revision that this version knows."""
    return _chain().get_current_head() or ""


def check_current(engine: Engine) -> None:
    """Checks that the schema is current.

    Raises:
        OddtrickError: the schema is older or newer; the message says what to do.
    """
    with reading(engine) as connection:
        at = _revision(connection)
    _check_known(at, name_of(engine))
    if at != head():
        raise OddtrickError(
            f"{name_of(engine)}: schema not up to date; run oddtrick db upgrade first"
        )


def schema_faults(engine: Engine) -> list[str]:
    """Returns the differences between the database and the schema, one line each.

    Raises:
        StoreUnavailable: the database does not answer.
    """
    with reading(engine) as connection:
        at = _revision(connection)
        if at is None:
            return ["no tables yet; run oddtrick db upgrade to create them"]
        if at != head():
            _check_known(at, name_of(engine))
            return [f"the schema is at version {at}, not {head()}; run oddtrick db upgrade"]
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )
        return [
            f"schema differs: {_one_line(found)}" for found in compare_metadata(context, metadata)
        ]


def _one_line(difference: Any) -> str:
    """Formats a difference, which Alembic gives as a tuple, or as a list of them for a column."""
    return " ".join(str(difference).split())[:200]


def _chain() -> ScriptDirectory:
    folder = str(Path(migrations.__file__).parent)
    return ScriptDirectory(folder, version_locations=[folder])


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _check_known(at: str | None, name: str) -> None:
    chain = _chain()
    if at is not None and all(step.revision != at for step in chain.walk_revisions()):
        raise OddtrickError(
            f"{name}: this database was made by a newer version of Oddtrick (schema version "
            f"{at}, this version knows {chain.get_current_head()}); use the newer version"
        )


def _run(connection: Connection) -> None:
    """Runs the missing revisions; configures Alembic here instead of in an ``env.py``."""
    chain = _chain()

    def steps(at: Any, _context: MigrationContext) -> Any:
        missing = list(chain.iterate_revisions("head", at, implicit_base=True))
        ordered = reversed(missing)  # Alembic gives the newest first
        return [MigrationStep.upgrade_from_script(chain.revision_map, step) for step in ordered]

    with EnvironmentContext(Config(), chain, fn=steps) as environment:
        environment.configure(
            connection=connection, target_metadata=metadata, transactional_ddl=True
        )
        environment.run_migrations()
