"""Pictures of the tricks of a deal, with the better card where one was missed."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from oddtrick.report.card_images import card_image, short_card
from oddtrick.report.html_markup import Html, el, joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from oddtrick.record import TrickSteps
    from oddtrick.report.phrases import Phrases
    from oddtrick.review import DealReview, Decision


Missed: TypeAlias = "Mapping[tuple[int, int, int], Decision]"
"""Decisions that cost something, by hand, trick and seat."""


def tricks_picture(phrases: Phrases, deal: DealReview, seat: int | None = None) -> Html:
    """Every trick of every separate hand.

    Args:
        phrases: the wording.
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
            _trick(phrases, deal, (at, number), trick, missed)
            for number, trick in enumerate(hand.tricks)
        ]
        if tricks:
            parts += [
                el("h4", phrases.text("hand", n=at + 1)) if several else None,
                el("ol", *tricks, class_="tricks"),
            ]
    return joined(*parts) if parts else el("p", phrases.text("tricks.none"), class_="empty")


def plays_picture(phrases: Phrases, plays: Iterable[tuple[int, str]]) -> Html:
    """The first cards of a trick with their players, as they lay at a decision."""
    return el(
        "ul",
        *(_play(phrases, seat, card, won=False, missed=False) for seat, card in plays),
        class_="plays lying",
    )


def _trick(
    phrases: Phrases,
    deal: DealReview,
    place: tuple[int, int],
    trick: TrickSteps,
    missed: Missed,
) -> Html:
    """Draws one trick.

    Args:
        phrases: the wording.
        deal: the deal, for the unit.
        place: the numbers of the hand and of the trick.
        trick: the trick.
        missed: costly decisions, by hand, trick and seat.
    """
    if trick.winner is None:
        winner = phrases.text("trick.unfinished")
    else:
        winner = phrases.about("trick.won", trick.winner)
    costly = {seat: missed[*place, seat] for seat, _ in trick.plays if (*place, seat) in missed}
    remarks = [_better(phrases, deal, decision) for decision in costly.values()]
    title = el("b", phrases.text("trick", n=place[1] + 1))
    return el(
        "li",
        el("p", title, el("span", winner), class_="trick-head"),
        el(
            "ul",
            *(
                _play(phrases, seat, card, won=seat == trick.winner, missed=seat in costly)
                for seat, card in trick.plays
            ),
            class_=f"plays of{len(phrases.review.deals[0].steps.seats)}",
        ),
        el("ul", *remarks, class_="remarks") if remarks else None,
    )


def _play(phrases: Phrases, seat: int, card: str, *, won: bool, missed: bool) -> Html:
    kinds = [kind for kind, is_so in (("won", won), ("missed", missed)) if is_so]
    return el(
        "li",
        card_image(card, phrases, note=phrases.text("trick.wins") if won else ""),
        el("span", phrases.label(seat), class_="player"),
        class_=" ".join(kinds) or None,
    )


def _better(phrases: Phrases, deal: DealReview, decision: Decision) -> Html:
    text = phrases.html(
        "trick.better",
        who=el("b", phrases.label(decision.seat)),
        card=short_card(decision.best, phrases),
    )
    cost = el("span", phrases.cost(decision.loss, deal.unit), class_="soft")
    return el(
        "li",
        card_image(decision.best, phrases, labelled=False),
        el("span", text, cost),
    )
