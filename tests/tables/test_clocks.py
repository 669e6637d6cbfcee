"""Whose time it is, whose is over, and who plays for them then."""

from __future__ import annotations

import pytest

from oddtrick.tables import Settings, Stage, Table
from oddtrick.tables import commands as c
from oddtrick.tables.state import DESERTED_MS
from tests.tables.evening import START, Evening, as_command, kinds

MOVE = Settings(move_seconds=10, pause_seconds=0, pace_ms=0)
DEAL = Settings(deal_seconds=60, pause_seconds=0, pace_ms=0)
PAUSED = Settings(pause_seconds=20, pace_ms=0)


def anns_turn(settings: Settings, *others: str) -> Evening:
    """It is Ann's turn to play a card, since no time."""
    table = Evening(settings=settings)
    table.begin("ann", *others)
    table.play_until("ann")
    return table


def stand_in(table: Evening, place: int = 0) -> str | None:
    return table.table.chairs[place].stand_in


def play(table: Evening) -> list[str]:
    """The person to act plays any card."""
    assert table.turn is not None
    return kinds(table.do(table.turn, as_command(table.match, table.choose())))


def test_who_does_not_move_in_time_is_stood_in_for_until_they_want_to_play_again() -> None:
    table = anns_turn(MOVE)
    assert table.table.deadline == table.table.wake == table.now + 10_000
    assert table.tick(9_999) == ()
    assert kinds(table.tick(1)) == ["took-over"]
    assert stand_in(table) == "clock"
    assert table.table.bot_turn == 0
    table.act()
    table.play_on(3)
    assert stand_in(table) == "clock"
    table.do("ann", c.Back())
    table.play_until("ann")


def test_a_card_played_late_but_before_the_bots_counts_and_one_is_back() -> None:
    table = anns_turn(MOVE)
    table.wait(10_005)
    assert play(table) == ["acted"]
    table.play_until("ann")
    table.tick(10_000)
    assert stand_in(table) == "clock"
    assert play(table) == ["returned", "acted"]
    assert stand_in(table) is None


def test_nobody_wins_time_by_going_and_coming_back() -> None:
    table = anns_turn(MOVE)
    ends = table.table.deadline
    table.wait(6_000)
    table.do("ann", c.Away())
    assert table.table.deadline is None
    assert table.table.bot_turn == 0
    table.do("ann", c.Back())
    assert table.table.deadline == ends
    table.tick(4_000)
    refusal = table.refused("ann", c.Back())
    assert refusal.code == "too-late"
    assert stand_in(table) == "clock"


def test_time_of_a_deal_is_counted_only_while_one_decides() -> None:
    table = anns_turn(DEAL)
    table.wait(7_000)
    play(table)
    table.wait(30_000)
    table.play_until("ann")
    assert table.table.spent == (7_000, 0, 0, 0)
    assert table.table.deadline == table.table.turn_at + 53_000
    table.wait(40_000)
    play(table)
    table.play_until("ann")
    assert table.tick(12_999) == ()
    assert kinds(table.tick(1)) == ["took-over"]
    assert sum(table.table.spent) == 60_000


def test_the_deals_clock_cannot_be_wound_up_by_being_away() -> None:
    table = anns_turn(DEAL)
    for _ in range(3):
        table.wait(10_000)
        table.do("ann", c.Away())
        table.wait(5_000)
        table.do("ann", c.Back())
    assert table.table.spent[0] == 30_000
    assert table.table.deadline == table.now + 30_000
    table.wait(4_000)
    table.do("ann", c.Leave())
    table.do("ann", c.Sit(0))
    assert table.table.spent[0] == 34_000


def test_who_takes_over_a_place_has_all_of_the_time() -> None:
    table = anns_turn(DEAL, "bea")
    table.wait(50_000)
    table.do("ann", c.Leave())
    table.come("zoe")
    table.do("zoe", c.Sit(0))
    assert table.table.spent[0] == 0
    assert table.table.deadline == table.now + 60_000


def test_a_new_deal_gives_all_the_time_again() -> None:
    table = Evening("knockout-whist", settings=DEAL, players=3)
    table.begin("ann")
    table.play_until("ann")
    table.wait(20_000)
    play(table)
    assert table.table.spent[0] == 20_000
    table.play_deal()
    assert table.table.spent == (0, 0, 0)
    assert table.match.number == 1


def test_both_clocks_may_run_and_the_first_to_end_counts() -> None:
    table = anns_turn(Settings(move_seconds=40, deal_seconds=60, pause_seconds=0, pace_ms=0))
    assert table.table.deadline == table.now + 40_000
    table.wait(30_000)
    play(table)
    table.play_until("ann")
    assert table.table.deadline == table.now + 30_000


def test_without_a_clock_nobody_is_hurried() -> None:
    table = anns_turn(Settings(pause_seconds=0, pace_ms=0))
    assert table.table.deadline is None
    assert table.table.wake is None
    assert table.tick(10**9) == ()


