"""One board: cards, dealer, leader, trumps, play and tags."""

from __future__ import annotations

import re

import msgspec
from msgspec import UNSET, UnsetType

from oddtrick.cards import Card, Hand, Suit
from oddtrick.errors import OddtrickError, RuleBroken


class Refusal(Exception):
    """An error in a board; the reader or writer adds the place.

    Args:
        what: what is wrong, and how to mend it.
        rule: the rule broken, or ``""``.
        tag: the tag where it shows, or ``""``.
        play: the place of the card in the order played, or None.
        line: the line of the text, where it is known already.
    """

    def __init__(
        self,
        what: str,
        rule: str = "",
        *,
        tag: str = "",
        play: int | None = None,
        line: int | None = None,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.rule = rule
        self.tag = tag
        self.play = play
        self.line = line

    def located(self, where: str = "") -> OddtrickError:
        """The error for the person who gave the board: one line, whatever the text has in it."""
        what = "".join(sign if sign.isprintable() else "�" for sign in self.what)
        message = f"{where}: {what}" if where else what
        return RuleBroken(message, self.rule) if self.rule else OddtrickError(message)


SEATS = ("North", "East", "South", "West")
"""The names of the seats 0 to 3."""

SEAT_LETTERS = "NESW"

MANDATORY = (
    "Event",
    "Site",
    "Date",
    "Board",
    "West",
    "North",
    "East",
    "South",
    "Dealer",
    "Vulnerable",
    "Deal",
    "Scoring",
    "Declarer",
    "Contract",
    "Result",
)
"""The mandatory tags of export format, in order."""

GAME, TRUMP, TURN_UP = "OddtrickGame", "OddtrickTrump", "OddtrickTurnUp"

NOTHING = ("", "?", "-")
"""Tag values that mean unknown."""

CONTRACT = re.compile(r"[1-7]?(NT?|[SHDC])(?:X{0,2}|R)")
"""A contract; in an ending a strain alone is accepted."""

Trumps = Suit | None | UnsetType
"""A suit, None for no trumps, or ``msgspec.UNSET`` if unknown."""


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """A board, possibly incomplete.

    The fields take precedence over the tags; the tags keep all other data.

    Args:
        hands: the cards of North, East, South, West; an empty hand is unknown.
        dealer: the seat that deals, or None.
        trump: the trump suit, None for no trumps, UNSET if unknown.
        leader: the seat that leads to the first trick, or None.
        plays: the cards in the order played (PBN itself writes them by column).
        tags: every tag with its value, in order.
        sections: the rows of text below a tag, as of ``Auction`` and tables, but not ``Play``.

    >>> board = Board(hands=(Hand(),) * 4, tags=(("Board", "7"), ("Hidden", "EW")))
    >>> board.number, board.tag("Hidden"), board.trump
    ('7', 'EW', UNSET)
    """

    hands: tuple[Hand, Hand, Hand, Hand] = (Hand(), Hand(), Hand(), Hand())
    dealer: int | None = None
    trump: Trumps = UNSET
    leader: int | None = None
    plays: tuple[Card, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    sections: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def tag(self, name: str) -> str | None:
        """The value of a tag, or None; the first of duplicates counts."""
        return next((value for known, value in self.tags if known == name), None)

    @property
    def number(self) -> str | None:
        """The board's number as its tag has it, or None."""
        number = self.tag("Board")
        return None if number is None or number in NOTHING else number

    @property
    def size(self) -> int | None:
        """The number of cards in each hand, if all four are known."""
        return len(self.hands[0]) if all(self.hands) else None

    @property
    def ending(self) -> bool:
        """True for the end of a hand: some cards are known, and no seat has thirteen."""
        return 0 < max(map(len, self.hands)) < 13

    @property
    def whist(self) -> bool:
        """True if the tags name a game of this family, so that T2 holds."""
        return any(self.tag(name) not in (None, *NOTHING) for name in (GAME, TRUMP, TURN_UP))

    @property
    def names(self) -> list[str] | None:
        """The players, North first; None if no seat has a name.

        Files of pairs give both partners one name; the seat tells them apart, as in
        ``Smith (North)``.
        """
        named = [self.tag(seat) or "" for seat in SEATS]
        if all(name in NOTHING for name in named):
            return None
        names = [seat if name in NOTHING else name for seat, name in zip(SEATS, named, strict=True)]
        return [
            f"{name} ({seat})" if names.count(name) > 1 else name
            for seat, name in zip(SEATS, names, strict=True)
        ]


def right_of(seat: int) -> int:
    """The seat before it, clockwise.

    >>> right_of(0)
    3
    """
    return (seat - 1) % 4


def left_of(seat: int) -> int:
    """The seat after it, clockwise (T1)."""
    return (seat + 1) % 4
