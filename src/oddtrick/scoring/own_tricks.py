"""Points that depend on the tricks of each player, which no profile tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

if TYPE_CHECKING:
    from oddtrick.scoring.deals import DealFacts, DealScoring

OWN_TRICKS = "points depend on each player's own tricks, and a profile tells those of sides"
"""What no profile can tell, with the reason."""


def depend_on_own_tricks(scoring: DealScoring, facts: DealFacts) -> bool:
    """Returns whether points change with the player of a side who has won its tricks."""
    told = scoring.stages(facts)
    for side in facts.sides:
        for seat in side if len(side) > 1 else ():
            tricks, taken = list(facts.tricks), list(facts.taken)
            other = next(each for each in side if each != seat)
            for won in (tricks, taken):
                won[other], won[seat] = won[other] + won[seat], 0
            moved = replace(facts, tricks=tuple(tricks), taken=tuple(taken))
            if scoring.stages(moved) != told:
                return True
    return False
