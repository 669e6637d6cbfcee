"""Learns policy by self-play, and writes them where the players read them.

    python benchmarks/learn_policy.py whist --rounds 5 --seconds 100 --from-nothing

In each round every seat plays each of its cards to the end of the deal in a few dozen worlds, out
of the policy of the round before, and takes about the best. What each card was worth is what is
learnt from. The first round, from nothing, plays at random: that is enough to begin with.
"""

from __future__ import annotations

import argparse
from random import Random
from time import monotonic

import numpy as np
from learning import policy_file
from learning.fitting import Decisions, fit_values
from learning.tables import TABLES

from oddtrick.dealing import new_match
from oddtrick.solver.rollout import FEATURE_COUNT, FULL_TEMPERATURE, Policy, RolloutPosition
from oddtrick.solver.sampling import worlds
from oddtrick.views import Awaited

BOLD = 0.12
"""How much worse a card may seem and still be taken now and then, so that others are seen too."""

TEMPERATURE = 100
KEPT = 3
"""Decisions of so many rounds are learnt from together."""


def play(
    kind: str, policy: Policy, temperature: int, amount: argparse.Namespace, seed: int
) -> Decisions:
    """Plays matches for so long, and tells what each choice was worth."""
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
            ends = here.roll_out(drawn, policy, rng.getrandbits(60), temperature=temperature)
            values = tables.want(view, ends).mean(axis=0)
            found.append((here.features(), values))
            moods = [-np.log(-np.log(rng.random())) for _ in values]
            match = match.apply(here.choices[int((values + BOLD * np.array(moods)).argmax())])
    print(f"{kind}: {len(found):,} decisions in {matches:,} matches")
    return Decisions(
        np.concatenate([features for features, _ in found]),
        np.concatenate([values for _, values in found]),
        np.array([len(values) for _, values in found]),
    )


def main() -> None:
    """Learns one kind of policy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=TABLES)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=100, help="of play in each round")
    parser.add_argument("--worlds", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from-nothing", action="store_true")
    parser.add_argument("--like", choices=TABLES, help="begin with policy of another kind")
    requested = parser.parse_args()
    numbers = np.zeros(FEATURE_COUNT)
    if not requested.from_nothing:
        numbers = policy_file.read()[requested.like or requested.kind].astype(np.float64)
    told: list[Decisions] = []
    for number in range(requested.rounds):
        temperature = FULL_TEMPERATURE if requested.from_nothing and number == 0 else TEMPERATURE
        policy = Policy(np.round(numbers).astype(np.int16))
        latest = play(
            requested.kind, policy, temperature, requested, requested.seed * 1000 + number
        )
        # What was found by playing at random is soon out of date.
        told = [latest] if number < 2 else [*told, latest][-KEPT:]
        numbers = fit_values(Decisions.joined(told), numbers)
        policy_file.write(requested.kind, numbers)


if __name__ == "__main__":
    main()
