"""Calls: what seats bid or lay down in the phases before the play of a deal."""

from __future__ import annotations

import re
from contextlib import suppress

import msgspec

from oddtrick.cards import Card, parse_card
from oddtrick.errors import OddtrickError

_CARD = re.compile(r"[2-9TJQKA][CDHS]")
_BID = re.compile(r"(0|[1-9][0-9]{0,3})?(?: ?([^\W\d_]+(?: [^\W\d_]+)*))?")
_LONGEST = 40
"""Letters and spaces of a name."""

TRICK_BIDS = "bids"
"""The name of the phase in which each seat bids a number of tricks (O3)."""

TRUMP_CALLS = "trumps"
"""The name of a phase in which trumps are named (B3)."""


class Bid(msgspec.Struct, frozen=True, order=True):
    """A bid: a number, a name in small letters, or both.

    Bids are ordered by number and name, which is no order of an auction: that belongs to its phase.

    Args:
        number: of tricks, as a rule; -1 where the bid has a name alone.
        name: of the bid, such as ``no trump`` or ``pass``, of at most 40 letters and spaces; may be
            empty beside a number.

    Raises:
        OddtrickError: the text of the bid could not be read back.

    >>> str(Bid(3)), str(Bid(4, "no trump")), str(Bid(name="pass"))
    ('3', '4 no trump', 'pass')
    """

    number: int = -1
    name: str = ""

    def __post_init__(self) -> None:
        if _parts(str(self)) != (self.number, self.name):
            raise OddtrickError(f"{str(self)[:20]!r} is no bid: give a number, a name, or both")

    def __str__(self) -> str:
        return f"{self.number if self.number != -1 else ''} {self.name}".strip()


Call = Bid | Card
"""A call: a bid, or a card that a seat puts down or discards."""

Made = tuple[tuple[int, Call | None], ...]
"""The calls of one phase in order, each with its seat; None is one that the observer cannot see."""

Calls = tuple[tuple[str, Made], ...]
"""The calls of a deal: the name of each phase, with what was called in it."""


def parse_call(text: str) -> Call:
    """Reads a call as ``str`` writes it.

    Raises:
        OddtrickError: it is neither a bid nor a card.

    >>> parse_call("4 no trump"), parse_call("4D")
    (Bid(number=4, name='no trump'), Card.D4)
    """
    return parse_card(text) if _CARD.fullmatch(text) else parse_bid(text)


def call_readings(text: str) -> tuple[Call, ...]:
    """The calls that a text may mean: a bid as ``str`` writes it, a card in any spelling (C1).

    Which of them is meant, the legal calls say: ``10c`` is a bid where such a bid may be made.

    Raises:
        OddtrickError: it is neither.

    >>> call_readings("4D"), call_readings("10c"), call_readings("♥J")
    ((Card.D4,), (Bid(number=10, name='c'), Card.CT), (Card.HJ,))
    """
    found: list[Call] = []
    for read in (parse_bid, parse_card):
        with suppress(OddtrickError):
            found.append(read(text))
    return tuple(found) or (parse_call(text),)


def parse_bid(text: str) -> Bid:
    """Reads a bid as ``str`` writes it.

    Raises:
        OddtrickError: it is none.
    """
    return Bid(*(_parts(text) or (-1, text)))


def _parts(text: str) -> tuple[int, str] | None:
    found = _BID.fullmatch(text)
    if not found or not text:
        return None
    number, name = found[1] or -1, found[2] or ""
    small = all(letter.isalpha() and letter.islower() for letter in name.replace(" ", ""))
    return (int(number), name) if small and len(name) <= _LONGEST else None


PASS = Bid(name="pass")
"""The bid that is none, in games that have one."""
