"""Everything that one search works on, resolved once for each decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from oddtrick.bots.search.deadline import Deadline
from oddtrick.bots.search.trained_policies import PolicySet, policies_for
from oddtrick.solver.rollout import RolloutPosition

if TYPE_CHECKING:
    from threading import Event

    from oddtrick.bots.search.budget import SearchBudget
    from oddtrick.views import View


class SearchContext(NamedTuple):
    """The moment to decide, the policies of its players, and the limits of the search.

    Args:
        moment: the view, prepared for rollouts; it counts the worlds of the view once.
        policies: those of the game under the trumps of the deal.
        budget: the amount of work.
        deadline: the time limit.
    """

    moment: RolloutPosition
    policies: PolicySet
    budget: SearchBudget
    deadline: Deadline

    @property
    def view(self) -> View:
        """The view of the seat that decides."""
        return self.moment.view


def search_context(
    view: View,
    budget: SearchBudget,
    *,
    seconds: float | None = None,
    cancel: Event | None = None,
) -> SearchContext:
    """The context of a decision between cards.

    Args:
        view: of the seat to play.
        budget: the amount of work.
        seconds: the time limit; None: that of the budget.
        cancel: ends the search when it is set.

    Raises:
        OddtrickError: the view is not that of a seat to play a card, or contradicts itself.
    """
    limit = budget.seconds if seconds is None else seconds
    policies = policies_for(view.rules, view.trump)
    return SearchContext(RolloutPosition(view), policies, budget, Deadline(limit, cancel))
