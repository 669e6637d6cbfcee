"""What the play of the others says of their hands: above all, what they did not play.

A player who is last and loses to the queen has neither king nor ace; one who wins with the nine has
not the eight that would have done as well; one who throws away on an opponent's trick, with no
partner to come, has no trump. Nobody has to play like that, but almost everybody does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.cards import Card, Rank, Suit
from oddtrick.tricks import SUIT_MASKS, Trick

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from oddtrick.views import View


def unlikely_cards(view: View, above: Sequence[int]) -> tuple[int, ...]:
    """For each seat the cards (mask) that it hardly holds, after what it has played.

    Args:
        view: of the seat that thinks.
        above: for each card the cards of its suit (mask) that are stronger.
    """
    found = [0] * view.rules.players
    partners = {seat: view.rules.partners(seat) for seat in view.seats}
    tricks = [(trick.seats, trick.cards) for trick in view.tricks]
    if view.table:
        tricks.append((view.table_seats, view.table))
    for seats, cards in tricks:
        for seat, cannot in _read(Trick(seats, cards, view.trump), partners, above):
            found[seat] |= cannot
    return tuple(found)


def _read(
    trick: Trick, partners: dict[int, tuple[int, ...]], above: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """What one trick says: seats, and the cards (mask) that each hardly holds."""
    seats, cards, trump = trick.seats, trick.cards, trick.trump
    best, winner = cards[0], seats[0]
    yield winner, _denied_by_lead(best, above)
    for place in range(1, len(cards)):
        seat, card = seats[place], cards[place]
        beats = above[best] & card.bit if card.suit is best.suit else card.suit is trump
        last = place + 1 == len(seats)
        mates = partners[seat]
        alone = not any(mate in seats[place + 1 :] for mate in mates) if mates else last
        if beats:
            if last:
                yield seat, _denied_by_winning(card, best, above)
            best, winner = card, seat
        elif alone and winner not in mates:
            yield seat, _denied_by_losing(card, best, cards[0].suit, trump, above)


def _denied_by_lead(card: Card, above: Sequence[int]) -> int:
    """The top of touching honours is led: a queen led says that the king is elsewhere."""
    if not Rank.TEN <= card.rank <= Rank.QUEEN:
        return 0
    return above[card] & card.bit << 1


def _denied_by_winning(card: Card, best: Card, above: Sequence[int]) -> int:
    """The last player wins as cheaply as can be."""
    cheaper = SUIT_MASKS[card.suit] & ~above[card] & ~card.bit
    return cheaper & above[best] if card.suit is best.suit else cheaper


def _denied_by_losing(
    card: Card, best: Card, led: Suit, trump: Suit | None, above: Sequence[int]
) -> int:
    """Whoever has no partner to come and lets an opponent win could not help it."""
    if card.suit is led:
        return above[best] if best.suit is led else 0
    if trump is None or led is trump:
        return 0
    return above[best] if best.suit is trump else SUIT_MASKS[trump]
