"""Pictures of the tricks of a deal, with the better card where one was missed."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from oddtrick.report.card_images import picture, short
from oddtrick.report.html_markup import Html, el, joined
from oddtrick.report.phrases import costs, seat_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from oddtrick.record import TrickSteps
    from oddtrick.review import DealReview, Decision, Review


Missed: TypeAlias = "Mapping[tuple[int, int, int], Decision]"
"""Decisions that cost something, by hand, trick and seat."""


def tricks_picture(review: Review, deal: DealReview, seat: int | None = None) -> Html:
    """Every trick of every separate hand.

    Args:
        review: the whole.
        deal: the deal.
        seat: only mistakes of this seat are marked; None: all.
    """
    missed = {
        (each.hand, each.trick, each.seat): each
        for each in deal.decisions
        if each.kind == "card" and each.loss.real and seat in (None, each.seat)
    }
    several = len(deal.steps.hands) > 1
    parts: list[Html | None] = []
    for at, hand in enumerate(deal.steps.hands):
        tricks = [
            _trick(review, deal, (at, number), trick, missed)
            for number, trick in enumerate(hand.tricks)
        ]
        if tricks:
            parts += [
                el("h4", f"Hand {at + 1}") if several else None,
                el("ol", *tricks, class_="tricks"),
            ]
    return joined(*parts) if parts else el("p", "No card was played.", class_="none")


def _trick(
    review: Review,
    deal: DealReview,
    place: tuple[int, int],
    trick: TrickSteps,
    missed: Missed,
) -> Html:
    """Draws one trick.

    Args:
        review: the review, for names.
        deal: the deal, for the unit.
        place: the numbers of the hand and of the trick.
        trick: the trick.
        missed: costly decisions, by hand, trick and seat.
    """
    number = place[1]
    winner = "unfinished" if trick.winner is None else f"won by {seat_name(review, trick.winner)}"
    found = {seat: missed[*place, seat] for seat, _ in trick.plays if (*place, seat) in missed}
    remarks = [_better(review, deal, decision) for decision in found.values()]
    return el(
        "li",
        el("p", el("b", f"Trick {number + 1}"), el("span", winner), class_="head"),
        el(
            "ul",
            *(
                _played(review, seat, card, won=seat == trick.winner, missed=seat in found)
                for seat, card in trick.plays
            ),
            class_=f"plays of{len(review.deals[0].steps.seats)}",
        ),
        el("ul", *remarks, class_="remarks") if remarks else None,
    )


def _played(review: Review, seat: int, card: str, *, won: bool, missed: bool) -> Html:
    kinds = [kind for kind, is_so in (("won", won), ("missed", missed)) if is_so]
    return el(
        "li",
        picture(card, note="wins" if won else ""),
        el("span", seat_name(review, seat), class_="by"),
        class_=" ".join(kinds) or None,
    )


def _better(review: Review, deal: DealReview, decision: Decision) -> Html:
    return el(
        "li",
        picture(decision.best, labelled=False),
        el(
            "span",
            el("b", seat_name(review, decision.seat)),
            ": ",
            short(decision.best),
            " was better",
            el("span", f" cost {costs(decision.loss, deal.unit)[0]}", class_="soft"),
        ),
    )
