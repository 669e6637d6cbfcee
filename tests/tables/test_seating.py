"""Tests of seating, host rights and connections."""

from __future__ import annotations

import msgspec
import pytest

from oddtrick.errors import OddtrickError
from oddtrick.tables import (
    CommandRefused,
    Settings,
    Stage,
    dispatch,
    open_table,
    table_record,
)
from oddtrick.tables import commands as c
from oddtrick.tables.state import HOST_GONE_MS
from tests.support.tables.table_driver import BRISK, START, TableDriver, kinds

RATED = Settings(rated=True, pause_seconds=0, bot_delay_ms=0)
BY_THE_HOST = [
    c.AddBot(1),
    c.ClearPlace(0),
    c.TransferHost(0),
    c.ChangeSettings(BRISK),
    c.Begin(),
    c.Abandon(),
]


def names(table: TableDriver) -> list[str]:
    return [chair.name for chair in table.table.chairs]


def test_a_new_table_is_gathering_with_empty_places() -> None:
    table = TableDriver().table
    assert table.stage is Stage.GATHERING
    assert {chair.kind for chair in table.chairs} == {"open"}
    assert (table.seq, table.host_name, table.match) == (0, "Ann", None)


def test_a_table_of_an_unknown_game_is_refused() -> None:
    with pytest.raises(OddtrickError, match="poker"):
        TableDriver("poker")
    with pytest.raises(OddtrickError, match="target"):
        TableDriver("whist", target=0)
    with pytest.raises(OddtrickError):
        open_table({}, BRISK, code="t", host="a", name="A", now=0, new_secret=lambda: b"")


def test_a_game_title_is_accepted_and_stored_as_its_id() -> None:
    assert TableDriver("Knock-out Whist").table.rules.game == "knockout-whist"


@pytest.mark.parametrize("command", BY_THE_HOST, ids=lambda command: type(command).__name__)
def test_host_commands_are_refused_for_others(command: c.Command) -> None:
    table = TableDriver()
    table.seat("ann", "bea")
    refusal = table.refused("bea", command)
    assert (refusal.code, str(refusal)) == ("not-host", "only the host, Ann, can do that")
    table.do("ann", c.TransferHost(1))
    assert table.refused("ann", command).code == "not-host"


def test_an_unseated_host_may_begin_a_match_of_bots() -> None:
    table = TableDriver("knockout-whist", players=2)
    table.connect("ann")
    table.do("ann", c.Begin("casual"))
    table.play_out()
    assert names(table) == ["Bob", "Cal"]


def test_an_unknown_place_is_refused_by_its_number() -> None:
    table = TableDriver("knockout-whist", players=2)
    table.connect("ann")
    for command in (c.Sit(2), c.AddBot(7), c.ClearPlace(2), c.TransferHost(2)):
        refusal = table.refused("ann", command)
        assert refusal.code == "no-such-place"
        assert str(refusal).endswith("the places are 0 to 1")


def test_a_taken_place_or_a_second_place_is_refused() -> None:
    table = TableDriver()
    table.seat("ann", "bea")
    assert str(table.refused("bea", c.Sit(0))) == "Ann sits there"
    assert table.refused("bea", c.Sit(1)).code == "seated"
    assert table.refused("ann", c.AddBot(1)).code == "taken"
    table.do("bea", c.Sit(3))
    assert [chair.person for chair in table.table.chairs] == ["ann", None, None, "bea"]


def test_a_person_may_replace_a_bot_before_the_match() -> None:
    table = TableDriver()
    table.seat("ann")
    table.do("ann", c.AddBot(1, "random"))
    assert table.table.chairs[1].level == "random"
    table.connect("bea")
    assert kinds(table.do("bea", c.Sit(1))) == ["vacated", "sat"]
    assert names(table)[:2] == ["Ann", "Bea"]


