"""Full disks and database outages: clear errors, nothing lost, automatic recovery."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import psycopg
import pytest

from oddtrick.server.store import engine as engine_module
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.store.engine import DATABASE_FILE, database_url, make_engine, writing
from oddtrick.server.store.event_log import EventLog
from oddtrick.server.store.log_entries import AppendResult, write_appends
from oddtrick.server.store.table_rows import TABLES, table_append
from oddtrick.server.store.tools.migrate import upgrade
from tests.support.server.new_database import new_database
from tests.support.server.postgres_and_redis import Postgres
from tests.support.server.power_cut import build, watched
from tests.support.server.sample_rows import append, entry

NO_ROOM = "the server's disk is full; try again in a moment"


def test_appends_fail_while_the_disk_is_full_and_recover_afterwards(tmp_path: Path) -> None:
    new_database(tmp_path).dispose()
    library, trace = build(tmp_path), tmp_path.with_suffix(".trace")
    printed = watched(library, tmp_path, trace, "tests.support.server.full_disk_process", tmp_path)
    lines = printed.splitlines()
    refused = {*range(5, 15), *range(20, 30)}
    for number, line in enumerate(lines):
        if number in refused:
            assert line.startswith(f"refused {NO_ROOM} | {tmp_path / DATABASE_FILE}: ")
        else:
            assert line == f"committed {number}"
    assert len(lines) == 40


async def test_a_postgresql_outage_loses_no_acknowledged_entry(
    postgres: Postgres, postgres_url: str
) -> None:
    engine = make_engine(database_url(postgres_url, Path()))
    await asyncio.to_thread(upgrade, engine)
    log, tables = EventLog(engine), [f"t{number}" for number in range(20)]
    acknowledged: dict[str, list[str]] = {table: [] for table in tables}
    refused: list[StoreUnavailable] = []
    over, all_began, many_refused = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def play(table: str) -> None:
        """Appends as a worker does, rereading the log after a failure."""
        seq, turn = 0, 0
        while not (over.is_set() and acknowledged[table][-1:] == ["after"]):
            turn += 1
            word = "after" if over.is_set() else f"{turn}"
            try:
                outcome = await log.append(table_append(entry(table, seq, body=word)))
                if outcome is AppendResult.COMMITTED:
                    acknowledged[table].append(word)
                    seq += 1
                    if all(acknowledged.values()):
                        all_began.set()
                else:
                    seq = len(await log.read(TABLES, table))
            except StoreUnavailable as error:
                refused.append(error)
                if len(refused) == 100:
                    many_refused.set()
                await asyncio.sleep(0.02)

    playing = [asyncio.ensure_future(play(table)) for table in tables]
    try:
        await all_began.wait()
        await asyncio.to_thread(postgres.stop)
        await many_refused.wait()
        with pytest.raises(StoreUnavailable, match="cannot reach its database"):
            await log.read(TABLES, "t0")
    finally:
        await asyncio.to_thread(postgres.start)
    over.set()
    await asyncio.gather(*playing)
    for table in tables:
        stored = [one.body for one in await log.read(TABLES, table)]
        there = iter(stored)
        assert all(word in there for word in acknowledged[table]), (
            "acknowledged entries are in order and complete"
        )
        # Entries in flight during an outage may be present as well, once per outage.
        assert len(stored) <= len(acknowledged[table]) + 1
    await log.close()
    engine.dispose()


async def test_a_connection_lost_between_two_groups_is_reopened(
    postgres_url: str,
) -> None:
    engine = make_engine(database_url(postgres_url, Path()))
    await asyncio.to_thread(upgrade, engine)
    log = EventLog(engine)
    assert await log.append(append("oak", 0)) is AppendResult.COMMITTED
    with writing(engine) as connection:
        cut = connection.exec_driver_sql(
            "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).scalar()
    assert cut
    assert await log.append(append("oak", 1)) is AppendResult.COMMITTED
    assert [one.seq for one in await log.read(TABLES, "oak")] == [0, 1]
    await log.close()
    engine.dispose()


async def test_a_writer_that_freezes_in_a_transaction_holds_nobody_up(
    postgres_url: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """As with a worker that was stopped by a signal while it held locks."""
    engines = [make_engine(database_url(postgres_url, Path())) for _ in range(2)]
    await asyncio.to_thread(upgrade, engines[0])
    frozen, other = map(EventLog, engines)
    await other.append(append("oak", 0))
    await other.append(append("elm", 0))
    rival = table_append(entry("oak", 1, by="p_rival"))
    holds, thaws = threading.Event(), threading.Event()

    def work(connection: Any) -> int:
        sql = "UPDATE entries SET at = at + 1 WHERE table_id = 'elm'"
        raised = connection.exec_driver_sql(sql).rowcount
        write_appends(connection, TABLES, [rival], {})
        holds.set()
        thaws.wait(60)
        return int(raised)

    freezing = asyncio.ensure_future(frozen.write(work))
    await asyncio.to_thread(holds.wait, 60)
    assert await other.append(append("oak", 1)) is AppendResult.COMMITTED
    every = "UPDATE entries SET at = at"
    assert await other.write(lambda c: c.exec_driver_sql(every).rowcount) == 3
    thaws.set()
    assert await freezing == 1  # cut off and tried again
    assert [one.by for one in await other.read(TABLES, "oak")] == ["p_ann", "p_ann"]
    assert (await other.read(TABLES, "elm"))[0].at == entry("elm", 0).at + 1
    assert "idle-in-transaction timeout" in "".join(capfd.readouterr())
    for log, engine in zip((frozen, other), engines, strict=True):
        await log.close()
        engine.dispose()


async def test_a_lock_of_another_program_fails_writes_by_name(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_module, "LOCK_SECONDS", 0.1)
    engine = make_engine(database_url(postgres_url, Path()))
    await asyncio.to_thread(upgrade, engine)
    log = EventLog(engine)
    with psycopg.connect(postgres_url) as stranger:
        stranger.execute("LOCK TABLE entries")
        with pytest.raises(StoreUnavailable, match="database is busy") as busy:
            await log.append(append("oak", 0))
        assert "lock timeout" in busy.value.why
    assert await log.append(append("oak", 0)) is AppendResult.COMMITTED
    await log.close()
    engine.dispose()


async def test_deadlocks_are_retried_transparently(postgres_url: str) -> None:
    engine = make_engine(database_url(postgres_url, Path()))
    await asyncio.to_thread(upgrade, engine)
    logs = [EventLog(engine), EventLog(engine)]
    for number, name in enumerate(("ann", "bob")):
        await logs[number].append(append(name, 0))
    met = asyncio.get_running_loop()
    first, second = asyncio.Event(), asyncio.Event()
    sleep = asyncio.run_coroutine_threadsafe

    def update(mine: asyncio.Event, other: asyncio.Event, names: tuple[str, str]) -> Any:
        def work(connection: Any) -> int:
            sql = "UPDATE entries SET at = at + 1 WHERE table_id = %s"
            connection.exec_driver_sql(sql, (names[0],))
            met.call_soon_threadsafe(mine.set)
            sleep(other.wait(), met).result(30)
            return int(connection.exec_driver_sql(sql, (names[1],)).rowcount)

        return work

    done = await asyncio.gather(
        logs[0].write(update(first, second, ("ann", "bob"))),
        logs[1].write(update(second, first, ("bob", "ann"))),
    )
    assert sum(done) == 2
    ann, bob = await logs[0].read(TABLES, "ann"), await logs[0].read(TABLES, "bob")
    assert [ann[0].at, bob[0].at] == [entry("ann", 0).at + 2] * 2
    for log in logs:
        await log.close()
    engine.dispose()
