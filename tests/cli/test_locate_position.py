"""Tests that a position located in a record has the cards, trick and turn of the match."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from oddtrick.cli.solve_input import match_at, position_at
from oddtrick.errors import OddtrickError
from oddtrick.match import Playing
from oddtrick.record import Record, read_records, record_of, replay
from oddtrick.rules import parse_play
from oddtrick.solver.aim import Aim, aim_of
from tests.support.extent import part
from tests.support.run_program import EXAMPLES

RECORDS = sorted(EXAMPLES.glob("*.record.json"))
MOMENTS = 40


def _record(path: Path) -> Record:
    ((_, record),) = read_records(path)
    return record


@pytest.mark.parametrize("path", part(RECORDS, 4), ids=lambda path: path.name)
def test_a_located_position_has_the_turn_and_legal_cards_of_the_match(path: Path) -> None:
    rng, record = Random(path.name), _record(path)
    for _ in range(MOMENTS):
        number = rng.randint(1, len(record.deals))
        plays = [card for hand in record.deals[number - 1].hands for card in hand.plays]
        played = rng.randrange(len(plays))
        match = match_at(record, number, played)
        assert isinstance(match.phase, Playing)
        recorded = [card for hand in record_of(match).deals[-1].hands for card in hand.plays]
        assert list(map(parse_play, recorded)) == list(map(parse_play, plays[:played]))
        refused = aim_of(match.deal_rules) is Aim.OTHER and "has no double-dummy value"
        if refused or match.phase.layout.stock:
            with pytest.raises(OddtrickError, match=refused or "still in the stock"):
                position_at(match)
            continue
        position = position_at(match)
        assert position.to_play == match.to_act
        assert position.legal == match.legal_actions()


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_without_a_trick_an_unfinished_deal_is_located_at_its_end(path: Path) -> None:
    record = _record(path)
    number, rng = len(record.deals), Random(path.name)
    first = match_at(record, None, None)
    under_way = replay(record).deal.result is None
    end = sum(len(hand.plays) for hand in record.deals[-1].hands) if under_way else 0
    assert first == match_at(record, number, end)
    played = rng.randrange(1, sum(len(hand.plays) for hand in record.deals[-1].hands))
    match = match_at(record, number, played)
    assert match_at(record_of(match), None, None) == match
    assert replay(record_of(match)) == match


def test_a_deal_without_chosen_trumps_has_nothing_to_solve() -> None:
    record = _record(EXAMPLES / "knockout-whist-1.record.json")
    record.deals = record.deals[:2]
    record.deals[1].trump = None
    record.deals[1].hands[0].plays = []
    with pytest.raises(OddtrickError, match="in deal 2: trumps are still to be chosen"):
        match_at(record, 2, None)
