"""From the secrets to the cards: a key, a stream of words, a shuffled pack."""

from __future__ import annotations

import hmac
import struct
from enum import Enum
from typing import TYPE_CHECKING

from oddtrick.cards import Card, cards_in
from oddtrick.errors import OddtrickError
from oddtrick.fair.seals import check_secret, place_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

WORDS = 2**32
"""The number of values of a word of the stream."""

_eight_words = struct.Struct(">8I").unpack


class Purpose(Enum):
    """The purpose of a round; its value is a line of the hashed text."""

    DEAL = "deal"
    """The pack is shuffled and dealt (W3)."""
    DEALER = "dealer"
    """Cards are cut for the first deal (T7)."""
    PARTNERS = "partners"
    """Cards are cut for partners and the first deal (C2)."""
    TRUMPS = "trumps"
    """Seats tied for most tricks cut for the choice of trumps (K5)."""


def draw_key(
    table: str, number: int, purpose: Purpose, secret: str, opened: Mapping[int, str]
) -> bytes:
    """The key of a round's cards: HMAC-SHA-256 of the opened secrets, under the server's secret.

    Args:
        table: the table's name.
        number: the round's number at that table, from 1.
        purpose: of the draw.
        secret: the server's secret, 64 small hexadecimal digits.
        opened: the opened secrets of players, by place, in any order.

    Raises:
        OddtrickError: one of them is not of this form.
    """
    for text in (secret, *opened.values()):
        check_secret(text)
    lines = ["oddtrick/draw/1", *place_lines(table, number), purpose.value]
    lines += [f"{place} {opened[place]}" for place in sorted(opened)]
    return hmac.digest(bytes.fromhex(secret), "\n".join(lines).encode(), "sha256")


def shuffle_pack(pack: int, key: bytes) -> tuple[Card, ...]:
    """Shuffles a pack by a key; the top card comes first.

    Args:
        pack: the cards, as a mask.
        key: 32 bytes, see :func:`draw_key`.
    """
    cards = list(cards_in(pack))
    below = numbers(key)
    for last in range(len(cards) - 1, 0, -1):
        at = below(last + 1)
        cards[last], cards[at] = cards[at], cards[last]
    return tuple(cards)


def cut_cards(pack: int, count: int, key: bytes) -> tuple[Card, ...]:
    """Cuts cards: the first ``count`` of the shuffled pack.

    Raises:
        OddtrickError: the pack has fewer cards.
    """
    if not 0 <= count <= pack.bit_count():
        raise OddtrickError(f"{count} cards can't be cut from a pack of {pack.bit_count()}")
    return shuffle_pack(pack, key)[:count]


def numbers(key: bytes) -> Callable[[int], int]:
    """Returns a function that draws whole numbers uniformly from 0 to below a bound.

    Rejection sampling: the highest ``WORDS % bound`` words are skipped, because they would make
    low numbers more likely.
    """
    words = _words(key)

    def below(bound: int) -> int:
        limit = WORDS - WORDS % bound
        while (word := next(words)) >= limit:
            pass
        return word % bound

    return below


def _words(key: bytes) -> Iterator[int]:
    """HMAC-SHA-256 of 0, 1, 2 … in four bytes, each read as eight words, high byte first."""
    for counter in range(WORDS):
        yield from _eight_words(hmac.digest(key, counter.to_bytes(4), "sha256"))
