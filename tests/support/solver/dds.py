"""Positions of whist as DDS sees them, through endplay: what it finds for the side to play."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from oddtrick.cards import Card, Suit, parse_card
from oddtrick.solver import Position


@cache
def endplay(part: str) -> Any:
    """Imports a part at first use, because it loads Matplotlib; by name, as it ships no types."""
    return import_module(f"endplay.{part}")


def dds_value(position: Position) -> int:
    """The tricks that the side of the seat to play takes from here."""
    dds = endplay("dds.solve")
    (value,) = {tricks for _, tricks in dds.solve_board(_deal(position), dds.SolveMode.OptimalOne)}
    assert isinstance(value, int)
    return value


def dds_cards(position: Position) -> dict[Card, int]:
    """The same after each card that the seat to play may play."""
    found = endplay("dds.solve").solve_board(_deal(position))
    return {parse_card(card.rank.abbr + card.suit.abbr): tricks for card, tricks in found}


def _deal(position: Position) -> Any:
    """The cards on the table are put back into the hands, and played from there."""
    types = endplay("types")
    hands = list(position.hands)
    for place, card in enumerate(position.trick):
        seat = (position.leader + place) % 4
        hands[seat] |= type(hands[seat])(card.bit)
    trump = types.Denom.nt if position.trump is None else types.Denom.find(position.trump.letter)
    deal = types.Deal("N:" + " ".join(map(str, hands)), types.Player(position.leader), trump)
    for card in position.trick:
        deal.play(Suit(card.suit).letter + card.rank.letter)
    return deal
