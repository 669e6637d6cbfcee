"""The table with all cards open, as text or as a picture."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Literal, get_args

import numpy as np
from gymnasium import logger
from numpy.typing import NDArray

from oddtrick.cards import Card, Hand, Suit
from oddtrick.envs.episode import check_choice
from oddtrick.envs.view_observations import held_cards, stock_of
from oddtrick.match import Match, Playing
from oddtrick.match.deal_log import counted_tricks

HEIGHT, WIDTH = 7, 5

# Each row is a number of five bits, the left pixel first; rows from the top, in base 32.
_ROWS = {
    "0": "ehjlphe",
    "1": "4c4444e",
    "2": "eh1248v",
    "3": "v2421he",
    "4": "26aiv22",
    "5": "vgu11he",
    "6": "68guhhe",
    "7": "v124888",
    "8": "ehhehhe",
    "9": "ehhf12c",
    "A": "ehhvhhh",
    "J": "72222ic",
    "K": "hikokih",
    "Q": "ehhhlid",
    "T": "v444444",
    "N": "hpllljh",
    "-": "000e000",
    "♣": "eevvv4e",
    "♦": "4evvve4",
    "♥": "avvvee4",
    "♠": "4eevv4e",
}


@cache
def glyph(letter: str) -> NDArray[np.bool_]:
    """The pixels of a letter: ``[7, 5]`` bool.

    >>> for row in glyph("♦"):
    ...     print("".join(".#"[int(pixel)] for pixel in row))
    ..#..
    .###.
    #####
    #####
    #####
    .###.
    ..#..
    """
    rows = [int(row, 32) for row in _ROWS[letter]]
    return np.array(
        [[row >> bit & 1 for bit in reversed(range(WIDTH))] for row in rows], dtype=np.bool_
    )


RenderMode = Literal["ansi", "human", "rgb_array"]
RENDER_MODES: tuple[RenderMode, ...] = get_args(RenderMode)

_FELT, _CARD, _BLACK, _RED = (20, 92, 58), (250, 250, 245), (20, 20, 20), (190, 20, 30)
_TEXT, _TO_ACT = (235, 235, 220), (250, 205, 60)
_MARGIN, _SCALE = 6, 2
_CARD_WIDTH, _CARD_HEIGHT = WIDTH * _SCALE + 6, 2 * HEIGHT * _SCALE + 10
_ROW = _CARD_HEIGHT + 8
_LABEL = 40

Colour = tuple[int, int, int]


def check_render_mode(mode: object) -> RenderMode | None:
    """Returns the mode.

    Raises:
        OddtrickError: there is no such mode; the message lists the modes.
    """
    if mode is not None:
        check_choice("render_mode", mode, RENDER_MODES)
    return mode  # type: ignore[return-value]  # one of the modes


def render(match: Match, mode: RenderMode | None) -> Any:
    """The table as text, or as a picture ``[height, width, 3]`` uint8.

    Returns:
        None without a mode, and for ``"human"``, which prints the text.
    """
    if mode is None:
        logger.warn('render() needs a mode: make the environment with render_mode="ansi"')
        return None
    if mode == "human":
        sys.stdout.write(draw_text(match))
        return None
    return draw_text(match) if mode == "ansi" else draw_picture(match)


def draw_text(match: Match) -> str:
    """The table as lines of text.

    >>> from oddtrick.dealing import new_match
    >>> print(draw_text(new_match("scotch-whist", players=5, seed=7, dealer=0)), end="")
    scotch-whist · deal 1 · trumps D · score 0 0 0 0 0
      seat 0  C: Q A  D: 7 8 A  H: 7 K                 tricks 0
    > seat 1  C: T  D: J K  H: 6 A  S: 9 A             tricks 0
      seat 2  C: 7 9  D: 6  H: Q  S: 7 8 J             tricks 0
      seat 3  C: 6  D: 9 T Q  H: T J  S: T             tricks 0
      seat 4  C: 8 J K  H: 8 9  S: Q K                 tricks 0
    table
    """
    hands, tricks = held_cards(match), tricks_won(match)
    lines = [_head(match)]
    for seat, hand in enumerate(hands):
        mark = ">" if seat == match.to_act else " "
        text = "  ".join(_suit_text(hand, suit) for suit in Suit if hand.suit(suit))
        out = "" if seat in match.deal.seats else "  out"
        lines.append(f"{mark} seat {seat}  {text:<39}  tricks {tricks[seat]}{out}")
    played = [f" {seat}:{card}" for seat, card in table_cards(match)]
    return "\n".join([*lines, "table" + "".join(played), *_before_play(match)]) + "\n"


def _before_play(match: Match) -> Iterator[str]:
    """The calls of each phase, with those that are secret; the contract; the stock.

    >>> from oddtrick.calls import Bid
    >>> from oddtrick.dealing import new_match
    >>> match = new_match("solo-whist", seed=7, dealer=0).apply(Bid(name="solo"))
    >>> print(draw_text(match).splitlines()[-1])
    auction 1:solo
    """
    for phase in match.call_phases(match.deal):
        yield phase.name + "".join(f" {seat}:{call}" for seat, call in phase.made)
    contract = match.deal.contract
    if contract is not None:
        side = " ".join(map(str, contract.side))
        yield f"contract {contract.bid}" + (f" by {side}" if side else "")
    if match.rules.plan.stock is not None:
        yield "stock" + "".join(f" {card}" for card in stock_of(match))


def _head(match: Match) -> str:
    score = " ".join(map(str, match.standing.score))
    trump = "N" if match.deal.trump is None else match.deal.trump.letter
    return f"{match.rules.game} · deal {match.number + 1} · trumps {trump} · score {score}"


def _suit_text(hand: Hand, suit: Suit) -> str:
    return f"{suit.letter}: " + " ".join(card.rank.letter for card in hand.suit(suit))


def tricks_won(match: Match) -> tuple[int, ...]:
    """Tricks of each seat in the deal so far."""
    return counted_tricks(match.played_hands(match.deal), match.rules, match.number)


def table_cards(match: Match) -> tuple[tuple[int, Card], ...]:
    """The cards of the trick under way, each with its seat."""
    if not isinstance(match.phase, Playing):
        return ()
    trick = match.phase.trick
    return tuple(zip(trick.seats, trick.cards, strict=False))


def picture_size(match: Match) -> tuple[int, int]:
    """Height and width in pixels, the same through a match."""
    rules = match.rules
    most = max((*rules.plan.sizes(0), *rules.plan.each))
    if rules.plan.kitty:
        most = rules.pack.bit_count() - most * (rules.players - 1)
    width = _LABEL + (most + 2) * (_CARD_WIDTH + 2) + _LABEL + 2 * _MARGIN
    return (match.rules.players + 1) * _ROW + _MARGIN, width


def draw_picture(match: Match) -> NDArray[np.uint8]:
    """The table as a picture.

    On top are the trumps and the score of each side. Each seat has a row: its number, yellow if it
    is to act; its hand; the card that it has played to the trick; and its tricks.
    """
    height, width = picture_size(match)
    picture = np.empty((height, width, 3), np.uint8)
    picture[:] = _FELT
    trump = match.deal.trump
    shown = "N" if trump is None else trump.symbol
    _write(picture, _MARGIN, _MARGIN, shown, _TEXT)
    scores = "  ".join(map(str, match.standing.score))
    _write(picture, _LABEL, _MARGIN, scores, _TEXT)
    table, hands, tricks = dict(table_cards(match)), held_cards(match), tricks_won(match)
    for seat, hand in enumerate(hands):
        top = _ROW * (seat + 1) - _CARD_HEIGHT // 2
        middle = top + _CARD_HEIGHT // 2 - HEIGHT
        colour = _TO_ACT if seat == match.to_act else _TEXT
        _write(picture, _MARGIN, middle, str(seat), colour)
        _lay(picture, _LABEL, top, hand)
        right = width - _LABEL - _CARD_WIDTH - 2 * _MARGIN
        _lay(picture, right, top, [table[seat]] if seat in table else [])
        _write(picture, width - _LABEL, middle, str(tricks[seat]), _TEXT)
    return picture


def _lay(picture: NDArray[np.uint8], left: int, top: int, cards: Iterable[Card]) -> None:
    """Draws cards side by side."""
    for card in cards:
        picture[top : top + _CARD_HEIGHT, left : left + _CARD_WIDTH] = _CARD
        colour = _RED if card.suit in (Suit.DIAMONDS, Suit.HEARTS) else _BLACK
        _write(picture, left + 3, top + 3, card.rank.letter, colour)
        _write(picture, left + 3, top + 7 + HEIGHT * _SCALE, card.suit.symbol, colour)
        left += _CARD_WIDTH + 2


def _write(picture: NDArray[np.uint8], left: int, top: int, text: str, colour: Colour) -> None:
    """Writes a line; what would stand beyond the edge is left out."""
    for letter in text:
        if letter != " " and left + WIDTH * _SCALE <= picture.shape[1]:
            pixels = glyph(letter).repeat(_SCALE, axis=0).repeat(_SCALE, axis=1)
            area = picture[top : top + HEIGHT * _SCALE, left : left + WIDTH * _SCALE]
            area[pixels] = colour
        left += (WIDTH + 1) * _SCALE
