"""Players that search.

The search itself is in :mod:`.decision`, which loads numpy and the kernel on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from oddtrick.bots.search.budget import SearchBudget
from oddtrick.bots.styles import Style

if TYPE_CHECKING:
    from random import Random
    from threading import Event

    from oddtrick.bots.search.evaluation import Evaluation
    from oddtrick.rules import PlayerAction, Rules
    from oddtrick.views import View


class Searcher(msgspec.Struct, frozen=True):
    """A player that samples the layouts of the hidden cards and rolls out each card in them.

    Args:
        name: of the level.
        budget: the amount of work for each decision.
        style: its taste among choices that the search cannot tell apart; None: none.
    """

    name: str
    budget: SearchBudget = SearchBudget()
    style: Style | None = None

    def check(self, rules: Rules) -> None:
        """Checks that the kernel can play out deals of a game.

        Raises:
            OddtrickError: it can't; the message says why.
        """
        from oddtrick.solver.deals.kernel_deal_plan import plan_deal  # noqa: PLC0415  numpy and the kernel

        plan_deal(rules)

    def choose(self, view: View, rng: Random) -> PlayerAction:
        """The action to take; the same for the same view and state of ``rng``.

        Raises:
            OddtrickError: it is not the turn of the view's seat.
        """
        from oddtrick.bots.search.decision import decide  # noqa: PLC0415  numpy and the kernel

        return decide(view, self.budget, rng, self.style)

    def evaluate(
        self,
        view: View,
        rng: Random,
        *,
        seconds: float | None = None,
        cancel: Event | None = None,
    ) -> Evaluation:
        """The value of each legal choice, and the choice that :meth:`choose` makes of it.

        Args:
            view: of the seat that is to play a card, or to choose trumps and has seen its cards.
            rng: the source of all chance; in the same state, :meth:`choose` makes the same choice.
            seconds: time limit; None: that of the budget.
            cancel: once it is set, by any thread, the result is what was found by then.

        Raises:
            OddtrickError: the view has no such choice, or time ran out before one world was
                finished.
        """
        from oddtrick.bots.search.decision import evaluate_choices  # noqa: PLC0415  numpy, kernel

        return evaluate_choices(
            view, self.budget, rng, style=self.style, seconds=seconds, cancel=cancel
        )
