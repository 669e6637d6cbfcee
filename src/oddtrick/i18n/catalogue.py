"""The texts of bots, hints, reviews, reports and printed sheets: one catalogue for each language.

A text is data elsewhere: a key, and the values that fill its placeholders, which stand as
``{name}``. :mod:`oddtrick.i18n.localizer` puts the two together; the page, whose own texts are in
``web/static/i18n``, reads the sentences from here.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias, get_args

import msgspec

from oddtrick.errors import OddtrickError

Language = Literal["en", "de"]
"""The languages that there are."""

LANGUAGES: tuple[Language, ...] = get_args(Language)

DEFAULT_LANGUAGE: Language = "en"

Label: TypeAlias = str | dict[str, str]
"""A text, or one for each plural form of ``n``: ``one`` and ``other``."""


class Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of one language.

    Args:
        advice: a sentence for each heuristic, by its tag.
        facts: a sentence for each fact that a hint or a review may state, by its tag.
        to_reader: sentences as the player reads them whom they are about, by tag: of those that
            name one it is that player, of others the one who decides.
        lessons: a sentence for each theme of decisions, for the end of a review.
        words: names of suits, ranks and numbers as the sentences need them, as in
            ``"suit.hearts"``.
        labels: all other texts, by key: of printed sheets as ``sheet.…`` and ``helpers.…``, the
            rest of reports.
    """

    advice: dict[str, str]
    facts: dict[str, str]
    to_reader: dict[str, str]
    lessons: dict[str, str]
    words: dict[str, str]
    labels: dict[str, Label]

    @property
    def sentences(self) -> dict[str, str]:
        """All sentences by tag."""
        return {**self.advice, **self.facts, **self.lessons}


@cache
def catalogue_of(language: str) -> Catalogue:
    """Returns the catalogue of a language.

    Raises:
        OddtrickError: there is none.
    """
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise OddtrickError(f"{language[:20]!r} is not a language here: choose one of {known}")
    from importlib.resources import files  # noqa: PLC0415  # `import oddtrick` stays quick

    packed = (files(__package__) / f"{language}.json").read_bytes()
    return msgspec.json.decode(packed, type=Catalogue)
