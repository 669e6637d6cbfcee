"""Draws the table from the view of a seat: the seats, the trick in the middle, the own hand."""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import TYPE_CHECKING

import msgspec

from oddtrick.cards import Card, Suit
from oddtrick.terminal.canvas import CARD_WIDTH, Canvas, Look
from oddtrick.terminal.display_names import counted, cut, width
from oddtrick.tricks import from_seat
from oddtrick.views import SeenTrick

if TYPE_CHECKING:
    from oddtrick.terminal.display_names import Voice
    from oddtrick.views import View

HAND_HEIGHT = 5
PLATE_WIDTH = 19

_RED = (Suit.DIAMONDS, Suit.HEARTS)
_HABIT = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)

_AROUND: dict[int, tuple[str, ...]] = {
    1: ("top",),
    2: ("left", "right"),
    3: ("left", "top", "right"),
    4: ("left", "top left", "top right", "right"),
    5: ("left", "top left", "top", "top right", "right"),
    6: ("low left", "high left", "top left", "top right", "high right", "low right"),
    7: ("low left", "high left", "top left", "top", "top right", "high right", "low right"),
}
"""The places of the other seats, clockwise from the person's left (T1), by their number."""


class Place(msgspec.Struct, frozen=True):
    """Where a seat's name plate and its card in the trick are drawn.

    Args:
        x: of the plate's left, middle or right, as ``align`` says.
        y: of the plate's first line.
        align: ``"left"``, ``"centre"`` or ``"right"``.
        card_x: the card's left edge.
        card_y: its top.
    """

    x: int
    y: int
    align: str
    card_x: int
    card_y: int


