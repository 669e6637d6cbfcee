"""A decision of a finished deal, taken again against bots."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from oddtrick.record import Record, decode_record, replay
from oddtrick.tables.decision_practice import Practice, practise

Count = Annotated[int, Meta(ge=1, le=2**31 - 1)]
Move = Annotated[str, Meta(min_length=1, max_length=2)]


class PracticeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision to take again, and what you have done since.

    Args:
        deal: the number of the deal, from 1.
        decision: the number of the decision in that deal, from 1, as in its review.
        moves: your cards (``TH``) and trumps (``S``) since then, in order; at most 60.
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
