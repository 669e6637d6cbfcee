"""Charts as SVG, each with a text alternative.

Positions are attributes and colours are classes, so that charts need no inline style.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from oddtrick.report.html_markup import Html, el
from oddtrick.report.phrases import double_dummy_unit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from oddtrick.i18n.localizer import Localizer
    from oddtrick.report.phrases import Phrases
    from oddtrick.review import Choice, DealReview, Decision

WIDE, HIGH = 360.0, 190.0
"""The width and height of a full-width chart, in SVG units."""

LEFT, RIGHT, TOP, BOTTOM = 26.0, 10.0, 12.0, 26.0
"""Margins of a curve, for its labels."""

MIN_LINES, MAX_LINES = 4, 8
"""Grid lines of a curve."""


def curve(phrases: Phrases, deal: DealReview) -> Html | None:
    """The double-dummy result of the first side after each card; None where unknown."""
    heights = _heights(phrases, deal)
    if heights is None:
        return None
    low = min(heights) - 1
    high = max(*heights, low + MIN_LINES) + 0.5
    across = (WIDE - LEFT - RIGHT) / max(len(heights) - 1, 1)

    def x(at: float) -> float:
        return LEFT + at * across

    def y(value: float) -> float:
        return TOP + (high - value) * (HIGH - TOP - BOTTOM) / (high - low)

    line = f"M{x(0):.1f} {y(heights[0]):.1f}" + "".join(
        f"H{x(at):.1f}V{y(value):.1f}" for at, value in enumerate(heights) if at
    )
    area = f"{line}V{y(low):.1f}H{x(0):.1f}z"
    marks = [
        _mark(phrases, decision, x(at + 1), y(heights[at + 1]))
        for at, decision in enumerate(_solved(deal))
        if decision.loss.real
    ]
    return _drawing(
        _curve_text(phrases, deal, heights),
        HIGH,
        *_levels(low, high, y),
        *_trick_marks(deal, x),
        el("path", class_="area", d=area),
        el("path", class_="line", d=line),
        *marks,
    )


def _solved(deal: DealReview) -> list[Decision]:
    """The decisions that have a double-dummy value: calls have none."""
    return [decision for decision in deal.decisions if decision.kind != "call"]


def _heights(phrases: Phrases, deal: DealReview) -> list[int] | None:
    """The first side's result with best play: before the first decision, and after each."""
    if len(phrases.review.sides) != 2 or deal.luck.par is None or not _solved(deal):
        return None
    heights = [deal.luck.par[0]]
    for decision in _solved(deal):
        if decision.double_dummy_loss is None:
            return None
        sign = -1 if phrases.side_of(decision.seat) == 0 else 1
        heights.append(heights[-1] + sign * decision.double_dummy_loss)
    return heights


