"""The actions of chance as explicit nodes with probabilities.

A deal is drawn card by card in the order of the pack: the outcome is the *cell* that the next card
goes to. A cell with room for r of the n cards left gets it with probability r / n. This makes
every deal equally likely, with only one way to draw it, which keeps game trees small.

The cells of a deal are the hands of all seats, hand after hand (S4); then the card turned up; then
the undealt rest. Where the dealer's last card is turned up (W4), that cell is part of its hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.cards import Hand, cards_in
from oddtrick.match import Cut, Deal
from oddtrick.rules import TrumpSource

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.cards import Card
    from oddtrick.match import Match
    from oddtrick.rules import Rules

Outcomes = list[tuple[int, float]]
"""Actions of chance with their probabilities."""


def count_cells(rules: Rules) -> int:
    """Counts the cells of a deal: every hand, the card turned up, the rest."""
    return rules.players * len(rules.plan.hands) + 2


def cell_sizes(match: Match) -> list[int]:
    """The number of cards that go to each cell of the deal to be dealt."""
    rules, log = match.rules, match.deal
    sizes = [
        size if seat in log.seats else 0
        for size in rules.plan.sizes(match.number)
        for seat in range(rules.players)
    ]
    source = rules.trumps.source(match.number)
    if source is TrumpSource.TURNED:
        sizes[-rules.players + log.dealer] -= 1
    sizes.append(source in (TrumpSource.TURNED, TrumpSource.SPARE))
    return [*sizes, rules.pack.bit_count() - sum(sizes)]


def dealing_outcomes(match: Match, cells: Sequence[int]) -> Outcomes:
    """The cells that the next card may go to, after those of the cards before it."""
    room = cell_sizes(match)
    for cell in cells:
        room[cell] -= 1
    left = sum(room)
    return [(cell, free / left) for cell, free in enumerate(room) if free]


def deal_of(match: Match, cells: Sequence[int]) -> Deal:
    """The deal in which each card of the pack, in order, lies in its cell."""
    rules, log = match.rules, match.deal
    masks = [0] * count_cells(rules)
    for cell, card in zip(cells, cards_in(rules.pack), strict=True):
        masks[cell] |= card.bit
    *hands, turned, _ = masks
    if rules.trumps.source(match.number) is TrumpSource.TURNED:
        hands[-rules.players + log.dealer] |= turned
    rows = range(0, len(hands), rules.players)
    by_hand = tuple(tuple(map(Hand, hands[row : row + rules.players])) for row in rows)
    return Deal(by_hand, cards_in(turned)[0] if turned else None)


def cells_of(rules: Rules, deal: Deal) -> tuple[int, ...]:
    """The cell of each card of the pack, in order: the inverse of :func:`deal_of`."""
    where: dict[Card, int] = dict.fromkeys(cards_in(rules.pack), count_cells(rules) - 1)
    for number, hands in enumerate(deal.hands):
        for seat, hand in enumerate(hands):
            where.update(dict.fromkeys(hand, number * rules.players + seat))
    if deal.turn_up is not None:
        where[deal.turn_up] = count_cells(rules) - 2
    return tuple(where.values())


def cut_won_by(match: Match, seats: Sequence[int], winner: int) -> Cut:
    """A round of cutting that one seat wins: it alone cuts a card of the highest rank (K5).

    The seats are equally likely to win a tie in the end, however many rounds it takes.
    """
    ranked = sorted(cards_in(match.rules.pack), key=lambda card: card.rank)
    return Cut(tuple((seat, ranked[-1] if seat == winner else ranked[0]) for seat in seats))


def cell_text(match: Match, cell: int) -> str:
    """A cell in words.

    >>> from oddtrick.games import rules_of
    >>> from oddtrick.match import start
    >>> match = start(rules_of("scotch-whist", players=2), dealer=0)
    >>> [cell_text(match, cell) for cell in (0, 3, 6, 7)]
    ['to seat 0', 'to seat 1, hand 2', 'turned up', 'left over']
    """
    players, last = match.rules.players, count_cells(match.rules) - 1
    if cell >= last - 1:
        return "left over" if cell == last else "turned up"
    hand, seat = divmod(cell, players)
    return f"to seat {seat}" + (f", hand {hand + 1}" if hand else "")
