"""Display names of seats, sides, cards and suits, as one person reads them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from unicodedata import combining, east_asian_width

import msgspec
from msgspec.structs import replace

from oddtrick.cards import Card, Rank, Suit
from oddtrick.games import find_game
from oddtrick.rules import PASS, PlayerAction, Rules

NAME_LENGTH = 16
_THIRD_PERSON = {"are": "is", "have": "has", "were": "was", "catch": "catches", "pass": "passes"}


class DisplayNames(msgspec.Struct, frozen=True, kw_only=True):
    """Words sentences for one person, with *you* for their own seat.

    Args:
        names: the name of each seat.
        me: the person's own seat, or None for a spectator.
        spoken: write cards as words, for screen readers, instead of as ``10♥``.
        knave: call the jack the knave, Kn (C1).

    >>> names = DisplayNames(names=("Jo", "Bob"), me=0)
    >>> names.clause(0, "lead"), names.clause(1, "lead"), names.side((0, 1))
    ('You lead', 'Bob leads', 'you and Bob')
    """

    names: tuple[str, ...]
    me: int | None
    spoken: bool = False
    knave: bool = False

    def shortened(self, columns: int) -> DisplayNames:
        """A copy with names truncated to ``columns``."""
        return replace(self, names=tuple(truncate(name, columns) for name in self.names))

    def name_of(self, seat: int) -> str:
        """*you* or the seat's name, within a sentence."""
        return "you" if seat == self.me else self.names[seat]

    def label(self, seat: int) -> str:
        """*You* or the seat's name, on a name plate."""
        return "You" if seat == self.me else self.names[seat]

    def possessive(self, seat: int) -> str:
        """*your* or the seat's possessive, within a sentence."""
        return "your" if seat == self.me else f"{self.names[seat]}’s"

    def clause(self, seat: int, verb: str) -> str:
        """Subject and verb of a sentence about one seat; give the verb in the form for *you*."""
        if seat == self.me:
            return f"You {verb}"
        return f"{self.names[seat]} {_THIRD_PERSON.get(verb, verb + 's')}"

    def side(self, seats: Sequence[int]) -> str:
        """The players of a side, the person first, within a sentence."""
        return join_names(self.name_of(seat) for seat in self._me_first(seats))

    def side_label(self, seats: Sequence[int]) -> str:
        """The players of a side as a heading: ``You & Cal``."""
        return " & ".join(self.label(seat) for seat in self._me_first(seats))

    def side_clause(self, seats: Sequence[int], verb: str) -> str:
        """Subject and verb of a sentence about a side."""
        if len(seats) == 1:
            return self.clause(seats[0], verb)
        return f"{capitalize(self.side(seats))} {verb}"

    def card(self, card: Card) -> str:
        """``10♥``, or ``ten of hearts``."""
        if not self.spoken:
            return card_symbols(card, knave=self.knave)
        return f"{self._rank(card)} of {card.suit}"

    def the_card(self, card: Card) -> str:
        """The card with its article: ``the 10♥``."""
        return f"the {self.card(card)}"

    def suit(self, suit: Suit | None) -> str:
        """``♥ hearts``, ``hearts``, or ``no trumps``."""
        if suit is None:
            return "no trumps"
        return str(suit) if self.spoken else f"{suit.symbol} {suit}"

    def cards(self, cards: Iterable[Card]) -> str:
        """A short list of cards: ``10♥ 7♥``, or when spoken ``hearts 10 7; clubs A``."""
        if not self.spoken:
            return " ".join(map(self.card, cards))
        suits: dict[Suit, list[str]] = {}
        for card in cards:
            suits.setdefault(card.suit, []).append(card_symbols(card, knave=self.knave)[:-1])
        return "; ".join(f"{suit} {' '.join(ranks)}" for suit, ranks in suits.items())

    def _rank(self, card: Card) -> str:
        return "knave" if self.knave and card.rank is Rank.JACK else str(card.rank)

    def _me_first(self, seats: Sequence[int]) -> list[int]:
        return sorted(seats, key=lambda seat: (seat != self.me, seat))


def card_symbols(card: Card, *, knave: bool) -> str:
    """``10♥``; a jack as ``J♥``, or as ``Kn♥`` where it is the knave (C1)."""
    return f"Kn{card.suit.symbol}" if knave and card.rank is Rank.JACK else card.symbols


def clean_name(name: str, instead: str) -> str:
    r"""Makes a name safe to display: no control characters or zero-width marks, limited length.

    >>> clean_name("\x1b[31mJo ", "Bob"), clean_name("\n", "Bob")
    ('[31mJo', 'Bob')
    """
    composed = unicodedata.normalize("NFC", name)
    shown = "".join(sign for sign in composed if sign.isprintable() and not combining(sign))
    return shown.strip()[:NAME_LENGTH].strip() or instead


def width(text: str) -> int:
    """The number of columns that a text takes; wide East Asian characters take two.

    >>> width("Jo"), width("王")
    (2, 2)
    """
    return sum(char_width(sign) for sign in text)


def char_width(sign: str) -> int:
    """The number of columns that one character takes."""
    return 2 if east_asian_width(sign) in "WF" else 1


def truncate(text: str, columns: int) -> str:
    """Truncates a text to a number of columns."""
    while width(text) > columns:
        text = text[:-1]
    return text


def join_names(names: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    words = list(names)
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def capitalize(sentence: str) -> str:
    """The sentence with its first letter capitalized."""
    return sentence[:1].upper() + sentence[1:]


def action_name(action: PlayerAction) -> str:
    """The name of an action that is no card: a suit, a throw, or *knock* for a pass (X5)."""
    return "knock" if action is PASS else str(action)


def uses_knave(rules: Rules) -> bool:
    """True if the game calls the jack the knave (C1)."""
    return find_game(rules.game).jack == "knave"
