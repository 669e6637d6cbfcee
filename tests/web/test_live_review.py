"""Tests of the review of a deal on its replay, while its values arrive."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import expect

from oddtrick.i18n.localizer import Localizer
from tests.support.extent import part
from tests.support.server.api_requests import ApiClient
from tests.support.server.table_requests import open_table, play_out
from tests.support.web.axe import barriers
from tests.support.web.browser import modules_base
from tests.support.web.browser_user import DESK, NARROW, PHONE, TABLET

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.support.server.server_process import ServerProcess
    from tests.support.web.browser_user import BrowserUser, BrowserUsers

RANKS = "two three four five six seven eight nine ten jack queen king ace"

KNOCKOUT = {"game": "knockout-whist", "players": 3}

LOW, LANDSCAPE = (1280, 600), (844, 390)

FEED = """
  window.feeds = [];
  const real = window.fetch;
  window.fetch = (path, options) => {
    if (!/review\\/\\d+\\/events$/.test(String(path))) return real(path, options);
    const body = new ReadableStream({ start: (feed) => {
      document.documentElement.dataset.feeds = String(window.feeds.push(feed));
    } });
    return Promise.resolve(new Response(body));
  };
  window.tell = (event) => {
    const data = `:\\n\\ndata: ${JSON.stringify(event)}\\n\\n`;
    // Cut where a network might: in the middle of an event.
    for (const part of [data.slice(0, 9), data.slice(9)]) {
      window.feeds.at(-1).enqueue(new TextEncoder().encode(part));
    }
  };
  window.cut = () => window.feeds.at(-1).error(new TypeError("network error"));
"""
"""Puts the stream of a review into the hands of the test."""

WATCH = """() => {
  window.grades = [];
  window.places = {};
  window.said = [];
  const look = () => {
    const grade = document.querySelector(".coach").dataset.grade ?? "none";
    if (window.grades.at(-1) !== grade) window.grades.push(grade);
    const said = document.querySelector(".coach [role=status]")?.textContent;
    if (said && window.said.at(-1) !== said) window.said.push(said);
    for (const name of [".board", ".console", ".track", ".coach", ".coach-head", ".side-panel"]) {
      const box = document.querySelector(name)?.getBoundingClientRect();
      if (box) (window.places[name] ??= new Set()).add([box.left, box.top].map(Math.round).join());
    }
    requestAnimationFrame(look);
  };
  look();
}"""
"""Notes what the review shows in each frame, and where its parts are."""

BALANCE = """async ([base, decisions, turns, end]) => {
  const { courseOf, balanceAt } = await import(base + "replay/fortune-line.js");
  const course = courseOf(decisions, (each) => each.number, turns, "tricks", end);
  return Array.from({ length: turns + 1 }, (_, card) => balanceAt(course, card));
}"""


class Played:
    """A table at which Ann has played knock-out whist.

    Args:
        server: the server.
    """

    def __init__(self, server: ServerProcess) -> None:
        self.ann = ApiClient(server.url).named("Ann")
        setup = {"rules": KNOCKOUT, "sit": 0, "fill": "casual", "settings": {"bot_delay_ms": 0}}
        self.code: str = open_table(self.ann, begin=True, **setup)["code"]
        play_out(self.ann, self.code)
        self.address = f"/t/{self.code}/replay/1"
        self.api = f"/api/tables/{self.code}/matches/1/review/1"
        self._review: Any = None

    @property
    def review(self) -> Any:
        """The review of the first deal, as the server gives it."""
        if self._review is None:
            self._review = self.ann(f"GET {self.api}", timeout=120).json()
        return self._review

    @property
    def deal(self) -> Any:
        """The deal in it."""
        return self.review["deals"][0]

    def enter(self, user: BrowserUser) -> BrowserUser:
        """Makes a browser Ann's."""
        for pair in self.ann.cookie.split("; "):
            name, _, value = pair.partition("=")
            user.context.add_cookies([{"name": name, "value": value, "url": user.url}])
        return user


