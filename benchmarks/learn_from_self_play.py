"""Improves a policy by self-play: policy gradient on the outcome of each card in many deals.

    python benchmarks/learn_from_self_play.py scotch-alone --against people --steps 600

Each side in turn plays by the policy in training; the others play by the people policy, by the same
policy, or by both in alternate steps. Each step plays some thousand deals, rolls out every card of
each choice of the learners, and takes a gradient step. Rollouts keep the hidden cards of the deal,
so that the policy also learns what the others' plays reveal about them.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import numpy as np
from learning import policy_file
from learning.fit_policies import Decisions, PolicyGradient
from learning.training_games import TABLES

from oddtrick.bots.search.rollout import Policy
from oddtrick.bots.search.self_play import collect_training_data, play_deals_by_policy
from oddtrick.games import rules_of
from oddtrick.scoring import TopTrumps
from oddtrick.solver.deals import DealStart

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oddtrick.bots.search.rollout import Outcomes
    from oddtrick.rules import Rules

    Floats = NDArray[np.float64]

TEMPERATURE = 128
"""The temperature of play, for exploration."""

KINDS = ("whist", "scotch-sides", "scotch-alone")
"""The kinds of policy in which a deal is independent of the match."""

REPORT_INTERVAL = 50
"""Steps between two reports of strength."""


def value_for(rules: Rules, outcomes: Outcomes, side: int) -> Floats:
    """The value of each outcome for a side: lead in points, or tricks."""
    if not isinstance(rules.scoring, TopTrumps):
        return np.asarray(outcomes.tricks[:, 0, list(rules.sides[side])].sum(axis=1), np.float64)
    points = outcomes.points[:, 0].astype(np.float64)
    return np.asarray(points[:, side] - np.delete(points, side, axis=1).mean(axis=1))


def policies_by_seat(rules: Rules, side: int, own: Policy, opponents: Policy) -> list[Policy]:
    """The policy of each seat."""
    return [own if seat in rules.sides[side] else opponents for seat in range(rules.players)]


def training_data(
    games: list[Rules], own: Policy, opponents: Policy, deals: int, seed: int
) -> Decisions:
    """Collects decisions from deals, divided among the games and their sides."""
    parts = []
    for number, rules in enumerate(games):
        each = max(1, deals // len(games) // len(rules.sides))
        for side, seats in enumerate(rules.sides):
            found = collect_training_data(
                rules,
                DealStart(),
                policies_by_seat(rules, side, own, opponents),
                seats,
                deals=each,
                seed=seed * len(games) + number,
                first=side * each,
                temperature=TEMPERATURE,
            )
            targets = value_for(rules, found.outcomes, side)
            parts.append(Decisions(found.features, targets, found.sizes.astype(np.int64)))
    return Decisions.joined(parts)


def strength(games: list[Rules], own: Policy, opponents: Policy, deals: int = 20_000) -> float:
    """The gain of a side from playing by one policy instead of the other, against the other."""
    gains = []
    for rules in games:
        for side in range(len(rules.sides)):
            ours, equal = (
                play_deals_by_policy(
                    rules, DealStart(), policies_by_seat(rules, side, policy, opponents), deals, 0
                )
                for policy in (own, opponents)
            )
            gains.append((value_for(rules, ours, side) - value_for(rules, equal, side)).mean())
    return float(np.mean(gains))


def quantised(weights: Floats) -> Policy:
    """The policy with weights as stored."""
    return Policy(np.round(weights).astype(np.int16))


def main() -> None:
    """Trains one kind of policy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--against", choices=("people", "own", "both"), default="both")
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--deals", type=int, default=15_000, help="played in each step")
    parser.add_argument("--rate", type=float, default=8.0, help="of learning, at first")
    parser.add_argument("--entropy", type=float, default=0.05, help="bonus for a nat of entropy")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    games = [rules_of(name, **options) for name, options in TABLES[arguments.kind].games]
    policies = policy_file.read()
    people = Policy(policies[f"{arguments.kind}-people"])
    gradient = PolicyGradient(
        policies[arguments.kind].astype(np.float64), arguments.steps, arguments.rate
    )
    for step in range(arguments.steps):
        if step % REPORT_INTERVAL == 0:
            print(
                f"{step}: {strength(games, quantised(gradient.weights), people):+.3f}", flush=True
            )
        own, seed = quantised(gradient.weights), arguments.seed * arguments.steps + step
        opponents = {"people": people, "own": own, "both": (people, own)[step % 2]}[
            arguments.against
        ]
        gradient.step(
            training_data(games, own, opponents, arguments.deals, seed), arguments.entropy
        )
    print(f"{arguments.steps}: {strength(games, quantised(gradient.weights), people):+.3f}")
    policy_file.write(arguments.kind, gradient.weights)


if __name__ == "__main__":
    main()
