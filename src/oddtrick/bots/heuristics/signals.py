"""What partners tell each other by small cards, and how to get out of each other's way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddtrick.bots.heuristics.reasons import say
from oddtrick.cards import Card, Rank, Suit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from oddtrick.bots.bot import Advice
    from oddtrick.bots.heuristics.situation import Situation
    from oddtrick.views import View

SMALL = Rank.NINE
"""Up to here a card is small enough to signal with."""


def echo(s: Situation) -> Advice | None:
    """Two small cards under partner's ace or king: the higher first asks for a third round.

    Only with a trump to use, and before the suit has been led.
    """
    if not s.follows or s.led is s.trump or not s.held(s.trump) or s.led is None:
        return None
    held, table = s.held(s.led), s.view.table
    if len(held) != 2 or held[1].rank > SMALL or s.times_led(s.led):
        return None
    if s.view.table_seats[0] not in s.partners or table[0].rank < Rank.KING:
        return None
    if held[1] in s.winners:
        return None
    return say(held[1], "echo", suit=s.led)


def unblock(s: Situation) -> Advice | None:
    """Partner runs a suit, no trumps are out: the higher of two cards goes before it is in the way.

    From king and a small one under partner's ace the king: with the small one partner's suit can
    be reached again.
    """
    if not s.follows or not s.partner_winning or s.best is None or s.led is s.trump:
        return None
    held = s.legal_by_strength
    if len(held) != 2 or s.opponents_have_trumps or s.view.table_seats[0] != s.winner:
        return None
    low, top = held
    long = any(trick.cards[0].suit is s.led for trick in s.first_led_by((s.winner,)))
    beside = s.touching(*sorted((top, s.best), key=s.order.__getitem__))
    if not long or not beside or not s.is_master(s.best) or s.touching(low, top):
        return None
    return say(top, "unblock", rank=top.rank)


def echoes(view: View, above: Sequence[int]) -> frozenset[tuple[int, Suit]]:
    """The seats that have played high, then low, in a suit: who does so had just two.

    Args:
        view: of the seat that reads them.
        above: for each card the cards of its suit (mask) that are stronger.
    """
    first: dict[tuple[int, Suit], Card] = {}
    found = set()
    for trick in view.tricks:
        led = trick.cards[0]
        for seat, card in zip(trick.seats[1:], trick.cards[1:], strict=True):
            if card.suit is not led.suit or led.suit is view.trump:
                continue
            before = first.setdefault((seat, led.suit), card)
            small = before.rank <= SMALL and above[before] & led.bit
            if small and above[card] & before.bit:
                found.add((seat, led.suit))
    return frozenset(found)
