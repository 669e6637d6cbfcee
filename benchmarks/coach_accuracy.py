"""Checks the mistakes that reviews call, and those they leave unsaid, by an independent estimate.

    python benchmarks/coach_accuracy.py FILE [--decisions N] [--seed N] [--worlds N]

Values some decisions of deals played by each level, in games by turns, until there are N of each
level that were not forced. Each is valued again in worlds drawn uniformly and solved exactly
(``tests/support/independent_loss_estimate.py``). FILE keeps a line for each deal: the same command
goes on where it was stopped, and prints the table of what is there. Half of the deals are whist,
solved by DDS (of ``endplay``, in the extra ``dev``).
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from itertools import count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from oddtrick.bots import find_bot
from oddtrick.bots.search import Searcher
from oddtrick.bots.search.search_context import decision_seed
from oddtrick.bots.search.searcher import is_searchable
from oddtrick.cards import Card
from oddtrick.dealing import new_match
from oddtrick.review import BUDGET
from oddtrick.review.decision_value import value_twice
from oddtrick.review.turns import turns_of
from tests.support.independent_loss_estimate import Distance, uniform_estimate
from tests.support.review_deals import play

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.review import Decision
    from oddtrick.views import View

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("whist", {}),
    ("scotch-whist", {"players": 4, "sides": 2}),
    ("whist", {"trumps": "sequence-nt", "match": "deals", "deals": 2}),
    ("knockout-whist", {"players": 3}),
    ("whist", {"honours": "dealt", "match": "rubber"}),
    ("colonial-whist", {}),
    ("whist", {}),
    ("scotch-whist", {"players": 2}),
)

LEVELS = ("casual", "club", "expert")

EACH = 20
"""The most decisions taken from one deal."""

LARGE = 0.5
"""A loss that should not be left unsaid, in tricks, if the estimate is sure that there is one."""

IN_POINTS = frozenset({"scotch-whist"})
"""Games whose points have no fixed worth in tricks."""

Row = dict[str, Any]


def main() -> None:
    """Works until the file has enough decisions, and prints one line for each level."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="the results, one line for each deal")
    parser.add_argument("--decisions", type=int, default=600, help="of each level")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worlds", type=int, default=100, help="of the independent estimate")
    args = parser.parse_args()
    rows = read(args.file)
    for number in count(1000 * args.seed):
        wanted = [level for level in LEVELS if len(known(rows, level)) < args.decisions]
        if not wanted:
            break
        for level in wanted:
            if not any((row["level"], row["seed"]) == (level, number) for row in rows):
                rows.append(checked(level, number, args.worlds))
                with args.file.open("a") as file:
                    file.write(json.dumps(rows[-1]) + "\n")
    for level in LEVELS:
        print(level, summary(known(rows, level)))
    print("all", summary([one for level in LEVELS for one in known(rows, level)]))


def read(file: Path) -> list[Row]:
    """The deals done before."""
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def known(rows: Sequence[Row], level: str) -> list[Row]:
    """The decisions of a level that the independent estimate could value."""
    return [
        decision | {"game": row["game"]}
        for row in rows
        if row["level"] == level
        for decision in row["decisions"]
        if decision["loss"] is not None
    ]


def checked(level: str, seed: int, worlds: int) -> Row:
    """Some decisions of a deal, as a review and the independent estimate find them."""
    game, options = GAMES[seed % len(GAMES)]
    match = play(new_match(game, seed=seed, **options), find_bot(level), seed=seed)
    turns, rng = [turn for turn in turns_of(match) if turn.deal == 0], Random(seed)
    decisions: list[Row] = []
    for turn in rng.sample(turns, len(turns)):
        view, searcher = turn.before.view(turn.seat), Searcher("reviewer", BUDGET)
        if len(decisions) < EACH and is_searchable(view) and isinstance(turn.action, Card):
            found = value_twice(view, turn.action, searcher, decision_seed(view, seed))
            if not found.forced:
                decisions.append(compared(view, found, worlds, rng))
    return {"level": level, "game": game, "seed": seed, "decisions": decisions}


def compared(view: View, decision: Decision, worlds: int, rng: Random) -> Row:
    """A decision with the independent estimate of its loss: null where that is too hard."""
    estimate = uniform_estimate(view, worlds, rng)
    return {
        "played": decision.played,
        "best": decision.best,
        "called": decision.loss.real,
        "verdict": estimate and estimate.distance(decision.best, decision.played).verdict,
        "loss": estimate and estimate.loss(decision.played),
    }


def summary(decisions: Sequence[Row]) -> str:
    """The shares of the mistakes called by verdict, and of the large losses left unsaid."""
    called = [one["verdict"] for one in decisions if one["called"]]
    in_tricks = [one for one in decisions if one["game"] not in IN_POINTS]
    losses = [(Distance(*one["loss"]), one["called"]) for one in in_tricks]
    large = [
        called for loss, called in losses if loss.mean >= LARGE and loss.verdict == "confirmed"
    ]
    shares = [
        f"{verdict} {interval(called.count(verdict), len(called))}"
        for verdict in ("confirmed", "undecided", "contradicted")
    ]
    unsaid = f"losses of {LARGE} and more unsaid {interval(large.count(False), len(large))}"
    return ", ".join((f"{len(decisions)} decisions, mistakes {shares[0]}", *shares[1:], unsaid))


def interval(successes: int, trials: int, z: float = 1.96) -> str:
    """A share with its 95 % interval (Wilson, 1927)."""
    if not trials:
        return "0/0"
    share, norm = successes / trials, 1 + z * z / trials
    middle = (share + z * z / (2 * trials)) / norm
    half = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / norm
    return f"{successes}/{trials} ({100 * (middle - half):.0f} to {100 * (middle + half):.0f} %)"


if __name__ == "__main__":
    main()
