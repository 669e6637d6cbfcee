"""The decisions that mattered, explained, and a table of all with the value of each card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.report.card_images import picture, short, sign, with_signs
from oddtrick.report.charts import worth_bar
from oddtrick.report.html_markup import Html, el, joined
from oddtrick.report.phrases import (
    PHASES,
    THEMES,
    action_name,
    costs,
    counted,
    names_of,
    number,
    open_unit,
    percent,
    seat_name,
    where,
)
from oddtrick.report.sections import scrolled

if TYPE_CHECKING:
    from collections.abc import Iterable

    from oddtrick.review import Choice, DealReview, Decision, Moment, Review


def moments(review: Review, found: Iterable[Moment], level: str = "h3") -> Html:
    """The decisions that mattered most, each with pictures and words."""
    shown = [
        _moment(review, review.decision(moment), at, level) for at, moment in enumerate(found, 1)
    ]
    if not shown:
        return el("p", "No clear mistakes.", class_="none")
    return el("ol", *shown, class_="moments")


def _moment(review: Review, decision: Decision, at: int, level: str) -> Html:
    who = seat_name(review, decision.seat)
    said = [sentence.text(names=names_of(review)) for sentence in decision.explanation]
    unit = unit_of(review, decision)
    return el(
        "li",
        el(
            "div",
            _shown(decision, decision.played, "played"),
            _shown(decision, decision.best, "better"),
            class_="pair",
        ),
        el(
            "div",
            el("p", where(review, decision), class_="when"),
            el(
                level,
                f"{who} {_did(decision)}; " + ("the " if decision.kind == "card" else ""),
                _bare(decision, decision.best),
                " was better" if decision.kind == "card" else " were better",
            ),
            el("p", *_costs(decision, unit), class_="costs"),
            *(el("p", with_signs(line)) for line in said),
            class_="said",
        ),
        class_="moment",
        value=at,
    )


def unit_of(review: Review, decision: Decision) -> str:
    """The unit of a decision's deal, such as tricks or points."""
    return next(deal.unit for deal in review.deals if deal.number == decision.deal)


def _did(decision: Decision) -> str:
    if decision.kind == "trumps":
        return f"made {action_name(decision, decision.played).removesuffix(' as trumps')} trumps"
    verb = "led" if decision.place == 0 else "played"
    return f"{verb} the {action_name(decision, decision.played)}"


def _bare(decision: Decision, action: str) -> str:
    return action_name(decision, action).removesuffix(" as trumps")


def _shown(decision: Decision, action: str, what: str) -> Html:
    if decision.kind == "card":
        drawn = picture(action, "large", note=what)
    else:
        drawn = el("span", sign(action), class_="chosen")
    return el("figure", drawn, el("figcaption", what.capitalize()), class_=what)


def _costs(decision: Decision, unit: str) -> Iterable[Html]:
    for cost in costs(decision.loss, unit):
        yield el("span", f"cost {cost}", class_="chip")
    open_loss = decision.double_dummy_loss
    if open_loss is not None:
        lost = counted(open_loss, open_unit(unit)) if open_loss else "nothing"
        yield el("span", f"{lost} double dummy", class_="chip soft")


def every(review: Review, deal: DealReview, seat: int | None) -> Html:
    """Every decision of a deal, each expandable.

    Args:
        review: the whole.
        deal: the deal.
        seat: only decisions of this seat; None: all.
    """
    return el(
        "ol",
        *(
            el("li", _unfolding(review, deal, decision))
            for decision in deal.decisions
            if seat is None or decision.seat == seat
        ),
        class_="decisions",
    )


def _unfolding(review: Review, deal: DealReview, decision: Decision) -> Html:
    line = joined(
        el("span", _at(deal, decision), class_="at"),
        el("span", seat_name(review, decision.seat), class_="who"),
        el("span", _choice(decision, decision.played), class_="did"),
        el("span", *_verdict(deal, decision), class_=f"verdict {_kind(decision)}"),
    )
    if decision.forced:
        return el("div", line, class_="forced-line")
    return el(
        "details",
        el("summary", line),
        _about(decision),
        *(
            el("p", with_signs(sentence.text(names=names_of(review))))
            for sentence in decision.explanation
        ),
        el("div", _table(deal, decision)),
        id=f"d{decision.deal + 1}-{decision.number + 1}",
    )


def _at(deal: DealReview, decision: Decision) -> str:
    if decision.kind == "trumps":
        return "–"
    hand = f"{decision.hand + 1}·" if len(deal.steps.hands) > 1 else ""
    return f"{hand}{decision.trick + 1}"


def _kind(decision: Decision) -> str:
    if decision.forced:
        return "forced"
    return "lost" if decision.loss.real else "sound"


def _verdict(deal: DealReview, decision: Decision) -> list[Html | str]:
    if decision.forced:
        return ["nothing to decide"]
    if not decision.loss.real:
        is_close = decision.loss.utility > 0
        return ["close: ", _choice(decision, decision.best)] if is_close else ["sound"]
    return [f"cost {costs(decision.loss, deal.unit)[0]}"]


def _about(decision: Decision) -> Html:
    theme = f", {THEMES[decision.theme]}" if decision.theme else ""
    advised = ["; rule of thumb: ", _choice(decision, decision.advised)] if decision.advised else []
    return el("p", f"{PHASES[decision.phase].capitalize()}{theme}", *advised, ".", class_="about")


def _choice(decision: Decision, action: str) -> Html:
    return short(action) if decision.kind == "card" else sign(action)


def _table(deal: DealReview, decision: Decision) -> Html:
    """The value of each choice, the best first."""
    ordered = sorted(decision.choices, key=lambda choice: -choice.utility)
    wins = any(choice.win_chance is not None for choice in ordered)
    opened = any(choice.double_dummy is not None for choice in ordered)
    head = el(
        "tr",
        el("th", "Card" if decision.kind == "card" else "Suit", scope="col"),
        el(
            "th",
            el("span", "Beside the others", class_="visually-hidden"),
            scope="col",
            class_="beside",
        ),
        el("th", deal.unit.capitalize(), scope="col"),
        el("th", "Wins", scope="col") if wins else None,
        el("th", "Double dummy", scope="col") if opened else None,
    )
    rows = [_row(deal, decision, choice, wins=wins, opened=opened) for choice in ordered]
    caption = f"Value of each choice in {decision.worlds:,} layouts that fit what was seen"
    table = el(
        "table", el("caption", caption), el("thead", head), el("tbody", *rows), class_="worths"
    )
    return scrolled(table, "Value of each choice")


def _row(deal: DealReview, decision: Decision, choice: Choice, *, wins: bool, opened: bool) -> Html:
    value = choice.tricks if deal.unit == "tricks" else choice.points
    win_chance = "–" if choice.win_chance is None else percent(choice.win_chance)
    marks = [
        el("span", what, class_="tag")
        for what, action in (("played", decision.played), ("best", decision.best))
        if action == choice.action
    ]
    return el(
        "tr",
        el("th", _choice(decision, choice.action), *marks, scope="row"),
        el("td", worth_bar(choice, decision), class_="beside"),
        el("td", number(value, 2)),
        el("td", win_chance) if wins else None,
        el("td", "–" if choice.double_dummy is None else choice.double_dummy) if opened else None,
        class_="is-played" if choice.action == decision.played else None,
    )
