"""Labels, numbers and names of cards in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from oddtrick.bots.sentences import DEFAULT_LANGUAGE, Catalogue, catalogue_of
from oddtrick.cards import Suit
from oddtrick.games import find_game
from oddtrick.report.html_markup import Html, fill

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True)
class Localizer:
    """Formats what a report says in one language.

    Args:
        language: one of ``LANGUAGES``.
    """

    language: str = DEFAULT_LANGUAGE

    @property
    def catalogue(self) -> Catalogue:
        """The texts of the language."""
        return catalogue_of(self.language)

    def text(self, key: str, /, **values: str | float) -> str:
        """Returns a label with its placeholders filled in.

        Args:
            key: a key of ``Catalogue.report``.
            values: the placeholders; numbers are formatted, and ``n`` selects the plural form.

        >>> Localizer().text("amount.tricks", n=1), Localizer("de").text("amount.tricks", n=0.84)
        ('1 trick', '0,8 Stiche')
        """
        return self._form(key, values.get("n")).format_map(self._formatted(values))

    def html(self, key: str, /, **values: Html | str | float) -> Html:
        """Returns a label with elements in its placeholders."""
        return fill(self._form(key, values.get("n")), **self._formatted(values))

    def _form(self, key: str, n: object) -> str:
        label = self.catalogue.report[key]
        return label if isinstance(label, str) else label["one" if n in (1, -1) else "other"]

    def _formatted(self, values: dict[str, str | float]) -> dict[str, str]:
        return {
            name: value if isinstance(value, str) else self.number(value)
            for name, value in values.items()
        }

    def number(self, value: float, digits: int | None = None) -> str:
        """Returns a number with a typographic minus sign, and none before zero.

        Args:
            value: the number.
            digits: after the decimal separator; by default one, and none for a whole number.

        >>> [Localizer().number(value) for value in (-0.04, -1.25, 3, 1500)]
        ['0.0', '−1.2', '3', '1,500']
        >>> Localizer("de").number(1500.5)
        '1.500,5'
        """
        if digits is None:
            digits = 0 if float(value).is_integer() else 1
        plain = f"{abs(value):,.{digits}f}"
        minus = "−" if value < 0 and float(plain.replace(",", "")) else ""
        separators = {",": self.text("number.group"), ".": self.text("number.decimal")}
        return minus + "".join(separators.get(sign, sign) for sign in plain)

    def percent(self, share: float) -> str:
        """Returns a share in percent.

        >>> Localizer().percent(0.0734), Localizer().percent(0.0134)
        ('7%', '1.3%')
        """
        digits = 0 if abs(share) >= 0.02 or abs(share) < 0.0005 else 1
        return self.text("number.percent", n=self.number(100 * share, digits))

    def amount(self, value: float, unit: str) -> str:
        """Returns an amount with its unit.

        >>> Localizer().amount(-2, "tricks"), Localizer("de").amount(1, "card-points")
        ('−2 tricks', '1 Kartenpunkt')
        """
        return self.text(f"amount.{unit}", n=value)

    def unit(self, unit: str) -> str:
        """Returns the name of a unit as the heading of a column."""
        return capitalized(self.text(f"unit.{unit}"))

    def join(self, names: Sequence[str]) -> str:
        """Returns names in one phrase.

        >>> Localizer("de").join(["Ann", "Bob", "Cat"])
        'Ann, Bob und Cat'
        """
        if len(names) == 1:
            return names[0]
        return self.text("list.and", first=", ".join(names[:-1]), last=names[-1])

    def suit(self, letter: str) -> str:
        """Returns the name of a suit."""
        return self.catalogue.words[f"suit.{Suit('CDHS'.index(letter))}"]

    def card(self, card: str, key: str = "card") -> str:
        """Returns the name of a card.

        Args:
            card: rank and suit.
            key: the label: ``card``, or ``card.definite`` in a sentence.

        >>> Localizer().card("TD"), Localizer("de").card("JS")
        ('ten of diamonds', 'Pik-Bube')
        """
        return self.text(key, rank=self.text(f"rank.{card[0]}"), suit=self.suit(card[1]))

    def game(self, game_id: str) -> str:
        """Returns the name of a game; its own title if the catalogue lacks it."""
        key = f"game.{game_id}"
        return self.text(key) if key in self.catalogue.report else find_game(game_id).title


def capitalized(text: str) -> str:
    """Returns a text with its first letter in upper case.

    >>> capitalized("erstes Drittel")
    'Erstes Drittel'
    """
    return text[:1].upper() + text[1:]
