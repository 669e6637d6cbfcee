"""Checks of the database at a start: is it the one of before, whole, and up to date?

A file beside a SQLite database keeps a lost one from being mistaken for a new one. The version of
the schema is compared without Alembic: almost every start finds it current and should not pay for
the migration machinery.
"""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import Engine, String, column, delete, insert, inspect, select, table, text
from sqlalchemy.exc import DBAPIError

from oddtrick.errors import OddtrickError
from oddtrick.server.store.engine import name_of, reading, writing
from oddtrick.server.store.file_owner import give_to_owner_of_folder
from oddtrick.server.store.schema import metadata, settings

SUFFIX = ".created"


def marker_of(engine: Engine) -> Path:
    """Returns the marker of a SQLite database."""
    return Path(name_of(engine) + SUFFIX)


def mark_created(engine: Engine) -> None:
    """Leaves the marker beside a SQLite database that has its tables; does nothing for PostgreSQL.

    If it cannot be written, the server starts without it, and the next start tries again.
    """
    if engine.dialect.name != "sqlite":
        return
    file = Path(name_of(engine))
    day = datetime.now(tz=UTC).date().isoformat()
    said = (
        f"{file.name} exists since {day} at the latest.\nIf it is missing or empty while this "
        "file is here, Oddtrick refuses to start instead of creating a new database.\n"
    )
    with suppress(OSError):
        marker = os.open(marker_of(engine), os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(marker, "w", encoding="utf-8") as stream:
            stream.write(said)
        give_to_owner_of_folder(marker_of(engine))


def check_not_lost(engine: Engine) -> None:
    """Checks that a SQLite database that was created before is still there.

    Raises:
        OddtrickError: it is missing or empty; the message names the file and says what to do.
        StoreUnavailable: it cannot be read.
    """
    if engine.dialect.name != "sqlite" or not marker_of(engine).exists():
        return
    file = Path(name_of(engine))
    if not file.exists():
        state = "missing"
    elif file.stat().st_size == 0 or _has_no_tables(engine):
        state = "empty"
    else:
        return
    raise OddtrickError(
        f"{file}: the database is {state}, but it has been in use; restore a backup, or delete "
        f"{marker_of(engine)} to begin with an empty database"
    )


def _has_no_tables(engine: Engine) -> bool:
    with reading(engine) as connection:
        return not connection.execute(text("SELECT count(*) FROM sqlite_master")).scalar()


PROBE = "start"
"""The name of a setting that is written and deleted again."""

CURRENT_REVISION = "0009"
"""The last revision in ``migrations``."""


def is_up_to_date(engine: Engine) -> bool:
    """Tells whether the schema is at the current revision; False if there are no tables yet.

    Raises:
        StoreUnavailable: the database does not answer.
    """
    if engine.dialect.name == "sqlite" and not Path(name_of(engine)).exists():
        return False
    at = column("version_num", String)
    query = select(at).select_from(table("alembic_version", at))
    try:
        with reading(engine) as connection:
            return connection.execute(query).scalars().all() == [CURRENT_REVISION]
    except DBAPIError:
        return False  # the version table does not exist


def check_tables(engine: Engine) -> None:
    """Checks at a start that all tables are there, and that a SQLite file can be written.

    Raises:
        OddtrickError: tables are missing.
        StoreUnavailable: the database can't be read, or SQLite can't write to its disk.
    """
    with reading(engine) as connection:
        missing = metadata.tables.keys() - set(inspect(connection).get_table_names())
    if missing:
        names = ", ".join(sorted(missing))
        raise OddtrickError(f"{name_of(engine)}: tables are missing ({names}); restore a backup")
    if engine.dialect.name == "sqlite":
        with writing(engine) as connection:
            connection.execute(insert(settings).values(name=PROBE, value=""))
            connection.execute(delete(settings).where(settings.c.name == PROBE))
