"""Tabulates the chance of winning a knock-out match (K8) in `survival_chances.npz`.

    python benchmarks/learn_knockout_survival_chances.py --deals 20000

Backward induction from deals of one card to deals of six: each is dealt and played many times by
policy, and the states that follow are already tabulated. The policy has to be trained first.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from oddtrick.bots import search
from oddtrick.bots.search.self_play import play_deals_by_policy
from oddtrick.bots.search.trained_policies import policies_for
from oddtrick.cards import Suit
from oddtrick.games import rules_of
from oddtrick.solver.deals import DealStart
from oddtrick.tricks import from_seat, left_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

MOST_PLAYERS, MOST_CARDS = 7, 6
SEED = 20_030_103


def tabulate(*, broken: bool, deals: int) -> NDArray[np.float32]:
    """The chances [players, cards, place of the chooser, place], counted from the eldest hand."""
    table = np.zeros((MOST_PLAYERS + 1, MOST_CARDS + 1, MOST_PLAYERS, MOST_PLAYERS), np.float32)
    rules = rules_of("knockout-whist", players=MOST_PLAYERS, broken=broken)
    for size in range(1, MOST_CARDS + 1):
        for players in range(2, MOST_PLAYERS + 1):
            for chooser in range(players):
                start = DealStart(
                    number=MOST_CARDS + 1 - size,
                    dealer=players - 1,
                    seats=tuple(range(players)),
                    chooser=chooser,
                )
                policy = policies_for(rules, Suit.SPADES).search
                outcomes = play_deals_by_policy(rules, start, policy, deals, SEED, temperature=64)
                found, counts = np.unique(outcomes.tricks[:, 0], axis=0, return_counts=True)
                total = np.zeros(MOST_PLAYERS)
                for tricks, count in zip(found.tolist(), counts.tolist(), strict=True):
                    total[:players] += count * after(table, players, size, tricks)
                table[players, size, chooser] = total / deals
    return table


def after(
    table: NDArray[np.float32], players: int, size: int, tricks: Sequence[int]
) -> NDArray[np.float64]:
    """The chance of each player after a deal with these tricks, led by the player at place 0."""
    left = tuple(seat for seat in range(players) if tricks[seat])
    chances = np.zeros(players)
    if len(left) == 1:
        chances[left[0]] = 1.0
        return chances
    most = max(tricks)
    choosers = [seat for seat in left if tricks[seat] == most]
    # The deal passes to the next player who is in: first the dealer, then the eldest hand.
    order = from_seat(left, left_of(left, left_of(left, players - 1)))
    for seat in choosers:
        row = table[len(left), size - 1, order.index(seat)]
        for place, other in enumerate(order):
            chances[other] += row[place] / len(choosers)
    return chances


def main() -> None:
    """Writes the table beside the bots that use it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20_000)
    deals = parser.parse_args().deals
    file = Path(search.__file__).with_name("survival_chances.npz")
    tables = [tabulate(broken=broken, deals=deals) for broken in (False, True)]
    np.savez_compressed(file, probabilities=np.stack(tables))
    print(f"{file}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
