"""A cheap check of the schema version that does not import Alembic.

Almost every start finds the schema current and should not pay for the migration machinery.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import String, column, select, table
from sqlalchemy.exc import DBAPIError

from oddtrick.server.store.engine import name_of, reading

if TYPE_CHECKING:
    from sqlalchemy import Engine

CURRENT_REVISION = "0002"
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
