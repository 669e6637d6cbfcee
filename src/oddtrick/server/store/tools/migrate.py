"""The schema of a database: brought up to date, and compared with what the program expects."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from oddtrick.errors import OddtrickError
from oddtrick.server.store import migrations
from oddtrick.server.store.engine import name_of, reading, writing
from oddtrick.server.store.schema import metadata

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

LOCK = 0x0DD_7121C
"""The advisory lock of PostgreSQL under which one process at a time upgrades."""


def upgrade(engine: Engine) -> bool:
    """Makes the tables, or brings them up to date, in one transaction; one process at a time.

    Returns:
        Whether there was anything to do.

    Raises:
        OddtrickError: a newer Oddtrick made this database.
        StoreUnavailable: it does not answer.
    """
    if engine.dialect.name == "sqlite":
        # What is kept there is for nobody else on this machine.
        with suppress(OSError):  # it is there, or opening it says why
            os.close(os.open(name_of(engine), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with writing(engine) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL statement_timeout = 0"))
            connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        before = _revision(connection)
        if before == head():
            return False
        _check_known(before, name_of(engine))
        _run(connection)
    return True


def head() -> str:
    """The name of the last step that this program knows."""
    return _chain().get_current_head() or ""


def check_current(engine: Engine) -> None:
    """Makes sure that the tables are those that this program knows.

    Raises:
        OddtrickError: they are not; the line says what to do.
    """
    with reading(engine) as connection:
        at = _revision(connection)
    _check_known(at, name_of(engine))
    if at != head():
        raise OddtrickError(
            f"{name_of(engine)}: its tables are not up to date: run oddtrick db upgrade first"
        )


def schema_faults(engine: Engine) -> list[str]:
    """What differs between the database and the schema, one line each; empty if nothing.

    Raises:
        StoreUnavailable: it does not answer.
    """
    with reading(engine) as connection:
        at = _revision(connection)
        if at is None:
            return ["there are no tables yet: oddtrick db upgrade makes them"]
        if at != head():
            _check_known(at, name_of(engine))
            return [f"its tables are those of step {at}, not {head()}: oddtrick db upgrade"]
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )
        return [
            f"its tables differ: {_told(found)}" for found in compare_metadata(context, metadata)
        ]


def _told(difference: Any) -> str:
    """One difference in a line; Alembic gives a tuple, or a list of them for one column."""
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
            f"{name}: a newer Oddtrick made this database (step {at}, this one knows "
            f"{chain.get_current_head()}); use that one"
        )


def _run(connection: Connection) -> None:
    """All steps that are missing. There is no `env.py`: what it would say is said here."""
    chain = _chain()

    def steps(at: Any, _context: MigrationContext) -> Any:
        return chain._upgrade_revs("head", at)

    with EnvironmentContext(Config(), chain, fn=steps) as environment:
        environment.configure(
            connection=connection, target_metadata=metadata, transactional_ddl=True
        )
        environment.run_migrations()
