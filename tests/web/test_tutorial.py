"""Tests of the whist tutorial and of the rules pages."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from oddtrick.cards import mask_of, parse_card, parse_suit
from oddtrick.tricks import Trick, from_seat
from tests.support.extent import part
from tests.support.web.browser import modules_base
from tests.support.web.browser_user import PHONE, BrowserUser, BrowserUsers

STEPS = 15

SCRIPT = """async ([base]) => {
  const { COURSES } = await import(base + "guide/tutorial-steps.js");
  const { default: words } = await import(base + "i18n/en/tutorial.js");
  return [COURSES, Object.keys(words)];
}"""

IDS = "all => all.map((at) => at.id)"

SEATS = {"S": 0, "W": 1, "N": 2, "E": 3}


def test_the_tutorial_is_completed_by_keyboard_alone(users: BrowserUsers) -> None:
    anna = users.open(PHONE)
    steps, _ = _steps(anna)
    anna.go("/learn")
    for number, step in enumerate(steps[:-1], 1):
        heading = anna.page.get_by_role("heading", level=1)
        expect(anna.page.get_by_text(f"Step {number} of {STEPS}")).to_be_visible()
        assert heading.inner_text()
        anna.see(f"[data-answer='{step['right'][0]}']").press("Enter")
        expect(anna.page.get_by_role("status")).not_to_be_empty()
        onward = anna.page.get_by_role("link", name="Next")
        expect(onward).to_be_focused()
        anna.page.keyboard.press("Enter")
        expect(heading).to_be_focused()
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("You can play Whist")
    anna.page.get_by_role("button", name="Play a real game").press("Enter")
    anna.page.wait_for_url("**/t/*")
    assert len(anna.hand()) == 13


def test_a_wrong_answer_is_explained_and_can_be_retried(users: BrowserUsers) -> None:
    anna = users.open()
    anna.go("/learn#4")
    status = anna.page.get_by_role("status")
    hand = anna.page.get_by_role("group", name="Your cards")
    hand.get_by_role("button", name="ace of spades").click()
    expect(status).to_contain_text("you have one: look for it")
    expect(anna.page.get_by_role("link", name="Next")).to_be_hidden()
    hand.get_by_role("button", name="six of diamonds").click()
    expect(status).to_contain_text("it had to be that one")
    expect(hand.get_by_role("button")).to_have_count(3)
    expect(hand.get_by_role("button").first).to_be_disabled()
    trick = anna.page.get_by_role("list", name="Table")
    expect(trick.get_by_role("img", name="six of diamonds")).to_be_visible()


def test_arrow_keys_move_between_cards(users: BrowserUsers) -> None:
    anna = users.open()
    anna.go("/learn#2")
    anna.see("[data-answer='AH']").focus()
    anna.page.keyboard.press("ArrowLeft")
    expect(anna.see("[data-answer='3H']")).to_be_focused()
    anna.page.keyboard.press("ArrowRight")
    expect(anna.see("[data-answer='AH']")).to_be_focused()


def test_back_opens_the_previous_step_and_a_reload_keeps_the_step(users: BrowserUsers) -> None:
    anna = users.open()
    anna.go("/learn#3")
    anna.see("[data-answer='QC']").click()
    anna.page.get_by_role("link", name="Next").click()
    expect(anna.page.get_by_text(f"Step 4 of {STEPS}")).to_be_visible()
    anna.page.reload()
    expect(anna.page.get_by_text(f"Step 4 of {STEPS}")).to_be_visible()
    anna.page.go_back()
    expect(anna.page.get_by_text(f"Step 3 of {STEPS}")).to_be_visible()


def test_every_step_has_texts_and_offers_a_right_answer(
    users: BrowserUsers,
) -> None:
    steps, words = _steps(users.open())
    assert len(steps) == STEPS
    for step in steps[:-1]:
        parts = {f"learn.{step['name']}.{part}" for part in ("title", "text", "right", "wrong")}
        assert parts <= set(words)
        assert step["right"]
        assert set(step["right"]) <= set(_offered(step))
        assert step["name"] == "last" or set(_offered(step)) - set(step["right"])


def test_the_tutorial_follows_the_rules_of_whist(users: BrowserUsers) -> None:
    steps, _ = _steps(users.open())
    for step in steps:
        if step["asks"] == "won":
            trick = _trick(step, step["trick"])
            assert [str(trick.cards[trick.best])] == step["right"]
        elif step["asks"] == "card":
            for right in step["right"]:
                mine = {"seat": "S", "card": right}
                trick = _trick(step, [*step.get("trick", []), mine, *step.get("then", [])])
                trick.check(parse_card(right), mask_of(map(parse_card, step["hand"])))
                assert trick.complete


def test_the_tutorials_last_tricks_follow_each_other(
    users: BrowserUsers,
) -> None:
    steps = {step["name"]: step for step in _steps(users.open())[0]}
    names = ("draw", "low", "last", "score")
    for name, following in pairwise(names):
        step, after = steps[name], steps[following]
        [right] = step["right"]
        mine = {"seat": "S", "card": right}
        trick = _trick(step, [*step.get("trick", []), mine, *step.get("then", [])])
        assert trick.winner in (0, 2), "our side takes them all"
        assert after["tricks"] == [step["tricks"][0] + 1, step["tricks"][1]]
        assert after.get("hand", []) == [card for card in step["hand"] if card != right]
        leads = (after.get("trick") or [{"seat": "S"}])[0]["seat"]
        assert following == "score" or SEATS[leads] == trick.winner
    assert sum(steps["score"]["tricks"]) == 13
    assert steps["score"]["right"] == [str(steps["score"]["tricks"][0] - 6)]


def test_a_link_to_a_rule_scrolls_to_that_rule(users: BrowserUsers) -> None:
    anna = users.open(PHONE)
    anna.go("/rules/whist#H4")
    expect(anna.see("#H4")).to_be_in_viewport()
    anna.go("/rules")
    anna.page.get_by_role("link", name="Scotch Whist", exact=True).click()
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("Scotch Whist")
    anna.page.get_by_role("link", name="Knock-out Whist").click()
    expect(anna.page.get_by_role("heading", level=1)).to_have_text("Knock-out Whist")


def test_every_link_of_the_rules_has_a_target(users: BrowserUsers) -> None:
    anna = users.open()
    links: set[str] = set()
    for path in ("/rules", "/rules/whist", "/rules/colonial-scotch-whist", "/rules/scotch-whist"):
        anna.go(path)
        anna.see("main h2").first.wait_for()
        links |= set(anna.see("main a").evaluate_all("all => all.map(a => a.href)"))
    within = {link.removeprefix(anna.url) for link in links} - {"/", "/learn"}
    assert len(within) > 40
    for path in sorted({link.partition("#")[0] for link in within}):
        anna.go(path)
        anna.see("main h2").first.wait_for()
        rules = {f"{path}#{rule}" for rule in anna.see(".rule").evaluate_all(IDS)}
        assert {link for link in within if link.startswith(f"{path}#")} <= rules


@pytest.mark.parametrize("language", part(["en-GB", "de-DE"], 1))
def test_the_rules_are_printed_without_page_navigation(users: BrowserUsers, language: str) -> None:
    anna = users.open(locale=language)
    anna.go("/rules/whist")
    anna.see(".card-row .card").first.wait_for()
    anna.page.emulate_media(media="print")
    for selector in ("nav", ".settings-button", ".foot", ".noprint"):
        expect(anna.see(selector).first).to_be_hidden()
    expect(anna.see(".card-row .card").first).to_be_visible()
    assert anna.see("body").evaluate("at => getComputedStyle(at).backgroundColor") == (
        "rgb(255, 255, 255)"
    )


def _steps(anna: BrowserUser, game: str = "whist") -> tuple[list[dict[str, Any]], list[str]]:
    anna.go("/rules")
    courses, words = anna.page.evaluate(SCRIPT, [modules_base()])
    return courses[game], words


def _offered(step: dict[str, Any]) -> list[str]:
    """Returns the answers offered in a step."""
    if step["asks"] == "seat":
        return ["W", "N", "E"]
    if step["asks"] == "won":
        return [each["card"] for each in step["trick"]]
    return list(step.get("hand") or step.get("numbers") or "SHDC")


def _trick(step: dict[str, Any], played: list[dict[str, str]]) -> Trick:
    """Plays the trick of a step by the rules, clockwise."""
    seats = from_seat(range(4), SEATS[played[0]["seat"]])
    trump = parse_suit(step["trumps"]) if "trumps" in step else None
    assert tuple(SEATS[each["seat"]] for each in played) == seats[: len(played)]
    cards = tuple(parse_card(each["card"]) for each in played)
    assert len(set(cards)) == len(cards)
    return Trick(seats, cards, trump)
