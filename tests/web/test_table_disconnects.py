"""Tests of claims, expired clocks, and of players who are away: what they and the others see."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.server.server_process import ServerProcess
from tests.support.web.browser_user import LINES, ON_TURN, PHONE, BrowserUser, BrowserUsers
from tests.support.web.layout_checks import LOOK, settle

CLAIM = """() => {
  let tried = false;
  const timer = setInterval(() => {
    if (document.querySelector(".live").textContent.includes("You claim the remaining")) {
      return clearInterval(timer);
    }
    const onward = ".panel :is([data-key=next], [data-key=rematch], .choices button)";
    document.querySelector(onward)?.click();
    const card = document.querySelector(".hand[data-turn] [data-legal]");
    if (!card) return;
    tried = !tried;
    if (!tried) return card.click();
    document.querySelector("[data-key=more]").click();
    document.querySelector("dialog [data-key=claim]")?.click();
  }, 60);
}"""
"""Claims whenever possible and plays on after denied claims."""


@pytest.mark.whole(
    held_by="tests/web/test_claims_of_tricks_offline.py::test_T9_a_proven_claim_ends_the_hand_without_a_network"
)
def test_a_valid_claim_is_granted_and_an_invalid_one_denied(users: BrowserUsers) -> None:
    anna = users.open()
    anna.open_table("knockout-whist", rules={"players": 2})
    anna.see(ON_TURN).first.wait_for()
    said = anna.page.get_by_role("log")
    anna.page.get_by_role("button", name="More").click()
    anna.page.get_by_role("button", name="Claim the rest").click()
    expect(said).to_contain_text(re.compile("You claim the remaining tricks|Claim rejected"))
    anna.page.evaluate(CLAIM)
    expect(said).to_contain_text("You claim the remaining tricks.", timeout=60_000)
    expect(anna.see(".panel h2")).to_be_visible()


def test_a_bot_decides_when_the_clock_runs_out(users: BrowserUsers) -> None:
    anna = users.open(PHONE)
    anna.open_table(move_seconds=5, bot_delay_ms=400)
    anna.see(ON_TURN).first.wait_for()
    clock = anna.see(".seat[data-own] .clock")
    expect(clock).to_have_text(re.compile(r"^[45] s$"))
    expect(clock).to_have_attribute("data-short", "")
    expect(clock).to_have_text("2 s")
    expect(anna.see(".actions")).to_contain_text("A bot is playing for you.")
    anna.page.get_by_role("button", name="Take over again").click()
    expect(anna.see(".actions")).not_to_contain_text("A bot is playing for you.")


def test_a_suspended_phone_reconnects_after_a_server_crash(
    users: BrowserUsers, own_server: ServerProcess
) -> None:
    anna = users.open(PHONE, server=own_server)
    anna.open_table()
    anna.play()
    anna.see(ON_TURN).first.wait_for()
    phone = anna.context.new_cdp_session(anna.page)
    phone.send("Page.setWebLifecycleState", {"state": "frozen"})
    own_server.kill()
    own_server.start()
    phone.send("Page.setWebLifecycleState", {"state": "active"})
    expect(anna.see(".connection")).to_have_text("")
    anna.play()
    anna.see(ON_TURN).first.wait_for()
    _forgive(users, "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET")


def test_a_card_played_offline_is_sent_on_reconnection(users: BrowserUsers) -> None:
    anna = users.open(PHONE)
    anna.page.add_init_script(LINES)
    anna.open_table()
    anna.play()
    anna.see(ON_TURN).first.wait_for()
    anna.go_offline()
    expect(anna.see(".connection")).to_have_text("Reconnecting…")
    anna.play()
    expect(anna.see(ON_TURN)).to_have_count(0)  # no reply yet
    expect(anna.see(".error")).to_contain_text("Still no connection.")
    anna.context.set_offline(offline=False)
    expect(anna.see(".connection")).to_have_text("")
    anna.see(ON_TURN).first.wait_for()
    expect(anna.see(".hand .card")).to_have_count(11)
    _forgive(users, "ERR_INTERNET_DISCONNECTED")


def _forgive(users: BrowserUsers, *messages: str) -> None:
    """Drops the browser's connection errors; other errors still fail the test."""
    other = [each for each in users.complaints if not any(why in each for why in messages)]
    users.complaints[:] = other


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
    expect(panel.locator("[data-to] [data-until]")).to_have_text(re.compile(r"^1?\d s$"))
    button = panel.get_by_role("button", name="Let a bot play now")
    assert button.count() == 0
    expect(button).to_be_visible()
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
