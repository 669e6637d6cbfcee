"""A drive over HTTP, from the entries to the prizes, by organiser, phones and viewers."""

from __future__ import annotations

from collections.abc import Callable

from tests.support.server.api_requests import ApiClient, refusal
from tests.support.server.drive_client import DriveClient
from tests.support.server.server_process import ServerProcess


def test_a_drive_runs_from_the_entries_to_the_prizes(new_drive: Callable[..., DriveClient]) -> None:
    desk = new_drive(plan={"rounds": 2, "scoring": "tricks"}, settings={"name": "Village hall"})
    assert desk.parts["drive"]["stage"] == "entries"
    assert [entry["name"] for entry in desk.parts["entries"]][:2] == ["Player 1", "Player 2"]
    desk.does("change-entry", entry=1, here=True, paid=300)
    desk.play_round((8, 5), (4, 9), (7, 6), (13, 0))
    assert desk.parts["drive"]["stage"] == "between"
    desk.does("correct-result", round=1, table=4, tricks=[0, 13], why="sides exchanged")
    seats = desk.get("/rounds/1")["tables"]
    desk.play_round()
    assert desk.parts["drive"]["stage"] == "over"
    assert desk.parts["standings_info"] == {"after_round": 2, "hidden": False, "provisional": True}
    assert sum(row["total"] for row in desk.parts["standings"]) == 26 * 4 * 2
    assert [prize["kind"] for prize in desk.parts["prizes"]][:2] == ["place", "place"]
    desk.does("correct-result", round=1, table=1, tricks=[6, 7], why="misread")
    assert [table["pairs"] for table in desk.get("/rounds/1")["tables"]] == [
        table["pairs"] for table in seats
    ]
    log = desk.get("/log")["log"]
    assert [(line["kind"], line["before"], line["after"], line["why"]) for line in log] == [
        ("result", "8-5", "6-7", "misread"),
        ("result", "13-0", "0-13", "sides exchanged"),
    ]
    desk.does("close")
    assert desk.parts["standings_info"]["provisional"] is False
    assert desk.fails("correct-result", round=1, table=1, tricks=[7, 6], why="x") == (
        409,
        "refused",
    )


def test_opponents_confirm_what_a_phone_reports(new_drive: Callable[..., DriveClient]) -> None:
    desk = new_drive()
    desk.does("begin-round")
    north, east = desk.parts["round"]["tables"][0]["pairs"]
    ann, bob, partner = (desk.phone(player=who) for who in (north[0], east[0], north[1]))
    ann.does("enter-result", round=1, table=1, tricks=[9, 4])
    assert desk.parts["round"]["unconfirmed"] == [1]
    assert ann.parts["round"]["tables"][0]["reported"] == 0
    assert partner.fails("confirm-result", round=1, table=1, tricks=[9, 4]) == (409, "refused")
    assert bob.fails("confirm-result", round=1, table=1, tricks=[8, 5]) == (409, "refused")
    bob.does("confirm-result", round=1, table=1, tricks=[9, 4])
    assert desk.parts["round"]["tables"][0]["state"] == "confirmed"
    assert ann.fails("enter-result", round=1, table=1, tricks=[8, 5]) == (409, "refused")
    assert ann.fails("enter-result", round=1, table=2, tricks=[8, 5]) == (403, "drive-role")


def test_two_sides_that_report_differently_are_disputed(
    new_drive: Callable[..., DriveClient],
) -> None:
    desk = new_drive()
    desk.does("begin-round")
    north, east = desk.parts["round"]["tables"][1]["pairs"]
    ann, bob = desk.phone(player=north[0]), desk.phone(player=east[1])
    for table in (1, 3, 4):
        desk.does("enter-result", round=1, table=table, tricks=[8, 5])
    ann.does("enter-result", round=1, table=2, tricks=[9, 4])
    bob.does("enter-result", round=1, table=2, tricks=[4, 9])
    assert desk.parts["round"]["disputed"] == [2]
    assert [row["tricks"] for row in desk.parts["round"]["tables"][1]["reports"]] == [
        [9, 4],
        [4, 9],
    ]
    assert desk.fails("begin-round") == (409, "refused")
    desk.does("correct-result", round=1, table=2, tricks=[4, 9], why="the card says so")
    desk.does("begin-round")


def test_a_phone_of_a_table_enters_and_confirms(new_drive: Callable[..., DriveClient]) -> None:
    desk = new_drive()
    desk.does("begin-round")
    phone = desk.phone(table=3)
    phone.does("enter-result", round=1, table=3, tricks=[9, 4])
    phone.does("enter-result", round=1, table=3, tricks=[4, 9])
    phone.does("confirm-result", round=1, table=3, tricks=[4, 9])
    assert desk.parts["round"]["tables"][2]["tricks"] == [4, 9]
    assert list(desk.parts["phones"]["tables"]) == ["3"]
    newer = desk.phone(table=3)
    assert refusal(phone.request("GET")) == (401, "replaced")
    assert newer.parts["you"]["table"] == 3


