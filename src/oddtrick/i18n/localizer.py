"""Sentences, labels, numbers and names of cards in the reader's language.

>>> Localizer().sentence("partner-safe", {"card": "KH"})
"Partner's K♥ is winning, and nobody still to play can beat it."
>>> Localizer().sentence("close-cards", {"cards": "5H 9C 3D"})
"It's close: 5♥, 9♣ or 3♦ would do as well."
>>> Localizer("de").sentence(
...     "opponent-out", {"seat": "3", "suit": "hearts"}, ["Ann", "Bob", "Cy", "Di"]
... )
'Di hat gezeigt, dass kein Herz mehr da ist, und kann Trümpfe haben.'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from oddtrick.calls import parse_call
from oddtrick.cards import Card, Suit, parse_card
from oddtrick.games import list_games
from oddtrick.i18n.catalogue import DEFAULT_LANGUAGE, Catalogue, catalogue_of

CARD_PARAMS = frozenset({"card", "higher", "guarded"})
"""The parameters of sentences that are cards."""

BID_PARAMS = frozenset({"bid", "other"})
"""The parameters that are bids."""

NUMBER_PARAMS = frozenset({"number", "amount", "share", "less"})
"""The parameters that are numbers: some have words of their own."""

LIST_PARAMS = {"cards": "card", "suits": "suit"}
"""The parameters that are several cards or suits, with the parameter of one."""


@dataclass(frozen=True)
class Localizer:
    """Formats what people are told in one language.

    Args:
        language: one of ``LANGUAGES``.
        knave: call the jack the knave, Kn (C1).
        spoken: name cards in words, for who listens: no suit symbols.

    >>> Localizer(knave=True).card("JS"), Localizer(knave=True).symbols("JS")
    ('knave of spades', 'Kn♠')
    """

    language: str = DEFAULT_LANGUAGE
    knave: bool = False
    spoken: bool = False

    @property
    def catalogue(self) -> Catalogue:
        """The texts of the language."""
        return catalogue_of(self.language)

    def text(self, key: str, /, **values: str | float) -> str:
        """Returns a label with its placeholders filled in.

        Args:
            key: a key of ``Catalogue.labels``.
            values: the placeholders; numbers are formatted, and ``n`` selects the plural form.

        >>> Localizer().text("amount.tricks", n=1), Localizer("de").text("amount.tricks", n=0.84)
        ('1 trick', '0,8 Stiche')
        """
        label = self.catalogue.labels[key]
        if not isinstance(label, str):
            label = label["one" if values.get("n") in (1, -1) else "other"]
        written = {
            name: value if isinstance(value, str) else self.number(value)
            for name, value in values.items()
        }
        return label.format_map(written)

    def sentence(
        self,
        tag: str,
        params: Mapping[str, str],
        names: Sequence[str] | None = None,
        reader: int | None = None,
        *,
        to_player: bool = False,
    ) -> str:
        """Returns the sentence of a tag.

        Args:
            tag: a key of ``Catalogue.sentences``.
            params: what the sentence names: cards as in ``"KH"``, suits and ranks by their English
                names, seats and counts as numbers; several cards or suits with spaces between them.
            names: of the players, by seat; None: they are called opponents.
            reader: the seat of the reader, who is called "you"; None: nobody's, or unknown.
            to_player: the reader is the player who decides.

        Raises:
            KeyError: there is no such tag.
        """
        own = params["seat"] == str(reader) if "seat" in params else to_player
        form = self.catalogue.to_reader.get(tag) if own else None
        filled = (form or self._sentence_form(tag)).format_map(
            {name: self._word(name, value, names) for name, value in params.items()}
        )
        return capitalized(filled)

    def _sentence_form(self, tag: str) -> str:
        texts = self.catalogue
        return texts.advice.get(tag) or texts.facts.get(tag) or texts.lessons[tag]

    def _word(self, name: str, value: str, names: Sequence[str] | None) -> str:
        words = self.catalogue.words
        if name in CARD_PARAMS:
            return self.card(value) if self.spoken else self.symbols(value)
        if name in BID_PARAMS:
            return self.bid(value)
        if name in LIST_PARAMS:
            return self._alternatives(
                [self._word(LIST_PARAMS[name], each, names) for each in value.split()]
            )
        if name in NUMBER_PARAMS:
            digits = len(value.partition(".")[2])
            return words.get(f"{name}.{value}") or self.number(float(value), digits)
        if name == "seat":
            return words["seat"] if names is None else names[int(value)]
        return words.get(f"suit.{value}", words.get(f"rank.{value}", value))

    def _alternatives(self, several: Sequence[str]) -> str:
        """Several cards or suits in one phrase."""
        if len(several) < 2:
            return "".join(several)
        return f"{', '.join(several[:-1])} {self.catalogue.words['or']} {several[-1]}"

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

    def bid(self, bid: str) -> str:
        """Returns a bid in words, or a card; a name that has no translation as it is.

        >>> Localizer("de").bid("4 no trump"), Localizer().bid("3"), Localizer().bid("slam")
        ('4 ohne Trumpf', '3', 'slam')
        >>> Localizer().bid("5H")
        '5♥'
        """
        call = parse_call(bid)
        if isinstance(call, Card):
            return self.card(bid) if self.spoken else self.symbols(bid)
        number = "" if call.number < 0 else str(call.number)
        return f"{number} {self._bid_word(call.name)}".strip()

    def _bid_word(self, name: str) -> str:
        """Returns the name of a bid: of several games, of one game, a suit, or as it is."""
        words = self.catalogue.words
        if f"bid.{name}" in words:
            return words[f"bid.{name}"]
        key = f"call.{name.replace(' ', '-')}"
        own = (game.text(self.language).options.get(key) for game in list_games())
        return next(filter(None, own), words.get(f"suit.{name}", name))

    def card(self, card: str) -> str:
        """Returns the name of a card.

        >>> Localizer().card("TD"), Localizer("de").card("JS")
        ('ten of diamonds', 'Pik-Bube')
        """
        rank = "Kn" if self._is_knave(card) else card[0]
        return self.text("card", rank=self.text(f"rank.{rank}"), suit=self.suit(card[1]))

    def rank_sign(self, card: str) -> str:
        """Returns the sign of a card's rank as it stands on cards: ``10``, or ``Kn`` (C1).

        >>> [Localizer("de").rank_sign(card) for card in ("AS", "QS", "JS", "TS")]
        ['A', 'D', 'B', '10']
        """
        sign = "Kn" if self._is_knave(card) else parse_card(card).symbols[:-1]
        return self.catalogue.words.get(f"sign.{sign}", sign)

    def symbols(self, card: str) -> str:
        """Returns rank and suit symbol of a card."""
        return self.rank_sign(card) + parse_card(card).suit.symbol

    def _is_knave(self, card: str) -> bool:
        return self.knave and card[0] == "J"


def capitalized(text: str) -> str:
    """Returns a text with its first letter in upper case.

    >>> capitalized("erstes Drittel")
    'Erstes Drittel'
    """
    return text[:1].upper() + text[1:]