@pytest.fixture(scope="module")
def played(server: ServerProcess) -> Iterator[Played]:
    """The table of this module."""
    found = Played(server)
    yield found
    found.ann.close()


def _fed(users: BrowserUsers, played: Played, size: tuple[int, int] = PHONE, **how: Any) -> Any:
    """Ann's review, waiting for the test to tell it values."""
    user = played.enter(users.open(size, **how))
    user.page.add_init_script(FEED)
    user.go(f"{played.address}#deal=1&review")
    _asked(user, 1)
    return user


def _asked(user: BrowserUser, times: int) -> None:
    """Waits until the page has asked for a review so many times."""
    expect(user.see("html")).to_have_attribute("data-feeds", str(times))


def _tell(user: BrowserUser, played: Played, grade: str = "full", deal: Any = None) -> None:
    """Lets the whole review arrive."""
    review = {**played.review, "deals": [deal or played.deal]}
    event = {"type": "review", "grade": grade, "review": review}
    user.page.evaluate("(event) => window.tell(event)", event)
    expect(user.see(".coach")).to_have_attribute("data-grade", grade)


def _name(card: str) -> str:
    """A card in words."""
    ranks = dict(zip("23456789TJQKA", RANKS.split(), strict=True))
    suits = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
    return f"{ranks[card[0]]} of {suits[card[1]]}"


def _own(deal: Any) -> list[Any]:
    return [each for each in deal["decisions"] if each["seat"] == 0]


def _with_mistakes(deal: Any, numbers: set[int]) -> Any:
    """The deal as if these decisions were the mistakes, each with the whole deal as its line."""

    def judged(decision: Any) -> Any:
        real = decision["number"] in numbers
        loss = {**decision["loss"], "real": real}
        if real:
            loss |= {"utility": 1 + decision["number"], "tricks": 0.5 + decision["number"]}
        line = deal["steps"] if real else None
        return {**decision, "loss": loss, "explanation": [], "line": line}

    return {**deal, "decisions": [judged(each) for each in deal["decisions"]]}


def test_the_deal_lies_on_the_felt_before_any_value(users: BrowserUsers, played: Played) -> None:
    user = _fed(users, played)
    expect(user.see(".board .seat-button .name").first).to_have_text("You")
    expect(user.see("header nav a").first).to_be_visible()
    expect(user.see(".coach-progress")).to_have_text("Looking at every decision…")
    steps = played.deal["steps"]["hands"][0]["tricks"][0]["plays"]
    for at in range(len(steps)):
        user.page.keyboard.press("ArrowRight")
        laid = user.see(".middle [data-key]")
        expect(laid).to_have_count(at + 1)
        assert laid.last.get_attribute("data-key") == steps[at][1]
    assert barriers(user.page) == []


@pytest.mark.parametrize("size", part([PHONE, DESK, LANDSCAPE, LOW], 2))
def test_values_arrive_and_refine_without_moving_anything(
    users: BrowserUsers, server: ServerProcess, size: tuple[int, int]
) -> None:
    fresh = Played(server)
    user = fresh.enter(users.open(size))
    user.go(f"{fresh.address}#deal=1&review")
    user.see(".coach-head").wait_for()
    user.page.evaluate(WATCH)
    expect(user.see(".coach")).to_have_attribute("data-grade", "full", timeout=120_000)
    grades = user.page.evaluate("window.grades")
    assert grades == sorted(grades, key=["none", "quick", "full"].index), "values only get better"
    places = user.page.evaluate(
        "Object.fromEntries(Object.entries(window.places).map(([at, set]) => [at, [...set]]))"
    )
    # The lists below the card may move down on a phone, where it is as high as what it says.
    places.pop(".side-panel")
    assert {name: seen for name, seen in places.items() if len(seen) > 1} == {}
    assert 1 <= len(user.page.evaluate("window.said")) <= 2, "told once, and where it changed"
    fresh.ann.close()


