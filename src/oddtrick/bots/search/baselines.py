"""Players of the literature, to measure ours against: they are no levels.

>>> import random
>>> from oddtrick.dealing import new_match
>>> match, rng = new_match("whist", seed=7), random.Random(7)
>>> TreePlayer("ismcts-50", iterations=50).choose(match.view(1), rng) in match.legal_actions()
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from oddtrick.bots.search.searcher import Effort, Searcher
from oddtrick.cards import Suit
from oddtrick.errors import OddtrickError
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from random import Random

    from oddtrick.rules import PlayerAction, Rules
    from oddtrick.solver.rollout import Reward
    from oddtrick.views import View

WORLDS = 20_000
"""So many worlds are drawn at most; more descents go through them again."""


class TreePlayer(msgspec.Struct, frozen=True):
    """Information-set Monte-Carlo tree search (Cowling, Powley and Whitehouse, 2012).

    Args:
        name: on reports.
        iterations: descents for each decision.
        learnt: whether deals are played on out of the habits that our own search has; else every
            card is as likely.
        exploration: as in the paper, 0.7.
        names: whether it names its longest suit for trumps; else any.
    """

    name: str
    iterations: int
    learnt: bool = False
    exploration: float = 0.7
    names: bool = True

    def choose(self, view: View, rng: Random) -> PlayerAction:
        """The card that was taken most often. Throws are chance.

        Raises:
            OddtrickError: it is not for the view's seat to act.
        """
        if not view.legal:
            raise OddtrickError(f"it is not for seat {view.seat} to act, so there is no choice")
        if view.awaited is Awaited.CHOICE and view.hand and self.names:
            suits = [action for action in view.legal if isinstance(action, Suit)]
            return max(suits, key=lambda suit: len(view.hand.suit(suit)))
        if view.awaited is not Awaited.CARD or len(view.legal) == 1:
            return rng.choice(view.legal)
        from oddtrick.bots.search.policies import policy_of  # noqa: PLC0415  numpy and the kernel
        from oddtrick.solver.rollout import RolloutPosition  # noqa: PLC0415
        from oddtrick.solver.sampling import worlds  # noqa: PLC0415

        here, seed = RolloutPosition(view), rng.getrandbits(64)
        if len(here.choices) == 1:
            return here.choices[0]
        tree = here.run_ismcts(
            worlds(view).draw(min(self.iterations, WORLDS), seed),
            seed,
            iterations=self.iterations,
            reward=_reward(view.rules),
            policy=policy_of(view.rules, view.trump) if self.learnt else None,
            exploration=self.exploration,
        )
        return here.choices[int(tree.visits.argmax())]


def _reward(rules: Rules) -> Reward:
    return "survival" if rules.goal.eliminates else rules.profile.unit


pimc_20 = Searcher("pimc-20", Effort(power=0, ending=13, solved=20))
"""Plain double-dummy sampling: 20 worlds as dealt, each solved. In whist only."""

playouts = Searcher("playouts", Effort(power=0, ending=0))
"""Playouts in 400 worlds as dealt, and nothing else."""

ismcts_1000 = TreePlayer("ismcts-1000", iterations=1000)
"""As in the paper, for knock-out whist, but that it names its longest suit for trumps."""

ismcts_paper = TreePlayer("ismcts-paper", iterations=1000, names=False)
"""In the program of the paper's authors the trumps of knock-out whist fall by chance."""

ismcts_20000 = TreePlayer("ismcts-20000", iterations=20_000, learnt=True)
"""The strongest that was measured before, with habits for its playouts."""

MEASURES = (pimc_20, playouts, ismcts_1000, ismcts_paper, ismcts_20000)
