"""Where it was lost: by seat, by what a decision was about, by when it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.report.charts import bar
from oddtrick.report.markup import Html, el, joined
from oddtrick.report.words import PHASES, THEMES, number, percent, seat_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from oddtrick.review import Review, SeatLosses, Tally


def losses(review: Review, found: Sequence[SeatLosses], unit: str) -> Html:
    """What each seat's decisions cost, and what they were about.

    Args:
        review: for names.
        found: of each seat.
        unit: ``tricks`` or ``points``.
    """
    if not any(each.total.mistakes for each in found):
        return el("p", "Nobody lost anything that could have been known.", class_="none")
    themes = _split(review, found, lambda each: each.by_theme, THEMES, "About", unit)
    phases = _split(review, found, lambda each: each.by_phase, PHASES, "When", unit)
    return joined(
        el("div", _seats(review, found, unit), class_="wide"),
        el("div", themes, class_="wide"),
        el("div", phases, class_="wide"),
    )


def _amount(tally: Tally, unit: str) -> float:
    return max(tally.tricks if unit == "tricks" else tally.points, 0.0)


def _seats(review: Review, found: Sequence[SeatLosses], unit: str) -> Html:
    most = max(_amount(each.total, unit) for each in found)
    wins = any(each.total.wins for each in found)
    head = el(
        "tr",
        el("th", "Player", scope="col"),
        el("th", unit.capitalize(), scope="col", colspan=2),
        el("th", "To win", scope="col") if wins else None,
        el("th", "Mistakes", scope="col"),
    )
    rows = [
        el(
            "tr",
            el("th", seat_name(review, each.seat), scope="row"),
            el("td", bar(_amount(each.total, unit), most, "lost"), class_="beside"),
            el("td", number(_amount(each.total, unit))),
            el("td", percent(each.total.wins or 0.0)) if wins else None,
            el("td", f"{each.total.mistakes} of {each.total.decisions}"),
        )
        for each in found
    ]
    caption = "What each player’s decisions cost, as far as could be known"
    return el(
        "table", el("caption", caption), el("thead", head), el("tbody", *rows), class_="seats"
    )


def _split(
    review: Review,
    found: Sequence[SeatLosses],
    part: Callable[[SeatLosses], Mapping[str, Tally]],
    names: Mapping[str, str],
    title: str,
    unit: str,
) -> Html | None:
    """A table of one row for each name that something was lost under, and a column a seat."""
    kept = [name for name in names if any(name in part(each) for each in found)]
    kept = [
        name
        for name in kept
        if any(part(each)[name].mistakes for each in found if name in part(each))
    ]
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
            *(el("td", _cell(part(each).get(name), unit)) for each in found),
        )
        for name in kept
    ]
    caption = f"What it was about, in {unit}" if title == "About" else f"When it was, in {unit}"
    return el("table", el("caption", caption), el("thead", head), el("tbody", *rows))


def _cell(tally: Tally | None, unit: str) -> str:
    if tally is None or not tally.mistakes:
        return "·"
    return number(_amount(tally, unit))
