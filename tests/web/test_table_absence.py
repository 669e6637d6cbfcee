"""Tests of what the others see and can do while a player is disconnected."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.support.web.browser_user import ON_TURN, PHONE
from tests.support.web.layout_checks import LOOK, settle

if TYPE_CHECKING:
    from tests.support.web.browser_user import BrowserUser, BrowserUsers


def _two_players(users: BrowserUsers) -> tuple[BrowserUser, BrowserUser]:
    """Returns Ann and Ben at a table with six bots, once the cards are dealt."""
    ann, ben = users.open(PHONE).named("Ann"), users.open(PHONE).named("Benjamin Featherston")
    code = ann.gather("scotch-whist", players=8)
    ben.go(f"/t/{code}")
    ben.page.get_by_role("button", name="Sit here: seat 2").click()
    expect(ann.see(".seat").filter(has_text="Ben")).to_be_visible()
    ann.page.get_by_role("button", name="Start").click()
    expect(ben.see(".hand .card").first).to_be_visible()
    expect(ann.see(".hand .card").first).to_be_visible()
    return ann, ben


def test_the_others_may_let_a_bot_play_for_a_friend_who_is_offline(users: BrowserUsers) -> None:
    ann, ben = _two_players(users)
    address = ben.page.url
    ben.page.close()
    expect(ann.see(".seat").filter(has_text="Ben")).to_contain_text("away")
    panel = ann.see(".panel")
    ann.see(ON_TURN).or_(panel.locator("[data-until]")).first.wait_for()
    if ann.see(ON_TURN).count():
        ann.play()
    expect(panel).to_contain_text("Benjamin Featherston has lost the connection.")
    expect(panel.locator("[data-until]")).to_have_text(re.compile(r"^[45]\d s$"))
    button = panel.get_by_role("button", name="Let a bot play now")
    assert button.count() == 0
    expect(button).to_be_visible(timeout=20_000)
    wrong = []
    for width, height in (PHONE, (360, 640), (320, 568), (667, 375)):
        ann.page.set_viewport_size({"width": width, "height": height})
        settle(ann)
        wrong += [(width, each) for each in ann.page.evaluate(LOOK, arg=True)]
    assert wrong == []
    button.click()
    expect(ann.see(".seat").filter(has_text="Ben")).to_contain_text("bot playing")
    expect(ann.see(ON_TURN).first).to_be_visible()
    ben.page = ben.context.new_page()
    ben.page.goto(address)
    expect(ann.see(".seat").filter(has_text="Ben")).not_to_contain_text("bot playing")
    expect(panel).to_be_hidden()
