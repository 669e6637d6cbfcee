"""Measures batches and vectors of whist deals against OpenSpiel; prints rates as JSON.

Runs in the benchmark's own environment, which ``playouts.py`` creates.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import pyspiel

from oddtrick.games import rules_of
from oddtrick.solver.deals.playouts import Part, PolicyName, play_deals
from oddtrick.solver.deals.vector_deals import VectorDeals

WHIST = rules_of("whist")
PLAYS = 52
ENVS = 1024
Work = Callable[[int], None]
"""Plays a number of deals."""


def batches(at_once: int, policy: PolicyName = "uniform", record: tuple[Part, ...] = ()) -> Work:
    """Batches of deals, from the pack to the points."""

    def play(deals: int) -> None:
        for first in range(0, deals, at_once):
            play_deals(WHIST, at_once, 1, first=first, policy=policy, record=record)

    return play


def stepped(*, observe: bool) -> Work:
    """A vector of deals stepped with the actions of a batch, without choosing."""
    actions = play_deals(WHIST, ENVS, 1, record=["actions"]).actions
    envs = VectorDeals(WHIST, ENVS, seed=1, observe=observe, reuse=True)
    taken = [actions[:, number].astype("int64") for number in range(PLAYS)]

    def play(deals: int) -> None:
        for _ in range(0, deals, ENVS):
            envs.reset()
            for action in taken:
                envs.step(action)

    return play


def spades() -> Work:
    """OpenSpiel's spades, written in C++ and driven through Python; four bids, then 52 cards."""
    game, choice = pyspiel.load_game("spades"), random.Random(1).choice

    def play(deals: int) -> None:
        for _ in range(deals):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(choice(state.legal_actions()))

    return play


CONTENDERS: dict[str, Callable[[], Work]] = {
    "uniform": lambda: batches(20_000),
    "greedy": lambda: batches(20_000, "greedy"),
    "actions": lambda: batches(20_000, record=("actions", "masks")),
    "observations": lambda: batches(1_000, record=("actions", "masks", "observations")),
    "steps": lambda: stepped(observe=False),
    "observed steps": lambda: stepped(observe=True),
    "spades": spades,
}


def seconds(work: Work, deals: int) -> float:
    """The processor time of a number of deals."""
    begin = time.process_time()
    work(deals)
    return time.process_time() - begin


def enough(work: Work, wanted: float) -> int:
    """The number of deals that take about ``seconds``; also warms up."""
    deals = ENVS
    while (took := seconds(work, deals)) < wanted / 4:
        deals *= 2
    return max(ENVS, round(deals * wanted / took / ENVS) * ENVS)


def gain_of_two_threads(deals: int = 400_000) -> float:
    """The speed-up of two threads over one, by wall clock."""
    taken = []
    for threads in (1, 2):
        begin = time.perf_counter()
        play_deals(WHIST, deals, 1, threads=threads)
        taken.append(time.perf_counter() - begin)
    return taken[0] / taken[1]


def main() -> None:
    """Measures, and prints JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each contender a round")
    args = parser.parse_args()
    gains = [gain_of_two_threads() for _ in range(args.rounds)]
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    work = {name: make() for name, make in CONTENDERS.items()}
    deals = {name: enough(work[name], args.seconds) for name in work}
    names, rates = list(work), []
    for number in range(args.rounds):
        turn = number % len(names)
        order = names[turn:] + names[:turn]
        rates.append({name: deals[name] / seconds(work[name], deals[name]) for name in order})
    versions = {"python": platform.python_version(), "open_spiel": version("open_spiel")}
    figures: dict[str, Any] = {"rates": rates, "gains": gains, "versions": versions}
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
