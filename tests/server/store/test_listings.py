"""Paginated lists: newest first, each row once."""

from __future__ import annotations

from msgspec.structs import replace
from sqlalchemy import Engine

from oddtrick.server.store.engine import reading, writing
from oddtrick.server.store.event_log import EventLog
from oddtrick.server.store.listings import (
    FinishedMatch,
    ImportedRecord,
    PagePosition,
    add_imported_record,
    add_match,
    find_imported_record,
    find_match,
    imported_records_of,
    matches_of,
    public_tables,
    tables_of,
)
from oddtrick.server.store.table_rows import SeatChange
from oddtrick.tables.archive import PlayerResult
from tests.support.server.sample_rows import NOW, append, row


async def test_the_lobby_lists_public_tables_of_a_stage_in_pages(log: EventLog) -> None:
    for n in range(25):  # five rows share each timestamp
        shown = row(f"t{n:02}", changed=NOW + n // 5)
        await log.append(append(f"t{n:02}", 0, row=shown))
    await log.append(append("hidden", 0, row=row("hidden", public=False)))
    await log.append(append("over", 0, row=row("over", stage="over")))
    seen: list[str] = []
    before = None
    while page := await log.query(lambda c: public_tables(c, ["gathering"], before, 4)):  # noqa: B023  awaited at once
        assert len(page) <= 4
        seen += [table.id for table in page]
        before = PagePosition(page[-1].changed, page[-1].id)
    assert seen == sorted((f"t{n:02}" for n in range(25)), reverse=True)
    both = await log.query(lambda c: public_tables(c, ["gathering", "over"], None, 100))
    assert len(both) == 26
    assert row("over", stage="over") in both


async def test_the_tables_of_a_person_include_earlier_ones(log: EventLog) -> None:
    for n, name in enumerate(("oak", "elm", "ash")):
        sits = (SeatChange("p_ann", n),) if name != "ash" else (SeatChange("p_bob", 0),)
        await log.append(append(name, 0, row=row(name, changed=NOW + n), seats=sits))
    await log.append(append("oak", 1, seats=(SeatChange("p_ann", None),)))
    mine = await log.query(lambda c: tables_of(c, "p_ann"))
    assert [(table.id, place) for table, place in mine] == [("elm", 1), ("oak", None)]
    rest = await log.query(lambda c: tables_of(c, "p_ann", PagePosition(NOW + 1, "elm")))
    assert [table.id for table, _ in rest] == ["oak"]


def test_a_match_is_archived_once(engine: Engine) -> None:
    result = PlayerResult(
        seat=0, person="p_ann", name="Ann", level=None, side=0, won=True, rank=0, tricks=8, points=2
    )
    bot = replace(result, seat=1, person=None, name="Bot", level="club", side=1, won=False, rank=1)
    ended = FinishedMatch(
        table="oak",
        number=0,
        game="whist",
        rated=True,
        ended=NOW,
        record="{}",
        players=(result, bot, replace(result, seat=2)),
    )
    with writing(engine) as connection:
        assert add_match(connection, ended)
        assert not add_match(connection, replace(ended, record="other"))
        assert add_match(connection, replace(ended, number=1, ended=NOW + 1, players=(result, bot)))
        assert add_match(connection, replace(ended, table="elm", players=(result,)))
    with reading(engine) as connection:
        assert find_match(connection, "oak", 0) == ("{}", {"p_ann": 0})
        assert find_match(connection, "oak", 2) is None
        mine = matches_of(connection, "p_ann")
        listed = [("oak", 1), ("oak", 0), ("oak", 0), ("elm", 0)]
        assert [(one.table, one.number) for one in mine] == listed
        assert mine[0].points == 2
        assert mine[0].won is True
        last = PagePosition(mine[1].ended, mine[1].table)
        assert [one.table for one in matches_of(connection, "p_ann", before=last)] == ["elm"]
        assert matches_of(connection, "p_bob") == []


def test_an_uploaded_record_is_stored_once(engine: Engine) -> None:
    first = ImportedRecord("r1", "p_ann", "whist", NOW, "{}")
    with writing(engine) as connection:
        assert add_imported_record(connection, first)
        assert not add_imported_record(connection, replace(first, record="other"))
        assert add_imported_record(connection, replace(first, id="r2"))
        assert add_imported_record(connection, replace(first, id="r3", person="p_bob"))
    with reading(engine) as connection:
        assert imported_records_of(connection, "p_ann") == [replace(first, id="r2"), first]
        assert imported_records_of(connection, "p_ann", PagePosition(NOW, "r2")) == [first]
        assert find_imported_record(connection, "r1") == first
        assert find_imported_record(connection, "r9") is None
