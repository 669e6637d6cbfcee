"""Tests of the connections of a table: who is present, and when a deserted table closes."""

from __future__ import annotations

from oddtrick.tables import commands as c
from oddtrick.tables.state import DESERTED_MS
from tests.support.tables.table_driver import START, TableDriver, kinds


def test_a_person_is_present_until_the_last_window_closes() -> None:
    table = TableDriver()
    table.seat("ann")
    table.connect("ann", worker="w2")
    assert table.do("ann", c.Arrive("w2")) == ()
    table.disconnect("ann", worker="w1")
    assert table.table.chairs[0].connected
    assert table.do("ann", c.Depart("w1")) == ()
    table.wait(5)
    table.disconnect("ann", worker="w2")
    assert table.table.chairs[0].gone_since == START + 5
    assert table.table.empty_since == START + 5


def test_connections_of_a_dead_worker_are_dropped() -> None:
    table = TableDriver()
    table.seat("ann", "bea")
    table.connect("bea", worker="w2")
    table.do("server", c.RemoveDeadWorkers(("w2", "w3")))
    assert table.table.connections == {("bea", "w2")}
    assert [chair.connected for chair in table.table.chairs[:2]] == [False, True]
    assert table.do("server", c.RemoveDeadWorkers(("w2",))) == ()


def test_a_seated_person_without_a_connection_is_absent() -> None:
    table = TableDriver()
    table.do("ann", c.Sit(0))
    assert not table.table.chairs[0].connected
    table.connect("ann")
    assert table.table.chairs[0].connected


def test_a_deserted_table_closes_after_a_day_and_refuses_commands() -> None:
    table = TableDriver()
    table.begin("ann")
    table.disconnect("ann")
    since = table.table.at
    assert table.table.wake == since + DESERTED_MS
    assert table.tick(DESERTED_MS - 1) == ()
    assert kinds(table.tick(1)) == ["closed"]
    assert table.refused("ann", c.Sit(0)).code == "closed"
    for command in (
        c.Tick(),
        c.Arrive("w1"),
        c.RemoveDeadWorkers(()),
        c.ExtendDeadlines(5),
        c.BotActs(0, 9, "AS"),
    ):
        assert table.do("ann", command) == ()