def _levels(low: int, high: float, y: Callable[[float], float]) -> Iterable[Html]:
    top = int(high)
    step = max(1, -(-(top - low) // MAX_LINES))
    for value in range(low + 1, top + 1, step):
        yield el("path", class_="level", d=f"M{LEFT:g} {y(value):.1f}H{WIDE - RIGHT:g}")
        yield el("text", value, x=LEFT - 6, y=y(value) + 4, class_="end")


def _trick_marks(deal: DealReview, x: Callable[[float], float]) -> Iterable[Html]:
    """The number of each trick below its first card."""
    starts = [
        (at, decision)
        for at, decision in enumerate(_solved(deal))
        if decision.kind == "card" and decision.place == 0
    ]
    every = 1 if len(starts) <= 14 else 2
    for at, decision in starts[::every]:
        middle = x(at + (len(deal.steps.seats) / 2))
        yield el("text", decision.trick + 1, x=middle, y=HIGH - 9, class_="mid")
    for at, _ in starts[1:]:
        yield el("path", class_="tick", d=f"M{x(at):.1f} {HIGH - BOTTOM:g}v4")


def _mark(phrases: Phrases, decision: Decision, x: float, y: float) -> Html:
    """The mark of a mistake: a circle for the first side, a diamond for the second."""
    if phrases.side_of(decision.seat) == 0:
        return el("circle", class_="mark first", cx=x, cy=y, r=4.5)
    return el("path", class_="mark second", d=f"M{x:.1f} {y - 6:.1f}l6 6-6 6-6-6z")


def _curve_text(phrases: Phrases, deal: DealReview, heights: Sequence[int]) -> str:
    """The curve in words, for screen readers."""
    worth = phrases.amount(heights[0], double_dummy_unit(deal.unit))
    changes = [phrases.text("curve.start", who=phrases.side_name(0, "you.for"), amount=worth)]
    for decision, (before, after) in zip(_solved(deal), pairwise(heights), strict=True):
        if before != after:
            trick = decision.trick + 1
            changes.append(phrases.about("curve.change", decision.seat, n=after, trick=trick))
    return "; ".join(changes) + "."


def expectations(phrases: Phrases, deal: DealReview) -> Html | None:
    """The expectation of each seat at each of its turns, as small curves of one scale."""
    by_seat = {
        seat: [
            _expected(each.choice(each.played), deal.unit)
            for each in deal.decisions
            if each.seat == seat
        ]
        for seat in deal.steps.seats
    }
    everything = [value for values in by_seat.values() for value in values]
    if not everything:
        return None
    low, high = min(*everything, 0.0), max(*everything, 1.0)
    return el(
        "ul",
        *(
            el(
                "li",
                el("span", phrases.label(seat), class_="label"),
                el("span", _change(phrases, values), class_="soft"),
                _expectation(values, low, high),
            )
            for seat, values in by_seat.items()
            if values
        ),
        class_="expectations",
    )


def _change(localizer: Localizer, values: Sequence[float]) -> str:
    return f"{localizer.number(values[0], 1)} → {localizer.number(values[-1], 1)}"


def _expectation(values: Sequence[float], low: float, high: float) -> Html:
    wide, tall, rim = 160.0, 48.0, 5.0
    across = (wide - 2 * rim) / max(len(values) - 1, 1)

    def y(value: float) -> float:
        return rim + (high - value) * (tall - 2 * rim) / (high - low)

    points = [(rim + at * across, y(value)) for at, value in enumerate(values)]
    last_x, last_y = points[-1]
    return el(
        "svg",
        el("path", class_="level", d=f"M{rim:g} {y(0):.1f}H{wide - rim:g}"),
        el("path", class_="line", d="M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)),
        el("circle", class_="mark first", cx=last_x, cy=last_y, r=3.5),
        viewBox=f"0 0 {wide:g} {tall:g}",
        class_="chart small",
        aria_hidden="true",
    )


def _expected(choice: Choice, unit: str) -> float:
    return choice.tricks if unit == "tricks" else choice.points


def bars(localizer: Localizer, rows: Sequence[tuple[str, float, str]], most: float) -> Html:
    """A bar chart.

    Args:
        localizer: for the numbers.
        rows: name, value and class of each bar.
        most: the value of a full bar.
    """
    return el(
        "ul",
        *(
            el(
                "li",
                el("span", name, class_="label"),
                bar(value, most, kind),
                el("b", localizer.number(value)),
            )
            for name, value, kind in rows
        ),
        class_="bars",
    )


def bar(value: float, most: float, kind: str) -> Html:
    """One value as a bar; the text beside it gives the number."""
    length = min(max(100 * value / most, 0.0), 100.0) if most > 0 else 0.0
    return el(
        "svg",
        el("rect", class_="track", width=100, height=10),
        el("rect", class_=f"bar {kind}", width=length, height=10),
        viewBox="0 0 100 10",
        preserveAspectRatio="none",
        class_="one-bar",
        aria_hidden="true",
    )


def value_bar(choice: Choice, decision: Decision) -> Html:
    """The value of a choice compared with the others, with its standard error."""
    utilities = [each.utility for each in decision.choices]
    low, high = min(utilities), max(utilities)
    spread = (high - low) or 1.0
    reach = 8 + 84 * (choice.utility - low) / spread
    error = min(84 * choice.error / spread, 30.0)
    kind = "best" if choice.action == decision.best else "other"
    if choice.action == decision.played != decision.best:
        kind = "played"
    ends = f"M{max(reach - error, 0):.1f} 7H{min(reach + error, 100):.1f}"
    return el(
        "svg",
        el("rect", class_="track", x=0, y=2, width=100, height=10, rx=2),
        el("rect", class_=f"bar {kind}", x=0, y=2, width=reach, height=10, rx=2),
        el("path", class_="whisker", d=ends) if error >= 0.5 else None,
        viewBox="0 0 100 14",
        preserveAspectRatio="none",
        class_="value-bar",
        aria_hidden="true",
    )


def _drawing(label: str, high: float, *shapes: Html) -> Html:
    return el(
        "svg",
        *shapes,
        viewBox=f"0 0 {WIDE:g} {high:g}",
        class_="chart",
        role="img",
        aria_label=label,
    )