def place_of(where: str, width: int, height: int) -> Place:
    """The place of that name on a table of this size."""
    middle, row = width // 2, where.split(maxsplit=1)[0]
    if row == "top":
        side = where.removeprefix("top").strip()
        shift = {"": 0, "left": -1, "right": 1}[side]
        x = middle + shift * width * 9 // 40
        inner = middle + shift * min(width * 9 // 40, 18)
        return Place(x, 0, "centre", inner - 2, 2 + max(0, height - 13) // 4)
    y = {"high": height * 5 // 13, "low": height * 9 // 13}.get(row, height // 2 - 1)
    reach = 14 if row in ("high", "low") else 12
    if where.endswith("left"):
        return Place(1, y, "left", middle - reach - 2, y - 1 if row not in ("high", "low") else y)
    return Place(
        width - 1, y, "right", middle + reach - 2, y - 1 if row not in ("high", "low") else y
    )


def own_place(width: int, height: int) -> Place:
    """Where the person's own card lies."""
    return Place(
        width // 2, height, "centre", width // 2 - 2, height - 3 - max(0, height - 13) // 4
    )


def places(view: View, width: int, height: int) -> dict[int, Place]:
    """The place of every seat, as the seat that looks sees them."""
    me = view.seat or 0
    others = from_seat(range(view.rules.players), me)[1:]
    around = _AROUND[len(others)]
    found = {
        seat: place_of(where, width, height) for seat, where in zip(others, around, strict=True)
    }
    return {me: own_place(width, height), **found}


def draw_table(
    view: View, voice: Voice, width: int, height: int, closing: SeenTrick | None = None
) -> Canvas:
    """The table with all seats but the person's own plate, and the trick in the middle.

    Args:
        view: what the person may know.
        voice: how the seats are called.
        width: of the table, in characters.
        height: of the table, in lines.
        closing: a trick that ended its hand, and still lies on the table.
    """
    canvas = Canvas(width, height)
    where = places(view, width, height)
    for seat, place in where.items():
        if seat != view.seat:
            _draw_plate(canvas, view, voice, seat, place)
    trick = closing or shown_trick(view)
    if trick is not None:
        for seat, card in zip(trick.seats, trick.cards, strict=False):
            look = Look.BEST if seat == trick.winner else Look.PLAIN
            canvas.card(where[seat].card_x, where[seat].card_y, card, look)
    y = (height - 1) // 2 + (1 if view.rules.players > 5 else 0)
    canvas.centred(width // 2, y, middle_text(view, voice, trick), "middle")
    return canvas


def shown_trick(view: View) -> SeenTrick | None:
    """The trick under way with who is winning it, or until the next lead the one before."""
    if view.table:
        assert view.trick.winner is not None
        return SeenTrick(view.table_seats, view.table, view.trick.winner)
    return view.tricks[-1] if view.tricks else None


def _draw_plate(canvas: Canvas, view: View, voice: Voice, seat: int, place: Place) -> None:
    lines = plate(view, voice, seat)
    for row, (text, style) in enumerate(lines):
        if place.align == "centre":
            canvas.centred(place.x, place.y + row, text, style)
        else:
            x = place.x if place.align == "left" else place.x - width(text)
            canvas.put(x, place.y + row, text, style)


def plate(view: View, voice: Voice, seat: int) -> tuple[tuple[str, str], tuple[str, str]]:
    """The two lines of a seat's name plate, each with its style."""
    turn = view.to_act == seat
    name = cut(voice.label(seat), PLATE_WIDTH - 8)
    title = f"▶ {name}" if turn else name
    title += " (D)" if view.dealer == seat and not view.standing.over else ""
    if seat not in view.seats:
        return (title, "away"), ("out", "away")
    tail = _score_tail(view, seat)
    return (title + tail, "turn" if turn else "name"), (_second_line(view, seat), "detail")


def _score_tail(view: View, seat: int) -> str:
    """Each for himself the score, in sides which side."""
    sides, me = view.rules.sides, view.seat
    if view.rules.goal.eliminates:
        return ""
    if len(sides) == view.rules.players and len(sides) > 2:
        return f" · {counted(score_now(view)[view.rules.side_of(seat)], 'pt')}"
    if me is not None and seat in view.rules.partners(me):
        return " · partner"
    return f" · side {'ABCD'[view.rules.side_of(seat)]}" if len(sides) > 2 else ""


def _second_line(view: View, seat: int) -> str:
    if not view.counts:
        return ""
    if view.turn_up is not None and view.turn_up_shown and view.turn_up_seat == seat:
        return f"{counted(view.counts[seat], 'card')}, shows {view.turn_up.symbols}"
    return f"{counted(view.counts[seat], 'card')}, {counted(view.won[seat], 'trick')}"


def score_now(view: View) -> tuple[int, ...]:
    """The score of each side as the deal under way begins, or at the end."""
    return view.standing.score if view.standing.over else view.standing.carried


def middle_text(view: View, voice: Voice, trick: SeenTrick | None) -> str:
    """What was led, or who took the trick: short enough to stand between the cards."""
    if trick is None:
        return ""
    if len(trick.cards) < len(trick.seats):
        return f"{trick.cards[0].suit.symbol} led"
    return voice.does(trick.winner, "take") + " it"


def sorted_hand(view: View) -> tuple[Card, ...]:
    """The own cards by suit: trumps first, then the colours in turn; in a suit from the highest.

    The order of the suits is settled by what was dealt, so that it does not jump in mid-hand.
    """
    strength = view.rules.order.strengths(view.trump)
    order = suit_order(view)
    return tuple(sorted(view.hand, key=lambda card: (order.index(card.suit), -strength[card])))


def suit_order(view: View) -> tuple[Suit, ...]:
    """Trumps first, and after that red and black in turn as far as the suits held allow."""
    held = {card.suit for card in view.hand} | _played_suits(view)
    orders = [
        order
        for order in permutations(sorted(held, key=_HABIT.index))
        if view.trump not in held or order[0] is view.trump
    ]
    best = max(orders, key=_alternations, default=())
    return (*best, *(suit for suit in _HABIT if suit not in best))


def _alternations(order: tuple[Suit, ...]) -> int:
    return sum((one in _RED) != (other in _RED) for one, other in pairwise(order))


def _played_suits(view: View) -> set[Suit]:
    """The suits of the seat's own cards already played in this hand."""
    suits = {
        card.suit
        for trick in view.tricks
        for seat, card in zip(trick.seats, trick.cards, strict=True)
        if seat == view.seat
    }
    table = zip(view.table_seats, view.table, strict=False)
    return suits | {card.suit for seat, card in table if seat == view.seat}


def draw_hand(view: View, width: int, chosen: Card | None = None) -> Canvas:
    """The own hand; legal cards have a dot in their frame, others a broken frame."""
    canvas = Canvas(width, HAND_HEIGHT)
    cards = sorted_hand(view)
    legal = [card for card in view.legal if isinstance(card, Card)]
    gaps = sum(one.suit is not other.suit for one, other in pairwise(cards))
    step = CARD_WIDTH + (len(cards) * (CARD_WIDTH + 1) + gaps < width)
    x = max(0, (width - len(cards) * step - gaps) // 2)
    for before, card in zip((None, *cards), cards, strict=False):
        x += 1 if before is not None and before.suit is not card.suit else 0
        if card.suit is view.trump and (before is None or before.suit is not view.trump):
            canvas.put(x, 4, "trumps", "label")
        look = Look.PLAIN if not legal else Look.LEGAL if card in legal else Look.ILLEGAL
        if card is chosen:
            canvas.card(x, 0, card, Look.CHOSEN if card in legal or not legal else Look.ILLEGAL)
            canvas.put(x + 2, 3, "▲", "pointer")
        else:
            canvas.card(x, 1, card, look)
        x += step
    return canvas


def draw_trick(trick: SeenTrick, voice: Voice) -> Canvas:
    """A finished trick in a row, in playing order, the winning card marked."""
    shown = [(voice.label(seat), card) for seat, card in zip(trick.seats, trick.cards, strict=True)]
    best = trick.seats.index(trick.winner)
    return draw_row(shown, best)


def draw_row(shown: list[tuple[str, Card]], best: int | None = None) -> Canvas:
    """Cards in a row, each under the name of who showed it."""
    step = max(8, *(width(cut(name, 10)) + 2 for name, _ in shown))
    canvas = Canvas(step * len(shown), 4)
    for place, (name, card) in enumerate(shown):
        x = place * step + (step - CARD_WIDTH) // 2
        canvas.centred(x + 2, 0, cut(name, 10), "turn" if place == best else "name")
        canvas.card(x, 1, card, Look.BEST if place == best else Look.PLAIN)
    return canvas
