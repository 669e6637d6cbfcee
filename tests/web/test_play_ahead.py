"""Tests of cards that are picked before one's turn."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from oddtrick.cards import parse_card, parse_suit
from oddtrick.record import Record, rules_of_record
from oddtrick.record.format import FORMAT
from oddtrick.tricks import Trick
from tests.support.extent import part, times
from tests.support.web.browser import modules_base
from tests.support.web.browser_user import DESK, ON_TURN, PHONE, BrowserUser, BrowserUsers
from tests.support.web.random_match_updates import random_updates

FATES = """async ([base, views]) => {
  const { cardsAhead, pickAhead, fateOf } = await import(base + "table/play-ahead.js");
  return views.map((view, at) => cardsAhead(view).map((card) => {
    const picked = pickAhead(view, card);
    return [card, views.slice(at).map((later) => fateOf(later, picked))];
  }));
}"""
"""For each view the cards that may be picked, and what becomes of each in all later views."""

GAMES = ["scotch-whist", "colonial-whist", "knockout-whist", "whist"]


@pytest.mark.parametrize("game", part(GAMES, 2))
def test_a_card_picked_ahead_is_played_in_its_trick_or_not_at_all(
    page: BrowserUser, game: str
) -> None:
    """Compared with the library: what was legal, and whether the card would win, then and now."""
    fates: list[str] = []
    for seed in range(3):
        _, steps = random_updates(game, "p_1", random.Random(f"{game} {seed}"), most=160)
        views = [msgspec.to_builtins(view) for _, view in steps]
        for at, offers in enumerate(page.page.evaluate(FATES, [modules_base(), views])):
            assert offers == [] or views[at]["turn"] != 1
            if not any(view["turn"] == 1 for view in views[at:]):
                break  # the match goes on
            for card, becomes in offers:
                fates.append(_check(views[at:], card, becomes))
                legal = next(view["match"]["legal"] for view in views[at:] if view["turn"] == 1)
                assert sorted(card for card, _ in offers) == sorted(legal)
    assert {"play", "ask"} == set(fates)


def _check(views: list[dict[str, Any]], card: str, fates: list[str]) -> str:
    """Checks what becomes of a card in all views from that in which it was picked."""
    turn = next(at for at, view in enumerate(views) if view["turn"] == 1)
    assert fates[:turn] == ["wait"] * turn
    is_lost = _would_win(views[0], card) and not _would_win(views[turn], card)
    assert fates[turn] == ("ask" if is_lost else "play")
    tricks = len(views[turn]["match"]["tricks"])
    for view, fate in zip(views[turn:], fates[turn:], strict=True):
        assert fate == "void" or len(view["match"]["tricks"]) == tricks
    return fates[turn]


def _would_win(view: dict[str, Any], card: str) -> bool:
    """Whether the card of the next seat would win the trick as it lies, by the library."""
    match = view["match"]
    record = Record(FORMAT, {"game": view["game"], **view["options"]}, [])
    order = rules_of_record(record).order
    trump = None if match["trump"] is None else parse_suit(match["trump"])
    cards = tuple(map(parse_card, [*match["table"], card]))
    seats = tuple(range(len(cards)))
    return Trick(seats, cards, trump, order.strengths(trump)).winner == seats[-1]


LOG = """
  window.log = [];
  addEventListener("pointerdown", ({ clientX, clientY }) => {
    const card = document.elementFromPoint(clientX, clientY)?.closest(".hand .card");
    if (card) log.push(["press", card.dataset.key, Boolean(card.closest("[data-turn]"))]);
  }, true);
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    const { command, id } = JSON.parse(text);
    if (command?.type === "play") log.push(["play", command.card, id]);
    if (!this.heard) this.addEventListener("message", ({ data }) => {
      const { type, re } = JSON.parse(data);
      if (type === "refused") log.push(["refused", re]);
    });
    this.heard = true;
    return send.call(this, text);
  };
  new MutationObserver((records) => records.forEach(({ target, oldValue }) => {
    const now = target.hasAttribute("data-picked");
    if (now !== (oldValue !== null)) log.push([now ? "picked" : "dropped", target.dataset.key]);
  })).observe(document, { subtree: true, attributeFilter: ["data-picked"],
    attributeOldValue: true });
