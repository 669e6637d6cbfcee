"""Holds a proof against a match: seals, contributors, cuts and cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.fair.proof import Proof
    from oddtrick.fair.rounds import Round
    from oddtrick.match import Match


class Checked(msgspec.Struct, frozen=True):
    """One round in which all is as it should be, as far as it is revealed.

    Args:
        round: the round.
        places: who might have contributed; of a deal the shuffler, then the cutter, or one for
            both. Nobody's where the round was taken back.
    """

    round: Round
    places: tuple[int, ...]


class Verified(msgspec.Struct, frozen=True):
    """What a proof has shown of a match.

    Args:
        table: the table's name.
        rounds: each round, in order.
        deals: how many deals of the match are shown to be fair.
        unrevealed: how many are not, because the house still has to open its seal.
    """

    table: str
    rounds: tuple[Checked, ...]
    deals: int
    unrevealed: int


def verify(proof: Proof, match: Match, names: Sequence[str] | None = None) -> Verified:
    """Makes sure that a match's cards came from what was sealed.

    Args:
        proof: the proof.
        match: the match, played or replayed from its record, complete or not.
        names: as the record tells them, one a seat.

    Raises:
        OddtrickError: something does not match; the line names the round, and what it is.
    """
    raise NotImplementedError


def encode_verified(verified: Verified) -> bytes:
    """What was shown, as one line of JSON (``oddtrick-verified/1``)."""
    raise NotImplementedError
