"""Trains a policy from nothing by self-play with rollouts, and stores it for the bots.

    python benchmarks/learn_policy.py whist --rounds 5 --seconds 100 --from-nothing

In each round every seat rolls out each of its cards in a few dozen worlds by the policy of the
round before, and plays about the best one. The new policy is fitted to the values. The first round
uses uniformly random rollouts.
"""

from __future__ import annotations

import argparse
from random import Random
from time import monotonic

import numpy as np
from learning import policy_file
from learning.fit_policies import Decisions, fit_values
from learning.training_games import TABLES

from oddtrick.bots.search.rollout import FEATURE_COUNT, FULL_TEMPERATURE, Policy, RolloutPosition
from oddtrick.dealing import new_match
from oddtrick.solver.sampling import worlds
from oddtrick.views import Awaited

EXPLORATION = 0.12
"""Scale of the Gumbel noise added to the values when a card is chosen."""

TEMPERATURE = 100
ROUNDS_USED = 3
"""The number of latest rounds that a policy is fitted to."""


def play(
    kind: str, policy: Policy, temperature: int, amount: argparse.Namespace, seed: int
) -> Decisions:
    """Plays matches for a given time and records the value of each choice."""
    tables, rng, begun = TABLES[kind], Random(seed), monotonic()
    found, matches = [], 0
    while monotonic() - begun < amount.seconds:
        game, options = tables.games[matches % len(tables.games)]
        match, matches = new_match(game, seed=rng.getrandbits(60), **options), matches + 1
        while not match.over and match.number < tables.deals:
            view = match.view(match.to_act)
            if view.awaited is not Awaited.CARD or len(view.legal) == 1:
                match = match.apply(rng.choice(view.legal))
                continue
            here = RolloutPosition(view)
            if len(here.choices) == 1 or match.number < tables.first:
                match = match.apply(rng.choice(here.choices))
                continue
            drawn = worlds(view).draw(amount.worlds, rng.getrandbits(60))
            outcomes = here.roll_out(drawn, policy, rng.getrandbits(60), temperature=temperature)
            values = tables.value(view, outcomes).mean(axis=0)
            found.append((here.features(), values))
            noise = [-np.log(-np.log(rng.random())) for _ in values]
            match = match.apply(
                here.choices[int((values + EXPLORATION * np.array(noise)).argmax())]
            )
    print(f"{kind}: {len(found):,} decisions in {matches:,} matches")
    return Decisions(
        np.concatenate([features for features, _ in found]),
        np.concatenate([values for _, values in found]),
        np.array([len(values) for _, values in found]),
    )


def main() -> None:
    """Trains one kind of policy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=TABLES)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=100, help="of play in each round")
    parser.add_argument("--worlds", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from-nothing", action="store_true")
    parser.add_argument("--like", choices=TABLES, help="begin with the policy of another kind")
    arguments = parser.parse_args()
    weights = np.zeros(FEATURE_COUNT)
    if not arguments.from_nothing:
        weights = policy_file.read()[arguments.like or arguments.kind].astype(np.float64)
    rounds: list[Decisions] = []
    for number in range(arguments.rounds):
        temperature = FULL_TEMPERATURE if arguments.from_nothing and number == 0 else TEMPERATURE
        policy = Policy(np.round(weights).astype(np.int16))
        latest = play(
            arguments.kind, policy, temperature, arguments, arguments.seed * 1000 + number
        )
        # Values under random play are soon out of date.
        rounds = [latest] if number < 2 else [*rounds, latest][-ROUNDS_USED:]
        weights = fit_values(Decisions.joined(rounds), weights)
        policy_file.write(arguments.kind, weights)


if __name__ == "__main__":
    main()
