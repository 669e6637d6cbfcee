"""People who change the same thing at once: what the second one reads, and may choose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route, expect

from tests.support.server.drive_client import DriveClient
from tests.support.web.browser_user import PHONE, BrowserUser, BrowserUsers
from tests.support.web.drive_pages import (
    SHORT,
    enter_tricks,
    open_desk,
    open_phase,
    open_phone,
    table_tile,
)


def test_the_own_result_can_take_the_place_of_the_other(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.does("begin-round")
    other = drive.with_role("organiser", "Bea")
    desk = open_desk(users.open(), drive)
    expect(table_tile(desk, 1)).to_contain_text("missing")
    _is_overtaken(desk, other, "enter-result", round=1, table=1, tricks=[8, 5])
    desk.page.keyboard.type("5")
    desk.page.keyboard.press("Enter")
    dialog = desk.page.get_by_role("dialog", name="Somebody else was faster")
    expect(dialog).to_contain_text("Round 1, table 1")
    users.complaints.clear()  # the browser logs the refusal
    dialog.get_by_role("button", name="Use mine").click()
    expect(table_tile(desk, 1).locator(".tricks")).to_have_text(["5", "8"])
    open_phase(desk, "Results")
    expect(desk.see(".log li")).to_contain_text("8–5 → 5–8“Settled at the desk”")


def test_a_round_that_somebody_else_has_begun_is_no_choice(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.play_round()
    other = drive.with_role("organiser", "Bea")
    desk = open_desk(users.open(), drive)
    _is_overtaken(desk, other, "begin-round")
    desk.page.get_by_role("button", name="Begin round 2").click()
    alert = desk.page.get_by_role("alert").filter(has_text="Bea was faster")
    expect(alert).to_have_text("Bea was faster: round 2 is under way now.")
    expect(desk.page.get_by_role("dialog")).to_have_count(0)
    users.complaints.clear()  # the browser logs the refusal
    assert drive.parts["round"]["number"] == 2


def test_the_values_are_shown_in_the_language_and_times_of_the_reader(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(settings={"fee": 350, "name": "Saal"})
    other = drive.with_role("organiser", "Bea")
    desk = open_desk(users.open(locale="de-AT", timezone_id="Europe/Vienna"), drive)
    _is_overtaken(desk, other, "change-entry", entry=1, paid=200)
    desk.page.get_by_label("Ann hat bezahlt").check()
    dialog = desk.page.get_by_role("dialog", name="Jemand war schneller")
    expect(dialog).to_contain_text("Ann: Bisher bezahlt")
    expect(dialog.locator("dd")).to_have_text(["2,00", "3,50"])
    dialog.get_by_role("button", name="Gespeichertes behalten").click()
    desk.page.unroute("**/commands")
    other.does("change-entry", entry=2, here=True)
    expect(desk.page.get_by_label("Ben ist da")).to_be_checked()
    _is_overtaken(desk, other, "change-entry", entry=2, here=False)
    desk.page.get_by_label("Ben ist da").evaluate("(box) => box.dispatchEvent(new Event('change'))")
    expect(desk.page.get_by_role("dialog").locator("dd")).to_have_text(["Nein", "Ja"])
    dialog.get_by_role("button", name="Gespeichertes behalten").click()
    desk.page.unroute("**/commands")
    _is_overtaken(desk, other, "change-plan", plan={"rounds": 12, "trumps": "HN", "seed": 1})
    desk.page.get_by_role("button", name="Optionen").click()
    desk.page.get_by_role("radio", name="16", exact=True).check()
    desk.page.get_by_role("dialog").get_by_role("button", name="Speichern").click()
    expect(dialog.locator("dd")).to_have_text(
        ["Spiele: 12 · Trumpf: Herz, Ohne Trumpf", "Spiele: 16 · Trumpf: Herz, Karo, Pik, Kreuz"]
    )
    users.complaints.clear()  # the browser logs the refusals


def test_saving_settings_leaves_those_that_somebody_else_has_changed(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(settings={"name": "Hall", "minutes": 10}, plan={"rounds": 12, "seed": 1})
    other = drive.with_role("organiser", "Bea")
    desk = open_desk(users.open(), drive)
    desk.page.get_by_role("button", name="Drive settings").click()
    dialog = desk.page.get_by_role("dialog", name="Drive settings")
    dialog.get_by_label("Name of the drive").fill("Village hall")
    dialog.get_by_label("Cut for each deal").check()
    other.does("change-settings", minutes=15, names="initials")
    with desk.page.expect_response(
        lambda answer: "change-plan" in (answer.request.post_data or "")
    ):
        dialog.get_by_role("button", name="Save").click()
    expect(desk.page.get_by_role("heading", level=1)).to_have_text("Village hall")
    expect(desk.page.get_by_role("dialog")).to_have_count(0)
    head = drive.parts["drive"]
    settings = head["settings"]
    assert (settings["name"], settings["minutes"], settings["names"]) == (
        "Village hall",
        15,
        "initials",
    )
    assert head["trumps"] == "cut"


def test_a_setting_that_two_change_while_its_dialog_is_open_is_a_conflict(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(settings={"name": "Hall"})
    other = drive.with_role("organiser", "Bea")
    desk = open_desk(users.open(), drive)
    desk.page.get_by_role("button", name="Drive settings").click()
    dialog = desk.page.get_by_role("dialog", name="Drive settings")
    dialog.get_by_label("Name of the drive").fill("Village hall")
    other.does("change-settings", name="Town hall")
    expect(desk.page.get_by_role("heading", level=1)).to_have_text("Town hall")
    dialog.get_by_role("button", name="Save").click()
    conflict = desk.page.get_by_role("dialog", name="Somebody else was faster")
    expect(conflict.locator("dd")).to_have_text(["Town hall", "Village hall"])
    conflict.get_by_role("button", name="Use mine").click()
    expect(desk.page.get_by_role("heading", level=1)).to_have_text("Village hall")
    users.complaints.clear()  # the browser logs the refusal


def _is_overtaken(desk: BrowserUser, other: DriveClient, kind: str, **fields: Any) -> None:
    """Lets somebody else give a command while the next one of a desk is on its way.

    A plan is sent after the settings, so its turn comes with the next plan.
    """
    before = other.seq

    def overtake(route: Route) -> None:
        is_plan = "change-plan" in (route.request.post_data or "")
        if other.seq == before and is_plan == (kind == "change-plan"):
            other.does(kind, **fields)
        route.continue_()

    desk.page.route("**/commands", overtake)


def test_a_phone_says_which_result_was_not_taken(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT | {"rounds": 3})
    drive.does("begin-round")
    ann = open_phone(users.open(PHONE), drive, "Ann")
    _is_overtaken(ann, drive, "enter-result", round=1, table=1, tricks=[8, 5])
    enter_tricks(ann, 9)
    expect(ann.page.get_by_role("alert").filter(has_text="You 9, they 4")).to_contain_text(
        "Somebody else has entered another result meanwhile."
    )
    ann.page.unroute("**/commands")
    drive.does("enter-result", round=1, table=2, tricks=[8, 5])
    drive.does("begin-round")
    expect(ann.see(".round-line")).to_contain_text("Round 2 of 3")

    def end_round(route: Route) -> None:
        if drive.parts["round"]["number"] == 2:
            for table in (1, 2):
                drive.does("enter-result", round=2, table=table, tricks=[8, 5])
            drive.does("begin-round")
        route.continue_()

    ann.page.route("**/commands", end_round)
    enter_tricks(ann, 7)
    expect(ann.see(".refusals")).to_contain_text("before this was sent: You 7, they 6")
    expect(ann.see(".refusals button")).to_have_count(1)
    ann.see(".refusals button").click()
    expect(ann.see(".refusals li")).to_have_count(0)
    users.complaints.clear()  # the browser logs the refusals


def test_a_phone_stays_what_it_is_if_the_change_is_cancelled(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.does("begin-round")
    ann = open_phone(users.open(PHONE), drive, "Ann")
    ann.page.get_by_role("button", name="Not you?").click()
    ann.page.get_by_role("button", name="Cancel").click()
    expect(ann.see(".identity")).to_have_text("Ann")
    expect(ann.see(".names")).to_have_count(0)
