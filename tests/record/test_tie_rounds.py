"""Ties for the choice of trumps in records: the deciding round alone, or every round (K5)."""

from __future__ import annotations

from random import Random

import pytest

from oddtrick.cards import Card
from oddtrick.dealing import draw, new_match
from oddtrick.errors import RuleBroken
from oddtrick.games import rules_of
from oddtrick.match import Cut, Match, start
from oddtrick.record import decode_record, encode_record, record_of, replay
from oddtrick.rules import Throw
from tests.support.extent import times
from tests.support.position_builders import after, play_deal

Shown = dict[str, str]

FIRST: dict[str, Shown] = {
    "cut": {"0": "KS", "1": "9H", "2": "KD"},
    "rps": {"0": "rock", "1": "scissors", "2": "rock"},
}
"""A round of the seats 0, 1 and 2 in which seat 1 falls out."""
SECOND: dict[str, Shown] = {"cut": {"0": "4C", "2": "6S"}, "rps": {"0": "rock", "2": "paper"}}
"""The round after it, which seat 2 wins."""


def chooser(tie: str, cut: Shown | list[Shown]) -> int | None:
    """The seat that chooses trumps by a record in which seats 0, 1 and 2 tied."""
    match = play_deal(start(rules_of("knockout-whist", tie=tie), dealer=0), "0011223")
    settled = [Cut(((0, Card.C2), (1, Card.HK), (2, Card.C3)))]
    match = after(match, settled if tie == "cut" else [Throw.ROCK, Throw.PAPER, Throw.ROCK])
    record = record_of(match.apply(draw(match, Random(1))))
    record.deals[1].cut = cut
    return replay(decode_record(encode_record(record))).deal.chooser


@pytest.mark.parametrize("tie", ["cut", "rps"])
def test_K5_one_object_is_the_deciding_round_and_an_array_is_all_of_them(tie: str) -> None:
    assert chooser(tie, SECOND[tie]) == chooser(tie, [FIRST[tie], SECOND[tie]]) == 2
    wrong = {"cut": {**SECOND[tie], "1": "9H"}, "rps": {"0": "rock", "1": "paper", "2": "rock"}}
    assert chooser(tie, wrong[tie]) == chooser(tie, [wrong[tie]]) == 1
    level = {"cut": "5C", "rps": "rock"}[tie]
    again = dict.fromkeys(("0", "2"), level)
    assert chooser(tie, [FIRST[tie], again, again, SECOND[tie]]) == 2


@pytest.mark.parametrize("tie", ["cut", "rps"])
def test_K5_a_round_that_does_not_follow_from_the_one_before_is_refused(tie: str) -> None:
    first, second = FIRST[tie], SECOND[tie]
    faults: list[tuple[Shown | list[Shown], str]] = [
        (first, "the cut has no single winner"),
        ([first], "the cut has no single winner"),
        ([second], "round 1 of the cut names seats 0, 2, but seats 0, 1, 2 were tied"),
        ([first, first], "round 2 of the cut names seats 0, 1, 2, but seats 0, 2 were tied"),
        ([first, {}], "round 2 of the cut names no seats, but seats 0, 2 were tied"),
        ([first, second, second], "round 3 of the cut follows, but the one before settled it"),
        ([], "seats 0, 1, 2 tied for most tricks: a cut is missing"),
        ({**second, "3": second["0"]}, "seat 3 did not tie for most tricks"),
    ]
    for cut, why in faults:
        with pytest.raises(RuleBroken) as refused:
            chooser(tie, cut)
        assert str(refused.value) == f"deal 2: {why} (K5)"


@pytest.mark.parametrize("tie", ["cut", "rps"])
def test_K5_a_tie_of_several_rounds_has_one_chooser_in_both_forms(tie: str) -> None:
    rounds = 0
    for seed in range(times(60, whole=200)):
        match = played(seed, tie)
        whole = record_of(match)
        last = decode_record(encode_record(whole))
        for deal in last.deals:
            if isinstance(deal.cut, list):
                rounds += 1
                assert len(deal.cut) > 1
                deal.cut = deal.cut[-1]
        again, short = replay(decode_record(encode_record(whole))), replay(last)
        assert list(again.actions) == list(match.actions)[len(match.opening) :]
        for ours, theirs in zip(again.all_deals, short.all_deals, strict=True):
            assert (ours.chooser, ours.contest) == (theirs.chooser, theirs.contest)
        assert record_of(short) == last
    assert rounds > 5


def played(seed: int, tie: str) -> Match:
    """A match of seven players at random, which has ties of several rounds at times."""
    rng = Random(seed)
    match = new_match("knockout-whist", seed=seed, players=7, tie=tie)
    while not match.over:
        match = match.apply(rng.choice(match.legal_actions()))
    return match
