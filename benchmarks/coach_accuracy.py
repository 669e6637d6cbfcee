"""Checks the losses that reviews call real against an independent estimate.

    python benchmarks/coach_accuracy.py [--deals N] [--seed N] [--share N]
    python benchmarks/coach_accuracy.py --hints

Reviews deals of every game, played by several levels, and values each loss called real again with
another seed and four times the worlds, by two judges: rollouts and double dummy. Prints, for each
game, how many losses were called real, and for how many of them each judge agrees that the better
choice is better.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

sys.path.insert(0, str(Path(__file__).parents[1]))

from oddtrick.bots import find_bot
from oddtrick.bots.search.searcher import is_searchable
from oddtrick.dealing import new_match
from oddtrick.match import CHANCE
from oddtrick.review import BUDGET, advise, review
from oddtrick.review.turns import turns_of
from tests.support.independent_loss_estimate import second_opinion
from tests.support.review_deals import play

if TYPE_CHECKING:
    from oddtrick.bots.search import SearchBudget
    from oddtrick.match import Match

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("whist", {}),
    ("whist", {"trumps": "sequence-nt", "match": "deals", "deals": 2}),
    ("whist", {"honours": "dealt", "match": "rubber"}),
    ("colonial-whist", {}),
    ("colonial-scotch-whist", {}),
    ("scotch-whist", {"players": 2}),
    ("scotch-whist", {"players": 3}),
    ("scotch-whist", {"players": 4, "sides": 2}),
    ("scotch-whist", {"players": 5}),
    ("scotch-whist", {"players": 6, "sides": 3}),
    ("scotch-whist", {"players": 8, "sides": 2}),
    ("knockout-whist", {"players": 2}),
    ("knockout-whist", {"players": 4}),
    ("knockout-whist", {"players": 6}),
)

HINT_GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("whist", {}),
    ("whist", {"trumps": "sequence-nt"}),
    ("colonial-whist", {}),
    ("colonial-scotch-whist", {}),
    ("scotch-whist", {"players": 2}),
    ("scotch-whist", {"players": 4, "sides": 2}),
    ("scotch-whist", {"players": 5}),
    ("scotch-whist", {"players": 8, "sides": 4}),
    ("knockout-whist", {"players": 4}),
    ("knockout-whist", {"players": 6}),
)

BOTS = ("novice", "casual", "club")
"""The levels of the players."""


def main() -> None:
    """Prints one line for each game, each disagreement, and the sum."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1, help="deals of each game and level")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=int, default=1, help="divides the budget of the reviews")
    parser.add_argument("--verbose", action="store_true", help="print each disagreement")
    parser.add_argument("--hints", action="store_true", help="count the reasons of hints instead")
    args = parser.parse_args()
    if args.hints:
        print(*reasons_of_hints().most_common(), sep="\n")
        return
    budget = replace(
        BUDGET, worlds=BUDGET.worlds // args.share, candidates=BUDGET.candidates // args.share
    )
    total: Counter[str] = Counter()
    for game, options in GAMES:
        counts: Counter[str] = Counter()
        for name in BOTS:
            for number in range(args.deals):
                match = played(game, options, name, args.seed + number)
                counts += checked(match, args.seed + number, budget, verbose=args.verbose)
        print(game, options, dict(counts), flush=True)
        total += counts
    print("all", dict(total))


def reasons_of_hints(share: float = 0.3, seed: int = 11) -> Counter[str]:
    """Counts the first reasons of hints, by tag, at some turns of ten games."""
    found: Counter[str] = Counter()
    for game, options in HINT_GAMES:
        for name in ("novice", "club"):
            match, rng, turn = new_match(game, seed=seed, **options), Random(3), 0
            while not match.over and match.number < 1 + game.startswith("knock"):
                if match.to_act in (None, CHANCE):
                    match = match.with_chance(None)
                    continue
                assert match.to_act is not None
                view = match.view(match.to_act)
                if is_searchable(view) and Random(f"{game}{name}{turn}").random() < share:
                    hint = advise(view, 5)
                    found["hints"] += 1
                    found["with figures for a reason"] += hint.summary[0].tag == "in-worlds"
                    found[hint.summary[0].tag] += 1
                turn += 1
                match = match.apply(find_bot(name).choose(view, rng))
    return found


def played(game: str, options: dict[str, Any], name: str, seed: int) -> Match:
    """Returns a match of one deal, or of two where trumps are chosen in the second (K3)."""
    deals = 2 if game == "knockout-whist" else 1
    return play(new_match(game, seed=seed, **options), find_bot(name), deals=deals, seed=seed)


def checked(match: Match, seed: int, budget: SearchBudget, *, verbose: bool) -> Counter[str]:
    """Counts the decisions, the losses called real, and how many of them each judge confirms."""
    found = review(match, seed=seed, budget=budget, threads=1)
    views = {(turn.deal, turn.number): turn for turn in turns_of(match)}
    counts: Counter[str] = Counter()
    for deal in found.deals:
        for decision in deal.decisions:
            counts["decisions"] += not decision.forced
            if not decision.loss.real:
                continue
            turn = views[decision.deal, decision.number]
            rng = Random(f"independent/{seed}/{decision.deal}/{decision.number}")
            opinion = second_opinion(
                turn.before.view(turn.seat),
                decision.best,
                decision.played,
                budget,
                rng.getrandbits(62),
            )
            counts["real"] += 1
            counts["rollouts agree"] += opinion.rollouts > 0
            counts["double dummy agrees"] += opinion.solved is None or opinion.solved > 0
            counts["both agree"] += opinion.agrees
            counts["never worse"] += opinion.never_worse
            counts["below 0.15"] += decision.loss.points < 0.15
            if verbose and not opinion.agrees:
                loss = decision.loss
                print(
                    f"  {match.rules.game} {decision.deal}/{decision.number} {decision.played} for "
                    f"{decision.best}: {loss.utility:.3f} ± {loss.error:.3f}, "
                    f"{loss.points:.2f} points, again {opinion}"
                )
    return counts


if __name__ == "__main__":
    main()
