"""Whether a database is up to date, asked without what it takes to bring it there.

Almost every start finds nothing to do, and should not have to wait for that.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import String, column, select, table
from sqlalchemy.exc import DBAPIError

from oddtrick.server.store.engine import name_of, reading

if TYPE_CHECKING:
    from sqlalchemy import Engine

STEP = "0002"
"""The last step of the chain in ``migrations``."""


def is_up_to_date(engine: Engine) -> bool:
    """Whether the tables are those of the last step; False also where there are none yet.

    Raises:
        StoreUnavailable: the database does not answer.
    """
    if engine.dialect.name == "sqlite" and not Path(name_of(engine)).exists():
        return False
    at = column("version_num", String)
    query = select(at).select_from(table("alembic_version", at))
    try:
        with reading(engine) as connection:
            return connection.execute(query).scalars().all() == [STEP]
    except DBAPIError:
        return False  # there is no such table
