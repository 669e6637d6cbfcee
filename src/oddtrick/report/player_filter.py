"""A review for one player alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.review import worst

if TYPE_CHECKING:
    from oddtrick.review import Review


def for_seat(review: Review, seat: int) -> Review:
    """The review with the losses of one seat, and those of its decisions that mattered.

    All decisions stay: what a deal came to is the doing of everybody.
    """
    deals = tuple(
        replace(
            deal,
            moments=worst([(at, deal.decisions)], seat),
            losses=tuple(each for each in deal.losses if each.seat == seat),
        )
        for at, deal in enumerate(review.deals)
    )
    return replace(
        review,
        deals=deals,
        moments=worst([(at, deal.decisions) for at, deal in enumerate(deals)], seat),
        losses=tuple(each for each in review.losses if each.seat == seat),
    )
