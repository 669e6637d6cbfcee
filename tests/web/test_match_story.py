"""The story of a deal and of a match on the page: its claims hold for every match."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from oddtrick.dealing import draw
from oddtrick.games import rules_of
from oddtrick.highlights import survival_of
from oddtrick.match import CHANCE, Match, start
from oddtrick.view_json import match_view
from tests.support.extent import part
from tests.support.random_matches import EVERY
from tests.support.web.axe import barriers
from tests.support.web.browser import modules_base
from tests.support.web.browser_user import DESK, LINES, PHONE, PRESS, BrowserUsers
from tests.support.web.page_modules import PageModules

NAMES = ("Anna", "Bela", "Cleo", "Dora", "Elin", "Fips", "Gerd", "Hugo")

STORY = """async ([base, language, tables]) => {
  const { setLanguage } = await import(base + "i18n/translate.js");
  await setLanguage(language, "table");
  const story = await import(base + "table/match-story.js");
  return tables.map((table) => ({
    lines: story.storyOf(table),
    survival: table.eliminates ? story.survivalOf(table.match.deals) : [],
    leaders: story.leadersOf(table.match.deals),
    paths: story.leadPaths(table),
  }));
}"""


def _ends(game: str, options: dict[str, Any], seed: int) -> list[Match]:
    """The states of a random match in which the result of a deal is shown."""
    rng, match = Random(seed), start(rules_of(game, **options))
    ends: list[Match] = []
    while not match.over:
        chance = match.to_act == CHANCE
        match = match.apply(draw(match, rng) if chance else rng.choice(match.legal_actions()))
        if len(match.view(None).past) > len(ends):
            ends.append(match)
    return ends


def _table(match: Match, viewer: int | None) -> dict[str, Any]:
    rules = match.rules
    places = [{"seat": seat, "name": NAMES[seat]} for seat in range(rules.players)]
    return {
        "sides": rules.sides,
        "eliminates": rules.goal.eliminates,
        "stage": "over" if match.over else "pause",
        "you": viewer,
        "places": places,
        "match": msgspec.to_builtins(match_view(match.view(viewer))),
    }


def _told(modules: PageModules, language: str, tables: list[dict[str, Any]]) -> list[Any]:
    told: list[Any] = modules.call(STORY, language, tables)
    return told


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_viewer_reads_who_did_what(modules: PageModules, language: str) -> None:
    cases = part([(*case, 1) for case in EVERY], 25)
    states = [state for case in cases for state in _ends(*case)]
    seen = [(state, viewer) for state in states for viewer in (None, *range(state.rules.players))]
    tables = [_table(*each) for each in seen]
    kinds = set()
    for (state, viewer), told in zip(seen, _told(modules, language, tables), strict=True):
        facts = match_view(state.view(viewer)).highlights
        assert facts is not None
        texts = [line["text"] for line in told["lines"]]
        assert not any(re.search(r"[{}]|undefined|null|story\.", text) for text in texts)
        cards = [line["card"] for line in told["lines"] if line["card"]]
        slam = facts.odd_trick is not None and (facts.odd_trick.card not in cards)
        odd = [] if facts.odd_trick is None or slam else [facts.odd_trick]
        assert cards == [each.card for each in (*odd, *([facts.prize] if facts.prize else ()))]
        about = [{each.seat} for each in odd]
        about += [{facts.prize.holder, facts.prize.taker}] if facts.prize else []
        with_cards = [line["text"] for line in told["lines"] if line["card"]]
        for seats, text in zip(about, with_cards, strict=True):
            named = {seat for seat in range(state.rules.players) if NAMES[seat] in text}
            assert named == seats - {viewer}, text
            assert (viewer in seats) == bool(re.search(r"\b([Yy]ou|[Dd]u|[Dd]ein|dir)", text)), text
        kinds |= {(bool(odd), facts.prize is not None, slam, len(texts))}
    assert len(kinds) > 6


def test_finishing_order_and_lead_are_those_of_the_library(modules: PageModules) -> None:
    cases = part([(*case, 4) for case in EVERY], 40)
    ends = [_ends(*case)[-1] for case in cases]
    told_all = _told(modules, "en", [_table(match, None) for match in ends])
    for match, told in zip(ends, told_all, strict=True):
        deals = match.view(None).past
        if match.rules.goal.eliminates:
            assert told["survival"] == list(msgspec.to_builtins(survival_of(deals)))
            continue
        for deal, leader in zip(deals, told["leaders"], strict=True):
            best = [side for side, score in enumerate(deal.score) if score == max(deal.score)]
            assert leader == (best[0] if len(best) == 1 else None)
        text = " ".join(line["text"] for line in told["lines"])
        if since := re.search(r"since deal (\d+)", text):
            first = int(since[1]) - 1
            assert set(told["leaders"][first:]) == {match.winner}
            assert 0 < first < len(deals) - 1
            assert told["leaders"][first - 1] != match.winner
        if "from the first deal" in text:
            assert set(told["leaders"]) == {match.winner}
        most, least = _extremes([deal.score for deal in deals])
        drawn = len(deals) > 1 and not any(sum(deal.games) for deal in deals[:-1])
        assert len(told["paths"]) == (len(match.rules.sides) if drawn else 0)
        for side, points in enumerate(told["paths"]):
            assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in points)
            assert points[0] == [0, pytest.approx(-least / (most - least))]
            last = deals[-1].score[side]
            assert points[-1] == [1, pytest.approx((last - least) / (most - least))]


def _extremes(scores: list[tuple[int, ...]]) -> tuple[int, int]:
    every = [score for each in scores for score in each]
    return max(1, *every), min(0, *every)


WRITTEN = """
  window.written = [];
  const write = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    const { width } = this.measureText(text);
    const left = x - width * { left: 0, center: 0.5, right: 1 }[this.textAlign];
    written.push([text, left, left + width, y, this.canvas.width, this.canvas.height]);
    write.call(this, text, x, y);
  };
  navigator.canShare = () => window.sheet === true;
  navigator.share = async ({ files }) => (window.shared = files[0].type);
