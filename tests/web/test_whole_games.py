"""Tests of a match of each game against bots on phone, tablet and desktop screens."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.extent import part
from tests.support.web.browser_user import DESK, INSTANT, PHONE, PRESS, TABLET, BrowserUsers

SHORT: dict[str, dict[str, Any]] = {
    "whist": {"match": "deals", "deals": 2},
    "colonial-whist": {"target": 3},
    "colonial-scotch-whist": {"target": 3},
    "scotch-whist": {"players": 3, "target": 10},
    "knockout-whist": {"players": 3, "tie": "rps"},
}
"""Each game with options for a short match, and its special selectors."""

COUNT = """
  window.moved = 0;
  const animate = Element.prototype.animate;
  const cheap = ["transform", "opacity", "offset"];
  Element.prototype.animate = function (frames, how) {
    for (const name of frames.flatMap(Object.keys)) {
      if (!cheap.includes(name)) throw new Error(`this moves ${name}`);
    }
    window.moved++;
    return animate.call(this, frames, how);
  };
"""
"""Counts animations and fails those that trigger layout."""


@pytest.mark.parametrize(
    ("size", "game"), part([(size, game) for size in (PHONE, TABLET, DESK) for game in SHORT], 5)
)
def test_a_match_of_each_game_is_played(
    users: BrowserUsers, game: str, size: tuple[int, int]
) -> None:
    anna = users.open(size)
    code = anna.open_table(game, rules=SHORT[game])
    anna.page.evaluate(PRESS)
    panel = anna.see("[data-stage=over] .panel")
    expect(panel.get_by_role("heading")).to_contain_text(re.compile("win|drawn"), timeout=60_000)
    assert anna.fits()
    anna.page.get_by_role("button", name="Score").click()
    deals = anna.see(".deals tbody").first.locator("tr")
    expect(deals.first).to_be_visible()
    assert deals.count() >= SHORT[game].get("deals", 1)
    replay = panel.get_by_role("link", name="Replay")
    assert replay.get_attribute("href") == f"/t/{code}/replay/1"
    assert panel.get_by_role("button", name="Rematch").is_visible()


def test_card_and_trick_animations_can_be_skipped(users: BrowserUsers) -> None:
    anna = users.open(PHONE, preferences={"speed": "fast"})
    anna.page.add_init_script(COUNT)
    anna.open_table("scotch-whist", rules={"players": 8, "target": 1000})
    anna.play()
    expect(anna.see(".hand[data-turn]")).to_be_visible()
    anna.play()
    anna.page.keyboard.press("Space")
    expect(anna.see(".hand[data-turn]")).to_be_visible()
    dealt, played, gathered = 4, 8 + 2, 8
    assert anna.page.evaluate("window.moved") >= dealt + played + gathered


def test_reduced_motion_disables_animations(users: BrowserUsers) -> None:
    anna = users.open(PHONE, preferences={"speed": "fast"}, reduced_motion="reduce")
    anna.page.add_init_script(COUNT)
    anna.open_table("scotch-whist", rules={"players": 4})
    anna.play()
    expect(anna.see(".hand[data-turn]")).to_be_visible()
    assert anna.page.evaluate("window.moved") == 0


def test_a_rematch_takes_place_at_the_same_table(users: BrowserUsers) -> None:
    anna = users.open(preferences=INSTANT)
    anna.open_table("scotch-whist", rules={"players": 8, "target": 1})
    anna.page.evaluate(PRESS)
    anna.page.get_by_role("button", name="Rematch").click(timeout=60_000)
    expect(anna.see(".panel h2")).to_be_visible(timeout=60_000)
    expect(anna.see("body")).to_have_attribute("data-stage", "over", timeout=60_000)
