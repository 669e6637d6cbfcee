"""Tests that the felt is the whole window, with the trick as one group in its middle.

And that nobody covers what others have to read.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.extent import part
from tests.support.web.browser import modules_base
from tests.support.web.browser_user import DESK, ON_TURN, PHONE, BrowserUser, BrowserUsers
from tests.support.web.layout_checks import settle

SIZES = (
    (844, 390),
    (1440, 900),
    PHONE,
    (1280, 600),
    (360, 640),
    (1920, 1080),
    (768, 1024),
    (667, 375),
    (1024, 768),
    (1366, 768),
)

GAMES: dict[str, dict[str, Any]] = {
    "whist": {"game": "whist"},
    "2": {"game": "knockout-whist", "players": 2},
    "8": {"game": "scotch-whist", "players": 8},
    "ten": {"game": "colonial-scotch-whist"},
    **{f"{n}": {"game": "knockout-whist", "players": n} for n in (3, 5, 7)},
    "6 in sides": {"game": "scotch-whist", "players": 6, "sides": 3},
}

LARGEST_SHARE = 0.2
"""The largest empty rectangle, as a share of the window."""

EMPTY = """() => {
  const step = 8;
  const [wide, high] = [Math.floor(innerWidth / step), Math.floor(innerHeight / step)];
  const parts = ".bar > *, .trumps, .score li, .seat, .trick > *, .turn-up > *, .panel, .hint, " +
    ".turn-status, .hand .card, .actions > *, .bubble";
  const free = Array.from({ length: high }, () => new Array(wide).fill(true));
  for (const at of document.querySelectorAll(parts)) {
    const { left, top, right, bottom, width, height } = at.getBoundingClientRect();
    if (!at.checkVisibility() || !width || !height) continue;
    for (let y = Math.max(0, Math.floor(top / step)); y < Math.min(high, bottom / step); y++) {
      free[y].fill(false, Math.max(0, Math.floor(left / step)), Math.ceil(right / step));
    }
  }
  let best = { cells: 0 };
  const runs = new Array(wide).fill(0);
  free.forEach((row, y) => {
    row.forEach((is, x) => (runs[x] = is ? runs[x] + 1 : 0));
    row.forEach((_, x) => {
      let low = runs[x];
      for (let to = x; to < wide && low; to++) {
        low = Math.min(low, runs[to]);
        const cells = low * (to - x + 1);
        if (cells > best.cells) best = { cells, left: x * step, bottom: (y + 1) * step };
      }
    });
  });
  return { ...best, share: best.cells / (wide * high) };
}"""
"""Returns the largest empty rectangle of the window."""

FELT = """() => {
  const box = (at) => at.getBoundingClientRect();
  const { left, top, right, bottom } = box(document.querySelector(".table-layout"));
  const whole = left <= 0 && top <= 0 && right >= innerWidth - 1 && bottom >= innerHeight - 1;
  const parts = [".hand .card", ".seat", ".score li", ".trumps > *", ".trick > *", ".actions > *"];
  const outside = [...document.querySelectorAll(parts.join())].filter((at) => {
    const { left, top, right, bottom, width } = box(at);
    return width && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1);
  });
  const edges = [...document.querySelectorAll("[data-stage=playing] .seat")].filter((at) => {
    const { left, right, top } = box(at);
    const near = { left, right: innerWidth - right, top: innerWidth < innerHeight ? 0 : top };
    return (near[at.dataset.edge] ?? 0) > 24;
  });
  const said = [...outside, ...edges].map((at) => at.outerHTML.slice(0, 80));
  return whole ? said : ["the felt is not the whole window", ...said];
}"""
"""Returns what lies outside the felt, and the seats that are not at its edges."""

GROUP = """() => {
  const cards = [...document.querySelectorAll(".trick > .card")];
  if (cards.length < 2) return ["no trick"];
  const boxes = cards.map((at) => at.getBoundingClientRect());
  const middle = (box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const mean = (n) => boxes.reduce((sum, box) => sum + middle(box)[n], 0) / boxes.length;
  const centre = [mean(0), mean(1)];
  const felt = document.querySelector(".felt").getBoundingClientRect();
  const found = [];
  if (Math.abs(centre[0] - middle(felt)[0]) > 3) found.push(`the middle is at ${centre[0]}`);
  const down = (centre[1] - felt.top) / felt.height;
  if (down < 0.3 || down > 0.7) found.push(`the middle is at ${down} of the height`);
  const hand = [...document.querySelectorAll(".hand .card")].map((at) => at.offsetWidth);
  const held = Math.max(...hand, 0);
  const apart = (one, two) => Math.max(
    one.left - two.right, two.left - one.right, one.top - two.bottom, two.top - one.bottom);
  cards.forEach((at, n) => {
    const [box, name] = [boxes[n], at.dataset.card];
    if (held && at.offsetWidth > held + 1) found.push(`${name} is larger than the hand's`);
    if (Math.min(...boxes.filter((other) => other !== box).map((other) => apart(box, other))) > 0)
      found.push(`${name} lies alone`);
    const player = document.querySelector(`.seat[data-round="${at.dataset.round}"]`);
    const seat = player.getBoundingClientRect();
    const way = (to) => middle(to).map((at, n) => at - centre[n]);
    const [[a, b], [c, d]] = [way(box), way(seat)];
    if (a * c + b * d < 0.25 * Math.hypot(a, b) * Math.hypot(c, d))
      found.push(`${name} isn't towards its player`);
    const turn = Number(/-?[\\d.]+/.exec(at.style.getPropertyValue("--turn"))[0]);
    const level = Math.abs(b) < 0.1 * Math.abs(a); // beside the middle: both ways are right
    if ((a * b * turn > 0 && !level) || Math.abs(turn) > 0.14) found.push(`${name} turns away`);
    const [x, y] = [box.left + box.width * 0.2, box.top + box.height * 0.13];
    if (!at.contains(document.elementFromPoint(x, y))) found.push(`the index of ${name} is under`);
  });
  const winners = cards.filter((at) => at.dataset.winner !== undefined);
  if (winners.length !== 1) found.push(`${winners.length} winners`);
  return found;
}"""
"""Returns what keeps a complete trick from being one group, each card towards its player."""

SHARE_OF_HAND = """() => {
  const boxes = [...document.querySelectorAll(".hand .card")].map((at) =>
    at.getBoundingClientRect());
  const all = (side) => boxes.map((box) => box[side]);
  const [left, right] = [Math.min(...all("left")), Math.max(...all("right"))];
  const high = Math.max(...all("bottom")) - Math.min(...all("top"));
  return Math.max((right - left) / innerWidth, (high / innerHeight) * 3);
}"""
"""Returns how much of the window's width the hand takes, or three times that of its height."""


def _at_each_size(user: BrowserUser, name: str, keep: int, *, trick: bool = False) -> list[str]:
    """Returns what is wrong at each size: with the last trick on the table, or with empty areas."""
    found = []
    for width, height in part(SIZES, keep):
        user.page.set_viewport_size({"width": width, "height": height})
        settle(user)
        at = f"{name}, {width} by {height}"
        found += [f"{at}: {each}" for each in user.page.evaluate(FELT)]
        if trick:
            user.see("[data-key=last]").click()
            user.see(".trick[data-done]").wait_for()
            found += [f"{at}: {each}" for each in user.page.evaluate(GROUP)]
            user.page.keyboard.press("Escape")
        elif (empty := user.page.evaluate(EMPTY))["share"] > LARGEST_SHARE:
            found.append(f"{at}: {empty}")
    return found


@pytest.mark.parametrize("game", part(GAMES, 3))
def test_the_trick_is_one_group_in_the_middle_of_a_felt_that_is_the_window(
    users: BrowserUsers, game: str
) -> None:
    anna = users.open(DESK)
    rules = dict(GAMES[game])
    code = anna.open_table(rules.pop("game"), rules=rules)
    anna.play()
    anna.see(ON_TURN).or_(anna.see(".panel:not([hidden])")).first.wait_for()
    found = _at_each_size(anna, "player", 4, trick=True)
    ben = users.open(DESK)
    ben.go(f"/t/{code}")
    ben.see(".trick, .seat").first.wait_for()
    assert found + _at_each_size(ben, "spectator", 2, trick=True) == []


def test_the_hand_is_as_large_as_the_window_allows(users: BrowserUsers) -> None:
    anna = users.open(DESK)
    anna.open_table()
    anna.see(ON_TURN).first.wait_for()
    small = []
    for width, height in SIZES:
        anna.page.set_viewport_size({"width": width, "height": height})
        settle(anna)
        if (share := anna.page.evaluate(SHARE_OF_HAND)) < 0.7:
            small.append((width, height, share))
    assert small == []


@pytest.mark.parametrize("players", part([4, 2, 8], 1))
def test_no_area_is_empty_before_and_after_a_deal(users: BrowserUsers, players: int) -> None:
    anna, ben = users.open(DESK), users.open(DESK)
    code = anna.gather("scotch-whist", players=players)
    ben.go(f"/t/{code}")
    for user in (anna, ben):
        user.see(".panel .link").wait_for()
    found = _at_each_size(anna, "host", 4) + _at_each_size(ben, "watcher", 2)
    anna.see("[data-key=begin]").click()
    anna.page.evaluate(UNTIL_RESULT)
    assert found + _at_each_size(anna, "result", 4) == []


UNTIL_RESULT = """() => new Promise((done) => {
  const timer = setInterval(() => {
    if (document.querySelector("[data-stage=pause] .result, [data-stage=over] .result")) {
      clearInterval(timer);
      done();
    }
    document.querySelector(".panel .choices button, .hand[data-turn] [data-legal]")?.click();
  }, 5);
})"""
"""Plays on until a result is shown."""

SAY = """async ([base, table, place]) => {
  const { SpeechBubbles } = await import(base + "table/speech-bubbles.js");
  document.querySelector(".bubbles")?.remove();
  const bubbles = new SpeechBubbles(document.querySelector(".felt"));
  const text = "I hope you brought a handkerchief, for this may take a while.";
  bubbles.show(table, { text, phrase: null, place, name: table.places[place].name });
}"""
"""Lets one player say something long."""

COVERED = """() => {
  const box = (at) => at.getBoundingClientRect();
  const shown = document.querySelector(".bubble");
  if (!shown.checkVisibility()) return ["is hidden"];
  const bubble = box(shown);
  const parts = ".seat .name, .seat .points, .score li, .trumps, .hint, .hand .card, " +
    ".actions > *, .trick > *, .turn-up > *, .turn-status";
  const cut = [bubble.left, bubble.top, innerWidth - bubble.right, innerHeight - bubble.bottom];
  const over = [...document.querySelectorAll(parts)].filter((at) => {
    if (!at.checkVisibility()) return false;
    const { left, right, top, bottom } = box(at);
    const [wide, high] = [Math.min(right, bubble.right), Math.min(bottom, bubble.bottom)];
    return wide - Math.max(left, bubble.left) > 1 && high - Math.max(top, bubble.top) > 1;
  });
  const said = over.map((at) => `covers ${at.outerHTML.slice(0, 60)}`);
  return cut.some((room) => room < -1) ? ["is out of sight", ...said] : said;
}"""
"""Returns the names, scores, hints and cards that a bubble covers."""


CROWDED = ["8", "whist", "2", "7", "6 in sides", "3", "5"]


@pytest.mark.parametrize("game", part(CROWDED, 3))
def test_a_bubble_covers_no_name_no_score_and_no_card(users: BrowserUsers, game: str) -> None:
    """With a whole trick on the table: later cards find their places free, too."""
    anna = users.open(DESK)
    rules = dict(GAMES[game])
    code = anna.open_table(rules.pop("game"), rules=rules)
    anna.play()
    anna.see(ON_TURN).first.wait_for()
    anna.page.wait_for_load_state("networkidle")
    table = anna.context.request.get(f"{anna.url}/api/tables/{code}").json()
    table["places"] = [{**place, "seat": seat} for seat, place in enumerate(table["places"])]
    found = []
    for width, height in part(SIZES, 4):
        anna.page.set_viewport_size({"width": width, "height": height})
        settle(anna)
        anna.see("[data-key=last]").click()
        expect(anna.see(".trick > .card")).to_have_count(len(table["places"]))
        for place in range(1, len(table["places"])):
            anna.page.evaluate(SAY, [modules_base(), table, place])
            settle(anna)
            found += [(width, height, place, each) for each in anna.page.evaluate(COVERED)]
        anna.page.keyboard.press("Escape")
    assert found == []


REMARK = """async ([base, table]) => {
  const { SpeechBubbles } = await import(base + "table/speech-bubbles.js");
  document.querySelector(".bubbles")?.remove();
  const bubbles = new SpeechBubbles(document.querySelector(".felt"));
  bubbles.remark({ kind: "deal", seat: null, table });
  const text = document.querySelector(".bubble > span");
  if (!text) return "nothing said";
  return !text.checkVisibility() || text.scrollHeight <= text.clientHeight + 1 ? "" : "cut";
}"""
"""Lets a bot greet, and returns what is wrong with its bubble."""


def test_a_remark_of_a_bot_is_shown_whole_or_not_at_all(users: BrowserUsers) -> None:
    anna = users.open(DESK)
    code = anna.open_table("scotch-whist", rules={"players": 8})
    anna.see(ON_TURN).first.wait_for()
    table = anna.context.request.get(f"{anna.url}/api/tables/{code}").json()
    table["places"] = [{**place, "seat": seat} for seat, place in enumerate(table["places"])]
    table["match"] = {**table["match"], "number": 0, "hand_number": 0}
    found = []
    for font in ("100%", "150%", "200%"):
        anna.page.evaluate("size => { document.documentElement.style.fontSize = size; }", font)
        for width, height in SIZES:
            anna.page.set_viewport_size({"width": width, "height": height})
            wrong = anna.page.evaluate(REMARK, [modules_base(), table])
            found += [(font, width, height, wrong)] if wrong else []
    assert found == []


COVER = """() => {
  const { left, top, width, height } = document.querySelector(".bubble").getBoundingClientRect();
  const at = Object.assign(document.createElement("button"), { className: "panel cover" });
  at.style.cssText = `position: fixed; left: ${left}px; top: ${top}px; width: ${width}px; ` +
    `height: ${height}px; min-height: 0; max-width: none; translate: none; margin: 0`;
  document.querySelector(".felt").append(at);
}"""
"""Puts a button where a bubble is."""

PRESSED = """() => {
  const cover = document.querySelector(".cover").getBoundingClientRect();
  const bubble = document.querySelector(".bubble").getBoundingClientRect();
  const [wide, high] = [
    Math.min(cover.right, bubble.right) - Math.max(cover.left, bubble.left),
    Math.min(cover.bottom, bubble.bottom) - Math.max(cover.top, bubble.top),
  ];
  return wide <= 0 || high <= 0;
}"""


def test_a_bubble_makes_way_for_what_appears_after_it(users: BrowserUsers) -> None:
    anna, ben = users.open(DESK).named("Anna"), users.open().named("Ben")
    code = anna.gather("knockout-whist", players=2)
    ben.go(f"/t/{code}")
    ben.page.get_by_role("button", name="Sit here: seat 2").click()
    anna.page.get_by_role("button", name="Start").click()
    anna.see(".hand .card").first.wait_for()
    ben.page.get_by_role("button", name="Chat", exact=True).click()
    ben.page.get_by_role("textbox", name="Message").fill("I hope you brought a handkerchief.")
    ben.page.get_by_role("button", name="Send").click()
    expect(anna.see(".bubble")).to_be_visible()
    anna.page.evaluate(COVER)
    ben.page.get_by_role("textbox", name="Message").press("Escape")
    player = anna if anna.see(ON_TURN).count() else ben
    player.tap(player.see(ON_TURN).first)  # any event renders the table
    expect(anna.see(".trick > .card")).to_have_count(1)
    assert anna.page.evaluate(PRESSED)


TYPE = """() => [".seat .name", ".seat .about", ".score .tricks", ".score .points"].map((at) =>
  parseFloat(getComputedStyle(document.querySelector(at)).fontSize))"""
"""Returns the sizes of type of names, tricks and points (px)."""

UNDER_PANEL = """() => {
  const { left } = document.querySelector(".side-panel").getBoundingClientRect();
  const parts = ".hand .card, .trick > *, .actions button, .seat, .bar > *, .score li";
  return [...document.querySelectorAll(parts)]
    .filter((at) => at.checkVisibility() && at.getBoundingClientRect().right > left + 1)
    .map((at) => at.outerHTML.slice(0, 60));
}"""
"""Returns what the side panel covers."""


def test_type_grows_with_the_window(users: BrowserUsers) -> None:
    anna = users.open((1366, 768))
    anna.open_table()
    anna.see(ON_TURN).first.wait_for()
    small = anna.page.evaluate(TYPE)
    anna.page.set_viewport_size({"width": 1920, "height": 1080})
    large = anna.page.evaluate(TYPE)
    assert min(small) > 13
    assert len({*large}) == 3, "one scale"
    assert [round(new / old, 1) for new, old in zip(large, small, strict=True)] == [1.4] * 4


@pytest.mark.parametrize("width", [1024, 1366])
def test_the_side_panel_stands_beside_the_felt_and_covers_nothing(
    users: BrowserUsers, width: int
) -> None:
    anna = users.open((width, 768))
    anna.open_table()
    anna.see(ON_TURN).first.wait_for()
    felt, panel = anna.see("main"), anna.see(".side-panel")
    whole = felt.bounding_box()
    expect(panel).to_be_hidden()
    anna.page.get_by_role("button", name="Score").click()
    expect(panel).to_be_visible()
    settle(anna)
    assert anna.page.evaluate(UNDER_PANEL) == []
    anna.page.get_by_role("button", name="Pin beside the table").click()
    settle(anna)
    assert anna.page.evaluate(UNDER_PANEL) == []
    anna.page.keyboard.press("Escape")
    anna.page.reload()
    anna.see(ON_TURN).first.wait_for()
    expect(panel).to_be_visible()
    anna.page.get_by_role("button", name="Unpin").click()
    expect(panel).to_be_hidden()
    assert felt.bounding_box() == whole
