"""Tests of clocks, time limits and stand-in bots."""

from __future__ import annotations

from oddtrick.tables import Settings
from oddtrick.tables import commands as c
from oddtrick.tables.state import DESERTED_MS
from tests.support.tables.table_driver import START, TableDriver, as_command, kinds

MOVE = Settings(move_seconds=10, pause_seconds=0, bot_delay_ms=0)
DEAL = Settings(deal_seconds=60, pause_seconds=0, bot_delay_ms=0)


def anns_turn(settings: Settings, *others: str) -> TableDriver:
    """Returns a table with Ann's turn to play just begun."""
    table = TableDriver(settings=settings)
    table.begin("ann", *others)
    table.play_until("ann")
    return table


def stand_in(table: TableDriver, place: int = 0) -> str | None:
    return table.table.chairs[place].stand_in


def play(table: TableDriver) -> list[str]:
    """Plays any legal card for the person to act."""
    assert table.turn is not None
    return kinds(table.do(table.turn, as_command(table.match, table.choose())))


def test_a_bot_takes_over_at_the_time_limit_until_the_person_returns() -> None:
    table = anns_turn(MOVE)
    assert table.table.deadline == table.table.wake == table.now + 10_000
    assert table.tick(9_999) == ()
    assert kinds(table.tick(1)) == ["took-over"]
    assert stand_in(table) == "timeout"
    assert table.table.bot_turn == 0
    table.act()
    table.play_on(3)
    assert stand_in(table) == "timeout"
    table.do("ann", c.Back())
    table.play_until("ann")


def test_a_late_card_before_the_bots_counts_as_a_return() -> None:
    table = anns_turn(MOVE)
    table.wait(10_005)
    assert play(table) == ["acted"]
    table.play_until("ann")
    table.tick(10_000)
    assert stand_in(table) == "timeout"
    assert play(table) == ["returned", "acted"]
    assert stand_in(table) is None


def test_reconnecting_gains_no_time() -> None:
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
    assert stand_in(table) == "timeout"


def test_deal_time_runs_only_on_the_persons_turn() -> None:
    table = anns_turn(DEAL)
    table.wait(7_000)
    play(table)
    table.wait(30_000)
    table.play_until("ann")
    assert table.table.spent == (7_000, 0, 0, 0)
    assert table.table.deadline == table.table.turn_started + 53_000
    table.wait(40_000)
    play(table)
    table.play_until("ann")
    assert table.tick(12_999) == ()
    assert kinds(table.tick(1)) == ["took-over"]
    assert sum(table.table.spent) == 60_000


def test_absence_does_not_reset_the_deal_clock() -> None:
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


def test_the_time_of_an_empty_place_is_nobodys() -> None:
    table = anns_turn(DEAL)
    table.wait(10_000)
    table.do("ann", c.Leave())
    table.wait(20_000)
    table.do("ann", c.Sit(0))
    table.wait(4_000)
    table.do("ann", c.Away())
    assert table.table.spent[0] == 14_000


def test_a_new_player_at_a_place_has_the_full_time() -> None:
    table = TableDriver(settings=DEAL, target=40)
    table.begin("ann", "bea")
    table.play_until("ann")
    table.wait(50_000)
    table.do("ann", c.Leave())
    table.connect("zoe")
    while table.table.turn is not None:
        table.act()
    table.do("zoe", c.Sit(0))
    assert table.table.spent[0] == 0
    table.play_until("zoe")
    assert table.table.deadline == table.now + 60_000


def test_a_new_deal_resets_the_deal_clock() -> None:
    table = TableDriver("knockout-whist", settings=DEAL, players=3)
    table.begin("ann")
    table.play_until("ann")
    table.wait(20_000)
    play(table)
    assert table.table.spent[0] == 20_000
    table.play_deal()
    assert table.table.spent == (0, 0, 0)
    assert table.match.number == 1


def test_the_earlier_of_both_clocks_counts() -> None:
    table = anns_turn(Settings(move_seconds=40, deal_seconds=60, pause_seconds=0, bot_delay_ms=0))
    assert table.table.deadline == table.now + 40_000
    table.wait(30_000)
    play(table)
    table.play_until("ann")
    assert table.table.deadline == table.now + 30_000


def test_without_a_clock_no_time_limit_applies() -> None:
    table = anns_turn(Settings(pause_seconds=0, bot_delay_ms=0))
    assert table.table.deadline is None
    assert table.table.wake is None
    assert table.tick(10**9) == ()


def test_a_bot_is_due_after_its_delay() -> None:
    table = TableDriver(settings=Settings(bot_delay_ms=700, pause_seconds=0))
    table.begin("ann")
    while table.table.bot_turn is None:
        table.act()
    assert table.table.wake == table.table.turn_started + 700
    assert table.tick() == ()


def test_no_clock_runs_for_a_bot() -> None:
    table = anns_turn(MOVE)
    play(table)
    assert table.table.bot_turn is not None
    assert table.table.deadline is None


def test_a_bot_takes_over_after_the_grace_period_until_the_person_returns() -> None:
    table = anns_turn(Settings(grace_seconds=60, pause_seconds=0, bot_delay_ms=0), "bea")
    table.wait(5_000)
    table.disconnect("bea")
    assert table.table.wake == table.now + 60_000
    assert table.tick(59_999) == ()
    assert kinds(table.tick(1)) == ["took-over"]
    assert stand_in(table, 1) == "disconnected"
    assert table.tick() == ()
    assert kinds(table.do("bea", c.Arrive("w1"))) == ["arrived", "returned"]
    assert stand_in(table, 1) is None


