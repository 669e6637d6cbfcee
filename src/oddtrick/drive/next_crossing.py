"""The players who would sit in seats of the other group in the next round, before it begins."""

from __future__ import annotations

from typing import NamedTuple

from oddtrick.drive.arrivals import seat_arrivals
from oddtrick.drive.drive import Drive
from oddtrick.drive.movements.next_round import next_seat_groups, seat_first_round
from oddtrick.drive.players import Group
from oddtrick.errors import OddtrickError


class NextCrossing(NamedTuple):
    """The people who cross over in the next round.

    Attributes:
        group: their own group.
        entries: the ids of their entries.
        others: the ids of the entries of the same group who would play in their own seats.
    """

    group: Group
    entries: tuple[int, ...]
    others: tuple[int, ...]


def next_crossing(drive: Drive, *, check_in: bool = False) -> NextCrossing | None:
    """Returns who crosses over in the next round; None: nobody does.

    Args:
        drive: the drive.
        check_in: whether only entries that are here are seated.
    """
    number = len(drive.rounds) + 1
    if not drive.plan.grouped or number > drive.plan.rounds:
        return None
    if drive.rounds and not drive.plan.by_result:
        return None
    try:
        players, entries = seat_arrivals(
            drive.plan, drive.players, drive.entries, number, check_in=check_in
        )
        present = [player for player in players if player.is_present(number)]
        if drive.plan.by_result:
            seats, _ = next_seat_groups(present, drive.rounds)
        else:
            seats = seat_first_round(drive.plan, players).seat_groups
    except OddtrickError:
        return None  # too few people: beginning the round says so
    crossing = {one.id for one in present if seats.get(one.id, one.group) != one.group}
    listed = [entry for entry in entries if entry.player in crossing]
    if not listed:
        return None
    group = players[next(iter(crossing))].group
    assert group is not None
    same = {player.id for player in present if player.group == group}
    return NextCrossing(
        group,
        tuple(entry.id for entry in listed),
        tuple(entry.id for entry in entries if entry.player in same - crossing),
    )