"""
"""Keeps what is written on a canvas, and lets a test open the share sheet."""

MATCHES: list[tuple[str, dict[str, Any]]] = [
    ("whist", {"target": 1, "match": "rubber"}),
    ("colonial-scotch-whist", {"target": 3}),
    ("scotch-whist", {"players": 8, "target": 60}),
    ("knockout-whist", {"players": 7, "dogs_life": True}),
]


@pytest.mark.parametrize(("game", "rules"), part(MATCHES, 2))
def test_the_result_is_shared_as_a_picture_with_the_names_at_the_table(
    users: BrowserUsers, game: str, rules: dict[str, Any]
) -> None:
    anna = users.open(PHONE).named("Anna")
    anna.page.add_init_script(WRITTEN)
    anna.open_table(game, rules=rules)
    anna.page.evaluate(PRESS)
    share = anna.see("[data-stage=over] .panel [data-key=share]")
    expect(share).to_be_visible(timeout=60_000)
    with anna.page.expect_download() as download:
        share.click()
    picture = download.value.path().read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    written = anna.page.evaluate("window.written")
    text = " ".join(each[0] for each in written)
    assert "Anna" in text
    assert not re.search(r"\b[Yy]ou(r)?\b", text)
    assert ("2 games" in text) == ("match" in rules)
    for line, left, right, y, width, height in written:
        assert 40 <= left < right <= width - 40, line
        assert 40 <= y <= height - 40, line
    for line in anna.see(".story li").all_inner_texts():
        if not re.search(r"\b[Yy]ou|Anna|[Pp]artner", line):
            assert line in text
    anna.page.evaluate("window.sheet = true")
    share.click()
    shared = "new Promise((done) => setInterval(() => window.shared && done(shared), 20))"
    assert anna.page.evaluate(shared) == "image/png"


TOLD = """(frame) => window.lines.at(-1).dispatchEvent(
  new MessageEvent("message", { data: JSON.stringify(frame) }))"""
"""Lets the server say something at the table."""

WITHOUT_BEST_CARD = """
  const receive = Object.getOwnPropertyDescriptor(WebSocket.prototype, "onmessage");
  Object.defineProperty(WebSocket.prototype, "onmessage", { set(act) {
    receive.set.call(this, (event) => {
      if (!event.isTrusted || !event.data.includes('"best-card"')) act(event);
    });
  } });
