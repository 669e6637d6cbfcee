"""Endings for four seats in two pairs, of shapes where what is seen without search goes wrong.

Everything is drawn from a `Random`: one with a seed, or one of Hypothesis, which then shrinks the
ending by shrinking what was drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from oddtrick.cards import CARDS, Card, Hand, Suit, card_at, mask_of
from oddtrick.solver import Position, Worth
from oddtrick.tricks import CardOrder, Trick, from_seat
from tests.support.reference.minimax import Table, Won

from .random_endings import Ending

LEAST_TABLE = 8 << 10
"""Bytes that a solver takes for pairs at the very least, whatever it was allowed."""

SEATS = range(4)
SIDES = ((0, 1, 0, 1), (1, 0, 1, 0))


def a_position(rng: Random, size: int, on_table: int) -> Position:
    """A position with a given number of cards for each seat and on the table.

    All tricks are worth the same, in one of the ways in which they can be.
    """
    special = rng.choice(list(Suit))
    trump = rng.choice([special, special, None, None, *Suit])
    hands = _hands(rng, size, special)
    order = rng.choice([CardOrder.ACE_HIGH, *CardOrder])
    trick = Trick(from_seat(SEATS, rng.randrange(4)), (), trump, order.strengths(trump))
    held = [mask_of(hand) for hand in hands]
    for _ in range(on_table):
        assert trick.to_play is not None
        card = rng.choice(list(Hand(trick.legal(held[trick.to_play]))))
        held[trick.to_play] &= ~card.bit
        trick = trick.play(card)
    return Position(
        tuple(map(Hand, held)),
        trump,
        trick.seats[0],
        trick.cards,
        rng.choice(SIDES),
        order,
        _uniform_worth(rng, [card for hand in hands for card in hand]),
    )


def _hands(rng: Random, size: int, special: Suit) -> list[list[Card]]:
    """Draws ``cards`` cards for each seat: first the suit lengths, then the cards."""
    owners: dict[Suit, list[int]] = {suit: [] for suit in Suit}
    for seat, weights in enumerate(_weights(rng, special)):
        for suit in rng.choices(list(Suit), weights, k=size):
            room = [other for other in (suit, *Suit) if len(owners[other]) < 13]
            owners[room[0]].append(seat)
    hands: list[list[Card]] = [[] for _ in SEATS]
    for suit, seats in owners.items():
        ranks = sorted(rng.sample(range(13), len(seats)))
        for rank, seat in zip(ranks, _ranked(rng, seats), strict=True):
            hands[seat].append(card_at(suit, rank))
    return hands


def _ranked(rng: Random, seats: list[int]) -> list[int]:
    """The holders of a suit's cards, from the lowest up: shuffled, or nearly hand by hand.

    The second gives long runs, and suits that are blocked between partners.
    """
    rng.shuffle(seats)
    if rng.randrange(3) == 0:
        heights = rng.sample(SEATS, 4)
        seats.sort(key=lambda seat: 2 * heights[seat] + rng.randrange(4))
    return seats


def _weights(rng: Random, special: Suit) -> Sequence[Sequence[int]]:
    """The probability of each suit in each hand."""
    one = [int(suit is special) for suit in Suit]
    scarce = [9 - 8 * here for here in one]
    match rng.randrange(7):
        case 0:  # two suits
            weights = [_these(rng.sample(list(Suit), 2))] * 4
        case 1:  # no hand of more than two suits
            weights = [_these(rng.sample(list(Suit), 2)) for _ in SEATS]
        case 2:  # each hand mostly of one suit
            most = rng.choices(list(Suit), k=4)
            weights = [[8 if suit is most[seat] else 1 for suit in Suit] for seat in SEATS]
        case 3:  # one hand of one suit: all trumps, or a suit that outlasts the others
            alone = rng.randrange(4)
            weights = [one if seat == alone else scarce for seat in SEATS]
        case 4:  # a suit of lone cards
            weights = [scarce] * 4
        case 5:  # a suit that only one side holds
            side = rng.randrange(2)
            without = [1 - here for here in one]
            weights = [without if seat % 2 == side else [1, 1, 1, 1] for seat in SEATS]
        case _:  # any deal
            weights = [[1, 1, 1, 1]] * 4
    return weights


def _these(suits: Sequence[Suit]) -> list[int]:
    return [int(suit in suits) for suit in Suit]


def _uniform_worth(rng: Random, cards: list[Card]) -> Worth:
    """Every trick is worth the same, whether by the trick, by the card, or card by card."""
    match rng.randrange(6):
        case 0:
            return Worth(rng.choice([0, 3, 255]), rng.choice([0, 1, 2]))
        case 1:
            return Worth(0, 1)
        case 2:
            others = {card: 7 for card in CARDS if card not in cards and rng.randrange(4) == 0}
            return Worth(rng.randrange(3), 1, others)
        case 3:
            return Worth(1, 0, dict.fromkeys(cards, 2))
        case _:
            return Worth()


def by_the_general_search(position: Position) -> Position:
    """The same with an empty chair at the end of the table.

    It changes nothing of the play and nothing of the worth, but five seats are more than the search
    for pairs knows.
    """
    sides = (*position.side_of, 0)
    return replace(position, hands=(*position.hands, Hand()), sides=sides, out=(4,))


def as_ending(position: Position) -> Ending:
    """The position as the reference sees it."""
    table = Table(
        {seat: [str(card) for card in hand] for seat, hand in enumerate(position.hands)},
        "" if position.trump is None else position.trump.letter,
        position.leader,
        {seat for seat, side in enumerate(position.side_of) if side == 0},
        position.order.value,
        on_table=[str(card) for card in position.trick],
    )
    return Ending(position, table)


def replayed(position: Position, line: Sequence[Card]) -> int:
    """The value of a line to the end for the seat to play, computed by the reference."""
    ending = as_ending(position)
    table, tricks = ending.table, list[Won]()
    for card in line:
        assert str(card) in table.legal()
        table, won = table.after(str(card))
        tricks += [won] if won else []
    assert not any(table.held.values())
    return ending.shown(ending.sum_up(tricks))
