"""From secrets to cards: a key, a stream of words, a shuffled pack; and a round of chance."""

from __future__ import annotations

import hmac
import struct
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Meta

from oddtrick.cards import Card, cards_in
from oddtrick.dealing import deal_out
from oddtrick.errors import OddtrickError
from oddtrick.fair.seals import Hex, check_secret, place_lines
from oddtrick.match import CHANCE, Cut, Deal, Match, ToCut
from oddtrick.tricks import left_of

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


Count = Annotated[int, Meta(ge=1, le=2**31 - 1)]
"""A number of a round or deal, from 1."""

Place = Annotated[int, Meta(ge=0, le=7)]
"""A player by number, as they came; where partners are cut for, the seat may be another (C2)."""


class Contribution(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player's contribution to a round.

    Args:
        place: the player.
        name: of the player at the time; for information, since no proof covers it.
        seal: of the player's secret, see :func:`oddtrick.fair.seal_of`.
        opened: the secret; None if it was sealed and then withheld.
    """

    place: Place
    name: Annotated[str, Meta(max_length=100)]
    seal: Hex
    opened: Hex | None


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One round of chance: a shuffle, or one round of cutting.

    Args:
        number: of the round at this table, from 1, counted over all its matches.
        purpose: of the draw.
        deal: the number of the deal in its match, from 1; a cut has that of the deal it leads to.
        seal: of the server's secret.
        secret: of the server; None until the server opens it.
        contributions: of the players who sealed in time, by place.
        taken_back: its result was undone and is no longer part of the match.
    """

    number: Count
    purpose: Purpose
    deal: Count
    seal: Hex
    secret: Hex | None
    contributions: tuple[Contribution, ...]
    taken_back: bool = False


def key_of(table: str, entry: Round) -> bytes:
    """The key of a round whose server secret is open; seals are not checked.

    Raises:
        OddtrickError: the server has not opened it.
    """
    if entry.secret is None:
        raise OddtrickError(f"round {entry.number}: the server has not opened its seal yet")
    opened = {each.place: each.opened for each in entry.contributions if each.opened is not None}
    return draw_key(table, entry.number, entry.purpose, entry.secret, opened)


def purpose_of(match: Match) -> Purpose:
    """The purpose of the next draw of chance.

    Raises:
        OddtrickError: it is not for chance to act.
    """
    if match.to_act != CHANCE:
        raise OddtrickError("it is not for chance to act: ask match.to_act first")
    if isinstance(match.phase, ToCut):
        return Purpose[match.phase.cutting.purpose.name]
    return Purpose.DEAL


def contributors(match: Match) -> tuple[int, ...]:
    """The places of the players who may contribute to the next draw.

    For a cut: every player who cuts, ascending. For a deal: the player on the dealer's left, who
    shuffles, then the player on the right, who cuts (W3). With two players they are the same.

    Raises:
        OddtrickError: it is not for chance to act.
    """
    if purpose_of(match) is not Purpose.DEAL:
        assert isinstance(match.phase, ToCut)
        return tuple(match.seating[seat] for seat in match.phase.cutting.to_cut)
    seats, dealer = match.deal.seats, match.deal.dealer
    beside = (left_of(seats, dealer), seats[seats.index(dealer) - 1])
    return tuple(match.seating[seat] for seat in dict.fromkeys(beside))


def draw_action(match: Match, key: bytes) -> Cut | Deal:
    """The action of chance derived from the key of a round; a cut gives cards to ascending seats.

    Raises:
        OddtrickError: it is not for chance to act.
    """
    pack = match.rules.pack
    if purpose_of(match) is Purpose.DEAL:
        return deal_out(match, shuffle_pack(pack, key))
    assert isinstance(match.phase, ToCut)
    seats = sorted(match.phase.cutting.to_cut)
    return Cut(tuple(zip(seats, cut_cards(pack, len(seats), key), strict=True)))
