"""Learns the policy of deals in which partners may not want tricks, by self-play under contracts.

    python benchmarks/learn_contracts_policy.py --steps 150 --deals 40 --afresh

Each step deals many hands, keeps the deals in which the declarer's is among the best for the
contract, and plays them. Every card of each choice is rolled out, and the policy takes a gradient
step towards those that lead to more points than the others have.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from learning import policy_file
from learning.fit_policies import Decisions, PolicyGradient
from msgspec.structs import replace

from oddtrick.bots.heuristics.bids import low_count
from oddtrick.bots.search.hand_counts import expected_tricks
from oddtrick.bots.search.rollout import Policy
from oddtrick.bots.search.self_play import collect_training_data
from oddtrick.calls import Bid
from oddtrick.games import rules_of
from oddtrick.rules import Contract, Sequence
from oddtrick.solver.deals import DealStart, play_deals

if TYPE_CHECKING:
    from oddtrick.rules import Rules

TEMPERATURE = 128
"""The temperature of play, for exploration."""

KIND, NEAREST = "aims-sides", "aims"
"""The policy, and the one that learning begins with."""

DEALT, DECLARER = 4000, 0
"""Deals dealt for each step, and the seat that undertakes the contract."""

REPORT_INTERVAL = 25
"""Steps between two reports."""


class Table(NamedTuple):
    """A contract to be learnt.

    Args:
        game: the game.
        contract: the contract.
        share: the share of hands that undertake it, the best ones.
        unit: points that count as one: made or not.
    """

    game: str
    contract: Contract
    share: float
    unit: float

    @property
    def rules(self) -> Rules:
        """The rules of the deal, without its calls."""
        rules = rules_of(self.game).under(self.contract)
        return replace(rules, trumps=Sequence((None,)), course=())


def _solo(name: str, share: float, unit: float) -> Table:
    contract = Contract(bid=Bid(name=name), declarer=DECLARER, side=(DECLARER,))
    return Table("solo-whist", contract, share, unit)


MISERE, OPEN = _solo("misere", 0.05, 18), _solo("open misere", 0.03, 36)
LOW = Table("minnesota-whist", Contract(bid=Bid(name="low")), 1.0, 4)
TABLES = (MISERE, OPEN, MISERE, LOW)
"""The contracts, taken in turn."""


def training_data(
    table: Table, policy: Policy, deals: int, start: DealStart, seed: int
) -> tuple[Decisions, float]:
    """The decisions of all seats with the lead after each card; and the share of deals made."""
    rules, parts, made = table.rules, [], []
    dealt = play_deals(rules, DEALT, seed=seed, start=start)
    expected = expected_tricks(low_count(rules, 0, None), dealt.dealt[:, 0, DECLARER])
    best = np.argsort(expected, kind="stable")[: int(table.share * DEALT)]
    for deal in best[:: max(1, len(best) // deals)].tolist():
        found = collect_training_data(
            rules,
            start,
            policy,
            range(rules.players),
            deals=1,
            seed=seed,
            first=deal,
            temperature=TEMPERATURE,
        )
        side = np.array([rules.side_of(seat) for seat in range(rules.players)])
        points = found.outcomes.points[:, 0].astype(np.float64)
        own = points[np.arange(len(points)), np.repeat(side[found.seats], found.sizes)]
        lead = (2 * own - points.sum(axis=1)) / table.unit
        parts.append(Decisions(found.features, lead, found.sizes.astype(np.int64)))
        made.append(float((points[:, rules.side_of(DECLARER)] > 0).mean()))
    return Decisions.joined(parts), float(np.mean(made))


def main() -> None:
    """Trains the policy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--deals", type=int, default=60, help="played in each step")
    parser.add_argument("--rate", type=float, default=12.0, help="of learning, at first")
    parser.add_argument("--entropy", type=float, default=0.01, help="bonus for a nat of entropy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--afresh", action="store_true", help=f"begin with {NEAREST}")
    arguments = parser.parse_args()
    policies = policy_file.read()
    begun = KIND in policies and not arguments.afresh
    weights = policies[KIND if begun else NEAREST].astype(np.float64)
    gradient = PolicyGradient(weights, arguments.steps, arguments.rate)
    shares: dict[str, list[float]] = {}
    for step in range(arguments.steps):
        table, seed = TABLES[step % len(TABLES)], arguments.seed * 100_000 + step
        policy = Policy(np.round(gradient.weights).astype(np.int16))
        start = DealStart(dealer=step // len(TABLES) % 4)
        data, made = training_data(table, policy, arguments.deals, start, seed)
        gradient.step(data, arguments.entropy)
        shares.setdefault(table.contract.bid.name, []).append(made)
        if step % REPORT_INTERVAL == REPORT_INTERVAL - 1:
            found = {name: f"{np.mean(made[-20:]):.3f}" for name, made in shares.items()}
            print(f"{step + 1}: made {found}", flush=True)
    policy_file.write(KIND, gradient.weights)


if __name__ == "__main__":
    main()
