"""Luck apart from skill, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.i18n.localizer import capitalized
from oddtrick.report.phrases import double_dummy_unit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oddtrick.report.phrases import Phrases
    from oddtrick.review import DealReview


def luck_sentences(phrases: Phrases, deal: DealReview) -> Iterator[str]:
    """Returns what the cards were worth double dummy, and what was made of them."""
    luck, unit = deal.luck, double_dummy_unit(deal.unit)
    two = len(phrases.review.sides) == 2
    if luck.par is None or luck.made is None:
        yield phrases.text("luck.unsolved")
    elif two:
        yield from _two_sides(phrases, deal, luck.par, luck.made)
    else:
        yield phrases.text("luck.several-sides")
    if two and luck.expert is not None:
        results = ", ".join(
            phrases.text(
                "luck.result",
                who=phrases.side_name(side, "you.for"),
                amount=phrases.amount(made, unit),
            )
            for side, made in enumerate(luck.expert)
        )
        yield phrases.text("luck.by-experts", results=results)
    if unit == "card-points" and luck.par is not None:
        yield phrases.text("luck.card-points")


def _two_sides(
    phrases: Phrases, deal: DealReview, par: tuple[int, ...], made: tuple[int, ...]
) -> Iterator[str]:
    """Returns the worth of the first side's cards, and what became of it."""
    unit, first = double_dummy_unit(deal.unit), phrases.side_name(0, "you.of")
    key = "luck.par" if deal.steps.points is not None else "luck.par-unfinished"
    yield phrases.text(key, who=first, amount=phrases.amount(par[0], unit), n=made[0])
    given = deal.luck.given
    if given is not None:
        sentence = phrases.text(
            "luck.given",
            who=first,
            given=phrases.amount(given[0], unit),
            other=phrases.side_name(1, "you.of"),
            back=phrases.amount(given[1], unit),
        )
        yield capitalized(sentence)
