"""The worth of the end of a deal to a seat: its chance of winning, where one is at stake.

Between equal players. For games and rubbers a table is filled by dynamic programming over the
points still wanted, as for match equity in backgammon (Keeler and Spencer, 1975), from the points
that simulated deals bring; for knock-out whist it is learnt beforehand.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from msgspec.structs import replace

from oddtrick.bots.search.self_play import play_deals_by_policy
from oddtrick.bots.search.trained_policies import policies_for
from oddtrick.cards import Suit
from oddtrick.rules import DealPlan, TrumpSource
from oddtrick.scoring.matches import RUBBER_POINTS, game_points
from oddtrick.solver.deals.kernel_deal_plan import DealStart
from oddtrick.tricks import from_seat, left_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from oddtrick.bots.search.rollout import Outcomes
    from oddtrick.rules import Rules
    from oddtrick.scoring import MatchGoal
    from oddtrick.views import View

TRICK = 1e-3
"""Utility of a trick beside the chance of winning: once that is settled, tricks decide."""

VICTORY = 4 / 3
"""Utility of winning once the target is within reach, in shares of the most points of a deal."""

LEAD = 0.2
"""Utility of a point of lead while the target is within reach."""

LEAD_SCALE = 0.4
"""Lead that multiplies the odds of winning in a later deal by e, in shares of the most points."""


class Payoff(NamedTuple):
    """The worth of n ends of a deal after each of C choices.

    Args:
        utility: float64 [n, C]; only differences mean anything.
        win_chance: float64 [n, C], the chance of winning the game, rubber or match; NaN where
            utility says nothing of it.
    """

    utility: NDArray[np.float64]
    win_chance: NDArray[np.float64]


def utility_kind(rules: Rules) -> Literal["chance", "points", "tricks"]:
    """The unit of utility in this game: a chance of winning, points or tricks."""
    goal = rules.goal
    # A target that points also lead away from is not reached in so many deals: no table tells.
    reached = goal.stops_at_target and len(rules.sides) == 2 and rules.profile.rising
    if goal.eliminates or reached:
        return "chance"
    return "points" if goal.target is not None else rules.profile.unit


def payoff_of(view: View, ends: Outcomes) -> Payoff:
    """The worth of each end to the view's seat.

    Where deals add up to a game or rubber, utility is the chance of winning that (W6, W7, C4, CS1);
    in knock-out, of being the last one in (K8). Where a rubber has points, it is their mean (X6).
    Where the highest score after a whole deal wins, it is points, and winning once the target is
    within reach (S7, X4). In a fixed number of deals it is tricks, or points where tricks are not
    what counts (D1).
    """
    kind, goal = utility_kind(view.deal_rules), view.deal_rules.goal
    if kind == "points":
        return _payoff_in_points(view, ends, goal)
    tricks = own_tricks(view, ends)
    if kind == "tricks":
        return Payoff(tricks, np.full_like(tricks, np.nan))
    if goal.eliminates:
        chance = survival_chances(view, ends.tricks)
    else:
        chance = winning_chances(view, goal, ends.points)
    if goal.rubber_points:
        return Payoff(rubber_equity(view, goal, ends.points) + TRICK * tricks, chance)
    return Payoff(chance + TRICK * tricks, chance)


def own_tricks(view: View, ends: Outcomes) -> NDArray[np.float64]:
    """Tricks of the seat's side in the deal: float64 [n, C]."""
    seats = list(view.deal_rules.sides[side_of(view)])
    return np.asarray(ends.tricks[:, :, seats].sum(axis=2), np.float64)


def lead_in_points(view: View, ends: Outcomes) -> NDArray[np.float64]:
    """Points of the seat's side in the deal, less the mean of the other sides: float64 [n, C]."""
    points = ends.points.astype(np.float64)
    own = points[:, :, side_of(view)]
    return np.asarray(own - (points.sum(axis=2) - own) / max(1, points.shape[2] - 1))


