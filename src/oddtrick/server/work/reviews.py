"""Reviews of deals, and their pages."""

from __future__ import annotations

import gzip
import os
from typing import TYPE_CHECKING

from oddtrick.record import Record, replay, result_of
from oddtrick.review import Review

if TYPE_CHECKING:
    from oddtrick.bots.search import SearchBudget
    from oddtrick.report import PageFrame

LEAST_THREADS = 2
"""The minimum number of threads; otherwise half the processors."""


def write_page(
    review: Review,
    frame: PageFrame,
    seat: int | None,
    language: str,
    reader: int | None,
    *,
    is_packed: bool,
) -> bytes:
    """Returns the page of a review, packed by gzip if that is wanted."""
    from oddtrick.report import for_seat, report_page  # noqa: PLC0415  # not at the start

    shown = review if seat is None else for_seat(review, seat)
    page = report_page(shown, frame, seat, language, reader=reader).encode()
    return gzip.compress(page, 6) if is_packed else page


def outcome_of(record: Record) -> tuple[bool, int | None]:
    """Returns whether a match is over, and who won."""
    result = result_of(replay(record))
    return result.over, result.winner


def review_deal(record: Record, deal: int, budget: SearchBudget) -> Review:
    """Returns the review of one deal."""
    from oddtrick.review import review  # noqa: PLC0415  # NumPy and the search: slow

    threads = max(LEAST_THREADS, (os.cpu_count() or 1) // 2)
    return review(record, deals=[deal], budget=budget, threads=threads)