"""
"""Logs presses on cards and whether on the turn, what is picked and dropped, and what is sent."""

POINT = """(at) => {
  document.querySelector(".panel [data-key=next]")?.click();
  const cards = [...document.querySelectorAll(".hand .card:not([aria-disabled=true])")];
  const all = cards.length ? cards : [...document.querySelectorAll(".hand .card")];
  const card = all[Math.floor(at * all.length)];
  if (!card) return [5, 5];
  const { left, top, width, height } = card.getBoundingClientRect();
  const along = [0.1, 0.2, 0.4, 0.6].map((part) => [left + part * width, top + height / 4]);
  const isSeen = ([x, y]) => document.elementFromPoint(x, y)?.closest(".card") === card;
  return along.find(isSeen) ?? along[0]; // a card at the end of the fan leans out of its box
}"""

PICKS = times(5, whole=8)


@pytest.mark.parametrize("size", part([PHONE, DESK], 1))
def test_an_impatient_finger_plays_nothing_illegal_and_nothing_taken_back(
    users: BrowserUsers, size: tuple[int, int]
) -> None:
    """Taps and double taps at any moment, also at that of the turn, at a table of slow bots."""
    rng = random.Random(5)
    user = users.open(size, preferences={"speed": "fast", "confirm": False})
    user.page.add_init_script(LOG)
    deals = {"match": "deals", "deals": 100}  # more than the taps last
    user.open_table(rules=deals, bot_delay_ms=900)
    user.see(".hand .card").first.wait_for()
    log: list[list[Any]] = []
    while len([entry for entry in log if entry[0] == "picked"]) < PICKS:
        assert len(log) < 100 * PICKS, log[-30:]
        point = user.page.evaluate(POINT, rng.random())
        for _ in range(rng.choice([1, 1, 2, 2, 3])):
            user.page.mouse.click(*point)
            user.page.wait_for_timeout(rng.choice([40, 120, 400, 700]))
        user.page.wait_for_timeout(rng.uniform(0, 900))
        log = user.page.evaluate("log")
    assert _unwanted(log) == []
    assert {"play", "picked"} <= {entry[0] for entry in log}


def _unwanted(log: list[list[Any]]) -> list[object]:
    """Returns cards sent though neither picked nor pressed on the turn, and picked ones refused."""
    picked, pressed, found = None, None, list[object]()
    refused = {entry[1] for entry in log if entry[0] == "refused"}
    for at, (kind, *what) in enumerate(log):
        if kind == "picked":
            picked = what[0]
        elif kind == "dropped":
            # A picked card that is sent is dropped in the same moment.
            sent = [entry[1] for entry in log[at - 1 : at + 2] if entry[0] == "play"]
            if what[0] in sent:
                picked = what[0]
            elif what[0] == picked:  # another one may have been picked in its place
                picked = None
        elif kind == "press":
            pressed = what[0] if what[1] else None
        elif kind == "play":
            card, key = what
            if card not in (picked, pressed) or (key in refused and card != pressed):
                found.append(log[max(0, at - 5) : at + 3])
            picked = pressed = None
    return found


def _pair(users: BrowserUsers) -> tuple[BrowserUser, BrowserUser]:
    """Ann, who sits to the right of Ben, and Ben, whose socket is watched."""
    ann, ben = users.open().named("Ann"), users.open(PHONE).named("Ben")
    code = ann.gather(match="deals", deals=1)
    ben.page.add_init_script(LOG)
    ben.go(f"/t/{code}")
    ben.page.get_by_role("button", name="Sit here: seat 2").click()
    expect(ann.see(".seat").filter(has_text="Ben")).to_be_visible()
    ann.page.get_by_role("button", name="Start").click()
    expect(ben.see(".hand .card")).to_have_count(13)
    return ann, ben


def test_a_card_picked_ahead_stays_in_the_page_until_the_turn(users: BrowserUsers) -> None:
    ann, ben = _pair(users)
    while not (ann.see(".hand[data-turn]").count() and ben.see(".hand[data-ahead]").count()):
        if ben.see(ON_TURN).count():
            ben.play()
        elif ann.see(ON_TURN).count():  # Ann leads
            ann.play()
        ann.page.wait_for_timeout(50)
    card = ben.see(".hand .card[aria-disabled=false]").first
    key = card.get_attribute("data-key")
    for picked in (True, False, True):
        ben.tap(ben.see(f".hand [data-key='{key}']"))
        expect(ben.see(".hand [data-picked]")).to_have_count(int(picked))
    assert "play" not in [entry[0] for entry in ben.page.evaluate("log")[-6:]]
    expect(ben.see(".turn-status")).to_contain_text("Ann’s turn")
    ann.play()
    asked = ben.see(".turn-status").filter(has_text="no longer wins")
    expect(asked.or_(ben.see(f".hand:not(:has([data-key='{key}']))"))).to_be_visible()
    if asked.count():
        ben.tap(ben.see(".hand [data-ready]"))
    expect(ben.see(f".hand [data-key='{key}']")).to_have_count(0)
    assert [entry[1] for entry in ben.page.evaluate("log") if entry[0] == "play"][-1] == key
