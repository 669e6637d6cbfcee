"""Tests of the styles of play of the built-in bots at a table."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from oddtrick.bots import find_bot
from oddtrick.bots.styles import STYLES
from oddtrick.rules import action_text
from oddtrick.tables import SealedDeal, Settings, open_sealed_table, table_view
from oddtrick.tables.bot_turns import BOT_STYLES, bot_decision, bot_style
from oddtrick.tables.fixed_deals import DriveDeal
from oddtrick.tables.seating import BOT_NAMES
from tests.support.tables.table_driver import TableDriver


def test_every_bot_has_a_style_of_its_own() -> None:
    assert tuple(BOT_STYLES) == BOT_NAMES
    assert sorted(BOT_STYLES.values()) == sorted(style.name for style in STYLES)


def test_a_bot_plays_in_the_style_of_its_name_and_everybody_is_told() -> None:
    driver = TableDriver()
    driver.begin("ann")
    assert [place.style for place in table_view(driver.table, None).places] == [
        None,
        "bold",
        "steady",
        "quick",
    ]
    table = driver.table
    place = table.bot_turn
    while place is None:
        driver.act()
        table = driver.table
        place = table.bot_turn
    styled = find_bot(f"casual+{BOT_STYLES[table.chairs[place].name]}")
    assert table.match is not None
    rng = Random(f"oddtrick-bots/{table.salt}/{table.seq}")
    action = styled.choose(table.match.view(table.seat_at(place)), rng)
    assert bot_decision(table, place).action == action_text(action)


def test_a_style_given_with_the_level_goes_before_that_of_the_name() -> None:
    table = TableDriver().table
    chair = replace(table.chairs[1], kind="bot", name="Bob", level="club+sly")
    named = replace(chair, name="Zoe", level="club")
    expert = replace(named, name="Ann", level="expert")
    chairs = (table.chairs[0], chair, named, expert)
    styles = [bot_style(replace(table, chairs=chairs), place) for place in range(4)]
    assert styles == [None, "sly", None, None]


def test_bots_play_alike_where_results_are_compared() -> None:
    driver = TableDriver()
    driver.begin("ann")
    table = driver.table
    rated = replace(table, settings=replace(table.settings, rated=True))
    drive = DriveDeal(code="d", name="D", round=1, rounds=1, table=1, dealer=0, starts_at=0)
    sealed = open_sealed_table(
        {"game": "whist", "match": "deals", "deals": 1},
        Settings(),
        SealedDeal("daily", "5e" * 32, 0),
        level="club",
        code="t",
        host="ann",
        name="Zoe",
        now=0,
    ).table
    for other in (rated, replace(table, drive=drive), sealed):
        assert {chair.kind for chair in other.chairs} == {"person", "bot"}
        assert {bot_style(other, place) for place in range(4)} == {None}
