"""Tests that a press at the table does what the player saw, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.extent import part, times
from tests.support.web.browser_user import (
    DESK,
    INSTANT,
    ON_TURN,
    PHONE,
    REST,
    STRIP,
    BrowserUser,
    BrowserUsers,
)

LOG = """
  window.presses = [];
  window.plays = [];
  window.keys = [];
  addEventListener("keydown", ({ repeat, timeStamp }) => repeat || keys.push(timeStamp), true);
  addEventListener("pointerdown", ({ timeStamp, clientX, clientY }) => {
    const card = document.elementFromPoint(clientX, clientY)?.closest(".hand .card");
    presses.push([timeStamp, card?.dataset.key ?? null]);
  }, true);
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const { command } = JSON.parse(text);
    const legal = (card) => document.querySelector(`.trick [data-card="${card}"]`);
    const played = command?.type === "play" && legal(command.card);
    if (played) plays.push([performance.now(), command.card]);
    return send.call(this, text);
  };
"""
"""Logs presses with the card under them, the times of keys, and the cards sent to the server."""

POINT = """(at) => {
  document.querySelector(".panel [data-key=next]")?.click();
  const legal = document.querySelectorAll(".hand[data-turn] [data-legal]");
  const cards = legal.length ? [...legal] : [...document.querySelectorAll(".hand .card")];
  const card = cards[Math.floor(at * cards.length)];
  if (!card) return [200, 200];
  const { left, top, width, height } = card.getBoundingClientRect();
  for (let y = top + 6; y < top + height; y += 7) {
    for (let x = left + 6; x < left + width; x += 7) {
      if (card.contains(document.elementFromPoint(x, y))) return [x, y];
    }
  }
  return [200, 200];
}"""
"""Returns a visible point of a legal card, or of any before the turn; begins the next deal."""

FIRST_TURN = """() => new Promise((done) => {
  const look = () => {
    const turn = document.querySelector(".hand[data-turn] [data-legal]");
    if (!turn) return requestAnimationFrame(look);
    const leads = !document.querySelector(".trick .card");
    done([leads, document.body.hasAttribute("data-pending")]);
  };
  look();
})"""
"""Waits for the player's turn; returns whether they lead, and whether a press would only skip."""

ROUNDS = times(3, whole=8)
EVERY_PLAYER = [
    {"size": size, "touch": touch, "speed": speed}
    for size, touch in ((PHONE, True), (DESK, False), ((844, 390), True), (PHONE, False))
    for speed in ("instant", "normal")
]
PLAYERS = part(EVERY_PLAYER, 2)


def test_a_double_tap_plays_one_card_at_most(users: BrowserUsers) -> None:
    rng = random.Random(7)
    taps = [(_open(users, player), player["touch"]) for player in PLAYERS]
    close: list[tuple[float, str | None, list[str]]] = []
    # On a busy machine a second tap may come too late to be a part of the first.
    while len(close) <= ROUNDS or not any(played for *_, played in close):
        for user, touch in taps:
            point = user.page.evaluate(POINT, rng.random())
            press = user.page.touchscreen.tap if touch else user.page.mouse.click
            press(*point)
            user.page.wait_for_timeout(rng.uniform(20, 450))
            press(*point)
        user.page.wait_for_timeout(1000 * REST)
        found = [pair for user, _ in taps for pair in _pairs(user)]
        close = [(gap, under, played) for gap, under, played in found if 100 <= gap <= 600]
    assert [pair for pair in close if len(pair[2]) > 1] == [], "one card for a pair of taps"
    assert [pair for pair in close if pair[2] not in ([], [pair[1]])] == [], "the card tapped"


def _open(users: BrowserUsers, player: dict[str, Any]) -> BrowserUser:
    user = users.open(
        player["size"], preferences={"speed": player["speed"]}, has_touch=player["touch"]
    )
    user.page.add_init_script(LOG)
    user.open_table()
    user.see(ON_TURN).first.wait_for()
    return user


def _pairs(user: BrowserUser) -> Iterator[tuple[float, str | None, list[str]]]:
    """Yields the gap of each pair of taps, the card under the first, and the cards played."""
    presses, plays = user.page.evaluate("() => [presses, plays]")
    begun = [*presses[::2], (float("inf"), None)]
    for ((first, under), (end, _)), (second, _) in zip(pairwise(begun), presses[1::2], strict=True):
        yield second - first, under, [card for at, card in plays if first <= at < end]


@pytest.mark.whole(
    held_by="tests/web/test_press_guard.py::test_a_double_tap_plays_one_card_at_most"
)
def test_a_held_or_repeated_key_plays_one_card(users: BrowserUsers) -> None:
    anna = _open(users, {"size": DESK, "touch": False, "speed": "instant"})
    keyboard = anna.page.keyboard
    close = 0
    pauses: tuple[int, ...] = (30,) * 8  # held, then pressed twice
    while close < 3:
        anna.page.wait_for_timeout(1000 * REST)
        anna.see(ON_TURN).first.wait_for()
        sent = len(anna.page.evaluate("plays"))
        anna.see(ON_TURN).first.focus()
        keyboard.down("Enter")
        for pause in pauses:
            anna.page.wait_for_timeout(pause)
            keyboard.down("Enter")
        keyboard.up("Enter")
        if not pauses:
            anna.page.wait_for_timeout(300)
            keyboard.press("Enter")
        anna.page.wait_for_timeout(1000 * REST)
        anna.see(ON_TURN).first.wait_for()
        # On a busy machine the second press may come too late to be a part of the first.
        if pauses or anna.page.evaluate("keys.at(-1) - keys.at(-2)") <= 600:
            close += not pauses
            assert len(anna.page.evaluate("plays")) == sent + 1
        pauses = ()