def test_each_role_may_do_what_it_may(new_drive: Callable[..., DriveClient]) -> None:
    desk = new_drive()
    desk.does("begin-round")
    scorer, screen, viewer = desk.with_role("scorer"), desk.with_role("screen"), desk.other()
    scorer.does("enter-result", round=1, table=1, tricks=[8, 5])
    for who in (scorer, screen, viewer, desk.phone(table=1)):
        assert who.fails("undo-round", why="x") == (403, "drive-role")
    for who in (screen, viewer):
        assert who.fails("enter-result", round=1, table=2, tricks=[8, 5]) == (403, "drive-role")
        assert "entries" not in who.parts
        assert refusal(who.request("GET", "/log")) == (403, "drive-role")
    assert refusal(scorer.request("GET", "/keys")) == (403, "drive-role")
    assert refusal(desk.other("ABCD-EFGH-JKMN").request("GET")) == (401, "drive-key")


def test_a_revoked_key_is_worth_nothing(new_drive: Callable[..., DriveClient]) -> None:
    desk = new_drive()
    scorer = desk.with_role("scorer")
    (key,) = (key for key in desk.get("/keys")["keys"] if key["role"] == "scorer")
    assert desk.request("DELETE", f"/keys/{key['id']}").status_code == 204
    assert refusal(scorer.request("GET")) == (401, "drive-key")
    assert refusal(desk.request("DELETE", "/keys/1")) == (409, "refused")


def test_a_browser_has_its_role_by_cookie(drive_server: ServerProcess) -> None:
    browser = ApiClient(drive_server.url)
    opened = browser("POST /api/drives", {"settings": {"name": "Hall"}}).json()
    code = opened["code"]
    assert browser(f"GET /api/drives/{code}").json()["parts"]["you"]["role"] == "organiser"
    mine = browser("GET /api/drives").json()["drives"]
    assert [(one["code"], one["name"], one["role"]) for one in mine] == [
        (code, "Hall", "organiser")
    ]
    other = ApiClient(drive_server.url)
    assert other(f"POST /api/drives/{code}/session", {"key": opened["key"]}).status_code == 200
    assert other("GET /api/drives").json()["drives"][0]["role"] == "organiser"
    assert other(f"DELETE /api/drives/{code}/session").status_code == 204
    assert other("GET /api/drives").json()["drives"] == []
    browser.close()
    other.close()


def test_a_preview_tells_tables_and_problems(drive_server: ServerProcess) -> None:
    api = ApiClient(drive_server.url)
    fits = api("POST /api/drives/preview", {"entries": "Ann\nBob\nCarl\nDora\nEve"}).json()
    assert (fits["players"], fits["tables"], fits["bots"], fits["problem"]) == (5, 2, 3, None)
    few = api("POST /api/drives/preview", {"entries": "Ann", "plan": {"spare": "sit-out"}}).json()
    assert "at least 4" in few["problem"]
    api.close()


def test_the_labels_of_the_groups_are_those_of_the_list(drive_server: ServerProcess) -> None:
    api = ApiClient(drive_server.url)
    names = "Name;Gruppe\nAnn;Damen\nBob;Herren\nCarl;Herren\nDora;damen"
    fits = api("POST /api/drives/preview", {"entries": names}).json()
    assert (fits["labels"], fits["groups"], fits["problem"]) == (["Herren", "Damen"], [2, 2], None)
    settings = {"name": "Hall"}
    code = api("POST /api/drives", {"entries": names, "settings": settings}).json()["code"]
    assert api(f"GET /api/drives/{code}").json()["parts"]["drive"]["groups"] == ["Herren", "Damen"]
    chosen = {"groups": ["Gents", "Ladies"]}
    other = api("POST /api/drives/preview", {"entries": names, "plan": chosen}).json()
    assert (
        other["problem"]
        == "line 2: 'Damen' is not a group: write Gents or Ladies, or leave it empty"
    )
    api.close()


def test_a_season_adds_up_the_drives_of_each_person(new_drive: Callable[..., DriveClient]) -> None:
    drives = [new_drive(plan={"rounds": 1, "scoring": "tricks"}) for _ in range(3)]
    for drive in drives:
        drive.play_round((13, 0), (13, 0), (13, 0), (13, 0))
    query = "&".join(f"drive={drive.code}" for drive in drives)
    api = ApiClient(drives[0].url)
    season = api(f"GET /api/drives/season?{query}&best=2").json()
    again = "".join(
        f"&drive={text}"
        for code in (drives[0].code, drives[2].code)
        for text in (code, code.upper(), f"{code[:4]}-{code[4:]}", f"%20{code[:6]}%20{code[6:]}")
    )
    assert api(f"GET /api/drives/season?{query}&best=2{again}").json() == season
    api.close()
    assert [drive["rounds"] for drive in season["drives"]] == [1, 1, 1]
    assert season["table"][0] == {
        "place": 1,
        "name": "Player 1",
        "total": 26,
        "played": 3,
        "scores": [13, 13, 13],
    }


def test_a_plain_server_is_no_hall(drive_server: ServerProcess) -> None:
    api = ApiClient(drive_server.url)
    assert api("GET /api/hall").json()["hall"] is False
    api.close()