def test_the_moment_of_a_bots_card_is_its_turn_and_the_pace() -> None:
    table = Evening(settings=Settings(pace_ms=700, pause_seconds=0))
    table.begin("ann")
    while table.table.bot_turn is None:
        table.act()
    assert table.table.wake == table.table.turn_at + 700
    assert table.tick() == ()


def test_no_clock_runs_for_a_bot() -> None:
    table = anns_turn(MOVE)
    play(table)
    assert table.table.bot_turn is not None
    assert table.table.deadline is None


def test_who_has_been_gone_for_the_grace_is_stood_in_for_and_plays_on_when_back() -> None:
    table = anns_turn(Settings(grace_seconds=60, pause_seconds=0, pace_ms=0), "bea")
    table.wait(5_000)
    table.go("bea")
    assert table.table.wake == table.now + 60_000
    assert table.tick(59_999) == ()
    assert kinds(table.tick(1)) == ["took-over"]
    assert stand_in(table, 1) == "gone"
    assert table.tick() == ()
    assert kinds(table.do("bea", c.Arrive("w1"))) == ["arrived", "returned"]
    assert stand_in(table, 1) is None


def test_a_short_absence_is_none() -> None:
    table = anns_turn(Settings(grace_seconds=60, pause_seconds=0, pace_ms=0), "bea")
    table.go("bea")
    table.wait(59_000)
    table.come("bea")
    assert table.tick(59_000) == ()
    table.go("bea")
    assert table.tick(59_999) == ()
    assert kinds(table.tick(1)) == ["took-over"]


def test_whose_time_ends_while_gone_plays_on_as_soon_as_back() -> None:
    table = anns_turn(MOVE, "bea")
    table.go("ann")
    table.tick(10_000)
    assert stand_in(table) == "gone"
    table.act()
    table.come("ann")
    assert stand_in(table) is None


def test_who_asked_a_bot_to_play_on_is_not_back_by_coming_back() -> None:
    table = anns_turn(MOVE, "bea")
    table.do("ann", c.Away())
    assert table.do("ann", c.Away()) == ()
    table.go("ann")
    table.come("ann")
    assert stand_in(table) == "asked"
    table.act()
    assert kinds(table.do("ann", c.Back())) == ["returned"]
    assert table.do("ann", c.Back()) == ()


def test_away_means_something_only_in_a_match() -> None:
    table = Evening()
    table.seat("ann")
    assert table.refused("ann", c.Away()).code == "not-now"


def test_bots_wait_at_an_empty_table_for_somebody_to_come() -> None:
    table = anns_turn(Settings(pause_seconds=0, pace_ms=0))
    table.act()
    seq, place = table.table.seq, table.table.bot_turn
    assert place is not None
    card = table.choose()
    table.go("ann")
    assert table.table.wake == table.now + DESERTED_MS
    assert table.do("house", c.BotActs(place, seq, card)) == ()
    table.come("ann")
    assert kinds(table.do("house", c.BotActs(place, seq, card))) == ["acted"]


def test_all_times_stand_still_at_an_empty_table() -> None:
    table = anns_turn(
        Settings(move_seconds=10, grace_seconds=30, pause_seconds=0, pace_ms=0), "bea"
    )
    table.wait(4_000)
    table.go("bea")
    table.wait(1_000)
    table.go("ann")
    table.wait(3_600_000)
    assert table.tick() == ()
    table.come("ann")
    assert table.table.deadline == table.now + 5_000
    assert table.table.chairs[1].gone_since == table.now - 1_000


def test_nothing_is_counted_while_the_house_was_not_there() -> None:
    table = anns_turn(
        Settings(move_seconds=10, grace_seconds=30, pause_seconds=0, pace_ms=0), "bea"
    )
    table.wait(4_000)
    table.go("bea")
    table.wait(20_000)
    table.do("house", c.Hold(20_000))
    assert table.table.deadline == table.now + 6_000
    assert table.table.chairs[1].gone_since == table.now
    assert table.tick() == ()


def test_two_workers_that_tell_of_the_same_standstill_give_no_more_than_the_whole_time() -> None:
    table = anns_turn(MOVE)
    table.wait(8_000)
    table.do("house", c.Hold(8_000))
    table.do("house", c.Hold(8_000))
    assert table.table.deadline == table.now + 10_000


def test_a_standstill_means_nothing_where_no_time_runs() -> None:
    table = Evening()
    assert table.do("house", c.Hold(5_000)) == ()
    table.seat("ann")
    assert table.do("house", c.Hold(5_000)) == ()
    running = anns_turn(MOVE)
    assert running.do("house", c.Hold(-5)) == ()


def test_an_empty_table_stands_still_once_though_the_house_was_away_too() -> None:
    table = anns_turn(MOVE)
    table.wait(4_000)
    table.go("ann")
    table.wait(60_000)
    assert table.do("house", c.Hold(60_000)) == ()
    table.come("ann")
    assert table.table.deadline == table.now + 6_000


def test_a_clock_that_goes_back_counts_as_standing_still() -> None:
    table = anns_turn(DEAL)
    table.wait(-3_000)
    play(table)
    assert table.table.spent[0] == 0
    assert table.table.at >= START


