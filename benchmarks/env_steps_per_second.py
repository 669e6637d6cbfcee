"""Speed of the environments: steps a second of random agents, beside the card games of others.

``python benchmarks/env_steps_per_second.py`` prints two tables; ``--write`` also puts them into
``benchmarks/README.md``. It needs ``pip install '.[envs,openspiel]' 'pettingzoo[classic]'``; pgx is
measured where it is installed.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import sys
import time
import warnings
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from statistics import median
from typing import Any

import numpy as np
import pettingzoo
from env_peers import BATCH, Rate, batch_runners
from match_speed import day, machine, table_of, write

import oddtrick.envs

GOAL = 5

OWN = {
    "oddtrick, whist": "oddtrick/whist-v0",
    "oddtrick, scotch whist": "oddtrick/scotch-whist-v0",
    "oddtrick, knock-out whist": "oddtrick/knockout-whist-v0",
}
PEERS = {
    "PettingZoo, Leduc hold'em": "classic/leduc_holdem-v4",
    "PettingZoo, Texas hold'em": "classic/texas_holdem-v4",
    "PettingZoo, Texas hold'em no limit": "classic/texas_holdem_no_limit-v6",
    "PettingZoo, Hanabi": "classic/hanabi-v5",
}
BASE = "oddtrick, whist"
VECTOR = f"oddtrick, whist, one seat of {BATCH:,} deals at once, the others at random"


def main() -> None:
    """Measures every environment in turn, round after round."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into the README")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--steps", type=int, default=2_000, help="in each round")
    args = parser.parse_args()
    missing = [name for name in ("rlcard", "shimmy") if find_spec(name) is None]
    if missing:
        sys.exit(f"{missing[0]} is missing: pip install 'pettingzoo[classic]'")
    rates = measure({**OWN, **PEERS}, args.rounds, args.steps)
    rates[VECTOR] = [vector_steps_a_second(number) for number in range(args.rounds)]
    table = report(rates, args.rounds, args.steps) + "\n\n" + report_batches(args.rounds)
    print(table)
    if args.write:
        write(table, "envs")


def measure(names: dict[str, str], rounds: int, steps: int) -> dict[str, list[float]]:
    """Steps a second of each environment in each round."""
    assert oddtrick.envs.register_envs()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the peers warn when they are made
        envs: dict[str, Any] = {
            title: pettingzoo.make("aec", name) for title, name in names.items()
        }
    rates: dict[str, list[float]] = {title: [] for title in names}
    for env in envs.values():
        steps_a_second(env, steps // 4, seed=0)
    for number in range(rounds):
        for title, env in envs.items():
            rates[title].append(steps_a_second(env, steps, seed=number + 1))
    return rates


def steps_a_second(env: Any, steps: int, *, seed: int) -> float:
    """Plays at random by the action masks, episode after episode, in processor time."""
    rng, taken = random.Random(seed), 0
    env.reset(seed=seed)
    began = time.process_time()
    while taken < steps:
        for _ in env.agent_iter():
            seen, _reward, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = info["action_mask"] if "action_mask" in info else seen["action_mask"]
            env.step(int(rng.choice(mask.nonzero()[0])))
            taken += 1
        env.reset()
    return taken / (time.process_time() - began)


def vector_steps_a_second(seed: int) -> float:
    """Steps of the learning seat, in all deals together; two deals in each env."""
    env = oddtrick.envs.WhistVectorEnv("whist", BATCH, autoreset_mode="SameStep")
    rng = np.random.default_rng(seed)
    _, infos = env.reset(seed=seed)
    began, steps = time.process_time(), 26
    for _ in range(steps):
        masks = infos["action_mask"]
        actions = (masks * (1 - rng.random(masks.shape))).argmax(axis=1)
        _, _, _, _, infos = env.step(actions)
    return steps * BATCH / (time.process_time() - began)


def report(rates: dict[str, list[float]], rounds: int, steps: int) -> str:
    """The figures as a table of Markdown."""
    rows = []
    for title, each in rates.items():
        row = [title, f"{median(each):,.0f}", "", ""]
        if title in PEERS:
            ratios = [own / other for own, other in zip(rates[BASE], each, strict=True)]
            met = "met" if median(ratios) >= GOAL else "missed"
            row[2] = f"{median(ratios):.1f} ({min(ratios):.1f}–{max(ratios):.1f})"
            row[3] = f"at least {GOAL}: {met}"
        rows.append(f"| {' | '.join(row)} |")
    below = f"{rounds} rounds of {steps:,} steps or more, {where()}."
    head = "| one agent at a time | steps a second of processor time | whist ÷ this | goal |"
    return table_of(head, rows, below)


def report_batches(rounds: int) -> str:
    """Measures whole random episodes of ours and of others in turn; the figures as a table."""
    runners = batch_runners()
    rates: dict[str, list[Rate]] = {title: [] for title in runners}
    for number in range(rounds):
        for title, runner in runners.items():
            rates[title].append(runner(number + 1))
    base, rows = next(iter(rates.values())), []
    for title, each in rates.items():
        row = [title, *(f"{median(column):,.0f}" for column in zip(*each, strict=True))]
        for column in range(2):
            ratios = [own[column] / other[column] for own, other in zip(base, each, strict=True)]
            middle, low, high = map(_rounded, (median(ratios), min(ratios), max(ratios)))
            spread = f"{middle} ({low}–{high})"
            row.append("" if each is base else spread)
        rows.append(f"| {' | '.join(row)} |")
    head = (
        "| decisions a second of processor time | actions drawn at random | chosen beforehand "
        "| the first ÷ this, drawn | chosen |"
    )
    return table_of(head, rows, f"{rounds} rounds, {where()}.")


def _rounded(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.1f}"


def where() -> str:
    """The day, the machine with its load, and the versions."""
    names = ("pettingzoo", "gymnasium", "rlcard", "open_spiel", "pgx", "jax", "numpy")
    versions = []
    for name in names:
        with suppress(PackageNotFoundError):
            versions.append(f"{name} {version(name)}")
    return (
        f"{day()}, {machine()}, load average {os.getloadavg()[0]:.0f} by other programs, "
        f"Python {platform.python_version()}, {', '.join(versions)}"
    )


if __name__ == "__main__":
    main()
