"""Tests of sound, vibration, bubbles, piles, colours and of what can be skipped at the table."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.extent import part
from tests.support.server.table_requests import open_table, play_out
from tests.support.web.axe import barriers
from tests.support.web.browser import modules_base
from tests.support.web.browser_user import DESK, ON_TURN, PHONE, PRESS, BrowserUser, BrowserUsers

HEARD = """
  window.heard = [];
  const Audible = AudioContext;
  window.AudioContext = class extends Audible {
    constructor() { super(); heard.push("audio"); }
  };
  addEventListener("pointerdown", () => (window.tapped = true), true);
  const activation = { get hasBeenActive() { return Boolean(window.tapped); } };
  Object.defineProperty(navigator, "userActivation", { value: activation });
  navigator.vibrate = (pattern) => heard.push("vibration") > 0;
"""
"""Logs the first sound and every vibration; what Playwright evaluates is no tap."""

DURATIONS = """async ([base, speed]) => {
  localStorage.setItem("oddtrick-preferences", JSON.stringify({ speed }));
  const { durationOf } = await import(base + "table/animation-queue.js");
  const table = { match: { number: 0 } };
  return ["cut", "cut", "draw", "deal"].map((kind) => durationOf({ kind, table }, 0));
}"""


def _friends(users: BrowserUsers, size: tuple[int, int]) -> tuple[BrowserUser, BrowserUser]:
    """Returns Ann, in a window of this size, and Ben, both in the waiting room."""
    ann, ben = users.open(size).named("Ann"), users.open().named("Ben")
    code = ann.gather("knockout-whist", players=2)
    ben.go(f"/t/{code}")
    ben.page.get_by_role("button", name="Sit here: seat 2").click()
    expect(ann.see(".seat").filter(has_text="Ben")).to_be_visible()
    return ann, ben


def _say(ben: BrowserUser, text: str) -> None:
    if not ben.see(".side-panel").is_visible():
        ben.page.get_by_role("button", name="Chat", exact=True).click()
    ben.page.get_by_role("textbox", name="Message").fill(text)
    ben.page.get_by_role("button", name="Send").click()


def test_a_message_appears_as_a_bubble_at_the_seat_of_its_sender(users: BrowserUsers) -> None:
    ann, ben = _friends(users, PHONE)
    ann.page.get_by_role("button", name="Start").click()
    expect(ann.see(".hand .card")).to_have_count(7)
    _say(ben, "Well, <b>here</b> we go!")
    bubble = ann.see(".bubble")
    expect(bubble).to_have_text("Ben Well, <b>here</b> we go!")
    seat = ann.see(".seat").filter(has_text="Ben")
    assert bubble.get_attribute("data-edge") == seat.get_attribute("data-edge")
    below, above = bubble.bounding_box(), seat.bounding_box()
    assert below is not None
    assert above is not None
    assert 0 <= below["y"] - above["y"] - above["height"] < 30
    _say(ben, "Second thoughts.")
    expect(ann.see(".bubble")).to_have_text(["Ben Second thoughts."])
    ann.rest()
    bubble.click()
    expect(ann.see(".side-panel .chat")).to_be_visible()
    expect(bubble).to_have_count(0)


def test_no_bubble_repeats_a_chat_in_sight(users: BrowserUsers) -> None:
    ann, ben = _friends(users, DESK)
    ann.page.get_by_role("button", name="Chat", exact=True).click()
    _say(ben, "Hello")
    expect(ann.see(".messages li")).to_have_text("Ben Hello")
    assert ann.see(".bubble").count() == 0


SAID = """async ([base, table]) => {
  const { SpeechBubbles } = await import(base + "table/speech-bubbles.js");
  const bubbles = new SpeechBubbles(document.querySelector(".felt"));
  const said = { text: "I hope you brought a handkerchief.", phrase: null };
  for (const [place, { name }] of table.places.entries()) {
    if (place) bubbles.show(table, { ...said, place, name });
  }
}"""
"""Lets everybody else say something."""

COVERED = """() => {
  const box = (at) => at.getBoundingClientRect();
  const panel = box(document.querySelector(".panel"));
  const bubbles = [...document.querySelectorAll(".bubble")];
  const over = bubbles.filter((at) => {
    const { left, right, top, bottom } = box(at);
    const [wide, high] = [Math.min(right, panel.right), Math.min(bottom, panel.bottom)];
    return wide - Math.max(left, panel.left) > 1 && high - Math.max(top, panel.top) > 1;
  });
  const unseen = bubbles.slice(0, 1).filter((at) => box(at).top < 0);
  return [...over, ...unseen].map((at) => at.innerText);
}"""
"""Returns the bubbles over the panel, and the first if it is out of sight."""


def test_no_bubble_covers_the_result_of_a_deal(users: BrowserUsers) -> None:
    anna = users.open((1024, 600))
    code = anna.open_table("knockout-whist", rules={"players": 7})
    anna.page.evaluate(PRESS.replace(".panel [data-key=next], ", ""))
    anna.see("[data-stage=pause] .panel .primary").wait_for()
    table = anna.context.request.get(f"{anna.url}/api/tables/{code}").json()
    table["places"] = [{**place, "seat": seat} for seat, place in enumerate(table["places"])]
    covered = []
    for width, height in ((1024, 600), (844, 390), PHONE, DESK):
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.page.evaluate(SAID, [modules_base(), table])
        covered += [(width, each) for each in anna.page.evaluate(COVERED)]
        assert anna.fits()
        anna.page.evaluate("document.querySelector('.bubbles:last-child').remove()")
    assert covered == []


def test_sound_and_vibration_begin_after_the_first_tap_and_can_be_muted(
    users: BrowserUsers,
) -> None:
    anna = users.open(PHONE)
    anna.page.add_init_script(HEARD)
    anna.open_table()
    anna.see(ON_TURN).first.wait_for()
    assert anna.page.evaluate("heard") == []
    anna.play()
    anna.see(ON_TURN).first.wait_for()
    heard = anna.page.evaluate("heard")
    assert "vibration" in heard
    anna.page.wait_for_function("heard.includes('audio')")
    button = anna.see(".bar .sound")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    muted = anna.page.evaluate("JSON.parse(localStorage['oddtrick-preferences'])")
    assert muted["sound"] is False


def test_the_opening_is_short_once_it_has_been_seen(users: BrowserUsers) -> None:
    anna = users.open()

    def durations(speed: str) -> Any:
        return anna.page.evaluate(DURATIONS, [modules_base(), speed])

    anna.go("/rules")
    first, later = sum(durations("normal")), sum(durations("normal"))
    assert first > later
    assert later < 2_000
    assert sum(durations("slow")) > first, "whoever wants it slow gets it slow"
    assert sum(durations("instant")) == 0


def test_the_way_to_skip_is_shown_while_others_play(users: BrowserUsers) -> None:
    anna = users.open(PHONE, preferences={"speed": "slow"})
    anna.open_table()
    anna.see(ON_TURN).first.wait_for(timeout=60_000)
    anna.rest()
    anna.tap(anna.see(ON_TURN).first)
    expect(anna.see(".hand .card")).to_have_count(12)
    note = anna.see(".skip-note")
    expect(note).to_have_css("opacity", "1")
    anna.rest()
    anna.see(".felt").click(position={"x": 180, "y": 180})
    expect(note).to_have_css("opacity", "0")
    expect(anna.see(ON_TURN).first).to_be_visible()


def test_tricks_lie_in_piles_at_the_seats(users: BrowserUsers) -> None:
    anna = users.open(PHONE)
    anna.open_table()
    for tricks in (1, 2):
        anna.play()
        anna.see(ON_TURN).first.wait_for()
        expect(anna.see(".seat .pile i")).to_have_count(tricks)


def test_the_result_of_a_deal_shows_where_its_points_come_from(users: BrowserUsers) -> None:
    anna = users.open(PHONE)
    anna.open_table(rules={"target": 9})
    anna.page.evaluate(PRESS.replace(".panel [data-key=next], ", ""))
    panel = anna.see("[data-stage=pause] .panel")
    expect(panel).to_be_visible()
    assert panel.locator(".pips i").count() == 13
    odd = panel.locator(".pips i[data-odd]").count()
    assert 1 <= odd <= 7
    expect(panel.locator(".account")).to_contain_text([re.compile("You|Bob")] * 2)
    assert f"{odd} above six" in panel.inner_text()
    assert f"{odd} of 9" in panel.inner_text()
    assert f"+{odd}" in panel.inner_text()


@pytest.mark.parametrize("felt", part(["blue", "wine", "slate"], 1))
def test_texts_on_every_felt_have_enough_contrast(users: BrowserUsers, felt: str) -> None:
    look = {"speed": "instant", "felt": felt, "backs": "night"}
    anna = users.open(PHONE, preferences=look)
    anna.open_table()
    anna.play()
    anna.see(ON_TURN).first.wait_for()
    grounds = set()
    for theme in ("light", "dark"):
        anna.page.emulate_media(color_scheme=theme)
        expect(anna.see("html")).to_have_attribute("data-theme", theme)
        assert barriers(anna.page, "color-contrast") == []
        grounds.add(anna.see("main").evaluate("(at) => getComputedStyle(at).backgroundImage"))
    assert len(grounds) == 2


def test_a_player_who_is_out_can_skip_to_the_end_or_begin_a_new_match(users: BrowserUsers) -> None:
    anna = users.open(preferences={"speed": "fast"})
    _open_when_out(anna)
    ended = anna.page.url
    anna.page.get_by_role("button", name="Skip to the end").click()
    expect(anna.see("[data-stage=over] .panel")).to_be_visible()
    review = anna.see(".panel [data-key=review]").get_attribute("href") or ""
    deals = anna.context.request.get(f"{ended.replace('/t/', '/api/tables/')}/record")
    number = re.search(r"/replay/1#deal=(\d+)&review$", review)
    assert number is not None
    assert int(number[1]) < len(deals.json()["deals"])
    assert anna.page.get_by_role("button", name="Skip to the end").count() == 0
    _open_when_out(anna)
    left = anna.page.url
    anna.page.get_by_role("button", name="New match").click()
    expect(anna.see(".hand .card")).to_have_count(7)
    expect(anna.see(".seat")).to_have_count(7)
    assert anna.page.url != left


def _open_when_out(user: BrowserUser) -> None:
    """Opens the page of a match that the user is out of while others still play."""
    client = user.named("Anna").api_client()
    rules = {"game": "knockout-whist", "players": 7}
    settings = {"bot_delay_ms": 60, "pause_seconds": 0}  # the others play on for some seconds
    how = {"rules": rules, "settings": settings, "sit": 0, "fill": "casual", "begin": True}
    table = {"stage": "over"}
    while table["stage"] == "over":
        table = play_out(client, open_table(client, **how)["code"], until=_out_or_over)
    client.close()
    user.go(f"/t/{table['code']}")


def _out_or_over(table: dict[str, Any]) -> bool:
    """Returns whether the match is over, or the player took no trick in the last deal."""
    match = table["match"]
    out = match["deals"] and match["deals"][-1]["tricks"][match["seat"]] == 0
    return table["stage"] == "over" or bool(out)


REMARKS = """async ([base, table, tricks]) => {
  const { loadMessages } = await import(base + "i18n/translate.js");
  const { greeting, remarkOnTrick } = await import(base + "table/speech-bubbles.js");
  await loadMessages("bot-remarks");
  const say = ([cards, winner, number]) => {
    const played = { table: cards, table_seats: [0, 1, 2, 3], tricks: [], trump: "S", number };
    const match = { ...table.match, ...played, seat: 0 };
    return remarkOnTrick({ ...table, match }, winner)?.place;
  };
  return [greeting(table), ...tricks.map((trick) => say(trick) ?? null)];
}"""


def test_bots_remark_on_few_tricks_and_never_for_people(users: BrowserUsers) -> None:
    anna = users.open()
    code = anna.open_table()
    table = anna.context.request.get(f"{anna.url}/api/tables/{code}").json()
    table["places"] = [{**place, "seat": seat} for seat, place in enumerate(table["places"])]
    table["sides"] = [[0, 2], [1, 3]]
    trumped = [["KH", "2S", "3H", "4H"], 1]
    tricks = [
        *([*trumped, number] for number in range(3)),
        [["AH", "2S", "3H", "4H"], 1, 0],
        [["4H", "3H", "AH", "2S"], 3, 0],
        [["2S", "3S", "4S", "5S"], 3, 0],
        [["3C", "KC", "QC", "2C"], 1, 1],
    ]
    base = modules_base()
    greeting, *said = anna.page.evaluate(REMARKS, [base, table, tricks])
    assert greeting["place"] == 1
    assert greeting["text"] == "I hope you brought a handkerchief."
    assert sorted(said[:3], key=str) == [1, None, None], "one occasion in three"
    assert 0 not in said, "nobody speaks for the player"
    assert said[-1] is None, "a plain trick is not worth a word"


def test_bots_have_portraits_where_there_is_room(users: BrowserUsers) -> None:
    anna = users.open(DESK)
    anna.open_table()
    expect(anna.see(".seat .portrait")).to_have_count(3)
    expect(anna.see(".seat .portrait").first).to_be_visible()
    anna.page.set_viewport_size({"width": 390, "height": 844})
    expect(anna.see(".seat .portrait").first).to_be_hidden()


def test_the_table_tells_how_each_bot_likes_to_play(users: BrowserUsers) -> None:
    anna = users.open(PHONE)
    anna.open_table()
    anna.see(".actions [data-key=more]").click()
    anna.see("dialog [data-key=players]").click()
    expect(anna.see(".players li")).to_have_count(4)
    bob = anna.see(".players li").filter(has_text="Bob")
    expect(bob).to_contain_text("Likes to draw trumps early, take winners at once and ruff.")
    expect(bob.locator(".portrait")).to_be_visible()
    assert barriers(anna.page) == []
