"""A cheap check of the schema version that does not import Alembic.

Almost every start finds the schema current and should not pay for the migration machinery.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import String, column, delete, insert, inspect, select, table
from sqlalchemy.exc import DBAPIError

from oddtrick.errors import OddtrickError
from oddtrick.server.store.engine import name_of, reading, writing
from oddtrick.server.store.schema import metadata, settings

if TYPE_CHECKING:
    from sqlalchemy import Engine

PROBE = "start"
"""The name of a setting that is written and deleted again."""

CURRENT_REVISION = "0008"
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
