"""Appends are atomic with their rows, also within group commits."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import UNSET, UnsetType
from sqlalchemy import Connection, Engine, delete, event, insert, select

from oddtrick.errors import OddtrickError
from oddtrick.server.store import event_log as log_module
from oddtrick.server.store import schema
from oddtrick.server.store.database_errors import StoreUnavailable
from oddtrick.server.store.engine import reading, writing
from oddtrick.server.store.event_log import EventLog
from oddtrick.server.store.log_entries import Append, AppendResult, last_entries
from oddtrick.server.store.table_rows import TABLES, Lease, SeatChange, table_append
from oddtrick.server.store.tools.migrate import upgrade
from tests.support.extent import part, times
from tests.support.server.sample_rows import NOW, append, entry, row

COMMITTED, TAKEN = AppendResult.COMMITTED, AppendResult.CONFLICT


async def test_entries_are_read_in_order(log: EventLog) -> None:
    for seq in range(5):
        assert await log.append(append("oak", seq, f"k{seq}")) is COMMITTED
    assert await log.read(TABLES, "oak") == [entry("oak", seq, f"k{seq}") for seq in range(5)]
    assert await log.read(TABLES, "oak", after=2) == [
        entry("oak", seq, f"k{seq}") for seq in (3, 4)
    ]
    assert await log.read(TABLES, "elm") == []


async def test_a_conflicting_append_changes_nothing(log: EventLog, engine: Engine) -> None:
    first = append("oak", 0, wake=NOW, row=row("oak"), seats=(SeatChange("p_ann", 1),))
    assert await log.append(first) is COMMITTED
    late = table_append(
        entry("oak", 0, by="p_bob"),
        wake=None,
        row=row("oak", stage="over"),
        seats=(SeatChange("p_ann", None), SeatChange("p_bob", 2)),
    )
    assert await log.append(late) is TAKEN
    assert _rows_of(engine) == (
        [("oak", NOW, None, 0)],
        [("oak", "gathering")],
        [("oak", "p_ann", 1)],
    )
    assert await log.read(TABLES, "oak") == [first.entry]


async def test_a_log_has_no_gaps(log: EventLog) -> None:
    assert await log.append(append("oak", 1)) is TAKEN
    assert await log.append(append("oak", 0)) is COMMITTED
    assert await log.append(append("oak", 2)) is TAKEN
    assert await log.append(append("oak", 1)) is COMMITTED


async def test_concurrent_appends_to_one_table_keep_their_order(log: EventLog) -> None:
    outcomes = await asyncio.gather(*(log.append(append("oak", seq)) for seq in range(50)))
    assert outcomes == [COMMITTED] * 50


async def test_rows_of_an_append_are_written_with_its_entry(log: EventLog, engine: Engine) -> None:
    await log.append(append("oak", 0, wake=NOW + 5, lease=Lease("w1", NOW + 9), row=row("oak")))
    await log.append(append("elm", 0, wake=NOW + 7, row=row("elm")))
    assert _rows_of(engine)[0] == [("elm", NOW + 7, None, 0), ("oak", NOW + 5, "w1", NOW + 9)]
    await log.append(append("oak", 1, row=row("oak", stage="over", created=0, changed=NOW + 1)))
    await log.append(append("elm", 1, wake=None))
    assert _rows_of(engine)[:2] == (
        [("oak", NOW + 5, "w1", NOW + 9)],
        [("elm", "gathering"), ("oak", "over")],
    )
    await log.append(append("oak", 2, wake=NOW + 8, seats=(SeatChange("p_ann", 0),)))
    await log.append(append("oak", 3, seats=(SeatChange("p_ann", None), SeatChange("p_bob", 0))))
    wakes, _, seats = _rows_of(engine)
    assert wakes == [("oak", NOW + 8, None, 0)]
    assert seats == [("oak", "p_ann", None), ("oak", "p_bob", 0)]
    with reading(engine) as connection:
        created = connection.execute(select(schema.tables.c.created)).scalars().all()
    assert set(created) == {NOW}


@given(data=st.data())
@settings(
    max_examples=times(8, whole=25), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_mixed_appends_match_an_in_memory_model(engine: Engine, data: st.DataObject) -> None:
    names = ("ash", "elm", "oak")
    keys = st.sampled_from([None, "a", "b", "c", "d"])
    wakes = st.one_of(st.none(), st.just(UNSET), st.integers(0, 9))
    tries = data.draw(
        st.lists(st.tuples(st.sampled_from(names), st.integers(0, 4), keys, wakes), max_size=30)
    )
    logs: dict[str, list[str | None]] = {name: [] for name in names}
    due: dict[str, int] = {}
    expected = []
    for name, seq, key, wake in tries:
        fits = seq == len(logs[name])
        expected.append(COMMITTED if fits else TAKEN)
        if fits:
            logs[name].append(key)
            if wake is None:
                due.pop(name, None)
            elif not isinstance(wake, UnsetType):
                due[name] = wake
    with writing(engine) as connection:
        for table in (schema.entries, schema.wakes):
            connection.execute(delete(table))

    async def all_at_once() -> list[AppendResult]:
        log = EventLog(engine)
        try:
            return await asyncio.gather(
                *(log.append(append(name, seq, key, wake=wake)) for name, seq, key, wake in tries)
            )
        finally:
            await log.close()

    assert asyncio.run(all_at_once()) == expected
    with reading(engine) as connection:
        e = schema.entries.c
        found = connection.execute(select(e.table_id, e.seq, e.key).order_by(e.table_id, e.seq))
        assert [tuple(one) for one in found] == [
            (name, seq, key) for name in names for seq, key in enumerate(logs[name])
        ]
        woken = connection.execute(select(schema.wakes.c.table_id, schema.wakes.c.due))
        assert dict(woken.all()) == due


async def test_queued_appends_share_a_transaction(log: EventLog, engine: Engine) -> None:
    commits: list[object] = []
    event.listen(engine, "commit", commits.append)
    async with _busy(log):
        waiting = [asyncio.ensure_future(log.append(append(f"t{n}", 0))) for n in range(300)]
        await asyncio.sleep(0)
        assert log.waiting == 300
    await asyncio.gather(*waiting)
    assert len(commits) == 2


@pytest.mark.parametrize("seed", part(range(20), 5))
async def test_a_write_sees_every_append_that_was_queued_before_it(
    log: EventLog, seed: int
) -> None:
    rng, heads = Random(seed), dict.fromkeys(("oak", "elm", "ash"), -1)
    queued, expected = list[Any](), list[dict[str, int]]()
    for _ in range(40):
        if rng.random() < 0.3:
            queued.append(log.write(lambda c: last_entries(c, TABLES, ["oak", "elm", "ash"])))
            expected.append(dict(heads))
        else:
            code = rng.choice(["oak", "oak", "elm", "ash"])
            heads[code] += 1
            queued.append(log.append(append(code, heads[code], row=row(code))))
    outcomes = await asyncio.gather(*queued)
    seen = [outcome for outcome in outcomes if isinstance(outcome, dict)]
    for found, least in zip(seen, expected, strict=True):
        assert all(found.get(code, -1) >= seq for code, seq in least.items()), (found, least)


async def test_an_invalid_entry_does_not_fail_its_group(log: EventLog) -> None:
    async with _busy(log):
        good = [asyncio.ensure_future(log.append(append(f"t{n}", 0))) for n in range(20)]
        bad = table_append(entry("bad", 0, body="\udc80"))
        failing = asyncio.ensure_future(log.append(bad))
        await asyncio.sleep(0)
    with pytest.raises(ValueError, match="surrogates"):
        await failing
    assert await asyncio.gather(*good) == [COMMITTED] * 20
    assert await log.read(TABLES, "bad") == []


@pytest.mark.parametrize(
    "bad",
    part(
        [
            append("x" * 17, 0),
            append("", 0),
            append("oak", 0, "k" * 65),
            append("oak", 0, "a\0b"),
            table_append(entry("oak", 0, by="p" * 41)),
        ],
        3,
    ),
)
async def test_values_one_database_refuses_are_refused_by_both(log: EventLog, bad: Append) -> None:
    with pytest.raises(OddtrickError):
        await log.append(bad)
    assert await log.read(TABLES, "oak") == []


def test_a_row_of_another_table_is_refused() -> None:
    with pytest.raises(OddtrickError, match="for table elm, the entry for oak"):
        append("oak", 0, row=row("elm"))


async def test_changes_share_a_group_commit_and_fail_independently(
    log: EventLog, engine: Engine
) -> None:
    def settle(connection: Connection) -> str:
        connection.execute(insert(schema.settings).values(name="a", value="1"))
        return "done"

    def fail(connection: Connection) -> None:
        connection.execute(insert(schema.settings).values(name="b", value="2"))
        raise LookupError("of its own")

    async def failing() -> str:
        with pytest.raises(LookupError, match="of its own"):
            await log.write(fail)
        return "failed"

    done = await asyncio.gather(log.write(settle), failing(), log.append(append("oak", 0)))
    assert tuple(done) == ("done", "failed", COMMITTED)
    with reading(engine) as connection:
        names = connection.execute(select(schema.settings.c.name)).scalars().all()
    assert names == ["a"]


async def test_a_cancelled_waiter_does_not_disturb_the_others(log: EventLog) -> None:
    async with _busy(log):
        gone = asyncio.ensure_future(log.append(append("oak", 0)))
        stays = asyncio.ensure_future(log.append(append("elm", 0)))
        await asyncio.sleep(0)
        gone.cancel()
    assert await stays is COMMITTED
    assert gone.cancelled()


async def test_several_loops_share_a_log(log: EventLog) -> None:
    outcomes: list[AppendResult] = []

    def elsewhere(name: str) -> None:
        outcomes.append(asyncio.run(log.append(append(name, 0))))

    await asyncio.gather(*(asyncio.to_thread(elsewhere, f"t{n}") for n in range(8)))
    assert outcomes == [COMMITTED] * 8


async def test_appends_beyond_the_queue_limit_are_refused(
    log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_module, "MAX_PENDING", 10)
    async with _busy(log):
        others = [asyncio.ensure_future(log.append(append(f"t{n}", 0))) for n in range(10)]
        await asyncio.sleep(0)
        with pytest.raises(StoreUnavailable, match="database is overloaded"):
            await log.append(append("oak", 0))
    await asyncio.gather(*others)
    assert await log.append(append("oak", 0)) is COMMITTED


async def test_closing_flushes_the_queue_and_refuses_new_appends(engine: Engine) -> None:
    log = EventLog(engine)
    waiting = [asyncio.ensure_future(log.append(append(f"t{n}", 0))) for n in range(2000)]
    await asyncio.sleep(0)
    await log.close()
    assert await asyncio.gather(*waiting) == [COMMITTED] * 2000
    for late in (log.append(append("late", 0)), log.read(TABLES, "t0")):
        with pytest.raises(StoreUnavailable, match="stopping"):
            await late
    with reading(engine) as connection:
        assert len(connection.execute(select(schema.entries.c.table_id)).all()) == 2000


async def test_reading_does_not_wait_for_writing(log: EventLog) -> None:
    await log.append(append("oak", 0))
    async with _busy(log):
        assert await log.read(TABLES, "oak") == [entry("oak", 0)]


async def test_an_append_before_the_schema_exists_fails_without_closing_the_log(
    empty: Engine,
) -> None:
    log = EventLog(empty)
    with pytest.raises(Exception, match="entries"):
        await log.append(append("oak", 0))
    await asyncio.to_thread(upgrade, empty)
    assert await log.append(append("oak", 0)) is COMMITTED
    await log.close()


@asynccontextmanager
async def _busy(log: EventLog) -> AsyncIterator[None]:
    """Blocks the writer thread until the block ends."""
    entered, let_go = threading.Event(), threading.Event()

    def hold(_connection: Connection) -> None:
        entered.set()
        let_go.wait()

    holding = asyncio.ensure_future(log.write(hold))
    try:
        await asyncio.to_thread(entered.wait)
        yield
    finally:
        let_go.set()
        await holding


def _rows_of(engine: Engine) -> tuple[list[tuple[Any, ...]], ...]:
    w, t, s = schema.wakes.c, schema.tables.c, schema.seats.c
    with reading(engine) as connection:
        return tuple(
            [tuple(one) for one in connection.execute(select(*columns).order_by(*columns[:2]))]
            for columns in (
                (w.table_id, w.due, w.leased_by, w.leased_until),
                (t.id, t.stage),
                (s.table_id, s.person_id, s.place),
            )
        )
