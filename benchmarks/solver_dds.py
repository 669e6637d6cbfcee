"""DDS 2.9 as bundled with `endplay`, called through its C functions on one thread.

Its structures are filled before the clock starts and read after it has stopped, so that the
overhead for DDS is one call through `ctypes`, some microseconds.
"""

from __future__ import annotations

import time
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from endplay import _dds

from oddtrick.cards import Card, Rank, Suit, card_at

if TYPE_CHECKING:
    from solver_positions import Open

STRAINS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, None)
"""In DDS's order."""

_ONE_BEST, _ALL_CARDS = 1, 3
_SEARCH_ALWAYS = 1  # even a forced card gets its value


def one_thread() -> None:
    """Limits DDS to one thread, with its default memory."""
    _dds.SetMaxThreads(1)


def name() -> str:
    """The name of DDS in tables."""
    return f"DDS 2.9 (endplay {version('endplay')})"


def solve(place: Open) -> tuple[int, float]:
    """The tricks of the side to play, and the seconds of processor time."""
    found, seconds = _solved(place, _ONE_BEST)
    return found.score[0], seconds


def nodes(place: Open) -> int:
    """The number of nodes that DDS visits for that."""
    return int(_solved(place, _ONE_BEST)[0].nodes)


def solve_cards(place: Open) -> tuple[dict[Card, int], float]:
    """The tricks of the side to play after each card, and the seconds of processor time."""
    found, seconds = _solved(place, _ALL_CARDS)
    values: dict[Card, int] = {}
    for at in range(found.cards):
        ranks = 1 << found.rank[at] | found.equals[at]
        suit = STRAINS[found.suit[at]]
        assert suit is not None
        for rank in Rank:
            if ranks >> (rank + 2) & 1:
                values[card_at(suit, rank)] = found.score[at]
    return values, seconds


def table(place: Open) -> tuple[dict[tuple[Suit | None, int], int], float]:
    """The tricks of the leader's side for each strain and leader, and the seconds.

    DDS returns the tricks of the declarer on the right of the leader; the defenders take the rest.
    """
    deal = _dds.ddTableDeal()
    _fill(deal.cards, place)
    results = _dds.ddTableResults()
    begin = time.process_time()
    _dds.CalcDDtable(deal, results)
    seconds = time.process_time() - begin
    return {
        (strain, leader): 13 - results.resTable[row][(leader - 1) % 4]
        for row, strain in enumerate(STRAINS)
        for leader in range(4)
    }, seconds


def _solved(place: Open, solutions: int) -> tuple[Any, float]:
    deal = _dds.deal()
    deal.trump = STRAINS.index(place.trump)
    deal.first = place.leader
    for at, card in enumerate(place.trick):
        deal.currentTrickSuit[at] = STRAINS.index(card.suit)
        deal.currentTrickRank[at] = card.rank + 2
    _fill(deal.remainCards, place)
    found = _dds.futureTricks()
    begin = time.process_time()
    _dds.SolveBoard(deal, -1, solutions, _SEARCH_ALWAYS, found, 0)
    return found, time.process_time() - begin


def _fill(cards: Any, place: Open) -> None:
    """Writes the hands as DDS masks of ranks per seat and suit; the two is bit 2."""
    for seat, hand in enumerate(place.hands):
        for row, suit in enumerate(STRAINS[:4]):
            assert suit is not None
            cards[seat][row] = (hand.mask >> 13 * suit & 0x1FFF) << 2