def test_an_unknown_bot_is_refused_with_the_known_names() -> None:
    table = TableDriver()
    table.seat("ann")
    assert "casual" in str(table.refused("ann", c.AddBot(1, "genius")))
    assert table.refused("ann", c.Begin("genius")).code == "no-such-bot"


def test_the_host_may_clear_any_place_before_the_match() -> None:
    table = TableDriver()
    table.seat("ann", "bea")
    table.do("ann", c.AddBot(2))
    table.do("ann", c.ClearPlace(1))
    table.do("ann", c.ClearPlace(2))
    assert [chair.kind for chair in table.table.chairs] == ["person", "open", "open", "open"]
    assert table.refused("ann", c.ClearPlace(1)).code == "open"
    assert table.refused("bea", c.Leave()).code == "no-place"


def test_duplicate_names_of_people_and_bots_are_distinguished() -> None:
    table = TableDriver()
    for place, person in enumerate(["ann", "bea", "cid"]):
        table.connect(person)
        table.do(person, c.Sit(place), name=["Eve", "eve", ""][place])
    table.do("ann", c.AddBot(3))
    assert names(table) == ["Eve", "eve 2", "Guest 3", "Dot"]
    assert table.table.host_name == "Eve"
    table.do("ann", c.ClearPlace(3))
    table.connect("dan")
    table.do("dan", c.Sit(3), name="EVE")
    assert names(table)[3] == "EVE 3"


def test_a_bot_does_not_take_the_name_of_a_person() -> None:
    table = TableDriver("scotch-whist", players=8)
    for place, name in enumerate(["ann", "BOB", "Cal", "Dot", "eve", "Fay", "Gus"]):
        table.connect(name)
        table.do(name, c.Sit(place), name=name)
    table.do("ann", c.AddBot(7))
    assert names(table)[7] == "Hal"
    table.do("ann", c.ClearPlace(6))
    table.do("ann", c.AddBot(6))
    assert names(table)[6] == "Gus"


def test_the_name_of_an_unseated_host_is_reserved() -> None:
    table = TableDriver(host="ann")
    table.connect("bea")
    table.do("bea", c.Sit(0), name="Ann")
    assert names(table)[0] == "Ann 2"
    table.connect("ann")
    table.do("ann", c.Sit(1), name="Ann")
    assert (names(table)[1], table.table.host_name) == ("Ann", "Ann")


def test_a_seated_host_is_shown_by_their_name_at_the_table() -> None:
    table = TableDriver(host="ann")
    table.connect("ann", "bea")
    table.do("bea", c.Sit(0), name="Zoe")
    table.do("ann", c.Sit(1), name="Zoe")
    assert table.table.host_name == names(table)[1] == "Zoe 2"


def test_a_match_begins_only_with_all_places_taken() -> None:
    table = TableDriver()
    table.seat("ann", "bea")
    assert str(table.refused("ann", c.Begin(None))) == (
        "place 2 is open: wait for a player or add bots"
    )
    table.do("ann", c.Begin("random"))
    assert [chair.level for chair in table.table.chairs] == [None, None, "random", "random"]
    assert table.refused("ann", c.Begin()).code == "under-way"


def test_seating_and_settings_change_only_between_matches() -> None:
    table = TableDriver()
    table.seat("ann")
    table.do("ann", c.ChangeSettings(RATED))
    assert table.table.settings.rated
    table.do("ann", c.Begin())
    assert table.refused("ann", c.ChangeSettings(BRISK)).code == "under-way"


def test_a_person_who_leaves_a_match_may_return_to_that_place_only() -> None:
    table = TableDriver()
    table.begin("ann", "bea")
    table.do("bea", c.Leave())
    assert table.table.chairs[1].kind == "bot"
    assert (
        str(table.refused("bea", c.Sit(2))) == "you have already played this match at another place"
    )
    table.do("bea", c.Sit(1))
    assert table.table.participants == (("ann", 0), ("bea", 1))
    assert table.refused("bea", c.Sit(2)).code == "under-way"
    table.play_out()


