"""The value of each choice: its mean over the likeliest worlds, rolled out or solved.

The budget is spent in two stages, a simple form of sequential halving (Karnin, Koren and Somekh,
2013): every choice is tried in some worlds, then those that may still be the best in more.
"""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from msgspec.structs import replace

from oddtrick.bots.heuristics.aims import points_by_tricks
from oddtrick.bots.heuristics.contracts import contract_worth
from oddtrick.bots.search.call_rollouts import roll_out_calls, with_calls
from oddtrick.bots.search.endgame import solve_worlds
from oddtrick.bots.search.evaluation import ChoiceValue
from oddtrick.bots.search.rollout import roll_out_deal
from oddtrick.bots.search.search_context import NoTimeError
from oddtrick.bots.search.trained_policies import policies_for
from oddtrick.bots.search.utility import lead_in_points, own_tricks, payoff_of, side_of
from oddtrick.calls import Bid
from oddtrick.cards import Card, Suit
from oddtrick.solver.sampling import Worlds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from oddtrick.bots.search.belief import Belief
    from oddtrick.bots.search.rollout import Outcomes
    from oddtrick.bots.search.search_context import Deadline, SearchBudget, SearchContext
    from oddtrick.calls import Call
    from oddtrick.views import View

CHUNK = 1024
"""Worlds rolled out between two looks at the deadline."""

MAX_REPEATS = 8
"""Most rollouts of the same world, where there are few worlds: rollouts are random."""

FIRST_SHARE = 0.35
"""The share of the rollouts in which all choices are tried."""

MAX_SHARE = 4
"""No choice gets more than this many times the average number of rollouts."""

ELIMINATION_ERRORS = 2.5
"""A choice worse than the best by more standard errors than this is not tried again."""

PRIOR_WORLDS = 2.0
"""Weight, in worlds, of the unweighted variance when few worlds carry most of the weight."""

WORTH_SHARE = 0.5
"""Weight of the heuristic worth of a contract beside its rollouts."""

MEASURES = 5
"""Columns of a trial: utility, lead in points, tricks, whether there is a trick, win chance."""


class Trial(NamedTuple):
    """Rollouts of some choices in some worlds.

    Args:
        rows: intp [n], the worlds, as rows of the belief.
        measures: float64 [n, K, :data:`MEASURES`].
        weights: float64 [n], of each world.
        repeats: 1; or, where all worlds of the view were rolled out several times, how often: the
            rows then repeat the list of worlds.
    """

    rows: NDArray[np.intp]
    measures: NDArray[np.float64]
    weights: NDArray[np.float64]
    repeats: int = 1

    @property
    def shares(self) -> NDArray[np.float64]:
        """The weights, normalised to 1."""
        return np.asarray(self.weights / self.weights.sum())


class WorldValues(NamedTuple):
    """The utility of each legal card in each world tried.

    Args:
        rows: intp [n], the worlds, as rows of the belief; the same world may be there again.
        utility: float64 [n, L], by legal card, ascending; NaN where the card was not tried.
        weights: float64 [n].
        worth: utility of a trick or a point, whichever the policy of the deal has learnt to gain.
    """

    rows: NDArray[np.intp]
    utility: NDArray[np.float64]
    weights: NDArray[np.float64]
    worth: float


class Estimate(NamedTuple):
    """The value of each choice.

    Args:
        means: float64 [C, :data:`MEASURES`].
        errors: float64 [C], standard error of the distance from the best in utility.
        worlds: the number of worlds in which the best choice was tried.
        trials: one of all choices, and perhaps one of the candidates.
        candidates: the choices of the second trial.
    """

    means: NDArray[np.float64]
    errors: NDArray[np.float64]
    worlds: int
    trials: tuple[Trial, ...]
    candidates: tuple[int, ...] = ()


def estimate_choices(
    context: SearchContext, belief: Belief
) -> tuple[tuple[ChoiceValue, ...], int, WorldValues]:
    """The value of each legal card, the number of worlds behind that of the best, and theirs.

    Raises:
        NoTimeError: time ran out before one world was finished.
    """
    estimate = (_solve if context.exact else _roll_out)(context, belief)
    cards = [card for card in context.view.legal if isinstance(card, Card)]
    values = []
    for card, place in zip(cards, context.position.choice_indices, strict=True):
        utility, points, tricks, trick_chance, win_chance = estimate.means[place].tolist()
        values.append(
            ChoiceValue(
                action=card,
                utility=utility,
                error=float(estimate.errors[place]),
                points=points,
                tricks=tricks,
                win_chance=None if math.isnan(win_chance) else win_chance,
                trick_chance=trick_chance,
            )
        )
    return tuple(values), estimate.worlds, _world_values(context, estimate)