def test_estimates_are_replaced_and_never_come_back(users: BrowserUsers, played: Played) -> None:
    user = _fed(users, played)
    decision = next(each for each in _own(played.deal)[1:] if not each["forced"])
    other = next(each for each in decision["choices"] if each["action"] != decision["played"])
    bad = {**decision["loss"], "real": True, "utility": 1, "tricks": 0.7, "win_chance": None}
    worse = {**decision, "best": other["action"], "loss": bad, "explanation": []}
    user.go(f"{played.address}#deal=1&card={decision['number']}&review")

    def tell(grade: str, value: Any) -> None:
        event = {"type": "decision", "grade": grade, "decision": value}
        user.page.evaluate("(event) => window.tell(event)", event)

    tell("quick", worse)
    expect(user.see(".coach .chip").first).to_have_text("cost 0.7 tricks")
    expect(user.see(".coach-progress")).to_have_text("Decisions looked at: 1")
    good = {**decision["loss"], "real": False, "utility": 0}
    tell("full", {**worse, "best": decision["played"], "loss": good})
    expect(user.see(".verdict-line")).to_contain_text("Nothing is better.")
    tell("quick", worse)
    _tell(user, played, "quick", {**played.deal, "decisions": [worse]})
    expect(user.see(".verdict-line")).to_contain_text("Nothing is better.")


def test_every_decision_says_what_was_played_and_what_was_better(
    users: BrowserUsers, played: Played
) -> None:
    user = _fed(users, played)
    deal = played.deal
    marked = _with_mistakes(deal, {each["number"] for each in deal["decisions"][::2]})
    _tell(user, played, deal=marked)
    for at, decision in enumerate(marked["decisions"]):
        if at:
            user.page.keyboard.press("ArrowRight")
        else:  # without a card, the address leads to the overview
            user.go(f"{played.address}#deal=1&card=0&review")
        real = decision["loss"]["real"]
        who = "You" if decision["seat"] == 0 else played.review["names"][decision["seat"]]
        said = user.see(".verdict-line")
        expect(said).to_contain_text(who)
        expect(said).to_contain_text(_name(decision["played"]))
        retry = user.see(".coach [data-key=retry]")
        expect(retry).to_have_count(int(real))
        expect(user.see(".open [data-chosen]")).to_have_text(
            decision["played"][0].replace("T", "10")
        )
        if real:
            expect(said).to_contain_text(_name(decision["best"]))
            number = decision["number"] + 1
            expect(retry).to_have_attribute(
                "href", f"/t/{played.code}/retry/1/1/{number}#card={at}"
            )
            expect(user.see(".coach .costs .chip").first).to_contain_text("cost")


def test_the_worst_decisions_come_first_and_lead_to_their_positions(
    users: BrowserUsers, played: Played
) -> None:
    user = _fed(users, played)
    own = [each["number"] for each in _own(played.deal)]
    marked = _with_mistakes(played.deal, set(own[:5]))
    _tell(user, played, deal=marked)
    expect(user.see(".verdict-line")).to_have_text("5 of your decisions mattered")
    listed = user.see(".moments button")
    worst = own[:5][::-1][:3]
    assert [
        int((each.get_attribute("data-key") or "").rpartition("-")[2]) for each in listed.all()
    ] == worst
    expect(user.see(".coach-head [aria-disabled]")).to_have_count(1)
    for at, number in enumerate(worst, 1):
        user.page.get_by_role("button", name="Next decision that mattered").click()
        expect(user.see(".coach h2")).to_contain_text(f"{at} of 3: Trick")
        expect(user.see(".track input")).to_have_value(str(number))
        expect(user.see(".coach [role=status]")).to_contain_text("was better")
    _swipe(user, to_right=True)
    expect(user.see(".track input")).to_have_value(str(worst[1]))
    _swipe(user, to_right=False)
    expect(user.see(".track input")).to_have_value(str(worst[2]))
    for _ in worst:
        user.page.get_by_role("button", name="Previous decision that mattered").click()
    expect(user.see(".coach h2")).to_have_text("Overview")
    listed.first.click()
    user.page.wait_for_url(re.compile(rf"#deal=1&card={worst[0]}&review$"))
    user.page.reload()
    _asked(user, 1)
    _tell(user, played, deal=marked)
    expect(user.see(".coach h2")).to_contain_text("1 of 3")


