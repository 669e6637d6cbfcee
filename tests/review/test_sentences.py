"""Tests that the view never contradicts a sentence, and that texts are complete in each language.

Each sentence is checked in sampled worlds by rules implemented independently.
"""

from __future__ import annotations

import re
from random import Random
from string import Formatter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oddtrick.bots import club, novice
from oddtrick.cards import Card, Hand
from oddtrick.dealing import new_match
from oddtrick.i18n.catalogue import LANGUAGES, catalogue_of
from oddtrick.i18n.localizer import CARD_PARAMS, LIST_PARAMS
from oddtrick.match import CHANCE, Match
from oddtrick.review import PHASES, THEMES, Sentence
from oddtrick.review.decision_value import advice_for
from oddtrick.review.explanations import arguments_for, explain
from oddtrick.review.provable import known_situation
from oddtrick.review.sentence_table import ABOUT_CARDS, CAUSES, SAYINGS
from oddtrick.solver.sampling import worlds
from oddtrick.views import Awaited, View
from tests.support.contract_positions import OF_AIM
from tests.support.extent import part, times
from tests.support.hypothesis_strategies import matches
from tests.support.random_matches import EVERY
from tests.support.sentence_reference_rules import World
from tests.support.sentence_truth import TRUE

WORLDS = 8


def said(view: View) -> list[tuple[Card, Sentence]]:
    """Returns all sentences about this position, for any pair of cards."""
    advice, found, s = advice_for(view), [], known_situation(view)
    cards = [card for card in view.legal if isinstance(card, Card)]
    for better in cards:
        own = advice if advice.action is better else None
        found += [(better, argument.sentence) for argument in arguments_for(s, better, own)]
        for played in (None, *cards):
            if played is not better:
                losses = {card: float(card is not better) for card in cards}
                sentences = explain(view, better, played, losses=losses, advice=own)
                assert 1 <= len(sentences) <= 2
                assert len({sentence.text() for sentence in sentences}) == len(sentences)
                found += [(better, sentence) for sentence in sentences]
    return found


def untrue(view: View, seed: int) -> list[str]:
    """Returns the sentences about this position that are false in some world."""
    drawn = worlds(view).draw(WORLDS, seed).hands.tolist()
    wrong, checked = [], set()
    for better, sentence in said(view):
        if (better, str(sentence)) in checked:
            continue
        checked.add((better, str(sentence)))
        for hands in drawn:
            if sentence.tag not in OF_AIM and not TRUE[sentence.tag](
                World(view, hands, sentence.params, better)
            ):
                wrong.append(f"{better}: {sentence.text()} {list(map(Hand, hands))}")
                break
    return wrong


@given(match=matches(), seed=st.integers(0, 2**32))
@settings(max_examples=times(50, whole=150))
def test_sentences_are_true_in_every_world_of_the_view(match: Match, seed: int) -> None:
    view = match.view(match.to_act)
    if view.awaited is Awaited.CARD:
        assert untrue(view, seed) == []


@pytest.mark.long
@given(match=matches(), seed=st.integers(0, 2**32))
@settings(max_examples=3000)
def test_sentences_are_true_in_many_positions(match: Match, seed: int) -> None:
    view = match.view(match.to_act)
    if view.awaited is Awaited.CARD:
        assert untrue(view, seed) == []


def untrue_in_play(game: str, options: dict[str, Any], seed: int, share: float) -> list[str]:
    """Returns the false sentences at some turns of two deals played by ``club`` and ``novice``."""
    match, rng, wrong = new_match(game, seed=seed, **options), Random(seed), []
    while not match.over and match.number < 2:
        if match.to_act == CHANCE or match.to_act is None:
            match = match.with_chance(None)
            continue
        view = match.view(match.to_act)
        if view.awaited is Awaited.CARD and len(view.legal) > 1 and rng.random() < share:
            wrong += untrue(view, seed)
        match = match.apply((club, novice)[match.to_act % 2].choose(view, rng))
    return wrong


@pytest.mark.parametrize(("game", "options"), part(EVERY[::3], 10), ids=str)
def test_sentences_are_true_in_the_play_of_bots(game: str, options: dict[str, Any]) -> None:
    assert untrue_in_play(game, options, 1, 0.1) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 6))
