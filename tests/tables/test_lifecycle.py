"""Tests of pauses between deals and of rematches."""

from __future__ import annotations

import pytest

from oddtrick.tables import Settings, Stage, Table
from oddtrick.tables import commands as c
from tests.support.tables.table_driver import TableDriver, kinds

PAUSED = Settings(pause_seconds=20, bot_delay_ms=0)


def paused(*people: str, settings: Settings = PAUSED) -> TableDriver:
    """Returns a table in the pause after a deal."""
    table = TableDriver("knockout-whist", settings=settings, players=max(2, len(people)))
    table.begin(*people)
    while table.table.stage is not Stage.PAUSE:
        table.step()
    return table


def test_the_score_is_shown_until_the_pause_is_over() -> None:
    table = paused("ann", "bea")
    assert table.table.pause_until == table.table.wake == table.now + 20_000
    assert table.refused("ann", c.Play("AS")).code == "not-playing"
    assert table.tick(19_999) == ()
    assert kinds(table.tick(1))[0] == "continued"
    assert table.table.stage in (Stage.PLAYING, Stage.DRAWING)


def test_the_pause_ends_when_all_present_players_are_ready() -> None:
    table = paused("ann", "bea", "cid")
    table.disconnect("cid")
    table.do("ann", c.Ready())
    assert table.do("ann", c.Ready()) == ()
    assert table.table.stage is Stage.PAUSE
    assert table.table.ready == {0}
    assert kinds(table.do("bea", c.Ready()))[:2] == ["readied", "continued"]
    assert table.table.ready == set()
    assert table.refused("bea", c.Ready()).code == "not-now"


@pytest.mark.parametrize("how", ["goes", "is away", "leaves", "loses a worker"])
def test_the_pause_does_not_wait_for_absent_players(how: str) -> None:
    table = paused("ann", "bea", "cid")
    table.connect("bea", worker="w2")
    table.disconnect("bea", worker="w1")
    table.do("ann", c.Ready())
    table.do("cid", c.Ready())
    assert table.table.stage is Stage.PAUSE
    commands: dict[str, c.Command] = {
        "goes": c.Depart("w2"),
        "is away": c.Away(),
        "leaves": c.Leave(),
        "loses a worker": c.RemoveDeadWorkers(("w1",)),
    }
    table.do("server" if how == "loses a worker" else "bea", commands[how])
    assert table.table.stage is not Stage.PAUSE


def test_readying_ends_the_bots_substitution() -> None:
    table = paused("ann", "bea")
    table.do("ann", c.Away())
    assert kinds(table.do("ann", c.Ready())) == ["returned", "readied"]


def test_the_grace_period_also_ends_during_a_pause() -> None:
    table = paused(
        "ann", "bea", settings=Settings(grace_seconds=5, pause_seconds=20, bot_delay_ms=0)
    )
    table.disconnect("bea")
    assert kinds(table.tick(5_000)) == ["took-over"]


def test_the_pause_of_an_empty_table_resumes_on_arrival() -> None:
    table = paused("ann", "bea")
    table.wait(15_000)
    table.disconnect("ann", "bea")
    table.wait(10**6)
    table.connect("bea")
    assert table.table.pause_until == table.now + 5_000


def over(*people: str, settings: Settings = PAUSED) -> TableDriver:
    table = paused(*people, settings=settings)
    table.play_out()
    assert table.table.stage is Stage.OVER
    return table


def test_a_rematch_begins_when_all_present_players_ask_for_it() -> None:
    table = over("ann", "bea")
    table.do("ann", c.Rematch())
    assert table.do("ann", c.Rematch()) == ()
    assert table.refused("ann", c.Ready()).code == "not-now"
    facts = table.do("bea", c.Rematch())
    assert kinds(facts)[:2] == ["readied", "begun"]
    assert (table.table.number, table.match.number) == (2, 0)
    assert table.table.draws == ()
    table.finish_draw()
    table.play_out()
    assert table.refused("zoe", c.Rematch()).code == "no-place"


def test_a_rematch_begins_when_the_last_undecided_player_departs() -> None:
    table = over("ann", "bea")
    table.do("ann", c.Rematch())
    assert "begun" in kinds(table.do("bea", c.Depart("w1")))


def test_a_departure_of_the_last_player_begins_no_rematch() -> None:
    table = over("ann", "bea")
    table.do("ann", c.Rematch())
    assert kinds(table.do("ann", c.Depart("w1"))) == ["departed"]
    assert kinds(table.do("bea", c.Depart("w1"))) == ["departed"]
    assert table.table.stage is Stage.OVER


def test_a_rematch_begins_once_all_places_are_taken() -> None:
    table = over("ann", "bea")
    table.do("ann", c.Rematch())
    table.do("bea", c.Leave())
    assert table.refused("ann", c.Rematch()).code == "open-places"
    assert "begun" in kinds(table.do("ann", c.AddBot(1)))


def test_changed_settings_cancel_the_agreement_to_a_rematch() -> None:
    table = over("ann", "bea")
    table.do("bea", c.Rematch())
    table.do("ann", c.ChangeSettings(Settings(rated=True)))
    table.do("ann", c.Rematch())
    assert table.table.stage is Stage.OVER
    table.do("bea", c.Rematch())
    assert table.table.under_way


def test_a_rated_rematch_waits_for_everybody() -> None:
    table = over("ann", "bea", settings=Settings(rated=True, pause_seconds=5, bot_delay_ms=0))
    table.do("ann", c.Rematch())
    table.disconnect("bea")
    assert table.table.stage is Stage.OVER
    table.connect("bea")
    assert "begun" in kinds(table.do("bea", c.Rematch()))


def test_asking_for_a_rematch_ends_the_bots_substitution() -> None:
    table = paused("ann", "bea")
    table.do("ann", c.Away())
    table.play_out()
    assert kinds(table.do("ann", c.Rematch())) == ["returned", "readied"]


def test_a_rematch_is_refused_before_the_match_is_over() -> None:
    assert paused("ann").refused("ann", c.Rematch()).code == "not-now"


def test_a_table_of_bots_plays_on_while_somebody_watches() -> None:
    table = paused("ann", settings=Settings(pause_seconds=3, bot_delay_ms=0))
    table.do("ann", c.Leave())
    table.play_out()
    final: Table = table.table
    assert {chair.kind for chair in final.chairs} == {"bot"}
