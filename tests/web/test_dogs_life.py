"""A dog's life at the table of the page (X5): knocking by button and by key."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.web.axe import barriers
from tests.support.web.browser_user import DESK, PHONE, PRESS, BrowserUser, BrowserUsers

RULES = {"players": 6, "dogs_life": True}

LOSE = """() => {
  const strength = (card) => "23456789TJQKA".indexOf(card.dataset.key[0]);
  const timer = setInterval(() => {
    if (document.querySelector("[data-key=knock], [data-stage=over]")) return clearInterval(timer);
    const cards = [...document.querySelectorAll(".hand[data-turn] [data-legal]")];
    const low = cards.sort((one, other) => strength(one) - strength(other))[0];
    (document.querySelector(".panel [data-key=next], .panel .choices button") ?? low)?.click();
  }, 10);
}"""
"""Plays the lowest cards until the player may knock or the match is over."""


PLATES_FIT = """() => [...document.querySelectorAll(".seat")].every(
  (seat) => seat.querySelector(".about").scrollWidth <= seat.clientWidth)"""


def _become_a_dog(user: BrowserUser) -> None:
    """Begins matches until the player has a dog's life and is to play."""
    while True:
        user.open_table("knockout-whist", rules=RULES)
        user.page.evaluate(LOSE)
        user.see("[data-key=knock], [data-stage=over] .panel").first.wait_for()
        if user.see("[data-key=knock]").count():
            return


@pytest.mark.parametrize("size", [PHONE, DESK], ids=str)
def test_X5_a_dog_knocks_by_button_and_by_key(users: BrowserUsers, size: tuple[int, int]) -> None:
    user = users.open(size)
    _become_a_dog(user)
    status, own = user.see(".turn-status"), user.see('.seat[data-round="0"]')
    expect(status).to_have_text("Play your card or knock")
    expect(own).to_contain_text("Dog’s life")
    knock = user.page.get_by_role("button", name="Knock", exact=True)
    expect(knock).to_be_visible()
    assert user.fits()
    assert user.page.evaluate(PLATES_FIT)
    assert barriers(user.page) == []
    knock.click()
    expect(user.see(".hand .card")).to_have_count(1)
    expect(user.see('[aria-live="polite"]').first).to_contain_text("knock")
    if user.see("[data-key=knock]").count():
        user.page.keyboard.press("p")
        expect(user.see(".hand .card")).to_have_count(1)


def test_X5_a_dog_may_play_its_card(users: BrowserUsers) -> None:
    user = users.open()
    _become_a_dog(user)
    user.play()
    expect(user.see("[data-key=knock]")).to_have_count(0)
    expect(user.see(".hand .card")).to_have_count(0)


KNOCK = """() => setInterval(() => document.querySelector("[data-key=knock]")?.click(), 10)"""


def test_X5_the_review_offered_after_a_dogs_deal_opens(users: BrowserUsers) -> None:
    user = users.open(PHONE)
    _become_a_dog(user)
    user.page.evaluate(KNOCK)
    user.page.evaluate(PRESS)
    review = user.see(".panel [data-key=review]")
    review.wait_for()
    review.click()
    user.page.wait_for_url("**/replay/1#deal=*&review")
    expect(user.see(".coach")).to_have_attribute("data-grade", "full", timeout=60_000)
