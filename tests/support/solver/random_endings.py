"""Small endings of every kind, the same for the solver and for the slow reference."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from msgspec.structs import replace

from oddtrick.cards import CARDS, Card, Hand, Suit, card_at
from oddtrick.solver import Holder, Objective, Position, Worth
from oddtrick.tricks import CardOrder
from tests.support.reference.minimax import Table, Won

SIZES = {2: 4, 3: 3, 4: 3, 5: 2, 6: 2, 7: 2, 8: 2}
"""Cards for each seat that the reference can play out in milliseconds."""


@dataclass
class Ending:
    """A position, and how the reference sees it."""

    position: Position
    table: Table

    def sum_up(self, tricks: list[Won]) -> int:
        """The value of the tricks for side 0, recomputed from cards as text."""
        objective, sides = self.position.objective, self.position.side_of
        ours = [trick for trick in tricks if sides[trick[0]] == 0]
        if objective is None:
            worth = self.position.worth
            extra = {str(card): points for card, points in worth.cards.items()}
            return sum(
                worth.trick + sum(worth.card + extra.get(card, 0) for card in cards)
                for _, cards, _ in ours
            )
        honours = {str(card) for card in objective.honours}
        won = objective.tricks_won + len(ours)
        taken = objective.honours_won + sum(c in honours for _, cards, _ in ours for c in cards)
        got = {card for _, cards, _ in ours for card in cards}
        caught = dict(zip(map(str, objective.catchers), map(int, objective.caught), strict=False))
        for winner, _, best in tricks:
            caught[best] = 1 if sides[winner] == 0 else 2
        index = won * (len(honours) + 1) + taken
        for card in reversed(objective.captured):
            index = 2 * index + (str(card) in got or card in objective.captured_won)
        for card in reversed(objective.catchers):
            index = 3 * index + caught.get(str(card), 0)
        return objective.utility[index]

    def shown(self, value: int) -> int:
        """A value of side 0 as the seat to play sees it."""
        if self.position.side_of[self.position.to_play] == 0:
            return value
        return -value if self.position.objective else self.position.points_left - value


def a_worth(rng: Random, trump: Suit | None) -> Worth:
    """Tricks only, Scotch, or numbers of any kind."""
    kind = rng.randrange(4)
    if kind == 0:
        return Worth()
    if kind == 1 and trump is not None:
        ranks = {9: 11, 8: 10, 12: 4, 11: 3, 10: 2}
        tops = {card_at(trump, rank): points for rank, points in ranks.items()}
        return Worth(trick=0, card=1, cards=tops)
    some = {card: rng.choice([1, 2, 7]) for card in rng.sample(CARDS, rng.choice([0, 5, 30]))}
    return Worth(rng.choice([0, 0, 1, 5]), rng.choice([0, 1, 3]), some)


def an_objective(rng: Random, cards: list[Card], tricks: int) -> Objective:
    """Any utilities at all, over any honours and any cards to take or to win with."""
    honours = rng.sample(cards, min(rng.choice([0, 1, 3, 4]), len(cards)))
    gone = [card for card in CARDS if card not in cards]
    watched = [*cards, *gone[:2]]
    captured = tuple(rng.sample(watched, min(rng.choice([0, 0, 1, 2, 4]), len(watched))))
    catchers = tuple(rng.sample(watched, min(rng.choice([0, 1, 1, 2, 3]), len(watched))))
    before, spread = rng.choice([0, 1, 2]), rng.choice([1, 3, 40])
    made = Objective.from_function(
        lambda _: rng.randint(-spread, spread),
        tricks=tricks + before,
        honours=Hand.of(honours),
        captured=captured,
        catchers=catchers,
    )
    return replace(
        made,
        tricks_won=before,
        captured_won=Hand.of(card for card in captured if card in gone and rng.random() < 0.5),
        caught=tuple(
            rng.choice(list(Holder)) if card in gone else Holder.NOBODY for card in catchers
        ),
    )


def packed(rng: Random, need: int) -> list[Card]:
    """Draws cards, often of few suits or ranks, so that they interact."""
    width = rng.choice([3, 5, 13])
    pack = [card for card in CARDS if card.rank >= 13 - width]
    if rng.random() < 0.4:
        pack = [card for card in CARDS if card.suit in rng.sample(list(Suit), 2)]
    return rng.sample(pack if len(pack) >= need else list(CARDS), need)


def an_ending(rng: Random, *, players: int | None = None, larger: int = 0) -> Ending:
    """An ending with any number of seats, sides, worths, in the middle of a trick or not."""
    seats = players or rng.choice(list(SIZES))
    playing = sorted(rng.sample(range(seats), rng.randint(2, seats)))
    size = rng.randint(1, SIZES[len(playing)]) + larger
    cards = packed(rng, size * len(playing))
    trump = rng.choice([None, *Suit])
    held = {seat: cards[size * at : size * (at + 1)] for at, seat in enumerate(playing)}
    sides = tuple(rng.randrange(2) for _ in range(seats))
    objective = an_objective(rng, cards, size) if rng.random() < 0.4 else None
    order, held_back = rng.choice(list(CardOrder)), rng.random() < 0.4
    table = Table(
        {seat: [str(card) for card in hand] for seat, hand in held.items()},
        trump.letter if trump is not None else "",
        rng.choice(playing),
        {seat for seat in playing if sides[seat] == 0},
        order.value,
        held_back,
    )
    for _ in range(rng.choice([0, 0, *range(len(playing))])):
        table, _won = table.after(rng.choice(table.legal()))
    return Ending(
        _position(rng=rng, table=table, seats=seats, trump=trump, sides=sides, objective=objective),
        table,
    )


def _position(
    *,
    rng: Random,
    table: Table,
    seats: int,
    trump: Suit | None,
    sides: tuple[int, ...],
    objective: Objective | None,
) -> Position:
    def read(cards: Iterable[str]) -> tuple[Card, ...]:
        return tuple(Card[card[1] + card[0]] for card in cards)

    return Position(
        tuple(Hand.of(read(table.held.get(seat, ()))) for seat in range(seats)),
        trump,
        table.leader,
        read(table.on_table),
        sides,
        CardOrder(table.order),
        a_worth(rng, trump),
        table.held_back,
        objective,
        tuple(seat for seat in range(seats) if seat not in table.held),
    )