def test_a_newcomer_takes_over_a_bots_place_between_deals() -> None:
    table = TableDriver(target=40)
    table.begin("ann")
    table.play_until("ann")
    table.connect("zoe")
    assert table.refused("zoe", c.Sit(0)).code == "taken"
    while any(table.match.view(None).counts):
        assert table.refused("zoe", c.Sit(2)).code == "next-deal"
        table.act()
    table.do("zoe", c.Sit(2))
    table.play_until("zoe")
    hand = table.match.view(table.table.seat_at(2)).hand
    assert table.update_json("zoe")["table"]["match"]["hand"] == [str(card) for card in hand]
    assert table.refused("ann", c.Undo()).code == "no-undo"
    table.play_out()


@pytest.mark.parametrize("game", ["whist", "scotch-whist", "knockout-whist"])
def test_fresh_guests_see_no_second_hand_of_a_deal(game: str) -> None:
    table = TableDriver(game)
    table.begin("ann", draw=False)
    seen: dict[int, int] = {}
    for number in range(60):
        guest = f"guest{number}"
        table.connect(guest)
        for place in range(1, len(table.table.chairs)):
            try:
                table.do(guest, c.Sit(place), name=guest)
            except CommandRefused:
                continue
            hands = table.update_json(guest)["table"]["match"]["hand"]
            assert not hands, f"{guest} sees {hands} on sitting down at place {place}"
            table.do(guest, c.Leave())
            seen[place] = seen.get(place, 0) + 1
        table.disconnect(guest)
        if not table.table.under_way:
            break
        table.step()
    assert seen, "nobody sat down between deals"


@pytest.mark.parametrize("settings", [RATED, Settings(late_join=False)])
def test_newcomers_are_refused_without_late_join(settings: Settings) -> None:
    table = TableDriver(settings=settings)
    table.begin("ann")
    table.connect("zoe")
    assert str(table.refused("zoe", c.Sit(2))) == "the match is under way: you cannot join it now"


def test_a_present_person_becomes_the_host_when_the_host_leaves() -> None:
    table = TableDriver()
    table.seat("ann", "prog", "bea", "cid")
    table.do("prog", c.Leave())
    table.do("prog", c.Sit(1), program=True)
    table.disconnect("bea")
    assert kinds(table.do("ann", c.Leave())) == ["vacated", "host-changed"]
    assert (table.table.host, table.table.host_name) == ("cid", "Cid")
    table.do("cid", c.Leave())
    assert table.table.host == "prog"


def test_a_host_who_is_alone_remains_the_host() -> None:
    table = TableDriver()
    table.seat("ann")
    assert kinds(table.do("ann", c.Leave())) == ["vacated"]
    assert table.table.host == "ann"
    table.do("ann", c.Sit(0))


def test_the_host_role_passes_to_people_only() -> None:
    table = TableDriver()
    table.seat("ann")
    table.do("ann", c.AddBot(1))
    assert table.refused("ann", c.TransferHost(1)).code == "no-person"
    assert table.refused("ann", c.TransferHost(2)).code == "no-person"
    assert table.do("ann", c.TransferHost(0)) == ()


def test_an_absent_host_is_replaced_by_a_present_person() -> None:
    table = TableDriver()
    table.seat("ann", "bea")
    table.disconnect("ann")
    assert table.table.wake == START + HOST_GONE_MS
    assert table.tick(HOST_GONE_MS - 1) == ()
    assert kinds(table.tick(1)) == ["host-changed"]
    assert table.table.host == "bea"
    assert table.tick(10**9) == ()


def test_an_absent_host_remains_during_a_match_or_if_nobody_else_is_present() -> None:
    table = TableDriver(settings=Settings(grace_seconds=0))
    table.seat("ann")
    table.disconnect("ann")
    assert table.tick(HOST_GONE_MS) == ()
    table.connect("ann", "bea")
    table.do("bea", c.Sit(1))
    table.do("ann", c.Begin())
    table.disconnect("ann")
    assert kinds(table.tick(HOST_GONE_MS)).count("host-changed") == 0