def paused(*people: str, settings: Settings = PAUSED) -> Evening:
    """A deal has ended, and all look at the score."""
    table = Evening("knockout-whist", settings=settings, players=max(2, len(people)))
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


def test_all_who_are_there_and_ready_end_the_pause() -> None:
    table = paused("ann", "bea", "cid")
    table.go("cid")
    table.do("ann", c.Ready())
    assert table.do("ann", c.Ready()) == ()
    assert table.table.stage is Stage.PAUSE
    assert table.table.ready == {0}
    assert kinds(table.do("bea", c.Ready()))[:2] == ["readied", "continued"]
    assert table.table.ready == set()
    assert table.refused("bea", c.Ready()).code == "not-now"


@pytest.mark.parametrize("how", ["goes", "is away", "leaves", "loses a worker"])
def test_nobody_waits_for_one_who_does_not_look_at_the_score(how: str) -> None:
    table = paused("ann", "bea", "cid")
    table.come("bea", worker="w2")
    table.go("bea", worker="w1")
    table.do("ann", c.Ready())
    table.do("cid", c.Ready())
    assert table.table.stage is Stage.PAUSE
    commands: dict[str, c.Command] = {
        "goes": c.Depart("w2"),
        "is away": c.Away(),
        "leaves": c.Leave(),
        "loses a worker": c.Sweep(("w1",)),
    }
    table.do("house" if how == "loses a worker" else "bea", commands[how])
    assert table.table.stage is not Stage.PAUSE


def test_who_is_ready_plays_for_themselves_again() -> None:
    table = paused("ann", "bea")
    table.do("ann", c.Away())
    assert kinds(table.do("ann", c.Ready())) == ["returned", "readied"]


def test_the_grace_ends_in_a_pause_too() -> None:
    table = paused("ann", "bea", settings=Settings(grace_seconds=5, pause_seconds=20, pace_ms=0))
    table.go("bea")
    assert kinds(table.tick(5_000)) == ["took-over"]


def test_the_pause_of_an_empty_table_goes_on_when_somebody_comes() -> None:
    table = paused("ann", "bea")
    table.wait(15_000)
    table.go("ann", "bea")
    table.wait(10**6)
    table.come("bea")
    assert table.table.pause_until == table.now + 5_000


def over(*people: str, settings: Settings = PAUSED) -> Evening:
    table = paused(*people, settings=settings)
    table.play_out()
    assert table.table.stage is Stage.OVER
    return table


def test_a_rematch_begins_when_all_who_are_there_want_it() -> None:
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


def test_a_rematch_begins_when_the_last_who_has_not_asked_for_it_goes() -> None:
    table = over("ann", "bea")
    table.do("ann", c.Rematch())
    assert "begun" in kinds(table.do("bea", c.Depart("w1")))


def test_nobody_begins_a_rematch_by_going() -> None:
    table = over("ann", "bea")
    table.do("ann", c.Rematch())
    assert kinds(table.do("ann", c.Depart("w1"))) == ["departed"]
    assert kinds(table.do("bea", c.Depart("w1"))) == ["departed"]
    assert table.table.stage is Stage.OVER


def test_a_rematch_needs_all_places_taken_and_begins_once_they_are() -> None:
    table = over("ann", "bea")
    table.do("ann", c.Rematch())
    table.do("bea", c.Leave())
    assert table.refused("ann", c.Rematch()).code == "open-places"
    assert "begun" in kinds(table.do("ann", c.BotIn(1)))


def test_an_agreement_to_a_rematch_ends_when_the_table_is_run_otherwise() -> None:
    table = over("ann", "bea")
    table.do("bea", c.Rematch())
    table.do("ann", c.Arrange(Settings(rated=True)))
    table.do("ann", c.Rematch())
    assert table.table.stage is Stage.OVER
    table.do("bea", c.Rematch())
    assert table.table.under_way


def test_a_rated_rematch_waits_for_everybody() -> None:
    table = over("ann", "bea", settings=Settings(rated=True, pause_seconds=5, pace_ms=0))
    table.do("ann", c.Rematch())
    table.go("bea")
    assert table.table.stage is Stage.OVER
    table.come("bea")
    assert "begun" in kinds(table.do("bea", c.Rematch()))


def test_who_was_stood_in_for_plays_the_rematch_that_they_ask_for() -> None:
    table = paused("ann", "bea")
    table.do("ann", c.Away())
    table.play_out()
    assert kinds(table.do("ann", c.Rematch())) == ["returned", "readied"]


def test_a_rematch_is_for_when_the_match_is_over() -> None:
    assert paused("ann").refused("ann", c.Rematch()).code == "not-now"


def test_a_table_of_bots_gets_on_while_somebody_is_there() -> None:
    table = paused("ann", settings=Settings(pause_seconds=3, pace_ms=0))
    table.do("ann", c.Leave())
    table.play_out()
    final: Table = table.table
    assert {chair.kind for chair in final.chairs} == {"bot"}