@pytest.mark.parametrize(("locale", "than"), [("en", "was better than"), ("de", "war besser als")])
def test_the_list_of_mistakes_names_the_better_card_and_the_one_played_in_one_sense(
    users: BrowserUsers, played: Played, locale: str, than: str
) -> None:
    user = _fed(users, played, locale=locale)
    mistakes = {
        each["number"]: {**each, "best": other["action"]}
        for each in _own(played.deal)
        for other in each["choices"][:2]
        if other["action"] != each["played"]
    }
    mistakes = dict(sorted(mistakes.items())[:3])
    decisions = [mistakes.get(each["number"], each) for each in played.deal["decisions"]]
    marked = _with_mistakes({**played.deal, "decisions": decisions}, set(mistakes))
    _tell(user, played, deal=marked)
    card = Localizer(locale).card
    expect(user.see(".moments button")).to_have_count(len(mistakes))
    for number, mistake in mistakes.items():
        said = rf": {card(mistake['best'])}\S* {than} {card(mistake['played'])}"
        expect(user.see(f"[data-key=moment-{number}]")).to_contain_text(re.compile(said))


def _swipe(user: BrowserUser, *, to_right: bool) -> None:
    way = 120 if to_right else -120
    user.page.evaluate(
        """(way) => {
          const at = document.querySelector(".coach");
          const touch = (x) => new Touch({ identifier: 1, target: at, clientX: x, clientY: 700 });
          at.dispatchEvent(new TouchEvent("touchstart", { touches: [touch(200)] }));
          at.dispatchEvent(new TouchEvent("touchend", { changedTouches: [touch(200 + way)] }));
        }""",
        way,
    )


def test_the_other_line_is_shown_on_the_board_and_left_again(
    users: BrowserUsers, played: Played
) -> None:
    user = _fed(users, played)
    number = _own(played.deal)[1]["number"]
    marked = _with_mistakes(played.deal, {number})
    hand = played.deal["steps"]["hands"][0]
    plays = [play for trick in hand["tricks"] for play in trick["plays"]]
    # A line that differs in its last trick only, so that each later step can be told apart.
    other = {**played.deal["steps"], "tricks": [9, 0, 0]}
    marked["decisions"][number] = {**marked["decisions"][number], "line": other}
    _tell(user, played, deal=marked)
    user.page.get_by_role("button", name="Next decision that mattered").click()
    user.see("[data-key=line]").click()
    expect(user.see(".coach h2")).to_have_text("The other line")
    expect(user.see(".verdict-line")).to_contain_text("9 tricks instead of")
    user.page.keyboard.press("ArrowRight")
    expect(user.see(".middle [data-key]").last).to_have_attribute("data-key", plays[number][1])
    expect(user.see(".coach h2")).to_have_text("The other line")
    user.see("[data-key=back]").click()
    expect(user.see(".coach h2")).not_to_have_text("The other line")


def test_a_decision_is_played_again_and_the_way_back_leads_to_it(
    users: BrowserUsers, played: Played
) -> None:
    user = _fed(users, played)
    number = _own(played.deal)[0]["number"]
    _tell(user, played, deal=_with_mistakes(played.deal, {number}))
    user.page.get_by_role("button", name="Next decision that mattered").click()
    user.see("[data-key=retry]").click()
    user.see(".hand[data-turn] [data-legal]").first.wait_for()
    user.page.get_by_role("button", name="More").click()
    user.page.get_by_role("link", name="Back to the review").click()
    user.page.wait_for_url(f"**{played.address}#deal=1&card={number}&review")
    expect(user.see(".track input")).to_have_value(str(number))
    _asked(user, 1)
    _tell(user, played, deal=_with_mistakes(played.deal, {number}))
    expect(user.see(".coach h2")).to_contain_text("1 of 1")


