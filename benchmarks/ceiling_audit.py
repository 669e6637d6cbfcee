"""Measures what ``expert`` would gain if it knew what it can only guess: bounds for later work.

    python benchmarks/ceiling_audit.py [ROW …] [--deals N] [--share N] [--out FOLDER]

Each row is a contest in whist over ``expert`` itself, on duplicate deals with common random
numbers. With ``--out`` it goes on where it was stopped. The rows:

``layout-5``
    The true layout has 5 % of the weight of the worlds.
``layout``
    The true layout is the only world: rollouts with all cards open.
``endgame``
    With five cards or fewer, the play is double dummy in the true layout.
``policies``
    The other three play a learned policy, the people policy. The player knows it: for the
    likelihood of a world and in rollouts. Measured as the difference to plain ``expert`` in the
    same seat, with the same three.
"""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from oddtrick.arena import Entrant, make_header, open_results, play_duplicate
from oddtrick.arena.players import BotPlayer, Oracle
from oddtrick.arena.statistics import mean, standard_error, t_interval
from oddtrick.bots.search import Belief, Searcher, expert
from oddtrick.bots.search.belief import sample_belief
from oddtrick.bots.search.estimate import estimate_choices
from oddtrick.bots.search.rollout import FULL_TEMPERATURE, Policy, RolloutPosition
from oddtrick.bots.search.search_context import search_context
from oddtrick.bots.search.tie_break import break_tie, card_of_run
from oddtrick.bots.search.trained_policies import PolicySet, policies_for
from oddtrick.games import rules_of
from oddtrick.solver.sampling import SampledWorlds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from oddtrick.arena import DealResult
    from oddtrick.arena.players import Player
    from oddtrick.arena.results_file import ResultsFile
    from oddtrick.arena.seeds import DecisionRandom
    from oddtrick.bots import Bot
    from oddtrick.bots.search import SearchBudget
    from oddtrick.bots.search.search_context import SearchContext
    from oddtrick.match import Match
    from oddtrick.rules import PlayerAction, Rules
    from oddtrick.views import View

WHIST = rules_of("whist")

TRUE_SHARE = 0.05
"""The weight of the true layout among the worlds, in the row ``layout-5``."""

OPEN_ROLLOUTS = 200
"""Rollouts of each card where the true layout is the only world."""

EXACT_TRICKS = 5
"""The last tricks, which the row ``endgame`` plays double dummy."""

POLICY = "policy"
"""The entrant that plays the people policy, without search."""


ROWS = {
    "layout-5": [("layout-5", "expert")],
    "layout": [("layout", "expert")],
    "endgame": [("endgame", "expert")],
    "policies": [("policies", POLICY), ("plain", POLICY)],
}
"""The contests of each row; of two, the difference is the gain."""


class PolicyPlayer:
    """Plays each card as often as the people policy says, without search."""

    name = POLICY

    def choose(self, view: View, rng: Random) -> PlayerAction:
        """Draws a card by the softmax of the scores."""
        position, weights = RolloutPosition(view), _people(view).weights.astype(np.int64)
        scores = [int(weights[row[row >= 0]].sum()) for row in position.features()]
        odds = [exp((score - max(scores)) / FULL_TEMPERATURE) for score in scores]
        chosen = rng.choices(range(len(odds)), odds)[0]
        runs = zip(view.legal, position.choice_indices, strict=True)
        return rng.choice([card for card, index in runs if index == chosen])


class InformedPlayer:
    """Searches as ``expert`` does, with a belief or policies that somebody improved.

    Args:
        name: in reports.
        budget: the amount of work.
        inform_context: improves the context of a decision, before worlds are drawn.
        inform_belief: improves the belief, given the match with all cards open.
    """

    def __init__(
        self,
        name: str,
        budget: SearchBudget,
        inform_context: Callable[[SearchContext], SearchContext] = lambda context: context,
        inform_belief: Callable[[Belief, Match], Belief] = lambda belief, _: belief,
    ) -> None:
        self.name = name
        self.budget = budget
        self.inform_context = inform_context
        self.inform_belief = inform_belief

    def act(self, match: Match, rng: DecisionRandom) -> PlayerAction:
        """The card of the search."""
        context = search_context(match.view(match.to_act), self.budget)
        choices = context.position.choices
        if len(choices) == 1:
            return card_of_run(context.position, choices[0])
        context = self.inform_context(context)
        belief = self.inform_belief(sample_belief(context), match)
        values, _, _ = estimate_choices(context, belief)
        return break_tie(context, values)

    def close(self) -> None:
        """Does nothing: it holds no resources."""


class EndgamePlayer:
    """Plays the last tricks double dummy, and those before as ``expert``."""

    def __init__(self, name: str, bot: Bot) -> None:
        self.name = name
        self.before, self.last = BotPlayer(bot), Oracle()

    def act(self, match: Match, rng: DecisionRandom) -> PlayerAction:
        """The card of the player whose turn it is in the deal."""
        few = len(match.view(match.to_act).hand) <= EXACT_TRICKS
        return (self.last if few else self.before).act(match, rng)

    def close(self) -> None:
        """Frees the memory of the solver."""
        self.last.close()


def add_true_layout(belief: Belief, match: Match) -> Belief:
    """Gives the true layout its share of the weight."""
    true, sampled = _true_layout(belief, match, 1), belief.worlds
    worlds = SampledWorlds(
        np.concatenate([sampled.hands, true.hands]),
        np.concatenate([sampled.later, true.later]),
        np.concatenate([sampled.rest, true.rest]),
    )
    share = belief.weights.sum() * TRUE_SHARE / (1 - TRUE_SHARE)
    weights = np.append(belief.weights, share)
    effective = float(weights.sum() ** 2 / (weights @ weights))
    return belief._replace(worlds=worlds, weights=weights, effective=effective, complete=False)


