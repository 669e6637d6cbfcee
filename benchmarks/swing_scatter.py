"""Measures where the scatter of a duplicate deal comes from: its cards, or chance in the bots.

    python benchmarks/swing_scatter.py A B [--deals N] [--share N]

Plays each deal of whist twice, with other worlds sampled by the bots. The correlation of the two
swings is the part of the variance that the cards explain, and so the most that any correction for
the cards can remove. Each control is the swing of cheap bots on the same deal: its correlation with
the swing, squared, is the part that it would remove as a control variate.

``expert`` has its budget divided by ``--share``; ``greedy`` is ``expert`` with weight power 1 and
rollouts at temperature 0, as an example of a change that matters little.
"""

from __future__ import annotations

import argparse
from math import sqrt
from random import Random
from statistics import correlation as correlation_of
from statistics import stdev
from typing import TYPE_CHECKING

from msgspec.structs import replace

from oddtrick.arena import Entrant, play_duplicate
from oddtrick.arena.players import BotPlayer, create_player
from oddtrick.arena.seeds import DecisionRandom
from oddtrick.bots.search import Searcher, expert
from oddtrick.bots.search.searcher import is_searchable
from oddtrick.games import rules_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.arena.players import Player
    from oddtrick.match import Match
    from oddtrick.rules import PlayerAction, Rules
    from oddtrick.views import View

WHIST = rules_of("whist")

CONTROLS = (("club", "casual"), ("casual", "novice"))


class ByChance:
    """A searching bot whose worlds are drawn by chance, not by the view."""

    def __init__(self, searcher: Searcher) -> None:
        self.searcher = searcher
        self.name = searcher.name

    def choose(self, view: View, rng: Random) -> PlayerAction:
        """The choice of the search."""
        if not is_searchable(view):
            return self.searcher.choose(view, rng)
        return self.searcher.search(view, rng).evaluation.chosen


class OtherChance:
    """A player that draws other random numbers than it is given, as reproducibly."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.name = player.name

    def act(self, match: Match, rng: DecisionRandom) -> PlayerAction:
        """The action of the player."""
        return self.player.act(match, DecisionRandom(Random(rng.seed_hex).getrandbits(128)))

    def close(self) -> None:
        """Releases the player's resources."""
        self.player.close()


def main() -> None:
    """Prints the standard deviation, and the parts of the variance."""
    parser = argparse.ArgumentParser()
    parser.add_argument("bots", nargs=2, metavar="BOT")
    parser.add_argument("--deals", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=int, default=1, help="divides the budget of expert")
    args = parser.parse_args()
    budget = replace(
        expert.budget,
        worlds=expert.budget.worlds // args.share,
        candidates=expert.budget.candidates // args.share,
    )
    searchers = {
        "expert": Searcher("expert", budget),
        "greedy": Searcher("greedy", replace(budget, weight_power=1.0, temperature=0)),
    }

    def create(entrant: Entrant, rules: Rules, seat: int, limit: float) -> Player:
        if entrant.name in searchers:
            return BotPlayer(ByChance(searchers[entrant.name]))
        return create_player(entrant, rules, seat, limit)

    def create_again(entrant: Entrant, rules: Rules, seat: int, limit: float) -> Player:
        return OtherChance(create(entrant, rules, seat, limit))

    first, second = map(Entrant, args.bots)
    outcome, again = (
        play_duplicate(WHIST, first, second, deals=args.deals, seed=args.seed, create=maker)
        for maker in (create, create_again)
    )
    swings, others = outcome.swings["tricks"], again.swings["tricks"]
    print(f"{args.deals} deals, {outcome.cpu:.2f} s of processor time each")
    print(f"standard deviation {stdev(swings + others):.2f} tricks")
    _print_correlation("the same cards, other chance", swings, others)
    for pair in CONTROLS:
        control = play_duplicate(WHIST, *pair, deals=args.deals, seed=args.seed)
        means = [(one + other) / 2 for one, other in zip(swings, others, strict=True)]
        _print_correlation(
            f"the mean of both, and {' over '.join(pair)}", means, control.swings["tricks"]
        )


def _print_correlation(title: str, one: Sequence[float], other: Sequence[float]) -> None:
    correlation = correlation_of(one, other)
    error = (1 - correlation**2) / sqrt(len(one) - 1)
    print(f"correlation {correlation:+.2f} ± {error:.2f}: {title}")


if __name__ == "__main__":
    main()
