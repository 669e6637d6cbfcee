"""Constraints of a view on its hidden cards: which cards they are, and where each may lie.

The layouts of a view are the deals in which every play so far was legal and which give the same
view. Of the plays only failures to follow suit and leads of unbroken trumps (T3, K7) restrict them,
and the view has both as voids. The rest is counting.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import msgspec

from oddtrick.cards import Card, Hand, Suit, cards_in
from oddtrick.errors import OddtrickError
from oddtrick.rules import TrumpSource
from oddtrick.tricks import check_seat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oddtrick.views import View


class HiddenCards(msgspec.Struct, frozen=True):
    """The hidden cards of a view, and the cells that they fill.

    There is a cell for each seat's hand, seat 0 first; then for each seat's hand in each separate
    hand still to come (S4); the last cell is the undealt rest.

    Args:
        players: the number of seats.
        known: the cards (mask) known to lie in each cell.
        sizes: the number of hidden cards in each cell besides.
        kinds: cards (mask) that may lie in the same cells, with those cells (mask).
    """

    players: int
    known: tuple[int, ...]
    sizes: tuple[int, ...]
    kinds: tuple[tuple[int, int], ...]

    def misfit(self) -> str:
        """Names the fewest cells that cannot be filled, if no layout fits."""
        filled = [place for place, size in enumerate(self.sizes) if size]
        for number in range(1, len(filled) + 1):
            for places in combinations(filled, number):
                need = sum(self.sizes[place] for place in places)
                among = sum(1 << place for place in places)
                may = sum(cards.bit_count() for cards, allowed in self.kinds if allowed & among)
                if may < need:
                    cells = ", ".join(map(self._name, places))
                    return f"{cells} should hold {need} unseen cards, but only {may} may be there"
        raise AssertionError("by Hall's theorem every other case has a layout")

    def _name(self, place: int) -> str:
        if place == len(self.sizes) - 1:
            return "the undealt rest"
        later, seat = divmod(place, self.players)
        return f"seat {seat}" if later == 0 else f"seat {seat} in a later hand"


def hidden_cards(view: View) -> HiddenCards:
    """Returns the hidden cards of a view.

    Raises:
        OddtrickError: no cards are out, or the view contradicts itself; the message says where.
    """
    if not view.counts:
        reason = f"no cards are out, the match waits for this: {view.awaited.value}"
        raise OddtrickError(f"there is nothing hidden in this view: {reason}")
    if view.seat is not None:
        check_seat(view.seat, view.rules.players)
    _check_seen(view)
    players = view.rules.players
    sizes = [*view.counts]
    for later in _seat_sizes(view)[view.hand_number + 1 :]:
        sizes += later
    known = _known(view, len(sizes))
    sizes = [size - held.bit_count() for size, held in zip(sizes, known, strict=True)]
    unseen = view.unseen
    rest = len(unseen) - sum(sizes)
    if min(sizes) < 0 or rest < 0:
        raise OddtrickError(
            f"the view does not add up: {len(unseen)} unseen cards for {sum(sizes)} places"
        )
    kinds = tuple(_kinds(view, len(sizes) + 1))
    return HiddenCards(players, (*known, 0), (*sizes, rest), kinds)


def _kinds(view: View, places: int) -> Iterator[tuple[int, int]]:
    """The unseen cards of each suit, with all cells but the hands that are void in it."""
    unseen = view.unseen
    for suit in Suit:
        out = (1 << seat for seat, suits in enumerate(view.voids) if suit in suits)
        yield (unseen & Hand(suit.mask)).mask, (1 << places) - 1 - sum(out)


def _known(view: View, places: int) -> list[int]:
    """The cards known to lie in each cell: the seat's own, and the turn-up (W4, S4)."""
    known = [0] * places
    if view.seat is not None:
        known[view.seat] = view.hand.mask
    if view.turn_up is not None and view.turn_up_seat is not None:
        later = view.hand_count - 1 - view.hand_number
        known[view.rules.players * later + view.turn_up_seat] |= view.turn_up.bit
    for seat, suits in enumerate(view.voids):
        for suit in suits:
            if known[seat] & suit.mask:
                held = cards_in(known[seat] & suit.mask)[0]
                raise OddtrickError(f"seat {seat} has shown to be out of {suit} and holds {held}")
    return known


def _check_seen(view: View) -> None:
    """Checks that the open cards of a view are consistent with its rules."""
    rules, plan = view.rules, _seat_sizes(view)
    if view.hand_count != len(plan) or len(view.counts) != rules.players:
        raise OddtrickError(
            f"the view has {view.hand_count} hands for {len(view.counts)} seats, where its rules "
            f"have {len(plan)} for {rules.players} ({rules.plan.rule})"
        )
    seen = 0
    for card in _open_cards(view):
        if not card.bit & rules.pack:
            raise OddtrickError(f"{card} is not in the pack ({rules.plan.pack_rule})")
        if seen & card.bit:
            raise OddtrickError(f"the view shows {card} in two places: each card is there once")
        seen |= card.bit
    if view.seat is not None and len(view.hand) != view.counts[view.seat]:
        reason = f"seat {view.seat} sees {len(view.hand)} cards of its own"
        raise OddtrickError(f"{reason}, but is said to hold {view.counts[view.seat]}")
    played = [seat for trick in view.tricks for seat in trick.seats]
    played += view.table_seats[: len(view.table)]
    for seat, count in enumerate(view.counts):
        dealt = plan[view.hand_number][seat]
        if count + played.count(seat) != dealt:
            reason = f"seat {seat} has played {played.count(seat)} cards and holds {count}"
            raise OddtrickError(f"{reason}, but was dealt {dealt} ({rules.plan.rule})")


def _seat_sizes(view: View) -> tuple[tuple[int, ...], ...]:
    """The number of cards dealt to each seat in each separate hand."""
    rules = view.rules
    return rules.plan.seat_sizes(view.number, rules.players, view.seats, view.dogs)


def _open_cards(view: View) -> Iterator[Card]:
    """Generates every card that the view shows, once for each place."""
    yield from view.hand
    for hand in (*view.earlier, view.tricks):
        for trick in hand:
            yield from trick.cards
    yield from view.table
    if view.turn_up is None or _holds_turn_up(view):
        return
    if view.turn_up_seat is None and view.rules.trumps.source(view.number) is TrumpSource.TURNED:
        if view.turn_up not in view.played:
            raise OddtrickError(f"nobody holds {view.turn_up}, turned up and not yet played (W4)")
        return
    yield view.turn_up


def _holds_turn_up(view: View) -> bool:
    """True if the turn-up is among the seat's own cards."""
    last = view.hand_number == view.hand_count - 1
    own = view.seat is not None and view.seat == view.turn_up_seat
    return own and last and view.turn_up in view.hand