def _world_values(context: SearchContext, estimate: Estimate) -> WorldValues:
    """The utilities of the trials, one below the other."""
    first, *more = estimate.trials
    utility = [first.measures[:, :, 0]]
    for trial in more:
        rows = np.full((len(trial.rows), utility[0].shape[1]), np.nan)
        rows[:, list(estimate.candidates)] = trial.measures[:, :, 0]
        utility.append(rows)
    return WorldValues(
        np.concatenate([trial.rows for trial in estimate.trials]),
        np.concatenate(utility)[:, list(context.position.choice_indices)],
        np.concatenate([trial.weights for trial in estimate.trials]),
        slope_of_utility(first, context.policies.learnt_by),
    )


def slope_of_utility(trial: Trial, unit: Literal["tricks", "points"]) -> float:
    """The utility of one more trick or point: the slope over all ends of the trial, at least 0.

    It is 1 where utility counts that unit. Where it is a chance of winning, it is what a trick adds
    to it from this score, on average over the tricks that may still be won.
    """
    utility, counted = trial.measures[:, :, 0], trial.measures[:, :, 2 if unit == "tricks" else 1]
    shares = trial.shares[:, None] / utility.shape[1]
    counted = counted - counted[0, 0]  # exactly 0 where all ends are alike
    apart = counted - (shares * counted).sum()
    spread = float((shares * apart**2).sum())
    return max(0.0, float((shares * apart * utility).sum()) / spread) if spread > 0 else 0.0


def _solve(context: SearchContext, belief: Belief) -> Estimate:
    """The estimate from worlds solved double dummy."""
    rows, weights = belief.likeliest(context.budget.solved_worlds)
    ends = solve_worlds(context, belief.worlds.take(rows))
    if not len(ends):
        raise NoTimeError
    trial = Trial(rows[: len(ends)], _measures(context.view, ends), weights[: len(ends)])
    return Estimate(_means(trial), _errors(trial, belief), len(trial.weights), (trial,))


def _roll_out(context: SearchContext, belief: Belief) -> Estimate:
    """The estimate from rollouts to the end of the deal."""
    count, choices = context.budget.worlds, len(context.position.choices)
    if len(belief.weights) <= count:
        return _roll_out_all(context, belief)
    rng = Random(context.seed)
    staged = context.budget.weight_power > 0 and choices > 1
    rows, weights = belief.resample(int(FIRST_SHARE * count) + 1 if staged else count, rng.random())
    first = _try(context, belief, (rows, weights), context.seed)
    candidates = _candidates(first, belief)
    if not staged or len(candidates) == 1 or len(first.weights) < len(rows):
        return Estimate(_means(first), _errors(first, belief), len(first.weights), (first,))
    more = round((1 - FIRST_SHARE) * count * choices / len(candidates))
    others, times = belief.resample(min(MAX_SHARE * count, more), rng.random())
    # The seeds go on where the first trial ended, so that no rollout is counted twice.
    second = _try(context, belief, (others, times), context.seed + len(rows), candidates)
    tried = len(np.union1d(rows, others[: len(second.weights)]))
    return _combined(first, second, candidates, belief, tried)


