"""The end of a match: a target, a rubber, a number of deals, or the last player left in.

Each way is a frozen record that turns the :class:`Standing` before a deal into the one after it.
``goal`` describes it, so that callers need not know which way it is.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Protocol

import msgspec
from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.scoring.deals import DealFacts, Points


class Standing(msgspec.Struct, frozen=True):
    """The state of a match between two deals.

    Args:
        score: of each side in the game under way, or at the end of the game just ended.
        games: won by each side.
        seats_in: the seats that still play; all of them unless the match eliminates players.
        dogs: those of them that play the next deal with one card, and may knock (X5).
        dogs_life_given: the match has had its dog's life, and nobody is given a second (X5).
        deals: the number of finished deals.
        game_over: the last deal ended a game.
        over: the match is over.
        winner: the index of the side that won the match; None while it goes on, or level.
        rubber: the points of each side for the games and the rubber it won, where these count (X6).
    """

    score: tuple[int, ...]
    games: tuple[int, ...]
    seats_in: tuple[int, ...]
    deals: int = 0
    game_over: bool = False
    over: bool = False
    winner: int | None = None
    rubber: tuple[int, ...] = ()
    dogs: tuple[int, ...] = ()
    dogs_life_given: bool = False

    @property
    def carried(self) -> tuple[int, ...]:
        """The score at the start of the next deal: zero in each new game of a rubber (W7)."""
        return (0,) * len(self.score) if self.game_over else self.score


class MatchGoal(msgspec.Struct, frozen=True, kw_only=True):
    """The object of a match, for code that must not know the game.

    Args:
        target: points that make a game; None where no score has to be reached.
        games: games that win the match.
        deals: the fixed number of deals, or None.
        stops_at_target: scoring stops at the stage in which a side reaches the target (H3);
            otherwise the whole deal is counted and the highest score wins (S7).
        counts_out: if several sides would reach the target in one deal, the deal is counted item by
            item until one of them alone is ahead there (X4).
        rubber_points: what a rubber is worth is at stake, not only who wins it (X6).
        eliminates: a player without a trick is out, and the last one in wins; no score is kept.
        dogs_life: the first to be without a trick play one more deal, with one card (X5).
        lost_at: points, below nothing, at which a side has lost, and the other has won (B6).
    """

    target: int | None = None
    games: int = 1
    deals: int | None = None
    stops_at_target: bool = False
    counts_out: bool = False
    rubber_points: bool = False
    eliminates: bool = False
    dogs_life: bool = False
    lost_at: int | None = None


class MatchScoring(Protocol):
    """A way of adding up deals to a match."""

    @property
    def rule(self) -> str:
        """The id of the rule that ends the match."""

    @property
    def goal(self) -> MatchGoal:
        """The object of the match."""

    def start(self, sides: int, players: int) -> Standing:
        """The standing before the first deal."""

    def after(
        self, standing: Standing, deal: DealFacts, stages: Sequence[Points]
    ) -> tuple[Points, Standing]:
        """Returns the points scored in a deal, and the standing after it."""


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


RUBBER_POINTS = 2
"""Points for the rubber itself (X6)."""


def game_points(target: int, losers: int) -> int:
    """The points for a game: treble, double or single, by the score of the losers (X6).

    >>> [game_points(5, losers) for losers in range(5)]
    [3, 2, 2, 1, 1]
    """
    return 3 if losers == 0 else 2 if 2 * losers < target else 1


class FirstTo(msgspec.Struct, frozen=True):
    """The first side to the target wins the game, the first to ``games`` the match (W6, W7).

    Scoring stops at the stage in which a side reaches the target (H3, H4).

    Args:
        target: points that make a game.
        rule: the id of the rule.
        games: games that win the match.
        rubber_points: games and the rubber have points of their own (X6).
    """

    target: int
    rule: str
    games: int = 1
    rubber_points: bool = False

    @property
    def goal(self) -> MatchGoal:
        """A target that ends the scoring, in one game or several."""
        return MatchGoal(
            target=self.target,
            games=self.games,
            stops_at_target=True,
            rubber_points=self.rubber_points,
        )

    def start(self, sides: int, players: int) -> Standing:
        """No points and no games."""
        return replace(_start(sides, players), rubber=(0,) * sides if self.rubber_points else ())

    def after(
        self, standing: Standing, deal: DealFacts, stages: Sequence[Points]
    ) -> tuple[Points, Standing]:
        """Adds the stages one by one until a side reaches the target."""
        score, points = standing.carried, deal.nothing
        for stage in stages:
            score, points = _add(score, stage), _add(points, stage)
            if max(score) >= self.target:
                break
        won = max(score) >= self.target
        winner = score.index(max(score)) if won else None
        games = _with_game(standing.games, winner)
        over = max(games) >= self.games
        rubber = standing.rubber
        if rubber and winner is not None:
            made = game_points(self.target, min(score)) + RUBBER_POINTS * over
            rubber = tuple(had + made * (side == winner) for side, had in enumerate(rubber))
        return points, Standing(
            score=score,
            games=games,
            seats_in=standing.seats_in,
            deals=standing.deals + 1,
            game_over=won,
            over=over,
            winner=winner if over else None,
            rubber=rubber,
        )


class FixedDeals(msgspec.Struct, frozen=True):
    """A fixed number of deals; the highest score wins, and a tie stays a tie (D1)."""

    deals: int
    rule: str = "D1"

    @property
    def goal(self) -> MatchGoal:
        """A number of deals."""
        return MatchGoal(deals=self.deals)

    def start(self, sides: int, players: int) -> Standing:
        """No points."""
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
    """The highest score at or above the target after a deal wins; a tie plays on (S7, X4).

    Args:
        target: the score that a side has to reach.
        rule: the id of the rule.
        counts_out: if several sides would reach the target, the stages are counted one by one until
            one side is alone in front there; what is left is not counted (X4).
    """

    target: int
    rule: str = "S7"
    counts_out: bool = False

    @property
    def goal(self) -> MatchGoal:
        """A target for the total after a whole deal."""
        return MatchGoal(target=self.target, counts_out=self.counts_out)

    def start(self, sides: int, players: int) -> Standing:
        """No points."""
        return _start(sides, players)

    def after(
        self, standing: Standing, deal: DealFacts, stages: Sequence[Points]
    ) -> tuple[Points, Standing]:
        """Adds the deal; a single highest total at the target wins."""
        points = self._counted(standing.score, stages)
        score = _add(standing.score, points)
        winner = self._winner(score)
        over = winner is not None
        games = _with_game(standing.games, winner)
        return points, Standing(
            score, games, standing.seats_in, standing.deals + 1, over, over, winner
        )

    def _counted(self, score: Points, stages: Sequence[Points]) -> Points:
        whole = _sum(stages)
        reach = sum(total >= self.target for total in _add(score, whole))
        if not self.counts_out or reach < 2:
            return whole
        counted = accumulate(stages, _add)
        return next(
            (each for each in counted if self._winner(_add(score, each)) is not None), whole
        )

    def _winner(self, score: Points) -> int | None:
        return _alone_on_top(score) if max(score) >= self.target else None


class PlusOrMinus(msgspec.Struct, frozen=True):
    """The side at the target wins, or the other of two sides if one is as far below nothing (B6).

    Args:
        target: the points that win, and with a minus lose.
        rule: the id of the rule.
    """

    target: int
    rule: str

    @property
    def goal(self) -> MatchGoal:
        """A target for the total after a whole deal, on either side of nothing."""
        return MatchGoal(target=self.target, lost_at=-self.target)

    def start(self, sides: int, players: int) -> Standing:
        """No points."""
        return _start(sides, players)

    def after(
        self, standing: Standing, deal: DealFacts, stages: Sequence[Points]
    ) -> tuple[Points, Standing]:
        """Adds the deal; the higher total wins where one of them is far enough from nothing."""
        points = _sum(stages)
        score = _add(standing.score, points)
        ends = max(score) >= self.target or min(score) <= -self.target
        winner = _alone_on_top(score) if ends else None
        over = winner is not None
        games = _with_game(standing.games, winner)
        return points, Standing(
            score, games, standing.seats_in, standing.deals + 1, over, over, winner
        )


class LastStanding(msgspec.Struct, frozen=True):
    """A player without a trick is out, the last one in wins (K4, K8). No sides.

    Args:
        rule: the id of the rule that ends the match.
        dogs_life: the first to be without a trick stay in for a deal with one card (X5).
    """

    rule: str = "K8"
    dogs_life: bool = False

    @property
    def goal(self) -> MatchGoal:
        """Staying in."""
        return MatchGoal(eliminates=True, dogs_life=self.dogs_life)

    def start(self, sides: int, players: int) -> Standing:
        """All players are in."""
        return Standing((1,) * players, (0,) * players, tuple(range(players)))

    def after(
        self, standing: Standing, deal: DealFacts, stages: Sequence[Points]
    ) -> tuple[Points, Standing]:
        """Drops the seats without a trick, or gives them the dog's life of the match.

        All the tricks of a deal win, even if the others are the first to be without one (K8).
        """
        del stages
        takers = tuple(seat for seat in standing.seats_in if deal.tricks[seat])
        over = len(takers) == 1
        reprieve = self.dogs_life and not standing.dogs_life_given and not over
        seats_in = standing.seats_in if reprieve else takers
        dogs = tuple(seat for seat in seats_in if not deal.tricks[seat])
        winner = takers[0] if over else None
        return deal.tricks, Standing(
            score=tuple(int(seat in seats_in) for seat in range(len(deal.tricks))),
            games=_with_game(standing.games, winner),
            seats_in=seats_in,
            deals=standing.deals + 1,
            game_over=over,
            over=over,
            winner=winner,
            dogs=dogs,
            dogs_life_given=standing.dogs_life_given or bool(dogs),
        )
