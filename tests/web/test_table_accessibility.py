"""Tests of the table by keyboard, by screen reader announcements and with axe-core."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.support.extent import part
from tests.support.web.axe import barriers
from tests.support.web.browser_user import (
    DESK,
    INSTANT,
    ON_TURN,
    PHONE,
    PRESS,
    REST,
    BrowserUser,
    BrowserUsers,
)
from tests.support.web.pseudo_locale import speak_in_brackets, untranslated

ONE_DEAL: dict[str, dict[str, Any]] = {
    "whist": {"match": "deals", "deals": 1},
    "colonial-whist": {"target": 1},
    "colonial-scotch-whist": {"target": 1},
    "scotch-whist": {"players": 2, "target": 1},
    "knockout-whist": {"players": 2, "tie": "rps"},
}

HEARD = """
  window.announced = [];
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const live = target.closest?.("[aria-live]");
      if (live) for (const line of addedNodes) window.announced.push(line.textContent);
    }
  }).observe(document, { childList: true, subtree: true });
"""
"""Records the live-region announcements of a screen reader."""

CHANGING = """() => {
  const cards = document.querySelectorAll(".hand .card").length;
  return [cards, document.querySelector(".panel")?.textContent, document.body.dataset.stage].join();
}"""
"""Returns a text that changes with each card played and each choice made."""

FOCUSED = """() => {
  const at = document.activeElement;
  const card = at?.closest("[role=toolbar]");
  const copy = at?.cloneNode(true);
  for (const hidden of copy?.querySelectorAll("[aria-hidden=true]") ?? []) hidden.remove();
  return [at?.ariaDisabled ?? "", card ? "card" : at?.ariaLabel || copy?.textContent || ""];
}"""


@pytest.mark.whole(
    held_by="tests/web/test_table_accessibility.py::test_a_match_is_playable_from_announcements_alone"
)
@pytest.mark.parametrize("game", part(ONE_DEAL, 1))
def test_a_match_is_played_by_keyboard_alone(users: BrowserUsers, game: str) -> None:
    anna = users.open(DESK)
    anna.open_table(game, rules=ONE_DEAL[game])
    keyboard = anna.page.keyboard
    over = anna.page.get_by_role("button", name="Rematch")
    to_do = _to_do(anna)
    to_do.first.wait_for()
    keyboard.press("Tab")
    keyboard.press("Tab")
    while True:
        to_do.or_(over).first.wait_for()
        if over.is_visible():
            break
        disabled, what = anna.page.evaluate(FOCUSED)
        if what == "card" and disabled == "true":
            choosing = anna.see(".panel").is_visible()
            keyboard.press("Shift+Tab" if choosing else "ArrowRight")
        elif what == "card" or _is_choice(anna, what):
            _enter(anna)
            expect(anna.page.locator(":focus")).to_have_count(1)
        else:
            keyboard.press("Tab")
    expect(over).to_be_focused()


def _is_choice(anna: BrowserUser, name: str) -> bool:
    return anna.see(".panel").get_by_role("button", name=name).count() > 0


def _enter(anna: BrowserUser) -> None:
    """Presses the focused control until the table changes: a press may only skip an animation."""
    before = anna.page.evaluate(CHANGING)
    while anna.page.evaluate(CHANGING) == before:
        anna.page.wait_for_timeout(150)  # a card that has just become legal can't be meant yet
        anna.page.keyboard.press("Shift")  # the next Enter is no repetition
        anna.page.keyboard.press("Enter")
        anna.page.wait_for_timeout(50)


def _to_do(anna: BrowserUser) -> Locator:
    """The active controls: legal cards of the hand and buttons on the table."""
    cards = anna.page.get_by_role("toolbar", name="Your hand").get_by_role("button", disabled=False)
    table = anna.page.get_by_role("region", name="Table")
    names = re.compile("^(Next deal|clubs|diamonds|hearts|spades|rock|paper|scissors)$")
    return cards.or_(table.get_by_role("button", name=names))


@pytest.mark.parametrize("game", part(ONE_DEAL, 1))
def test_a_match_is_playable_from_announcements_alone(users: BrowserUsers, game: str) -> None:
    anna = users.open(PHONE)
    anna.page.add_init_script(HEARD)
    anna.open_table(game, rules=ONE_DEAL[game])
    over = anna.page.get_by_role("button", name="Rematch")
    to_do = _to_do(anna)
    while True:
        to_do.or_(over).first.wait_for()
        if over.is_visible():
            break
        to_do.first.focus()
        _enter(anna)
    announcements = "\n".join(anna.page.evaluate("window.announced"))
    hands = re.findall(r"Your hand: ([^.]*)\.", announcements)
    played = re.findall(r"^You (?:play|lead) the ([^.]*)\.", announcements, re.MULTILINE)
    assert sorted(played) == sorted(card for hand in hands for card in hand.split(", ")), (
        announcements
    )
    assert len(re.findall(r"wins? the trick\.", announcements)) >= 5
    assert "Your hand: " in announcements
    assert re.search(r"[Tt]rumps are |chooses? ", announcements)
    assert re.search(r"Match over\. .*trick", announcements)
    assert re.search(r"wins? the match", announcements)


def test_keys_repeat_the_state_of_play(users: BrowserUsers) -> None:
    anna = users.open()
    anna.open_table()
    anna.play()
    _to_do(anna).first.wait_for()
    live = anna.page.get_by_role("log")
    said = {
        "l": "Last trick: ",
        "s": r"You and Cal: \d tricks?, score 0; Bob and Dot: \d tricks?, score 0\.",
        "t": r"Your (turn|lead)\. (On the table|No cards on)",
        "u": "Trumps are ",
        "m": "Your hand: ",
    }
    for key, line in said.items():
        anna.page.keyboard.press(key)
        expect(live.get_by_role("paragraph").last).to_have_text(re.compile(line))
    anna.page.keyboard.press("?")
    expect(anna.page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    anna.page.get_by_role("switch", name="Use keyboard shortcuts").click()
    anna.page.keyboard.press("Escape")
    before = live.get_by_role("paragraph").count()
    anna.page.keyboard.press("s")
    assert live.get_by_role("paragraph").count() == before


@pytest.mark.whole(
    held_by="tests/web/test_table_accessibility.py::test_a_match_is_playable_from_announcements_alone"
)
def test_a_typed_card_is_played(users: BrowserUsers) -> None:
    anna = users.open()
    anna.open_table()
    card = _to_do(anna).first
    name = card.get_attribute("data-key") or ""
    anna.page.keyboard.type(name.replace("T", "10").lower())
    expect(anna.see(".hand .card")).to_have_count(12)
    assert name not in anna.hand()


@pytest.mark.parametrize("size", part([PHONE, DESK], 1), ids=str)
@pytest.mark.parametrize("theme", part(["dark", "light"], 1))
def test_the_table_is_accessible(users: BrowserUsers, theme: str, size: tuple[int, int]) -> None:
    wishes = {**INSTANT, "theme": theme}
    anna = users.open(size, preferences=wishes, reduced_motion="reduce")
    found: list[str] = []

    def look(state: str) -> None:
        found.extend(f"{state}: {each}" for each in barriers(anna.page))

    anna.gather()
    expect(anna.page.get_by_role("button", name="Start")).to_be_visible()
    look("gathering")
    anna.open_table("knockout-whist", rules={"players": 2})
    anna.play()
    _to_do(anna).first.wait_for()
    look("one's turn")
    anna.reach_choice()
    anna.page.get_by_role("button", name="Hint").click()
    expect(anna.see(".hand [data-hint]")).to_be_visible()
    look("hint")
    for name in ("More", "Keyboard shortcuts", "Score", "Chat"):
        _open(anna, name)
        look(name)
        anna.page.keyboard.press("Escape")
    # The hand moves when a panel beside the felt closes: a card that slides under the finger is
    # not played, so that it is typed here.
    for left in range(len(anna.hand()), 0, -1):
        name = _to_do(anna).first.get_attribute("data-key") or ""
        anna.page.keyboard.type(name.replace("T", "10").lower())
        expect(anna.see(".hand .card")).to_have_count(left - 1)
    panel = anna.see(".panel")
    expect(panel).to_be_visible()
    look("after a deal")
    assert found == []


def _open(anna: BrowserUser, name: str) -> None:
    if name in ("Keyboard shortcuts", "Chat"):
        anna.page.get_by_role("button", name="More").click()
    button = anna.page.get_by_role("button", name=name, exact=True)
    if name == "Score" and not button.is_visible():
        return
    button.click()
    if name == "Keyboard shortcuts":  # loaded when it is wanted
        anna.page.get_by_role("dialog", name=name).wait_for()


@pytest.mark.whole(
    held_by="tests/web/test_catalogues.py::test_every_text_comes_from_the_catalogues"
)
def test_all_table_announcements_come_from_the_catalogues(users: BrowserUsers) -> None:
    anna = users.open()
    speak_in_brackets(anna.page)
    found: list[str] = []

    def look(state: str, passed: str = "#none") -> None:
        names = ("Guest", "Bob", "Cal", "Dot", anna.url.removeprefix("http://"))
        found.extend(f"{state}: {each}" for each in untranslated(anna.page, *names, passed=passed))

    anna.gather("whist", match="deals", deals=1)
    expect(anna.see(".panel h2")).to_be_visible()
    look("gathering", ".link input")
    anna.see("[data-key=begin]").click()
    anna.play()
    expect(anna.see(ON_TURN).first).to_be_visible()
    anna.page.keyboard.type("lstum")
    look("playing", "kbd")
    for key in ("more", "keys", "settings"):
        if key != "more":
            anna.see("[data-key=more]").click()
            anna.see(f"dialog [data-key={key}]").click()
            expect(anna.see("dialog :is(.keys, .picks)").first).to_be_visible()
        else:
            anna.see("[data-key=more]").click()
        look(key, "kbd, .picks")
        anna.page.keyboard.press("Escape")
    anna.page.evaluate(PRESS)
    expect(anna.see("[data-stage=over] .panel h2")).to_be_visible(timeout=60_000)
    look("over")
    assert found == []


def test_the_focus_moves_to_the_next_action(users: BrowserUsers) -> None:
    anna = users.open(DESK)
    anna.open_table("knockout-whist", rules={"players": 2})
    page, keyboard = anna.page, anna.page.keyboard
    anna.reach_choice()
    in_hand, more = page.locator(".hand :focus"), page.get_by_role("button", name="More")
    for name in ("Keyboard shortcuts", "Settings"):
        more.focus()
        keyboard.press("Enter")
        page.get_by_role("dialog").get_by_role("button", name=name).press("Enter")
        expect(page.get_by_role("dialog", name=name)).to_be_visible()
        keyboard.press("Escape")
        expect(more).to_be_focused()
    page.get_by_role("button", name="Hint").press("Enter")
    expect(in_hand).to_have_attribute("data-hint", "")
    page.locator(".hint .close").press("Enter")
    expect(in_hand).to_have_count(1)
    panel = anna.see(".panel:not([hidden])")
    while not panel.is_visible():
        page.wait_for_timeout(1000 * REST)
        anna.see(ON_TURN).first.focus()
        keyboard.press("Enter")
        anna.see(ON_TURN).or_(panel).first.wait_for()
        expect(in_hand.or_(panel.locator(":focus"))).to_have_count(1)
    # Seven tricks of seven, once in some hundred deals, end the match.
    expect(page.get_by_role("button", name=re.compile("Next deal|Rematch"))).to_be_focused()
    page.wait_for_timeout(1000 * REST)
    keyboard.press("Enter")
    expect(in_hand.or_(page.locator(".panel .choices :focus"))).to_have_count(1)
