"""Tests that elements of the table neither overlap nor leave the window."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.extent import part
from tests.support.server.table_requests import in_deal, play_out
from tests.support.web.browser_user import DESK, ON_TURN, PHONE, TABLET, BrowserUser, BrowserUsers
from tests.support.web.layout_checks import LOOK, LOW, out_of_reach, settle

TINY = (320, 640)

TABLES: dict[str, dict[str, Any]] = {
    "whist": {"game": "whist"},
    **{f"{n}": {"game": "knockout-whist", "players": n} for n in (2, 3, 5, 7)},
    "6 in sides": {"game": "scotch-whist", "players": 6, "sides": 3},
    "8 alone": {"game": "scotch-whist", "players": 8},
}

LONG_NAMES = """() => {
  const names = document.querySelectorAll(".seat .name");
  for (const at of names) at.textContent = "Dorothea Winterbourn";
}"""

STRIPS = """() => [...document.querySelectorAll(".hand .card")].map((card) => {
  const { left, right, top, bottom } = card.getBoundingClientRect();
  const hit = (x, y) => card.contains(document.elementFromPoint(x, y));
  let best = 0;
  for (let y = top + 4; y < bottom; y += 8) {
    let run = 0;
    for (let x = left; x <= right; x += 1) {
      run = hit(x, y) ? run + 1 : 0;
      best = Math.max(best, run);
    }
  }
  return Math.round(best);
})"""
"""Returns the width of the tappable strip of each card, in pixels."""


@pytest.mark.parametrize("table", part(TABLES, 2))
def test_all_elements_are_visible_without_overlap(users: BrowserUsers, table: str) -> None:
    anna = users.open(PHONE)
    rules = dict(TABLES[table])
    anna.open_table(rules.pop("game"), rules=rules)
    anna.see(ON_TURN).first.wait_for()
    if table != "2":
        anna.play()
        anna.see(ON_TURN).first.wait_for()
    anna.page.evaluate(LONG_NAMES)
    wrong = []
    for size in (PHONE, TABLET, DESK, TINY, *part(LOW, 1)):
        anna.page.set_viewport_size({"width": size[0], "height": size[1]})
        settle(anna)
        wrong += [f"{size}: {each}" for each in anna.page.evaluate(LOOK, size != TINY)]
        least = min(anna.page.evaluate(STRIPS))
        if least < 44:
            wrong.append(f"{size}: a card can be hit on {least} px only")
    assert wrong == []


UNSEEN_TRICKS = """() => [...document.querySelectorAll(".score li")].filter((side) => {
  const at = side.querySelector(".tricks");
  const plate = side.getBoundingClientRect();
  const figure = at.querySelector(".figure")?.getBoundingClientRect();
  const inside = figure?.width && figure.left >= plate.left && figure.right <= plate.right + 1 &&
    figure.top >= plate.top - 1 && figure.bottom <= plate.bottom + 1;
  return !inside || !/^\\d+ tricks?$/.test(at.textContent) || !at.checkVisibility();
}).map((at) => at.innerText)"""
"""Returns the sides whose number of tricks cannot be seen, or is not read aloud in words."""


@pytest.mark.parametrize(("players", "sides"), [(4, 2), (6, 3), (8, 4)])
def test_the_tricks_of_each_side_are_seen_in_every_window(
    users: BrowserUsers, players: int, sides: int
) -> None:
    anna = users.open(PHONE)
    anna.open_table("scotch-whist", rules={"players": players, "sides": sides})
    anna.see(ON_TURN).first.wait_for()
    unseen = []
    for size in (PHONE, TABLET, DESK, TINY, *LOW):
        anna.page.set_viewport_size({"width": size[0], "height": size[1]})
        unseen += [(size, each) for each in anna.page.evaluate(UNSEEN_TRICKS)]
        expect(anna.see(".score li")).to_have_count(sides)
    assert unseen == []


@pytest.mark.parametrize("size", part([(320, 640), PHONE, TABLET, DESK], 1), ids=str)
def test_the_table_fits_at_double_text_size(users: BrowserUsers, size: tuple[int, int]) -> None:
    anna = users.open(size)
    anna.open_table("scotch-whist", rules={"players": 5})
    anna.see(ON_TURN).first.wait_for()
    anna.page.evaluate("document.documentElement.style.fontSize = '200%'")
    settle(anna)
    assert anna.page.evaluate(LOOK, arg=False) == []
    assert anna.fits()


LONG_HINT = """() => document.querySelector(".hint > :first-child").append(
  " Es ist knapp: Jede von diesen geht (Kreuz-Vier, Kreuz-Fünf, Kreuz-Zehn, Karo-Ass, Pik-Zehn)."
)"""
"""Makes a hint as long as the longest."""


@pytest.mark.parametrize("table", part(TABLES, 1))
def test_a_hint_covers_no_card_and_no_button(users: BrowserUsers, table: str) -> None:
    anna = users.open(PHONE, locale="de-DE")  # longer words than English
    rules = dict(TABLES[table])
    anna.open_table(rules.pop("game"), rules=rules)
    anna.reach_choice()
    anna.page.get_by_role("button", name="Tipp").click()
    expect(anna.see(".hand [data-hint]")).to_be_visible()
    anna.page.evaluate(LONG_HINT)
    wrong = []
    for size in (PHONE, DESK, (1366, 768), (1280, 720), *part(LOW, 1)):
        anna.page.set_viewport_size({"width": size[0], "height": size[1]})
        settle(anna)
        wrong += [(size, each) for each in anna.page.evaluate(LOOK, arg=True)]
        covered = anna.page.evaluate(
            """() => {
              const box = (at) => at.getBoundingClientRect();
              const hint = box(document.querySelector(".hint"));
              const over = ({ left, right, top, bottom }) =>
                Math.min(right, hint.right) - Math.max(left, hint.left) > 1 &&
                Math.min(bottom, hint.bottom) - Math.max(top, hint.top) > 1;
              const parts = [...document.querySelectorAll(".felt, .hand, .actions button, .bar")];
              const low = parts.filter((at) => box(at).bottom > innerHeight + 1);
              const cut = [...document.querySelector(".hint").children].filter(
                (at) => box(at).top < hint.top - 1,
              );
              const wrong = [...parts.filter((at) => over(box(at))), ...low, ...cut];
              return wrong.map((at) => at.outerHTML.slice(0, 60));
            }"""
        )
        wrong += [(size, each) for each in covered]
    assert wrong == []


RISING = """async () => {
  const base = document.querySelector("script[type=module]").src.replace(/[^/]*$/, "");
  const { HandView } = await import(base + "table/hand.js");
  const cards = [..."SHCD"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));
  const ahead = { cards: [], picked: null };
  const wrong = [];
  for (const most of [7, 13]) {
    const at = document.body.appendChild(document.createElement("div"));
    Object.defineProperty(at, "clientWidth", { value: innerWidth - 16 });
    const view = new HandView(at, { noteMove: () => null });
    for (let n = most; n > 0; n--) {
      const match = { hand: cards.slice(0, n), seat: 0, legal: [], awaited: null };
      view.render({ stage: "playing", match }, { sent: null, ready: null, ahead, hint: null });
      const tops = [...at.children].map((card) => parseFloat(card.style.translate.split(" ")[1]));
      if (Math.min(...tops) < 16) wrong.push([innerWidth, innerHeight, most, n, Math.min(...tops)]);
    }
    at.remove();
  }
  return wrong;
}"""
"""Returns the hands of which a card begins above their room, where hint and status stand."""


def test_no_card_rises_above_the_hand_as_cards_are_played(page: BrowserUser) -> None:
    wrong = []
    for size in (TINY, PHONE, TABLET, (844, 390), (1280, 600), DESK):
        page.page.set_viewport_size({"width": size[0], "height": size[1]})
        wrong += page.page.evaluate(RISING)
    assert wrong == []


ROOMS: dict[str, dict[str, Any]] = {
    "8": {"game": "scotch-whist", "players": 8},
    "whist": {"game": "whist"},
    **{f"{n}": {"game": "knockout-whist", "players": n} for n in (2, 3, 5, 6, 7)},
}


@pytest.mark.parametrize("room", part(ROOMS, 1))
@pytest.mark.parametrize("locale", part(["de-DE", "en-GB"], 1))
def test_the_buttons_at_all_places_of_a_waiting_room_are_in_reach_without_scrolling(
    users: BrowserUsers, room: str, locale: str
) -> None:
    ann = users.open(PHONE, locale=locale).named("Ann")
    ben = users.open(PHONE, locale=locale).named("Benjamin Featherston")
    rules = dict(ROOMS[room])
    code = ann.gather(rules.pop("game"), **rules)
    ben.go(f"/t/{code}")
    for user in (ann, ben):
        user.see(".panel .link").wait_for()
    wrong = out_of_reach(ann, "host") + out_of_reach(ben, "watcher")
    ben.see(".seat button").first.click()
    expect(ann.see(".seat[data-kind=person]")).to_have_count(2)
    wrong += out_of_reach(ben, "guest")
    bots = ann.see(".seat button[data-key=bot]")
    while count := bots.count():
        bots.first.click()
        expect(bots).to_have_count(count - 1)
    assert wrong + out_of_reach(ann, "full") == []
    ann.page.set_viewport_size({"width": 360, "height": 640})
    ann.see(".show-qr").click()
    expect(ann.see("dialog .qr")).to_be_in_viewport()


RESULTS: dict[str, dict[str, Any]] = {
    "whist": {"game": "colonial-whist", "target": 3},
    "7": {"game": "knockout-whist", "players": 7},
    "8 alone": {"game": "scotch-whist", "players": 8, "target": 20},
}

UNTIL_RESULT = """(last) => new Promise((done) => {
  const next = ".panel [data-key=next], .panel .choices button, .hand[data-turn] [data-legal]";
  const timer = setInterval(() => {
    const panel = document.querySelector(":is([data-stage=pause], [data-stage=over]) .panel");
    const title = panel?.querySelector(".result") && panel.querySelector("h2").textContent;
    if (!title || title === last) return document.querySelector(next)?.click();
    clearInterval(timer);
    done([document.querySelector("[data-stage]").dataset.stage, title]);
  }, 5);
})"""
"""Plays on until another result is shown, and returns the stage and the heading of the result."""

RESULT_PARTS = """() => {
  const { clientWidth: wide, clientHeight: high } = document.documentElement;
  const parts = ".panel h2, .panel .result, .panel .primary, .actions button";
  const found = [...document.querySelectorAll(parts)].map((at) => {
    const { left, top, right, bottom } = at.getBoundingClientRect();
    const inside = left >= 0 && top >= 0 && right <= wide + 1 && bottom <= high + 1;
    return inside ? "" : `${at.textContent}: ${top} to ${bottom} of ${high}`;
  });
  const numbers = [...document.querySelectorAll(".result tbody td:not([colspan])")];
  const lines = (at) => {
    const range = document.createRange();
    range.selectNodeContents(at);
    return range.getClientRects().length;
  };
  const broken = numbers.filter((at) => lines(at) > 1);
  found.push(...broken.map((at) => `broken: ${at.textContent}`));
  const page = document.documentElement;
  if (page.scrollWidth > wide) found.push("scrolls sideways");
  return found.length > 2 ? found.filter(Boolean) : ["there is no result"];
}"""
"""Returns the parts of a result that are out of sight."""


@pytest.mark.parametrize("table", part(RESULTS, 1))
def test_a_result_and_its_button_are_visible_together_in_low_windows(
    users: BrowserUsers, table: str
) -> None:
    # German has longer words; in English the scores are wider than their heading.
    locale = "en-GB" if table == "whist" else "de-DE"
    anna = users.open((844, 390), locale=locale)
    rules = dict(RESULTS[table])
    anna.open_table(rules.pop("game"), rules=rules)
    wrong, stage, title = [], "", ""
    while stage != "over":
        stage, title = anna.page.evaluate(UNTIL_RESULT, title)
        for size in [(width, height) for width, height in LOW if width > height >= 375]:
            anna.page.set_viewport_size({"width": size[0], "height": size[1]})
            settle(anna)
            wrong += [f"{title}, {size}: {each}" for each in anna.page.evaluate(RESULT_PARTS)]
    assert wrong == []


@pytest.mark.parametrize("table", part(["8 alone", "7"], 1))
def test_the_result_of_many_players_is_visible_with_its_button_on_an_upright_phone(
    users: BrowserUsers, table: str
) -> None:
    anna = users.open(PHONE, locale="de-DE")
    rules = dict(RESULTS[table])
    anna.open_table(rules.pop("game"), rules=rules)
    wrong, stage, title = [], "", ""
    while stage != "over":
        stage, title = anna.page.evaluate(UNTIL_RESULT, title)
        for width, height in (PHONE, (360, 640), (320, 568)):
            anna.page.set_viewport_size({"width": width, "height": height})
            settle(anna)
            wrong += [(title, width, each) for each in anna.page.evaluate(PLACES)]
    assert wrong == []


PLACES = """() => [...document.querySelectorAll(".result th, .panel .primary")].filter((at) => {
  const { top, bottom, left, right } = at.getBoundingClientRect();
  return top < 0 || bottom > innerHeight || left < 0 || right > innerWidth;
}).map((at) => at.textContent)"""
"""Returns the players of the result and the main buttons that are out of sight."""


@pytest.mark.parametrize("game", part(["long name", "whist", "6 in sides"], 1))
def test_names_are_whole_on_a_phone_on_its_side(users: BrowserUsers, game: str) -> None:
    anna = users.open((667, 375), locale="de-DE")
    rules = dict(TABLES.get(game, {"game": "colonial-scotch-whist"}))
    anna.open_table(rules.pop("game"), rules=rules)
    anna.see(ON_TURN).first.wait_for()
    expect(anna.see(".bar .game")).to_contain_text("Runde 1")
    cut = anna.page.evaluate(
        """() => [...document.querySelectorAll(".bar .game, .score .name")]
          .filter((at) => at.scrollWidth > at.clientWidth || at.scrollHeight > at.clientHeight + 1)
          .map((at) => at.textContent)"""
    )
    assert cut == []


def test_the_score_sheet_of_a_long_match_scrolls_inside_itself(users: BrowserUsers) -> None:
    anna = users.open((1280, 600))
    code = anna.open_table(rules={"match": "deals", "deals": 20})
    anna.go("/rules")  # a page at the table would draw every card
    client = anna.api_client()
    play_out(client, code, until=in_deal(16))
    client.close()
    anna.go(f"/t/{code}")
    anna.see(ON_TURN).first.wait_for()
    for width, height in ((1280, 600), (390, 844), (844, 390)):
        anna.page.set_viewport_size({"width": width, "height": height})
        settle(anna)
        anna.page.get_by_role("button", name="Score").click()
        sheet = anna.see(".deals .scrolls")
        expect(sheet.locator("tbody").first.locator("tr")).to_have_count(16)
        scrolls, whole = anna.page.evaluate(
            """() => {
              const { scrollHeight, clientHeight } = document.querySelector(".deals .scrolls");
              const page = document.documentElement;
              return [scrollHeight > clientHeight, page.scrollHeight <= page.clientHeight];
            }"""
        )
        assert scrolls
        assert whole
        expect(anna.see(".deals h2")).to_be_in_viewport()
        expect(sheet.locator("tfoot th")).to_be_in_viewport()
        assert anna.fits()
        anna.page.keyboard.press("Escape")
