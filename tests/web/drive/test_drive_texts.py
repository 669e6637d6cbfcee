"""Tests that every text of the pages of a drive comes from the catalogues."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.server.drive_client import DriveClient
from tests.support.web.browser_user import PHONE, BrowserUser, BrowserUsers
from tests.support.web.drive_pages import SHORT
from tests.support.web.pseudo_locale import speak_in_brackets, untranslated

PEOPLE = ("Ann", "Ben", "Cat", "Dot", "Eve", "Fay", "Guy", "Bot 8")
DATA = (*PEOPLE, "Hall", "Gents", "Ladies", "why so")


def test_every_text_of_the_desk_comes_from_the_catalogues(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = _played(new_drive)
    desk = users.open()
    speak_in_brackets(desk.page)
    desk.go(f"/drive/{drive.code}/desk#key={drive.key}")
    for phase in ("players", "rounds", "results", "prizes"):
        desk.see(f"#tab-{phase}").click()
        expect(desk.see(f"#phase-{phase}")).to_contain_text("⟦")
        desk.page.wait_for_load_state("networkidle")
        assert _untranslated(desk) == [], phase
    for button in desk.see(".desk-tools button").all()[:3]:
        button.click()
        desk.page.wait_for_load_state("networkidle")
        assert _untranslated(desk, "A4", "Letter", desk.url, drive.table_key(1)) == []
        desk.page.keyboard.press("Escape")
    desk.see("#tab-players").click()
    desk.see(".entry .more").first.click()
    assert _untranslated(desk) == []


def test_every_text_of_the_other_pages_comes_from_the_catalogues(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = _played(new_drive)
    user = users.open(PHONE)
    speak_in_brackets(user.page)
    user.go(f"/drive/{drive.code}")
    expect(user.see(".identity-choice")).to_be_visible()
    assert _untranslated(user) == []
    user.go(f"/drive/{drive.code}#table={drive.table_key(1)}")
    user.page.reload()
    expect(user.see(".names button").first).to_be_visible()
    assert _untranslated(user) == []
    user.see(".names button").first.click()
    for view in ("round", "card", "standings"):
        user.see(f"[data-view={view}]").click()
        assert _untranslated(user) == [], view
    for path in ("/drive", "/drive/new", "/drive/season", f"/drive/{drive.code}/screen"):
        user.go(path)
        expect(user.page.get_by_text("⟦").first).to_be_visible()
        user.page.wait_for_load_state("networkidle")
        assert _untranslated(user, user.url) == [], path
    while "phone" not in _slide_title(user):
        assert _untranslated(user) == [], _slide_title(user)
        user.page.keyboard.press("ArrowRight")
    # The address is in parts, between which a line may break.
    address = re.split(r"(?<=/)(?!/)|(?=:\d)", f"{user.url}/drive/{drive.code}")
    assert _untranslated(user, *address) == []


def _untranslated(user: BrowserUser, *data: str) -> list[str]:
    """Returns the texts outside the catalogues; the browser formats times."""
    return untranslated(user.page, *DATA, *data, passed="time")


def _slide_title(user: BrowserUser) -> str:
    return user.see("h2").inner_text()


def _played(new_drive: Callable[..., DriveClient]) -> DriveClient:
    """A drive with all that there is something to say about."""
    plan = SHORT | {"groups": ["Gents", "Ladies"]}
    drive = new_drive(
        "\n".join(PEOPLE[:-1]), plan=plan, settings={"name": "Hall", "fee": 350, "minutes": 8}
    )
    drive.play_round()
    drive.does("begin-round")
    drive.does("undo-round", why="why so")
    drive.play_round((7, 6), (6, 7))
    drive.does("correct-result", round=1, table=1, tricks=[5, 8], why="why so")
    drive.does("leave", player=0, why="why so")
    return drive
