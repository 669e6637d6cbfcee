"""The numbering of actions: fixed for a game and its options, and shared by every environment.

======  ==========================================================  ===============================
number  action                                                      in
======  ==========================================================  ===============================
0-51    this card, played, discarded or put down: 13 times the      every game
        suit (clubs, diamonds, hearts, spades) plus the rank (the
        two is 0, the ace 12)
next 4  choose clubs, diamonds, hearts or spades as trumps (K3)     games with a choice of trumps
next 3  throw rock, paper or scissors (K5)                          games that settle ties so
next    the bids among ``Rules.calls``, in their order              games with bids
last    wait                                                        parallel environments
======  ==========================================================  ===============================
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import index
from typing import TYPE_CHECKING, overload

import numpy as np
from numpy.typing import NDArray

from oddtrick.cards import CARDS
from oddtrick.errors import OddtrickError
from oddtrick.match import CallPhase, Playing
from oddtrick.rules import PlayerAction, Rules, action_text
from oddtrick.solver.deals.call_numbers import bids_of, choices_of

if TYPE_CHECKING:
    from oddtrick.match import Match

FIRST_SUIT = len(CARDS)
"""The number of the first choice of trumps: clubs (K3)."""


class Actions(Sequence[PlayerAction]):
    """The actions of a game, each at the place of its number.

    Args:
        rules: the game.

    Raises:
        OddtrickError: seats may pass in this game (X5), which is no numbered action; or it has
            calls or contracts, and its rules do not list them.

    >>> from oddtrick.calls import Bid
    >>> from oddtrick.games import rules_of
    >>> knockout, solo = Actions(rules_of("knockout-whist")), Actions(rules_of("solo-whist"))
    >>> len(knockout), knockout[13], knockout[55]
    (56, Card.D2, <Suit.SPADES: 3>)
    >>> len(solo), solo.text(53), solo.number_of(Bid(name="misere"))
    (64, 'proposal', 56)
    """

    def __init__(self, rules: Rules) -> None:
        self._game = rules.game
        if rules.goal.dogs_life:
            raise OddtrickError(
                f"{rules.game}: the environments have no action for a knock: leave dogs_life out "
                "(X5)"
            )
        needed = {"calls": bool(rules.course), "contracts": rules.terms is not None}
        for name, there in needed.items():
            if there and not getattr(rules, name):
                raise OddtrickError(
                    f"{rules.game}: the environments number the {name} that Rules.{name} lists, "
                    "and it lists none"
                )
        self._calls = frozenset(rules.calls)
        self._all = (*CARDS, *choices_of(rules), *bids_of(rules))
        # A card and a suit are equal as numbers, so that the type has to be part of the key.
        self._numbers: dict[tuple[type, PlayerAction], int] = {
            (type(each), each): at for at, each in enumerate(self._all)
        }

    def __len__(self) -> int:
        """The number of actions, without ``wait``."""
        return len(self._all)

    @overload
    def __getitem__(self, number: int) -> PlayerAction: ...

    @overload
    def __getitem__(self, number: slice) -> tuple[PlayerAction, ...]: ...

    def __getitem__(self, number: int | slice) -> PlayerAction | tuple[PlayerAction, ...]:
        """The action with a number."""
        return self._all[number]

    def __iter__(self) -> Iterator[PlayerAction]:
        """The actions in order."""
        return iter(self._all)

    def number_of(self, action: PlayerAction) -> int:
        """The number of an action.

        Raises:
            OddtrickError: the game has none for it.
        """
        number = self._numbers.get((type(action), action))
        if number is None:
            raise OddtrickError(f"{self._game} has no action {action_text(action)[:40]}")
        return number

    def text(self, number: int) -> str:
        """The action with a number as text; ``wait`` for the number after the last."""
        return "wait" if number == len(self) else action_text(self._all[number])

    def legal_bits(self, match: Match) -> int:
        """The legal actions of the seat to act, as a mask: bit *i* for action *i*.

        Raises:
            OddtrickError: the rules of the game do not list a legal call.
        """
        phase = match.phase
        if type(phase) is Playing:
            return phase.legal_mask()
        if isinstance(phase, CallPhase):
            missing = [call for call in phase.legal() if call not in self._calls]
            if missing:
                raise OddtrickError(f"{self._game}: Rules.calls does not list {missing[0]}")
        return sum(1 << self.number_of(action) for action in phase.legal())


def to_flags(bits: int, actions: int) -> NDArray[np.int8]:
    """Expands a mask to one flag for each action, as ``Discrete.sample`` takes it.

    >>> to_flags(0b101, 4)
    array([1, 0, 1, 0], dtype=int8)
    """
    packed = np.frombuffer(bits.to_bytes(-(-actions // 8), "little"), np.uint8)
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
