"""Who may open the desk: links and codes for helpers, roles, and a key that is revoked."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.extent import part
from tests.support.server.drive_client import DriveClient
from tests.support.web.browser_user import PHONE, BrowserUsers
from tests.support.web.drive_pages import SHORT, open_desk, open_phase


@pytest.mark.whole(
    held_by="tests/server/drives/test_whole_drive.py::test_each_role_may_do_what_it_may"
)
def test_a_scorer_cannot_undo_or_close(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.play_round()
    drive.play_round()
    scorer = drive.with_role("scorer", "Bea")
    desk = open_desk(users.open(), scorer)
    expect(desk.page.get_by_text("provisional until you close")).to_be_visible()
    expect(desk.page.get_by_role("button", name="Close the drive")).to_be_hidden()
    open_phase(desk, "Rounds")
    expect(desk.page.get_by_role("button", name="Undo round")).to_be_hidden()


def test_links_are_shared_and_revoked(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    desk = open_desk(users.open(), drive)
    desk.page.get_by_role("button", name="Share").click()
    dialog = desk.page.get_by_role("dialog", name="Share")
    expect(dialog.get_by_label("Players’ phones", exact=True)).to_have_value(
        f"{desk.url}/drive/{drive.code}"
    )
    dialog.get_by_label("Name of the helper").fill("Bea")
    dialog.get_by_role("button", name="New link for a scorer").click()
    link = dialog.get_by_label("Bea", exact=True)
    expect(link).to_have_value(re.compile("/desk#key="))
    broken = "images => images.filter((at) => at.complete && !at.naturalWidth).length"
    desk.page.wait_for_load_state("networkidle")
    assert dialog.locator("img").count() == 5
    assert dialog.locator("img").evaluate_all(broken) == 0
    bea = users.open()
    bea.page.goto(link.input_value())
    expect(bea.page.get_by_role("tab", name="Players")).to_be_visible()
    assert "key" not in bea.page.url, "nobody should read the key from the screen"
    dialog.get_by_role("button", name="Revoke: Bea").click()
    expect(link).to_have_count(0)
    expect(bea.see(".reason")).to_contain_text("Open it with the organiser’s link")
    users.complaints.clear()  # the browser logs the closed socket


def test_a_desk_without_its_key_says_so(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    anna, drive = users.open(), new_drive()
    anna.go(f"/drive/{drive.code}/desk")
    expect(anna.see(".reason")).to_contain_text("Open it with the organiser’s link")
    open_desk(anna, drive)  # by a link that differs in its fragment alone


@pytest.mark.parametrize(
    "texts",
    part(
        [
            ("en-GB", "Have you got the code of this desk?", "Open", "no longer valid", "Players"),
            ("de-AT", "Hast du den Code dieses Pults?", "Öffnen", "gilt nicht mehr", "Personen"),
        ],
        1,
    ),
)
def test_a_desk_is_opened_by_its_code(
    users: BrowserUsers, new_drive: Callable[..., DriveClient], texts: tuple[str, ...]
) -> None:
    locale, label, button, wrong, tab = texts
    drive = new_drive(plan=SHORT)
    desk = open_desk(users.open(), drive)
    desk.page.get_by_role("button", name="Share").click()
    dialog = desk.page.get_by_role("dialog", name="Share")
    dialog.get_by_label("Name of the helper").fill("Bea")
    dialog.get_by_role("button", name="New link for a scorer").click()
    told = dialog.get_by_text("Without a camera").last
    expect(told).to_contain_text(f"{desk.url}/drive/{drive.code}/desk and type")
    code = re.search(r"type ([\w-]{14})\.", told.inner_text())
    assert code is not None
    bea = users.open(PHONE, locale=locale)
    bea.go(f"/drive/{drive.code}/desk")
    field = bea.page.get_by_label(label)
    field.fill("K3F9-0PQR-7XYZ")
    field.press("Enter")
    expect(bea.see(".error")).to_contain_text(wrong)
    users.complaints.clear()  # the browser logs the refusal
    field.fill(code[1].replace("-", " ").lower())
    bea.page.get_by_role("button", name=button).click()
    expect(bea.page.get_by_role("tab", name=tab)).to_be_visible()
