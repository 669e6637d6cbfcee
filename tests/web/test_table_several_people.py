"""Tests of several people and windows at one table, and of lost connections."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.support.web.browser_user import (
    DESK,
    LINES,
    ON_TURN,
    PHONE,
    PRESS,
    STRIP,
    TABLET,
    BrowserUser,
    BrowserUsers,
)

EIGHT = {"players": 8, "target": 99}
"""Four cards each, and no deal ends the match."""

PLAY_CARDS = """() => setInterval(() => {
  document.querySelector(".hand[data-turn] [data-legal]")?.click();
}, 10)"""
"""Plays the cards of the deal, and stops at the pause after it."""


@pytest.mark.whole(
    held_by="tests/web/test_people_met.py::test_a_person_met_is_invited_and_comes_to_the_same_table"
)
def test_four_people_play_a_deal_in_four_browsers(users: BrowserUsers) -> None:
    sizes = (DESK, PHONE, TABLET, (320, 640))
    four = [
        users.open(size).named(name)
        for size, name in zip(sizes, ("Ann", "Ben", "Cleo", "Dan"), strict=True)
    ]
    code = four[0].gather(match="deals", deals=1)
    for place, person in enumerate(four[1:], start=2):
        person.go(f"/t/{code}")
        person.page.get_by_role("button", name=f"Sit here: seat {place}").click()
    expect(four[0].see(".turn-status")).to_have_text("Everyone’s here")
    four[0].page.get_by_role("button", name="Start").click()
    for person in four:
        person.page.evaluate(PRESS)
    results = []
    for person in four:
        expect(person.see("[data-stage=over] .panel")).to_be_visible(timeout=60_000)
        assert person.fits()
        results.append(sorted(person.see(".panel tbody tr:not(.account) td").all_inner_texts()))
    assert results == [results[0]] * 4
    four[3].page.get_by_role("button", name="Rematch").click()
    expect(four[0].see(".seat").filter(has_text="Dan")).to_contain_text("ready")


def test_two_windows_of_one_person_show_the_same_table(users: BrowserUsers) -> None:
    anna = users.open()
    code = anna.open_table()
    other = anna.context.new_page()
    other.goto(f"{anna.url}/t/{code}")
    expect(other.locator(ON_TURN).first).to_be_visible()
    anna.play()
    expect(other.locator(".hand .card")).to_have_count(12)
    expect(other.locator(ON_TURN).first).to_be_visible()


def test_a_spectator_sees_the_played_cards_and_no_hand(users: BrowserUsers) -> None:
    anna, eve = users.open(), users.open(PHONE)
    code = anna.open_table()
    eve.go(f"/t/{code}")
    name = anna.play()
    expect(eve.see(".seat")).to_have_count(4)
    expect(eve.page.get_by_role("log")).to_contain_text(f"s the {name}.")
    assert eve.see(".hand .card").count() == 0
    assert eve.page.get_by_role("button", name="Hint").count() == 0
    assert eve.fits()


def test_a_seat_asked_for_during_a_deal_is_taken_when_the_deal_is_over(users: BrowserUsers) -> None:
    anna = users.open().named("Ann")
    guests = [users.open(PHONE).named(name) for name in ("Ben", "Cleo")]
    code = anna.open_table("scotch-whist", rules=EIGHT)
    for guest in guests:
        guest.go(f"/t/{code}")
        _seat_button(guest, "Sit here").click()
        expect(_seat_button(guest, "After this deal", pressed=True)).to_be_visible()
        log = guest.page.get_by_role("log")
        expect(log).to_contain_text("You’ll sit down at seat 3 when this deal is over.")
        assert guest.see(".error").inner_text() == ""
    anna.page.evaluate(PLAY_CARDS)
    expect(anna.see("[data-stage=pause]")).to_be_visible()
    expect(anna.see(".seat").filter(has_text=re.compile("Ben|Cleo"))).to_have_count(1)
    for guest in guests:
        expect(_seat_button(guest, "After this deal")).to_have_count(0)
    late = [guest for guest in guests if guest.see(".seat[data-own]").count() == 0]
    expect(late[0].page.get_by_role("log")).to_contain_text("has taken seat 3.")


@pytest.mark.whole(
    held_by="tests/web/test_table_several_people.py::test_a_seat_asked_for_during_a_deal_is_taken_when_the_deal_is_over"
)
def test_a_seat_asked_for_during_a_deal_can_be_given_up_or_changed(users: BrowserUsers) -> None:
    anna, ben = users.open().named("Ann"), users.open(PHONE).named("Ben")
    ben.go(f"/t/{anna.open_table('scotch-whist', rules=EIGHT)}")
    _seat_button(ben, "Sit here").click()
    ben.rest()
    _seat_button(ben, "After this deal").click()
    expect(ben.page.get_by_role("log")).to_contain_text("You won’t sit down at seat 3.")
    expect(_seat_button(ben, "Sit here")).to_be_visible()
    ben.rest()
    for seat in (3, 4):
        _seat_button(ben, "Sit here", seat).click()
        expect(_seat_button(ben, "After this deal", seat)).to_be_visible()
    expect(_seat_button(ben, "Sit here")).to_be_visible()
    anna.page.evaluate(PLAY_CARDS)
    # Not in sight: below a result there are only seats where something can be done.
    expect(ben.see("[data-stage=pause] .seat[data-own]")).to_have_count(1)
    assert ben.see("[data-stage=pause] .seat").nth(0).get_attribute("data-key") == "3"


def _seat_button(
    user: BrowserUser, label: str, seat: int = 3, *, pressed: bool | None = None
) -> Locator:
    return user.page.get_by_role("button", name=f"{label}: seat {seat}", pressed=pressed)


def test_updates_missed_offline_are_shown_after_reconnection(users: BrowserUsers) -> None:
    anna, ben = users.open().named("Ann"), users.open(PHONE).named("Ben")
    ben.page.add_init_script(LINES)
    code = anna.gather()
    ben.go(f"/t/{code}")
    ben.page.get_by_role("button", name="Sit here: seat 3").click()
    expect(anna.see(".seat").filter(has_text="Ben")).to_be_visible()
    anna.page.get_by_role("button", name="Start").click()
    expect(ben.see(".hand .card")).to_have_count(13)
    ben.go_offline()
    expect(ben.see(".connection")).to_have_text("Reconnecting…")
    said = "I go on without you"
    anna.see("[data-key=talk]").click()
    anna.page.get_by_role("textbox", name="Message").fill(said)
    anna.page.get_by_role("button", name="Send").click()
    expect(anna.see(".messages")).to_contain_text(said)
    ben.context.set_offline(False)
    expect(ben.see(".connection")).to_have_text("")
    expect(ben.see(".messages")).to_contain_text(said)
    lost = [each for each in users.complaints if "ERR_INTERNET_DISCONNECTED" in each]
    assert users.complaints == lost
    users.complaints.clear()


def test_a_browser_without_websockets_shows_a_message(users: BrowserUsers) -> None:
    anna = users.open()
    anna.page.add_init_script("delete window.WebSocket")
    anna.go("/t/000000000000")
    expect(anna.page.get_by_role("main")).to_contain_text(re.compile("WebSocket"))


def test_a_card_is_dragged_onto_the_table(users: BrowserUsers) -> None:
    anna = users.open(PHONE)
    anna.open_table()
    card = anna.see(ON_TURN).first
    mouse = anna.page.mouse
    start = card.evaluate(STRIP)
    mouse.move(*start)
    mouse.down()
    mouse.move(start[0] + 20, start[1] - 4, steps=3)
    mouse.up()
    expect(anna.see(".hand .card")).to_have_count(13)
    mouse.move(*start)
    mouse.down()
    mouse.move(195, 300, steps=5)
    mouse.up()
    expect(anna.see(".hand .card")).to_have_count(12)


def test_two_tap_play_needs_a_second_tap(users: BrowserUsers) -> None:
    anna = users.open(PHONE, preferences={"speed": "instant", "confirm": True})
    anna.open_table()
    card = anna.see(ON_TURN).first
    name = card.get_attribute("aria-label")
    anna.tap(card)
    expect(anna.see(".turn-status")).to_have_text(f"{name}: tap again to play")
    assert anna.see(".hand .card").count() == 13
    anna.tap(anna.see(".hand [data-ready]"))
    expect(anna.see(".hand .card")).to_have_count(12)


def test_autoplay_plays_a_forced_card(users: BrowserUsers) -> None:
    anna = users.open(PHONE, preferences={"speed": "instant", "autoplay": True})
    anna.open_table("scotch-whist", rules={"players": 8, "target": 1})
    anna.see(".hand .card").first.wait_for()
    while anna.see(".hand .card").count() > 1:
        card = anna.see(".hand[data-turn] [data-legal]").or_(anna.see("[data-stage=over]"))
        card.first.wait_for()
        if anna.see(".hand [data-legal]").count() > 1:
            anna.tap(anna.see(ON_TURN).first)
    expect(anna.see(".hand .card")).to_have_count(0)
    # A tie at the top goes on with a further deal.
    ended = anna.see(":is([data-stage=pause], [data-stage=over]) .panel")
    expect(ended).to_be_visible()


def test_muted_chat_is_not_shown(users: BrowserUsers) -> None:
    anna = users.open().named("Ann")
    ben = users.open(preferences={"speed": "instant", "muteChat": True}).named("Ben")
    code = anna.gather()
    ben.go(f"/t/{code}")
    ben.page.get_by_role("button", name="Sit here: seat 3").click()
    expect(anna.see(".seat").filter(has_text="Ben")).to_be_visible()
    for person, line in ((anna, "can you hear me?"), (ben, "hm?")):
        person.see("[data-key=talk]").click()
        person.page.get_by_role("textbox", name="Message").fill(line)
        person.page.get_by_role("button", name="Send").click()
    expect(anna.see(".messages li")).to_have_count(2)
    expect(ben.see(".messages li")).to_have_text(["Ben hm?"])
    assert "can you hear me?" not in ben.page.get_by_role("log").inner_text()
