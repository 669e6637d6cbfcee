"""How seats, sides, cards and suits are called at this table, by whom and for whom."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING
from unicodedata import combining, east_asian_width

import msgspec
from msgspec.structs import replace

from oddtrick.cards import Card, Rank, Suit
from oddtrick.games import find_game

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from oddtrick.rules import Rules

NAME_LENGTH = 16
_THIRD_PERSON = {"are": "is", "have": "has", "were": "was"}


class Voice(msgspec.Struct, frozen=True, kw_only=True):
    """Tells a person what happens, in the second person where it is about the person.

    Args:
        names: what each seat is called.
        me: the person's own seat, or None for a spectator.
        spoken: cards as words, for screen readers; otherwise as ``10♥``.
        knave: the jack is called the knave (C1).

    >>> voice = Voice(names=("Jo", "Bob"), me=0)
    >>> voice.does(0, "lead"), voice.does(1, "lead"), voice.side((0, 1))
    ('You lead', 'Bob leads', 'you and Bob')
    """

    names: tuple[str, ...]
    me: int | None
    spoken: bool = False
    knave: bool = False

    def shortened(self, columns: int) -> Voice:
        """The same with short names, where there is little room."""
        return replace(self, names=tuple(cut(name, columns) for name in self.names))

    def who(self, seat: int) -> str:
        """You, or the seat's name, as within a sentence."""
        return "you" if seat == self.me else self.names[seat]

    def label(self, seat: int) -> str:
        """You, or the seat's name, as on a name plate."""
        return "You" if seat == self.me else self.names[seat]

    def whose(self, seat: int) -> str:
        """Your, or the seat's, as within a sentence."""
        return "your" if seat == self.me else f"{self.names[seat]}’s"

    def does(self, seat: int, verb: str) -> str:
        """The beginning of a sentence about one seat; the verb as it goes with *you*."""
        if seat == self.me:
            return f"You {verb}"
        return f"{self.names[seat]} {_THIRD_PERSON.get(verb, verb + 's')}"

    def side(self, seats: Sequence[int]) -> str:
        """The seats of a side, the person first, as within a sentence."""
        return listed(self.who(seat) for seat in self._me_first(seats))

    def side_label(self, seats: Sequence[int]) -> str:
        """The same as a heading: ``You & Cal``."""
        return " & ".join(self.label(seat) for seat in self._me_first(seats))

    def side_does(self, seats: Sequence[int], verb: str) -> str:
        """The beginning of a sentence about a side."""
        if len(seats) == 1:
            return self.does(seats[0], verb)
        return f"{capital(self.side(seats))} {verb}"

    def card(self, card: Card) -> str:
        """``10♥``, or ``ten of hearts``."""
        if not self.spoken:
            return card.symbols
        return f"{self._rank(card)} of {card.suit}"

    def the(self, card: Card) -> str:
        """With its article: ``the 10♥``."""
        return f"the {self.card(card)}"

    def suit(self, suit: Suit | None) -> str:
        """``♥ hearts``, ``hearts``, or ``no trumps``."""
        if suit is None:
            return "no trumps"
        return str(suit) if self.spoken else f"{suit.symbol} {suit}"

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards one after another, short: ``10♥ 7♥``, or suit by suit ``hearts 10 7; clubs A``."""
        if not self.spoken:
            return " ".join(card.symbols for card in cards)
        suits: dict[Suit, list[str]] = {}
        for card in cards:
            suits.setdefault(card.suit, []).append(self._short(card))
        return "; ".join(f"{suit} {' '.join(ranks)}" for suit, ranks in suits.items())

    def _short(self, card: Card) -> str:
        return "Kn" if self.knave and card.rank is Rank.JACK else card.symbols[:-1]

    def _rank(self, card: Card) -> str:
        return "knave" if self.knave and card.rank is Rank.JACK else str(card.rank)

    def _me_first(self, seats: Sequence[int]) -> list[int]:
        return sorted(seats, key=lambda seat: (seat != self.me, seat))


def clean_name(name: str, instead: str) -> str:
    r"""A name as it can be shown: no control characters, no marks without width, not too long.

    >>> clean_name("\x1b[31mJo ", "Bob"), clean_name("\n", "Bob")
    ('[31mJo', 'Bob')
    """
    composed = unicodedata.normalize("NFC", name)
    shown = "".join(sign for sign in composed if sign.isprintable() and not combining(sign))
    return shown.strip()[:NAME_LENGTH].strip() or instead


def width(text: str) -> int:
    """The columns that a text takes; East Asian signs take two.

    >>> width("Jo"), width("王")
    (2, 2)
    """
    return sum(sign_width(sign) for sign in text)


def sign_width(sign: str) -> int:
    """The columns that one sign takes."""
    return 2 if east_asian_width(sign) in "WF" else 1


def cut(text: str, columns: int) -> str:
    """As much of a text as fits into so many columns."""
    while width(text) > columns:
        text = text[:-1]
    return text


def listed(names: Iterable[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    words = list(names)
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def capital(sentence: str) -> str:
    """The sentence with a capital first."""
    return sentence[:1].upper() + sentence[1:]


def counted(count: int, noun: str) -> str:
    """``1 trick``, ``2 tricks``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def calls_knave(rules: Rules) -> bool:
    """Whether the jack is called the knave in this game (C1)."""
    return find_game(rules.game).jack == "knave"
