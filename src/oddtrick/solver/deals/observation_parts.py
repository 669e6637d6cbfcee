"""The parts of an observation, and how views fill those that not every game has.

Seats are counted clockwise from the observer, which is seat 0; seats beyond the table are empty.
"""

from __future__ import annotations

from itertools import accumulate
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from oddtrick.calls import Bid
from oddtrick.cards import Card
from oddtrick.errors import OddtrickError
from oddtrick.solver.deals.call_numbers import bids_of
from oddtrick.solver.deals.kernel_deal_plan import MAX_SEATS
from oddtrick.tricks import from_seat
from oddtrick.views import OUT_OF_PLAY, Awaited

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oddtrick.rules import Contract, Rules
    from oddtrick.views import View

    Parts = dict[str, NDArray[Any]]

LARGEST = int(np.iinfo(np.int16).max)
"""The largest number that an observation of an environment can hold."""


class Part(NamedTuple):
    """A part of an observation.

    Attributes:
        name: of the part.
        shape: of the part.
        meaning: of its numbers.
        most: the highest number; 1 where they are flags.
        least: the lowest number.
    """

    name: str
    shape: tuple[int, ...]
    meaning: str
    most: int = 1
    least: int = 0


class PartLayout:
    """Parts, one after the other.

    Args:
        parts: the parts.

    Attributes:
        parts: the parts.
        slices: the slice of each part, by its name.
        size: the length of them together.
    """

    def __init__(self, parts: tuple[Part, ...]) -> None:
        self.parts = parts
        ends = [0, *accumulate(prod(part.shape) for part in parts)]
        self.slices = {
            part.name: slice(begin, end)
            for part, begin, end in zip(parts, ends, ends[1:], strict=False)
        }
        self.size = ends[-1]

    def split(self, observations: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Splits observations ``[..., size]`` into parts by name, as shaped views."""
        outer = observations.shape[:-1]
        return {
            part.name: observations[..., self.slices[part.name]].reshape((*outer, *part.shape))
            for part in self.parts
        }


_SEATS, _CARDS = (MAX_SEATS,), (52,)
_EACH_CARD = (MAX_SEATS, 52)


DEAL: tuple[Part, ...] = (
    Part("hand", _CARDS, "own cards"),
    Part("table", _CARDS, "cards of the trick under way"),
    Part("earlier", _CARDS, "cards played in the earlier separate hands of the deal (S4)"),
    Part("turn_up", _CARDS, "the card turned up (W4, K2)"),
    Part("played", _EACH_CARD, "cards that each seat has played in this hand"),
    Part("voids", (MAX_SEATS, 4), "suits that each seat has shown to be out of in this hand"),
    Part("trump", (5,), "clubs, diamonds, hearts, spades, none; all 0: not settled yet"),
    Part("led", (4,), "the suit led to the trick"),
    Part("to_act", _SEATS, "the seat to act"),
    Part("leader", _SEATS, "the seat that leads, or has led, to the trick"),
    Part("dealer", _SEATS, "the dealer"),
    Part("chooser", _SEATS, "the seat that chooses, or has chosen, trumps (K3)"),
    Part("turn_up_holder", _SEATS, "the seat that holds the card turned up"),
    Part("in", _SEATS, "the seats that play (K4)"),
    Part("side", _SEATS, "the seats of the observer's side, the observer among them"),
    Part("held", _SEATS, "number of cards of each seat", 52),
    Part("tricks", _SEATS, "number of tricks of each seat in this deal", 52),
    Part("choosing", (1,), "trumps are being chosen"),
    Part("trumps_led", (1,), "anyone may lead trumps (K7)"),
    Part("hand_number", (1,), "number of the separate hand, from 0", 52),
    Part("hands", (1,), "number of separate hands", 52),
    Part("trick_number", (1,), "number of complete tricks of this hand", 52),
)
"""The parts of the deal under way, which the kernel has, too."""


def call_parts(rules: Rules) -> tuple[Part, ...]:
    """The parts of a game with calls; those that it has no use for are left out."""
    bids, contracts = len(bids_of(rules)), len(rules.contracts)
    cards = any(isinstance(call, Card) for call in rules.calls)
    found = (
        (True, Part("calling", (1,), "a call is awaited")),
        (
            bids,
            Part(
                "bids",
                (MAX_SEATS, bids),
                "bids in the order of Rules.calls: "
                "the number of the call, from 1, by which the seat last made it",
                LARGEST,
            ),
        ),
        (
            cards,
            Part(
                "cards_called", _EACH_CARD, "the same for cards seen put down or discarded", LARGEST
            ),
        ),
        (True, Part("secret_calls", _SEATS, "number of each seat's calls not seen", LARGEST)),
        (
            contracts,
            Part("contract", (contracts,), "the contract, in the order of Rules.contracts"),
        ),
        (contracts, Part("declarer", _SEATS, "the seat that undertook the contract")),
        (contracts, Part("undertaking", _SEATS, "the seats that have to make the contract")),
        (contracts, Part("deal_side", _SEATS, "the seats of the observer's side in this deal")),
        (
            cards or rules.terms,
            Part("places", _EACH_CARD, "cards seen and not held: each seat that may have it"),
        ),
        (cards, Part("out_of_play", _CARDS, "cards seen and not held that may be out of play")),
        (rules.plan.kitty, Part("kitty", _CARDS, "the kitty, while the declarer discards (B3)")),
    )
    return tuple(part for there, part in found if there)


STOCK = (
    Part("stock", (1,), "number of cards in the stock (G3)", 52),
    Part("stock_top", _CARDS, "its top card, where it lies face up"),
    Part(
        "drawn", _EACH_CARD, "cards seen drawn: the trick, from 1, after which the seat drew it", 52
    ),
)
"""The parts of a game with a stock."""

MOST_TRICKS = 26
"""The most tricks of a hand."""

ORDER = (
    Part("played_in", _EACH_CARD, "cards of each seat: the trick, from 1, of their play", 26),
    Part("led_by", (MOST_TRICKS,), "the seat, from 1, that led to each trick", MAX_SEATS),
    Part("won_by", (MOST_TRICKS,), "the seat, from 1, that won each trick", MAX_SEATS),
)
"""The parts that keep the order of the tricks of the hand under way."""


def more_parts(rules: Rules) -> tuple[Part, ...]:
    """The parts that a game has besides those of every game: about its calls and its stock."""
    return (*(call_parts(rules) if rules.course else ()), *(STOCK if rules.plan.stock else ()))


class MoreParts:
    """Fills the parts of a game from the views of its seats.

    Args:
        rules: the game.
        most: the largest number to write; larger ones are cut off there.
    """

    def __init__(self, rules: Rules, most: int = LARGEST) -> None:
        self._game, self._most = rules.game, most
        self._bids = {bid: at for at, bid in enumerate(bids_of(rules))}
        self._contracts = {bid: at for at, bid in enumerate(rules.contracts)}

    def write(self, parts: Parts, view: View) -> None:
        """Writes what the seat of a view sees into parts that are all 0.

        Raises:
            OddtrickError: the rules of the game do not list the contract.
        """
        seat, players = view.seat, view.rules.players
        assert seat is not None
        place = [(other - seat) % players for other in range(players)]
        if "calling" in parts:
            parts["calling"][:] = view.awaited is Awaited.CALL
            self._write_calls(parts, view, place)
        if "contract" in parts and view.contract is not None:
            self._write_contract(parts, view.contract, place)
        if "deal_side" in parts:
            own = (seat, *view.deal_rules.partners(seat))
            parts["deal_side"][[place[other] for other in own]] = 1
        if "places" in parts:
            _write_places(parts, view, place)
        if "stock" in parts:
            _write_stock(parts, view, place)
        if "led_by" in parts:
            write_order(parts, view)

    def _write_calls(self, parts: Parts, view: View, place: list[int]) -> None:
        """Writes the calls of the deal, each with its number."""
        calls = [each for _, made in view.calls for each in made]
        for at, (seat, call) in enumerate(calls, 1):
            number = min(at, self._most)
            if call is None:
                parts["secret_calls"][place[seat]] += 1
            elif isinstance(call, Bid):
                parts["bids"][place[seat], self._bids[call]] = number
            else:
                parts["cards_called"][place[seat], call] = number

    def _write_contract(self, parts: Parts, contract: Contract, place: list[int]) -> None:
        """Writes what the calls have settled."""
        number = self._contracts.get(contract.bid)
        if number is None:
            raise OddtrickError(f"{self._game}: Rules.contracts does not list {contract.bid}")
        parts["contract"][number] = 1
        if contract.declarer is not None:
            parts["declarer"][place[contract.declarer]] = 1
        parts["undertaking"][[place[seat] for seat in contract.side]] = 1


def _write_places(parts: Parts, view: View, place: list[int]) -> None:
    """Writes the cards seen that the seat does not hold, and the kitty."""
    for places, cards in view.places:
        for seat in places:
            if seat != OUT_OF_PLAY:
                parts["places"][place[seat], list(cards)] = 1
            elif "out_of_play" in parts:
                parts["out_of_play"][list(cards)] = 1
    if "kitty" in parts:
        parts["kitty"][list(view.kitty)] = 1


def _write_stock(parts: Parts, view: View, place: list[int]) -> None:
    """Writes the stock, and the cards seen drawn from it."""
    parts["stock"][:] = view.stock
    if view.stock_top is not None:
        parts["stock_top"][view.stock_top] = 1
    for number, (trick, cards) in enumerate(zip(view.tricks, view.drawn, strict=False), 1):
        for seat, card in zip(from_seat(view.seats, trick.winner), cards, strict=True):
            if card is not None:
                parts["drawn"][place[seat], card] = number


def write_order(parts: Parts, view: View) -> None:
    """Writes the order of the tricks of the hand under way.

    Args:
        parts: those of :data:`ORDER`, all 0.
        view: of the seat.
    """
    seat, players = view.seat, view.rules.players
    assert seat is not None
    place = [(other - seat) % players for other in range(players)]
    tricks = [(trick.seats, trick.cards) for trick in view.tricks]
    if view.table:
        tricks.append((view.table_seats, view.table))
    for number, (seats, cards) in enumerate(tricks, 1):
        parts["led_by"][number - 1] = place[seats[0]] + 1
        for seat, card in zip(seats, cards, strict=False):
            parts["played_in"][place[seat], card] = number
    for number, trick in enumerate(view.tricks):
        parts["won_by"][number] = place[trick.winner] + 1
