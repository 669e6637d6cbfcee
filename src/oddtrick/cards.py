"""Suits, ranks, cards and sets of cards: the alphabet of every game.

A card is the index ``13 * suit + rank`` (clubs, diamonds, hearts, spades; 2 low) everywhere: here,
in the kernel and in tensors. A set of cards is a mask of 52 bits, bit ``i`` for card ``i``; where
speed counts the bare ``int`` is passed, where people look it is a :class:`Hand`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum

import msgspec

from oddtrick.errors import OddtrickError, check_type

RANK_LETTERS = "23456789TJQKA"
"""The letter of each rank, by its value."""
SUIT_LETTERS = "CDHS"
"""The letter of each suit, by its value."""
_SUIT_SYMBOLS = tuple("♣♦♥♠♧♢♡♤")


class Suit(IntEnum):
    """A suit, in the order of the card index."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """``C``, ``D``, ``H`` or ``S``."""
        return SUIT_LETTERS[self]

    @property
    def symbol(self) -> str:
        """``♣``, ``♦``, ``♥`` or ``♠``."""
        return "♣♦♥♠"[self]

    @property
    def mask(self) -> int:
        """The thirteen cards of the suit, as a mask."""
        return 0x1FFF << 13 * self

    def __str__(self) -> str:
        return self.name.lower()


class Rank(IntEnum):
    """A rank as printed on the card, 2 low and ace high; a game may promote a card (S3)."""

    TWO = 0
    THREE = 1
    FOUR = 2
    FIVE = 3
    SIX = 4
    SEVEN = 5
    EIGHT = 6
    NINE = 7
    TEN = 8
    JACK = 9
    QUEEN = 10
    KING = 11
    ACE = 12

    @property
    def letter(self) -> str:
        """``2`` … ``9``, ``T``, ``J``, ``Q``, ``K`` or ``A``."""
        return RANK_LETTERS[self]

    def __str__(self) -> str:
        return self.name.lower()


class Card(IntEnum):
    """One of the 52 cards; the value is its index, the name is suit then rank.

    >>> Card.SA, Card.SA.suit, Card.SA.rank, str(Card.HT)
    (Card.SA, <Suit.SPADES: 3>, <Rank.ACE: 12>, 'TH')
    """

    suit: Suit
    rank: Rank
    bit: int
    text: str

    def __new__(cls, index: int) -> Card:
        """The card with that index."""
        card = int.__new__(cls, index)
        card._value_ = index
        card.suit = Suit(index // 13)
        card.rank = Rank(index % 13)
        card.bit = 1 << index
        card.text = f"{card.rank.letter}{card.suit.letter}"
        return card

    C2, C3, C4, C5, C6, C7, C8, C9, CT, CJ, CQ, CK, CA = range(13)
    D2, D3, D4, D5, D6, D7, D8, D9, DT, DJ, DQ, DK, DA = range(13, 26)
    H2, H3, H4, H5, H6, H7, H8, H9, HT, HJ, HQ, HK, HA = range(26, 39)
    S2, S3, S4, S5, S6, S7, S8, S9, ST, SJ, SQ, SK, SA = range(39, 52)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card.{self.name}"

    @property
    def symbols(self) -> str:
        """As a person reads it: ``10♥``, ``A♠``."""
        sign = "10" if self.rank is Rank.TEN else self.rank.letter
        return sign + self.suit.symbol


CARDS: tuple[Card, ...] = tuple(Card)
"""The 52 cards, by index."""
FULL_PACK = (1 << 52) - 1
"""The 52 cards, as a mask."""

_SUIT_SIGNS = {sign: Suit(i % 4) for i, sign in enumerate((*"CDHScdhs", *_SUIT_SYMBOLS))}
_RANK_SIGNS = {
    **{letter: Rank(i) for i, letter in enumerate(RANK_LETTERS)},
    "10": Rank.TEN,
    "KN": Rank.JACK,
}


def card_at(suit: Suit | int, rank: Rank | int) -> Card:
    """The card of that suit and rank."""
    return CARDS[13 * suit + rank]


def parse_suit(text: str) -> Suit:
    """Reads a suit's letter, symbol or name.

    >>> parse_suit("h"), parse_suit("♠"), parse_suit("Diamonds")
    (<Suit.HEARTS: 2>, <Suit.SPADES: 3>, <Suit.DIAMONDS: 1>)

    Raises:
        OddtrickError: it is no suit.
    """
    check_type(text, str, "a suit as in S, H, D or C")
    sign = text.strip().rstrip("\ufe0e\ufe0f")
    if sign in _SUIT_SIGNS:
        return _SUIT_SIGNS[sign]
    for suit in Suit:
        if sign and suit.name.startswith(sign.upper()) and len(sign) > 1:
            return suit
    raise OddtrickError(f"{text[:20]!r} is not a suit: write S, H, D or C")


_CARD_TEXTS = {card.text: card for card in CARDS}


def parse_card(text: str) -> Card:
    """Reads a card: rank then suit, or suit symbol then rank; ``10`` and ``Kn`` are known (C1).

    >>> [str(parse_card(t)) for t in ("AS", "10H", "KnH", "th", "♠A", "T♥", "♦10")]
    ['AS', 'TH', 'JH', 'TH', 'AS', 'TH', 'TD']

    Raises:
        OddtrickError: it is no card.
    """
    check_type(text, str, "a card as in AS, TD or 9C")
    if text in _CARD_TEXTS:
        return _CARD_TEXTS[text]
    sign = text.strip().replace("\ufe0e", "").replace("\ufe0f", "")
    suit_sign, rank_sign = sign[-1:], sign[:-1]
    if sign[:1] in _SUIT_SYMBOLS:
        suit_sign, rank_sign = sign[:1], sign[1:]
    if suit_sign in _SUIT_SIGNS and rank_sign.upper() in _RANK_SIGNS:
        return card_at(_SUIT_SIGNS[suit_sign], _RANK_SIGNS[rank_sign.upper()])
    raise OddtrickError(f"{text[:20]!r} is not a card: write rank then suit, as in AS, TD or 9C")


def check_card(card: object, verb: str = "give") -> Card:
    """Returns the card, if it is one.

    Args:
        card: the card, or whatever came in its place.
        verb: the thing to do with a card there, for the message.

    Raises:
        OddtrickError: it is something else; of text, the message says which card it names.

    >>> check_card("A♠")
    Traceback (most recent call last):
    ...
    oddtrick.errors.OddtrickError: 'A♠' is text; give a Card: ot.card('AS')
    """
    if isinstance(card, Card):
        return card
    raise OddtrickError(no_card(card, verb))


def no_card(value: object, verb: str = "give") -> str:
    """The message for something else where a card is wanted.

    Args:
        value: the thing given.
        verb: the thing to do with a card there, as in ``"play"``.
    """
    if not isinstance(value, str):
        return f"{repr(value)[:20]} is no Card: {verb} one, as in ot.card('AS')"
    try:
        meant = f": ot.card({str(parse_card(value))!r})"
    except OddtrickError:
        meant = ", as in ot.card('AS')"
    return f"{value[:20]!r} is text; {verb} a Card{meant}"


class _CardsOfMask(dict[int, tuple[Card, ...]]):
    """The cards of a mask within one suit, ascending, remembered: at most 4 x 8192 entries."""

    def __missing__(self, mask: int) -> tuple[Card, ...]:
        cards = tuple(card for card in CARDS if mask >> card & 1)
        self[mask] = cards
        return cards


_of_suit = _CardsOfMask()
_CLUBS, _DIAMONDS, _HEARTS, _SPADES = (suit.mask for suit in Suit)


def cards_in(mask: int) -> tuple[Card, ...]:
    """The cards of a mask, ascending by index.

    >>> cards_in(Card.C2.bit | Card.SA.bit)
    (Card.C2, Card.SA)
    """
    return (
        _of_suit[mask & _CLUBS]
        + _of_suit[mask & _DIAMONDS]
        + _of_suit[mask & _HEARTS]
        + _of_suit[mask & _SPADES]
    )


def mask_of(cards: Iterable[Card]) -> int:
    """The mask of these cards.

    Raises:
        OddtrickError: something else is among them.
    """
    mask = 0
    for card in cards:
        try:
            mask |= card.bit
        except AttributeError:
            mask |= check_card(card).bit
    return mask


class Hand(msgspec.Struct, frozen=True, order=False):
    """An immutable set of cards; prints and reads as PBN writes it, S.H.D.C.

    >>> hand = Hand.of("AKQ.T98..5432")
    >>> str(hand), len(hand), Card.SA in hand, hand.void(Suit.DIAMONDS)
    ('AKQ.T98..5432', 10, True, True)
    >>> str(hand & Hand(Suit.HEARTS.mask)), str(hand - Hand.of("AKQ...5432"))
    ('.T98..', '.T98..')
    """

    mask: int = 0

    @classmethod
    def of(cls, cards: str | Iterable[Card]) -> Hand:
        """A hand from its notation ``S.H.D.C`` or from cards.

        Raises:
            OddtrickError: it is neither.
        """
        if isinstance(cards, str):
            return parse_hand(cards)
        check_type(cards, Iterable, "a hand as in AKQ.T98..5432, or its cards")
        return cls(mask_of(cards))

    def suit(self, suit: Suit) -> Hand:
        """The cards of one suit."""
        return Hand(self.mask & suit.mask)

    def void(self, suit: Suit) -> bool:
        """True if the hand holds no card of the suit."""
        return not self.mask & suit.mask

    def __contains__(self, card: object) -> bool:
        if isinstance(card, str):  # text is in no hand, which nobody means to ask
            raise OddtrickError(no_card(card))
        return isinstance(card, Card) and bool(self.mask & card.bit)

    def __iter__(self) -> Iterator[Card]:
        return iter(cards_in(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __or__(self, other: Hand) -> Hand:
        return Hand(self.mask | other.mask)

    def __and__(self, other: Hand) -> Hand:
        return Hand(self.mask & other.mask)

    def __sub__(self, other: Hand) -> Hand:
        return Hand(self.mask & ~other.mask)

    def __le__(self, other: Hand) -> bool:
        """True if every card here is also in the other hand."""
        return not self.mask & ~other.mask

    def __str__(self) -> str:
        holdings = []
        for suit in reversed(Suit):
            held = reversed(cards_in(self.mask & suit.mask))
            holdings.append("".join(card.rank.letter for card in held))
        return ".".join(holdings)

    def __repr__(self) -> str:
        return f"Hand.of({str(self)!r})"


def parse_hand(text: str) -> Hand:
    """Reads ``S.H.D.C``; ``""`` is no cards at all; ``10``, ``Kn`` and small letters are known.

    Raises:
        OddtrickError: there are not four suits, a rank is unknown, or a card stands twice.
    """
    check_type(text, str, "four suits, as in AKQ.T98..5432")
    if not text:
        return Hand()
    suits = text.upper().replace("10", "T").replace("KN", "J").split(".")
    if len(suits) != len(Suit):
        raise OddtrickError(f"{text[:60]!r} is not a hand: write four suits, as in AKQ.T98..5432")
    mask = 0
    for suit, holding in zip(reversed(Suit), suits, strict=True):
        for letter in holding:
            if letter not in _RANK_SIGNS:
                raise OddtrickError(f"{text[:60]!r} is not a hand: {letter!r} is not a rank")
            bit = card_at(suit, _RANK_SIGNS[letter]).bit
            if mask & bit:
                raise OddtrickError(f"{text[:60]!r} holds {letter}{suit.letter} twice")
            mask |= bit
    return Hand(mask)
