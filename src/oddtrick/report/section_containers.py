"""Containers shared by the parts of a report."""

from __future__ import annotations

from oddtrick.report.html_markup import Html, el


def subsection(heading: str, inner: Html, kind: str) -> Html:
    """A part of a deal under its heading."""
    return el("div", el("h3", heading), inner, class_=f"part {kind}")


def scrollable(table: Html, name: str) -> Html:
    """A table that scrolls sideways in a narrow window, by keyboard too."""
    return el("div", table, class_="scrollable", role="group", aria_label=name, tabindex=0)


def hidden_text(text: str) -> Html:
    """A text for screen readers only."""
    return el("span", text, class_="visually-hidden")
