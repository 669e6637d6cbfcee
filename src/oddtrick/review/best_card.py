"""The best card of a deal: the one that gained most against its player's next best choice."""

from __future__ import annotations

import msgspec

from oddtrick.review.review_types import Choice, DealReview, Decision, Unit

LEAST_GAIN: dict[Unit, float] = {"tricks": 1 / 3, "points": 1.0}
"""Cards that gained less are not worth telling."""

LEAST_ERRORS = 2.0
"""A gain of fewer standard errors may be sampling noise."""


class BestCard(msgspec.Struct, frozen=True, kw_only=True):
    """The best card of a deal.

    Args:
        seat: the seat that played it.
        card: the card.
        hand: the number of the separate hand in the deal, from 1 (S4); None where there is one.
        trick: the number of the trick in its hand, from 1.
        gain: how much more it could expect to make than the next best choice. Cards of its suit
            that come to the same count as one choice with it.
        unit: the unit of the gain: tricks, or points.
    """

    seat: int
    card: str
    hand: int | None
    trick: int
    gain: float
    unit: Unit


def best_card(deal: DealReview) -> BestCard | None:
    """Returns the best card of a deal; None if no card stands out.

    Two estimates have to agree: as far as its player could know, the card was better than every
    different choice, and it was so as the cards lay, double dummy.

    Args:
        deal: the review of the deal.
    """
    cards = [one for one in deal.decisions if one.kind == "card" and not one.forced]
    gains = [(_gain(one, deal.unit), one) for one in cards]
    gain, found = max(gains, key=lambda pair: pair[0], default=(0.0, None))
    if found is None or gain < LEAST_GAIN[deal.unit]:
        return None
    return BestCard(
        seat=found.seat,
        card=found.played,
        hand=found.hand + 1 if len(deal.steps.hands) > 1 else None,
        trick=found.trick + 1,
        gain=round(gain, 2),
        unit=deal.unit,
    )


def _gain(decision: Decision, unit: Unit) -> float:
    """The gain of the card played against the next best choice; 0 where an estimate sees none."""
    played = decision.choice(decision.played)
    # Touching cards have the same values; a card of another suit that has them is as good.
    others = [one for one in decision.choices if not _is_same(one, played)]
    if not others or any(not _is_surely_better(played, other) for other in others):
        return 0.0
    # Play maximises utility: the choice that comes next by it may not be next in the unit shown.
    if unit == "tricks":
        return played.tricks - max(one.tricks for one in others)
    return played.points - max(one.points for one in others)


def _is_same(one: Choice, other: Choice) -> bool:
    """Returns whether two choices are cards of one suit that come to the same."""
    return one.action[-1] == other.action[-1] and _values(one) == _values(other)


def _values(choice: Choice) -> tuple[float, float, float]:
    return choice.utility, choice.points, choice.tricks


def _is_surely_better(one: Choice, other: Choice) -> bool:
    """Returns whether both estimates find a choice better than another."""
    if one.double_dummy is None or other.double_dummy is None:
        return False
    apart = LEAST_ERRORS * max(one.error, other.error)
    return one.utility - other.utility > apart and one.double_dummy > other.double_dummy
