"""Worlds: the layouts of the hidden cards that are consistent with a view.

They are the deals in which every play so far was legal and which give the same view. Of the plays
only failures to follow suit and leads of unbroken trumps (T3, K7) restrict them, and the view has
both as voids. The rest is counting: worlds are counted exactly and drawn uniformly, without
rejection, so that a draw takes the same time however many voids have been shown. World ``i`` of a
seed is always the same.

After an exchange the cards not seen may lie anywhere, the one turned up among them, but for those
whose places the view has.

>>> from oddtrick.dealing import new_match
>>> match = new_match("whist", seed=7)
>>> here = worlds(match.view(match.to_act))
>>> f"{here.count:,}"
'28,159,366,024,288,800'
>>> drawn = here.draw(1000, seed=1)
>>> drawn.hands.shape, drawn.hands.dtype
((1000, 4), dtype('uint64'))
>>> bool((here.draw(500, seed=1, first=500).hands == drawn.hands[500:]).all())
True
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from msgspec.structs import replace

from oddtrick.cards import Card, Hand, Suit, cards_in
from oddtrick.errors import WANTED_VIEW, OddtrickError, check_type, check_whole
from oddtrick.rules import TrumpSource
from oddtrick.solver import _kernel
from oddtrick.solver.drawn_cards import DrawnLayouts, drawn_layouts, whole, words_of
from oddtrick.solver.position import check_no_dogs
from oddtrick.tricks import check_seat
from oddtrick.views import OUT_OF_PLAY, Awaited, View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


__all__ = ["SampledWorlds", "World", "Worlds", "worlds"]

_WORD = 1 << 64
_CHUNK = 1 << 10


class World(msgspec.Struct, frozen=True):
    """The place of every card that has not been played.

    Args:
        hands: the cards of each seat; none for a seat that is out.
        later: the cards of each seat in each separate hand still to come (S4).
        rest: the undealt cards, without the one turned up (K2).
    """

    hands: tuple[Hand, ...]
    later: tuple[tuple[Hand, ...], ...]
    rest: Hand


@dataclass(frozen=True, slots=True, eq=False)
class SampledWorlds:
    """n sampled worlds, one a row, for P seats and H hands still to come. Card sets are masks.

    Attributes:
        hands: uint64 [n, P], the cards of each seat.
        later: uint64 [n, H, P], the cards of the separate hands still to come (S4).
        rest: uint64 [n], the undealt cards, without the one turned up (K2).
    """

    hands: NDArray[np.uint64]
    later: NDArray[np.uint64]
    rest: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.rest)

    def world(self, row: int) -> World:
        """Returns one row as hands."""
        return World(
            tuple(map(Hand, self.hands[row].tolist())),
            tuple(tuple(map(Hand, hands)) for hands in self.later[row].tolist()),
            Hand(int(self.rest[row])),
        )

    def take(self, rows: NDArray[np.intp]) -> SampledWorlds:
        """Selects rows in the given order, repetitions allowed."""
        return SampledWorlds(self.hands[rows], self.later[rows], self.rest[rows])


class Worlds:
    """All layouts of a view's hidden cards. Made by :func:`worlds`.

    Attributes:
        view: the view.
        hidden: the hidden cards and the cells that they fill.
        count: the exact number of layouts; one that several deals lead to counts as often (G3).
        kernel: the kernel's form, without what is known of cards drawn since.
        drawn: the layouts with it, where they are others; or None.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.hidden: HiddenCards = hidden_cards(view)
        hidden = self.hidden
        self.kernel = _kernel.Layouts(hidden.sizes, hidden.kinds)
        self.drawn: DrawnLayouts | None = None
        if whole(self.kernel.count) > 1:  # a single one is certain, whatever was drawn
            self.drawn = drawn_layouts(view, sum(cards for cards, _ in hidden.kinds))
        self._layouts: DrawnLayouts | _kernel.Layouts = self.drawn or self.kernel
        self.count = whole(self._layouts.count)
        if not self.count:
            raise OddtrickError(f"no layout fits the view: {self.hidden.misfit()}")

    def draw(self, n: int, seed: int, first: int = 0) -> SampledWorlds:
        """Draws n worlds uniformly and independently.

        Args:
            n: the number of draws.
            seed: seed of the draws, 0 to 2**64 - 1.
            first: the number of the first draw: 100 from 0 and 100 from 100 are the same as 200
                from 0.

        Raises:
            OddtrickError: an argument is out of range.
        """
        check_whole(seed, "seed", 0, _WORD - 1)
        rows = self._rows(n)
        check_whole(first, "first", 0, _WORD - max(n, 1))
        self._layouts.draw_rows(seed, first, rows)
        return self._drawn(rows)

    def draw_worlds(self, n: int, seed: int, first: int = 0) -> list[World]:
        """Draws the same worlds as :meth:`draw`, as hands."""
        drawn = self.draw(n, seed, first)
        return [drawn.world(row) for row in range(n)]

    def numbered(self, first: int, n: int) -> SampledWorlds:
        """The worlds number ``first`` … ``first + n - 1`` of an enumeration of all ``count``.

        Raises:
            OddtrickError: the numbers go beyond the last world.
        """
        if not 0 <= first <= self.count - n:
            raise OddtrickError(
                f"there is no world {max(first, first + n - 1)}: they go from 0 to {self.count - 1}"
            )
        rows = self._rows(n)
        # Counts go far beyond 64 bits: the kernel's are of 256, passed as four words, lowest first.
        self._layouts.list_rows(words_of(first), rows)
        return self._drawn(rows)

    def all(self) -> Iterator[World]:
        """Generates every world once."""
        for first in range(0, self.count, _CHUNK):
            some = self.numbered(first, min(_CHUNK, self.count - first))
            for row in range(len(some)):
                yield some.world(row)

    def _rows(self, n: int) -> NDArray[np.uint64]:
        check_whole(n, "n")
        return np.empty((n, len(self.hidden.sizes)), np.uint64)

    def _drawn(self, rows: NDArray[np.uint64]) -> SampledWorlds:
        """Adds the known cards to the rows and splits them by hand."""
        rows |= np.array(self.hidden.known, np.uint64)
        players = self.hidden.players
        hands, later = rows[:, :players], rows[:, players:-1]
        return SampledWorlds(
            np.ascontiguousarray(hands),
            later.reshape(len(rows), later.shape[1] // players, players),
            np.ascontiguousarray(rows[:, -1]),
        )


def worlds(view: View) -> Worlds:
    """Returns all layouts of the hidden cards that are consistent with a view.

    They are the deals that give the same view: the other seats' hands, hands dealt later (S4) and
    the undealt rest, given the number of cards of each seat, the voids it has shown (T3, K7) and
    the card turned up (W4, S4, K2). A spectator's view knows no hand.

    Raises:
        OddtrickError: no cards are out, or the view contradicts itself; the message says where.
    """
    check_type(view, View, WANTED_VIEW)
    return Worlds(view)


def resample_rows(weights: NDArray[np.float64], count: int, offset: float) -> NDArray[np.intp]:
    """Systematic resampling (Kitagawa, 1996): ``count`` rows by weight, ascending, with repeats.

    A single random offset places equally spaced points on the cumulated weights. Its variance is
    below that of independent draws, and a row is never drawn twice unless it has to be.

    Args:
        weights: [n], of which only ratios matter.
        count: the number of points.
        offset: of the first point, 0 to 1.
    """
    cumulated = np.cumsum(weights)
    points = (np.arange(count) + offset) * (cumulated[-1] / max(count, 1))
    # Rounding may put the last point beyond the last row.
    rows = np.searchsorted(cumulated, points, side="right")
    return np.asarray(rows.clip(max=len(cumulated) - 1))


def check_view(view: View) -> None:
    """Checks that a view is that of a seat to play a card.

    Raises:
        OddtrickError: it is another seat's turn, no card is awaited, or there is no such seat; or
            a seat may pass in this deal (X5).
    """
    check_no_dogs(view.dogs)
    if view.seat is None:
        raise OddtrickError("a spectator plays no card: take the view of the seat to play")
    check_seat(view.seat, view.rules.players)
    if view.awaited is not Awaited.CARD:
        why = f"the match waits for this: {view.awaited.value}"
    elif view.to_act != view.seat:
        why = f"it is the turn of seat {view.to_act}"
    else:
        return
    raise OddtrickError(f"seat {view.seat} has no card to play now: {why}")


# The cells that the hidden cards fill.


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
    unseen = _unseen(view)
    rest = len(unseen) - sum(sizes)
    if min(sizes) < 0 or rest < 0:
        raise OddtrickError(
            f"the view does not add up: {len(unseen)} unseen cards for {sum(sizes)} places"
        )
    put_away = sum(cards.mask for places, cards in view.places if places == (OUT_OF_PLAY,))
    kinds = tuple(_kinds(view, len(sizes) + 1))
    return HiddenCards(players, (*known, put_away), (*sizes, rest), kinds)


def _unseen(view: View) -> Hand:
    """The unseen cards; the one turned up is among them where an exchange hides its holder."""
    turned = view.rules.trumps.source(view.number) is TrumpSource.TURNED
    if view.turn_up_seat is None and view.rules.course and turned:
        view = replace(view, turn_up=None)
    return view.unseen


def _kinds(view: View, places: int) -> Iterator[tuple[int, int]]:
    """The unseen cards of each suit, with all cells but the hands that are void in it.

    Cards whose places are known in part are kinds of their own.
    """
    unseen, anywhere = _unseen(view), (1 << places) - 1
    parts = [(cards.mask, _cells(of, places)) for of, cards in view.places if len(of) > 1]
    parts.append((unseen.mask & ~sum(cards for cards, _ in parts), anywhere))
    for suit in Suit:
        # Voids are those of the hand under way: hands dealt later may have the suit (S4).
        out = sum(1 << seat for seat, suits in enumerate(view.voids) if suit in suits)
        for cards, cells in parts:
            if cards is parts[-1][0] or cards & suit.mask:
                yield unseen.mask & cards & suit.mask, cells & ~out


def _cells(places: tuple[int, ...], count: int) -> int:
    """The cells (mask) of places of the view."""
    return sum(1 << (count - 1 if place == OUT_OF_PLAY else place) for place in places)


def _known(view: View, places: int) -> list[int]:
    """The cards known to lie in each cell: the seat's own, and the turn-up (W4, S4)."""
    known = [0] * places
    if view.seat is not None:
        known[view.seat] = view.hand.mask
    if view.turn_up is not None and view.turn_up_seat is not None:
        # It is the last card dealt, and so lies in the dealer's last hand.
        later = view.hand_count - 1 - view.hand_number
        known[view.rules.players * later + view.turn_up_seat] |= view.turn_up.bit
    for seat, card in view.drawn_by_others:
        known[seat] |= card.bit
    for of, cards in view.places:
        if len(of) == 1 and of != (OUT_OF_PLAY,):
            known[of[0]] |= cards.mask
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
    if view.awaited is Awaited.CALL and rules.course:
        return  # during an exchange the sizes of hands differ
    for seat, count in enumerate(view.counts):
        dealt = plan[view.hand_number][seat] + len(view.drawn)
        if count + played.count(seat) < dealt and rules.course:
            raise OddtrickError(
                f"{rules.game}: hands became smaller before the play, so that the cards that a "
                "seat does not see can't be sampled"
            )
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
    yield from (card for _, card in view.drawn_by_others)
    for places, cards in view.places:
        yield from cards if len(places) == 1 else ()
    if view.stock_top is not None:
        yield view.stock_top
    in_stock = view.stock_top is not None or bool(view.drawn)  # the two of clubs is 0
    if view.turn_up is None or in_stock or _holds_turn_up(view):
        return
    if view.turn_up_seat is None and view.rules.course:
        return  # in an exchange it may have gone to any hand
    if view.turn_up_seat is None and view.rules.trumps.source(view.number) is TrumpSource.TURNED:
        if view.turn_up not in view.played:
            raise OddtrickError(f"nobody holds {view.turn_up}, turned up and not yet played (W4)")
        return
    yield view.turn_up


def _holds_turn_up(view: View) -> bool:
    """True if the turn-up is among the seat's own cards, or in a hand that lies open."""
    last = view.hand_number == view.hand_count - 1
    own = view.seat is not None and view.seat == view.turn_up_seat
    laid_open = any(
        of == (view.turn_up_seat,) and view.turn_up in cards for of, cards in view.places
    )
    return laid_open or (own and last and view.turn_up in view.hand)
