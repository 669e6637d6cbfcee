"""A review for one player alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.review import Moment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.review import Decision, Review

MOST = 3
"""Decisions that are told as those that mattered."""


def narrowed(review: Review, seat: int) -> Review:
    """The review with the losses of one seat, and those of its decisions that mattered.

    All decisions stay: what a deal came to is the doing of everybody.
    """
    deals = tuple(
        replace(
            deal,
            moments=_worst([(at, deal.decisions)], seat),
            losses=tuple(each for each in deal.losses if each.seat == seat),
        )
        for at, deal in enumerate(review.deals)
    )
    return replace(
        review,
        deals=deals,
        moments=_worst([(at, deal.decisions) for at, deal in enumerate(deals)], seat),
        losses=tuple(each for each in review.losses if each.seat == seat),
    )


def _worst(deals: Sequence[tuple[int, Sequence[Decision]]], seat: int) -> tuple[Moment, ...]:
    """Those that cost the seat most, the worst first."""
    real = [
        (decision.loss.utility, Moment(at, place))
        for at, decisions in deals
        for place, decision in enumerate(decisions)
        if decision.seat == seat and decision.loss.real
    ]
    real.sort(key=lambda found: -found[0])
    return tuple(moment for _, moment in real[:MOST])
