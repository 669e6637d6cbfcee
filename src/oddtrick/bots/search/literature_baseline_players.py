"""Players from the literature, as baselines for measurements; no levels of their own.

>>> import random
>>> from oddtrick.dealing import new_match
>>> match, rng = new_match("whist", seed=7), random.Random(7)
>>> TreePlayer("ismcts-50", iterations=50).choose(match.view(1), rng) in match.legal_actions()
True
"""

from __future__ import annotations

from random import Random

import msgspec

from oddtrick.bots.search.rollout import Reward, RolloutPosition
from oddtrick.bots.search.search_context import SearchBudget, is_solvable
from oddtrick.bots.search.searcher import Searcher
from oddtrick.bots.search.trained_policies import policies_for
from oddtrick.cards import Suit
from oddtrick.errors import OddtrickError
from oddtrick.rules import PlayerAction, Rules
from oddtrick.views import Awaited, View

MAX_WORLDS = 20_000
"""Most worlds drawn for one decision; further descents reuse them."""


class TreePlayer(msgspec.Struct, frozen=True):
    """Information-set Monte-Carlo tree search (Cowling, Powley and Whitehouse, 2012).

    Args:
        name: in reports.
        iterations: descents for each decision.
        learnt: whether rollouts follow the learnt policy; else they are uniformly random.
        exploration: the UCB constant, 0.7 in the paper.
        chooses_longest: whether it makes its longest suit trumps; else any suit.
    """

    name: str
    iterations: int
    learnt: bool = False
    exploration: float = 0.7
    chooses_longest: bool = True

    def choose(self, view: View, rng: Random) -> PlayerAction:
        """The most visited card. Throws and calls are chance.

        Raises:
            OddtrickError: it is not the turn of the view's seat.
        """
        if not view.legal:
            raise OddtrickError(f"it is not seat {view.seat}'s turn, so there is no choice")
        if view.awaited is Awaited.CHOICE and view.hand and self.chooses_longest:
            suits = [action for action in view.legal if isinstance(action, Suit)]
            return max(suits, key=lambda suit: len(view.hand.suit(suit)))
        if view.awaited is not Awaited.CARD or len(view.legal) == 1:
            return rng.choice(view.legal)
        position, seed = RolloutPosition(view), rng.getrandbits(64)
        if len(position.choices) == 1:
            return position.choices[0]
        tree = position.run_ismcts(
            position.worlds.draw(min(self.iterations, MAX_WORLDS), seed),
            seed,
            iterations=self.iterations,
            reward=_reward(view.deal_rules),
            policy=policies_for(view.deal_rules, view.trump).search if self.learnt else None,
            exploration=self.exploration,
        )
        return position.choices[int(tree.visits.argmax())]


def _reward(rules: Rules) -> Reward:
    if rules.goal.eliminates:
        return "survival"
    return rules.profile.unit if rules.profile.per_side else "tricks"


pimc_20 = Searcher("pimc-20", SearchBudget(weight_power=0, endgame_cards=13, solved_worlds=20))
"""Perfect-information Monte Carlo (Ginsberg, 2001) in 20 unweighted worlds; whist only."""

pimc_100 = Searcher("pimc-100", SearchBudget(weight_power=0, endgame_cards=13, solved_worlds=100))
"""The same in 100 worlds."""

rollouts = Searcher("playouts", SearchBudget(weight_power=0, endgame_cards=0))
"""Rollouts in 400 unweighted worlds, and nothing else."""

ismcts_1000 = TreePlayer("ismcts-1000", iterations=1000)
"""As in the paper, for knock-out whist, except that it makes its longest suit trumps."""

ismcts_paper = TreePlayer("ismcts-paper", iterations=1000, chooses_longest=False)
"""As in the program of the paper's authors, which chooses trumps at random."""

ismcts_20000 = TreePlayer("ismcts-20000", iterations=20_000, learnt=True)
"""The strongest baseline measured: 20,000 descents, with the learnt policy for rollouts."""

SOLVING = (pimc_20, pimc_100)
"""Those that solve every world double dummy."""

BASELINES = (pimc_20, pimc_100, rollouts, ismcts_1000, ismcts_paper, ismcts_20000)


def check_baseline(player: Searcher | TreePlayer, rules: Rules) -> None:
    """Checks that a baseline plays a game by the method that it is named for, and nothing else.

    Raises:
        OddtrickError: it does not; the message says what it can't do.
    """
    why = _reason_against(player, rules)
    if why is not None:
        raise OddtrickError(f"{player.name} does not play {rules.game}: {why}")


def _reason_against(player: Searcher | TreePlayer, rules: Rules) -> str | None:
    if rules.plan.stock:
        return "it draws no cards from a stock"
    if rules.goal.dogs_life:
        return "it plays no deals in which a seat may pass: leave dogs_life out (X5)"
    if player is not rollouts and rules.course:
        return "it makes no calls"
    if player in SOLVING and not is_solvable(rules):
        return "it solves only deals between two sides that tricks alone decide"
    return None
