"""Tests of people who come, wait for a seat, leave and come back: what the others see of it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.extent import times
from tests.support.web.browser_user import (
    DESK,
    LINES,
    ON_TURN,
    PHONE,
    TABLET,
    BrowserUser,
    BrowserUsers,
)

NAMES = ("Ann", "Ben", "Cleo", "Dan")
SIZES = (DESK, PHONE, TABLET, PHONE)
TYPED = {"Ann": "Ann is sitting down…", "": "Someone is sitting down…"}
SLOW_LINE = """
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  setTimeout(() => this.readyState === 1 && send.call(this, text), 2500);
};
"""

NEVER_DONE = """
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  if (!text.includes('"doing":null')) send.call(this, text);
};
"""
"""Whoever sits down never says that it is done, as if that were still under way."""


@pytest.mark.parametrize("name", TYPED)
def test_the_start_waits_for_a_guest_who_is_choosing_a_name(users: BrowserUsers, name: str) -> None:
    host, guest = users.open(PHONE).named("Hanna"), users.open()
    if name:
        guest.page.add_init_script(SLOW_LINE)  # away for that long while the name is registered
    guest.go(f"/t/{host.gather()}")
    guest.page.get_by_role("button", name="Sit here: seat 2").click()
    guest.page.get_by_role("textbox", name="Your name?").press_sequentially(name)
    expect(host.see(".turn-status")).to_have_text(TYPED[name])
    expect(host.see(".seat .visitor")).to_have_text(re.sub(" is.*", " sits down…", TYPED[name]))
    host.page.get_by_role("button", name="Start").click()
    expect(host.see(".panel")).to_contain_text(TYPED[name])
    expect(host.page.get_by_role("button", name="Start now")).to_be_visible()
    guest.page.get_by_role("button", name="Take a seat").click()
    expect(guest.see(".hand .card")).to_have_count(13)
    expect(host.see(".seat").filter(has_text=name or "Guest")).to_be_visible()
    expect(host.see(".hand .card")).to_have_count(13)


def test_nobody_waits_for_a_guest_who_has_the_seat(users: BrowserUsers) -> None:
    host, guest = users.open(PHONE).named("Hanna"), users.open()
    guest.page.add_init_script(NEVER_DONE)
    guest.go(f"/t/{host.gather()}")
    guest.page.get_by_role("button", name="Sit here: seat 2").click()
    guest.page.get_by_role("textbox", name="Your name?").fill("Ann")
    expect(host.see(".turn-status")).to_have_text(TYPED["Ann"])
    guest.page.get_by_role("button", name="Take a seat").click()
    expect(host.see(".seat .name").filter(has_text="Ann")).to_be_visible()
    host.page.get_by_role("button", name="Start").click()
    expect(host.see(".hand .card")).to_have_count(13)


@pytest.mark.parametrize("how", ["the guest gives up", "the host starts now"])
def test_a_start_that_waits_ends(users: BrowserUsers, how: str) -> None:
    host, guest = users.open(PHONE).named("Hanna"), users.open()
    guest.go(f"/t/{host.gather()}")
    guest.page.get_by_role("button", name="Sit here: seat 2").click()
    expect(host.see(".turn-status")).to_have_text(TYPED[""])
    host.page.get_by_role("button", name="Start").click()
    if how == "the host starts now":
        host.rest()
        host.page.get_by_role("button", name="Start now").click()
    else:
        guest.page.keyboard.press("Escape")
        expect(host.see(".visitor")).to_have_count(0)
    expect(host.see(".hand .card")).to_have_count(13)


def test_who_waits_for_a_seat_is_seen_by_all_until_they_leave(users: BrowserUsers) -> None:
    ann, eve, watcher = (
        users.open().named("Ann"),
        users.open(PHONE).named("Eve"),
        users.open(TABLET),
    )
    code = ann.open_table()
    for person in (eve, watcher):
        person.go(f"/t/{code}")
    eve.page.get_by_role("button", name="Sit here: seat 3").click()
    for person in (ann, watcher):
        expect(person.see(".seat .visitor")).to_have_text("Eve is next")
    expect(eve.see(".seat .visitor")).to_have_count(0)
    watcher.page.reload()
    expect(watcher.see(".seat .visitor")).to_have_text("Eve is next")
    eve.page.close()
    for person in (ann, watcher):
        expect(person.see(".seat .visitor")).to_have_count(0)


def test_one_of_four_people_leaves_twice_and_plays_on_at_once(users: BrowserUsers) -> None:
    """Dan loses the network during his turn and out of turn; the others see it, and he plays on."""
    four = [users.open(size).named(name) for size, name in zip(SIZES, NAMES, strict=True)]
    dan = four[3]
    dan.page.add_init_script(LINES)
    code = four[0].gather(match="deals", deals=1)
    for place, person in enumerate(four[1:], start=2):
        person.go(f"/t/{code}")
        person.page.get_by_role("button", name=f"Sit here: seat {place}").click()
    expect(four[0].see(".turn-status")).to_have_text("Everyone’s here")
    four[0].page.get_by_role("button", name="Start").click()
    for person in four:
        expect(person.see(".hand .card")).to_have_count(13)
    for _ in range(times(1, whole=2)):
        dan.go_offline()
        expect(dan.see(".connection")).to_have_text("Reconnecting…")
        others = four[:3]
        for person in others:
            seat = person.see(".seat").filter(has_text="Dan")
            expect(seat).to_contain_text("away")
            expect(seat.locator(".clock")).to_have_text(re.compile(r"^[45]\d s$"))
        _play_until_awaited(others)
        panel = others[0].see(".panel")
        expect(panel).to_contain_text("You can let a bot play in")
        expect(panel.get_by_role("button", name="Let a bot play now")).to_be_visible()
        expect(panel.locator("[data-to]")).to_be_hidden()
        panel.get_by_role("button", name="Let a bot play now").click()
        expect(others[0].see(".seat").filter(has_text="Dan")).to_contain_text("bot playing")
        dan.context.set_offline(offline=False)
        expect(dan.see(".connection")).to_have_text("")
        expect(others[0].see(".seat").filter(has_text="Dan")).not_to_contain_text("bot playing")
        _play_until_awaited(four)
    other = [each for each in users.complaints if "ERR_INTERNET_DISCONNECTED" not in each]
    users.complaints[:] = other


def _play_until_awaited(people: list[BrowserUser]) -> None:
    """Lets these people play until the table waits for somebody else, or eight cards are played."""
    for _ in range(8):
        first = people[0].page
        first.wait_for_timeout(150)
        turn = next(
            (one for one in people if one.see(".hand[data-turn] [data-legal]").count()), None
        )
        if turn is None:
            return
        held = turn.see(".hand .card").count()
        turn.see(ON_TURN).first.evaluate("(card) => card.click()")
        expect(turn.see(".hand .card")).to_have_count(held - 1)