def side_of(view: View) -> int:
    """The index of the side of the view's seat."""
    assert view.seat is not None
    return view.deal_rules.side_of(view.seat)


def _payoff_in_points(view: View, ends: Outcomes, goal: MatchGoal) -> Payoff:
    """Points, until a side may reach the target in this deal; then mostly the chance of winning.

    The match is won by the side alone on top at the target (S7), or where another has fallen so far
    that it has lost (B6). Otherwise it goes on, and the chances are a softmax of the scores.
    """
    lead, target = lead_in_points(view, ends), goal.target
    if target is None:
        return Payoff(lead, np.full_like(lead, np.nan))
    before, mine = np.array(view.score), side_of(view)
    most = view.deal_rules.max_points(view.number)
    totals = before + ends.points.astype(np.float64)
    best = totals.max(axis=2)
    leaders = (totals == best[:, :, None]).sum(axis=2)
    odds = np.exp((totals - best[:, :, None]) / (LEAD_SCALE * most))
    later = odds[:, :, mine] / odds.sum(axis=2)
    won = np.where(leaders == 1, totals[:, :, mine] == best, later)
    lost_at = -np.inf if goal.lost_at is None else goal.lost_at
    chance = np.where((best >= target) | (totals.min(axis=2) <= lost_at), won, later)
    if before.max() + most < target and before.min() - most > lost_at:
        return Payoff(lead, chance)
    return Payoff(np.asarray(VICTORY * most * chance + LEAD * lead), chance)


# Games and rubbers.

DEALS = 2000
"""Deals simulated for the distribution of points."""

MAX_WANTED = 60
"""Scores further from the target than this count as this far."""

_SEED = 20_080_521


