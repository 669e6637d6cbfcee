"""Trumps cut for each deal: chosen for a new drive, and seen in every place once they are cut."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from oddtrick.drive.live.settings import PlanChoices
from tests.support.server.drive_client import DriveClient
from tests.support.web.browser_user import DESK, PHONE, BrowserUsers
from tests.support.web.drive_pages import PEOPLE, SHORT, open_desk, open_phone

NAMES = {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"}


def test_cuts_are_offered_wherever_boards_do_not_hold_the_trumps(users: BrowserUsers) -> None:
    desk = users.open(DESK)
    desk.go("/drive/new")
    cut = desk.page.get_by_label("Cut for each deal")
    cut.check()
    movement = desk.page.get_by_label("Movement")
    movement.select_option("duplicate")
    expect(cut).to_be_hidden()
    movement.select_option("progressive")
    expect(cut).to_be_visible()
    expect(cut).not_to_be_checked()
    cut.check()
    desk.page.get_by_label("Name of the drive").fill("Village hall")
    desk.page.get_by_label("Names", exact=True).fill(PEOPLE)
    desk.page.get_by_role("button", name="Create drive").click()
    desk.page.wait_for_url(re.compile("/desk$"))
    desk.page.get_by_role("button", name="Drive settings").click()
    expect(desk.page.get_by_role("dialog").get_by_label("Cut for each deal")).to_be_checked()


def test_desk_phone_and_screen_show_the_trumps_that_are_cut(
    users: BrowserUsers, new_drive: Callable[..., DriveClient]
) -> None:
    drive = new_drive(plan={**SHORT, "trumps": "cut", "seed": 5})
    suit = PlanChoices(trumps="cut", seed=5).plan().trump(1)
    assert suit is not None
    named = NAMES[suit.letter]
    drive.does("begin-round")
    desk = open_desk(users.open(DESK), drive, "Rounds")
    expect(desk.see(".round-title .trumps")).to_contain_text(named)
    phone = open_phone(users.open(PHONE), drive, "Ann")
    expect(phone.see(".trumps")).to_contain_text(named)
    screen = users.open(DESK)
    screen.go(f"/drive/{drive.code}/screen")
    expect(screen.see(".trumps")).to_contain_text(named)