def _roll_out_all(context: SearchContext, belief: Belief) -> Estimate:
    """The estimate from every world of a small belief; from all worlds there are, repeatedly."""
    size = len(belief.weights)
    repeats = min(MAX_REPEATS, context.budget.worlds // size) if belief.complete else 1
    rows = np.tile(np.arange(size), repeats)
    trial = _try(context, belief, (rows, np.tile(belief.weights, repeats)), context.seed)
    if len(trial.weights) == len(rows):
        trial = trial._replace(repeats=repeats)
    tried = min(size, len(trial.weights))
    return Estimate(_means(trial), _errors(trial, belief), tried, (trial,))


def _try(
    context: SearchContext,
    belief: Belief,
    sample: tuple[NDArray[np.intp], NDArray[np.float64]],
    seed: int,
    tried: Sequence[int] | None = None,
) -> Trial:
    """Rolls choices out to the end of the deal; in fewer worlds if time runs out.

    Args:
        context: the decision.
        belief: the worlds.
        sample: rows of the belief, and the weight of each in the trial.
        seed: of the rollouts.
        tried: places of the choices to roll out; None: all.
    """
    budget, deadline, (rows, weights) = context.budget, context.deadline, sample
    parts = []
    # The kernel numbers the rows of each call from 0: without a seed of its own, each chunk would
    # repeat the luck of the first.
    for first in range(0, len(rows), CHUNK):
        worlds = belief.worlds.take(rows[first : first + CHUNK])
        ends = context.position.roll_out(
            worlds,
            context.policies.search,
            (seed + first) % 2**64,
            opponents=belief.opponent_policy,
            selected=tried,
            temperature=budget.temperature,
            threads=budget.threads,
            seconds=deadline.remaining(),
            cancel=deadline.cancel,
        )
        parts.append(_measures(context.view, ends))
        if len(ends) < len(worlds) or deadline.has_passed():
            break
    measures = np.concatenate(parts)
    # A second trial may come back empty: the first one stands.
    if not len(measures) and tried is None:
        raise NoTimeError
    return Trial(rows[: len(measures)], measures, weights[: len(measures)])


def _measures(view: View, ends: Outcomes) -> NDArray[np.float64]:
    if not len(ends):
        return np.zeros((0, ends.points.shape[1], MEASURES))
    payoff, tricks = payoff_of(view, ends), own_tricks(view, ends)
    lead = lead_in_points(view, ends)
    return np.stack((payoff.utility, lead, tricks, tricks > 0, payoff.win_chance), axis=2)


def _means(trial: Trial) -> NDArray[np.float64]:
    """The weighted mean of each measure of each choice."""
    return _clipped(np.asarray(np.tensordot(trial.shares, trial.measures, 1)), trial)


def _clipped(means: NDArray[np.float64], trial: Trial) -> NDArray[np.float64]:
    """The means, kept within the values seen: rounding and shifting may lead out of them."""
    return means.clip(trial.measures.min(axis=(0, 1)), trial.measures.max(axis=(0, 1)))


def _candidates(trial: Trial, belief: Belief) -> tuple[int, ...]:
    """The choices that may still be the best."""
    means = _means(trial)[:, 0]
    near = means >= means.max() - ELIMINATION_ERRORS * _errors(trial, belief)
    return tuple(int(place) for place in np.flatnonzero(near))


def _combined(
    first: Trial, second: Trial, candidates: Sequence[int], belief: Belief, tried: int
) -> Estimate:
    """The estimate from two trials, the second of which has the candidates only.

    The worlds of the second trial may be kinder to every choice than those of the first. So a
    choice that was eliminated keeps its distance from the best, not its mean.
    """
    means = _means(first)
    if not len(second.weights):
        return Estimate(means, _errors(first, belief), tried, (first,))
    both = Trial(
        np.concatenate([first.rows, second.rows]),
        np.concatenate([first.measures[:, candidates], second.measures]),
        np.concatenate([first.weights, second.weights]),
    )
    again = _means(both)
    place = int(again[:, 0].argmax())
    best = candidates[place]
    errors = _errors(first, belief, best)
    means = _clipped(again[place] + means - means[best], first)
    means[list(candidates)] = again
    errors[list(candidates)] = _errors(both, belief)
    return Estimate(means, errors, tried, (first, second), tuple(candidates))


def _errors(trial: Trial, belief: Belief, best: int | None = None) -> NDArray[np.float64]:
    """The standard error of each choice's distance from the best.

    Distances are paired: all choices are tried in the same worlds.
    """
    utility, shares = trial.measures[:, :, 0], trial.shares
    best = int((shares @ utility).argmax()) if best is None else best
    distance = utility - utility[:, [best]]
    if trial.repeats > 1:
        # Every world is in the sample: only the randomness of the rollouts is left.
        rows = len(shares) // trial.repeats
        means = trial.repeats * shares[:rows] @ distance.reshape(trial.repeats, rows, -1)
        return np.asarray(means.std(axis=0, ddof=1) / np.sqrt(trial.repeats))
    # The sample is as good as its effective size, however many worlds were drawn. Where few worlds
    # carry the weight, their own spread says little: the unweighted variance stands in.
    spread = np.asarray(shares @ (distance - shares @ distance) ** 2)
    effective = min(belief.effective, 1 / float(shares @ shares))
    spread = (effective * spread + PRIOR_WORLDS * distance.var(axis=0)) / (effective + PRIOR_WORLDS)
    return np.asarray(np.sqrt(spread / max(1.0, effective - 1)))


def estimate_trumps(
    view: View, budget: SearchBudget, rng: Random
) -> tuple[tuple[ChoiceValue, ...], int]:
    """The value of each suit as trumps (K3), by rollouts in the same worlds; and their number.

    No card has been played yet, so every world is as likely as any other.

    Args:
        view: of a seat that is to choose trumps and has seen its cards.
        budget: its ``worlds`` are the number of rollouts for each suit.
        rng: the source of all chance.
    """
    drawn, seed = Worlds(view).draw(budget.worlds, rng.getrandbits(64)), rng.getrandbits(64)
    return _values_of_ends(
        view,
        {
            suit: roll_out_deal(
                replace(view, trump=suit), drawn, policies_for(view.deal_rules, suit).search, seed
            )
            for suit in view.legal
            if isinstance(suit, Suit)
        },
    )


def estimate_calls(
    view: View, budget: SearchBudget, rng: Random, deadline: Deadline
) -> tuple[tuple[ChoiceValue, ...], int]:
    """The value of each call, by rollouts of the deal in the same worlds; and their number.

    Args:
        view: of a seat that is to make a call that bots can value.
        budget: the amount of work.
        rng: the source of all chance.
        deadline: the time limit.

    Raises:
        NoTimeError: time ran out before all calls were tried in some worlds.
    """
    values, worlds = _values_of_ends(view, roll_out_calls(view, budget, rng, deadline))
    return _with_worth(view, values), worlds


def _with_worth(view: View, values: tuple[ChoiceValue, ...]) -> tuple[ChoiceValue, ...]:
    """The values of calls, moved towards what heuristics say that their contracts are worth.

    Rollouts know the whole hand, but their policy plays some contracts worse than players do; the
    count of tricks is fitted to players. Their errors differ, and both together beat either. A
    point is worth as much utility as it is from call to call.
    """
    lead = np.array([value.points for value in values])
    if not view.offers or not lead.std():
        return values
    apart = lead - lead.mean()
    slope = float(apart @ np.array([value.utility for value in values]) / (apart @ apart))
    moved, offers = [], dict(view.offers)
    for value in values:
        contract = offers.get(value.action) if not isinstance(value.action, Suit) else None
        worth = 0.0 if contract is None else contract_worth(view, contract)[0]
        by = WORTH_SHARE * (worth - value.points)
        points, utility = value.points + by, value.utility + slope * by
        moved.append(replace(value, points=points, utility=utility))
    return tuple(moved)


def _values_of_ends(
    view: View, ends: Mapping[Suit, Outcomes] | Mapping[Call, Outcomes]
) -> tuple[tuple[ChoiceValue, ...], int]:
    """The value of each choice before the play, from ends of the deal in the same worlds.

    The number of these worlds is the second part of the result.
    """
    payoffs = {action: payoff_of(view, each) for action, each in ends.items()}
    means = {action: float(payoff.utility.mean()) for action, payoff in payoffs.items()}
    best = payoffs[max(means, key=means.__getitem__)].utility
    values = []
    for (action, payoff), end in zip(payoffs.items(), ends.values(), strict=True):
        tricks = own_tricks(view, end)
        win_chance = float(payoff.win_chance.mean())
        values.append(
            ChoiceValue(
                action=action,
                utility=means[action],
                error=float((payoff.utility - best).std()) / math.sqrt(len(best)),
                points=float(lead_in_points(view, end).mean()),
                tricks=float(tricks.mean()),
                win_chance=None if math.isnan(win_chance) else win_chance,
                trick_chance=float((tricks > 0).mean()),
                kept=_kept(view, action, tricks),
            )
        )
    return tuple(values), len(best)


def _kept(view: View, action: Suit | Call, tricks: NDArray[np.float64]) -> float | None:
    """The share of ends that bring the bidder no less than exactly the tricks bid.

    None where a bid does not name the tricks of its seat alone.
    """
    rules, side = view.rules, side_of(view)
    alone = len(rules.sides[side]) == 1
    if rules.profile.rising or not alone or not isinstance(action, Bid) or action.name:
        return None
    calls = with_calls(view, action, {}).open_calls
    by_tricks = points_by_tricks(rules, side, view.number, view.score, calls)
    worth = np.array([points[side] for points in by_tricks])
    return float((worth[tricks.astype(int)] >= worth[action.number]).mean())
