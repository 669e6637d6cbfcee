"""The texts of a report: what is read, seen or announced."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser

from oddtrick.games import GAMES
from oddtrick.i18n.catalogue import Label, catalogue_of

ANNOUNCED = ("aria-label", "alt", "title", "placeholder", "aria-description")
"""Attributes with texts for people."""

WORD = re.compile(r"[^\W\d_]{2,}")
"""A word of two letters or more: the ranks and the names of seats are shorter."""


class PageTexts(HTMLParser):
    """Collects what a page contains.

    ``texts``: the texts that are read or announced. ``classes``: of all elements. ``shape``: each
    element with its classes and the names of its attributes. ``language``: of the page.
    """

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.classes: set[str] = set()
        self.shape: list[str] = []
        self.language: str | None = None
        self._tag = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._tag = tag
        self.classes |= set((given.get("class") or "").split())
        self.texts += [given[name] or "" for name in ANNOUNCED if name in given]
        names = sorted(name for name in given)
        self.shape.append(f"{tag}.{given.get('class')} {names}")
        if tag == "html":
            self.language = given.get("lang")

    def handle_data(self, data: str) -> None:
        if self._tag not in ("style", "script") and data.strip():
            self.texts.append(data.strip())


def read_page(page: str) -> PageTexts:
    """Returns what a page contains."""
    found = PageTexts()
    found.feed(page)
    return found


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
