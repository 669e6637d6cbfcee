"""Random seeds: of a deal by its number, of a decision by the public history before it.

Two bots in the same situation of the same deal draw the same random numbers (common random
numbers), so two tables differ by play alone. No seed depends on hidden cards: a deal is
identified by the seed of the contest and its number.
"""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from typing import TYPE_CHECKING

from oddtrick.cards import Card, Suit
from oddtrick.rules import Pass

if TYPE_CHECKING:
    from oddtrick.rules import PlayerAction

_SUITS, _THROW = 64, 128
"""Codes of actions that are no plays; cards have 0 to 51, a pass has 52."""


def deal_seed(seed: int, number: int) -> int:
    """Returns the seed of the cards of one deal.

    >>> deal_seed(1, 0) == deal_seed(1, 0), deal_seed(1, 0) == deal_seed(1, 1)
    (True, False)
    """
    name = f"oddtrick/arena/cards/{seed}/{number}"
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big")


class DecisionRandom(Random):
    """The random generator of one decision, which another process can make again from its seed.

    Args:
        seed: a number of 128 bits.

    >>> rng = DecisionRandom(12)
    >>> Random(int(rng.seed_hex, 16)).random() == rng.random()
    True
    """

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.seed_hex: str = f"{seed:032x}"


class PublicHistory:
    """The public actions at one table; they seed each decision.

    Args:
        seed: the seed of the contest.
        number: the number of the deal.
    """

    def __init__(self, seed: int, number: int) -> None:
        name = f"oddtrick/arena/choice/{seed}/{number}"
        self._hash = blake2b(name.encode(), digest_size=16)

    def add(self, seat: int, action: PlayerAction) -> None:
        """Adds an action; of a throw only the fact that it was made, as its kind is secret (K5)."""
        if isinstance(action, Card | Pass):
            code = int(action)
        else:
            code = _SUITS + action if isinstance(action, Suit) else _THROW
        self._hash.update(bytes((seat, code)))

    def rng(self) -> DecisionRandom:
        """Returns the random generator of the next decision."""
        return DecisionRandom(int.from_bytes(self._hash.digest(), "big"))
