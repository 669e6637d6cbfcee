"""The words of the catalogues."""

from __future__ import annotations

import re
from functools import cache

from oddtrick.games import GAMES
from oddtrick.i18n.catalogue import Label, catalogue_of

WORD = re.compile(r"[^\W\d_]{2,}")
"""A word of two letters or more: the ranks and the names of seats are shorter."""


def words_of(*texts: str) -> set[str]:
    """Returns the words of some texts, in lower case."""
    return {word.lower() for text in texts for word in WORD.findall(text)}


def label_forms(label: Label) -> dict[str, str]:
    """Returns the texts of a label by plural form; one without plural is ``other`` alone."""
    return {"other": label} if isinstance(label, str) else label


@cache
def vocabulary(language: str) -> set[str]:
    """Returns all words of a catalogue, and of the names of the games."""
    catalogue = catalogue_of(language)
    labels = [form for label in catalogue.labels.values() for form in label_forms(label).values()]
    texts = [*labels, *catalogue.sentences.values(), *catalogue.to_reader.values()]
    texts += catalogue.words.values()
    texts += [game.text(language).title for game in GAMES]
    return words_of(*(re.sub(r"\{\w+\}", "", text) for text in texts))
