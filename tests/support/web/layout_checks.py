"""Checks of a page's layout: nothing covered, cut, overflowing or too small to tap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.web.axe import barriers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.support.web.browser_user import BrowserUser

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
