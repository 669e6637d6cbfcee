"""The desk: check-in, late entries, changes during a drive, two organisers, the clock."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect
from pypdf import PdfReader

from tests.support.server.drive_client import DriveClient
from tests.support.web.browser_user import BrowserUser, BrowserUsers
from tests.support.web.drive_pages import SHORT, open_desk, open_phase, open_phone, table_tile


def test_people_are_checked_in_by_name_and_enter(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive("Ann\nZoë\nBen\nCat", settings={"fee": 350})
    desk = open_desk(users.open(), drive)
    expect(desk.page.get_by_label("Search")).to_be_focused()
    for typed in ("zoe", "ben"):
        desk.page.keyboard.type(typed)
        desk.page.keyboard.press("Enter")
    expect(desk.see(".summary")).to_have_text("4 players · 2 here · 14.00 owed")
    desk.page.get_by_label("Ann has paid").check()
    expect(desk.see(".summary")).to_have_text("4 players · 2 here · 10.50 owed")
    desk.page.get_by_role("button", name="Not here yet").click()
    expect(desk.see(".entries .name")).to_have_text(["Ann", "Cat"])
    desk.page.get_by_role("button", name="Not paid").click()
    expect(desk.see(".entries .name")).to_have_text(["Ben", "Cat", "Zoë"])
    rows = {entry["name"]: (entry["here"], entry["paid"]) for entry in drive.parts["entries"]}
    assert rows == {"Ann": (False, 350), "Zoë": (True, 0), "Ben": (True, 0), "Cat": (False, 0)}
    open_phase(desk, "Rounds")
    warning = desk.page.get_by_text("2 people on the list are not checked in, and get seats too.")
    expect(warning).to_be_visible()
    drive.does("change-settings", check_in=True)
    expect(warning).to_have_count(0)


def test_an_entry_is_changed_and_removed(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan={"groups": ["Gents", "Ladies"]})
    desk = open_desk(users.open(), drive)
    desk.page.get_by_role("button", name="More about Ann").click()
    dialog = desk.page.get_by_role("dialog", name="Ann")
    dialog.get_by_label("Name").fill("Ann <b>Archer</b>")
    dialog.get_by_label("Group").select_option("Ladies")
    dialog.get_by_label("Note").fill("near the door")
    dialog.get_by_role("button", name="Save").click()
    row = desk.see(".entry").first
    expect(row).to_contain_text("Ann <b>Archer</b>Ladies · near the door")
    desk.page.get_by_role("button", name="More about Ben").click()
    desk.page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(desk.see(".entries .name")).to_have_count(7)
    assert drive.parts["entries"][0]["group"] == "B"


def test_late_arrivals_leavers_and_replacements_take_effect(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive("Ann\nBen\nCat\nDot\nEve\nFay\nGuy", plan=SHORT)
    drive.play_round()
    desk = open_desk(users.open(), drive, "Players")
    desk.page.get_by_label("Add names").fill("Zed")
    desk.page.get_by_role("button", name="Add", exact=True).click()
    expect(desk.see(".entries .name")).to_have_count(8)
    _more(desk, "Ann", "Replace")
    dialog = desk.page.get_by_role("dialog", name="Replace Ann")
    dialog.get_by_label("Name of the new player").fill("Amy")
    dialog.get_by_role("button", name="Unwell").click()
    dialog.get_by_role("button", name="Replace").click()
    expect(desk.see(".entries .name").first).to_have_text("Amy")
    _more(desk, "Ben", "Leaves")
    dialog = desk.page.get_by_role("dialog", name="Ben leaves")
    dialog.get_by_role("button", name="Went home").click()
    dialog.get_by_role("button", name="Leaves", exact=True).click()
    expect(desk.see(".entry[data-gone] .name")).to_have_text("Ben")
    open_phase(desk, "Rounds")
    desk.page.get_by_role("button", name="Begin round 2").click()
    expect(desk.see(".round-title")).to_contain_text("Round 2 of 2")
    names = " ".join(desk.see(".tables-grid .pair").all_inner_texts())
    assert "Amy" in names
    assert "Zed" in names
    assert "Ben" not in names
    open_phase(desk, "Results")
    expect(desk.see(".log li")).to_have_count(2)
    expect(desk.see(".log li").last).to_contain_text(
        "Player replaced, round 1, AmyAnn → Amy“Unwell”"
    )


@pytest.mark.parametrize(("language", "sides"), [("en", ("N–S", "E–W")), ("de", ("N–S", "O–W"))])
def test_each_table_says_which_pair_sits_where(
    users: BrowserUsers,
    new_drive: Callable[..., DriveClient],
    language: str,
    sides: tuple[str, str],
) -> None:
    drive = new_drive(plan=SHORT)
    drive.play_round()
    desk = open_desk(users.open(locale=language), drive)
    parts = drive.parts
    names = [player["name"] for player in parts["players"]]
    for table in parts["round"]["tables"]:
        tile = table_tile(desk, table["table"])
        expect(tile).to_be_visible()
        shown = "".join(tile.locator("span:not(.number, .state, .seen)").all_inner_texts())
        assert shown == "".join(
            f"{side}{names[one]} & {names[other]}{tricks}"
            for side, (one, other), tricks in zip(
                sides, table["pairs"], table["tricks"], strict=True
            )
        )


def test_seats_are_checked_table_by_table_after_a_move(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.does("begin-round")
    desk = open_desk(users.open(), drive, "Rounds")
    check = desk.page.get_by_role("button", name="Check seats")
    dialog = desk.page.get_by_role("dialog", name="Seats in round")
    check.press("Enter")
    pairs = drive.parts["round"]["tables"][1]["pairs"]
    names = {player["id"]: player["name"] for player in drive.parts["players"]}
    box = dialog.get_by_role("checkbox", name="Table 2")
    for player in pairs[0] + pairs[1]:
        expect(dialog.get_by_role("checkbox", name=names[player])).to_have_count(1)
        expect(dialog.get_by_role("checkbox", name=names[player]).and_(box)).to_have_count(1)
    box.press("Space")
    expect(dialog.get_by_role("status")).to_have_text("Tables checked: 1 of 2")
    desk.page.keyboard.press("Escape")
    check.click()
    expect(box).to_be_checked()
    desk.page.keyboard.press("Escape")
    for table in (1, 2):
        drive.does("enter-result", round=1, table=table, tricks=[8, 5])
    expect(check).to_be_hidden()
    drive.does("begin-round")
    check.click()
    expect(dialog).to_have_attribute("aria-label", "Seats in round 2")
    expect(dialog.get_by_role("status")).to_have_text("Tables checked: 0 of 2")


def test_a_round_is_undone_with_a_reason(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.play_round()
    drive.does("begin-round")
    desk = open_desk(users.open(), drive)
    expect(desk.see(".round-title")).to_contain_text("Round 2 of 2")
    desk.page.get_by_role("button", name="Undo round").click()
    dialog = desk.page.get_by_role("dialog", name="Undo round 2")
    dialog.get_by_role("button", name="Undo round").click()
    expect(dialog).to_be_visible()  # the reason is missing
    dialog.get_by_role("button", name="Wrong seats").click()
    dialog.get_by_role("button", name="Undo round").click()
    expect(desk.see(".round-title")).to_contain_text("Round 1 of 2")
    open_phase(desk, "Results")
    expect(desk.see(".log li")).to_contain_text("Round undone, round 20 results“Wrong seats”")
    drive.does("correct-result", round=1, table=2, tricks=[3, 10], why="misread")
    line = desk.see(".log li").first
    expect(line).to_contain_text("Result corrected, round 1, table 2")
    expect(line).to_contain_text("→ 3–10")
    open_phase(desk, "Rounds")
    desk.page.get_by_role("button", name="Undo round").click()
    expect(desk.page.get_by_text("as if the drive had not begun")).to_be_visible()


def test_a_round_is_kept_if_a_result_arrives_while_the_desk_asks_why(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.does("begin-round")
    desk = open_desk(users.open(), drive)
    desk.page.get_by_role("button", name="Undo round").click()
    drive.with_role("scorer", "Bea").does("enter-result", round=1, table=1, tricks=[8, 5])
    expect(table_tile(desk, 1).locator(".tricks")).to_have_text(["8", "5"])
    dialog = desk.page.get_by_role("dialog", name="Undo round 1")
    dialog.get_by_role("button", name="Wrong seats").click()
    dialog.get_by_role("button", name="Undo round").click()
    alert = desk.page.get_by_role("alert")
    expect(alert).to_contain_text("round 1 stays: table 1, 8–5 (Bea).")
    desk.page.get_by_role("button", name="Undo round").click()
    drive.does("correct-result", round=1, table=1, tricks=[5, 8], why="misread")
    expect(table_tile(desk, 1).locator(".tricks")).to_have_text(["5", "8"])
    dialog.get_by_role("button", name="Wrong seats").click()
    dialog.get_by_role("button", name="Undo round").click()
    expect(alert).to_contain_text("table 1, 5–8 (")
    desk.page.get_by_role("button", name="Undo round").click()
    dialog.get_by_role("button", name="Wrong seats").click()
    dialog.get_by_role("button", name="Undo round").click()
    expect(desk.page.get_by_text("Round 1 has been taken back.")).to_be_visible()
    users.complaints.clear()  # the browser logs the refusals


def test_two_organisers_see_each_other_and_choose_in_a_conflict(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.does("begin-round")
    other = drive.with_role("scorer", "Bea")
    desk = open_desk(users.open(), drive)
    expect(table_tile(desk, 1)).to_contain_text("missing")

    # This desk's answer is on its way when the other organiser enters the same table.
    def enter_first(route: Route) -> None:
        if 1 in other.parts["round"]["missing"]:
            other.does("enter-result", round=1, table=1, tricks=[8, 5])
        route.continue_()

    desk.page.route("**/commands", enter_first)
    desk.page.keyboard.type("5")
    desk.page.keyboard.press("Enter")
    dialog = desk.page.get_by_role("dialog", name="Somebody else was faster")
    expect(dialog).to_contain_text("Bea changed this")
    expect(dialog.locator("dd")).to_have_text(["8–5", "5–8"])
    desk.page.unroute("**/commands")
    users.complaints.clear()  # the browser logs the refusal
    dialog.get_by_role("button", name="Keep theirs").click()
    expect(table_tile(desk, 1).locator(".tricks")).to_have_text(["8", "5"])
    other.does("enter-result", round=1, table=2, tricks=[7, 6])
    expect(table_tile(desk, 2).locator(".tricks")).to_have_text(["7", "6"])


def test_the_desk_settles_what_phones_disagree_about(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.does("begin-round")
    ann, ben = drive.phone(player=0), drive.phone(player=1)
    ann.does("enter-result", round=1, table=1, tricks=[8, 5])
    ben.does("dispute-result", round=1, table=1, tricks=[7, 6])
    drive.phone(table=2).does("enter-result", round=1, table=2, tricks=[9, 4])
    desk = open_desk(users.open(), drive)
    expect(table_tile(desk, 1).locator(".tricks")).to_have_text(["8 / 7", "5 / 6"])
    keyboard = desk.page.keyboard
    expect(desk.page.get_by_label("Table", exact=True)).to_have_value("1")
    keyboard.type("7")
    keyboard.press("Enter")
    expect(table_tile(desk, 1)).to_have_attribute("data-state", "confirmed")
    table_tile(desk, 2).click()
    keyboard.type("9")
    keyboard.press("Enter")
    expect(table_tile(desk, 2)).to_have_attribute("data-state", "confirmed")
    expect(desk.page.get_by_role("button", name="Begin round 2")).to_be_focused()
    assert [table["tricks"] for table in drive.parts["round"]["tables"]] == [[7, 6], [9, 4]]


def test_the_plan_is_changed_before_the_first_round(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive()
    desk = open_desk(users.open(), drive)
    desk.page.get_by_role("button", name="Drive settings").click()
    dialog = desk.page.get_by_role("dialog", name="Drive settings")
    dialog.get_by_label("Name of the drive").fill("Autumn drive")
    dialog.get_by_label("Movement").select_option("balanced")
    expect(dialog.get_by_label("First group")).to_be_hidden()
    dialog.get_by_label("12", exact=True).check()
    dialog.get_by_label("Time for a deal").select_option("8")
    dialog.get_by_role("button", name="Save").click()
    expect(desk.page.get_by_role("heading", level=1)).to_have_text("Autumn drive")
    expect(desk.see(".said")).to_have_text("Saved.")
    head = drive.parts["drive"]
    assert (head["movement"], head["rounds"], head["settings"]["minutes"]) == ("balanced", 12, 8)


def test_the_clock_is_paused_extended_and_rung(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(settings={"minutes": 8})
    drive.does("begin-round")
    phone = open_phone(users.open((390, 844)), drive, "Ann")
    desk = open_desk(users.open(), drive)
    panel = desk.see(".clock-panel")
    panel.get_by_role("button", name="Pause").click()
    expect(panel.locator(".clock")).to_have_attribute("data-clock", "paused")
    panel.get_by_role("button", name="+1 min").click()
    expect(panel.locator(".clock")).to_have_text(re.compile(r"^(9:00|8:[0-5]\d)$"))
    expect(phone.see(".phone-head .clock")).to_have_text(panel.locator(".clock").inner_text())
    panel.get_by_role("button", name="Reset").click()
    expect(panel.locator(".clock")).to_have_text("8:00")
    panel.get_by_role("button", name="Ring the bell").click()
    for _ in range(200):
        if drive.parts["clock"]["rings"]:
            break
        desk.page.wait_for_timeout(100)
    assert drive.parts["clock"]["rings"] == 1


def _more(desk: BrowserUser, name: str, what: str) -> None:
    desk.page.get_by_role("button", name=f"More about {name}").click()
    desk.page.get_by_role("dialog").get_by_role("button", name=what).click()


def test_a_late_arrival_without_a_seat_is_given_one(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT | {"movement": "balanced"})
    drive.play_round()
    drive.does("add-entries", text="Zed")
    desk = open_desk(users.open(), drive, "Rounds")
    expect(desk.see(".unseated")).to_have_text("No seat for Zed: see Players.")
    open_phase(desk, "Players")
    row = desk.see(".entry[data-waits]")
    expect(row).to_contain_text("no seat yet")
    _more(desk, "Zed", "Give a seat")
    dialog = desk.page.get_by_role("dialog", name="A seat for Zed")
    dialog.get_by_label("Which seat?").select_option("Share card 3 with Cat")
    dialog.get_by_role("button", name="Give a seat").click()
    expect(row).to_have_count(0)
    assert drive.parts["players"][2]["name"] == "Cat & Zed"
    drive.does("leave", player=0, why="went home")
    drive.does("add-entries", text="Yan")
    third = {"entry": 10, "player": 2, "share": True, "why": "late"}
    assert drive.fails("take-seat", **third) == (409, "seat-shared")
    expect(row).to_contain_text("Yan")
    _more(desk, "Yan", "Give a seat")
    dialog = desk.page.get_by_role("dialog", name="A seat for Yan")
    expect(dialog.get_by_label("Which seat?")).to_have_value("take 0")
    offers = dialog.locator("option").evaluate_all("all => all.map((one) => one.value)")
    assert offers == ["take 0", *(f"share {player}" for player in (1, 3, 4, 5, 6, 7))]
    dialog.get_by_role("button", name="Give a seat").click()
    expect(row).to_have_count(0)
    expect(desk.see(".entry[data-gone] .name")).to_have_text("Ann")
    assert drive.parts["players"][0]["name"] == "Yan"
    expect(desk.see(".summary")).to_have_text("9 players · 0 here")
    drive.does("begin-round")
    open_phase(desk, "Rounds")
    expect(desk.see(".tables-grid")).to_contain_text("Cat / Zed")
    open_phase(desk, "Results")
    left = desk.see(".log li").filter(has_text="Player gone").locator(".what")
    expect(left).to_have_text("Player gone, round 1, Ann")
    expect(desk.see(".log li").filter(has_text="Player gone")).not_to_contain_text("→")


def test_one_press_ticks_what_an_evening_on_paper_needs(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    desk = open_desk(users.open(), drive)
    desk.page.get_by_role("button", name="Print", exact=True).click()
    dialog = desk.page.get_by_role("dialog", name="Print")
    dialog.get_by_label("Place cards").check()
    dialog.get_by_role("button", name="Tick all for an evening on paper").click()
    ticked = dialog.locator(".sheets input:checked")
    names = [box.get_attribute("name") for box in ticked.all()]
    with desk.page.expect_download() as download:
        dialog.get_by_role("button", name="Save as PDF").click()
    one_press = PdfReader(download.value.path())
    query = "&".join(f"what={name}" for name in names)
    for asked in ("", f"?{query}"):
        pdf = PdfReader(io.BytesIO(drive.request("GET", f"/sheets{asked}").content))
        without_helpers = len(pdf.pages) - (not asked)
        assert without_helpers == len(one_press.pages)


def test_the_organiser_chooses_the_prizes_and_gives_some_by_hand(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    desk = open_desk(users.open(), drive, "Prizes")
    desk.page.get_by_role("button", name="Edit prizes").click()
    dialog = desk.page.get_by_role("dialog", name="Prizes")
    dialog.get_by_label("Places with a prize", exact=True).fill("1")
    dialog.get_by_label("Prize for the lowest score").uncheck()
    dialog.get_by_label("Prizes given by hand").fill("Raffle\n\n <b>Best visitor</b> \nRaffle")
    dialog.get_by_role("button", name="Save").click()
    drive.play_round()
    phone = open_phone(users.open(), drive, "Ann")
    drive.play_round()
    desk.page.get_by_label("<b>Best visitor</b>").select_option("Dot")
    expect(desk.see(".said")).to_have_text("Saved.")
    named = ["First, A", "First, B", "Best first half", "Best last half", "<b>Best visitor</b>"]
    expect(desk.see(".prizes .prize")).to_have_text(named)
    expect(desk.see(".prizes .winner").last).to_have_text("Dot")
    desk.page.get_by_role("button", name="Close the drive").click()
    desk.page.get_by_role("dialog").get_by_role("button", name="Close the drive").click()
    expect(desk.page.get_by_role("button", name="Edit prizes")).to_be_hidden()
    desk.page.get_by_label("Raffle").select_option("Eve")
    expect(desk.see(".prizes .winner").nth(-2)).to_have_text("Eve")
    expect(phone.see(".prizes .prize").first).to_have_text("First, A")
    shown = phone.see(".round-part .prizes li")
    expect(shown.nth(-2)).to_have_text("RaffleEve")
    expect(shown.last).to_have_text("<b>Best visitor</b>Dot")


def test_two_organisers_do_not_overwrite_each_others_prizes(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    desk = open_desk(users.open(), drive, "Prizes")
    desk.page.get_by_role("button", name="Edit prizes").click()
    dialog = desk.page.get_by_role("dialog", name="Prizes")
    dialog.get_by_label("Places with a prize", exact=True).fill("1")
    drive.does("change-prizes", prizes={"places": 2, "own": [{"name": "Raffle"}]})
    dialog.get_by_role("button", name="Save").click()
    conflict = desk.page.get_by_role("dialog", name="Somebody else was faster")
    expect(conflict).to_contain_text("Stored nowPlaces with a prize: 2 · Raffle: Nobody yet")
    expect(conflict).to_contain_text("YoursPlaces with a prize: 1 · Raffle: –")
    users.complaints.clear()  # the browser logs the refusal
    conflict.get_by_role("button", name="Use mine").click()
    expect(desk.see(".said")).to_have_text("Changed.")
    assert drive.parts["prize_list"] == {"places": 1}
