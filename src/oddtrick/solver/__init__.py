"""The double-dummy solver: the value of each card under best play with all hands known.

Hidden cards are sampled in :mod:`oddtrick.solver.sampling`; whole deals are played in batches in
:mod:`oddtrick.solver.deals`. Only :mod:`oddtrick.solver.claims` and
:mod:`oddtrick.solver.double_dummy` use whole matches, with cards that no player sees.
"""

from oddtrick.solver.objective import Holder, Objective, Outcome
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
    "Outcome",
    "Position",
    "SearchStopped",
    "Solver",
    "Worth",
    "principal_line",
    "solve",
    "solve_cards",
    "solve_many",
]