def open_cards(belief: Belief, match: Match) -> Belief:
    """Leaves no world but the true layout, several times: rollouts in it are random."""
    worlds = _true_layout(belief, match, OPEN_ROLLOUTS)
    return belief._replace(
        worlds=worlds,
        weights=np.ones(OPEN_ROLLOUTS),
        effective=float(OPEN_ROLLOUTS),
        complete=False,
    )


def _true_layout(belief: Belief, match: Match, rows: int) -> SampledWorlds:
    hands = [match.view(seat).hand.mask for seat in range(match.rules.players)]
    first = belief.worlds.take(np.zeros(rows, np.intp))
    return SampledWorlds(np.tile(np.array(hands, np.uint64), (rows, 1)), first.later, first.rest)


def know_policies(context: SearchContext) -> SearchContext:
    """Makes the likelihood and the rollouts of the others those of the policy that they play.

    Rollouts have one temperature. At the full one, which the others play at, the player's own side
    keeps the sharpness it has in ``expert`` because its weights are multiplied.
    """
    sharper = FULL_TEMPERATURE // context.budget.temperature
    own = Policy(context.policies.search.weights * sharper)
    budget = replace(context.budget, weight_power=1.0, temperature=FULL_TEMPERATURE)
    policies = PolicySet(own, (_people(context.view),), 0.0, "tricks")
    return context._replace(policies=policies, budget=budget)


def know_opponents(belief: Belief, match: Match) -> Belief:
    """Rolls the opponents out by the policy that they play."""
    return belief._replace(opponent_policy=_people(match.view(match.to_act)))


def _people(view: View) -> Policy:
    return policies_for(view.rules, view.trump).player_types[-1]


def player_maker(budget: SearchBudget) -> Callable[[Entrant, Rules, int, float], Player]:
    """Returns what makes the players of all rows, with this budget."""
    plain = Searcher("expert", budget)
    alone = {
        "policies": InformedPlayer("policies", budget, know_policies, know_opponents),
        "plain": InformedPlayer("plain", budget),
    }

    def create(entrant: Entrant, _rules: Rules, seat: int, _limit: float) -> Player:
        if entrant.name in alone:  # one seat of a side; its partner plays the policy, too
            return alone[entrant.name] if seat < 2 else BotPlayer(PolicyPlayer())
        match entrant.name:
            case "layout-5":
                return InformedPlayer("layout-5", budget, inform_belief=add_true_layout)
            case "layout":
                return InformedPlayer("layout", budget, inform_belief=open_cards)
            case "endgame":
                return EndgamePlayer("endgame", plain)
            case _:
                return BotPlayer(PolicyPlayer() if entrant.name == POLICY else plain)

    return create


class AuditContest:
    """A contest that goes on in steps, as far as its file already goes without playing.

    Args:
        pair: the names of the two entrants.
        budget: of ``expert`` and of the players that know more.
        seed: of the contest.
        results: where its deals are stored; None: nowhere.
    """

    def __init__(
        self, pair: tuple[str, str], budget: SearchBudget, seed: int, results: ResultsFile | None
    ) -> None:
        self.pair, self.seed, self.results = pair, seed, results
        self.create = player_maker(budget)
        self.deals: list[DealResult] = [*results.previous(0)] if results else []

    def swings(self, deals: int) -> tuple[float, ...]:
        """The swings of the first deals; what is missing is played."""

        def add(more: Sequence[DealResult]) -> None:
            self.deals += more
            if self.results:
                self.results.add(0, more)

        entrants = [Entrant(name) for name in self.pair]
        outcome = play_duplicate(
            WHIST,
            *entrants,
            deals=deals,
            seed=self.seed,
            create=self.create,
            previous=tuple(self.deals),
            on_deals=add,
        )
        return outcome.swings["tricks"]


def audited(row: str, contests: Sequence[AuditContest], deals: int) -> str:
    """Plays a row, and says what it came to.

    Args:
        row: its name.
        contests: one; or two, the difference of which is the gain.
        deals: the number of deals.
    """
    gain, *less = [np.array(contest.swings(deals)) for contest in contests]
    gains = (gain - sum(less)).tolist()
    low, high = t_interval(gains)
    return (
        f"{row}: {mean(gains):+.3f} ± {standard_error(gains):.3f}, {low:+.2f} … {high:+.2f} in "
        f"{deals} deals: {'undecided' if low <= 0 <= high else 'decided'}"
    )


def main() -> None:
    """Prints one line for each row."""
    parser = argparse.ArgumentParser()
    parser.add_argument("rows", nargs="*", metavar="ROW", default=[*ROWS], help=" ".join(ROWS))
    parser.add_argument("--deals", type=int, default=100, help="the deals of each row")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=int, default=1, help="divides the budget of expert")
    parser.add_argument("--out", type=Path, help="folder for the deals, to go on later")
    args = parser.parse_args()
    budget = replace(
        expert.budget,
        worlds=expert.budget.worlds // args.share,
        candidates=expert.budget.candidates // args.share,
    )
    for row in args.rows:
        with ExitStack() as files:
            contests = []
            for pair in ROWS[row]:
                results = None
                if args.out:
                    bots = [Entrant(name) for name in pair]
                    header = make_header(WHIST, bots, args.seed, whole=False, together=False)
                    file = args.out / f"{'-'.join(pair)}-{args.share}.jsonl"
                    results = files.enter_context(open_results(file, header))
                contests.append(AuditContest(pair, budget, args.seed, results))
            print(audited(row, contests, args.deals), flush=True)


if __name__ == "__main__":
    main()
