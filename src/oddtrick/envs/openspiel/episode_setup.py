"""The setup of a game for OpenSpiel: its rules, the length of an episode, and the utility."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

import msgspec

from oddtrick.cached import cached_value
from oddtrick.envs.actions import Actions
from oddtrick.errors import OddtrickError
from oddtrick.games import Game, options_of, read_options
from oddtrick.match import Match
from oddtrick.rules import Rules, Tie, TrumpSource

Reward = Literal["difference", "points", "outcome"]
"""See :class:`EpisodeSetup`."""

MAX_DEALS, REWARD = "max_deals", "reward"


class EpisodeSetup(msgspec.Struct, frozen=True, dict=True):
    """The setup of a game.

    Args:
        rules: the game with its options.
        max_deals: the number of deals after which an episode ends, if the match is not over before.
        reward: the utility of a seat. ``"difference"``: the points of its side less the mean of the
            other sides, summed over the deals. ``"points"``: the points. ``"outcome"``: 1 for the
            winners of the match, and for the others a negative amount, so that all sum to 0.
    """

    rules: Rules
    max_deals: int
    reward: Reward

    @cached_value
    def actions(self) -> Actions:
        """The actions of the game."""
        return Actions(self.rules)

    def is_over(self, match: Match) -> bool:
        """True if the episode has ended."""
        return match.over or match.number >= self.max_deals

    def returns(self, match: Match) -> list[float]:
        """The utility of each seat when the episode has ended."""
        rules, sides = self.rules, len(self.rules.sides)
        if self.reward == "outcome":
            lost = 0.0 if match.winner is None else -1 / (sides - 1)
            values = [1.0 if side == match.winner else lost for side in range(sides)]
        else:
            told = [deal.points for deal in match.result]
            points = [sum(side) for side in zip(*told, strict=True)]
            total = sum(points)
            values = [float(own) for own in points]
            if self.reward == "difference":
                values = [own - (total - own) / (sides - 1) for own in points]
        return [values[rules.side_of(seat)] for seat in range(rules.players)]

    def utility_bounds(self) -> tuple[float, float]:
        """The lowest and the highest utility that there can be."""
        if self.reward == "outcome":
            return -1.0, 1.0
        profile = self.rules.profile
        cards = profile.card * self.rules.pack.bit_count()
        most = sum(cards + self.rules.max_points(deal) for deal in range(self.max_deals))
        return (0.0 if self.reward == "points" else -float(most)), float(most)

    def max_actions(self) -> int:
        """The most actions of players in an episode: every card, choices of trumps, and calls.

        Each seat makes each call once at most.
        """
        players = self.rules.players
        return sum(
            self.rules.tricks_in(deal) * players
            + (self.rules.trumps.source(deal) is TrumpSource.CHOSEN)
            + players * len(self.rules.calls)
            for deal in range(self.max_deals)
        )

    def max_chance_nodes(self) -> int:
        """The most chance nodes in an episode: every card of the pack, and the ties (K5)."""
        return self.max_deals * (self.rules.pack.bit_count() + 1)


def longest_match(rules: Rules) -> int | None:
    """The number of deals after which no cards would be left (K1); None: there are always some."""
    plan = rules.plan
    if plan.each:
        return len(plan.each)
    return -(-min(plan.hands) // plan.fewer) if plan.fewer else None


def parameters_of(game: Game) -> dict[str, Any]:
    """The parameters of a game with their defaults: its options, then those of the episode.

    An option that may be unset is a number, and 0 leaves it unset.
    """
    rules = game.rules()
    given = {
        option.name: 0 if option.default is None else option.default
        for option in options_of(game.options)
    }
    given[MAX_DEALS] = longest_match(rules) or 1
    given[REWARD] = "outcome" if rules.goal.eliminates else "difference"
    return given


def read_parameters(game: Game, given: Mapping[str, Any]) -> EpisodeSetup:
    """Reads the parameters of a game.

    Raises:
        OddtrickError: one is unknown or out of its bounds, or there is no longest match.
    """
    named = {**parameters_of(game), **given}
    deals, reward = named.pop(MAX_DEALS), named.pop(REWARD)
    unset = {option.name for option in options_of(game.options) if option.optional}
    options = {name: value for name, value in named.items() if value or name not in unset}
    rules = game.rules(read_options(game, options))
    if not isinstance(deals, int) or deals < 1:
        raise OddtrickError(f"{game.id}: {MAX_DEALS} is a whole number from 1, not {deals}")
    if reward not in get_args(Reward):
        known = " or ".join(f'"{each}"' for each in get_args(Reward))
        raise OddtrickError(f"{game.id}: {REWARD} is {known}, not {str(reward)[:40]!r}")
    most = longest_match(rules)
    deals = deals if most is None else min(deals, most)
    chosen = {rules.trumps.source(deal) for deal in range(deals)} & {TrumpSource.CHOSEN}
    if chosen and rules.trumps.tie is Tie.RPS:
        raise OddtrickError(
            f'{game.id}: tie="rps" may go on for ever, and OpenSpiel needs a longest game: take '
            f'tie="cut", or {MAX_DEALS}=1'
        )
    return EpisodeSetup(rules, deals, reward)
