"""Tables of losses: by seat, theme and phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from oddtrick.i18n.localizer import capitalized
from oddtrick.report.charts import bar
from oddtrick.report.html_markup import Html, el, hidden_text, joined, scrollable
from oddtrick.review import PHASES, THEMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.report.phrases import Phrases
    from oddtrick.review import SeatLosses, Tally


def loss_tables(phrases: Phrases, losses: Sequence[SeatLosses], unit: str) -> Html:
    """The cost of each seat's decisions, by theme and phase.

    Args:
        phrases: the wording.
        losses: the losses of each seat.
        unit: ``tricks`` or ``points``.
    """
    if not any(each.total.mistakes for each in losses):
        return el("p", phrases.text("losses.none"), class_="empty")
    tables = {by: _split(phrases, losses, by, unit) for by in _ROWS}
    return joined(
        scrollable(_seats(phrases, losses, unit), phrases.text("losses.caption")),
        el(
            "div",
            *(
                scrollable(table, phrases.text(f"losses.{by}"))
                for by, table in tables.items()
                if table
            ),
            class_="tables",
        ),
    )


def lesson_lists(phrases: Phrases, losses: Sequence[SeatLosses]) -> Html | None:
    """The lessons of each seat's clear mistakes; None if there are none."""
    lists = [
        joined(
            el("h3", phrases.about("lessons.of", each.seat)),
            el("ul", *(el("li", line) for line in phrases.lessons(each))),
        )
        for each in losses
        if each.lessons
    ]
    return joined(*lists) if lists else None


def amount_of(tally: Tally, unit: str) -> float:
    """Returns what the mistakes cost in a unit; never less than nothing."""
    return max(tally.tricks if unit == "tricks" else tally.points, 0.0)


def _seats(phrases: Phrases, losses: Sequence[SeatLosses], unit: str) -> Html:
    most = max(amount_of(each.total, unit) for each in losses)
    wins = any(each.total.win_chance for each in losses)
    head = el(
        "tr",
        el("th", phrases.text("column.player"), scope="col"),
        el("th", hidden_text(phrases.text("column.bar")), scope="col", class_="bar-cell"),
        el("th", phrases.unit(unit), scope="col"),
        el("th", phrases.text("column.to-win"), scope="col") if wins else None,
        el("th", phrases.text("column.mistakes"), scope="col"),
    )
    rows = [
        el(
            "tr",
            el("th", phrases.label(each.seat), scope="row"),
            el("td", bar(amount_of(each.total, unit), most, "lost"), class_="bar-cell"),
            el("td", phrases.number(amount_of(each.total, unit), 1)),
            el("td", phrases.percent(each.total.win_chance or 0.0)) if wins else None,
            el("td", mistakes(phrases, each.total)),
        )
        for each in losses
    ]
    caption = el("caption", phrases.text("losses.caption"))
    return el("table", caption, el("thead", head), el("tbody", *rows), class_="seats")


def mistakes(phrases: Phrases, tally: Tally) -> str:
    """Returns the number of mistakes among the decisions, as in “2 of 13”."""
    return phrases.text("losses.mistakes", n=tally.mistakes, all=tally.decisions)


_ROWS: dict[Literal["theme", "phase"], Sequence[str]] = {"theme": THEMES, "phase": PHASES}
"""The keys by which losses are split."""


def _split(
    phrases: Phrases,
    losses: Sequence[SeatLosses],
    by: Literal["theme", "phase"],
    unit: str,
) -> Html | None:
    """A table with a row for each theme or phase, and a column for each seat with losses."""
    losses = [each for each in losses if each.total.mistakes]
    tallies: list[dict[str, Tally]] = [getattr(each, f"by_{by}") for each in losses]
    names = [name for name in _ROWS[by] if any(_has_mistakes(each.get(name)) for each in tallies)]
    if not names:
        return None
    head = el(
        "tr",
        el("th", phrases.text(f"column.{by}"), scope="col"),
        *(el("th", phrases.label(each.seat), scope="col") for each in losses),
    )
    rows = [
        el(
            "tr",
            el("th", capitalized(phrases.text(f"{by}.{name}")), scope="row"),
            *(el("td", _cell(phrases, each.get(name), unit)) for each in tallies),
        )
        for name in names
    ]
    heading = el("caption", phrases.text(f"losses.{by}.{unit}"))
    return el("table", heading, el("thead", head), el("tbody", *rows))


def _has_mistakes(tally: Tally | None) -> bool:
    return tally is not None and tally.mistakes > 0


def _cell(phrases: Phrases, tally: Tally | None, unit: str) -> str:
    if tally is None or not tally.mistakes:
        return "·"
    return phrases.number(amount_of(tally, unit), 1)
