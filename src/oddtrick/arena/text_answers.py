"""Answers in words: the one action that the last line of an answer names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from oddtrick.cards import Card, Suit, parse_card, parse_suit
from oddtrick.errors import OddtrickError
from oddtrick.rules import Throw, action_text, parse_play

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from oddtrick.rules import PlayerAction

RANK_WORDS = {
    word: "23456789TJQKA"[place]
    for place, word in enumerate(
        (
            *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
            *("jack", "queen", "king", "ace"),
        )
    )
} | {"knave": "J", "10": "T"}
_RANK, _SUIT, _SIGN = "10|[2-9TJQKA]", "[SHDC]", "[♠♥♦♣]"
_WORDS = "|".join(RANK_WORDS)
_SUITS = "spades|hearts|diamonds|clubs"
_CODES = re.compile(
    rf"(?<![A-Za-z0-9♠♥♦♣])(?:(?:{_RANK})(?:{_SUIT}|\s?{_SIGN})|{_SIGN}\s?(?:{_RANK}))(?![A-Za-z0-9])"
)
_NAMES = re.compile(rf"\b({_WORDS}|[2-9TJQKA])\s+of\s+({_SUITS})\b", re.IGNORECASE)
_TRUMPS = re.compile(rf"(?<![A-Za-z0-9])(?:{_SUIT}|(?i:{_SUITS})|{_SIGN})(?![A-Za-z0-9])")
_PASSES = re.compile(r"\b(pass|knock)\b", re.IGNORECASE)
_THROWS = re.compile(r"\b(rock|paper|scissors)\b", re.IGNORECASE)
SHOWN = 80
"""The longest part of an answer that a message repeats."""


def read_answer(text: str, legal: Sequence[PlayerAction]) -> PlayerAction:
    r"""Returns the action that the last line of an answer names.

    Cards are understood as ``TH``, ``10H``, ``10♥``, ``♥10`` and ``ten of hearts``, suits as a
    letter, symbol or name, a pass as ``pass`` or ``knock``.

    Args:
        text: the answer; lines before the last one that is not empty are not read.
        legal: the legal actions, all of one kind.

    Raises:
        OddtrickError: the line names no action, several, or an illegal one.

    >>> read_answer("Partner leads.\n**10♥**", (Card.H2, Card.HT))
    Card.HT
    """
    lines = [line for line in text.splitlines() if line.strip(" \t*_`.")]
    if not lines:
        raise OddtrickError("the answer is empty")
    line = lines[-1].replace("*", "").replace("`", "").strip()
    named = list(dict.fromkeys(_named(line, legal[0])))
    shown = repr(line[:SHOWN])
    if not named:
        raise OddtrickError(f"the last line, {shown}, names none of the legal actions")
    if len(named) > 1:
        texts = " ".join(map(action_text, named))
        raise OddtrickError(f"the last line, {shown}, names several: {texts}")
    if named[0] not in legal:
        raise OddtrickError(f"{action_text(named[0])} is not legal here")
    return named[0]


def _named(line: str, example: PlayerAction) -> Iterator[PlayerAction]:
    """Yields the actions of the example's kind that a line names."""
    if isinstance(example, Throw):
        yield from (Throw(found.lower()) for found in _THROWS.findall(line))
    elif isinstance(example, Card):
        yield from (parse_card(found.replace(" ", "")) for found in _CODES.findall(line))
        for rank, suit in _NAMES.findall(line):
            yield parse_card(RANK_WORDS.get(rank.lower(), rank.upper()) + parse_suit(suit).letter)
        yield from map(parse_play, _PASSES.findall(line))
    else:
        yield from (Suit(parse_suit(found)) for found in _TRUMPS.findall(line))
