"""Locates a position in a record by deal number and number of cards played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.errors import OddtrickError
from oddtrick.match import Match, Playing
from oddtrick.record import HandRecord, replay

if TYPE_CHECKING:
    from oddtrick.record import DealRecord, Record


def match_at(record: Record, number: int | None, played: int | None) -> tuple[Match, Playing]:
    """The match at a position of a record, and the hand in progress there.

    Args:
        record: the record.
        number: the number of the deal, from 1; None for the last.
        played: the number of cards played in the deal, over all its hands; None for the end of
            an unfinished deal, or the start of a finished one.

    Raises:
        OddtrickError: the position does not exist, no card is to be played there, or the record
            is illegal.
    """
    deals = record.deals
    number = len(deals) if number is None else number
    if not 1 <= number <= len(deals):
        raise OddtrickError(f"there is no deal {number}: the record has 1 to {len(deals)}")
    match = replay(replace(record, deals=deals[:number]))
    if played is None:
        played = 0 if _after(match, number) else _plays(deals[number - 1])
    if not 0 <= played <= _plays(deals[number - 1]):
        has = _plays(deals[number - 1])
        raise OddtrickError(f"deal {number} has {has} cards played, not {played}: give fewer")
    short = [*deals[: number - 1], _cut_short(deals[number - 1], played)]
    match = replay(replace(record, deals=short))
    if _after(match, number) or not isinstance(match.phase, Playing):
        why = "trumps are still to be chosen" if not _after(match, number) else "it is over"
        raise OddtrickError(f"no card is to be played there in deal {number}: {why}")
    return match, match.phase


def _after(match: Match, number: int) -> bool:
    """True if the deal of that number is over."""
    return match.over or match.number >= number


def _plays(deal: DealRecord) -> int:
    return sum(len(hand.plays) for hand in deal.hands)


def _cut_short(deal: DealRecord, played: int) -> DealRecord:
    """The deal with only its first ``played`` plays."""
    hands = []
    for hand in deal.hands:
        hands.append(HandRecord(hand.cards, hand.plays[:played]))
        played -= len(hands[-1].plays)
    return replace(deal, hands=hands)