@pytest.mark.parametrize("language", ["en", "de"])
def test_where_nothing_was_a_mistake_it_says_why(
    users: BrowserUsers, played: Played, language: str
) -> None:
    user = _fed(users, played, preferences={"language": language})
    _tell(user, played, deal=_with_mistakes(played.deal, set()))
    choices = sum(not each["forced"] for each in _own(played.deal))
    said = user.see(".coach-body").inner_text()
    assert str(choices) in said
    why = {"en": "by less than chance can explain", "de": "als der Zufall erklären kann"}[language]
    assert why in said
    expect(user.see(".coach [role=status]")).to_contain_text(why)
    expect(user.see(".moments")).to_have_count(0)


def test_fortune_and_skill_add_up_to_what_was_made(users: BrowserUsers, played: Played) -> None:
    user = users.open()
    user.go("/rules")
    deal = _with_mistakes(played.deal, {each["number"] for each in played.deal["decisions"][::3]})
    turns = len(deal["decisions"])
    for seat in range(3):
        own = [each for each in deal["decisions"] if each["seat"] == seat]
        worth = [
            [
                next(choice["tricks"] for choice in each["choices"] if choice["action"] == action)
                for action in (each["best" if each["loss"]["real"] else "played"], each["played"])
            ]
            for each in own
        ]
        made = deal["steps"]["tricks"][seat]
        told = user.page.evaluate(BALANCE, [modules_base(), own, turns, made])
        for card, balance in enumerate(told):
            done = sum(each["number"] < card for each in own)
            skill = sum(after - before for before, after in worth[:done])
            jumps = [later[0] - earlier[1] for earlier, later in pairwise(worth)]
            here = any(each["number"] == card for each in own)
            seen = jumps[: done if here else max(done - 1, 0)] if done else []
            fortune = sum(seen) + (made - worth[-1][1] if card == turns else 0)
            assert balance["skill"] == pytest.approx(skill)
            assert balance["fortune"] == pytest.approx(fortune)
            assert balance["expected"] == pytest.approx(worth[0][0] + skill + fortune)
        assert told[-1]["expected"] == made


def test_the_line_is_dragged_and_read_aloud(users: BrowserUsers, played: Played) -> None:
    user = _fed(users, played)
    _tell(user, played)
    slider = user.page.get_by_role("slider")
    slider.focus()
    user.page.keyboard.press("End")
    made = played.deal["steps"]["tricks"][0]
    expect(user.see(".legend")).to_contain_text(
        re.compile(rf"^{made} tricks? made · fortune .* · skill ")
    )
    expect(slider).to_have_attribute("aria-valuetext", re.compile(rf"{made} tricks? made"))
    box = user.see(".track").bounding_box()
    assert box is not None
    user.page.mouse.move(box["x"] + box["width"] - 4, box["y"] + 20)
    user.page.mouse.down()
    user.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20)
    user.page.mouse.up()
    middle = len(played.deal["decisions"]) // 2
    assert abs(int(slider.input_value()) - middle) <= 1
    expect(user.see(".legend")).to_contain_text("expected")


@pytest.mark.parametrize("colours", ["active", "none"])
def test_the_place_on_the_line_is_seen_in_forced_colours(
    users: BrowserUsers, played: Played, colours: str
) -> None:
    user = _fed(users, played, forced_colors=colours)
    _tell(user, played)
    places = []
    for key in ("Home", "ArrowDown", "End"):
        user.page.keyboard.press(key)
        shot = Image.open(BytesIO(user.see(".track").screenshot()))
        places.append(shot.convert("L"))
    for one, other in pairwise(places):
        changed = ImageChops.difference(one, other).point(lambda light: light > 20 and 1)
        assert changed.histogram()[1] > 200


