"""What several parts of a report are put into."""

from __future__ import annotations

from oddtrick.report.html_markup import Html, el


def part(heading: str, inner: Html, kind: str) -> Html:
    """A part of a deal under its heading."""
    return el("div", el("h3", heading), inner, class_=f"part {kind}")


def scrolled(table: Html, name: str) -> Html:
    """A table that is scrolled to the side where the window is too small for it; by keys too."""
    return el("div", table, class_="wide", role="group", aria_label=name, tabindex=0)
