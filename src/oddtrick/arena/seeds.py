"""Random seeds: of a deal by its number, of a decision by the public history before it.

Two bots in the same situation of the same deal draw the same random numbers (common random
numbers), so two tables differ by play alone. No seed depends on hidden cards: a deal is
identified by the seed of the contest and its number.
"""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from typing import Literal

from msgspec.structs import replace

from oddtrick.calls import Bid
from oddtrick.cards import Card, Suit
from oddtrick.match import CallPhase
from oddtrick.match.phase import Phase
from oddtrick.rules import Pass, PlayerAction

Purpose = Literal["choose", "report"]
"""The purpose of a contest: to choose between bots while they are made, or to report a figure."""

_SUITS, _THROW, _CALL = 64, 128, 192
"""Codes of actions that are no plays; cards have 0 to 51, a pass has 52."""


def purpose_seed(seed: int, purpose: Purpose) -> int:
    """Returns the seed that a contest draws by, so that purposes share no deal.

    >>> purpose_seed(7, "choose"), purpose_seed(7, "report") == purpose_seed(8, "report")
    (7, False)
    """
    if purpose == "choose":
        return seed
    name = f"oddtrick/arena/{purpose}/{seed}"
    # 32 bytes: no seed that a person types, and so no deal to choose by, is ever met by chance.
    return int.from_bytes(blake2b(name.encode(), digest_size=32).digest(), "big")


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

    def add(self, seat: int, action: PlayerAction, phase: Phase | None = None) -> None:
        """Adds an action; of a throw only the fact that it was made, as its kind is secret (K5).

        Args:
            seat: the seat that acted.
            action: the action.
            phase: the phase before it; a call is added as its phase shows it to everybody.
        """
        if isinstance(phase, CallPhase):
            assert isinstance(action, Bid | Card)
            shown = replace(phase, made=(*phase.made, (seat, action))).seen_by(None)
            calls = "/".join(f"{by} {'' if call is None else call}" for by, call in shown)
            self._hash.update(bytes((seat, _CALL)) + f"{phase.name}:{calls}\n".encode())
            return
        if isinstance(action, Card | Pass):
            code = int(action)
        else:
            code = _SUITS + action if isinstance(action, Suit) else _THROW
        self._hash.update(bytes((seat, code)))

    def rng(self) -> DecisionRandom:
        """Returns the random generator of the next decision."""
        return DecisionRandom(int.from_bytes(self._hash.digest(), "big"))
