"""The desk by keyboard alone: results at speed, corrections, the next round."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.server.drive_client import DriveClient
from tests.support.web.browser_user import BrowserUser, BrowserUsers
from tests.support.web.drive_pages import SHORT, open_desk, table_tile

TWELVE = "\n".join(f"Player {number}" for number in range(1, 13))


def test_a_drive_is_created_by_keyboard(users: BrowserUsers) -> None:
    desk = users.open()
    desk.go("/drive/new")
    keyboard = desk.page.keyboard
    desk.page.get_by_label("Names", exact=True).focus()
    keyboard.type("Ann\nBen\nCat\nDot")
    expect(desk.see(".preview")).to_contain_text("4 players, 1 table")
    create = desk.page.get_by_role("button", name="Create drive")
    for _ in range(5):
        keyboard.press("Tab")
        if create.evaluate("at => at === document.activeElement"):
            break
    expect(create).to_be_focused()
    keyboard.press("Enter")
    expect(desk.see(".entries .name")).to_have_text(["Ann", "Ben", "Cat", "Dot"])
    _to_tab(desk, "Players")
    keyboard.press("ArrowRight")
    expect(desk.page.get_by_role("tab", name="Rounds")).to_be_focused()
    expect(desk.page.get_by_role("button", name="Begin round 1")).to_be_visible()


def test_results_are_entered_with_two_keys_each(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(TWELVE, plan=SHORT)
    drive.does("begin-round")
    desk = open_desk(users.open(), drive)
    tricks = desk.page.get_by_label("Tricks N–S")
    expect(tricks).to_be_focused()
    keyboard = desk.page.keyboard
    for result in ("8", "0", "13"):
        keyboard.type(result)
        keyboard.press("Enter")
    begin = desk.page.get_by_role("button", name="Begin round 2")
    expect(begin).to_be_focused()
    assert [table["tricks"] for table in drive.parts["round"]["tables"]] == [
        [8, 5],
        [0, 13],
        [13, 0],
    ]
    desk.rest()
    keyboard.press("Enter")
    expect(desk.see(".round-title")).to_contain_text("Round 2 of 2")
    expect(tricks).to_be_focused()
    expect(desk.page.get_by_label("Table", exact=True)).to_have_value("1")


def test_a_key_too_many_does_not_begin_the_next_round(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.does("begin-round")
    drive.does("enter-result", round=1, table=1, tricks=[8, 5])
    desk = open_desk(users.open(), drive)
    expect(desk.page.get_by_label("Tricks N–S")).to_be_focused()
    desk.page.keyboard.type("7")
    desk.page.evaluate("""() => {
      const button = document.querySelector(".begin");
      button.addEventListener("focus", () => button.click(), { once: true });
    }""")
    desk.page.keyboard.press("Enter")
    expect(desk.see(".begin")).to_be_focused()
    assert drive.parts["round"]["number"] == 1


def test_another_table_is_chosen_by_its_number(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(TWELVE, plan=SHORT)
    drive.does("begin-round")
    desk = open_desk(users.open(), drive)
    keyboard = desk.page.keyboard
    expect(desk.page.get_by_label("Tricks N–S")).to_be_focused()
    keyboard.press("Shift+Tab")
    keyboard.type("3")
    keyboard.press("Enter")
    keyboard.type("4")
    expect(desk.see(".sides")).to_contain_text("Player 11")
    keyboard.press("Enter")
    expect(table_tile(desk, 3)).to_have_attribute("data-state", "confirmed")
    expect(desk.page.get_by_label("Table", exact=True)).to_have_value("1")


def test_wrong_numbers_are_refused_in_place(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.does("begin-round")
    desk = open_desk(users.open(), drive)
    keyboard = desk.page.keyboard
    tricks = desk.page.get_by_label("Tricks N–S")
    expect(tricks).to_be_focused()
    keyboard.type("14")
    keyboard.press("Enter")
    expect(desk.see(".result-entry .error")).to_have_text(
        "Enter the tricks of North–South: 0 to 13."
    )
    expect(tricks).to_be_focused()
    keyboard.type("9")
    keyboard.press("Enter")
    expect(table_tile(desk, 1)).to_contain_text("confirmed")
    desk.page.get_by_label("Table", exact=True).fill("7")
    tricks.fill("3")
    keyboard.press("Enter")
    expect(desk.see(".result-entry .error")).to_have_text("There is no table 7.")
    assert drive.parts["round"]["missing"] == [2]


def test_a_result_that_is_there_is_corrected_with_a_reason(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.does("begin-round")
    drive.does("enter-result", round=1, table=1, tricks=[8, 5])
    desk = open_desk(users.open(), drive)
    keyboard = desk.page.keyboard
    desk.page.get_by_label("Table", exact=True).fill("1")
    keyboard.press("Enter")
    keyboard.type("5")
    keyboard.press("Enter")
    dialog = desk.page.get_by_role("dialog", name="Round 1, table 1")
    expect(dialog.locator("#correct-tricks")).to_have_value("5")
    dialog.get_by_label("Reason").focus()
    keyboard.type("misread")
    keyboard.press("Enter")
    expect(table_tile(desk, 1).locator(".tricks.ns")).to_have_text("5")
    assert drive.get("/log")["log"][0]["why"] == "misread"


def test_a_table_that_a_phone_reports_meanwhile_is_not_offered(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(TWELVE, plan=SHORT)
    drive.does("begin-round")
    desk = open_desk(users.open(), drive)
    table = desk.page.get_by_label("Table", exact=True)
    expect(table).to_have_value("1")
    drive.phone(table=1).does("enter-result", round=1, table=1, tricks=[8, 5])
    expect(table).to_have_value("2")
    desk.page.keyboard.type("7")
    drive.phone(table=3).does("enter-result", round=1, table=3, tricks=[8, 5])
    expect(table_tile(desk, 3)).to_have_attribute("data-state", "entered")
    expect(desk.page.get_by_label("Tricks N–S")).to_have_value("7")


def _to_tab(desk: BrowserUser, name: str) -> None:
    """Goes back to a tab of the desk by keys."""
    tab = desk.page.get_by_role("tab", name=name)
    for _ in range(12):
        desk.page.keyboard.press("Shift+Tab")
        if tab.evaluate("at => at === document.activeElement"):
            return
    raise AssertionError("the tab can't be reached")
