"""Coach and post-mortem: the value of each decision, and luck apart from skill.

>>> from oddtrick.review import review
>>> from oddtrick.record import read_records
"""

from __future__ import annotations

from oddtrick.review.decision_value import BUDGET
from oddtrick.review.hints import Hint, advise
from oddtrick.review.losses import worst
from oddtrick.review.results import (
    REVIEW_FORMAT,
    DealReview,
    Luck,
    Moment,
    Review,
    SeatLosses,
    Tally,
    Unit,
)
from oddtrick.review.reviewer import ReviewStopped, review
from oddtrick.review.sentences import Sentence
from oddtrick.review.verdicts import (
    PHASES,
    THEMES,
    Choice,
    Decision,
    Kind,
    Loss,
    Phase,
    Theme,
    UtilityKind,
)

__all__ = [
    "BUDGET",
    "PHASES",
    "REVIEW_FORMAT",
    "THEMES",
    "Choice",
    "DealReview",
    "Decision",
    "Hint",
    "Kind",
    "Loss",
    "Luck",
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
    "review",
    "worst",
]
