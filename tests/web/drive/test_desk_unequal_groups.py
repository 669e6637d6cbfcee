"""The desk of a hall with unequal groups, and of a table that cannot finish."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.server.drive_client import DriveClient
from tests.support.web.browser_user import BrowserUsers
from tests.support.web.drive_pages import SHORT, open_desk, open_phase, open_phone, table_tile

HALL = "\n".join(
    [f"{name},Gents" for name in ("Guy", "Hal")]
    + [f"{name},Ladies" for name in ("Ann", "Bea", "Cat", "Dot", "Eve", "Fay")]
)
GROUPS = {**SHORT, "groups": ["Gents", "Ladies"], "spare": "sit-out"}


def test_the_organiser_is_asked_who_plays_in_the_seats_of_the_smaller_group(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(HALL, plan=GROUPS)
    desk = open_desk(users.open(), drive, "Rounds")
    desk.page.get_by_role("button", name="Begin round 1").click()
    question = desk.page.get_by_role("dialog", name="Ladies who play as Gents")
    expect(question.locator("li:has(input:checked)")).to_have_text(["Eve", "Fay"])
    question.get_by_label("Eve").uncheck()
    expect(question.get_by_role("status")).to_have_text("1 chosen, 2 needed")
    question.get_by_label("Bea").check()
    question.get_by_role("button", name="These").click()
    expect(desk.see(".tables-grid li")).to_have_count(2)
    open_phase(desk, "Players")
    marked = desk.see(".entry").filter(has_text="plays as Gents")
    expect(marked.locator(".name")).to_have_text(["Bea", "Fay"])
    phone = open_phone(users.open((390, 844)), drive, "Bea")
    expect(phone.see(".seat")).to_contain_text("Ladies, plays as Gents")
    open_phase(desk, "Rounds")
    drive.enter_missing()
    expect(desk.see(".crossing")).to_contain_text(
        "Ladies who play as Gents in the next round: Bea, Fay"
    )
    desk.page.get_by_role("button", name="Begin round 2").click()
    expect(desk.see(".round-title")).to_contain_text("Round 2 of 2")  # and is asked no more


def test_a_round_goes_on_without_a_table_that_cannot_finish(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.does("begin-round")
    phone = open_phone(users.open((390, 844)), drive, "Ann")
    desk = open_desk(users.open(), drive, "Rounds")
    desk.see("#entry-table").fill("1")
    desk.page.get_by_role("button", name="Not played…").click()
    dialog = desk.page.get_by_role("dialog", name="Round 1, table 1: not played")
    dialog.get_by_role("button", name="Unwell").click()
    dialog.get_by_role("button", name="Go on without it").click()
    expect(table_tile(desk, 1)).to_contain_text("not played")
    expect(phone.see(".result")).to_have_text("Not played: everybody scores 6½")
    drive.does("enter-result", round=1, table=2, tricks=[8, 5])
    desk.page.get_by_role("button", name="Begin round 2").click()
    expect(desk.see(".round-title")).to_contain_text("Round 2 of 2")
    open_phase(desk, "Results")
    expect(desk.see("table.standings")).to_contain_text("6½")
    desk.page.get_by_label("Results of").select_option("1")
    desk.page.get_by_role("button", name="Correct table 1 of round 1").click()
    correction = desk.page.get_by_role("dialog", name="Round 1, table 1")
    expect(correction).to_contain_text("Not played: everybody scores 6½")
    correction.get_by_label("Ann & Eve").fill("9")
    correction.get_by_label("Reason").fill("played after all")
    correction.get_by_role("button", name="Correct", exact=True).click()
    expect(desk.see("table.round-results")).to_contain_text("9–4")
    expect(desk.see(".log")).to_contain_text("not played, average → 9–4")


def test_somebody_who_left_comes_back_after_a_round_was_played(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan={**SHORT, "rounds": 3})
    drive.play_round()
    drive.does("leave", player=0, why="unwell")
    drive.play_round()
    desk = open_desk(users.open(), drive, "Players")
    desk.page.get_by_role("button", name="More about Ann").click()
    desk.page.get_by_role("button", name="Comes back").click()
    dialog = desk.page.get_by_role("dialog", name="Ann comes back")
    dialog.get_by_role("button", name="Came back").click()
    dialog.get_by_role("button", name="Comes back").click()
    expect(desk.page.get_by_text("Ann plays again.")).to_be_visible()
    drive.does("begin-round")
    assert 0 in [
        one for table in drive.parts["round"]["tables"] for pair in table["pairs"] for one in pair
    ]
