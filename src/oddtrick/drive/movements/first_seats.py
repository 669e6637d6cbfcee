"""The order of the first seats: drawn from the seed of the drive, or that of the list."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from oddtrick.drive.plan import DrivePlan


def first_seat_order(plan: DrivePlan, players: Iterable[int]) -> list[int]:
    """Returns players in the order of their first seats.

    Each card draws a number of its own, so that the draw of the others stays as it is when somebody
    comes or leaves before a round that was undone is begun again.

    Args:
        plan: the plan, with the seed.
        players: their ids, in the order of the list.
    """
    if plan.seats == "list":
        return list(players)
    return sorted(players, key=lambda player: drawn_number(plan.seed, player))


def drawn_number(seed: int, player: int) -> float:
    """Returns the number that a card draws."""
    return Random(f"oddtrick drive {seed}: first seat of card {player}").random()
