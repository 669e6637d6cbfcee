"""The context of one decision, settled once: limits, policies, and the view made ready."""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from oddtrick.bots.search.rollout import RolloutPosition
from oddtrick.bots.search.trained_policies import PolicySet, policies_for
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from threading import Event

    from oddtrick.rules import Rules
    from oddtrick.views import View


class SearchBudget(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of one search.

    All of them but ``seconds`` are counts, so that the result depends on the view and the seed
    alone, on any machine and any number of threads.

    Args:
        candidates: worlds drawn and weighted by the plays seen so far. Where there are not many
            more worlds than that, all of them are weighted.
        worlds: rollouts per choice, on average, in worlds resampled by weight. Every choice is
            tried in a third of them; the rest goes to the choices that may still be best.
        weight_power: exponent of the importance weights: 1 trusts the model of the other players
            fully, 0 ignores it.
        endgame_cards: with at most this many cards in each hand, worlds are solved double dummy
            where the scoring allows it; 0: never.
        solved_worlds: worlds solved in such an endgame.
        adapts: whether opponents, where everybody plays alone, are rolled out as the player type
            that explains their plays best.
        temperature: randomness of the rollout policy, 0 (greedy) to 256.
        prior_weight: weight of the policy prior, in tricks or points for each nat; None: that which
            suits the kind of deal.
        seconds: time limit for a decision; None: none.
        threads: for the work; they do not change the result.
    """

    candidates: int = 3000
    worlds: int = 400
    weight_power: float = 0.7
    endgame_cards: int = 0
    solved_worlds: int = 60
    adapts: bool = True
    temperature: int = 0
    prior_weight: float | None = None
    seconds: float | None = None
    threads: int = 1


class NoTimeError(OddtrickError):
    """The time limit passed before one world was finished."""

    def __init__(self) -> None:
        super().__init__("there was no time for a single world: allow more seconds")


class Deadline:
    """The time left for one decision.

    Args:
        seconds: the time limit, from now; None: none.
        cancel: ends the decision at once when it is set.
    """

    def __init__(self, seconds: float | None, cancel: Event | None) -> None:
        self.started = monotonic()
        self.seconds = seconds
        self.cancel = cancel

    def remaining(self, share: float = 1.0) -> float | None:
        """Seconds left of this share of the limit; None: there is no limit."""
        if self.seconds is None:
            return None
        return max(0.0, self.started + share * self.seconds - monotonic())

    def has_passed(self, share: float = 1.0) -> bool:
        """Returns whether this share of the limit is used up, or the decision was cancelled."""
        cancelled = self.cancel is not None and self.cancel.is_set()
        return cancelled or self.remaining(share) == 0


class SearchContext(NamedTuple):
    """The moment to decide, the policies of its players, and the limits of the search.

    Args:
        view: of the seat that decides.
        position: the view, prepared for rollouts; it counts the worlds of the view once.
        policies: those of the game under the trumps of the deal.
        budget: the amount of work.
        deadline: the time limit.
        seed: of the worlds and their rollouts.
        exact: whether the worlds are solved double dummy, not rolled out.
    """

    view: View
    position: RolloutPosition
    policies: PolicySet
    budget: SearchBudget
    deadline: Deadline
    seed: int
    exact: bool


def decision_seed(view: View, seed: int = 0) -> int:
    """Returns the seed of one decision: a digest of the seat, its hand and the plays.

    A search with it is a function of the view: the same position always gets the same answer.
    Bots take it as it is. A hint and the review of the decision search with that of the same
    ``seed``, so that they agree.

    Args:
        view: the view of the seat to act.
        seed: another number gives other worlds.
    """
    tricks = (*(trick for hand in view.earlier for trick in hand), *view.tricks)
    plays = (*(card for trick in tricks for card in trick.cards), *view.table)
    known = (seed, view.seat, view.dealer, view.trump, view.turn_up, view.hand, *plays)
    name = "/".join(map(str, ("oddtrick-search", *known)))
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big")


def search_context(
    view: View,
    budget: SearchBudget,
    rng: Random | None = None,
    *,
    seconds: float | None = None,
    cancel: Event | None = None,
) -> SearchContext:
    """The context of a decision between cards.

    Args:
        view: of the seat to play.
        budget: the amount of work.
        rng: the source of the seed; None: :func:`decision_seed`.
        seconds: the time limit; None: that of the budget.
        cancel: ends the search when it is set.

    Raises:
        OddtrickError: the view is not that of a seat to play a card, or contradicts itself.
    """
    position = RolloutPosition(view)
    assert view.seat is not None
    return SearchContext(
        view=view,
        position=position,
        policies=policies_for(view.deal_rules, view.trump),
        budget=budget,
        deadline=Deadline(budget.seconds if seconds is None else seconds, cancel),
        seed=(rng or Random(decision_seed(view))).getrandbits(64),
        exact=is_solvable(view.deal_rules) and view.counts[view.seat] <= budget.endgame_cards,
    )


def is_solvable(rules: Rules) -> bool:
    """Returns whether deals are decided by the tricks of two sides that want them."""
    profile = rules.profile
    by_tricks = profile.by_tricks and profile.rising and not rules.goal.eliminates
    return by_tricks and len(rules.sides) == 2 and len(rules.plan.hands) == 1