def test_an_absence_within_the_grace_period_has_no_effect() -> None:
    table = anns_turn(Settings(grace_seconds=60, pause_seconds=0, bot_delay_ms=0), "bea")
    table.disconnect("bea")
    table.wait(59_000)
    table.connect("bea")
    assert table.tick(59_000) == ()
    table.disconnect("bea")
    assert table.tick(59_999) == ()
    assert kinds(table.tick(1)) == ["took-over"]


def test_reconnecting_after_a_timeout_in_absence_ends_the_substitution() -> None:
    table = anns_turn(MOVE, "bea")
    table.disconnect("ann")
    table.tick(10_000)
    assert stand_in(table) == "disconnected"
    table.act()
    table.connect("ann")
    assert stand_in(table) is None


def test_reconnecting_does_not_end_a_requested_substitution() -> None:
    table = anns_turn(MOVE, "bea")
    table.do("ann", c.Away())
    assert table.do("ann", c.Away()) == ()
    table.disconnect("ann")
    table.connect("ann")
    assert stand_in(table) == "away"
    table.act()
    assert kinds(table.do("ann", c.Back())) == ["returned"]
    assert table.do("ann", c.Back()) == ()


def test_away_is_refused_outside_a_match() -> None:
    table = TableDriver()
    table.seat("ann")
    assert table.refused("ann", c.Away()).code == "not-now"


def test_bots_wait_at_an_empty_table() -> None:
    table = anns_turn(Settings(pause_seconds=0, bot_delay_ms=0))
    table.act()
    seq, place = table.table.seq, table.table.bot_turn
    assert place is not None
    card = table.choose()
    table.disconnect("ann")
    assert table.table.wake == table.now + DESERTED_MS
    assert table.do("server", c.BotActs(place, seq, card)) == ()
    table.connect("ann")
    assert kinds(table.do("server", c.BotActs(place, seq, card))) == ["acted"]


def test_all_clocks_pause_at_an_empty_table() -> None:
    table = anns_turn(
        Settings(move_seconds=10, grace_seconds=30, pause_seconds=0, bot_delay_ms=0), "bea"
    )
    table.wait(4_000)
    table.disconnect("bea")
    table.wait(1_000)
    table.disconnect("ann")
    table.wait(3_600_000)
    assert table.tick() == ()
    table.connect("ann")
    assert table.table.deadline == table.now + 5_000
    assert table.table.chairs[1].gone_since == table.now - 1_000


def test_no_clock_runs_while_the_server_is_down() -> None:
    table = anns_turn(
        Settings(move_seconds=10, grace_seconds=30, pause_seconds=0, bot_delay_ms=0), "bea"
    )
    table.wait(4_000)
    table.disconnect("bea")
    table.wait(20_000)
    table.do("server", c.ExtendDeadlines(20_000))
    assert table.table.deadline == table.now + 6_000
    assert table.table.chairs[1].gone_since == table.now
    assert table.tick() == ()


def test_two_reports_of_one_outage_extend_deadlines_once() -> None:
    table = anns_turn(MOVE)
    table.wait(8_000)
    table.do("server", c.ExtendDeadlines(8_000))
    table.do("server", c.ExtendDeadlines(8_000))
    assert table.table.deadline == table.now + 10_000


def test_an_outage_changes_nothing_without_running_clocks() -> None:
    table = TableDriver()
    assert table.do("server", c.ExtendDeadlines(5_000)) == ()
    table.seat("ann")
    assert table.do("server", c.ExtendDeadlines(5_000)) == ()
    running = anns_turn(MOVE)
    assert running.do("server", c.ExtendDeadlines(-5)) == ()


def test_an_outage_at_an_empty_table_extends_deadlines_once() -> None:
    table = anns_turn(MOVE)
    table.wait(4_000)
    table.disconnect("ann")
    table.wait(60_000)
    assert table.do("server", c.ExtendDeadlines(60_000)) == ()
    table.connect("ann")
    assert table.table.deadline == table.now + 6_000


def test_a_backward_clock_step_counts_as_no_elapsed_time() -> None:
    table = anns_turn(DEAL)
    table.wait(-3_000)
    play(table)
    assert table.table.spent[0] == 0
    assert table.table.at >= START


def test_others_may_let_a_bot_play_for_a_disconnected_player_after_15_seconds() -> None:
    table = anns_turn(Settings(bot_delay_ms=0), "bea")
    table.disconnect("ann")
    gone = table.now
    assert table.table.stand_in_times(0) == (gone + 15_000, gone + 60_000)
    table.wait(14_999)
    assert "wait 1 s" in str(table.refused("bea", c.StandIn(0)))
    table.wait(1)
    assert kinds(table.do("bea", c.StandIn(0))) == ["took-over"]
    assert stand_in(table) == "disconnected"
    assert table.table.stand_in_times(0) is None
    table.connect("ann")
    assert stand_in(table) is None


def test_nobody_lets_a_bot_play_for_who_is_there_or_for_themselves() -> None:
    table = anns_turn(Settings(bot_delay_ms=0), "bea")
    assert table.refused("bea", c.StandIn(0)).code == "not-now"
    assert table.refused("bea", c.StandIn(2)).code == "not-now"
    for place in (1, 7):
        assert table.refused("bea", c.StandIn(place)).code == "no-such-place"
    table.disconnect("ann")
    table.wait(20_000)
    assert table.refused("zoe", c.StandIn(0)).code == "no-place"


def test_in_a_rated_match_a_disconnected_player_has_the_whole_grace_period() -> None:
    table = anns_turn(Settings(rated=True, bot_delay_ms=0), "bea")
    table.disconnect("ann")
    table.wait(59_999)
    assert table.refused("bea", c.StandIn(0)).code == "not-now"
    assert kinds(table.tick(1)) == ["took-over"]
