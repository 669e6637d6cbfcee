"""A review for one player alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.review import worst
from oddtrick.tricks import check_seat

if TYPE_CHECKING:
    from oddtrick.review import Review


def for_seat(review: Review, seat: int) -> Review:
    """The review with the losses and the important decisions of one seat only.

    All decisions stay, because the result of a deal depends on all players.

    Raises:
        RuleBroken: there is no such seat.
    """
    seat = check_seat(seat, review.players)
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
