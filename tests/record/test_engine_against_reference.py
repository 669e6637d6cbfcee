"""The engine against a slow reference that was written from the rulebook alone.

Neither knows the other: the reference plays with lists of strings, the engine with masks. They
meet only in the record format.
"""

from __future__ import annotations

import json

import pytest

from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.record import (
    decode_record,
    encode_record,
    encode_result,
    record_of,
    replay,
    result_of,
)
from tests.support.extent import times
from tests.support.game_folders import own
from tests.support.reference.corrupt_records import spoiled
from tests.support.reference.generate import random_record
from tests.support.reference.options import GAMES, WORDS, defaults_of, full_rules

SHORT, LONG = times(40, whole=120), 4_200
"""Seeds for each of the five games: 600 matches in the whole run, 21,000 in the long one."""


def check_agreement(game: str, seed: int) -> None:
    document, expected = random_record(seed, game)
    match = replay(decode_record(json.dumps(document)))
    assert json.loads(encode_result(result_of(match))) == expected, (game, seed)
    again = replay(decode_record(encode_record(record_of(match))))
    assert again == match, (game, seed)


@pytest.mark.parametrize("game", GAMES)
def test_replay_agrees_with_the_reference(game: str) -> None:
    for seed in range(SHORT):
        check_agreement(game, seed)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_replay_agrees_with_the_reference_twenty_thousand_times(game: str) -> None:
    for seed in range(SHORT, SHORT + LONG):
        check_agreement(game, seed)


@pytest.mark.parametrize("game", GAMES)
def test_the_records_have_every_value_of_every_option_and_stop_in_every_kind_of_place(
    game: str,
) -> None:
    drawn, places = set(), set()
    for seed in range(200):
        record, result = random_record(seed, game)
        rules = record["rules"]
        drawn |= {*full_rules(rules).items(), *((name, "written") for name in rules)}
        begun = any(hand["plays"] for deal in record["deals"][-1:] for hand in deal["hands"])
        unfinished = bool(result["deals"]) and result["deals"][-1]["points"] is None
        places.add((result["over"], unfinished, begun))
    words = {name: words for name, words in WORDS.items() if name in defaults_of(game)}
    words |= own(game, "OWN_WORDS", {})
    assert drawn >= {(name, word) for name, those in words.items() for word in those}
    assert drawn >= {(name, "written") for name in defaults_of(game)}
    assert len(places) >= 4


def refused(seed: int) -> str:
    """Asserts that the spoiled record is refused by the right rule; gives the kind of fault."""
    document, kind, rule = spoiled(seed)
    record = decode_record(json.dumps(document))
    with pytest.raises(OddtrickError) as refusal:
        replay(record)
    kind, _, detail = kind.partition(":")
    assert detail in str(refusal.value)
    if rule:
        assert isinstance(refusal.value, RuleBroken), (seed, kind, refusal.value)
        assert refusal.value.rule == rule, (seed, kind, refusal.value)
    assert "\n" not in str(refusal.value)
    return kind


def test_every_kind_of_illegal_record_is_refused_by_its_rule() -> None:
    kinds = {refused(seed) for seed in range(times(250, whole=460))}
    assert len(kinds) >= 20


@pytest.mark.long
def test_illegal_records_are_refused_thousands_of_times() -> None:
    assert len({refused(seed) for seed in range(460, 6_000)}) >= 20
