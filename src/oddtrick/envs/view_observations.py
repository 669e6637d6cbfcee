"""Observations of games with calls or a stock, read from the views of their seats.

What a view does not show cannot get into them. Games without calls and stock have the same numbers
faster from :class:`~oddtrick.envs.observations.ObservationTracker`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from oddtrick.cards import Card, Hand
from oddtrick.envs.observation_layout import DTYPE, layout_of, state_layout_of
from oddtrick.match import Playing, ToThrow
from oddtrick.rules import Throw
from oddtrick.solver.deals.observation_parts import LARGEST, MoreParts
from oddtrick.solver.deals.observations import OBSERVATION_SIZE, observe_view
from oddtrick.views import Awaited

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oddtrick.match import Match
    from oddtrick.rules import Rules
    from oddtrick.views import View

    Parts = dict[str, NDArray[Any]]

_THROWS = tuple(Throw)


class ViewObserver:
    """The observations of all seats through a match, as an ``ObservationTracker`` has them.

    Args:
        rules: the game.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._layout = layout_of(rules)
        self._state = state_layout_of(rules)
        self._more = MoreParts(rules)
        self._match: Match | None = None

    def load(self, match: Match) -> None:
        """Takes in a match at any moment."""
        self._match = match

    def play(self, before: Playing, card: Card, after: Playing) -> None:
        """Takes in one card played; ``after`` is the same hand with it."""
        del before, card
        self._match = self._current.enter(after)

    @property
    def _current(self) -> Match:
        assert self._match is not None
        return self._match

    def observe(self, seat: int) -> NDArray[np.int16]:
        """Returns the observation of a seat, on turn or not.

        Raises:
            OddtrickError: the rules of the game do not list the contract.
        """
        view, players = self._current.view(seat), self._rules.players
        numbers = np.zeros(self._layout.size, DTYPE)
        numbers[:OBSERVATION_SIZE] = observe_view(view)
        parts = self._layout.split(numbers)
        place = [(other - seat) % players for other in range(players)]
        _write_match(parts, view, place)
        if isinstance(self._current.phase, ToThrow):
            parts["tied"][[place[other] for other in self._current.phase.throwing.seats]] = 1
        self._more.write(parts, view)
        return numbers

    def hidden(self) -> NDArray[np.int16]:
        """Returns what ``state_layout_of`` has after the observation of seat 0, in one row.

        Seats are counted from seat 0.
        """
        match = self._current
        log, phase = match.deal, match.phase
        row = np.zeros(self._state.size, DTYPE)
        parts = self._state.split(row)
        for seat, hand in enumerate(held_cards(match)):
            parts["all_hands"][seat, list(hand)] = 1
        if isinstance(phase, ToThrow):
            for seat, throw in zip(phase.throwing.seats, phase.throwing.thrown, strict=False):
                parts["all_throws"][seat, _THROWS.index(throw)] = 1
        stock = stock_of(match)
        if "stock_order" in parts:
            parts["stock_order"][list(stock)] = np.arange(1, len(stock) + 1)
        if "all_cards_called" in parts:
            made = [each for calls in match.call_phases(log) for each in calls.made]
            for number, (seat, call) in enumerate(made, 1):
                if isinstance(call, Card):
                    parts["all_cards_called"][seat, call] = number
        return row[self._layout.size :]


def held_cards(match: Match) -> tuple[Hand, ...]:
    """The cards that each seat holds."""
    players, log, phase = range(match.rules.players), match.deal, match.phase
    if isinstance(phase, Playing):
        return tuple(Hand(phase.held(seat)) for seat in players)
    if log.deal is None or match.over:
        return tuple(Hand() for _ in players)
    return phase.held_hands(log)


def stock_of(match: Match) -> tuple[Card, ...]:
    """The cards that are still to be drawn, the top one first (G3)."""
    if isinstance(match.phase, Playing):
        return match.phase.layout.stock
    return () if match.deal.deal is None or match.over else match.deal.deal.stock


def _write_match(parts: Parts, view: View, place: list[int]) -> None:
    """Writes the throws, and the place of the deal in the match."""
    parts["throwing"][:] = view.awaited is Awaited.THROW
    parts["thrown"][[place[seat] for seat in view.thrown]] = 1
    if view.own_throw is not None:
        parts["own_throw"][_THROWS.index(view.own_throw)] = 1
    for seat, shown in view.contest:
        if isinstance(shown, Throw):
            parts["last_throws"][place[seat], _THROWS.index(shown)] = 1
    standing = view.standing
    score = standing.score if view.awaited is Awaited.NOTHING else standing.carried
    for seat, at in enumerate(place):
        side = view.rules.side_of(seat)
        parts["score"][at] = max(-LARGEST, min(LARGEST, score[side]))
        parts["games"][at] = min(LARGEST, standing.games[side])
    parts["deal"][:] = min(LARGEST, view.number)