def test_a_stream_that_is_cut_falls_back_on_the_whole_review(
    users: BrowserUsers, played: Played
) -> None:
    user = _fed(users, played)
    assert played.review
    event = {"type": "decision", "grade": "quick", "decision": _own(played.deal)[0]}
    user.page.evaluate("(event) => window.tell(event)", event)
    expect(user.see(".coach-progress")).to_have_text("Decisions looked at: 1")
    user.page.evaluate("window.cut()")
    expect(user.see(".coach")).to_have_attribute("data-grade", "full")


def test_a_busy_server_is_asked_again_when_the_reader_wishes(
    users: BrowserUsers, played: Played
) -> None:
    user = _fed(users, played)
    busy = {"code": "busy", "message": "too many reviews are queued"}
    user.page.evaluate("(error) => window.tell({ type: 'refused', error })", busy)
    expect(user.see(".coach")).to_have_attribute("data-grade", "failed")
    expect(user.see(".coach .error")).not_to_be_empty()
    user.page.keyboard.press("ArrowRight")
    expect(user.see(".middle [data-key]")).to_have_count(1)  # the deal is there all the same
    user.page.get_by_role("button", name="Previous decision").press("Enter")
    user.see("[data-key=again]").click()
    _asked(user, 2)
    _tell(user, played)
    expect(user.see(".coach .error")).to_have_count(0)


def test_a_reader_who_may_not_see_a_deal_gets_no_review_of_it(
    users: BrowserUsers, played: Played
) -> None:
    ann, bob = users.open(), users.open()
    code = ann.open_table()
    expect(ann.see(".hand .card").first).to_be_visible()
    bob.go(f"/t/{code}/replay/1#deal=1&review")
    expect(bob.see("main")).to_contain_text("No finished deals yet.")
    assert bob.see(".coach").count() == 0
    answer = bob.context.request.get(f"{bob.url}/api/tables/{code}/matches/1/review/1/events")
    assert answer.status == 404
    # A deal beyond the last is taken for the last: an address tells nothing more.
    bob.page.add_init_script(FEED)
    bob.go(f"{played.address}#deal=99&review")
    _asked(bob, 1)
    users.complaints.clear()


def test_the_review_is_closed_and_opened_in_place(users: BrowserUsers, played: Played) -> None:
    user = _fed(users, played)
    _tell(user, played)
    user.page.get_by_role("button", name="Close the review").click()
    expect(user.see(".coach")).to_be_hidden()
    expect(user.see("a.review")).to_be_focused()
    user.page.wait_for_url(re.compile(r"#deal=1&card=0$"))
    expect(user.see("a.review")).to_have_attribute("href", "#deal=1&review")
    user.see("a.review").click()
    _asked(user, 2)
    expect(user.see(".coach-head")).to_be_visible()


LOOKS = [(PHONE, "light"), (DESK, "dark"), (LANDSCAPE, "light"), (LOW, "dark")]


def test_between_deals_the_review_opens_beside_the_table(
    users: BrowserUsers, server: ServerProcess, played: Played
) -> None:
    settings = {"bot_delay_ms": 0, "pause_seconds": 600}
    setup = {"rules": {"game": "scotch-whist"}, "sit": 0, "fill": "casual", "settings": settings}
    code = open_table(played.ann, begin=True, **setup)["code"]
    play_out(played.ann, code, until=lambda table: table["stage"] == "pause")
    user = played.enter(users.open(PHONE))
    user.go(f"/t/{code}")
    with user.context.expect_page() as opened:
        user.page.get_by_role("link", name="Review deal").click()
    expect(opened.value).to_have_url(f"{server.url}/t/{code}/replay/1#deal=1&review")
    expect(opened.value.locator(".coach")).to_be_visible()
    expect(user.see("[data-stage=pause]")).to_be_visible()  # and the place at the table is kept


