"""Finished matches that were never archived are archived at the next start."""

from __future__ import annotations

import asyncio
from pathlib import Path

from sqlalchemy import Engine, delete, func, select

from oddtrick.server.store import schema
from oddtrick.server.store.engine import make_engine, reading, writing
from tests.support.server.load_client import PLAYED, database, load_client
from tests.support.server.server_process import ServerProcess
from tests.support.server.ws_client import SECRET, until


async def test_every_finished_match_is_archived_even_before_a_rematch(tmp_path: Path) -> None:
    url, matches = database(tmp_path), 2
    engine = make_engine(url)
    server = ServerProcess(tmp_path, environ={"ODDTRICK_SECRET": SECRET})
    await asyncio.to_thread(server.start)
    try:
        async with load_client(server.url, url) as people:
            await people.seat(PLAYED, matches=matches)
            people.start()
            await people.finish()
            await people.stop(server)
        delete_archive(engine)
        await asyncio.to_thread(server.start)
        await until(
            lambda: archived_matches(engine) == matches * len(PLAYED),
            "some matches are not archived",
        )
        assert await asyncio.to_thread(server.stop) == 0
        people.check()
    finally:
        server.end()
        engine.dispose()


def delete_archive(engine: Engine) -> None:
    """Deletes the archive, as if the server had died before writing it."""
    with writing(engine) as connection:
        connection.execute(delete(schema.players))
        connection.execute(delete(schema.matches))


def archived_matches(engine: Engine) -> int:
    """Returns the number of archived matches."""
    with reading(engine) as connection:
        return connection.execute(select(func.count()).select_from(schema.matches)).scalar_one()
