"""Fits the people policy to the plays of the heuristic bots.

    python benchmarks/learn_people_policy.py whist --seconds 100

It does not make a player stronger by itself: it is the model by which plays are turned into beliefs
about hidden cards.
"""

from __future__ import annotations

import argparse
from random import Random
from time import monotonic

import numpy as np
from learning import policy_file
from learning.fit_policies import Decisions, fit_choices
from learning.training_games import TABLES

from oddtrick.bots import BOTS
from oddtrick.bots.search.rollout import RolloutPosition
from oddtrick.dealing import new_match
from oddtrick.views import Awaited

PEOPLE = [bot for bot in BOTS if bot.name in ("casual", "club")]
"""The bots to learn from. Novices err too often to be modelled."""


def record_choices(kind: str, seconds: float, seed: int) -> Decisions:
    """Records the choices of the bots in matches for a given time."""
    tables, rng, begun = TABLES[kind], Random(seed), monotonic()
    found, matches = [], 0
    while monotonic() - begun < seconds:
        game, options = tables.games[matches % len(tables.games)]
        match, matches = new_match(game, seed=rng.getrandbits(60), **options), matches + 1
        bots = [rng.choice(PEOPLE) for _ in range(match.rules.players)]
        while not match.over and match.number < tables.deals:
            assert match.to_act is not None
            view = match.view(match.to_act)
            action = bots[match.to_act].choose(view, rng)
            if view.awaited is Awaited.CARD and match.number >= tables.first:
                here = RolloutPosition(view)
                if len(here.choices) > 1:
                    chosen = np.zeros(len(here.choices))
                    chosen[here.choice_indices[view.legal.index(action)]] = 1
                    found.append((here.features(), chosen))
            match = match.apply(action)
    print(f"{kind}: {len(found):,} plays in {matches:,} matches")
    return Decisions(
        np.concatenate([features for features, _ in found]),
        np.concatenate([chosen for _, chosen in found]),
        np.array([len(chosen) for _, chosen in found]),
    )


def main() -> None:
    """Fits one kind of people policy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=TABLES)
    parser.add_argument("--seconds", type=float, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    initial = policy_file.read()[arguments.kind].astype(np.float64)
    weights = fit_choices(
        record_choices(arguments.kind, arguments.seconds, arguments.seed), initial
    )
    policy_file.write(f"{arguments.kind}-people", weights)


if __name__ == "__main__":
    main()
