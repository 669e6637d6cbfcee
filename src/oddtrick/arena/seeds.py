"""Where chance comes from: the cards of a deal by its number, a decision's by what all have seen.

Two bots that meet the same situation in the same deal draw the same luck (common random numbers),
so that what differs between two tables is play. Nothing here is made from hidden cards: a deal
counts by its name, which is the seed and its number.
"""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from typing import TYPE_CHECKING

from oddtrick.cards import Card, Suit

if TYPE_CHECKING:
    from oddtrick.rules import PlayerAction

_SUITS, _THROW = 64, 128
"""Card 0 to 51, then what is not a card."""


def deal_seed(seed: int, number: int) -> int:
    """The seed of the cards of one numbered deal.

    >>> deal_seed(1, 0) == deal_seed(1, 0), deal_seed(1, 0) == deal_seed(1, 1)
    (True, False)
    """
    name = f"oddtrick/arena/cards/{seed}/{number}"
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big")


class PublicHistory:
    """What the players of one table have done for all to see; it gives each decision its luck.

    Args:
        seed: of the contest.
        number: of the deal.
    """

    def __init__(self, seed: int, number: int) -> None:
        name = f"oddtrick/arena/choice/{seed}/{number}"
        self._hash = blake2b(name.encode(), digest_size=16)

    def add(self, seat: int, action: PlayerAction) -> None:
        """One more action; of a throw only that it was made: it is secret (K5)."""
        if isinstance(action, Card):
            sign = int(action)
        else:
            sign = _SUITS + action if isinstance(action, Suit) else _THROW
        self._hash.update(bytes((seat, sign)))

    def rng(self) -> Random:
        """The luck of the decision that comes next."""
        return Random(int.from_bytes(self._hash.digest(), "big"))
