"""Tests that reports come out in the reader's language, entirely."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

import oddtrick
from oddtrick.cli.review_report import report
from oddtrick.errors import OddtrickError
from oddtrick.i18n.catalogue import LANGUAGES, catalogue_of
from oddtrick.report import (
    error_page,
    for_seat,
    player_links,
    report_page,
    server_frame,
    standalone_frame,
)
from oddtrick.review import PHASES, THEMES, Review, Sentence
from oddtrick.web.static_files import files
from tests.support.extent import part
from tests.support.report_texts import PageTexts, read_page, vocabulary, words_of
from tests.support.web.report_pages import reviewed

SOURCE = Path(oddtrick.__file__).parent
SPEAKERS = (
    *sorted((SOURCE / "report").glob("*.py")),
    SOURCE / "cli/review_report.py",
    SOURCE / "i18n/localizer.py",
)
"""The modules that put labels into reports."""

EXAMPLES = {
    "whist-1": 0,
    "scotch-whist-2": 0,
    "scotch-whist-1": 0,
    "knockout-whist-1": 5,
    "minnesota-whist-1": 0,
}
"""Examples with and without sides, with several hands, chosen trumps and bids, and a deal each."""

NAMES = ("Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7", "Q8")
"""Names that are no words."""

OWN_WORDS = {"oddtrick"}


@cache
def _variants(name: str) -> tuple[Review, ...]:
    """An example, and the same as if its end, its trumps or its solution were different."""
    review = reviewed(name, EXAMPLES[name], names=NAMES)
    deal = review.deals[0]
    unfinished = replace(deal.steps, points=None, score=None, games=None, trump=None)
    unsolved = replace(deal.luck, par=None, made=None, given=None, expert=None, missing="hard")
    return (
        review,
        for_seat(review, deal.steps.seats[0]),
        replace(review, names=None, winner=None, over=True),
        replace(
            review, over=False, deals=(replace(deal, steps=replace(deal.steps, trump="N")),) * 2
        ),
        replace(review, deals=(replace(deal, steps=unfinished),)),
        replace(review, deals=(replace(deal, luck=unsolved, moments=(), losses=()),), losses=()),
    )


@cache
def _pages(name: str, language: str) -> tuple[PageTexts, ...]:
    """The pages of an example and its variants, for all players and for one."""
    pages = []
    for number, review in enumerate(_variants(name)):
        seat = 0 if number % 2 else None
        links = player_links(review, None, language=language, reader=seat)
        frame = server_frame("/", links, language)
        pages.append(read_page(report_page(review, frame, seat, language, reader=seat)))
    return tuple(pages)


each_example = pytest.mark.parametrize("name", part(EXAMPLES, 2))


def test_every_label_is_used_and_every_used_label_exists() -> None:
    on_paper = ("sheet.", "helpers.")
    keys = {key for key in catalogue_of("en").labels if not key.startswith(on_paper)}
    constants, asked, prefixes = set(), set(), set()
    for file in SPEAKERS:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Constant(value=str() as value):
                    constants.add(value)
                case ast.JoinedStr(values=[ast.Constant(value=str() as value), *_]):
                    prefixes.add(value)
                case ast.Call(
                    func=ast.Attribute(attr="text" | "html"),
                    args=[ast.Constant(value=str() as value)],
                ):
                    asked.add(value)
    assert asked - keys == set()
    families = tuple(prefix for prefix in prefixes if prefix.endswith("."))
    constants |= {f"{key}.you" for key in constants & keys}
    unused = {key for key in keys - constants if not key.startswith(families)}
    assert unused == set()
    for family, names in (
        ("phase.", PHASES),
        ("theme.", THEMES),
        ("rank.", [*"23456789TJQKA", "Kn"]),
    ):
        assert {key for key in keys if key.startswith(family)} == {f"{family}{n}" for n in names}


@each_example
@pytest.mark.parametrize(("language", "heading"), [("en", "for you"), ("de", "Deine wichtigsten")])
def test_a_reader_who_played_is_called_you(name: str, language: str, heading: str) -> None:
    review = for_seat(_variants(name)[0], 0)
    links = player_links(review, 0, language=language, reader=0)
    frame = server_frame("/", links, language)
    texts = read_page(report_page(review, frame, 0, language, reader=0)).texts
    assert [text for text in texts if NAMES[0] in text] == []
    assert any(heading in text for text in texts)
    assert any(NAMES[1] in text for text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reader_is_called_you_where_others_decided(language: str) -> None:
    review = _variants("whist-1")[0]
    deal = review.deals[0]
    named = Sentence("opponent-out", {"seat": "0", "suit": "clubs"})
    decisions = tuple(replace(one, explanation=(named,)) for one in deal.decisions)
    review = replace(review, deals=(replace(deal, decisions=decisions),))
    for reader, name in ((0, catalogue_of(language).labels["you"]), (1, NAMES[0])):
        page = report_page(review, standalone_frame(), None, language, reader=reader)
        texts = read_page(page).texts
        assert named.text(language, NAMES, reader) in texts
        assert [text for text in texts if NAMES[reader] in text] == []
        assert any(text.startswith(f"{name} ") for text in texts)


@pytest.mark.parametrize("name", part(EXAMPLES, 1))
def test_no_english_is_left_in_a_german_report(name: str) -> None:
    for english, german in zip(_pages(name, "en"), _pages(name, "de"), strict=True):
        assert (english.language, german.language) == ("en", "de")
        assert english.shape == german.shape
        _assert_german(english.texts, german.texts)
    for review in _variants(name):
        _assert_german([*report("1", review)], [*report("1", review, language="de")])


def _assert_german(english: list[str], german: list[str]) -> None:
    """Fails if a text has a word that also the English report has and no German label."""
    shared = words_of(*english) & words_of(*german)
    assert shared - OWN_WORDS - vocabulary("de") == set()
    own = set(catalogue_of("en").sentences.values()) - set(catalogue_of("de").sentences.values())
    assert own & set(german) == set()
    assert len(words_of(*german) - words_of(*english)) > 40


@each_example
def test_numbers_are_written_as_in_the_language(name: str) -> None:
    for language, foreign in (("en", r"\d,\d\d?\b|\d\s%"), ("de", r"\d\.\d\d?\b|\d%")):
        texts = [text for page in _pages(name, language) for text in page.texts]
        assert [text for text in texts if re.search(foreign, text)] == []


def test_a_page_that_refuses_is_in_the_language_too() -> None:
    frame = server_frame("/games", language="de")
    page = read_page(error_page("busy", frame, "de", code="busy", status=503))
    assert page.language == "de"
    assert words_of(*page.texts) - OWN_WORDS - {"busy"} <= vocabulary("de")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(OddtrickError, match="choose one of en, de"):
        report_page(_variants("whist-1")[0], standalone_frame(), None, "fr")


def test_every_class_of_the_style_sheet_occurs_in_a_report() -> None:
    sheet = files().named["report/report.css"].body.decode()
    styled = set(re.findall(r"\.([a-z][a-z0-9-]*)", re.sub(r"/\*.*?\*/|\{[^{}]*\}", "", sheet)))
    found = [page.classes for name in EXAMPLES for page in _pages(name, "en")]
    assert styled - set().union(*found) == set()
