"""Reviews of deals, and decisions of reviewed deals taken again."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from oddtrick.record import Record, decode_record, replay, result_of
from oddtrick.review import Review
from oddtrick.tables.decision_practice import Practice, practise

if TYPE_CHECKING:
    from collections.abc import Generator

    from oddtrick.bots.search import SearchBudget
    from oddtrick.review import Decision, Grade


LEAST_THREADS = 2
"""The minimum number of threads; otherwise half the processors."""


def outcome_of(record: Record) -> tuple[bool, int | None]:
    """Returns whether a match is over, and who won."""
    result = result_of(replay(record))
    return result.over, result.winner


def review_in_parts(
    record: Record, deal: int, grade: Grade, budget: SearchBudget | None, seat: int | None
) -> Generator[Decision, None, Review]:
    """Returns the decisions of one deal as they are valued, then its review."""
    from oddtrick.review import review_deal  # noqa: PLC0415  # NumPy and the search: slow

    threads = max(LEAST_THREADS, (os.cpu_count() or 1) // 2)
    return review_deal(record, deal, grade=grade, budget=budget, threads=threads, seat=seat)


Count = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Move = Annotated[str, Meta(min_length=1, max_length=45)]  # the longest bid


class PracticeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision to take again, and what you have done since.

    Args:
        deal: the number of the deal, from 1.
        decision: the number of the decision in that deal, from 1, as in its review.
        moves: your cards (``TH``), trumps (``S``) and calls (``3``) since then, in order; at most
            60.
    """

    deal: Count
    decision: Count
    moves: Annotated[tuple[Move, ...], Meta(max_length=60)] = ()


def practise_in_record(record: Record, body: PracticeRequest) -> Practice:
    """Returns the practice from a decision up to the next turn."""
    match = replay(record)
    names = record.names or ("",) * match.rules.players
    return practise(match, body.deal - 1, body.decision - 1, body.moves, names)


def practise_in_stored(stored: bytes, body: PracticeRequest) -> Practice:
    """Returns the practice of an encoded record."""
    return practise_in_record(decode_record(stored), body)
