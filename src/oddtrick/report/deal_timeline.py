"""The course of a deal card by card, and luck apart from skill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.report.charts import bar, bars, curve, expectations
from oddtrick.report.html_markup import Html, el, hidden_text, joined, scrollable, subsection
from oddtrick.report.phrases import double_dummy_unit, luck_sentences

if TYPE_CHECKING:
    from oddtrick.report.phrases import Phrases
    from oddtrick.review import DealReview


def timeline(phrases: Phrases, deal: DealReview) -> Html | None:
    """The course of the deal as a curve; with more than two sides, one for each seat."""
    drawn = curve(phrases, deal)
    if drawn is not None:
        inner = joined(drawn, _key(phrases, deal))
    else:
        small = expectations(phrases, deal)
        if small is None:
            return None
        text = phrases.text("timeline.expected", unit=phrases.unit(deal.unit))
        inner = joined(small, el("p", text, class_="soft"))
    return subsection(phrases.text("timeline"), inner, "of-timeline")


def _key(phrases: Phrases, deal: DealReview) -> Html:
    text = phrases.html(
        "timeline.key",
        unit=phrases.unit(double_dummy_unit(deal.unit)),
        first=phrases.side_name(0, "you.for"),
        first_of=phrases.side_name(0, "you.of"),
        second_of=phrases.side_name(1, "you.of"),
        circle=el("span", "●", class_="key first", aria_hidden="true"),
        diamond=el("span", "◆", class_="key second", aria_hidden="true"),
    )
    return el("p", text, class_="soft")


def luck_and_skill(phrases: Phrases, deal: DealReview) -> Html:
    """The double-dummy value of the cards beside the result."""
    lines = [el("p", line) for line in luck_sentences(phrases, deal)]
    luck = deal.luck
    heading = phrases.text("luck")
    if luck.par is None or luck.made is None:
        return subsection(heading, joined(*lines), "of-luck")
    two = len(phrases.review.sides) == 2
    figures = _first_side(phrases, deal) if two else _every_side(phrases, deal)
    return subsection(heading, joined(figures, *lines), "of-luck")


def _first_side(phrases: Phrases, deal: DealReview) -> Html:
    luck, most = deal.luck, float(_most(deal))
    results = (
        ("luck.worth", luck.par, "par"),
        ("luck.experts", luck.expert, "expert"),
        ("luck.made", luck.made, "made"),
    )
    rows = [
        (phrases.text(key), float(by_side[0]), kind) for key, by_side, kind in results if by_side
    ]
    unit = phrases.text(f"unit.{double_dummy_unit(deal.unit)}")
    return el("div", el("h4", f"{phrases.side_name(0)}: {unit}"), bars(phrases, rows, most))


def _every_side(phrases: Phrases, deal: DealReview) -> Html:
    """The same as a table, for many."""
    luck, most = deal.luck, float(_most(deal))
    assert luck.par is not None
    assert luck.made is not None
    head = el(
        "tr",
        el("th", phrases.text("column.player"), scope="col"),
        el("th", hidden_text(phrases.text("column.bar")), scope="col", class_="bar-cell"),
        el("th", phrases.text("column.made"), scope="col"),
        el("th", phrases.text("column.worth"), scope="col"),
        el("th", phrases.text("column.experts"), scope="col") if luck.expert else None,
    )
    rows = [
        el(
            "tr",
            el("th", phrases.side_name(side), scope="row"),
            el("td", bar(float(luck.made[side]), most, "made"), class_="bar-cell"),
            el("td", phrases.number(luck.made[side])),
            el("td", phrases.number(luck.par[side])),
            el("td", phrases.number(luck.expert[side])) if luck.expert else None,
        )
        for side, seats in enumerate(phrases.review.sides)
        if set(seats) & set(deal.steps.seats)
    ]
    caption = el("caption", phrases.text(f"luck.table.{double_dummy_unit(deal.unit)}"))
    table = el("table", caption, el("thead", head), el("tbody", *rows), class_="seats")
    return scrollable(table, phrases.text("luck"))


def _most(deal: DealReview) -> int:
    """The value of a full bar."""
    luck = deal.luck
    together = [*(luck.par or ()), *(luck.expert or ()), *(luck.made or ())]
    if deal.unit == "tricks":
        dealt = sum(len(hand.cards[deal.steps.seats[0]]) for hand in deal.steps.hands)
        return max(*together, dealt)
    return max(*together, 1)
