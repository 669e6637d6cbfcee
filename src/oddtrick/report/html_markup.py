"""HTML as values, in which plain text is always escaped; and the containers of a report's parts."""

from __future__ import annotations

from html import escape
from typing import TypeAlias

VOID = frozenset({"br", "col", "hr", "img", "input", "link", "meta"})
"""Elements that hold nothing and have no end."""


class Html(str):
    """Text that is HTML already; any other text is escaped on insertion."""

    __slots__ = ()


Part: TypeAlias = "Html | str | int | None"
Given: TypeAlias = "str | float | bool | None"


def el(tag: str, *parts: Part, **given: Given) -> Html:
    """An element.

    Args:
        tag: its name.
        parts: its content; None is left out.
        given: its attributes: a trailing ``_`` is dropped, any other becomes ``-``; True gives an
            attribute without value, False and None leave it out.

    >>> el("p", "1 < 2", el("br"), id="a", data_seat=0, hidden=True, class_=None)
    '<p id="a" data-seat="0" hidden>1 &lt; 2<br></p>'
    """
    inner = "" if tag in VOID else f"{joined(*parts)}</{tag}>"
    return Html(f"<{tag}{attributes(given)}>{inner}")


def attributes(given: dict[str, Given]) -> str:
    """Attributes as they stand in a tag, each with a space before it."""
    parts = []
    for name, value in given.items():
        if value is None or value is False:
            continue
        named = name.rstrip("_").replace("_", "-")
        parts.append(f" {named}" if value is True else f' {named}="{escape(_shown(value))}"')
    return "".join(parts)


def _shown(value: str | float) -> str:
    """Numbers in drawings have at most two places."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def joined(*parts: Part) -> Html:
    """Parts one after the other.

    >>> joined("a & b", None, el("b", 3))
    'a &amp; b<b>3</b>'
    """
    return Html("".join(_escaped(part) for part in parts if part is not None))


def fill(form: str, **parts: Html | str) -> Html:
    """A plain text with elements in its placeholders.

    >>> fill("1 < {n}", n=el("b", 2))
    '1 &lt; <b>2</b>'
    """
    return Html(escape(form).format_map({name: _escaped(part) for name, part in parts.items()}))


def _escaped(part: Html | str | int) -> str:
    return part if isinstance(part, Html) else escape(str(part))


def subsection(heading: str, inner: Html, kind: str) -> Html:
    """A part of a deal under its heading."""
    return el("div", el("h3", heading), inner, class_=f"part {kind}")


def scrollable(table: Html, name: str) -> Html:
    """A table that scrolls sideways in a narrow window, by keyboard too."""
    return el("div", table, class_="scrollable", role="group", aria_label=name, tabindex=0)


def hidden_text(text: str) -> Html:
    """A text for screen readers only."""
    return el("span", text, class_="visually-hidden")
