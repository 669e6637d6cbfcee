"""The pictures of cards on the rules pages show what the text beside them says."""

from __future__ import annotations

import re

import pytest

from docs.sphinx_ext.card_pictures import groups
from oddtrick.cards import parse_card
from oddtrick.cli.rules import plain_page
from oddtrick.errors import OddtrickError
from oddtrick.games import GAMES
from oddtrick.rulebook import TRICK_PLAY, WIDTH, page

PAGES = [TRICK_PLAY, *(game.id for game in GAMES)]
NAMED = re.compile("(?:10|[2-9JQKA])[♠♥♦♣]")


def _paragraphs(name: str) -> list[tuple[str, str]]:
    """The paragraphs that are followed by a picture, each with its comment."""
    text = page(name)
    found = []
    for match in re.finditer(r"^<!-- cards: (.*) -->$", text, re.MULTILINE):
        before = text[: match.start()].rstrip().rpartition("\n\n")[2]
        found.append((" ".join(before.split()), match[1]))
    return found


@pytest.mark.parametrize("name", PAGES)
def test_a_picture_shows_only_cards_that_the_paragraph_above_names(name: str) -> None:
    pictures = _paragraphs(name)
    assert pictures, "a page of rules without a picture"
    for paragraph, comment in pictures:
        named = {parse_card(card) for card in NAMED.findall(paragraph)}
        shown = [parse_card(card) for card in NAMED.findall(comment)]
        assert shown, comment
        assert set(shown) <= named, comment


@pytest.mark.parametrize("name", PAGES)
def test_the_caption_of_a_picture_names_who_is_in_the_paragraph(name: str) -> None:
    for paragraph, comment in _paragraphs(name):
        for person in re.findall(r"\b(?:Ann|Bob|Cal|Dot|[Ss]eat \d)\b", comment):
            assert person.lower() in paragraph.lower(), comment


@pytest.mark.parametrize("name", PAGES)
def test_a_reader_of_the_text_sees_nothing_of_the_pictures(name: str) -> None:
    text = plain_page(name)
    assert "<!--" not in text
    assert all(len(line) <= WIDTH for line in page(name).splitlines() if "<!-- cards" in line)


def test_a_comment_with_something_else_than_cards_is_refused() -> None:
    with pytest.raises(OddtrickError, match="1♥"):
        groups("Ann: 1♥")
