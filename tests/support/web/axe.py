"""What stands in the way of people who see, hear or move less: found by axe-core."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tests.support.web.npm import modules

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOOK = """async (rules) => {
  const levels = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const runOnly = rules.length ? { type: "rule", values: rules } : { type: "tag", values: levels };
  const found = await axe.run(document, { runOnly, resultTypes: ["violations"] });
  return found.violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")}: ${node.failureSummary}`));
}"""


def barriers(page: Page, *rules: str) -> list[str]:
    """What axe-core finds on a page as it is now, one line each; nothing may move meanwhile.

    Args:
        page: as it is now.
        rules: what to look for, as in ``"color-contrast"``; none: everything.
    """
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_axe())
    found: list[str] = page.evaluate(LOOK, list(rules))
    return found


@cache
def _axe() -> str:
    # Handed over by the debugger's way in: the page's own policy lets no foreign script run.
    return (modules() / "axe-core/axe.min.js").read_text(encoding="utf-8")
