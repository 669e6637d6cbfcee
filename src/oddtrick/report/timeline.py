"""The course of a deal card by card, and luck apart from skill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.report.charts import bar, bars, curve, expectations
from oddtrick.report.html_markup import Html, el, joined
from oddtrick.report.phrases import luck_sentences, number, open_unit, side_name
from oddtrick.report.sections import part, scrolled

if TYPE_CHECKING:
    from oddtrick.review import DealReview, Review


def course(review: Review, deal: DealReview) -> Html | None:
    """The course of the deal as a curve; with more than two sides, one for each seat."""
    drawn = curve(review, deal)
    if drawn is not None:
        return part("How it went", joined(drawn, _key(review, deal)), "of-course")
    small = expectations(review, deal)
    if small is None:
        return None
    text = f"{deal.unit.capitalize()} that each player could expect, turn by turn."
    return part("How it went", joined(small, el("p", text, class_="soft")), "of-course")


def _key(review: Review, deal: DealReview) -> Html:
    first, second = side_name(review, 0), side_name(review, 1)
    unit = open_unit(deal.unit).capitalize()
    return el(
        "p",
        f"{unit} for {first} with best play from there, all cards open, trick by trick. ",
        el("span", "●", class_="key first", aria_hidden="true"),
        f" a mistake of {first}, ",
        el("span", "◆", class_="key second", aria_hidden="true"),
        f" of {second}.",
        class_="soft",
    )


def luck_and_skill(review: Review, deal: DealReview) -> Html:
    """The double-dummy value of the cards beside the result."""
    lines = [el("p", line) for line in luck_sentences(review, deal)]
    luck = deal.luck
    if luck.par is None or luck.made is None:
        return part("Luck and skill", joined(*lines), "of-luck")
    shown = _first_side(review, deal) if len(review.sides) == 2 else _every_side(review, deal)
    return part("Luck and skill", joined(shown, *lines), "of-luck")


def _first_side(review: Review, deal: DealReview) -> Html:
    luck, most = deal.luck, float(_most(deal))
    known = (
        ("Cards were worth", luck.par, "par"),
        ("Experts make", luck.expert, "expert"),
        ("Made", luck.made, "made"),
    )
    rows = [(name, float(by_side[0]), kind) for name, by_side, kind in known if by_side]
    who = side_name(review, 0)
    return el("div", el("h4", f"{who}: {open_unit(deal.unit)}"), bars(rows, most))


def _every_side(review: Review, deal: DealReview) -> Html:
    """The same as a table, for many."""
    luck, most = deal.luck, float(_most(deal))
    assert luck.par is not None
    assert luck.made is not None
    head = el(
        "tr",
        el("th", "Player", scope="col"),
        el(
            "th",
            el("span", "Made, as a bar", class_="visually-hidden"),
            scope="col",
            class_="beside",
        ),
        el("th", "Made", scope="col"),
        el("th", "Worth", scope="col"),
        el("th", "Experts", scope="col") if luck.expert else None,
    )
    rows = [
        el(
            "tr",
            el("th", side_name(review, side), scope="row"),
            el("td", bar(float(luck.made[side]), most, "made"), class_="beside"),
            el("td", number(luck.made[side], 0)),
            el("td", number(luck.par[side], 0)),
            el("td", number(luck.expert[side], 0)) if luck.expert else None,
        )
        for side, seats in enumerate(review.sides)
        if set(seats) & set(deal.steps.seats)
    ]
    caption = el("caption", f"What was made, in {open_unit(deal.unit)}; what the cards were worth")
    table = el("table", caption, el("thead", head), el("tbody", *rows), class_="seats")
    return scrolled(table, "Luck and skill")


def _most(deal: DealReview) -> int:
    """The value of a full bar."""
    luck = deal.luck
    together = [*(luck.par or ()), *(luck.expert or ()), *(luck.made or ())]
    if deal.unit == "tricks":
        dealt = sum(len(hand.cards[deal.steps.seats[0]]) for hand in deal.steps.hands)
        return max(*together, dealt)
    return max(*together, 1)