def test_while_plays_are_shown_late_a_press_only_skips(users: BrowserUsers) -> None:
    anna = _open(users, {"size": DESK, "touch": False, "speed": "slow"})
    for press in part([_tap, _drag, _press_enter, _type_card], 2):
        anna.page.wait_for_timeout(1000 * REST)
        anna.tap(anna.see(ON_TURN).first)
        expect(anna.see(".hand[data-turn]")).to_have_count(0)
        sent = len(anna.page.evaluate("plays"))
        expect(anna.see(".trick .card").nth(1)).to_be_attached()  # a bot's card
        while not anna.see(ON_TURN).count():
            anna.page.wait_for_timeout(1000 * REST)
            if not anna.see(ON_TURN).count():  # the turn may have come meanwhile
                press(anna)
        assert len(anna.page.evaluate("plays")) == sent, press


def test_it_is_no_turn_before_the_cards_are_dealt(users: BrowserUsers) -> None:
    anna = users.open(PHONE, preferences={"speed": "fast"}, reduced_motion="reduce")
    leads, skips = False, False
    while not (leads or skips):
        anna.open_table("knockout-whist", rules={"players": 2})
        leads, skips = anna.page.evaluate(FIRST_TURN)
    assert not skips, "the first tap of a player who leads would be lost"


def _tap(anna: BrowserUser) -> None:
    anna.page.mouse.click(*anna.see(".hand .card").last.evaluate(STRIP))


def _drag(anna: BrowserUser) -> None:
    x, y = anna.see(".hand .card").first.evaluate(STRIP)
    anna.page.mouse.move(x, y)
    anna.page.mouse.down()
    anna.page.mouse.move(x + 10, y - 100)
    anna.page.mouse.move(600, 300)
    anna.page.mouse.up()


def _press_enter(anna: BrowserUser) -> None:
    anna.see(".hand .card").first.press("Enter")


def _type_card(anna: BrowserUser) -> None:
    anna.page.keyboard.type(anna.hand()[0].replace("T", "0").lower())


def test_a_button_that_slides_under_the_finger_is_not_pressed(users: BrowserUsers) -> None:
    anna = _open(users, {"size": PHONE, "touch": True, "speed": "instant"})
    box = anna.see(".actions [data-key=more]").bounding_box()
    assert box is not None
    point = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    anna.page.evaluate(
        """([x, y]) => document.querySelector("[data-key=more]").addEventListener("click", () => {
          const button = document.createElement("button");
          button.style = `position: fixed; left: ${x - 30}px; top: ${y - 30}px; padding: 2rem`;
          button.onclick = () => button.remove();
          button.id = "new";
          document.querySelector("dialog").append(button);
        })""",
        list(point),
    )
    anna.page.touchscreen.tap(*point)
    anna.page.touchscreen.tap(*point)
    assert anna.see("#new").count() == 1
    anna.page.wait_for_timeout(1000 * REST)
    anna.page.touchscreen.tap(*point)
    assert anna.see("#new").count() == 0


def test_the_names_that_scripts_and_styles_of_others_rely_on(users: BrowserUsers) -> None:
    anna = _open(users, {"size": DESK, "touch": False, "speed": "instant"})
    hand = anna.hand()
    assert anna.see(".hand .card[data-key]").count() == len(hand) == 13
    legal = anna.see(".hand[data-turn] .card[data-legal]")
    assert legal.count() > 0
    assert anna.see(".felt").count() == 1
    assert anna.see(".actions button").count() > 1
    card = legal.first.get_attribute("data-key")
    anna.tap(legal.first)
    expect(anna.see(f".hand .card[data-key='{card}']")).to_have_count(0)
    anna.see(ON_TURN).first.wait_for()
    table = anna.page.evaluate("document.querySelectorAll('.trick .card').length")
    assert 0 <= table < 4
    assert anna.see(".hand .card:not([data-legal])").count() + legal.count() == 12


def test_a_card_is_played_by_the_first_tap_after_a_panel_was_closed(users: BrowserUsers) -> None:
    anna = users.open(DESK, preferences={**INSTANT, "motion": "reduced"})
    anna.open_table()
    card = anna.see(ON_TURN).first
    card.wait_for()
    anna.page.get_by_role("button", name="Score").click()
    anna.see(".side-panel[data-open]").wait_for()
    anna.rest()
    wide = anna.see(".hand").evaluate("hand => hand.clientWidth")
    held = anna.see(".hand .card").count()
    anna.page.keyboard.press("Escape")
    anna.page.wait_for_function(
        "wide => document.querySelector('.hand').clientWidth > wide + 100", arg=wide
    )
    x, y = card.evaluate(STRIP)  # at rest for longer than anybody needs to react
    anna.page.mouse.click(x, y)
    expect(anna.see(".hand .card")).to_have_count(held - 1)
