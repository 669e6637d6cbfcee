"""The texts of bots, hints, reviews and reports: one catalogue for each language.

The terminal, the report and the page all read the same files. A sentence is data elsewhere: a tag,
and the parameters that fill the slots of its text here.

>>> catalogue_of("en").text("partner-safe", {"card": "KH"})
"Partner's K♥ is winning, and nobody still to play can beat it."
>>> catalogue_of("en").text("close-cards", {"cards": "5H 9C 3D"})
"It's close: any of these will do (5♥, 9♣ or 3♦)."
>>> catalogue_of("de").text(
...     "opponent-out", {"seat": "3", "suit": "hearts"}, ["Ann", "Bob", "Cy", "Di"]
... )
'Di hat gezeigt, dass kein Herz mehr da ist, und kann Trümpfe haben.'
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from oddtrick.cards import parse_card
from oddtrick.errors import OddtrickError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LANGUAGES = ("en", "de")

DEFAULT_LANGUAGE = "en"

CARD_PARAMS = frozenset({"card", "higher", "guarded"})
"""The parameters that are cards."""

LIST_PARAMS = {"cards": "card", "suits": "suit"}
"""The parameters that are several cards or suits, with the parameter of one."""


Label: TypeAlias = str | dict[str, str]
"""A text, or one for each plural form of ``n``: ``one`` and ``other``."""


class Catalogue(msgspec.Struct, frozen=True):
    """The texts of one language, with ``{name}`` for what is filled in.

    Args:
        advice: a sentence for each heuristic, by its tag.
        facts: a sentence for each fact that a hint or a review may state, by its tag.
        to_reader: the sentences that name a player, as that player reads them, by tag.
        lessons: a sentence for each theme of decisions, for the end of a review.
        words: names of suits, ranks and numbers as the sentences need them, as in
            ``"suit.hearts"``.
        report: the labels of a report, by key.
    """

    advice: dict[str, str]
    facts: dict[str, str]
    to_reader: dict[str, str]
    lessons: dict[str, str]
    words: dict[str, str]
    report: dict[str, Label]

    @property
    def sentences(self) -> dict[str, str]:
        """All sentences by tag."""
        return {**self.advice, **self.facts, **self.lessons}

    def text(
        self,
        tag: str,
        params: Mapping[str, str],
        names: Sequence[str] | None = None,
        reader: int | None = None,
    ) -> str:
        """The sentence of a tag.

        Args:
            tag: a key of ``sentences``.
            params: what the sentence names: cards as in ``"KH"``, suits and ranks by their English
                names, seats and counts as numbers; several cards or suits with spaces between them.
            names: of the players, by seat; None: seats are numbered.
            reader: the seat of the reader, who is called "you"; None: nobody's, or unknown.

        Raises:
            KeyError: there is no such tag.
        """
        form = self._form(tag, told_to_player=params.get("seat") == str(reader))
        filled = form.format_map(
            {name: self._word(name, value, names) for name, value in params.items()}
        )
        return filled[:1].upper() + filled[1:]

    def _form(self, tag: str, *, told_to_player: bool) -> str:
        """The sentence before its slots are filled."""
        if told_to_player:
            return self.to_reader[tag]
        return self.advice.get(tag) or self.facts.get(tag) or self.lessons[tag]

    def _word(self, name: str, value: str, names: Sequence[str] | None) -> str:
        if name in CARD_PARAMS:
            return parse_card(value).symbols
        if name in LIST_PARAMS:
            return self._list([self._word(LIST_PARAMS[name], one, names) for one in value.split()])
        if name == "number":
            return self.words.get(f"number.{value}", value)
        if name == "seat":
            return self.words["seat"].format(seat=value) if names is None else names[int(value)]
        return self.words.get(f"suit.{value}", self.words.get(f"rank.{value}", value))

    def _list(self, named: Sequence[str]) -> str:
        """Several names in one phrase."""
        if len(named) < 2:
            return "".join(named)
        return f"{', '.join(named[:-1])} {self.words['or']} {named[-1]}"


@cache
def catalogue_of(language: str) -> Catalogue:
    """The catalogue of a language.

    Raises:
        OddtrickError: there is none.
    """
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise OddtrickError(f"{language[:20]!r} is not a language here: choose one of {known}")
    from importlib.resources import files  # noqa: PLC0415  # `import oddtrick` stays quick

    packed = (files(__package__) / f"{language}.json").read_bytes()
    return msgspec.json.decode(packed, type=Catalogue)
