"""A pseudo-locale for tests: bracketed English, so that text outside the catalogues stands out."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Route

PARTS = (
    "common",
    "start",
    "table",
    "tutorial",
    "replay",
    "bot-remarks",
    "table-menus",
    "solve",
    "daily",
    "drive",
    "drive-desk",
    "hints",
    "errors",
)
"""Modules of the catalogue."""


def _in_brackets(part: str) -> str:
    """Returns a module of the English catalogue with each text in brackets."""
    lines = [
        f'import all from "./{part}.js?plain";',
        "const form = (text) => text && `⟦${text}⟧`;",
        'const text = (value) => typeof value === "string" ? form(value)',
        "  : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, form(each)]));",
        "export default Object.fromEntries(",
        "  Object.entries(all).map(([name, value]) => [name, text(value)]));",
    ]
    return "\n".join(lines)


LOOK = """([data, passed]) => {
  const bare = (entry) => {
    let left = entry;
    for (let before = ""; before !== left; ) left = (before = left).replace(/⟦[^⟦⟧]*⟧/g, "");
    for (const each of data) left = left.replaceAll(each, "");
    return left.replace(/[\\d\\s\\p{P}\\p{S}]/gu, "");
  };
  const seen = (at) => !at.closest(`${passed}, [hidden], svg, noscript, script, style, template`);
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    // A score plate takes its message apart, so that small windows show the figure only.
    const text = parent.matches(".figure, .unit") ? parent.parentElement.textContent : node.data;
    if (seen(parent) && bare(text)) found.push(text.trim());
  }
  for (const name of ["aria-label", "placeholder", "title", "alt", "aria-description"]) {
    for (const at of document.querySelectorAll(`[${name}]`)) {
      if (seen(at) && bare(at.getAttribute(name))) found.push(`${name}: ${at.getAttribute(name)}`);
    }
  }
  const title = document.title.replace("Oddtrick", "");
  if (bare(title)) found.push(`title: ${document.title}`);
  return found;
}"""

NAMES = ("Oddtrick", "English", "Deutsch")
"""Texts that are the same in every language."""


def speak_in_brackets(page: Page) -> None:
    """Serves the pseudo-locale in place of English from the next navigation on."""

    def give(part: str) -> Callable[[Route], None]:
        body = _in_brackets(part)
        return lambda route: route.fulfill(content_type="text/javascript", body=body)

    for part in PARTS:
        page.route(f"**/i18n/en/{part}.js", give(part))


def untranslated(page: Page, *data: str, passed: str = "#none") -> list[str]:
    """Returns visible and announced texts of the page that are in no catalogue.

    Args:
        page: the page in its current state.
        data: texts that are data, such as names of people.
        passed: a selector of ignored elements.
    """
    found: list[str] = page.evaluate(LOOK, [[*NAMES, *data], passed])
    return found
