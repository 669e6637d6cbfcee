"""Best play with open cards by trying every play: no table, no bounds, nothing clever."""

from collections.abc import Callable
from dataclasses import dataclass, field

from .cards import RANKS_LOW_TO_HIGH

Won = tuple[int, list[str], str]
"""A trick: the seat that won it, its cards, and the card that won."""

SumUp = Callable[[list[Won]], int]
"""The value of the remaining tricks for the maximising side."""


@dataclass
class Table:
    """Hands and the trick under way; a seat that is out has no cards and no place in ``seats``.

    ``order`` is the order of the cards, by its name (S3, B4); ``held_back`` is K7.
    """

    held: dict[int, list[str]]
    trump: str
    leader: int
    for_most: set[int]
    order: str = "ace-high"
    held_back: bool = False
    on_table: list[str] = field(default_factory=list)

    def seats(self) -> list[int]:
        """The seats in order, from the leader on."""
        seats = sorted(self.held)
        at = seats.index(self.leader)
        return seats[at:] + seats[:at]

    def to_play(self) -> int:
        """The seat to play."""
        return self.seats()[len(self.on_table)]

    def legal(self) -> list[str]:
        """Follow suit (T3); while trumps are held back lead another suit if there is one (K7)."""
        mine = self.held[self.to_play()]
        if self.on_table:
            following = [card for card in mine if card[1] == self.on_table[0][1]]
            return following or list(mine)
        if self.held_back:
            return [card for card in mine if card[1] != self.trump] or list(mine)
        return list(mine)

    def height(self, card: str) -> int:
        """The height of a card in its suit."""
        if self.order == "trump-jack-high" and card == "J" + self.trump:
            return 99
        if self.order == "low-wins-ace-high" and card[0] == "A":
            return 99
        height = RANKS_LOW_TO_HIGH.index(card[0])
        return -height if self.order.startswith("low-wins") else height

    def winner(self) -> tuple[int, str]:
        """The seat that wins the trick on the table, and with which card (T4)."""
        trumps = [card for card in self.on_table if card[1] == self.trump]
        suit = self.on_table[0][1]
        able = trumps or [card for card in self.on_table if card[1] == suit]
        best = max(able, key=self.height)
        return self.seats()[self.on_table.index(best)], best

    def after(self, card: str) -> tuple["Table", Won | None]:
        """The table after a card, and the trick that it completed, if it did."""
        seat = self.to_play()
        held = {
            other: [mine for mine in cards if (other, mine) != (seat, card)]
            for other, cards in self.held.items()
        }
        then = Table(
            held,
            self.trump,
            self.leader,
            self.for_most,
            self.order,
            self.held_back,
            [*self.on_table, card],
        )
        if len(then.on_table) < len(held):
            return then, None
        winner, best = then.winner()
        won = (winner, then.on_table, best)
        broken = any(card[1] == self.trump != then.on_table[0][1] for card in then.on_table)
        then.leader, then.on_table = winner, []
        then.held_back = self.held_back and not broken
        return then, won


def best_result(table: Table, sum_up: SumUp, tricks: tuple[Won, ...] = ()) -> int:
    """The value under best play by all."""
    if not table.on_table and not table.held[table.leader]:
        return sum_up(list(tricks))
    results = results_by_card(table, sum_up, tricks).values()
    return max(results) if table.to_play() in table.for_most else min(results)


def results_by_card(table: Table, sum_up: SumUp, tricks: tuple[Won, ...] = ()) -> dict[str, int]:
    """The same after each legal card."""
    results = {}
    for card in table.legal():
        then, won = table.after(card)
        results[card] = best_result(then, sum_up, (*tricks, won) if won else tricks)
    return results
