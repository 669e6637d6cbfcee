"""Splits a text into games, tags and the rows below them, without knowledge of cards.

Makes one pass and reads each character a bounded number of times: linear time on any input.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from oddtrick.pbn.board import GAME, MANDATORY, TRUMP, TURN_UP, Refusal

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


class Game(NamedTuple):
    """The tags of a game, and the first thing in it that is no PBN."""

    tags: list[Tag]
    refusal: Refusal | None = None


def games(text: str) -> Iterator[Game]:
    """The games of a text; an empty line ends a game, whatever else it holds."""
    game = _GameBuilder()
    for kind, token, line in _tokens(text):
        if kind == "blank":
            yield from game.built()
            game = _GameBuilder()
        else:
            game.add(kind, token, line)
    yield from game.built()


class _GameBuilder:
    """Collects the tags of one game."""

    def __init__(self) -> None:
        self._tags: dict[str, Tag] = {}
        self._notes = 0
        self._last: Tag | None = None
        self._refusal: Refusal | None = None

    def add(self, kind: str, token: re.Match[str] | Refusal, line: int) -> None:
        """Adds a tag or a word; the first refusal is kept."""
        try:
            if isinstance(token, Refusal):
                raise token
            if kind == "tag":
                self._add_tag(_tag(token, line))
            else:
                _check_below(self._last, token[0], line)
                assert self._last is not None
                self._last.words.append(Word(token[0], line))
        except Refusal as refusal:
            self._refusal = self._refusal or refusal

    def _add_tag(self, tag: Tag) -> None:
        self._last = tag
        self._notes += 1
        # Notes may repeat; of other tags the first counts.
        key = f"{tag.name} {self._notes}" if tag.name == "Note" else tag.name
        _check_duplicate(self._tags.setdefault(key, tag), tag)

    def built(self) -> Iterator[Game]:
        """Yields the game, if there is one."""
        if self._tags or self._refusal is not None:
            yield Game(list(self._tags.values()), self._refusal)


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


def _tokens(text: str) -> Iterator[tuple[str, re.Match[str] | Refusal, int]]:
    """Empty lines, tags, and the words and strings between them, each with its line.

    A refusal stands for the rest of a line that is no PBN.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    last_brace = text.rfind("}")
    at, line = 0, 1
    while at < len(text):
        # Each comment that is never closed would be searched for its end to the end of the text.
        open_ended = text[at] == "{" and at > last_brace
        match = None if open_ended else _TOKEN.match(text, at)
        if match is None:
            yield "error", Refusal(_error_of(text[at : at + 20]), line=line), line
            end = text.find("\n", at)
            at = len(text) if end < 0 else end
            continue
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
