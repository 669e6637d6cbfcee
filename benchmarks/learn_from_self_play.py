"""Makes policy better by playing: what would have become of each card, in millions of deals.

    python benchmarks/learn_from_self_play.py scotch-alone --against people --steps 600

Each side in turn plays by the policy that are to be made better, all others as people do, or by the
same policy, or the one in one step and the other in the next. In every step some thousand deals are
played out of what is known by then, each choice of the learners is played to the end with every
card, and the policy are moved a little to where more comes of it. The cards of others lie as they
lay: so what they have played so far is learnt from as well.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import numpy as np
from learning import policy_file
from learning.fitting import Decisions, Slope
from learning.tables import TABLES

from oddtrick.games import rules_of
from oddtrick.scoring import TopTrumps
from oddtrick.solver.deals import DealStart
from oddtrick.solver.rollout import Policy
from oddtrick.solver.self_play import collect_training_data, play_deals_by_policy

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oddtrick.rules import Rules
    from oddtrick.solver.rollout import Outcomes

    Floats = NDArray[np.float64]

TEMPERATURE = 128
"""How much chance is mixed in, so that other cards than the best are seen as well."""

KINDS = ("whist", "scotch-sides", "scotch-alone")
"""Where one deal is all there is to it."""

TOLD_OF = 50
"""After so many steps it is told how far it has come."""


def worth(rules: Rules, ends: Outcomes, side: int) -> Floats:
    """What each end is worth to a side: points more than the others have, or tricks."""
    if not isinstance(rules.scoring, TopTrumps):
        return np.asarray(ends.tricks[:, 0, list(rules.sides[side])].sum(axis=1), np.float64)
    points = ends.points[:, 0].astype(np.float64)
    return np.asarray(points[:, side] - np.delete(points, side, axis=1).mean(axis=1))


def seated(rules: Rules, side: int, own: Policy, opponents: Policy) -> list[Policy]:
    """Who sits where."""
    return [own if seat in rules.sides[side] else opponents for seat in range(rules.players)]


def training_data(
    games: list[Rules], own: Policy, opponents: Policy, deals: int, seed: int
) -> Decisions:
    """What there is to learn from so many deals, shared among the games and their sides."""
    parts = []
    for number, rules in enumerate(games):
        each = max(1, deals // len(games) // len(rules.sides))
        for side, seats in enumerate(rules.sides):
            found = collect_training_data(
                rules,
                DealStart(),
                seated(rules, side, own, opponents),
                seats,
                deals=each,
                seed=seed * len(games) + number,
                first=side * each,
                temperature=TEMPERATURE,
            )
            told = worth(rules, found.outcomes, side)
            parts.append(Decisions(found.features, told, found.sizes.astype(np.int64)))
    return Decisions.joined(parts)


def strength(games: list[Rules], own: Policy, opponents: Policy, deals: int = 20_000) -> float:
    """What a side makes of a deal by the one against the other, less what it makes by the other."""
    gains = []
    for rules in games:
        for side in range(len(rules.sides)):
            ours, equal = (
                play_deals_by_policy(
                    rules, DealStart(), seated(rules, side, policy, opponents), deals, 0
                )
                for policy in (own, opponents)
            )
            gains.append((worth(rules, ours, side) - worth(rules, equal, side)).mean())
    return float(np.mean(gains))


def rounded(numbers: Floats) -> Policy:
    """Policy as they are kept."""
    return Policy(np.round(numbers).astype(np.int16))


def main() -> None:
    """Makes one kind of policy better."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--against", choices=("people", "own", "both"), default="both")
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--deals", type=int, default=15_000, help="played in each step")
    parser.add_argument("--rate", type=float, default=8.0, help="of learning, at first")
    parser.add_argument("--doubt", type=float, default=0.05, help="given up for a nat of entropy")
    parser.add_argument("--seed", type=int, default=1)
    requested = parser.parse_args()
    games = [rules_of(name, **options) for name, options in TABLES[requested.kind].games]
    kept = policy_file.read()
    people = Policy(kept[f"{requested.kind}-people"])
    slope = Slope(kept[requested.kind].astype(np.float64), requested.steps, requested.rate)
    for step in range(requested.steps):
        if step % TOLD_OF == 0:
            print(f"{step}: {strength(games, rounded(slope.numbers), people):+.3f}", flush=True)
        own, seed = rounded(slope.numbers), requested.seed * requested.steps + step
        opponents = {"people": people, "own": own, "both": (people, own)[step % 2]}[
            requested.against
        ]
        slope.climb(training_data(games, own, opponents, requested.deals, seed), requested.doubt)
    print(f"{requested.steps}: {strength(games, rounded(slope.numbers), people):+.3f}")
    policy_file.write(requested.kind, slope.numbers)


if __name__ == "__main__":
    main()
