"""Accessibility checks with axe-core."""

from __future__ import annotations

from functools import cache

from playwright.sync_api import Page

from tests.support.web.npm import modules

LOOK = """async (rules) => {
  const levels = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const runOnly = rules.length ? { type: "rule", values: rules } : { type: "tag", values: levels };
  const found = await axe.run(document, { runOnly, resultTypes: ["violations"] });
  return found.violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")}: ${node.failureSummary}`));
}"""


def barriers(page: Page, *rules: str) -> list[str]:
    """Returns axe-core's findings on a page, one line each; animations must have ended.

    Args:
        page: the page in its current state.
        rules: the rules to check, as in ``"color-contrast"``; all by default.
    """
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_axe())
    found: list[str] = page.evaluate(LOOK, list(rules))
    return found


@cache
def _axe() -> str:
    # Injected by the debugger protocol: the page's content policy blocks foreign scripts.
    return (modules() / "axe-core/axe.min.js").read_text(encoding="utf-8")
