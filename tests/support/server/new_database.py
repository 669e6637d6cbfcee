"""A new database of a server."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine

from oddtrick.server.store.engine import database_url, make_engine
from oddtrick.server.store.tools.migrate import upgrade


def new_database(folder: Path, url: str | None = None) -> Engine:
    """Makes all tables in a database, that of the folder without an address."""
    engine = make_engine(database_url(url, folder))
    upgrade(engine)
    return engine
