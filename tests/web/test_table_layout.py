"""Tests that elements of the table neither overlap nor leave the window."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.support.web.browser_user import DESK, ON_TURN, PHONE, TABLET

if TYPE_CHECKING:
    from tests.support.web.browser_user import BrowserUsers

TINY = (320, 640)

TABLES: dict[str, dict[str, Any]] = {
    "whist": {"game": "whist"},
    **{f"{n}": {"game": "knockout-whist", "players": n} for n in (2, 3, 5, 7)},
    "6 in sides": {"game": "scotch-whist", "players": 6, "sides": 3},
    "8 alone": {"game": "scotch-whist", "players": 8},
}

LOOK = """(whole) => {
  const found = [];
  const box = (at) => at.getBoundingClientRect();
  const { clientWidth: wide, clientHeight: high } = document.documentElement;
  const seen = (selector) =>
    [...document.querySelectorAll(selector)].filter((at) => at.checkVisibility() && box(at).width);
  const parts = ".bar, .score, .seat, .trick .card, .turn-up, .turn-status, .hand, .actions";
  const all = seen(parts).map((at) => [`${at.className} ${at.dataset.key ?? ""}`, box(at), at]);
  for (const [name, { left, top, right, bottom }] of all) {
    if (left < -1 || right > wide + 1) found.push(`${name} is cut: ${left} to ${right} of ${wide}`);
    const hidden = whole && (top < -1 || bottom > high + 1);
    if (hidden) found.push(`${name} is out of sight: ${top} to ${bottom} of ${high}`);
  }
  for (const at of seen(".hand .card")) {
    const { left, right } = box(at);
    if (left < 0 || right > wide) found.push(`${at.dataset.key} is cut: ${left} to ${right}`);
  }
  const trick = (at) => at.closest(".trick");
  all.forEach(([name, one, at], n) => {
    for (const [other, two, to] of all.slice(n + 1)) {
      if (trick(at) && trick(to)) continue;
      const over = Math.min(one.right, two.right) - Math.max(one.left, two.left);
      const down = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
      if (over > 1 && down > 1) found.push(`${name} and ${other}: ${over} by ${down}`);
    }
  });
  for (const at of seen("button, a, select, input, summary")) {
    const { width, height } = box(at);
    if (at.closest(".hand, .visually-hidden")) continue;
    if (height < 43.5 || width < 43.5) found.push(`${at.outerHTML} is ${width} by ${height}`);
  }
  return found;
}"""
"""Returns clipped, covered, off-screen or too small elements; true requires all to be visible."""

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


@pytest.mark.parametrize("table", TABLES)
def test_all_elements_are_visible_without_overlap(users: BrowserUsers, table: str) -> None:
    anna = users.open(PHONE)
    rules = dict(TABLES[table])
    anna.open_table(rules.pop("game"), rules=rules)
    anna.see(ON_TURN).first.wait_for()
    if table != "2":
        anna.play()
        anna.see(ON_TURN).first.wait_for()
    wrong = []
    for size in (PHONE, TABLET, DESK, TINY):
        anna.page.set_viewport_size({"width": size[0], "height": size[1]})
        _settle(anna)
        wrong += [f"{size}: {each}" for each in anna.page.evaluate(LOOK, size != TINY)]
        least = min(anna.page.evaluate(STRIPS))
        if least < 44:
            wrong.append(f"{size}: a card can be hit on {least} px only")
    assert wrong == []


@pytest.mark.parametrize("size", [(320, 640), PHONE, TABLET, DESK], ids=str)
def test_the_table_fits_at_double_text_size(users: BrowserUsers, size: tuple[int, int]) -> None:
    anna = users.open(size)
    anna.open_table("scotch-whist", rules={"players": 5})
    anna.see(ON_TURN).first.wait_for()
    anna.page.evaluate("document.documentElement.style.fontSize = '200%'")
    _settle(anna)
    assert anna.page.evaluate(LOOK, arg=False) == []
    assert anna.fits()


def _settle(anna: Any) -> None:
    """Waits for two frames without changes or animations."""
    anna.page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    expect(anna.see(".hand")).to_be_visible()
    anna.page.evaluate(
        "() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => 0)))"
    )
