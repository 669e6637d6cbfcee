"""Learns the policy of deals in which a trick may be worth less than none, by self-play with bids.

    python benchmarks/learn_aims_policy.py --steps 300

Each step plays some deals of Oh Hell. Everybody bids near the tricks that the same policy takes in
the deal where nobody has bid. Then every card of each choice is rolled out, and the policy takes a
gradient step towards those that lead to more points than the others have.
"""

from __future__ import annotations

import argparse
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from learning import policy_file
from learning.fit_policies import Decisions, PolicyGradient
from msgspec.structs import replace

from oddtrick.bots.search.rollout import FEATURE_COUNT, Policy
from oddtrick.bots.search.self_play import collect_training_data, play_deals_by_policy
from oddtrick.calls import Bid
from oddtrick.games import rules_of
from oddtrick.solver.deals import DealStart

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oddtrick.calls import Calls
    from oddtrick.rules import Rules

TEMPERATURE = 128
"""The temperature of play, for exploration."""

BASE = 12_048
"""The weights of the plain features, from which the policy of another kind is taken over."""

TABLES = [(players, score) for players in (3, 4, 4, 5, 6) for score in ("exact", "tricks-plus")]
"""The tables, by players and score."""

FEWER, MORE = 0.3, 0.15
"""The share of bids that are one below, and one above, the tricks of the deal without bids."""

REPORT_INTERVAL = 25
"""Steps between two reports."""


def bids_near(tricks: list[int], dealer: int, rng: Random) -> Calls:
    """Bids near these tricks, left of the dealer first, within the hook."""
    players, size = len(tricks), sum(tricks)
    made: list[tuple[int, Bid]] = []
    for turn in range(1, players + 1):
        seat = (dealer + turn) % players
        drawn = rng.random()
        bid = tricks[seat] - (drawn < FEWER) + (drawn > 1 - MORE)
        bid = min(size, max(0, bid))
        if turn == players and bid + sum(each.number for _, each in made) == size:
            bid += -1 if bid else 1
        made.append((seat, Bid(bid)))
    return (("bids", tuple(made)),)


def deals_with_bids(
    rules: Rules, policy: Policy, deals: int, seed: int
) -> Iterator[tuple[int, DealStart]]:
    """The number of each deal of the seed, and its start with bids."""
    rng = Random(seed)
    number = rng.randrange(len(rules.plan.each) - 1)  # with one card there is no choice
    start = DealStart(number=number)
    without_bids = replace(rules, course=())
    tricks = play_deals_by_policy(without_bids, start, policy, deals, seed).tricks[:, 0].tolist()
    for deal, taken in enumerate(tricks):
        yield deal, DealStart(number=number, calls=bids_near(taken, start.dealer, rng))


def training_data(rules: Rules, policy: Policy, deals: int, seed: int) -> tuple[Decisions, float]:
    """The decisions of all seats with the lead in points after each card; and the bids made."""
    parts, made, seats = [], 0.0, range(rules.players)
    for deal, start in deals_with_bids(rules, policy, deals, seed):
        found = collect_training_data(
            rules,
            start,
            policy,
            seats,
            deals=1,
            seed=seed,
            first=deal,
            temperature=TEMPERATURE,
        )
        if not len(found.sizes):
            continue
        points = found.outcomes.points[:, 0].astype(np.float64)
        own = points[np.arange(len(points)), np.repeat(found.seats, found.sizes)]
        lead = own - (points.sum(axis=1) - own) / (rules.players - 1)
        parts.append(Decisions(found.features, lead, found.sizes.astype(np.int64)))
        made += float((points >= 10).mean())
    return Decisions.joined(parts), made / max(1, len(parts))


def main() -> None:
    """Trains the policy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--deals", type=int, default=250, help="played in each step")
    parser.add_argument("--rate", type=float, default=12.0, help="of learning, at first")
    parser.add_argument("--entropy", type=float, default=0.1, help="bonus for a nat of entropy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--afresh", action="store_true", help="begin with the knock-out policy")
    arguments = parser.parse_args()
    policies = policy_file.read()
    weights = np.zeros(FEATURE_COUNT)
    weights[:BASE] = policies["knockout"][:BASE]
    if "aims" in policies and not arguments.afresh:
        weights = policies["aims"].astype(np.float64)
    gradient = PolicyGradient(weights, arguments.steps, arguments.rate)
    shares = []
    for step in range(arguments.steps):
        players, score = TABLES[step % len(TABLES)]
        rules = rules_of("oh-hell", players=players, score=score)
        policy = Policy(np.round(gradient.weights).astype(np.int16))
        seed = arguments.seed * 100_000 + step
        data, made = training_data(rules, policy, arguments.deals, seed)
        gradient.step(data, arguments.entropy)
        shares.append(made)
        if step % REPORT_INTERVAL == REPORT_INTERVAL - 1:
            recent = np.mean(shares[-REPORT_INTERVAL:])
            print(f"{step + 1}: {recent:.3f} of the bids made", flush=True)
    policy_file.write("aims", gradient.weights)


if __name__ == "__main__":
    main()
