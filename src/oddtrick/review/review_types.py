"""The review of a match: deal by deal, and in sum."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from oddtrick.errors import OddtrickError
from oddtrick.record import DealSteps
from oddtrick.review.decision_types import Decision, UtilityKind
from oddtrick.review.sentences import Sentence

REVIEW_FORMAT = "oddtrick-review/1"
"""The name of the JSON format of a review."""

Unit = Literal["tricks", "points"]
"""The unit of double-dummy values: tricks, or the worth of the cards taken."""


class ReviewStopped(OddtrickError):
    """The review was cancelled."""

    def __init__(self) -> None:
        super().__init__("the review was stopped before its end")


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """The cost of some decisions together, as far as the players could know.

    Only real losses count: sampling errors of losses are never negative and would add up.

    Args:
        decisions: the number that were not forced.
        mistakes: the number of them with a real loss.
        utility: the cost of the mistakes in utility.
        points: the cost of the mistakes in points.
        tricks: the cost of the mistakes in tricks.
        win_chance: the cost of the mistakes in chance of winning; None if unknown.
        double_dummy: the double-dummy cost of all decisions; None where one could not be solved.
    """

    decisions: int = 0
    mistakes: int = 0
    utility: float = 0.0
    points: float = 0.0
    tricks: float = 0.0
    win_chance: float | None = 0.0
    double_dummy: int | None = 0


class SeatLosses(msgspec.Struct, frozen=True, kw_only=True):
    """The cost of the decisions of one seat.

    Args:
        seat: the seat.
        total: the sum over all decisions of the seat.
        by_phase: the same by phase; only phases that occurred.
        by_theme: the same by theme.
        lessons: what the seat's clear mistakes have in common, the costliest theme first; at most
            three.
    """

    seat: int
    total: Tally
    by_phase: dict[str, Tally]
    by_theme: dict[str, Tally]
    lessons: tuple[Sentence, ...] = ()


class Moment(msgspec.Struct, frozen=True):
    """One of the decisions that mattered most.

    Args:
        deal: the place of the deal in ``Review.deals``, from 0.
        decision: the place of the decision in ``DealReview.decisions``, from 0.
    """

    deal: int
    decision: int


class Luck(msgspec.Struct, frozen=True, kw_only=True):
    """The double-dummy value of a deal's cards, and the result: by side.

    With two sides ``par[0] - made[0]`` is exactly ``given[0] - given[1]``: every trick short of par
    was given away by the side, or given back by the other. With more sides each is measured alone
    against all others together, which does not add up.

    Args:
        par: the result with best play from the first decision on; None: too hard to solve.
        made: the result; in an unfinished deal, with best play from where it stops.
        given: the double-dummy cost of the side's decisions.
        expert: the result of ``expert`` in every seat with the same cards, seeing only its own.
        points: the points scored; None if the deal is unfinished.
        expert_points: the points scored by ``expert``.
    """

    par: tuple[int, ...] | None
    made: tuple[int, ...] | None
    given: tuple[int, ...] | None
    expert: tuple[int, ...] | None
    points: tuple[int, ...] | None
    expert_points: tuple[int, ...] | None


class DealReview(msgspec.Struct, frozen=True, kw_only=True):
    """The review of one deal.

    Args:
        number: the number of the deal, from 0.
        score: the score of each side before the deal.
        unit: the unit of double-dummy values in this deal.
        steps: the cards, tricks and result.
        decisions: the decisions, in order.
        losses: the losses of each seat that made decisions.
        moments: the decisions that mattered most, the worst first; at most three.
        luck: the double-dummy value of the cards, and the result.
    """

    number: int
    score: tuple[int, ...]
    unit: Unit
    steps: DealSteps
    decisions: tuple[Decision, ...]
    losses: tuple[SeatLosses, ...]
    moments: tuple[Moment, ...]
    luck: Luck


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """The review of a match, or of some of its deals.

    Args:
        game: the game's id.
        options: the options of the game, in record form.
        players: the number of seats.
        names: the name of each seat; None: unknown.
        sides: the seats of each side.
        over: whether the match is over.
        winner: the index of the side that won; None: none has.
        seed: the random seed of the review.
        utility: the unit of ``utility``: a chance of winning, points or tricks.
        deals: the reviewed deals, in order.
        losses: the losses of each seat over these deals.
        moments: the decisions that mattered most in these deals, the worst first; at most three.
        left_out: the numbers of the deals that were to be reviewed and are not, because a seat
            might pass in them (X5).
        format: ``"oddtrick-review/1"``.
    """

    game: str
    options: dict[str, Any]
    players: int
    names: tuple[str, ...] | None
    sides: tuple[tuple[int, ...], ...]
    over: bool
    winner: int | None
    seed: int
    utility: UtilityKind
    deals: tuple[DealReview, ...]
    losses: tuple[SeatLosses, ...]
    moments: tuple[Moment, ...]
    left_out: tuple[int, ...] = ()
    format: str = REVIEW_FORMAT

    def decision(self, moment: Moment) -> Decision:
        """The decision of a moment."""
        return self.deals[moment.deal].decisions[moment.decision]
