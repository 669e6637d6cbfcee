"""Draws the table from one seat's view: the players, the current trick, the player's hand."""

from __future__ import annotations

from itertools import pairwise, permutations

import msgspec

from oddtrick.cards import Card, Suit
from oddtrick.plurals import count_noun
from oddtrick.terminal.call_words import cards_put_away, open_hand, seat_call
from oddtrick.terminal.canvas import CARD_WIDTH, Canvas, CardFrame
from oddtrick.terminal.display_names import DisplayNames, truncate, uses_knave, width
from oddtrick.tricks import from_seat
from oddtrick.views import PlayedTrick, View

HAND_HEIGHT = 5
PLATE_WIDTH = 19

_RED = (Suit.DIAMONDS, Suit.HEARTS)
_SUIT_PREFERENCE = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)

_POSITIONS: dict[int, tuple[str, ...]] = {
    1: ("top",),
    2: ("left", "right"),
    3: ("left", "top", "right"),
    4: ("left", "top left", "top right", "right"),
    5: ("left", "top left", "top", "top right", "right"),
    6: ("low left", "high left", "top left", "top right", "high right", "low right"),
    7: ("low left", "high left", "top left", "top", "top right", "high right", "low right"),
}
"""Positions of the other seats, clockwise from the player's left (T1), by their number."""


class SeatPosition(msgspec.Struct, frozen=True):
    """The position of a seat's name plate and of its card in the trick.

    Args:
        x: the plate's left, middle or right, depending on ``align``.
        y: the plate's first line.
        align: ``"left"``, ``"centre"`` or ``"right"``.
        card_x: the card's left edge.
        card_y: its top.
    """

    x: int
    y: int
    align: str
    card_x: int
    card_y: int


