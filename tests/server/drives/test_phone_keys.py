"""A phone needs the key of a table; phones that take each other's place are seen and bounded."""

from __future__ import annotations

from collections.abc import Callable

from oddtrick.drive.live.phones import MOST_PHONES
from tests.support.server.api_requests import refusal
from tests.support.server.drive_client import DriveClient


def join(client: DriveClient, **place: int) -> tuple[int, str]:
    """Tries to become a phone; returns the status and the code of the refusal, if it is one."""
    answer = client.request("POST", "/devices", place)
    return refusal(answer) if answer.status_code >= 400 else (answer.status_code, "")


def test_nobody_becomes_a_phone_without_the_key_of_that_table(
    new_drive: Callable[..., DriveClient],
) -> None:
    desk = new_drive()
    desk.does("begin-round")
    places = {
        player: table["table"]
        for table in desk.parts["round"]["tables"]
        for pair in table["pairs"]
        for player in pair
    }
    assert len(places) == 16
    phone = desk.phone(table=1)
    strangers = {
        "anonymous": desk.other(),
        "screen": desk.with_role("screen"),
        "phone of table 1": phone,
        "phone of a player": desk.phone(player=0),
        "table 2": desk.other(desk.table_key(2)),
    }
    for name, stranger in strangers.items():
        own = 2 if name == "table 2" else None
        for table in range(1, 5):
            wanted = (201, "") if table == own else (403, "drive-role")
            assert join(stranger, table=table) == wanted, (name, table)
        for player, table in places.items():
            wanted = (201, "") if table == own else (403, "drive-role")
            assert join(stranger, player=player) == wanted, (name, player)
    assert phone.parts["you"]["table"] == 1, "the real phone was thrown out"
    assert join(desk.with_role("scorer"), table=1) == (201, "")
    assert refusal(phone.request("GET")) == (401, "replaced")


def test_somebody_with_a_tables_key_is_a_viewer_until_the_phone_is_somebodys(
    new_drive: Callable[..., DriveClient],
) -> None:
    desk = new_drive(settings={"names": "hidden", "hide_last": 24})
    desk.play_round()
    reader, viewer = desk.other(desk.table_key(3)), desk.other()
    assert reader.parts["you"] == viewer.parts["you"] | {"label": "table 3", "table": 3}
    assert {**reader.parts, "you": None} == {**viewer.parts, "you": None}
    for path in ("/log", "/export", "/sheets", "/keys", "/hall", "/tables/3/key"):
        assert refusal(reader.request("GET", path)) == (403, "drive-role")
    assert reader.fails("enter-result", round=1, table=3, tricks=[8, 5]) == (403, "drive-role")


def test_the_desk_replaces_the_key_of_a_lost_card(new_drive: Callable[..., DriveClient]) -> None:
    desk = new_drive()
    desk.does("begin-round")
    lost, other = desk.table_key(2), desk.phone(table=3)
    finder, moved = desk.phone(table=2), desk.phone(player=0)
    desk.does("new-table-key", table=2)
    assert refusal(finder.request("GET")) == (401, "replaced")
    assert join(desk.other(lost), table=2) == (401, "drive-key")
    assert desk.table_key(2) != lost
    assert desk.phone(table=2).parts["you"]["table"] == 2
    assert other.parts["you"]["table"] == 3
    assert moved.parts["you"]["player"] == 0
    assert desk.fails("new-table-key", table=99) == (409, "refused")
    assert other.fails("new-table-key", table=3) == (403, "drive-role")


def test_phones_that_take_each_others_place_are_shown_to_the_desk_and_bounded(
    new_drive: Callable[..., DriveClient],
) -> None:
    desk = new_drive()
    desk.does("begin-round")
    insider = desk.other(desk.table_key(1))
    answers = [join(insider, table=1) for _ in range(40)]
    assert answers.count((201, "")) == MOST_PHONES
    assert set(answers[MOST_PHONES:]) == {(409, "refused")}
    (taken,) = desk.parts["phones"]["taken"]
    assert (taken["table"], taken["player"], taken["times"]) == (1, None, MOST_PHONES - 1)
    assert join(desk, table=1) == (201, ""), "the desk can always give a phone its place"
    assert "phones" not in insider.parts
    assert join(desk.other(desk.table_key(2)), table=2) == (201, "")


def test_a_right_key_does_not_count_among_too_many_wrong_ones(
    new_drive: Callable[..., DriveClient],
) -> None:
    """Guesses are slow from one address, however lucky the last one is."""
    desk = new_drive()
    key = desk.table_key(1)
    wrong = [f"{number:08}" for number in range(100)]
    statuses = [desk.other(each).request("GET").status_code for each in wrong]
    assert set(statuses) == {401, 429}
    assert refusal(desk.other(key).request("GET")) == (429, "limit")
    assert desk.request("GET").status_code == 200
