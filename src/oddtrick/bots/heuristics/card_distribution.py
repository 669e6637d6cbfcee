"""Where the unseen cards probably lie: how many of each suit a seat can be expected to hold.

Cards that are not seen lie evenly in the places where they can be. A seat that is out of a suit
leaves more of it to the others, and has itself more of the rest: the expected numbers are found by
scaling a table of seats and suits until its rows and columns add up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from oddtrick.cards import Suit
from oddtrick.tricks import SUIT_MASKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.views import View

ROUNDS = 3
"""So often the table is scaled: after that the numbers hardly change."""


class Whereabouts(msgspec.Struct, frozen=True):
    """What one other seat may hold.

    Args:
        may: the cards (mask) that it may hold.
        known: the cards (mask) that it holds for certain: the turn-up.
        drawn: how many cards it holds besides.
        share: for each suit the chance that a given card of ``may`` is here.
    """

    may: int
    known: int
    drawn: int
    share: tuple[float, ...]

    def expected(self, suit: Suit) -> float:
        """How many cards of the suit it probably holds."""
        mask = SUIT_MASKS[suit]
        return (self.may & mask).bit_count() * self.share[suit] + (self.known & mask).bit_count()


def whereabouts(
    view: View, outside: int, voids: Sequence[frozenset[Suit]], denied: Sequence[int]
) -> dict[int, Whereabouts]:
    """What each other seat may hold.

    Args:
        view: of the seat that thinks.
        outside: the cards (mask) that others may hold.
        voids: for each seat the suits that it is out of.
        denied: for each seat the cards (mask) that it hardly holds.
    """
    others = [seat for seat in view.seats if seat != view.seat]
    turned = view.turn_up if view.turn_up_seat in others else None
    loose = outside & ~turned.bit if turned is not None else outside
    may, known, drawn = [], [], []
    for seat in others:
        here = loose
        for suit in voids[seat]:
            here &= ~SUIT_MASKS[suit]
        sure = turned.bit if turned is not None and seat == view.turn_up_seat else 0
        count = view.counts[seat] - (1 if sure & outside else 0)
        likely = here & ~denied[seat]
        may.append(likely if likely.bit_count() >= count else here)
        known.append(sure & outside)
        drawn.append(min(count, may[-1].bit_count()))
    shares = _shares(may, drawn, loose)
    return {
        seat: Whereabouts(may[row], known[row], drawn[row], shares[row])
        for row, seat in enumerate(others)
    }


def _shares(may: list[int], drawn: list[int], loose: int) -> list[tuple[float, ...]]:
    """For each row and suit the chance that a card which may be there is there."""
    size = loose.bit_count()
    if all(cards == loose for cards in may):
        return [(count / size,) * 4 if size else (0.0,) * 4 for count in drawn]
    counts = [[(cards & mask).bit_count() for mask in SUIT_MASKS] for cards in (*may, loose)]
    totals = counts[-1]
    rows = [*drawn, max(size - sum(drawn), 0)]
    table = [[float(number) for number in row] for row in counts]
    for _ in range(ROUNDS):
        for suit in range(4):
            column = sum(row[suit] for row, count in zip(table, rows, strict=True) if count)
            if column:
                scale = totals[suit] / column
                for row in table:
                    row[suit] *= scale
        for row, count in zip(table, rows, strict=True):
            total = sum(row)
            scale = count / total if total else 0.0
            for suit in range(4):
                row[suit] *= scale
    return [
        tuple(min(have / can, 1.0) if can else 0.0 for have, can in zip(row, cans, strict=True))
        for row, cans in zip(table[:-1], counts, strict=False)
    ]
