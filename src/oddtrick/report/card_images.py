"""Card images and suit symbols, as the page draws them.

``faces.json`` is made from the page's own modules by ``python -m tests.support.web.card_faces``.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

import msgspec

from oddtrick.cards import Rank, Suit, parse_card
from oddtrick.report.html_markup import Html, el, joined

if TYPE_CHECKING:
    from collections.abc import Mapping

Size = Literal["small", "large"]

SUITS: Mapping[str, str] = MappingProxyType(
    {suit.letter: suit.name.lower() for suit in Suit},
)
"""Names of suits by letter."""


class Faces(msgspec.Struct, frozen=True):
    """The drawings.

    Args:
        small: every card by its name, with one large corner.
        large: every card by its name, in full.
        signs: the suits by letter, at the size of the surrounding text.
    """

    small: dict[str, str]
    large: dict[str, str]
    signs: dict[str, str]


@cache
def faces() -> Faces:
    """The drawings of this installation."""
    data = (resources.files("oddtrick.report") / "faces.json").read_bytes()
    return msgspec.json.decode(data, type=Faces)


def picture(card: str, size: Size = "small", *, labelled: bool = True, note: str = "") -> Html:
    """A card.

    Args:
        card: rank and suit.
        size: with one large corner, or in full.
        labelled: whether it has a label for screen readers; else the text beside it serves.
        note: added to the label.
    """
    drawn = Html((faces().small if size == "small" else faces().large)[card])
    name = f"{card_name(card)}, {note}" if note else card_name(card)
    if not labelled:
        return el("span", drawn, class_=f"card {size}", aria_hidden="true")
    return el("span", drawn, class_=f"card {size}", role="img", aria_label=name)


def sign(suit: str) -> Html:
    """A suit symbol in running text."""
    return Html(faces().signs[suit])


def short(card: str) -> Html:
    """A card in running text: rank and suit symbol, with its name for screen readers."""
    rank = "10" if card[0] == "T" else card[0]
    seen = el("span", rank, silent(card[1]), aria_hidden="true")
    return el("span", seen, el("span", card_name(card), class_="visually-hidden"), class_="short")


_CARD = re.compile("(10|[2-9JQKA])([♠♥♦♣])")


def with_signs(text: str) -> Html:
    """A text with its cards shown as everywhere else.

    >>> with_signs("1 < 2") == "1 &lt; 2"
    True
    >>> "king of hearts" in with_signs("The K♥ is the best card left.")
    True
    """
    parts: list[Html | str] = []
    at = 0
    for found in _CARD.finditer(text):
        card = parse_card(found[0])
        parts += [text[at : found.start()], short(str(card))]
        at = found.end()
    return joined(*parts, text[at:])


def silent(suit: str) -> Html:
    """The symbol of a suit, hidden from screen readers."""
    label = f' role="img" aria-label="{SUITS[suit]}"'
    return Html(faces().signs[suit].replace(label, ' aria-hidden="true"'))


def card_name(card: str) -> str:
    """The name of a card.

    >>> card_name("TD")
    'ten of diamonds'
    """
    known = parse_card(card)
    return f"{RANKS[known.rank]} of {SUITS[known.suit.letter]}"


RANKS: Mapping[Rank, str] = MappingProxyType({rank: rank.name.lower() for rank in Rank})
"""Names of ranks."""
