"""The actions of chance; those of players are in :mod:`oddtrick.rules`.

A match is determined by its rules, its first dealer if one was given, and its list of actions.
"""

from __future__ import annotations

import msgspec

from oddtrick.cards import Card, Hand
from oddtrick.rules import PlayerAction


class Deal(msgspec.Struct, frozen=True):
    """The cards of one deal.

    Args:
        hands: for each of the separate hands (S4), the cards of every seat; a seat that is out
            has an empty hand.
        turn_up: the card turned up, or None where none is.
    """

    hands: tuple[tuple[Hand, ...], ...]
    turn_up: Card | None = None


class Cut(msgspec.Struct, frozen=True):
    """One round of cutting: each seat that cuts, with its card (T7, C2, K5)."""

    cards: tuple[tuple[int, Card], ...]


class StillTied(msgspec.Struct, frozen=True):
    """Unrecorded rounds of a tie left these seats in it (K5).

    Records keep only the last cut or throw of a tie; replaying one fills the gap with this action.
    """

    seats: tuple[int, ...]


ChanceAction = Deal | Cut | StillTied
"""An action of the chance player."""
Action = PlayerAction | ChanceAction
"""An action of a player or of the chance player."""
