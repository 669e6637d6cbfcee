"""The phone of a player or a table: the seat, the result, dead spots, and phones that take over."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.extent import part
from tests.support.server.drive_client import DriveClient, open_drive
from tests.support.server.server_process import ServerProcess
from tests.support.web.browser_user import PHONE, BrowserUser, BrowserUsers
from tests.support.web.drive_pages import PEOPLE, SHORT, enter_tricks, open_desk, open_phone

SMALL = (320, 568)
ON_ITS_SIDE = (844, 390)


def test_a_phone_waits_for_the_drive_to_begin(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive()
    ann = users.open(PHONE)
    ann.go(f"/drive/{drive.code}#table={drive.table_key(1)}")
    expect(ann.page.get_by_role("heading", name="The drive hasn’t begun yet")).to_be_visible()
    expect(ann.page.get_by_text("The drive hasn’t begun yet")).to_have_count(1)
    drive.does("begin-round")
    expect(ann.see(".names button").first).to_contain_text("Ann")


@pytest.mark.parametrize("size", part([PHONE, SMALL], 1), ids=str)
def test_a_player_is_told_the_seat_of_each_round(
    users: BrowserUsers, new_drive: Callable[..., DriveClient], size: tuple[int, int]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.does("begin-round")
    ann = open_phone(users.open(size), drive, "Ann")
    expect(ann.see(".round-line")).to_have_text("Round 1 of 2, Hearts")
    expect(ann.see(".seat .big")).to_have_text("Table 1")
    expect(ann.see(".sides dd")).to_have_text(["North–South", "Eve", "Ben & Fay"])
    for table in (1, 2):
        drive.does("enter-result", round=1, table=table, tricks=[4, 9])
    expect(ann.see(".state")).to_have_text("Result: You 4, they 9")
    drive.does("begin-round")
    expect(ann.see(".round-line")).to_have_text("Round 2 of 2, Diamonds")
    seat = drive.get("/players/0")["next"]
    expect(ann.see(".seat .big")).to_have_text(f"Table {seat['table']}")
    send = ann.page.get_by_role("button", name="Send", exact=True)
    expect(send).to_be_disabled()
    ann.see("[data-tricks='7']").click()
    box = send.bounding_box()
    assert box is not None
    ann.page.get_by_role("button", name="Card").click()
    expect(ann.see(".scorecard tbody tr").first).to_have_text("1Hearts1444")


def test_opponents_confirm_or_dispute_a_result(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.does("begin-round")
    ann, ben = (open_phone(users.open(PHONE), drive, name) for name in ("Ann", "Ben"))
    enter_tricks(ann, 8)
    expect(ann.see(".state")).to_have_text(
        "Sent. Your opponents are asked to confirm: You 8, they 5"
    )
    ben.page.get_by_role("button", name="No", exact=True).click()
    enter_tricks(ben, 6)
    for user in (ann, ben):
        expect(user.see(".state")).to_contain_text("The organiser will settle it")
    assert drive.parts["round"]["disputed"] == [1]
    drive.does("correct-result", round=1, table=1, tricks=[7, 6], why="counted again")
    for user, result in ((ann, "You 7, they 6"), (ben, "You 6, they 7")):
        expect(user.see(".state")).to_have_text(f"Result: {result}")


def test_a_phone_on_its_side_shows_seat_and_result_at_once(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.does("begin-round")
    ann = open_phone(users.open(ON_ITS_SIDE), drive, "Ann")
    ann.page.evaluate("scrollTo(0, 0)")
    for place in (
        ".seat .big",
        ".sides dd >> nth=2",
        "[data-tricks='13']",
        ".tricks-entry .primary",
    ):
        assert _is_above_the_tabs(ann, place), place


@pytest.mark.whole(
    held_by="tests/web/drive/test_phone.py::test_opponents_confirm_or_dispute_a_result"
)
@pytest.mark.parametrize("size", part([ON_ITS_SIDE, PHONE, SMALL], 1), ids=str)
def test_who_says_no_sees_the_whole_entry(
    users: BrowserUsers, new_drive: Callable[..., DriveClient], size: tuple[int, int]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.does("begin-round")
    enter_tricks(open_phone(users.open(PHONE), drive, "Ann"), 8)
    ben = open_phone(users.open(size), drive, "Ben")
    ben.page.get_by_role("button", name="No", exact=True).click()
    expect(ben.see("[data-tricks='0']")).to_be_focused()
    for place in ("[data-tricks='0']", ".tricks-entry .primary"):
        assert _is_above_the_tabs(ben, place), place


def _is_above_the_tabs(user: BrowserUser, part: str) -> bool:
    """Whether a part of the page is in sight, above the tabs at the bottom."""
    box = user.page.locator(part).bounding_box()
    tabs = user.see(".phone-tabs").bounding_box()
    assert box
    assert tabs
    return box["y"] >= 0 and box["y"] + box["height"] <= tabs["y"] + 0.5


def test_one_phone_serves_a_whole_table(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.does("begin-round")
    phone = users.open(PHONE, locale="de-DE")
    phone.go(f"/drive/{drive.code}#table={drive.table_key(2)}")
    phone.page.get_by_role("button", name="Ein Handy für den ganzen Tisch").click()
    expect(phone.see(".identity")).to_have_text("Handy von Tisch 2")
    phone.see("[data-tricks='10']").click()
    phone.page.get_by_role("button", name="Senden").click()
    expect(phone.see(".state")).to_contain_text("Cat & Guy 10, Dot & Hal 3")
    phone.page.get_by_role("button", name="Ja, stimmt").click()
    expect(phone.see(".state")).to_contain_text("Ergebnis:")
    assert drive.parts["round"]["tables"][1]["state"] == "confirmed"


def test_a_new_phone_takes_over_and_the_old_one_says_so(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.does("begin-round")
    old = open_phone(users.open(PHONE), drive, "Ann")
    new = open_phone(users.open(PHONE), drive, "Ann")
    expect(old.see(".refusals")).to_contain_text("Another phone took over")
    expect(old.page.get_by_role("heading", name="Who are you?")).to_be_visible()
    desk = open_desk(users.open(), drive, "Rounds")
    expect(desk.page.get_by_text("Another phone took over")).to_be_visible()
    enter_tricks(new, 9)
    expect(new.see(".state")).to_contain_text("Sent")
    users.complaints.clear()  # the browser logs what is refused to the old phone


@pytest.mark.whole(
    held_by="tests/web/drive/test_phone.py::test_a_new_phone_takes_over_and_the_old_one_says_so"
)
def test_somebody_else_takes_the_phone(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.does("begin-round")
    user = open_phone(users.open(PHONE), drive, "Ann")
    user.page.get_by_role("button", name="Not you?").click()
    user.page.get_by_role("button", name="Choose again").click()
    user.see(".names button").filter(has_text=re.compile(r"^Eve")).click()
    expect(user.see(".identity")).to_have_text("Eve")
    user.page.get_by_role("button", name="Not you?").click()
    user.page.get_by_role("button", name="Just watch").click()
    expect(user.page.get_by_label("Code on your table’s card")).to_be_visible()
    user.page.reload()
    expect(user.page.get_by_role("heading", name="Who are you?")).to_be_visible()


def test_a_phone_types_the_code_of_a_table_until_the_desk_replaces_it(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.does("begin-round")
    user = users.open(PHONE)
    user.go(f"/drive/{drive.code}")
    code = drive.table_key(2)

    def enter(typed: str) -> None:
        user.page.get_by_label("Code on your table’s card").fill(typed)
        user.page.get_by_role("button", name="Go on").click()

    enter("abcd efgh")
    expect(user.see(".identity-choice .error")).to_contain_text("no longer valid")
    enter(code.lower().replace("-", " "))
    user.page.get_by_role("button", name="One phone for the whole table").click()
    expect(user.see(".identity")).to_have_text("Phone of table 2")
    drive.does("new-table-key", table=2)
    expect(user.page.get_by_label("Code on your table’s card")).to_be_visible()
    enter(code)
    expect(user.see(".identity-choice .error")).to_contain_text("no longer valid")
    users.complaints.clear()  # the browser logs what is refused


def test_a_result_entered_in_a_dead_spot_is_sent_later_and_once(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.does("begin-round")
    ann = open_phone(users.open(PHONE), drive, "Ann")
    ann.context.set_offline(True)
    enter_tricks(ann, 8)
    expect(ann.see(".state")).to_have_text("Waiting to be sent: You 8, they 5")
    expect(ann.see(".connection")).to_contain_text("1 entry is waiting to be sent.")
    assert drive.parts["round"]["missing"] == [1, 2]
    ann.context.set_offline(False)
    expect(ann.see(".state")).to_contain_text("Sent.")
    expect(ann.see(".connection")).to_be_hidden()
    assert drive.parts["round"]["unconfirmed"] == [1]
    assert _stored(ann, drive) == []
    users.complaints.clear()  # the browser logs each failed request


def test_a_waiting_result_survives_a_reload_and_a_lost_answer(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.does("begin-round")
    ann = open_phone(users.open(PHONE), drive, "Ann")
    # The server applies the command, and its answer never arrives.
    ann.page.route("**/commands", lambda route: (route.fetch(), route.abort())[-1])
    enter_tricks(ann, 8)
    expect(ann.see(".connection")).to_contain_text("1 entry is waiting")
    before = drive.seq
    (waiting,) = _stored(ann, drive)
    assert waiting["command"]["tricks"] == [8, 5]
    ann.page.unroute_all()
    ann.page.reload()
    expect(ann.see(".identity")).to_have_text("Ann")
    expect(ann.see(".state")).to_contain_text("Sent.")
    expect(ann.see(".connection")).to_be_hidden()
    assert _stored(ann, drive) == []
    assert drive.seq == before, "sent again, applied once"
    users.complaints.clear()  # the browser logs each failed request


def test_a_result_that_comes_too_late_is_dropped_with_a_word(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.does("begin-round")
    ann = open_phone(users.open(PHONE), drive, "Ann")
    ann.context.set_offline(True)
    enter_tricks(ann, 8)
    expect(ann.see(".state")).to_contain_text("Waiting")
    for table in (1, 2):
        drive.does("enter-result", round=1, table=table, tricks=[5, 8])
    drive.does("begin-round")
    ann.context.set_offline(False)
    expect(ann.see(".round-line")).to_contain_text("Round 2")
    expect(ann.page.get_by_role("alert").filter(has_text=re.compile(r"\w"))).to_be_visible()
    assert _stored(ann, drive) == []
    assert drive.get("/rounds/1")["tables"][0]["tricks"] == [5, 8]
    users.complaints.clear()  # the browser logs each failed request


def test_a_card_looked_up_without_a_network_leaves_the_one_that_is_shown(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.play_round()
    ann = open_phone(users.open(PHONE), drive, "Ann")
    ann.page.get_by_role("button", name="Card", exact=True).click()
    select, title = ann.page.get_by_label("Look up a card"), ann.see("#main h2:visible")
    select.select_option("Ben")
    expect(title).to_have_text("Card of Ben")
    ann.context.set_offline(True)
    select.select_option("Cat")
    problem = ann.page.get_by_role("alert").filter(has_text=re.compile(r"\w"))
    expect(problem).to_be_visible()
    expect(select).to_have_value("1")
    expect(title).to_have_text("Card of Ben")
    select.select_option("Your own card")
    expect(title).to_have_text("Card of Ann")
    expect(problem).to_have_count(0)
    ann.context.set_offline(False)
    select.select_option("Cat")
    expect(title).to_have_text("Card of Cat")
    users.complaints.clear()  # the browser logs the failed request


def test_a_stale_page_says_since_when(users: BrowserUsers, own_server: ServerProcess) -> None:
    drive = open_drive(own_server.url, PEOPLE, plan=SHORT)
    drive.does("begin-round")
    ann = open_phone(users.open(PHONE, own_server), drive, "Ann")
    drive.close()
    own_server.kill()
    note = ann.see(".connection")
    expect(note).to_contain_text(
        re.compile(r"No connection. This is how things were at \d{1,2}:\d\d")
    )
    expect(ann.see(".seat .big")).to_have_text("Table 1")
    own_server.start()
    expect(note).to_be_hidden()
    users.complaints.clear()  # the browser logs each failed connection


def test_spectators_see_only_what_the_organiser_allows(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(
        "Ann Archer\nBen Baker\nCat Cooper\nDot Dyer", plan=SHORT, settings={"names": "initials"}
    )
    drive.play_round()
    watcher = users.open(PHONE)
    watcher.go(f"/drive/{drive.code}")
    watcher.page.get_by_role("button", name="Standings").click()
    rows = watcher.see(".standings tbody th")
    expect(rows).to_have_count(4)
    assert not {"Archer", "Baker", "Cooper", "Dyer"} & set(" ".join(rows.all_inner_texts()).split())


def _stored(user: BrowserUser, drive: DriveClient) -> list[dict[str, dict[str, object]]]:
    """The commands that wait in the browser."""
    text = user.page.evaluate(
        "code => localStorage.getItem(`oddtrick-drive-outbox-phone-${code}`)", drive.code
    )
    found: list[dict[str, dict[str, object]]] = json.loads(text or "[]")
    return found


def test_the_own_table_is_compared_with_the_others_in_earlier_rounds_too(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan={"rounds": 3, "scoring": "tricks", "movement": "duplicate"})
    drive.play_round((9, 4), (6, 7))
    phone = open_phone(users.open((390, 844)), drive, "Ann")
    own = phone.see(".field-view tbody tr[data-own]")
    expect(own).to_contain_text("92")  # nine tricks, two match points
    drive.play_round((8, 5), (6, 7))
    expect(phone.see("#field-round")).to_have_value("2")
    expect(phone.see(".field-view")).to_contain_text("0 of 2 match points")
    phone.page.get_by_label("Round", exact=True).select_option("1")
    expect(phone.see(".field-view")).to_contain_text("2 of 2 match points")
    drive.does("correct-result", round=1, table=1, tricks=[6, 7], why="misread")
    expect(phone.see(".field-view")).to_contain_text("1 of 2 match points")
    drive.does("begin-round")
    expect(phone.see(".field-view")).not_to_have_attribute("open", "")
    expect(phone.see("#field-round option")).to_have_count(2)
