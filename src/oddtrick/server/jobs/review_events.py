"""The events of a review that is followed while it is computed."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from oddtrick.review import Decision, Grade, Review
from oddtrick.server.error_body import ErrorDetail


class DecisionValued(msgspec.Struct, frozen=True, tag_field="type", tag="decision"):
    """A decision has been valued.

    Args:
        grade: ``"quick"``: a first estimate; ``"full"``: the final one.
        decision: the decision, without double-dummy values: these come with the review.
    """

    grade: Grade
    decision: Decision


class DealReviewed(msgspec.Struct, frozen=True, tag_field="type", tag="review"):
    """All decisions of the deal have been valued.

    Args:
        grade: ``"quick"``: better values follow; ``"full"``: these are final, and the last event.
        review: the review of the deal.
    """

    grade: Grade
    review: Review


class ReviewRefused(msgspec.Struct, frozen=True, tag_field="type", tag="refused"):
    """The review has failed, and no further event follows.

    Args:
        error: the reason.
    """

    error: ErrorDetail


ReviewEvent: TypeAlias = DecisionValued | DealReviewed | ReviewRefused
"""An event of the stream of a review, by its ``type``."""
