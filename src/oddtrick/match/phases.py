"""The phases of a match between hands; during a hand the phase is ``Playing``."""

from __future__ import annotations

import msgspec

from oddtrick.cards import Suit
from oddtrick.match.cuts_and_throws import Cutting, Throwing
from oddtrick.match.hand_play import Playing


class ToCut(msgspec.Struct, frozen=True):
    """Seats cut cards: chance acts."""

    cutting: Cutting


class ToThrow(msgspec.Struct, frozen=True):
    """Seats throw rock, paper or scissors (K5)."""

    throwing: Throwing


class ToChoose(msgspec.Struct, frozen=True):
    """A seat chooses trumps (K3)."""

    seat: int

    @property
    def legal(self) -> tuple[Suit, ...]:
        """Any suit."""
        return tuple(Suit)


class ToDeal(msgspec.Struct, frozen=True):
    """The cards are dealt: chance acts."""


class Over(msgspec.Struct, frozen=True):
    """The match is over."""


Phase = Playing | ToCut | ToThrow | ToChoose | ToDeal | Over
"""What a match waits for."""
