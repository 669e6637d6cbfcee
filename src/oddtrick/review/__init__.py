"""Coach and post-mortem: the value of each decision, and luck apart from skill.

>>> from oddtrick.review import review
>>> from oddtrick.record import read_records
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from oddtrick.review.losses import for_seat, worst
from oddtrick.review.review_types import (
    PHASES,
    REVIEW_FORMAT,
    THEMES,
    Choice,
    DealReview,
    Decision,
    Grade,
    Kind,
    Loss,
    Luck,
    Missing,
    Moment,
    Phase,
    Review,
    ReviewStopped,
    SeatLosses,
    Tally,
    Theme,
    Unit,
    UtilityKind,
)
from oddtrick.review.sentences import Sentence

if TYPE_CHECKING:
    from oddtrick.review.decision_value import BUDGET
    from oddtrick.review.hints import Hint, advise
    from oddtrick.review.review_match import check_deals, review, review_deal

__all__ = [
    "BUDGET",
    "PHASES",
    "REVIEW_FORMAT",
    "THEMES",
    "Choice",
    "DealReview",
    "Decision",
    "Grade",
    "Hint",
    "Kind",
    "Loss",
    "Luck",
    "Missing",
    "Moment",
    "Phase",
    "Review",
    "ReviewStopped",
    "SeatLosses",
    "Sentence",
    "Tally",
    "Theme",
    "Unit",
    "UtilityKind",
    "advise",
    "check_deals",
    "for_seat",
    "review",
    "review_deal",
    "worst",
]

_SEARCHING = {
    "BUDGET": "decision_value",
    "Hint": "hints",
    "advise": "hints",
    "check_deals": "review_match",
    "review": "review_match",
    "review_deal": "review_match",
}
"""The names that need the search and NumPy, by module. They are imported on first use: a
program that only shows reviews, such as a server at its start, need not wait for them."""


def __getattr__(name: str) -> Any:
    if name not in _SEARCHING:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_SEARCHING[name]}"), name)
    globals()[name] = value
    return value
