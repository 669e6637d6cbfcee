"""Tests of the two packs (W3) and of the one pile in which partners keep their tricks."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.support.extent import part
from tests.support.web.browser_user import DESK, PHONE, PRESS, BrowserUsers

TABLES: list[tuple[str, dict[str, Any], int]] = [
    ("colonial-whist", {"target": 2}, 2),
    ("scotch-whist", {"players": 6, "sides": 3, "target": 30}, 3),
    ("scotch-whist", {"players": 5, "target": 30}, 5),
    ("whist", {"target": 2}, 2),
]

WATCH = """
  window.piles = [];
  window.shuffled = [];
  window.said = new Set();
  new MutationObserver(() => {
    for (const at of document.querySelectorAll("[aria-live]")) said.add(at.textContent);
    const seats = [...document.querySelectorAll(".seat")];
    const count = (seat, what) => seat.querySelectorAll(what).length;
    const round = (seat) => Number(seat.dataset.round);
    const kept = seats.map((seat) => {
      const tricks = /^\\d+/.exec(seat.querySelector(".about")?.textContent ?? "");
      return [round(seat), count(seat, ".pile i"), Number(tricks?.[0] ?? 0)];
    });
    if (seats.length && document.querySelector("[data-stage=playing]")) piles.push(kept);
    for (const pack of document.querySelectorAll(".shuffled")) {
      const dealer = document.querySelector(".seat[data-dealer]");
      shuffled.push([round(pack.closest(".seat")), dealer && round(dealer), pack.className]);
    }
  }).observe(document, { subtree: true, childList: true });
"""
"""Keeps for each state of the table the piles and tricks of each seat, and each pack shuffled."""


@pytest.mark.parametrize(("game", "rules", "sides"), part(TABLES, 2))
def test_one_partner_keeps_the_tricks_of_a_side(
    users: BrowserUsers, game: str, rules: dict[str, Any], sides: int
) -> None:
    anna = users.open(DESK)
    anna.page.add_init_script(WATCH)
    anna.open_table(game, rules=rules)
    anna.page.evaluate(PRESS)
    expect(anna.see("[data-stage=over] .panel h2")).to_be_visible(timeout=60_000)
    seen = anna.page.evaluate("window.piles")
    assert max(sum(pile for _, pile, _ in state) for state in seen) > 3
    for state in seen:
        for side in range(sides):
            partners = [each for each in state if each[0] % sides == side]
            piles = [pile for _, pile, _ in partners if pile]
            assert piles == [total] if (total := sum(won for *_, won in partners)) else not piles


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_W3_the_partner_of_the_dealer_shuffles_the_other_pack(
    users: BrowserUsers, motion: Any
) -> None:
    anna = users.open(PHONE, preferences={"speed": "fast"}, reduced_motion=motion)
    anna.page.add_init_script(WATCH)
    anna.open_table("whist")
    expect(anna.see(".hand .card").first).to_be_visible()
    expect(anna.see(".shuffled")).to_have_count(0)
    said = " ".join(anna.page.evaluate("[...window.said]"))
    assert re.search("shuffles? the other pack", said)
    seen = anna.page.evaluate("window.shuffled")
    if motion == "reduce":
        assert seen == []
        return
    assert seen
    assert all((partner - dealer) % 4 == 2 and "blue" in look for partner, dealer, look in seen)
