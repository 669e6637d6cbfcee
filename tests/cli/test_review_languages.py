"""Tests that reviews in text come out in the reader's language, entirely."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

import oddtrick
from oddtrick.bots.search import SearchBudget
from oddtrick.calls import Bid, parse_call
from oddtrick.cli.review_phrases import Phrases
from oddtrick.cli.review_report import report
from oddtrick.i18n.catalogue import catalogue_of
from oddtrick.record import decode_record, record_of
from oddtrick.review import THEMES, Decision, Review, for_seat, review
from tests.support.extent import part
from tests.support.report_texts import vocabulary, words_of
from tests.support.review_deals import LITTLE, played
from tests.support.run_program import EXAMPLES as ROOT

SOURCE = Path(oddtrick.__file__).parent
SPEAKERS = (
    SOURCE / "cli/review_phrases.py",
    SOURCE / "cli/review_report.py",
    SOURCE / "i18n/localizer.py",
)
"""The modules that put labels into reviews."""

EXAMPLES = {
    "whist-1": 0,
    "scotch-whist-2": 0,
    "scotch-whist-1": 0,
    "knockout-whist-1": 5,
    "minnesota-whist-1": 0,
}
"""Examples with and without sides, with several hands, chosen trumps and bids, and a deal each."""

QUICK = SearchBudget(candidates=300, worlds=40)

NAMES = ("Q1", "Q2", "Q3", "Q4", "Q5", "Q6", "Q7", "Q8")
"""Names that are no words."""

each_example = pytest.mark.parametrize("name", part(EXAMPLES, 2))


@cache
def _variants(name: str) -> tuple[Review, ...]:
    """An example, and the same as if its end, its trumps or its solution were different."""
    record = decode_record((ROOT / f"{name}.record.json").read_bytes())
    named = replace(record, names=NAMES[: len(record.deals[0].hands[0].cards)])
    whole = review(named, deals=(EXAMPLES[name],), budget=QUICK)
    deal = whole.deals[0]
    unfinished = replace(deal.steps, points=None, score=None, games=None, trump=None)
    unsolved = replace(deal.luck, par=None, made=None, given=None, expert=None, missing="hard")
    return (
        whole,
        for_seat(whole, deal.steps.seats[0]),
        replace(whole, names=None, winner=None, over=True),
        replace(
            whole, over=False, deals=(replace(deal, steps=replace(deal.steps, trump="N")),) * 2
        ),
        replace(whole, deals=(replace(deal, steps=unfinished),)),
        replace(whole, deals=(replace(deal, luck=unsolved, moments=(), losses=()),), losses=()),
    )


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
                    func=ast.Attribute(attr="text"),
                    args=[ast.Constant(value=str() as value)],
                ):
                    asked.add(value)
    assert asked - keys == set()
    families = tuple(prefix for prefix in prefixes if prefix.endswith("."))
    assert {key for key in keys - constants if not key.startswith(families)} == set()
    for family, names in (("theme.", THEMES), ("rank.", [*"23456789TJQKA", "Kn"])):
        assert {key for key in keys if key.startswith(family)} == {f"{family}{n}" for n in names}


@each_example
def test_no_english_is_left_in_a_german_review(name: str) -> None:
    for each in _variants(name):
        english, german = [*report("1", each)], [*report("1", each, language="de")]
        shared = words_of(*english) & words_of(*german)
        assert shared - vocabulary("de") == set()
        own = set(catalogue_of("en").sentences.values()) - set(
            catalogue_of("de").sentences.values()
        )
        assert own & set(german) == set()
        assert len(words_of(*german) - words_of(*english)) > 25


@each_example
def test_numbers_are_written_as_in_the_language(name: str) -> None:
    for language, foreign in (("en", r"\d,\d\d?\b|\d\s%"), ("de", r"\d\.\d\d?\b|\d%")):
        lines = [line for each in _variants(name) for line in report("1", each, language=language)]
        assert [line for line in lines if re.search(foreign, line)] == []


@cache
def _with_calls(game: str) -> Review:
    """A first deal of bots in which something is played for."""
    for seed in range(20):
        match = played(game, seed)
        if match.all_deals[0].hands:
            return review(record_of(match), deals=(0,), budget=LITTLE)
    raise AssertionError(game)


@pytest.mark.parametrize("game", ["bid-whist", "minnesota-whist", "oh-hell", "solo-whist"])
def test_a_contract_names_those_who_have_to_make_it(game: str) -> None:
    done = _with_calls(game)
    steps = done.deals[0].steps
    contract = Phrases.of(done).contract(done.deals[0])
    assert bool(contract) == (game != "oh-hell")
    assert any(contract in line for line in report("1", done))
    if contract and steps.contract and steps.contract.declarer is not None:
        side = next(seats for seats in steps.contract.sides if steps.contract.declarer in seats)
        partners = side in done.sides  # of the whole match
        named = {seat for seat in range(4) if f"Seat {seat}" in contract}
        assert named == ({steps.contract.declarer} if partners else set(side))


def test_a_card_put_away_is_no_bid_and_a_pass_has_its_own_sentence() -> None:
    phrases = Phrases.of(_with_calls("bid-whist"))
    calls = [one for one in phrases.review.deals[0].decisions if one.kind == "call"]

    def sentence(decision: Decision, action: str) -> str:
        made = replace(decision, played=action)
        return f"{phrases.place(made)}: {phrases.comparison(made, action, 'that')}"

    place = f"Deal 1, the bids: Seat {calls[0].seat}"
    assert sentence(calls[0], "pass") == f"{place} passed; that was better"
    assert sentence(calls[0], "4 uptown") == f"{place} bid 4 uptown; that was better"
    away = next(one for one in calls if not isinstance(parse_call(one.played), Bid))
    assert "put down" in sentence(away, away.played)
    assert " bid" not in sentence(away, away.played)