"""
"""Leaves what the server says of the best card to the test."""

GAINS = {
    "en": [
        (0.63, None, "(trick 5), worth 0.6 tricks"),
        (0.97, 2, "(hand 2, trick 5), worth 1 trick "),
        (1.02, 1, "(hand 1, trick 5), worth 1 trick "),
        (1.07, None, "1.1 tricks"),
    ],
    "de": [
        (0.63, None, "(Stich 5), 0,6 Stiche"),
        (0.97, 2, "(Blatt 2, Stich 5), 1 Stich "),
        (1.02, 1, "(Blatt 1, Stich 5), 1 Stich "),
        (1.07, None, "1,1 Stiche"),
    ],
}
"""Gain and hand of the best card, and what the line says of them."""

UNTIL_PAUSE = """() => new Promise((done) => {
  const timer = setInterval(() => {
    if (document.querySelector("[data-stage=pause] .result")) done(clearInterval(timer));
    else document.querySelector(".panel .choices button, .hand[data-turn] [data-legal]")?.click();
  }, 5);
})"""

BUTTONS = """() => [...document.querySelectorAll(".panel button, .panel a")].map((at) => {
  const { left, top } = at.getBoundingClientRect();
  return [at.dataset.key, Math.round(left), Math.round(top)].join();
})"""

LOOKS = [(PHONE, "en"), ((844, 390), "de"), (DESK, "de"), ((1280, 600), "en")]


@pytest.mark.parametrize(("size", "language"), part(LOOKS, 2))
def test_the_best_card_appears_in_the_story_and_moves_nothing(
    users: BrowserUsers, size: tuple[int, int], language: str
) -> None:
    anna = users.open(size, preferences={"speed": "instant", "language": language}).named("Anna")
    # The server's own review would come in between.
    anna.page.add_init_script(WITHOUT_BEST_CARD)
    anna.page.add_init_script(LINES)
    anna.open_table("whist")
    anna.page.evaluate(UNTIL_PAUSE)
    line = anna.see(".best-card")
    expect(line).to_have_text("")
    before = anna.page.evaluate(BUTTONS)
    frame: dict[str, Any] = {"type": "best-card", "match": 1, "deal": 0}
    best: dict[str, Any] = {"card": "KH", "hand": None, "trick": 5, "gain": 0.62, "unit": "tricks"}
    said = ""
    for seat in range(4):
        frame["best"] = {"seat": seat, **best}
        anna.page.evaluate(TOLD, frame)
        expect(line).to_contain_text({"en": "0.6 tricks", "de": "0,6 Stiche"}[language])
        expect(line.locator(".face")).to_have_count(1)
        said = line.inner_text()
        own = re.search(r"\b(your|von dir)\b", said)
        assert bool(own) == (seat == 0), said
        assert not re.search(r"[{}]|undefined|story", said)
        assert anna.page.evaluate(BUTTONS) == before
        assert anna.fits()
    read = anna.see(".live p").filter(has_text=re.compile("Best card|Beste Karte"))
    expect(read).to_have_count(1)
    expect(anna.see(".panel > :last-child")).to_have_class("best-card")
    for other in ({"match": 2}, {"match": 0}, {"deal": 1}, {"deal": -1}):
        anna.page.evaluate(TOLD, {**frame, **other, "best": None})
        expect(line).to_have_text(said)
    anna.page.evaluate("document.querySelector('.panel .button').kept = true")
    for gain, hand, shown in GAINS[language]:
        frame["best"] = {"seat": 1, **best, "gain": gain, "hand": hand}
        anna.page.evaluate(TOLD, frame)
        expect(line).to_contain_text(shown)
    assert anna.page.evaluate("document.querySelector('.panel .button').kept"), "in place"
    anna.page.evaluate(TOLD, {**frame, "best": None})
    expect(line).to_have_text("")
    assert barriers(anna.page) == []


def test_the_server_tells_the_best_card_without_being_asked(users: BrowserUsers) -> None:
    anna = users.open()
    frames: list[Any] = []
    anna.page.on(
        "websocket",
        lambda line: line.on("framereceived", lambda text: frames.append(json.loads(text))),
    )
    asked: list[str] = []
    anna.page.on("request", lambda one: asked.append(one.url))
    anna.open_table("knockout-whist", rules={"players": 3})
    anna.page.evaluate(UNTIL_PAUSE)
    while not (told := [one for one in frames if one["type"] == "best-card"]):
        anna.page.wait_for_timeout(100)
    assert told[0]["match"] == 1
    assert told[0]["deal"] == 0
    assert not any("review" in url for url in asked)
    best = told[0]["best"]
    if best is not None:
        expect(anna.see(".best-card")).not_to_have_text("")
    frames.clear()
    anna.page.reload()
    expect(anna.see(".panel .result")).to_be_visible()
    assert told[0] in frames


SHEET = """async ([base, sides, score, language]) => {
  const { setLanguage } = await import(base + "i18n/translate.js");
  await setLanguage(language, "table");
  const { renderScoreSheet } = await import(base + "table/score-sheet.js");
  const all = (value) => Array.from({ length: sides }, (_, seat) => value(seat));
  const [scores, games] = [all(() => score), all(() => 1)];
  const played = { tricks: all(() => 13), points: scores, score: scores, games };
  const deals = Array.from({ length: 9 }, () => ({ dealer: 0, trump: "H", ...played }));
  const names = ["Wilhelmina", "Bo", "Maximiliane", "Al", "Konstantin", "Ed", "Bart", "Jo"];
  const at = document.querySelector(".side-panel .deals");
  renderScoreSheet(at, {
    sides: all((seat) => [seat]), places: all((seat) => ({ seat, name: names[seat] })),
    you: 0, stage: "pause", eliminates: false, number: `${score} ${language}`,
    match: { seat: 0, deals, score: scores, games, rubber: scores },
  });
  const region = at.querySelector(".scrolls");
  const box = region.getBoundingClientRect();
  const wrong = region.scrollWidth > region.clientWidth ? [[region.scrollWidth, box.width]] : [];
  for (const row of region.querySelectorAll("tr")) {
    let end = 0;
    for (const cell of row.children) {
      const range = document.createRange();
      range.selectNodeContents(cell.querySelector("b, .name") ?? cell);
      const { left, right } = range.getBoundingClientRect();
      if (left < end - 0.5 || right > box.right + 0.5) wrong.push([cell.textContent, left, right]);
      end = right;
    }
  }
  return wrong;
}"""


@pytest.mark.parametrize("size", part([(320, 640), PHONE, (844, 390), (1280, 600), DESK], 3))
def test_the_score_sheet_cuts_no_column(users: BrowserUsers, size: tuple[int, int]) -> None:
    anna = users.open(size)
    anna.open_table("whist")
    anna.see(".hand .card").first.wait_for()
    if anna.see(".actions [data-key=sheet]").is_visible():
        anna.see(".actions [data-key=sheet]").click()
    expect(anna.see(".side-panel .deals")).to_be_visible()
    for sides in range(2, 9):
        for score in (7, -28, 121):
            for language in ("en", "de"):
                wrong = anna.page.evaluate(SHEET, [modules_base(), sides, score, language])
                assert wrong == [], (sides, score, language)


@pytest.mark.parametrize("size", part([PHONE, (844, 390), DESK], 2))
def test_no_dead_boxes_of_seats_stand_below_a_result(
    users: BrowserUsers, size: tuple[int, int]
) -> None:
    anna = users.open(size)
    anna.open_table("scotch-whist", rules={"players": 8, "target": 40})
    anna.page.evaluate(PRESS)
    expect(anna.see("[data-stage=over] .panel h2")).to_be_visible(timeout=60_000)
    boxes = anna.page.evaluate("""() => {
      const panel = document.querySelector(".panel").getBoundingClientRect();
      return [...document.querySelectorAll(".seat")].filter((seat) => {
        const { top, height, left, right } = seat.getBoundingClientRect();
        return height && top >= panel.bottom - 1 && left < panel.right && right > panel.left;
      }).length;
    }""")
    assert boxes == 0
    assert anna.fits()
