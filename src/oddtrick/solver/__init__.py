"""Open cards: what each card is worth if everybody plays their best.

The cards that a seat can't see are in :mod:`oddtrick.solver.sampling`, whole deals by the thousand
in :mod:`oddtrick.solver.deals`. Whether a claim stands is in :mod:`oddtrick.solver.claims`, which
looks at matches: the rest does not, so that bots may use it.
"""

from oddtrick.solver.objective import Holder, Objective
from oddtrick.solver.position import Position, Worth
from oddtrick.solver.solving import (
    SearchStopped,
    Solver,
    principal_line,
    solve,
    solve_cards,
    solve_many,
)

__all__ = [
    "Holder",
    "Objective",
    "Position",
    "SearchStopped",
    "Solver",
    "Worth",
    "principal_line",
    "solve",
    "solve_cards",
    "solve_many",
]
