"""Open cards: what each card is worth if everybody plays their best.

The cards that a seat can't see are in :mod:`oddtrick.solver.sampling`, whole deals by the thousand
in :mod:`oddtrick.solver.deals`. Only :mod:`oddtrick.solver.claims` and
:mod:`oddtrick.solver.double_dummy` look at whole matches: bots may use the rest.
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