@pytest.mark.parametrize(("size", "theme"), part(LOOKS, 2))
def test_the_review_is_accessible_and_fits(
    users: BrowserUsers, played: Played, size: tuple[int, int], theme: str
) -> None:
    looks = {"theme": theme, "deck": "four", "motion": "reduced"}
    user = _fed(users, played, size, preferences=looks)
    own = {each["number"] for each in _own(played.deal)}
    _tell(user, played, deal=_with_mistakes(played.deal, own))
    assert barriers(user.page) == []
    user.page.get_by_role("button", name="Next decision that mattered").click()
    assert barriers(user.page) == []
    user.see("[data-key=line]").click()
    assert barriers(user.page) == []
    user.see("[data-key=back]").click()
    for width, height in (size, NARROW, TABLET):
        user.page.set_viewport_size({"width": width, "height": height})
        for scale in ("100%", "200%"):
            user.page.evaluate("(size) => document.documentElement.style.fontSize = size", scale)
            assert user.fits(), (width, height, scale)


SEEN = (".board", ".moves", ".coach h2", ".coach [data-key=retry]", ".coach [data-key=line]")
"""What is in sight of a decision before one scrolls."""


@pytest.mark.parametrize("size", part([DESK, LANDSCAPE, PHONE, LOW], 2))
def test_a_decision_and_what_can_be_done_about_it_are_seen_without_scrolling(
    users: BrowserUsers, played: Played, size: tuple[int, int]
) -> None:
    user = _fed(users, played, size, preferences={"language": "de"})  # the longer words
    number = _own(played.deal)[0]["number"]
    _tell(user, played, deal=_with_mistakes(played.deal, {number}))
    user.see(".coach-head button").nth(1).click()
    # A phone on its side has room for the beginning of the verdict.
    for part_of_it in SEEN if size == LANDSCAPE else (*SEEN, ".verdict-line", ".coach .chip"):
        box = user.see(part_of_it).first.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size[1], part_of_it
    verdict, choices = (
        user.see(f".coach {name}").bounding_box() for name in (".verdict-line", ".choices")
    )
    assert verdict is not None
    assert choices is not None
    assert verdict["y"] + (18 if size == LANDSCAPE else verdict["height"]) <= choices["y"]
    assert user.page.evaluate("scrollY") == 0
    for _ in range(3 * 7):  # a caption may have two lines
        user.page.keyboard.press("ArrowRight")
        box = user.see(".moves").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size[1], user.see(".caption").inner_text()


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_line_and_its_figures_are_explained(
    users: BrowserUsers, played: Played, language: str
) -> None:
    user = _fed(users, played, preferences={"language": language})
    figures = user.see(".legend p")
    expect(figures).to_be_empty()  # nothing is known yet
    name = {"en": "What the line shows", "de": "Was die Linie zeigt"}[language]
    about = user.page.get_by_role("button", name=name, exact=True)
    about.focus()
    _tell(user, played)
    expect(about).to_be_focused()
    box = about.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    names = re.findall(r"[A-Za-zü]{5,}", figures.inner_text())
    about.click()
    said = user.page.get_by_role("dialog")
    expect(said).to_be_visible()
    assert barriers(user.page) == []
    told = said.inner_text()
    assert all(re.search(name, told, re.IGNORECASE) for name in names), (names, told)
    user.page.keyboard.press("Escape")
    expect(about).to_be_focused()


def test_on_a_phone_the_decision_is_seen_with_a_flick_of_the_finger(
    users: BrowserUsers, played: Played
) -> None:
    user = _fed(users, played)
    number = _own(played.deal)[0]["number"]
    _tell(user, played, deal=_with_mistakes(played.deal, {number}))
    user.page.get_by_role("button", name="Next decision that mattered").click()
    end = user.see(".coach").bounding_box()
    assert end is not None
    assert end["y"] + end["height"] <= 1.3 * PHONE[1], "a flick of the finger at most"
