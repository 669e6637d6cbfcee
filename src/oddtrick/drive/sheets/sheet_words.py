"""The words of the sheets in the reader's language."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from oddtrick.cards import Suit
from oddtrick.drive.plan import TrumpOrder
from oddtrick.i18n.localizer import Localizer, capitalized

_ENDS = (("north", "south"), ("east", "west"))

_JOINERS = "\u200c\u200d"


@dataclass(frozen=True)
class Words(Localizer):
    """The words of sheets in one language.

    >>> Words("de").say("table-number", table=3)
    'Tisch 3'
    """

    def say(self, key: str, /, *, n: int | None = None, **values: object) -> str:
        """Returns the text ``sheet.KEY``.

        Args:
            key: the rest of its key.
            n: a count, which selects the plural form.
            values: the other placeholders; numbers are those of cards, tables and rounds.

        >>> Words("en").say("card-number", card=1200), Words("en").say("pairs-once", n=1200)
        ('Card 1200', '1,200 pairs once')
        """
        filled: dict[str, str | float] = {name: str(value) for name, value in values.items()}
        return self.text(f"sheet.{key}", **filled | ({} if n is None else {"n": n}))

    def template_words(self) -> dict[str, str]:
        """Returns the texts without placeholders and plural, as the templates name them."""
        labels = self.catalogue.labels.items()
        return {
            key.removeprefix("sheet."): label
            for key, label in labels
            if key.startswith("sheet.") and isinstance(label, str) and "{" not in label
        }

    def trump(self, suit: Suit | None) -> str:
        """Returns the trumps as they stand on a card, for example "♥ Hearts"."""
        if suit is None:
            return capitalized(self.say("no-trumps"))
        return f"{suit.symbol} {capitalized(self.suit(suit.letter))}"

    def trump_order(self, trumps: TrumpOrder) -> str:
        """Returns the trumps of the rounds in turn, or that they are cut for."""
        if trumps == "cut":
            return self.say("trumps-cut")
        return ", ".join(self.trump(suit) for suit in trumps)

    def rank(self, rank: str) -> str:
        """Returns the sign of a rank as it stands on cards.

        >>> [Words("de").rank(rank) for rank in "ATJ9"]
        ['A', '10', 'B', '9']
        """
        return self.rank_sign(f"{rank}S")

    def signs(self, card: str) -> str:
        """Returns a card as people read it.

        >>> Words("en").signs("TC"), Words("de").signs("JS")
        ('10♣', 'B♠')
        """
        return f"{self.rank(card[0])}{Suit('CDHS'.index(card[1])).symbol}"

    def money(self, amount: int) -> str:
        """Returns an amount given in the smallest coin.

        >>> Words("en").money(1250), Words("de").money(1250)
        ('12.50', '12,50')
        """
        return self.number(amount / 100, 2)

    def direction(self, pair: int) -> str:
        """Returns the direction of the first or second pair of a table."""
        return self.say("east-west" if pair else "north-south")

    def short_direction(self, pair: int) -> str:
        """Returns the initials of a direction.

        >>> Words("en").short_direction(0), Words("de").short_direction(1)
        ('N–S', 'O–W')
        """
        return "–".join(self.say(end)[0] for end in _ENDS[pair])


def printable(text: str) -> str:
    r"""Returns text in one line without control characters, which no font can show.

    Marks that reverse the direction of what follows are left out too: they would reverse the words
    after a name. Joiners are kept, which some scripts and emoji need.

    >>> printable("Ann\n\u202e O'Neil\x00")
    "Ann O'Neil"
    """
    shown = "".join(
        sign if sign in _JOINERS or sign.isspace() or unicodedata.category(sign)[0] != "C" else ""
        for sign in text
    )
    return " ".join(shown.split())