def seat_position(where: str, width: int, height: int) -> SeatPosition:
    """The position named ``where`` on a table of this size."""
    middle, row = width // 2, where.split(maxsplit=1)[0]
    if row == "top":
        side = where.removeprefix("top").strip()
        shift = {"": 0, "left": -1, "right": 1}[side]
        x = middle + shift * width * 9 // 40
        inner = middle + shift * min(width * 9 // 40, 18)
        return SeatPosition(x, 0, "centre", inner - 2, 2 + max(0, height - 13) // 4)
    y = {"high": height * 5 // 13, "low": height * 9 // 13}.get(row, height // 2 - 1)
    reach = 14 if row in ("high", "low") else 12
    if where.endswith("left"):
        return SeatPosition(
            1, y, "left", middle - reach - 2, y - 1 if row not in ("high", "low") else y
        )
    return SeatPosition(
        width - 1, y, "right", middle + reach - 2, y - 1 if row not in ("high", "low") else y
    )


def own_position(width: int, height: int) -> SeatPosition:
    """The position of the player's own card."""
    return SeatPosition(
        width // 2, height, "centre", width // 2 - 2, height - 3 - max(0, height - 13) // 4
    )


def seat_positions(view: View, width: int, height: int) -> dict[int, SeatPosition]:
    """The position of every seat, as the viewing seat sees it."""
    me = view.seat or 0
    others = from_seat(range(view.rules.players), me)[1:]
    around = _POSITIONS[len(others)]
    found = {
        seat: seat_position(where, width, height)
        for seat, where in zip(others, around, strict=True)
    }
    return {me: own_position(width, height), **found}


def draw_table(
    view: View, names: DisplayNames, width: int, height: int, final_trick: PlayedTrick | None = None
) -> Canvas:
    """Draws the name plates of the other seats and the current trick.

    Args:
        view: the player's view.
        names: the display names.
        width: the width of the table in columns.
        height: the height of the table in lines.
        final_trick: the last trick of a hand, still on the table.
    """
    canvas = Canvas(width, height, knave=names.knave)
    where = seat_positions(view, width, height)
    for seat, place in where.items():
        if seat != view.seat:
            _draw_plate(canvas, view, names, seat, place)
    trick = final_trick or shown_trick(view)
    if trick is not None:
        for seat, card in zip(trick.seats, trick.cards, strict=False):
            look = CardFrame.BEST if seat == trick.winner else CardFrame.PLAIN
            canvas.card(where[seat].card_x, where[seat].card_y, card, look)
    if view.stock:
        _draw_stock(canvas, view)
    _draw_cards_aside(canvas, view, names)
    y = (height - 1) // 2 + (1 if view.rules.players > 5 else 0)
    canvas.centred(width // 2, y, middle_text(view, names, trick), "middle")
    return canvas


def _draw_stock(canvas: Canvas, view: View) -> None:
    """Draws the stock at the left edge: its number of cards, and the top one if it is face up."""
    y = canvas.height // 2 - 2
    if view.stock_top is not None:
        canvas.card(1, y, view.stock_top)
    canvas.put(1, y + 3, f"stock: {count_noun(view.stock, 'card')}", "label")


def _draw_cards_aside(canvas: Canvas, view: View, names: DisplayNames) -> None:
    """Draws the kitty in the middle, and below at the left the cards that the player put away."""
    cards = sorted(view.kitty, reverse=True)
    x, y = (canvas.width - len(cards) * (CARD_WIDTH + 1)) // 2, canvas.height // 2 - 2
    for place, card in enumerate(cards):
        canvas.card(x + place * (CARD_WIDTH + 1), y, card)
    if cards:
        canvas.centred(canvas.width // 2, y - 1, "the kitty", "label")
    if away := cards_put_away(view):
        canvas.put(1, canvas.height - 1, f"put away: {names.cards(away)}", "label")


def shown_trick(view: View) -> PlayedTrick | None:
    """The current trick with its leading card, or the previous trick until the next lead."""
    if view.table:
        assert view.trick.winner is not None
        return PlayedTrick(view.table_seats, view.table, view.trick.winner)
    return view.tricks[-1] if view.tricks else None


def _draw_plate(
    canvas: Canvas, view: View, names: DisplayNames, seat: int, place: SeatPosition
) -> None:
    lines = plate(view, names, seat)
    for row, (text, style) in enumerate(lines):
        if place.align == "centre":
            canvas.centred(place.x, place.y + row, text, style)
        else:
            x = place.x if place.align == "left" else place.x - width(text)
            canvas.put(x, place.y + row, text, style)
    _draw_open_hand(canvas, names, open_hand(view, seat), place)


def _draw_open_hand(
    canvas: Canvas, names: DisplayNames, cards: tuple[Card, ...], place: SeatPosition
) -> None:
    """Draws the cards of a hand that lies open below its plate, suit by suit."""
    suits = [
        suit.symbol + "".join(names.card(card).removesuffix(suit.symbol) for card in held)
        for suit, held in ((suit, [c for c in cards if c.suit is suit]) for suit in Suit)
        if held
    ]
    if place.align == "centre":
        canvas.centred(place.x, place.y + 2, " ".join(suits), "detail")
        return
    for row, text in enumerate(suits):
        x = place.x if place.align == "left" else place.x - width(text)
        canvas.put(x, place.y + 2 + row, text, "detail")


def plate(view: View, names: DisplayNames, seat: int) -> tuple[tuple[str, str], tuple[str, str]]:
    """The two lines of a seat's name plate, each with a style."""
    turn = view.to_act == seat
    name = truncate(names.label(seat), PLATE_WIDTH - 8)
    title = f"▶ {name}" if turn else name
    title += " (D)" if view.dealer == seat and not view.standing.over else ""
    if seat not in view.seats:
        return (title, "away"), ("out", "away")
    tail = _score_tail(view, seat)
    return (title + tail, "turn" if turn else "name"), (_second_line(view, names, seat), "detail")


def _score_tail(view: View, seat: int) -> str:
    """The player's score if everyone plays alone, otherwise their side."""
    sides, me = view.rules.sides, view.seat
    if me is not None and seat in view.deal_rules.partners(me) and sides != view.deal_rules.sides:
        return " · partner"
    if view.rules.goal.eliminates:
        return ""
    if len(sides) == view.rules.players and len(sides) > 2:
        return f" · {count_noun(score_now(view)[view.rules.side_of(seat)], 'pt')}"
    if me is not None and seat in view.rules.partners(me):
        return " · partner"
    return f" · side {'ABCD'[view.rules.side_of(seat)]}" if len(sides) > 2 else ""


def do_tricks_count(view: View) -> bool:
    """False while tricks are played that do not count (G4)."""
    return len(view.tricks) >= view.rules.idle_tricks(view.number)


def _second_line(view: View, names: DisplayNames, seat: int) -> str:
    if not view.counts:
        return ""
    if view.turn_up is not None and view.turn_up_shown and view.turn_up_seat == seat:
        return f"{count_noun(view.counts[seat], 'card')}, shows {names.card(view.turn_up)}"
    if called := seat_call(view, names, seat):
        return called
    if seat in view.dogs:
        return f"dog's life, {_dog_state(view, seat)}"
    cards = count_noun(view.counts[seat], "card")
    return f"{cards}, {count_noun(view.won[seat], 'trick')}" if do_tricks_count(view) else cards


def _dog_state(view: View, seat: int) -> str:
    """``knocks``, or the card of a dog, or what it has won with it (X5)."""
    if seat in view.passed:
        return "knocks"
    cards = view.counts[seat]
    return count_noun(cards, "card") if cards else count_noun(view.won[seat], "trick")


def score_now(view: View) -> tuple[int, ...]:
    """The score of each side at the start of the current deal, or at the end of the match."""
    return view.standing.score if view.standing.over else view.standing.carried


def middle_text(view: View, names: DisplayNames, trick: PlayedTrick | None) -> str:
    """The suit led, or the winner of the trick; short enough to fit between the cards."""
    if trick is None:
        return ""
    if len(trick.cards) < len(trick.seats):
        return f"{trick.cards[0].suit.symbol} led"
    return names.clause(trick.winner, "take") + " it"


def sorted_hand(view: View) -> tuple[Card, ...]:
    """The player's cards by suit, trumps first, then alternating colours; highest card first.

    The suit order depends on the suits dealt, so that it does not change during a hand.
    """
    strength = view.deal_rules.order.strengths(view.trump)
    order = suit_order(view)
    return tuple(sorted(view.hand, key=lambda card: (order.index(card.suit), -strength[card])))


def suit_order(view: View) -> tuple[Suit, ...]:
    """Trumps first, then red and black alternating as far as the suits held allow."""
    held = {card.suit for card in view.hand} | _played_suits(view)
    orders = [
        order
        for order in permutations(sorted(held, key=_SUIT_PREFERENCE.index))
        if view.trump not in held or order[0] is view.trump
    ]
    best = max(orders, key=_alternations, default=())
    return (*best, *(suit for suit in _SUIT_PREFERENCE if suit not in best))


def _alternations(order: tuple[Suit, ...]) -> int:
    return sum((one in _RED) != (other in _RED) for one, other in pairwise(order))


def _played_suits(view: View) -> set[Suit]:
    """The suits that the viewing seat has played in this hand."""
    suits = {
        card.suit
        for trick in view.tricks
        for seat, card in zip(trick.seats, trick.cards, strict=True)
        if seat == view.seat
    }
    table = zip(view.table_seats, view.table, strict=False)
    return suits | {card.suit for seat, card in table if seat == view.seat}


def draw_hand(view: View, width: int, chosen: Card | None = None) -> Canvas:
    """Draws the player's hand; legal cards have a dot in their frame, others a broken frame."""
    canvas = Canvas(width, HAND_HEIGHT, knave=uses_knave(view.rules))
    cards = sorted_hand(view)
    legal = [card for card in view.legal if isinstance(card, Card)]
    gaps = sum(one.suit is not other.suit for one, other in pairwise(cards))
    steps = (CARD_WIDTH + 1, CARD_WIDTH, CARD_WIDTH - 1)  # with a kitty frames may overlap
    step = next((step for step in steps if len(cards) * step + gaps < width), steps[-1])
    x = max(0, (width - len(cards) * step - gaps) // 2)
    for before, card in zip((None, *cards), cards, strict=False):
        x += 1 if before is not None and before.suit is not card.suit else 0
        if card.suit is view.trump and (before is None or before.suit is not view.trump):
            canvas.put(x, 4, "trumps", "label")
        look = (
            CardFrame.PLAIN
            if not legal
            else CardFrame.LEGAL
            if card in legal
            else CardFrame.ILLEGAL
        )
        if card is chosen:
            canvas.card(
                x, 0, card, CardFrame.CHOSEN if card in legal or not legal else CardFrame.ILLEGAL
            )
            canvas.put(x + 2, 3, "▲", "pointer")
        else:
            canvas.card(x, 1, card, look)
        x += step
    return canvas


def draw_trick(trick: PlayedTrick, names: DisplayNames) -> Canvas:
    """Draws a finished trick as a row in playing order, with the winning card marked."""
    shown = [(names.label(seat), card) for seat, card in zip(trick.seats, trick.cards, strict=True)]
    best = trick.seats.index(trick.winner)
    return draw_row(shown, best, knave=names.knave)


def draw_row(
    shown: list[tuple[str, Card]], best: int | None = None, *, knave: bool = False
) -> Canvas:
    """Draws a row of cards, each under a player's name."""
    step = max(8, *(width(truncate(name, 10)) + 2 for name, _ in shown))
    canvas = Canvas(step * len(shown), 4, knave=knave)
    for place, (name, card) in enumerate(shown):
        x = place * step + (step - CARD_WIDTH) // 2
        canvas.centred(x + 2, 0, truncate(name, 10), "turn" if place == best else "name")
        canvas.card(x, 1, card, CardFrame.BEST if place == best else CardFrame.PLAIN)
    return canvas
