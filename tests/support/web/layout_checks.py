"""Checks of a page's layout: nothing covered, cut, overflowing, out of sight or hard to tap."""

from __future__ import annotations

from collections.abc import Iterable

from playwright.sync_api import expect

from tests.support.web.axe import barriers
from tests.support.web.browser_user import PHONE, BrowserUser

DRESS = """([theme, contrast]) => {
  document.documentElement.dataset.theme = theme;
  if (contrast) document.documentElement.dataset.contrast = contrast;
  else delete document.documentElement.dataset.contrast;
}"""

# A scrolled dialog clips its own content.
FAULTS = """() => {
  const reach = (at) => {
    const { left, top, width, height } = at.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const far = (dx, dy) => {
      let steps = 0;
      const own = () => at.contains(document.elementFromPoint(x + dx * steps, y + dy * steps));
      while (steps < 40 && own()) steps++;
      return steps;
    };
    return [far(0, 1) + far(0, -1), far(1, 0) + far(-1, 0)];
  };
  const layer = document.querySelector("dialog[open]") ?? document.body;
  const wrong = [];
  for (const at of layer.querySelectorAll("a, button, input:not([type=file]), select, textarea")) {
    const box = at.getBoundingClientRect();
    if (!box.width || at.closest(".skip, [hidden]")) continue;
    at.scrollIntoView({ block: "center" });
    const { left, top, width, height } = at.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!hit || !(at.contains(hit) || hit.contains(at) || at.labels?.[0]?.contains(hit))) {
      wrong.push(`covered: ${at.textContent || at.name || at.id}`);
    }
    const inline = getComputedStyle(at).display === "inline";
    const tapped = at.matches("[type=radio], [type=checkbox]") ? at.closest("label") : at;
    const whole = tapped.getBoundingClientRect();
    const inText = inline || at.matches(".rule:has(~ .rule)"); // several in one paragraph
    const [high, wide] = at.matches(".rule") ? reach(at) : [whole.height, whole.width];
    if (!inText && Math.min(high, wide) < 43.5) {
      wrong.push(`small: ${at.textContent || at.name || at.id} ${wide} by ${high}`);
    }
    if (left < -0.5 || left + width > innerWidth + 0.5) wrong.push(`cut: ${at.textContent}`);
  }
  for (const at of layer.querySelectorAll("h1, h2, h3, p, span, button, a, label, legend")) {
    const ends = at.querySelector(":scope > .rule:last-child"); // with room for a finger
    const may = ends || at.closest(".visually-hidden, .spread, .rule");
    if (at.clientWidth && at.scrollWidth > at.clientWidth + 1 && !may) {
      wrong.push(`overflows: ${at.textContent}`);
    }
  }
  return wrong;
}"""

LARGER = "size => { document.documentElement.style.fontSize = size; }"

THEMES = (("light", ""), ("light", "high"), ("dark", "high"))


def faults(user: BrowserUser, sizes: Iterable[tuple[int, int]]) -> list[str]:
    """Returns what is wrong with a page, one line each; animations must be off.

    Checks accessibility with axe-core, contrast in every theme, and the layout at every size with
    text of normal and of double size.

    Args:
        user: a user with the page open.
        sizes: the sizes of the window.
    """
    found = barriers(user.page)
    for theme, contrast in THEMES:
        user.page.evaluate(DRESS, [theme, contrast])
        found += [f"{theme} {contrast}: {each}" for each in barriers(user.page, "color-contrast")]
    for width, height in sizes:
        user.page.set_viewport_size({"width": width, "height": height})
        for text in ("100%", "200%"):
            user.page.evaluate(LARGER, text)
            at = f"{width} by {height}, text {text}"
            if not user.fits():
                found.append(f"{at}: scrolls sideways")
            found += [f"{at}: {each}" for each in user.page.evaluate(FAULTS)]
    return found


SMALL_SCREENS = (
    (844, 390),
    (932, 430),
    (667, 375),
    (320, 568),
    (360, 640),
    (375, 667),
    (1024, 600),
    (1024, 680),
    (1280, 600),
    (1366, 657),
)
"""Phones sideways and upright, and small laptops."""

