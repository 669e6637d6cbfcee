"""The pages of a drive on narrow phones: words stay whole, and every column is in view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.support.extent import part
from tests.support.server.drive_client import DriveClient
from tests.support.web.browser_user import PHONE, BrowserUser, BrowserUsers
from tests.support.web.drive_pages import PEOPLE, SHORT, open_desk, open_phone

SMALL = (320, 568)
LONG = PEOPLE.replace("Ben", "Bartholomew Cholmondeley-Featherstonehaugh")

PLAN: dict[str, Any] = SHORT | {"groups": ["Herren", "Damen"]}

LINES = """(at) => {
  const range = document.createRange();
  range.selectNodeContents(at);
  return new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size;
}"""
"""Returns the number of lines of an element's text."""

CUT = """() => [...document.querySelectorAll(".scrolled, .field-view")]
  .filter((at) => at.checkVisibility())
  .map((at) => at.scrollWidth - at.clientWidth)"""
"""Returns by how much each part with a table is wider than its place."""


@pytest.mark.parametrize("locale", part(["de-AT", "en-GB"], 1))
def test_words_of_the_results_stay_whole(
    users: BrowserUsers, new_drive: Callable[..., DriveClient], locale: str
) -> None:
    drive = new_drive(PEOPLE.replace("Ann", "Bartholomew Cholmondeley"), plan=PLAN)
    drive.play_round()
    desk = open_desk(users.open(PHONE, locale=locale), drive)
    _open(desk, "results")
    expect(desk.see(".round-results button")).to_have_count(2)
    assert desk.see(".standings").evaluate("(at) => at.parentElement.scrollWidth") <= PHONE[0]
    for selector in (".standings .group-below", ".round-results button", ".round-results .figure"):
        for each in desk.see(selector).all():
            assert each.evaluate(LINES) == 1, selector
    table = desk.see(".round-results").bounding_box()
    assert table is not None
    assert table["x"] + table["width"] <= PHONE[0], "Correct is in view"


@pytest.mark.parametrize("locale", part(["de-AT", "en-GB"], 1))
def test_the_head_has_a_row_for_the_parts_and_one_for_the_tools(
    users: BrowserUsers, new_drive: Callable[..., DriveClient], locale: str
) -> None:
    drive = new_drive(plan=SHORT, settings={"minutes": 8})
    drive.does("begin-round")
    desk = open_desk(users.open(PHONE, locale=locale), drive)
    expect(desk.see(".desk-head .clock")).to_be_visible()
    assert len({_top(tab) for tab in desk.see("[role=tab]").all()}) == 1
    clock, tabs = desk.see(".desk-head .clock"), desk.see("[role=tab]").first
    assert abs(_top(desk.see("h1")) - _top(clock)) < 10
    assert _top(clock) < _top(tabs) - 10


def test_a_link_of_a_helper_is_as_wide_as_the_others(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan=SHORT)
    drive.with_role("scorer", "Sepp")
    desk = open_desk(users.open((1280, 600), locale="de-AT"), drive)
    desk.page.get_by_role("button", name="Teilen").click()
    buttons = desk.see(".link-part").filter(has_text="Sepp").locator(".buttons > *")
    expect(buttons).to_have_text(["Link kopieren", "Öffnen", "Widerrufen"])
    widths = [
        link.evaluate("(at) => at.clientWidth") for link in desk.see(".link-part input").all()
    ]
    assert len(widths) == 4
    assert len(set(widths)) == 1


def _open(desk: BrowserUser, phase: str) -> None:
    desk.see(f"#tab-{phase}").click()


def _top(at: Locator) -> int:
    box = at.bounding_box()
    assert box is not None
    return round(box["y"])


@pytest.mark.parametrize("movement", part(["duplicate", "military", "progressive"], 1))
def test_every_column_is_in_view_on_the_narrowest_phone(
    users: BrowserUsers, new_drive: Callable[..., DriveClient], movement: str
) -> None:
    plan = SHORT | {"movement": movement, "groups": ["Herren", "Damen"]}
    drive = new_drive(LONG, plan=plan)
    drive.play_round((13, 0), (0, 13))
    user = users.open(SMALL, locale="de-AT")
    open_phone(user, drive, "Ann")
    if movement == "duplicate":
        expect(user.see(".field-view tbody tr")).to_have_count(2)
        assert _cut(user) == [0]
    user.see("[data-view=card]").click()
    assert _cut(user) == [0]
    user.see("[data-view=standings]").click()
    expect(user.see("tr[data-own] .group-below")).to_have_text("Herren")
    assert _cut(user) == [0]
    open_desk(user, drive)
    user.see("#tab-results").click()
    expect(user.see("#phase-results .standings")).to_be_visible()
    assert _cut(user)[0] == 0


def _cut(user: BrowserUser) -> list[int]:
    found: list[int] = user.page.evaluate(CUT)
    return found