@pytest.mark.parametrize(("game", "options"), EVERY, ids=str)
def test_sentences_are_true_throughout_the_play_of_bots(
    game: str, options: dict[str, Any], seed: int
) -> None:
    assert untrue_in_play(game, options, seed, 1) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_filled_in(language: str) -> None:
    for tag, text in catalogue_of(language).sentences.items():
        values = dict.fromkeys(slots(text), "3")
        values |= dict.fromkeys(CARD_PARAMS & set(values), "AS")
        values |= dict.fromkeys({"cards"} & set(values), "AS KH")
        sentence = Sentence(tag, values).text(language, ["Ann", "Bob", "Cy", "Di"])
        assert "{" not in sentence
        assert sentence[0].isupper() or sentence[0].isdigit()
        assert sentence[-1] == "."


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_a_record_that_gives_what_its_words_name(language: str) -> None:
    words = catalogue_of(language).advice | catalogue_of(language).facts
    assert words.keys() == SAYINGS.keys()
    for tag, saying in SAYINGS.items():
        assert slots(words[tag]) == saying.params.keys(), tag
        assert SAYINGS.keys() >= set(saying.implies), tag


def test_every_sentence_about_cards_has_an_independent_check() -> None:
    assert {one.tag for one in (*ABOUT_CARDS, *CAUSES)} - OF_AIM == TRUE.keys()


def test_every_theme_has_a_lesson() -> None:
    assert set(catalogue_of("en").lessons) == {f"lesson-{theme}" for theme in THEMES}
    assert PHASES


OTHER_PERSONS = {
    "en": r"\b(you|your|yours|yourself|i|my|we|our)\b",
    "de": r"\b(du|dich|dir|dein\w*|ich|mein\w*|wir|unser\w*|nimm|wirf|gib|hast)\b",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_address_nobody_so_that_they_suit_any_player(language: str) -> None:
    pattern = re.compile(OTHER_PERSONS[language])
    for tag, text in catalogue_of(language).sentences.items():
        assert not pattern.search(text.lower()), (tag, text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reader_who_would_be_named_is_called_you(language: str) -> None:
    catalogue, names = catalogue_of(language), ["Ann", "Bob", "Cy", "Di"]
    naming = {tag: text for tag, text in catalogue.sentences.items() if "seat" in slots(text)}
    assert set(catalogue.to_reader) >= set(naming)
    for tag, text in naming.items():
        named = {"seat": "3", "suit": "hearts", "card": "QS", "higher": "KS"}
        sentence = Sentence(tag, {name: named[name] for name in slots(text)})
        to_others = sentence.text(language, names)
        assert to_others.startswith("Di ")
        assert sentence.text(language, names, 2) == to_others
        to_the_player = sentence.text(language, names, 3)
        assert re.search(OTHER_PERSONS[language], to_the_player.lower())
        assert to_the_player.partition(" ")[0] == {"en": "You", "de": "Du"}[language]


IMPERSONAL = {
    "en": r"this hand|hand’s|wanted|own points|^no trick yet|playable|only trumps are",
    "de": r"dieses blatt|diesem blatt|eigene p|eigenen p|gebraucht|^noch kein stich|spielbar",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_player_who_decides_is_called_you(language: str) -> None:
    catalogue = catalogue_of(language)
    for tag, saying in SAYINGS.items():
        text = catalogue.sentences[tag]
        told = catalogue.to_reader.get(tag, text)
        assert not re.search(IMPERSONAL[language], told.lower()), (tag, told)
        if tag in catalogue.to_reader:
            assert slots(told) == slots(text) - {"seat"}, tag
            assert re.search(OTHER_PERSONS[language], told.lower()), tag
            values = dict.fromkeys(saying.params, "3")
            values |= dict.fromkeys(CARD_PARAMS & values.keys(), "AS")
            own = Sentence(tag, values).text(language, reader=3, to_player=True)
            assert own != Sentence(tag, values).text(language), tag


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seat_is_never_a_number(language: str) -> None:
    for tag, saying in SAYINGS.items():
        if "seat" in saying.params:
            values = dict.fromkeys(saying.params, "hearts") | {"seat": "2"}
            values |= dict.fromkeys(CARD_PARAMS & saying.params.keys(), "AS")
            assert not re.search(r"\d", Sentence(tag, values).text(language)), tag


def slots(text: str) -> set[str]:
    """The parameters that a text names."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_several_cards_are_listed_in_words() -> None:
    assert set(LIST_PARAMS) == {"cards", "suits"}
    assert Sentence("close-cards", {"cards": "5H 9C 3D"}).text() == (
        "It's close: 5♥, 9♣ or 3♦ would do as well."
    )
    assert Sentence("close-suits", {"suits": "hearts spades"}).text("de") == (
        "Es ist knapp: Herz oder Pik geht ebenso."
    )
