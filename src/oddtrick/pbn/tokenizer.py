"""Splits a text into games, tags and the rows below them, without knowledge of cards.

Makes one pass and reads each character a bounded number of times: linear time on any input.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from oddtrick.pbn.board import GAME, MANDATORY, TRUMP, TURN_UP
from oddtrick.pbn.board_error import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

_SPACE = r"(?:[^\S\n]|[\x00\x1a\ufeff])"
_WORD = r'[^\s\x00\x1a\ufeff\[\]{};"]++'
_STRING = r'"(?:[^"\\\r\n]++|\\["\\]?)*+"'

_TOKEN = re.compile(
    rf"""
      (?P<escape> ^%[^\n]*+ )
    | (?P<blank> ^{_SPACE}*+\n )
    | (?P<space> {_SPACE}++ | \n )
    | (?P<remark> ;[^\n]*+ )
    | (?P<comment> \{{[^}}]*+\}} )
    | (?P<tag> \[\s*+(?P<name>[A-Za-z0-9_]++)\s*+(?P<value>{_STRING})\s*+\] )
    | (?P<string> {_STRING} )
    | (?P<word> {_WORD} )
    """,
    re.VERBOSE | re.MULTILINE | re.ASCII,
)
_ROW = re.compile(rf"(?:{_WORD}|{_STRING})(?: ++(?:{_WORD}|{_STRING}))*+", re.ASCII)
_ESCAPED = re.compile(r'\\(["\\])')

_NAMES = {
    name.lower(): name for name in (*MANDATORY, "Auction", "Play", "Note", GAME, TRUMP, TURN_UP)
}
"""Canonical names of known tags by lower-case name: PBN is case sensitive, real files are not."""


class Word(NamedTuple):
    """A word of a section, with its line."""

    text: str
    line: int


class Tag(NamedTuple):
    """A tag, with its line and the words below it."""

    name: str
    value: str
    line: int
    words: list[Word]

    @property
    def rows(self) -> tuple[str, ...]:
        """The words, joined line by line."""
        rows: dict[int, list[str]] = {}
        for word in self.words:
            rows.setdefault(word.line, []).append(word.text)
        return tuple(" ".join(words) for words in rows.values())


def is_row(text: str) -> bool:
    """True for a row that may stand below a tag unchanged."""
    return _ROW.fullmatch(text) is not None


def games(text: str) -> Iterator[list[Tag]]:
    """The tags of each game; an empty line ends a game.

    Raises:
        Refusal: a token is neither a tag, nor a row below one, nor a comment.
    """
    game: dict[str, Tag] = {}
    notes = 0
    last: Tag | None = None
    for kind, match, line in _tokens(text):
        if kind == "blank":
            if game:
                yield list(game.values())
            game, last = {}, None
        elif kind == "tag":
            last = _tag(match, line)
            notes += 1
            # Notes may repeat; of other tags the first counts.
            key = f"{last.name} {notes}" if last.name == "Note" else last.name
            _check_duplicate(game.setdefault(key, last), last)
        else:
            _check_below(last, match[0], line)
            assert last is not None
            last.words.append(Word(match[0], line))
    if game:
        yield list(game.values())


def _tag(match: re.Match[str], line: int) -> Tag:
    name = match["name"]
    value = _ESCAPED.sub(r"\1", match["value"][1:-1])
    return Tag(_NAMES.get(name.lower(), name), value, line, [])


def _check_duplicate(first: Tag, again: Tag) -> None:
    """Ignores a duplicate tag; two different deals mean two boards run together."""
    if first.name == "Deal" and first.value != again.value:
        raise Refusal(
            "a second [Deal] in one board: put an empty line between two boards", line=again.line
        )


def _check_below(tag: Tag | None, text: str, line: int) -> None:
    if tag is None:
        raise Refusal(
            f'{text[:20]!r} stands before any tag of its board: write [Name "value"] first, or '
            "put a comment in { }",
            line=line,
        )
    if tag.name in MANDATORY or tag.name == "Note":
        raise Refusal(
            f"{text[:20]!r} stands below [{tag.name}], which takes no text: put a comment in {{ }}",
            line=line,
        )


def _tokens(text: str) -> Iterator[tuple[str, re.Match[str], int]]:
    """Empty lines, tags, and the words and strings between them, each with its line."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    at, line = 0, 1
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise Refusal(_error_of(text[at : at + 20]), line=line)
        kind = str(match.lastgroup)
        if kind in ("blank", "tag", "string", "word"):
            yield kind, match, line
        line += text.count("\n", at, match.end())
        at = match.end()


def _error_of(text: str) -> str:
    char, shown = text[0], repr(text.split("\n", maxsplit=1)[0])
    if char == "[":
        return f'{shown} is not a tag: write [Name "value"], and \\" for a quote in the value'
    if char == "{":
        return f"the comment {shown} is not closed: write }} at its end"
    if char == '"':
        return f'{shown} is not closed: write " at its end, on the same line'
    return f"{shown} cannot stand here: take it out, or put it in a comment"