def test_the_host_may_remove_only_absent_players_from_a_match() -> None:
    table = TableDriver()
    table.begin("ann", "bea")
    assert str(table.refused("ann", c.ClearPlace(1))) == (
        "Bea is there and plays: wait for the match to end"
    )
    assert table.refused("ann", c.ClearPlace(2)).code == "under-way"
    table.disconnect("bea")
    table.do("ann", c.ClearPlace(1))
    assert table.table.chairs[1].kind == "bot"
    table.play_out()


def test_a_rated_match_has_the_same_players_throughout() -> None:
    table = TableDriver(settings=RATED)
    table.seat("ann", "bea")
    table.disconnect("bea")
    assert "Bea is not connected" in str(table.refused("ann", c.Begin()))
    table.connect("bea")
    table.do("ann", c.Begin())
    assert table.refused("bea", c.Leave()).code == "rated"
    assert table.refused("ann", c.Abandon()).code == "rated"
    table.disconnect("bea")
    assert table.refused("ann", c.ClearPlace(1)).code == "rated"
    table.connect("bea")
    table.finish_draw()
    table.play_out()
    table.do("bea", c.Leave())
    table.do("ann", c.Abandon())


def test_an_abandoned_table_keeps_the_finished_deals() -> None:
    table = TableDriver("knockout-whist")
    table.begin("ann")
    table.play_deal()
    table.play_on(3)
    table.do("ann", c.Abandon())
    assert table.table.stage is Stage.CLOSED
    record = table_record(table.table)
    assert record is not None
    assert len(record.deals) == 1
    assert table.refused("ann", c.Play("AS")).code == "closed"


def test_chat_accepts_phrases_and_one_clean_line() -> None:
    table = TableDriver()
    table.seat("ann", "bea")
    table.do("bea", c.Say("well-played"))
    table.do("bea", c.Say(text="  good\u202e \n\u0000luck " + "x" * 900))
    assert table.table.chat[0].phrase == "well-played"
    text = table.table.chat[1].text
    assert text is not None
    assert text.startswith("good luck xxx")
    assert len(text) == c.CHAT_LENGTH
    for wrong in (c.Say(), c.Say("sorry", "x"), c.Say("damn"), c.Say(text=" \u200b ")):
        assert table.refused("bea", wrong).code == "bad-message"
    assert table.refused("zoe", c.Say("hello")).code == "no-place"
    assert kinds(table.do("ann", c.Leave())) == ["vacated", "host-changed"]


def test_an_unseated_host_may_chat_and_only_the_latest_lines_are_kept() -> None:
    table = TableDriver()
    table.connect("ann")
    for number in range(60):
        table.do("ann", c.Say(text=f"word {number}"))
    assert [said.text for said in table.table.chat] == [f"word {n}" for n in range(10, 60)]
    assert (table.table.chat[0].place, table.table.chat[0].name) == (None, "Ann")


def test_chat_is_refused_if_disabled() -> None:
    table = TableDriver(settings=Settings(chat=False))
    table.seat("ann")
    assert table.refused("ann", c.Say("hello")).code == "no-chat"


def test_a_log_that_is_full_takes_no_more_settings_but_the_match_can_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = TableDriver()
    table.seat("ann", "bea")
    monkeypatch.setattr(dispatch, "MAX_ENTRIES", table.table.seq + 7)
    other = msgspec.structs.replace(BRISK, public=not BRISK.public)
    for number in range(6):
        table.do("ann", c.ChangeSettings((other, BRISK)[number % 2]))
    table.do("ann", c.Begin())
    for command in (c.ChangeSettings(other), c.Say(text="hello"), c.Undo(), c.Away()):
        assert table.refused("ann", command).code == "log-full"
    table.disconnect("bea")
    table.connect("bea")
    table.play_out()
    assert table.refused("ann", c.Rematch()).code == "log-full"
    table.do("bea", c.Leave())
