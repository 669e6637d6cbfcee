"""The result of verifying a proof, and its JSON."""

from __future__ import annotations

import msgspec

from oddtrick.fair.draw_rounds import Round
from oddtrick.match import Cut, Deal

FORMAT = "oddtrick-verified/1"


class Checked(msgspec.Struct, frozen=True):
    """One round in which all is as it should be, as far as it is revealed.

    Args:
        round: the round.
        places: who might have contributed; of a deal the shuffler, then the cutter, or one for
            both. Nobody where the round was taken back.
        drawn: the cards that it gave; None if it is not revealed, or was taken back.
    """

    round: Round
    places: tuple[int, ...] = ()
    drawn: Cut | Deal | None = None


class Verified(msgspec.Struct, frozen=True):
    """The result of verifying a proof against a match.

    Args:
        table: the table's name.
        rounds: each round, in order.
        deals: how many deals the match has so far.
        first_dealer: the seat that deals first by agreement; None: the cards were cut for it.
    """

    table: str
    rounds: tuple[Checked, ...]
    deals: int
    first_dealer: int | None = None

    @property
    def verified(self) -> int:
        """The number of deals verified; one more may not be revealed yet."""
        return sum(isinstance(checked.drawn, Deal) for checked in self.rounds)


def encode_verified(verified: Verified) -> bytes:
    """The result as one line of JSON."""
    return msgspec.json.encode(
        {
            "format": FORMAT,
            "table": verified.table,
            "deals": verified.deals,
            "verified": verified.verified,
            "first_dealer": verified.first_dealer,
            "rounds": [_told(checked.round) for checked in verified.rounds],
        }
    )


def _told(told: Round) -> dict[str, object]:
    sealed = told.contributions
    return {
        "number": told.number,
        "purpose": told.purpose.value,
        "deal": told.deal,
        "revealed": told.secret is not None,
        "opened": [each.place for each in sealed if each.opened is not None],
        "withheld": [each.place for each in sealed if each.opened is None],
        "taken_back": told.taken_back,
    }
