"""The catalogues of texts: complete in every language, used, and the only place of such texts."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from msgspec.structs import asdict

import oddtrick
from oddtrick.calls import Bid
from oddtrick.games import GAMES
from oddtrick.i18n.catalogue import DEFAULT_LANGUAGE, LANGUAGES, catalogue_of
from oddtrick.i18n.localizer import Localizer
from oddtrick.web.static_files import files
from tests.support.drives import MOVEMENTS
from tests.support.report_texts import label_forms, vocabulary

SOURCE = Path(oddtrick.__file__).parent
SHEETS = SOURCE / "drive/sheets"
GERMAN_IS_READ = {"cli/output.py", "drive/entry_list.py"}
"""Modules that know what people write in German."""

ENGLISH_TOO = {"analyse", "spiel", "stand"}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def texts_of(language: str) -> dict[tuple[str, str, str], str]:
    """Every text of a catalogue, by section, key and plural form."""
    return {
        (section, key, form): text
        for section, texts in asdict(catalogue_of(language)).items()
        for key, label in texts.items()
        for form, text in label_forms(label).items()
    }


def constants(file: Path) -> Iterator[str]:
    """Yields the strings of a module that are no docstrings."""
    docstrings = set()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        statements = body if isinstance(body, list) else []
        docstrings |= {id(one.value) for one in statements if isinstance(one, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in docstrings:
            yield from [node.value] if isinstance(node.value, str) else []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_in_every_language_with_the_same_placeholders(language: str) -> None:
    texts, english = texts_of(language), texts_of(DEFAULT_LANGUAGE)
    assert {at: placeholders(text) for at, text in texts.items()} == {
        at: placeholders(text) for at, text in english.items()
    }
    assert all(text.strip() for text in texts.values())


def test_every_text_of_a_sheet_is_printed_by_one() -> None:
    labels = catalogue_of(DEFAULT_LANGUAGE).labels
    sheet = {key.removeprefix("sheet.") for key in labels if key.startswith("sheet.")}
    helpers = {key.split(".")[1] for key in labels if key.startswith("helpers.")}
    code = {text for file in SHEETS.glob("*.py") for text in constants(file)}
    named = code | {text.removeprefix("helpers.") for text in code}
    named |= {text.replace("_", "-") for text in code}
    for template in SHEETS.glob("*.typ"):
        named |= set(re.findall(r"\bwords\.([a-z0-9-]+)", template.read_text(encoding="utf-8")))
    families = tuple(text for text in code if text.endswith("-"))
    unused = {key for key in sheet | helpers if key not in named and not key.startswith(families)}
    assert unused == set()


def test_a_movement_has_its_name_on_paper() -> None:
    labels = catalogue_of(DEFAULT_LANGUAGE).labels
    named = {key for key in labels if key.startswith("sheet.movement-")}
    assert named == {f"sheet.movement-{movement}" for movement in MOVEMENTS}


def test_no_text_in_another_language_stands_in_the_code() -> None:
    code = {
        file.relative_to(SOURCE).as_posix(): set(constants(file))
        for file in SOURCE.rglob("*.py")
        if not file.match("games/*/texts.py")  # which have all that a game says of itself
    }
    for language in set(LANGUAGES) - {DEFAULT_LANGUAGE}:
        # A module that asks which language it is has a text, or a custom, of that language.
        assert [file for file, found in code.items() if language in found] == ["i18n/catalogue.py"]
        foreign = vocabulary(language) - vocabulary(DEFAULT_LANGUAGE) - ENGLISH_TOO
        wrong = {
            (file, text)
            for file, found in code.items()
            if file not in GERMAN_IS_READ
            for text in found
            if re.search("[äöüßÄÖÜ]", text)
            or foreign & set(re.findall(r"[^\W\d_]{4,}", text.casefold()))
        }
        assert wrong == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bid_of_every_game_has_the_name_that_the_page_gives_it(language: str) -> None:
    served = files().named[f"i18n/{language}/calls.js"].body.decode()
    page = dict(re.findall(r'"call\.([\w-]+)": "([^"]*)"', served))
    calls = {call for game in GAMES for call in (*game.rules().calls, *game.rules().contracts)}
    names = {call.name for call in calls if isinstance(call, Bid) and call.name}
    assert len(names) > 20
    for name in names:
        assert Localizer(language).bid(name) == page[name.replace(" ", "-")]