class _Wanted(NamedTuple):
    """The points and games that each side still wants after each end of a deal: the view's first.

    Args:
        points: to win the game under way, int64 [n, C] each; 0 or less: it is won.
        games: to win the match, before the game under way.
        at_start: points wanted at the start of a game, as far as tables go.
    """

    points: tuple[NDArray[np.int64], NDArray[np.int64]]
    games: tuple[int, int]
    at_start: int

    @property
    def in_table(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The indices of the points wanted in a table from 0 to ``at_start``."""
        ours, theirs = (np.clip(each, 0, self.at_start) for each in self.points)
        return ours, theirs


def _wanted(view: View, goal: MatchGoal, points: NDArray[np.int16]) -> _Wanted:
    assert goal.target is not None
    mine, standing = side_of(view), view.standing
    ours, theirs = (
        goal.target - standing.carried[side] - points[:, :, side].astype(np.int64)
        for side in (mine, 1 - mine)
    )
    games = goal.games - standing.games[mine], goal.games - standing.games[1 - mine]
    return _Wanted((ours, theirs), games, min(goal.target, MAX_WANTED))


def winning_chances(view: View, goal: MatchGoal, points: NDArray[np.int16]) -> NDArray[np.float64]:
    """The chance of winning the match after each end of a deal.

    Args:
        view: of a seat of two sides.
        goal: the target and the games of the match.
        points: int16 [n, C, 2], scored in the deal.

    Returns:
        float64 [n, C].
    """
    wanted = _wanted(view, goal, points)
    ours, theirs = wanted.points
    table = _game_table(view.rules, wanted.at_start)
    chance = table[wanted.in_table]
    # Where both sides reach the target in one deal, the higher score wins.
    chance = np.where((ours <= 0) & (theirs <= 0), ours < theirs, chance)
    won = _rubber(wanted.games[0] - 1, wanted.games[1])
    lost = _rubber(wanted.games[0], wanted.games[1] - 1)
    return chance * won + (1 - chance) * lost


MOST_RUBBER_POINTS = 8
"""The largest worth of a rubber, a bumper: two trebles and the rubber (X6)."""


def rubber_equity(view: View, goal: MatchGoal, points: NDArray[np.int16]) -> NDArray[np.float64]:
    """The expected worth of the rubber after each end of a deal, 0 to 1: a lost or won bumper (X6).

    The points of the games won so far are the same after each end, and left out.

    Args:
        view: of a seat of two sides.
        goal: the target and the games of the match.
        points: int16 [n, C, 2], scored in the deal.

    Returns:
        float64 [n, C].
    """
    wanted = _wanted(view, goal, points)
    kinds = _game_kinds(view.rules, wanted.at_start)
    worth = kinds[wanted.in_table] @ _kind_worths(kinds, *wanted.games)
    return np.asarray((worth + MOST_RUBBER_POINTS) / (2 * MOST_RUBBER_POINTS))


def _kind_worths(kinds: NDArray[np.float64], ours: int, theirs: int) -> NDArray[np.float64]:
    """The worth of each way to end a game, if the sides want these numbers of games before it."""
    won = _rubber_worth(kinds, ours - 1, theirs)
    lost = _rubber_worth(kinds, ours, theirs - 1)
    return np.array([*(each + won for each in (1, 2, 3)), *(lost - each for each in (1, 2, 3))])


def _rubber_worth(kinds: NDArray[np.float64], ours: int, theirs: int) -> float:
    """The expected points still to come, ours less theirs, before the first deal of a game."""
    if ours <= 0 or theirs <= 0:
        return RUBBER_POINTS if ours <= 0 else -RUBBER_POINTS
    return float(kinds[-1, -1] @ _kind_worths(kinds, ours, theirs))


@lru_cache(64)
def _game_kinds(rules: Rules, target: int) -> NDArray[np.float64]:
    """The chance of each way to end a game, by the points that we want and that they want.

    We win it single, double or treble, or they do: float64 [target + 1, target + 1, 6].
    """
    kinds = np.zeros((target + 1, target + 1, 6))
    # Every deal that counts brings somebody nearer: in order of the sum of what both still want,
    # each entry rests on entries that are there already.
    for wanted in range(1, target + 1):
        kind = game_points(target, target - wanted) - 1
        kinds[0, wanted, kind] = kinds[wanted, 0, kind + 3] = 1.0
    deals = _points_distribution(rules)
    for total in range(2, 2 * target + 1):
        for ours in range(max(1, total - target), min(target, total - 1) + 1):
            theirs = total - ours
            kinds[ours, theirs] = sum(
                share * kinds[_left(ours, won, target), _left(theirs, lost, target)]
                for (won, lost), share in deals
            )
    return kinds


@cache
def _rubber(ours: int, theirs: int) -> float:
    """The chance of winning a rubber in which the sides still want these numbers of games."""
    if ours <= 0:
        return 1.0
    if theirs <= 0:
        return 0.0
    return (_rubber(ours - 1, theirs) + _rubber(ours, theirs - 1)) / 2


@lru_cache(64)
def _game_table(rules: Rules, target: int) -> NDArray[np.float64]:
    """The chance of winning a game, by the points that we want and that they want."""
    deals = _points_distribution(rules)
    table = np.full((target + 1, target + 1), 0.5)
    table[0, :], table[:, 0] = 1.0, 0.0
    table[0, 0] = 0.5
    for total in range(2, 2 * target + 1):
        for ours in range(max(1, total - target), min(target, total - 1) + 1):
            theirs = total - ours
            table[ours, theirs] = sum(
                share * table[_left(ours, won, target), _left(theirs, lost, target)]
                for (won, lost), share in deals
            )
    return table


def _left(wanted: int, points: int, target: int) -> int:
    """The points still wanted after a deal, as far as the tables go: some deals cost points."""
    return min(max(0, wanted - points), target)


@lru_cache(64)
def _points_distribution(rules: Rules) -> tuple[tuple[tuple[int, int], float], ...]:
    """The points of two sides in a deal, with their frequency; deals without points are left out.

    Each result counts for both sides in turn: which of them deals is a coin toss.
    """
    fixed = rules.trumps.fixed(0)
    trumps_known = rules.trumps.source(0) is TrumpSource.FIXED
    policy = policies_for(rules, fixed if trumps_known else Suit.SPADES).search
    # The deals still to come have calls of their own: they count as dealt.
    ends = play_deals_by_policy(replace(rules, course=()), DealStart(), policy, DEALS, _SEED)
    counts: dict[tuple[int, int], int] = {}
    for won, lost in ends.points[:, 0].tolist():
        if won or lost:  # a deal without points only puts the question off
            for pair in ((won, lost), (lost, won)):
                counts[pair] = counts.get(pair, 0) + 1
    total = sum(counts.values())
    return tuple((pair, count / total) for pair, count in sorted(counts.items()))


# Knock-out whist (K4, K8).

_SURVIVAL_FILE = "survival_chances.npz"

TABULATED = DealPlan((7,), fewer=1, pack_rule="K1", rule="K1")
"""The deals that `benchmarks/learn_knockout_survival_chances.py` has tabulated."""

DOG_SHARE = 0.25
"""The chance of a dog to win the match beside that of a seat with a trick (X5).

It is the chance to survive its deal: 0.36, 0.25, 0.22 and 0.21 of 400 to 1,021 dogs of three, four,
five and seven players, all of them ``club``."""


def survival_chances(view: View, tricks: NDArray[np.int8]) -> NDArray[np.float64]:
    """The chance that the view's seat wins the match after each end of the deal.

    Args:
        view: of a seat that is in.
        tricks: int8 [n, C, P], won by each seat in the deal.

    Returns:
        float64 [n, C].
    """
    rows, columns, players = tricks.shape
    # Thousands of worlds end in few ways: each way is valued once.
    ends, which = np.unique(tricks.reshape(-1, players), axis=0, return_inverse=True)
    chances = np.array([_survival_chance(view, end) for end in ends.tolist()])
    return chances[which].reshape(rows, columns)


def _survival_chance(view: View, tricks: Sequence[int]) -> float:
    """The chance of the view's seat after a deal with these tricks."""
    left = tuple(seat for seat in view.seats if tricks[seat])
    share = 1.0
    if view.deal_rules.goal.dogs_life and not view.standing.dogs_life_given and len(left) > 1:
        dogs = len(view.seats) - len(left)
        share = 1 / (len(left) + DOG_SHARE * dogs)
        if view.seat not in left:
            return DOG_SHARE * share
        share *= len(left)
    return share * _chance_among(view, left, tricks)


def _chance_among(view: View, left: tuple[int, ...], tricks: Sequence[int]) -> float:
    """The chance of the view's seat if the seats with a trick play on; a cut decides a tie (K5)."""
    if view.seat not in left:
        return 0.0
    if len(left) == 1 or view.deal_rules.plan != TABULATED:
        return 1.0 / len(left)
    most = max(tricks)
    choosers = [seat for seat in left if tricks[seat] == most]
    # The deal passes to the next player still in; the table counts from that eldest hand.
    order = from_seat(left, left_of(left, left_of(left, view.dealer)))
    size = view.deal_rules.plan.sizes(view.number + 1)[0]
    chances = _survival_table()[int(view.deal_rules.break_trumps), len(left), size]
    place = order.index(view.seat)
    return float(sum(chances[order.index(seat), place] for seat in choosers)) / len(choosers)


@cache
def _survival_table() -> NDArray[np.float32]:
    """The chances, float32 [trumps held back, players, cards, place of the chooser, place]."""
    packed = files(__package__).joinpath(_SURVIVAL_FILE).read_bytes()
    with np.load(BytesIO(packed)) as arrays:
        chances: NDArray[np.float32] = arrays["probabilities"]
    return chances
