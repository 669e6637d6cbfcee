"""The result of verifying a proof, and its JSON."""

from __future__ import annotations

import msgspec

from oddtrick.fair.shuffle_and_cut_rounds import Round
from oddtrick.match import Cut, Deal

FORMAT = "oddtrick-verified/1"


class CheckedRound(msgspec.Struct, frozen=True):
    """A round that passed all checks possible so far.

    Args:
        round: the round.
        places: the players who could contribute; for a deal the shuffler, then the cutter, or one
            player for both. Empty if the round was taken back.
        action: the cards drawn; None if not revealed yet, or taken back.
    """

    round: Round
    places: tuple[int, ...] = ()
    action: Cut | Deal | None = None


class Verification(msgspec.Struct, frozen=True):
    """The result of verifying a proof against a match.

    Args:
        table: the table's name.
        rounds: each round, in order.
        deals: the number of deals in the match so far.
        first_dealer: the seat that deals first by agreement; None: the cards were cut for it.
    """

    table: str
    rounds: tuple[CheckedRound, ...]
    deals: int
    first_dealer: int | None = None

    @property
    def verified(self) -> int:
        """The number of deals verified; one more may not be revealed yet."""
        return sum(isinstance(checked.action, Deal) for checked in self.rounds)


def encode_verification(verified: Verification) -> bytes:
    """The result as one line of JSON."""
    return msgspec.json.encode(
        {
            "format": FORMAT,
            "table": verified.table,
            "deals": verified.deals,
            "verified": verified.verified,
            "first_dealer": verified.first_dealer,
            "rounds": [_round_json(checked.round) for checked in verified.rounds],
        }
    )


def _round_json(entry: Round) -> dict[str, object]:
    sealed = entry.contributions
    return {
        "number": entry.number,
        "purpose": entry.purpose.value,
        "deal": entry.deal,
        "revealed": entry.secret is not None,
        "opened": [each.place for each in sealed if each.opened is not None],
        "withheld": [each.place for each in sealed if each.opened is None],
        "taken_back": entry.taken_back,
    }
