"""A grid of styled characters on which the table and the hand are drawn."""

from __future__ import annotations

from enum import Enum
from itertools import groupby

import msgspec

from oddtrick.cards import Card
from oddtrick.terminal.display_names import card_symbols, char_width, width

CARD_WIDTH, CARD_HEIGHT = 5, 3


class CardFrame(Enum):
    """The frame of a card, which shows its state without relying on colour.

    The value lists the frame's characters: corners, sides, and the mark in the lower edge.
    """

    PLAIN = "╭─╮││╰─╯─"
    LEGAL = "╭─╮││╰─╯•"
    ILLEGAL = "┌╌┐╎╎└╌┘╌"
    CHOSEN = "┏━┓┃┃┗━┛━"
    BEST = "╔═╗║║╚═╝═"


class ClickZone(msgspec.Struct, frozen=True):
    """An area in which a click selects a card."""

    x: int
    y: int
    width: int
    height: int
    card: Card

    def holds(self, x: int, y: int) -> bool:
        """True if the point lies in the area."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Canvas:
    """A grid of characters with styles, on which jacks are drawn as J or, as knaves, as Kn (C1).

    >>> canvas = Canvas(12, 3)
    >>> canvas.centred(6, 1, "whist", "name")
    >>> canvas.text.splitlines()[1]
    '    whist'
    """

    def __init__(self, width: int, height: int, *, knave: bool = False) -> None:
        self.width = width
        self.height = height
        self.knave = knave
        self.zones: list[ClickZone] = []
        self._signs = [[" "] * width for _ in range(height)]
        self._styles = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Writes text to the right of a point; clips what does not fit."""
        if not 0 <= y < self.height:
            return
        at = x
        for sign in text:
            columns = char_width(sign)
            if at >= 0 and at + columns <= self.width:
                self._signs[y][at : at + columns] = [sign, ""][:columns]
                self._styles[y][at : at + columns] = [style] * columns
            at += columns

    def centred(self, x: int, y: int, text: str, style: str = "") -> None:
        """Writes text centred on a point, shifted to fit if possible."""
        left = x - width(text) // 2
        self.put(max(0, min(left, self.width - width(text))), y, text, style)

    def card(self, x: int, y: int, card: Card, look: CardFrame = CardFrame.PLAIN) -> None:
        """Draws a card with its top left corner at a point."""
        frame = look.value
        face = {CardFrame.CHOSEN: "chosen", CardFrame.BEST: "best", CardFrame.ILLEGAL: "off"}.get(
            look, "face"
        )
        edge, suit = f"{face} edge" if face in ("face", "off") else face, f"{face} {card.suit}"
        self.put(x, y, frame[0] + frame[1] * 3 + frame[2], edge)
        self.put(x, y + 1, frame[3] + " " * 3 + frame[4], edge)
        self.put(x + 1, y + 1, f"{card_symbols(card, knave=self.knave):^3}", suit)
        self.put(x, y + 2, frame[5] + frame[6] + frame[8] + frame[6] + frame[7], edge)
        self.zones.append(ClickZone(x, y, CARD_WIDTH, CARD_HEIGHT, card))

    def card_at(self, x: int, y: int) -> Card | None:
        """The topmost card at a point, or None."""
        return next((zone.card for zone in reversed(self.zones) if zone.holds(x, y)), None)

    def runs(self, y: int) -> list[tuple[str, str]]:
        """A row as runs of text, each in one style."""
        row = zip(self._signs[y], self._styles[y], strict=True)
        return [
            ("".join(sign for sign, _ in run), style)
            for style, run in groupby(row, key=lambda cell: cell[1])
        ]

    @property
    def text(self) -> str:
        """The characters without styles, for tests."""
        return "\n".join("".join(row).rstrip() for row in self._signs)
