"""The end of a match: a target, a rubber, a number of deals, or the last player left in.

Each way is a frozen record that turns the :class:`Standing` before a deal into the one after it.
``goal`` describes it, so that callers need not know which way it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.scoring.deals import DealFacts, Points


class Standing(msgspec.Struct, frozen=True):
    """The state of a match between two deals.

    Args:
        score: of each side in the game under way, or at the end of the game just ended.
        games: won by each side.
        seats_in: the seats that still play; all of them unless the match eliminates players.
        deals: the number of finished deals.
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
        eliminates: a player without a trick is out, and the last one in wins; no score is kept.
    """

    target: int | None = None
    games: int = 1
    deals: int | None = None
    stops_at_target: bool = False
    eliminates: bool = False


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


class FirstTo(msgspec.Struct, frozen=True):
    """The first side to the target wins the game, the first to ``games`` the match (W6, W7).

    Scoring stops at the stage in which a side reaches the target (H3, H4).
    """

    target: int
    rule: str
    games: int = 1

    @property
    def goal(self) -> MatchGoal:
        """A target that ends the scoring, in one game or several."""
        return MatchGoal(target=self.target, games=self.games, stops_at_target=True)

    def start(self, sides: int, players: int) -> Standing:
        """No points and no games."""
        return _start(sides, players)

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
        return points, Standing(
            score, games, standing.seats_in, standing.deals + 1, won, over, winner if over else None
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
    """The highest score at or above the target after a whole deal wins; a tie plays on (S7)."""

    target: int
    rule: str = "S7"

    @property
    def goal(self) -> MatchGoal:
        """A target for the total after a whole deal."""
        return MatchGoal(target=self.target)

    def start(self, sides: int, players: int) -> Standing:
        """No points."""
        return _start(sides, players)

    def after(
        self, standing: Standing, deal: DealFacts, stages: Sequence[Points]
    ) -> tuple[Points, Standing]:
        """Adds the deal; a single highest total at the target wins."""
        points = _sum(stages)
        score = _add(standing.score, points)
        winner = _alone_on_top(score) if max(score) >= self.target else None
        over = winner is not None
        games = _with_game(standing.games, winner)
        return points, Standing(
            score, games, standing.seats_in, standing.deals + 1, over, over, winner
        )


class LastStanding(msgspec.Struct, frozen=True):
    """A player without a trick is out, the last one in wins (K4, K8). No sides."""

    rule: str = "K8"

    @property
    def goal(self) -> MatchGoal:
        """Staying in."""
        return MatchGoal(eliminates=True)

    def start(self, sides: int, players: int) -> Standing:
        """All players are in."""
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
