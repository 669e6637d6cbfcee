"""The numbering of actions: fixed for a game and its options, and shared by every environment.

======  ==========================================================  ===============================
number  action                                                      in
======  ==========================================================  ===============================
0-51    play this card: 13 times the suit (clubs, diamonds,         every game
        hearts, spades) plus the rank (the two is 0, the ace 12)
52-55   choose clubs, diamonds, hearts or spades as trumps (K3)     games with a choice of trumps
56-58   throw rock, paper or scissors (K5)                          games that settle ties so
last    wait                                                        parallel environments
======  ==========================================================  ===============================
"""

from __future__ import annotations

from operator import index

import numpy as np
from numpy.typing import NDArray

from oddtrick.cards import CARDS, Card, Suit
from oddtrick.errors import OddtrickError
from oddtrick.games import Game, list_games
from oddtrick.match import Match, Playing
from oddtrick.rules import PlayerAction, Rules, Throw, Tie, TrumpSource

FIRST_SUIT = len(CARDS)
"""The number of the first choice of trumps: clubs (K3)."""
FIRST_THROW = FIRST_SUIT + len(Suit)
"""The number of the first throw: rock (K5)."""
ALL_ACTIONS = FIRST_THROW + len(Throw)
"""The number of actions of all games together, without waiting."""

_THROWS = tuple(Throw)
_ACTIONS: tuple[PlayerAction, ...] = (*CARDS, *Suit, *_THROWS)


def playable_games() -> tuple[Game, ...]:
    """The games that the environments play: those without calls and without a stock."""
    every = ((game, game.rules()) for game in list_games())
    return tuple(game for game, rules in every if not rules.course and not rules.plan.stock)


def count_actions(rules: Rules) -> int:
    """Counts the actions of a game, without ``wait``: 52, 56 or 59.

    >>> from oddtrick.games import rules_of
    >>> count_actions(rules_of("whist")), count_actions(rules_of("knockout-whist"))
    (52, 56)
    >>> count_actions(rules_of("knockout-whist", tie="rps"))
    59

    Raises:
        OddtrickError: seats may pass in this game (X5), or call: these are no numbered
            actions; or cards are drawn from a stock.
    """
    if rules.goal.dogs_life:
        raise OddtrickError(
            f"{rules.game}: the environments have no action for a knock: leave dogs_life out (X5)"
        )
    if rules.course:
        raise OddtrickError(f"{rules.game}: the environments have no actions for its calls yet")
    if rules.plan.stock:
        raise OddtrickError(f"{rules.game}: the environments do not draw from a stock yet")
    sources = {rules.trumps.source(deal) for deal in range(len(CARDS))}
    if TrumpSource.CHOSEN not in sources:
        return FIRST_SUIT
    return ALL_ACTIONS if rules.trumps.tie is Tie.RPS else FIRST_THROW


def action_of(number: int) -> PlayerAction:
    """The action with a number.

    >>> action_of(13), action_of(55), action_of(56)
    (Card.D2, <Suit.SPADES: 3>, <Throw.ROCK: 'rock'>)
    """
    return _ACTIONS[number]


def number_of(action: PlayerAction) -> int:
    """The number of an action.

    >>> all(number_of(action_of(number)) == number for number in range(ALL_ACTIONS))
    True
    """
    if isinstance(action, Card):
        return int(action)
    if isinstance(action, Suit):
        return FIRST_SUIT + action
    return FIRST_THROW + _THROWS.index(action)


def legal_bits(match: Match) -> int:
    """The legal actions of the seat to act, as a mask: bit *i* for action *i*."""
    phase = match.phase
    if type(phase) is Playing:
        return phase.legal_mask()
    return sum(1 << number_of(action) for action in phase.legal())


def to_flags(bits: int, actions: int) -> NDArray[np.int8]:
    """Expands a mask to one flag for each action, as ``Discrete.sample`` takes it.

    >>> to_flags(0b101, 4)
    array([1, 0, 1, 0], dtype=int8)
    """
    packed = np.frombuffer(bits.to_bytes(8, "little"), np.uint8)
    return np.unpackbits(packed, count=actions, bitorder="little").view(np.int8)


def read_action(action: object, actions: int) -> int:
    """Reads the number of an action.

    Raises:
        OddtrickError: it is no whole number below ``actions``.
    """
    try:
        number = index(action)  # type: ignore[arg-type]  # anything may be given
    except TypeError:
        number = -1
    if not 0 <= number < actions:
        raise OddtrickError(
            f"{str(action)[:40]} is not an action: write a number, 0 to {actions - 1}"
        )
    return number
