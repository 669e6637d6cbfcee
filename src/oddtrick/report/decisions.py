"""The decisions that mattered, explained, and a table of all with the value of each card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.i18n.localizer import capitalized
from oddtrick.report.card_diagrams import (
    card_image,
    plays_picture,
    short_card,
    suit_sign,
    with_card_signs,
)
from oddtrick.report.charts import value_bar
from oddtrick.report.html_markup import Html, el, hidden_text, joined, scrollable
from oddtrick.report.phrases import double_dummy_unit, way_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from oddtrick.i18n.localizer import Localizer
    from oddtrick.report.phrases import Phrases, Way
    from oddtrick.review import Choice, DealReview, Decision, Moment


_MADE: dict[Way, str] = {
    "card": "choice.played",
    "trumps": "choice.chosen",
    "bid": "choice.called",
    "pass": "choice.chosen",
    "put": "choice.put",
}
"""The label of the choice made."""


def key_decisions(
    phrases: Phrases, moments: Iterable[Moment], retry: str | None, level: str = "h3"
) -> Html:
    """The decisions that mattered most, each with pictures and words.

    Args:
        phrases: the wording.
        moments: the decisions.
        retry: the address under which a decision can be taken again, or None.
        level: the heading of each.
    """
    items = [
        _moment(phrases, phrases.review.decision(moment), at, level, retry)
        for at, moment in enumerate(moments, 1)
    ]
    if not items:
        return el("p", phrases.text("moments.none"), class_="empty")
    only = el("p", phrases.text("moments.only-clear"), class_="place")
    return joined(el("ol", *items, class_="moments"), only)


def _moment(phrases: Phrases, decision: Decision, at: int, level: str, retry: str | None) -> Html:
    unit = next(deal.unit for deal in phrases.review.deals if deal.number == decision.deal)
    played, better = (_name(phrases, decision, act) for act in (decision.played, decision.best))
    return el(
        "li",
        el(
            "div",
            _figure(phrases, decision, decision.played, "played"),
            _figure(phrases, decision, decision.best, "better"),
            class_="pair",
        ),
        el(
            "div",
            el("p", phrases.place(decision), class_="place"),
            el(level, phrases.comparison(decision, played, better)),
            el("p", *_costs(phrases, decision, unit), class_="costs"),
            _lying_cards(phrases, decision),
            *(el("p", with_card_signs(line, phrases)) for line in phrases.sentences(decision)),
            _retry_link(phrases, decision, retry) if retry else None,
            class_="explanation",
        ),
        class_="moment",
        value=at,
    )


def _lying_cards(phrases: Phrases, decision: Decision) -> Html | None:
    """The trick as it lay before the card; None for a lead, a choice of trumps and a call."""
    if decision.kind != "card" or decision.place == 0:
        return None
    steps = next(one.steps for one in phrases.review.deals if one.number == decision.deal)
    plays = steps.hands[decision.hand].tricks[decision.trick].plays[: decision.place]
    return el(
        "div",
        el("p", phrases.text("moment.table"), class_="place"),
        plays_picture(phrases, plays),
    )


def _retry_link(phrases: Phrases, decision: Decision, retry: str) -> Html:
    href = f"{retry}/{decision.deal + 1}/{decision.number + 1}"
    return el("p", el("a", phrases.text("moment.retry"), href=href), class_="retry")


def _name(localizer: Localizer, decision: Decision, action: str) -> str:
    if decision.kind == "card":
        return localizer.card(action, "card.definite")
    return localizer.suit(action) if decision.kind == "trumps" else localizer.bid(action)


def _figure(localizer: Localizer, decision: Decision, action: str, role: str) -> Html:
    """A choice, as a picture.

    Args:
        localizer: for the labels.
        decision: the decision.
        action: the choice.
        role: ``played`` or ``better``.
    """
    if decision.kind == "card":
        note = localizer.text(f"choice.{role}")
        picture = card_image(action, localizer, "large", note=note)
    else:
        note = localizer.text(_MADE[way_of(decision)] if role == "played" else "choice.better")
        picture = el("span", _choice(localizer, decision, action), class_="chosen-suit")
    return el("figure", picture, el("figcaption", capitalized(note)), class_=role)


def _costs(phrases: Phrases, decision: Decision, unit: str) -> Iterable[Html]:
    for amount in phrases.costs(decision.loss, unit):
        yield el("span", phrases.text("cost", amount=amount), class_="chip")
    lost = decision.double_dummy_loss
    if lost is not None:
        yield el("span", _double_dummy(phrases, lost, unit), class_="chip soft")


def _double_dummy(phrases: Phrases, lost: int, unit: str) -> str:
    """The cost of a decision double dummy; often empty."""
    if not lost:
        return phrases.text("cost.no-difference")
    amount = phrases.amount(lost, double_dummy_unit(unit))
    return phrases.text("cost.double-dummy", amount=amount)


def all_decisions(phrases: Phrases, deal: DealReview, seat: int | None) -> Html:
    """Every decision of a deal, each expandable.

    Args:
        phrases: the wording.
        deal: the deal.
        seat: only decisions of this seat; None: all.
    """
    return el(
        "ol",
        *(
            el("li", _decision(phrases, deal, decision))
            for decision in deal.decisions
            if seat is None or decision.seat == seat
        ),
        class_="decisions",
    )


def _decision(phrases: Phrases, deal: DealReview, decision: Decision) -> Html:
    line = joined(
        el("span", _place(deal, decision), class_="place"),
        el("span", phrases.label(decision.seat), class_="player"),
        el("span", _choice(phrases, decision, decision.played), class_="choice"),
        el("span", _verdict(phrases, deal, decision), class_=f"verdict {_kind(decision)}"),
    )
    if decision.forced:
        return el("div", line, class_="forced-line")
    return el(
        "details",
        el("summary", line),
        el("p", _about(phrases, decision), class_="about"),
        *(el("p", with_card_signs(line, phrases)) for line in phrases.sentences(decision)),
        el("div", _table(phrases, deal, decision)),
        id=f"d{decision.deal + 1}-{decision.number + 1}",
    )


def _place(deal: DealReview, decision: Decision) -> str:
    if decision.kind != "card":
        return "–"
    hand = f"{decision.hand + 1}·" if len(deal.steps.hands) > 1 else ""
    return f"{hand}{decision.trick + 1}"


def _kind(decision: Decision) -> str:
    if decision.forced:
        return "forced"
    return "lost" if decision.loss.real else "sound"


def _verdict(phrases: Phrases, deal: DealReview, decision: Decision) -> str:
    if decision.forced:
        return phrases.text("verdict.forced")
    if decision.loss.real:
        return phrases.cost(decision.loss, deal.unit)
    if decision.loss.utility > 0:
        return phrases.html("verdict.close", choice=_choice(phrases, decision, decision.best))
    return phrases.text("verdict.sound")


def _about(phrases: Phrases, decision: Decision) -> Html:
    """The phase and theme of a decision, and the rule of thumb."""
    about = capitalized(phrases.text(f"phase.{decision.phase}"))
    if decision.theme:
        about += f", {phrases.text(f'theme.{decision.theme}')}"
    if decision.advised is None:
        return joined(about, ".")
    choice = _choice(phrases, decision, decision.advised)
    return joined(about, "; ", phrases.html("about.advised", choice=choice), ".")


def _choice(localizer: Localizer, decision: Decision, action: str) -> Html | str:
    if decision.kind == "card":
        return short_card(action, localizer)
    return suit_sign(action, localizer) if decision.kind == "trumps" else localizer.bid(action)


def _table(localizer: Localizer, deal: DealReview, decision: Decision) -> Html:
    """The value of each choice, the best first."""
    ordered = sorted(decision.choices, key=lambda choice: -choice.utility)
    wins = any(choice.win_chance is not None for choice in ordered)
    solved = any(choice.double_dummy is not None for choice in ordered)
    kept = any(choice.kept is not None for choice in ordered)
    kind = {"card": "column.card", "trumps": "column.suit", "call": "column.call"}[decision.kind]
    head = el(
        "tr",
        el("th", localizer.text(kind), scope="col"),
        el("th", hidden_text(localizer.text("column.compared")), scope="col", class_="bar-cell"),
        el("th", localizer.unit(deal.unit), scope="col"),
        el("th", localizer.text("column.kept"), scope="col") if kept else None,
        el("th", localizer.text("column.win-chance"), scope="col") if wins else None,
        el("th", localizer.text("column.double-dummy"), scope="col") if solved else None,
    )
    rows = [_row(localizer, deal, decision, each, wins=wins, solved=solved) for each in ordered]
    table = el(
        "table",
        el("caption", localizer.text("choices.caption", n=decision.worlds)),
        el("thead", head),
        el("tbody", *rows),
        class_="choices",
    )
    return scrollable(table, localizer.text("choices"))


def _row(
    localizer: Localizer,
    deal: DealReview,
    decision: Decision,
    choice: Choice,
    *,
    wins: bool,
    solved: bool,
) -> Html:
    value = choice.tricks if deal.unit == "tricks" else choice.points
    win_chance = "–" if choice.win_chance is None else localizer.percent(choice.win_chance)
    result = "–" if choice.double_dummy is None else localizer.number(choice.double_dummy)
    played = _MADE[way_of(decision)]
    tags = [
        el("span", localizer.text(key), class_="tag")
        for key, action in ((played, decision.played), ("choice.best", decision.best))
        if action == choice.action
    ]
    return el(
        "tr",
        el("th", _choice(localizer, decision, choice.action), *tags, scope="row"),
        el("td", value_bar(choice, decision), class_="bar-cell"),
        el("td", localizer.number(value, 2)),
        el("td", localizer.percent(choice.kept)) if choice.kept is not None else None,
        el("td", win_chance) if wins else None,
        el("td", result) if solved else None,
        class_="is-played" if choice.action == decision.played else None,
    )
