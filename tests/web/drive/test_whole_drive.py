"""A drive from its creation to the prizes, by the pages alone, on a laptop and a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.extent import part
from tests.support.web.browser_user import DESK, PHONE, BrowserUser, BrowserUsers
from tests.support.web.drive_pages import enter_tricks, open_phase, table_tile

NAMES = "1. Ann\n2. Ben\nCat\nDot\nEve\nFay\nGuy\n"


@pytest.mark.parametrize("size", part([DESK, (820, 1180), PHONE], 1), ids=str)
def test_a_drive_runs_from_its_creation_to_the_prizes(
    users: BrowserUsers, size: tuple[int, int]
) -> None:
    desk = users.open(size)
    code = _create(desk)
    _print(desk)
    open_phase(desk, "Rounds")
    desk.page.get_by_role("button", name="Begin round 1").click()
    expect(desk.see(".round-title")).to_contain_text("Round 1 of 2")
    _enter(desk, 8)
    player = users.open(PHONE)
    _confirm_by_phones(users, player, f"/drive/{code}#table={_table_code(desk, 2)}")
    expect(table_tile(desk, 2)).to_contain_text("confirmed")
    desk.page.get_by_role("button", name="Begin round 2").click()
    expect(desk.see(".round-title")).to_contain_text("Round 2 of 2")
    _enter(desk, 13)
    _enter(desk, 6)
    expect(desk.see(".progress")).to_contain_text("2 of 2 results")
    _correct(desk)
    open_phase(desk, "Prizes")
    expect(desk.page.get_by_text("provisional until you close")).to_be_visible()
    desk.page.get_by_role("button", name="Close the drive").click()
    dialog = desk.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Close the drive").click()
    expect(desk.page.get_by_text("the results are final")).to_be_visible()
    winners = desk.see(".prizes-part .winner").all_inner_texts()
    assert len(winners) == len(set(winners)) == 7, "one prize each, and none for the bot"
    expect(player.see(".round-part .winner")).to_have_text(winners)
    player.page.get_by_role("button", name="Standings").click()
    expect(player.see(".view:not(.round-part) .winner")).to_have_text(winners)
    expect(player.see(".standings tbody tr")).to_have_count(8)


def _create(desk: BrowserUser) -> str:
    desk.go("/")
    desk.page.get_by_role("link", name="Run a whist drive").click()
    desk.see("main").get_by_role("link", name="Run a whist drive").click()
    desk.page.get_by_label("Name of the drive").fill("Village hall")
    desk.page.get_by_label("Other", exact=True).first.check()
    desk.page.get_by_label("Number of deals", exact=True).fill("2")
    desk.page.get_by_label("All tricks, 0–13").check()
    desk.page.get_by_text("More options").click()
    desk.page.get_by_label("In the order of the list").check()
    desk.page.get_by_label("Bots fill the seats").check()
    desk.page.get_by_label("Names", exact=True).fill(NAMES)
    expect(desk.see(".preview")).to_have_text("7 players, 2 tables, 1 empty seat for a bot")
    desk.page.get_by_role("button", name="Create drive").click()
    desk.page.wait_for_url(re.compile("/desk$"))
    expect(desk.page.get_by_role("heading", level=1)).to_have_text("Village hall")
    expect(desk.see(".entries .name")).to_have_text(
        ["Ann", "Ben", "Cat", "Dot", "Eve", "Fay", "Guy"]
    )
    return desk.page.url.split("/")[4]


def _print(desk: BrowserUser) -> None:
    desk.page.get_by_role("button", name="Print", exact=True).click()
    dialog = desk.page.get_by_role("dialog", name="Print")
    with desk.page.expect_download() as download:
        dialog.get_by_role("button", name="Save as PDF").click()
    assert download.value.suggested_filename == "Village hall.pdf"
    assert download.value.path().read_bytes().startswith(b"%PDF-")
    dialog.get_by_role("button", name="Close").click()


def _enter(desk: BrowserUser, tricks: int) -> None:
    """Enters a result for the table that is offered."""
    table = desk.page.get_by_label("Table", exact=True).input_value()
    desk.page.get_by_label("Tricks N–S").fill(str(tricks))
    desk.page.get_by_role("button", name="Enter", exact=True).click()
    expect(table_tile(desk, int(table))).to_have_attribute("data-state", "confirmed")


def _table_code(desk: BrowserUser, table: int) -> str:
    """Reads the code of a table from the desk, as for a card that is to be written by hand."""
    desk.page.get_by_role("button", name="Share").click()
    dialog = desk.page.get_by_role("dialog", name="Share")
    dialog.get_by_label("Table", exact=True).select_option(str(table))
    expect(dialog.locator(f"img[src*='table={table}&']")).to_be_visible()
    code = dialog.locator(".link-part .typed").first.inner_text()
    dialog.get_by_role("button", name="Close").click()
    return code


def _confirm_by_phones(users: BrowserUsers, player: BrowserUser, link: str) -> None:
    """Reports the result of table 2 from one phone and confirms it from an opponent's."""
    opponent = users.open((320, 568))
    for phone, name in ((player, "Cat"), (opponent, "Dot")):
        phone.go(link)
        phone.see(".names button").filter(has_text=re.compile(rf"^{name}")).click()
        expect(phone.see(".seat .big")).to_have_text("Table 2")
    enter_tricks(player, 9)
    expect(player.see(".state")).to_contain_text("You 9, they 4")
    expect(opponent.see(".state")).to_contain_text("You 4, they 9")
    opponent.page.get_by_role("button", name="Yes, that’s right").click()
    for phone in (player, opponent):
        expect(phone.see(".state")).to_contain_text("Result:")


def _correct(desk: BrowserUser) -> None:
    open_phase(desk, "Results")
    desk.page.get_by_label("Results of").select_option("1")
    desk.page.get_by_role("button", name="Correct table 1 of round 1").click()
    dialog = desk.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Swap the sides").click()
    dialog.get_by_role("button", name="Sides swapped").click()
    dialog.get_by_role("button", name="Correct", exact=True).click()
    expect(desk.see(".log li").first).to_contain_text("8–5 → 5–8“Sides swapped”")
