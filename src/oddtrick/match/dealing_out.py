"""A shuffled pack dealt out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.cards import Card, Hand
from oddtrick.errors import OddtrickError
from oddtrick.match.chance_actions import Deal
from oddtrick.rules import Rules, TrumpSource
from oddtrick.tricks import from_seat, left_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.match.state import Match


def deal_out(match: Match, pack: Sequence[Card]) -> Deal:
    """Deals a shuffled pack, top card first, one at a time from the dealer's left (W3, S4, K1).

    The separate hands are dealt one after another. The rules say whether the last card dealt, which
    is the dealer's, is turned up (W4, S4), the next card of the pack (K2), or none.

    Raises:
        OddtrickError: the pack has not the cards of the game, each once.
    """
    rules, log = match.rules, match.deal
    if len(pack) != rules.pack.bit_count() or sum(card.bit for card in set(pack)) != rules.pack:
        raise OddtrickError(f"that is not the pack of {rules.game}: it has each of its cards once")
    order = from_seat(log.seats, left_of(log.seats, log.dealer))
    hands, at = [], 0
    for sizes in rules.plan.seat_sizes(match.number, rules.players, log.seats, log.dogs):
        masks = [0] * rules.players
        turns = [seat for dealt in range(max(sizes)) for seat in order if dealt < sizes[seat]]
        for seat, card in zip(turns, pack[at : at + len(turns)], strict=True):
            masks[seat] |= card.bit
        at += len(turns)
        hands.append(tuple(Hand(mask) for mask in masks))
    stock = tuple(pack[at:]) if rules.plan.stock else ()
    return Deal(tuple(hands), _turn_up(rules, match.number, pack, at), stock)


def _turn_up(rules: Rules, number: int, pack: Sequence[Card], dealt: int) -> Card | None:
    source = rules.trumps.source(number)
    if source is TrumpSource.TURNED:
        return pack[dealt - 1]
    return pack[dealt] if source is TrumpSource.SPARE else None
