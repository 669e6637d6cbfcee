"""Tables of losses: by seat, theme and phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from oddtrick.report.charts import bar
from oddtrick.report.html_markup import Html, el, joined
from oddtrick.report.phrases import PHASES, THEMES, number, percent, seat_name
from oddtrick.report.sections import scrolled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.review import Review, SeatLosses, Tally


def losses(review: Review, found: Sequence[SeatLosses], unit: str) -> Html:
    """The cost of each seat's decisions, by theme and phase.

    Args:
        review: the review, for names.
        found: the losses of each seat.
        unit: ``tricks`` or ``points``.
    """
    if not any(each.total.mistakes for each in found):
        return el("p", "No clear mistakes by anyone.", class_="none")
    themes = _split(review, found, "theme", unit)
    phases = _split(review, found, "phase", unit)
    return joined(
        scrolled(_seats(review, found, unit), "What it cost each player"),
        el(
            "div",
            *(
                scrolled(table, name)
                for table, name in ((themes, "What it was about"), (phases, "When it was"))
                if table
            ),
            class_="tables",
        ),
    )


def _amount(tally: Tally, unit: str) -> float:
    return max(tally.tricks if unit == "tricks" else tally.points, 0.0)


def _seats(review: Review, found: Sequence[SeatLosses], unit: str) -> Html:
    most = max(_amount(each.total, unit) for each in found)
    wins = any(each.total.win_chance for each in found)
    head = el(
        "tr",
        el("th", "Player", scope="col"),
        el("th", el("span", "As a bar", class_="visually-hidden"), scope="col", class_="beside"),
        el("th", unit.capitalize(), scope="col"),
        el("th", "To win", scope="col") if wins else None,
        el("th", "Mistakes", scope="col"),
    )
    rows = [
        el(
            "tr",
            el("th", seat_name(review, each.seat), scope="row"),
            el("td", bar(_amount(each.total, unit), most, "lost"), class_="beside"),
            el("td", number(_amount(each.total, unit))),
            el("td", percent(each.total.win_chance or 0.0)) if wins else None,
            el("td", f"{each.total.mistakes} of {each.total.decisions}"),
        )
        for each in found
    ]
    caption = "What each player’s decisions cost, as far as they could know"
    return el(
        "table", el("caption", caption), el("thead", head), el("tbody", *rows), class_="seats"
    )


def _split(
    review: Review,
    found: Sequence[SeatLosses],
    by: Literal["theme", "phase"],
    unit: str,
) -> Html | None:
    """A table with a row for each theme or phase, and a column for each seat with losses."""
    names, title, caption = _KINDS[by]
    found = [each for each in found if each.total.mistakes]
    parts: list[dict[str, Tally]] = [getattr(each, f"by_{by}") for each in found]
    kept = [name for name in names if any(_mistakes(part.get(name)) for part in parts)]
    if not kept:
        return None
    head = el(
        "tr",
        el("th", title, scope="col"),
        *(el("th", seat_name(review, each.seat), scope="col") for each in found),
    )
    rows = [
        el(
            "tr",
            el("th", names[name].capitalize(), scope="row"),
            *(el("td", _cell(part.get(name), unit)) for part in parts),
        )
        for name in kept
    ]
    heading = el("caption", f"{caption}, in {unit}")
    return el("table", heading, el("thead", head), el("tbody", *rows))


_KINDS = {
    "theme": (THEMES, "About", "What it was about"),
    "phase": (PHASES, "When", "When it was"),
}
"""Names, the heading of their column, and the caption of the table."""


def _mistakes(tally: Tally | None) -> int:
    return 0 if tally is None else tally.mistakes


def _cell(tally: Tally | None, unit: str) -> str:
    if tally is None or not tally.mistakes:
        return "·"
    return number(_amount(tally, unit))
