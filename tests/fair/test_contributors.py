"""The contributors to a round: the players, not the seats, who shuffle and cut."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.errors import OddtrickError
from oddtrick.fair import (
    Proof,
    Purpose,
    contributors,
    draw_action,
    key_of,
    purpose_of,
    verify,
)
from oddtrick.games import rules_of
from oddtrick.match import CHANCE, Match, start
from tests.support.fair_table import played, replayed_with_names, sealed, tables
from tests.support.hypothesis_strategies import matches

RANDOM = st.integers(0, 2**32).map(Random)


@given(matches())
def test_nothing_is_drawn_while_a_person_is_to_act(match: Match) -> None:
    for ask in (purpose_of, contributors, lambda each: draw_action(each, bytes(32))):
        with pytest.raises(OddtrickError, match="not for chance to act"):
            ask(match)


@given(tables())
def test_shuffler_and_cutter_sit_beside_the_dealer(table: tuple[Match, Proof]) -> None:
    match, proof = table
    for checked in verify(proof, match).rounds:
        if checked.round.purpose is not Purpose.DEAL:
            continue
        log = match.all_deals[checked.round.deal - 1]
        seats = [match.seating.index(place) for place in checked.places]
        at = log.seats.index(log.dealer)
        assert seats[0] == log.seats[(at + 1) % len(log.seats)]
        assert seats[-1] == log.seats[at - 1]
        assert len(seats) == min(2, len(log.seats) - 1)


@given(RANDOM)
def test_the_shuffler_is_a_player_and_not_a_seat(random: Random) -> None:
    """A cut for partners changes the players' seats (C2)."""
    match, table = played("colonial-whist", {}, random, actions=0)
    *cuts, draw_round = table.rounds
    assert {one.place for each in cuts for one in each.contributions} <= {0, 1, 2, 3}
    beside = {match.seating[1], match.seating[3]}
    assert {one.place for one in draw_round.contributions} <= beside
    *_, checked = verify(table.proof(match), *replayed_with_names(match)).rounds
    assert checked.places == (match.seating[1], match.seating[3])


def test_a_match_without_a_source_of_chance_is_driven_by_rounds_alone() -> None:
    """Plays as a server does: finds the purpose and the contributors, draws, applies."""
    match = start(rules_of("colonial-whist"))
    number = 1
    while match.to_act == CHANCE:
        draw_round = sealed(number, purpose_of(match), match.number + 1)
        match = match.apply(draw_action(match, key_of("example", draw_round)))
        number += 1
    assert match.deal.deal is not None
    with pytest.raises(OddtrickError, match="round 9: the server has not opened its seal yet"):
        key_of("example", sealed(9, Purpose.DEAL, 1, opened=False))
