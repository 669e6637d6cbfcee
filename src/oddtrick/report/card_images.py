"""Card images and suit symbols, as the page draws them.

``faces.json`` is made from the page's modules by ``python -m tests.support.web.draw_card_faces``.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Literal

import msgspec

from oddtrick.cards import parse_card
from oddtrick.report.html_markup import Html, el, joined
from oddtrick.report.section_containers import hidden_text

if TYPE_CHECKING:
    from oddtrick.i18n.localizer import Localizer

Size = Literal["small", "large"]


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


def card_image(
    card: str, localizer: Localizer, size: Size = "small", *, labelled: bool = True, note: str = ""
) -> Html:
    """A card.

    Args:
        card: rank and suit.
        localizer: for the label.
        size: with one large corner, or in full.
        labelled: whether it has a label for screen readers; else the text beside it serves.
        note: added to the label.
    """
    drawn = Html((faces().small if size == "small" else faces().large)[card])
    if not labelled:
        return el("span", drawn, class_=f"card {size}", aria_hidden="true")
    name = localizer.card(card)
    label = f"{name}, {note}" if note else name
    return el("span", drawn, class_=f"card {size}", role="img", aria_label=label)


def suit_sign(suit: str, localizer: Localizer) -> Html:
    """A suit symbol in running text."""
    return _sign(suit, f' role="img" aria-label="{localizer.suit(suit)}"')


def silent_suit_sign(suit: str) -> Html:
    """The symbol of a suit, hidden from screen readers."""
    return _sign(suit, ' aria-hidden="true"')


_LABEL = re.compile(' role="img" aria-label="[a-z]+"')


def _sign(suit: str, attributes: str) -> Html:
    return Html(_LABEL.sub(attributes, faces().signs[suit]))


def short_card(card: str, localizer: Localizer) -> Html:
    """A card in running text: rank and suit symbol, with its name for screen readers."""
    rank = "10" if card[0] == "T" else card[0]
    visible = el("span", rank, silent_suit_sign(card[1]), aria_hidden="true")
    return el("span", visible, hidden_text(localizer.card(card)), class_="short-card")


_CARD = re.compile("(10|[2-9JQKA])([♠♥♦♣])")


def with_card_signs(text: str, localizer: Localizer) -> Html:
    """A text with its cards shown as everywhere else.

    >>> from oddtrick.i18n.localizer import Localizer
    >>> with_card_signs("1 < 2", Localizer())
    '1 &lt; 2'
    >>> "Herz-König" in with_card_signs("K♥ ist die höchste Karte.", Localizer("de"))
    True
    """
    parts: list[Html | str] = []
    at = 0
    for match in _CARD.finditer(text):
        parts += [text[at : match.start()], short_card(str(parse_card(match[0])), localizer)]
        at = match.end()
    return joined(*parts, text[at:])