# Laptops at 200 % zoom come last.
LOW = (*SMALL_SCREENS, (683, 328), (640, 300), (512, 340), (512, 300))
"""Windows too low for a large felt above a large hand."""

LOOK = """(whole) => {
  const found = [];
  const box = (at) => at.getBoundingClientRect();
  const { clientWidth: wide, clientHeight: high } = document.documentElement;
  const seen = (selector) =>
    [...document.querySelectorAll(selector)].filter((at) =>
      at.checkVisibility({ visibilityProperty: true }) && box(at).width &&
      getComputedStyle(at).clipPath !== "inset(50%)");
  const parts =
    ".bar, .score, .seat, .trick .card, .turn-up, .turn-status, .hand, .actions, .panel";
  for (const at of seen(".trick .card")) {
    const { left, top, width, height } = box(at);
    const over = document.elementFromPoint(left + width * 0.2, top + height * 0.13);
    if (whole && !at.contains(over)) found.push(`the index of ${at.dataset.card} is covered`);
  }
  const all = seen(parts).map((at) => [`${at.className} ${at.dataset.key ?? ""}`, box(at), at]);
  for (const [name, { left, top, right, bottom }] of all) {
    if (left < -1 || right > wide + 1) found.push(`${name} is cut: ${left} to ${right} of ${wide}`);
    const hidden = whole && (top < -1 || bottom > high + 1);
    if (hidden) found.push(`${name} is out of sight: ${top} to ${bottom} of ${high}`);
  }
  for (const at of seen(".hand .card")) {
    const { left, right, top, bottom } = box(at);
    if (left < 0 || right > wide) found.push(`${at.dataset.key} is cut: ${left} to ${right}`);
    if (whole && (top < 0 || bottom > high)) found.push(`${at.dataset.key}: ${top} to ${bottom}`);
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
  for (const at of seen(".seat .name")) {
    const name = box(at);
    for (const mark of at.parentElement.querySelectorAll(".dealer, .points, .clock")) {
      const { left, right, top, bottom } = box(mark);
      const over = Math.min(name.right, right) - Math.max(name.left, left);
      const down = Math.min(name.bottom, bottom) - Math.max(name.top, top);
      if (over > 1 && down > 1) found.push(`${mark.className} covers ${at.textContent}`);
    }
  }
  for (const at of whole ? seen(".seat:not([data-edge=own]) > .points") : []) {
    const { left, top, width, height } = box(at);
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!at.contains(over)) found.push(`a score is hidden by ${over?.outerHTML.slice(0, 60)}`);
  }
  for (const at of seen("button, a, select, input, summary")) {
    const { width, height } = box(at);
    if (at.closest(".hand, .visually-hidden")) continue;
    if (height < 43.5 || width < 43.5) found.push(`${at.outerHTML} is ${width} by ${height}`);
  }
  return found;
}"""
"""Returns clipped, covered, off-screen or too small elements; true requires all to be visible."""

IN_REACH = """() => {
  const { clientWidth: wide, clientHeight: high } = document.documentElement;
  const parts = ".seat, .turn-status, .seat button, .panel :is(button, select, a), .actions button";
  return [...document.querySelectorAll(parts)].filter((at) => {
    const { left, top, right, bottom, width, height } = at.getBoundingClientRect();
    if (!at.checkVisibility()) return false;
    if (left < -1 || top < -1 || right > wide + 1 || bottom > high + 1) return true;
    if (at.matches("button, select") && (width < 43.5 || height < 43.5)) return true;
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return !at.contains(hit) && !hit?.contains(at);
  }).map((at) => at.outerHTML.slice(0, 90));
}"""
"""Returns the places and buttons that are out of sight, covered or too small."""


def out_of_reach(user: BrowserUser, name: str) -> list[str]:
    """Returns what is out of reach in each window."""
    found = []
    for width, height in (PHONE, *LOW):
        user.page.set_viewport_size({"width": width, "height": height})
        settle(user)
        found += [f"{name}, {width}: {each}" for each in user.page.evaluate(IN_REACH)]
    return found


def settle(user: BrowserUser) -> None:
    """Waits for two frames without changes or animations."""
    user.page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    expect(user.see(".own-area")).to_be_visible()
    user.page.evaluate(
        "() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => 0)))"
    )
