"""Match equity: the chance of winning from a score, or what it is worth, between equal players.

The table is filled by dynamic programming over the points still wanted, as for match equity in
backgammon (Keeler and Spencer, 1975), from the points that simulated deals bring.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from oddtrick.bots.search.trained_policies import policies_for
from oddtrick.cards import Suit
from oddtrick.rules import TrumpSource
from oddtrick.scoring.matches import RUBBER_POINTS, game_points
from oddtrick.solver.deals import DealStart
from oddtrick.solver.self_play import play_deals_by_policy

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oddtrick.rules import Rules
    from oddtrick.scoring import MatchGoal
    from oddtrick.views import View

DEALS = 2000
"""Deals simulated for the distribution of points."""

MAX_WANTED = 60
"""Scores further from the target than this count as this far."""

_SEED = 20_080_521


def winning_chances(view: View, goal: MatchGoal, points: NDArray[np.int16]) -> NDArray[np.float64]:
    """The chance of winning the match after each end of a deal.

    Args:
        view: of a seat of two sides.
        goal: the target and the games of the match.
        points: int16 [n, C, 2], scored in the deal.

    Returns:
        float64 [n, C].
    """
    assert view.seat is not None
    assert goal.target is not None
    mine = view.rules.side_of(view.seat)
    score, games = view.standing.carried, view.standing.games
    ours = score[mine] + points[:, :, mine].astype(np.int64)
    theirs = score[1 - mine] + points[:, :, 1 - mine].astype(np.int64)
    table = _game_table(view.rules, min(goal.target, MAX_WANTED))
    wanted = [np.clip(goal.target - now, 0, len(table) - 1) for now in (ours, theirs)]
    chance = table[wanted[0], wanted[1]]
    chance = np.where((wanted[0] == 0) & (wanted[1] == 0), ours > theirs, chance)
    won = _rubber(goal.games - games[mine] - 1, goal.games - games[1 - mine])
    lost = _rubber(goal.games - games[mine], goal.games - games[1 - mine] - 1)
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
    assert view.seat is not None
    assert goal.target is not None
    mine, score, games = view.rules.side_of(view.seat), view.standing.carried, view.standing.games
    kinds = _game_kinds(view.rules, min(goal.target, MAX_WANTED))
    ours, theirs = (
        np.clip(goal.target - score[side] - points[:, :, side].astype(np.int64), 0, len(kinds) - 1)
        for side in (mine, 1 - mine)
    )
    wanted = goal.games - games[mine], goal.games - games[1 - mine]
    worth = kinds[ours, theirs] @ _kind_worths(kinds, *wanted)
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
    for wanted in range(1, target + 1):
        kind = game_points(target, target - wanted) - 1
        kinds[0, wanted, kind] = kinds[wanted, 0, kind + 3] = 1.0
    deals = _points_distribution(rules)
    for total in range(2, 2 * target + 1):
        for ours in range(max(1, total - target), min(target, total - 1) + 1):
            theirs = total - ours
            kinds[ours, theirs] = sum(
                share * kinds[max(0, ours - won), max(0, theirs - lost)]
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
                share * table[max(0, ours - won), max(0, theirs - lost)]
                for (won, lost), share in deals
            )
    return table


@lru_cache(64)
def _points_distribution(rules: Rules) -> tuple[tuple[tuple[int, int], float], ...]:
    """The points of two sides in a deal, with their frequency; deals without points are left out.

    Each result counts for both sides in turn: which of them deals is a coin toss.
    """
    fixed = rules.trumps.fixed(0)
    trumps_known = rules.trumps.source(0) is TrumpSource.FIXED
    policy = policies_for(rules, fixed if trumps_known else Suit.SPADES).search
    ends = play_deals_by_policy(rules, DealStart(), policy, DEALS, _SEED)
    counts: dict[tuple[int, int], int] = {}
    for won, lost in ends.points[:, 0].tolist():
        if won or lost:
            for pair in ((won, lost), (lost, won)):
                counts[pair] = counts.get(pair, 0) + 1
    total = sum(counts.values())
    return tuple((pair, count / total) for pair, count in sorted(counts.items()))
