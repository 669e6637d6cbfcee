"""The standings on the narrowest phones: every column is in view without scrolling sideways."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.extent import part
from tests.support.web.drive_pages import PEOPLE, SHORT, open_desk, open_phone

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.server.drive_client import DriveClient
    from tests.support.web.browser_user import BrowserUser, BrowserUsers

SMALL = (320, 568)
LONG = PEOPLE.replace("Ben", "Bartholomew Cholmondeley-Featherstonehaugh")

CUT = """() => [...document.querySelectorAll(".scrolled, .field-view")]
  .filter((at) => at.checkVisibility())
  .map((at) => at.scrollWidth - at.clientWidth)"""
"""Returns by how much each part with a table is wider than its place."""


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
