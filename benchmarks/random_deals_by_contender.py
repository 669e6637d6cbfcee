"""Plays random deals with each contender in turn, round after round; prints seconds as JSON.

Runs in the benchmark's own environment, which ``match_speed.py`` creates.
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

import openspiel_whist  # noqa: F401  registers the game
import pyspiel

from oddtrick.cards import CARDS
from oddtrick.dealing import deal_out, draw
from oddtrick.games import rules_of
from oddtrick.match import Match, start

Player = Callable[[random.Random], None]
RULES = rules_of("whist", match="deals", deals=1)


def play_match(rng: random.Random) -> None:
    """One deal of whist through ``Match``."""
    choice = rng.choice
    match = start(RULES, dealer=0)
    match = match.apply(draw(match, rng))
    while not match.over:
        match = match.apply(choice(match.legal_actions()))


def play_openspiel(game: Any) -> Player:
    """One deal of a game of OpenSpiel; its chance player deals card by card.

    ``legal_actions`` gives chance's cards too, all equally likely: quicker than asking for their
    probabilities.
    """

    def play(rng: random.Random) -> None:
        choice = rng.choice
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))

    return play


CONTENDERS: dict[str, Player] = {
    "oddtrick": play_match,
    "spades": play_openspiel(pyspiel.load_game("spades")),
    "python_whist": play_openspiel(pyspiel.load_game("python_whist")),
}


def seconds(play: Player, deals: int, rng: random.Random) -> float:
    """The processor time of a number of deals."""
    begin = time.process_time()
    for _ in range(deals):
        play(rng)
    return time.process_time() - begin


def check(deals: int = 50) -> None:
    """Asserts that both games of whist have the same legal cards and odd tricks.

    Raises:
        AssertionError: they do not, and so may not be compared.
    """
    rng, game = random.Random(0), pyspiel.load_game("python_whist")
    for _ in range(deals):
        pack = rng.sample(range(52), 52)
        state, match = game.new_initial_state(), start(RULES, dealer=0)
        for card in pack:
            state.apply_action(card)
        match = match.apply(deal_out(match, [CARDS[card] for card in pack]))
        while not state.is_terminal():
            cards = state.legal_actions()
            assert tuple(cards) == match.legal_actions()
            card = rng.choice(cards)
            state.apply_action(card)
            match = match.apply(CARDS[card])
        assert _odd(match) == state.returns()[0]


def _odd(match: Match) -> int:
    assert match.over
    ours, theirs = match.result[0].points
    return ours - theirs


def main() -> None:
    """Measures, and prints JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each contender a round")
    args = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    check()
    rng = random.Random(1)
    deals = {name: _enough(play, args.seconds, rng) for name, play in CONTENDERS.items()}
    names, rates = list(CONTENDERS), []
    for number in range(args.rounds):
        turn = number % len(names)
        rates.append(
            {
                name: deals[name] / seconds(CONTENDERS[name], deals[name], rng)
                for name in names[turn:] + names[:turn]
            }
        )
    versions = {"python": platform.python_version(), "open_spiel": version("open_spiel")}
    print(json.dumps({"rates": rates, "versions": versions}))


def _enough(play: Player, wanted: float, rng: random.Random) -> int:
    """The number of deals that take about ``seconds``; also warms up."""
    deals = 100
    while (took := seconds(play, deals, rng)) < wanted / 4:
        deals *= 2
    return max(1, round(deals * wanted / took))


if __name__ == "__main__":
    main()
