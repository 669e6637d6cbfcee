"""What wins a match: first to a target, a rubber, so many deals, the last one standing.

Each way is a frozen record that takes the :class:`Standing` before a deal and gives the one after.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.scoring.deals import DealFacts, Points


class Standing(msgspec.Struct, frozen=True):
    """How a match stands.

    Args:
        score: of each side in the game under way, or at the end of the game just ended.
        games: won by each side.
        seats_in: the seats that still play; all of them except in knock-out.
        deals: how many deals are finished.
        game_over: the last deal ended a game.
        over: the match is over.
        winner: the index of the side that won the match; None while it goes on, or level.
    """

    score: tuple[int, ...]
    games: tuple[int, ...]
    seats_in: tuple[int, ...]
    deals: int = 0
    game_over: bool = False
    over: bool = False
    winner: int | None = None

    @property
    def carried(self) -> tuple[int, ...]:
        """The score with which the next deal begins: each game of a rubber at nought (W7)."""
        return (0,) * len(self.score) if self.game_over else self.score


class MatchScoring(Protocol):
    """How deals add up to a match."""

    @property
    def rule(self) -> str:
        """The rule that says when the match ends."""

    def start(self, sides: int, players: int) -> Standing:
        """The standing before the first deal."""

    def after(
        self, standing: Standing, deal: DealFacts, stages: Sequence[Points]
    ) -> tuple[Points, Standing]:
        """The points scored in a deal, and the standing after it."""


def _start(sides: int, players: int) -> Standing:
    return Standing((0,) * sides, (0,) * sides, tuple(range(players)))


def _add(left: Points, right: Points) -> Points:
    return tuple(a + b for a, b in zip(left, right, strict=True))


def _sum(stages: Sequence[Points]) -> Points:
    return tuple(map(sum, zip(*stages, strict=True)))


def _alone_on_top(score: Points) -> int | None:
    """The side with the highest score, or None if it is level with another."""
    best = max(score)
    return score.index(best) if score.count(best) == 1 else None


def _with_game(games: Points, winner: int | None) -> Points:
    """The games won, with one more for the winner, if there is one."""
    return tuple(won + (side == winner) for side, won in enumerate(games))


class FirstTo(msgspec.Struct, frozen=True):
    """The first side to the target wins the game, the first to so many games the match (W6, W7).

    Scoring stops at the stage in which a side reaches the target (H3, H4).
    """

    target: int
    rule: str
    games: int = 1

    def start(self, sides: int, players: int) -> Standing:
        """Love all."""
        return _start(sides, players)

    def after(
        self, standing: Standing, deal: DealFacts, stages: Sequence[Points]
    ) -> tuple[Points, Standing]:
        """Adds the stages one by one until a side is there."""
        score, points = standing.carried, deal.nothing
        for stage in stages:
            score, points = _add(score, stage), _add(points, stage)
            if max(score) >= self.target:
                break
        won = max(score) >= self.target
        winner = score.index(max(score)) if won else None
        games = _with_game(standing.games, winner)
        over = max(games) >= self.games
        return points, Standing(
            score, games, standing.seats_in, standing.deals + 1, won, over, winner if over else None
        )


class FixedDeals(msgspec.Struct, frozen=True):
    """Exactly so many deals; the higher sum of odd tricks wins, level is level (D1)."""

    deals: int
    rule: str = "D1"

    def start(self, sides: int, players: int) -> Standing:
        """Nothing scored."""
        return _start(sides, players)

    def after(
        self, standing: Standing, deal: DealFacts, stages: Sequence[Points]
    ) -> tuple[Points, Standing]:
        """Adds every stage."""
        points = _sum(stages)
        score, deals = _add(standing.score, points), standing.deals + 1
        over = deals >= self.deals
        winner = _alone_on_top(score) if over else None
        return points, Standing(score, standing.games, standing.seats_in, deals, over, over, winner)


class HighestAt(msgspec.Struct, frozen=True):
    """The highest wins once it is at the target after a whole deal; level: another deal (S7)."""

    target: int
    rule: str = "S7"

    def start(self, sides: int, players: int) -> Standing:
        """Nothing scored."""
        return _start(sides, players)

    def after(
        self, standing: Standing, deal: DealFacts, stages: Sequence[Points]
    ) -> tuple[Points, Standing]:
        """Adds the deal; the highest total wins, if it is there and alone."""
        points = _sum(stages)
        score = _add(standing.score, points)
        winner = _alone_on_top(score) if max(score) >= self.target else None
        over = winner is not None
        games = _with_game(standing.games, winner)
        return points, Standing(
            score, games, standing.seats_in, standing.deals + 1, over, over, winner
        )


class LastStanding(msgspec.Struct, frozen=True):
    """Who takes no trick is out; who takes them all wins (K4, K8). Each for himself."""

    rule: str = "K8"

    def start(self, sides: int, players: int) -> Standing:
        """Everybody in."""
        return Standing((1,) * players, (0,) * players, tuple(range(players)))

    def after(
        self, standing: Standing, deal: DealFacts, stages: Sequence[Points]
    ) -> tuple[Points, Standing]:
        """Drops the seats without a trick."""
        del stages
        seats_in = tuple(seat for seat in standing.seats_in if deal.tricks[seat])
        score = tuple(int(seat in seats_in) for seat in range(len(deal.tricks)))
        over = len(seats_in) == 1
        winner = seats_in[0] if over else None
        games = _with_game(standing.games, winner)
        return deal.tricks, Standing(score, games, seats_in, standing.deals + 1, over, over, winner)
