"""The seats in the round under way and, where results decide nothing, in every round."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from oddtrick.drive.movements import seat_first_round, seat_next_round
from oddtrick.drive.rounds import Round
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from oddtrick.drive.drive import Drive
    from oddtrick.drive.seating import Pair, Seating

FIXED_IN_ADVANCE = ("partner", "balanced", "duplicate", "military")
"""The movements whose every round is known before the first deal."""


class Seat(NamedTuple):
    """The seat of a player in a round.

    Args:
        table: the number of the table.
        direction: 0 for North–South, 1 for East–West.
        partner: the id of the partner.
        opponents: the ids of the other two.
    """

    table: int
    direction: int
    partner: int
    opponents: Pair


def seat_of(seating: Seating, player: int) -> Seat | None:
    """Returns the seat of a player; None if the player sits out."""
    table = seating.table_of(player)
    if table is None:
        return None
    direction = int(player in table.pairs[1])
    first, second = table.pairs[direction]
    partner = second if player == first else first
    return Seat(table.number, direction, partner, table.pairs[1 - direction])


def current_round(drive: Drive) -> Round:
    """Returns the round under way; before the first, round 1 as it will be seated."""
    if drive.rounds:
        return drive.rounds[-1]
    seating = seat_first_round(drive.plan, drive.players)
    return Round(1, drive.plan.trump(1), seating, (None,) * len(seating.tables))


def foreseen_seatings(drive: Drive) -> list[Seating]:
    """Returns a seating of every round of the plan, with results made up where they decide.

    Who sits out and who plays in the seats of the other group does not depend on results, so these
    are right in every round. The tables are, too, in as many rounds as :func:`known_rounds` says.
    The list ends early if too few people are left.
    """
    rounds = list(drive.rounds) or [current_round(drive)]
    while len(rounds) < drive.plan.rounds:
        last = rounds[-1]
        rounds[-1] = replace(last, results=tuple((7, 6) for _ in last.results))
        try:
            seating = seat_next_round(drive.plan, drive.players, rounds)
        except OddtrickError:
            break
        rounds.append(Round(last.number + 1, None, seating, (None,) * len(seating.tables)))
    return [each.seating for each in rounds]


def known_rounds(drive: Drive) -> int:
    """Returns the number of rounds whose seats are known: from round 1, without a gap.

    Those that have begun, or the first; and all of the plan where the movement is fixed in advance.
    """
    is_fixed = drive.plan.movement in FIXED_IN_ADVANCE
    return drive.plan.rounds if is_fixed else max(1, len(drive.rounds))
