"""Cuts for the choice of trumps are checked against the record (K5)."""

from __future__ import annotations

from random import Random

import pytest

from oddtrick.errors import OddtrickError
from oddtrick.fair import (
    Proof,
    Purpose,
    verify,
)
from oddtrick.match import Cut, Match
from oddtrick.record import DealRecord, replay
from tests.support.fair_table import played, recorded, replayed_with_names


def _rounds(deal: DealRecord) -> list[dict[str, str]]:
    if deal.cut is None:
        return []
    return [deal.cut] if isinstance(deal.cut, dict) else deal.cut


def tied_match(**options: object) -> tuple[Match, Proof]:
    """A match of knock-out in which only some of the tied seats cut or threw again."""
    for seed in range(1000):
        match, table = played("knockout-whist", {"players": 5, **options}, Random(seed))
        for log in match.all_deals:
            cut = {
                seat
                for action in log.opening
                if isinstance(action, Cut)
                for seat, _ in action.cards
            }
            if cut - dict(log.contest).keys() or (log.contest and options):
                return match, table.proof(match)
    raise AssertionError


def test_a_cut_for_trumps_in_several_rounds_is_checked_against_the_record() -> None:
    match, proof = tied_match()
    assert verify(proof, *replayed_with_names(match)).verified == match.number + 1
    record = recorded(match)
    rounds = [shown for deal in record.deals for shown in _rounds(deal)]
    assert any(isinstance(deal.cut, list) for deal in record.deals)
    for shown in rounds:
        seat = next(iter(shown))
        was = shown[seat]
        shown[seat] = was[0] + "CDHS"["DHSC".index(was[1])]
        with pytest.raises(OddtrickError, match=f"it cuts .* but the record has .*{shown[seat]}"):
            verify(proof, replay(record), record.names)
        shown[seat] = was


def test_a_record_of_the_deciding_round_alone_passes() -> None:
    match, proof = tied_match()
    record = recorded(match)
    for deal in record.deals:
        deal.cut = _rounds(deal)[-1] if deal.cut else None
    assert record != recorded(match)
    assert verify(proof, replay(record), record.names).verified == match.number + 1


def test_a_record_that_passes_off_all_cards_of_a_tie_as_one_round_is_detected() -> None:
    match, proof = tied_match()
    record = recorded(match)
    for deal in record.deals:
        if isinstance(deal.cut, list):
            deal.cut = {seat: card for shown in deal.cut for seat, card in shown.items()}
    with pytest.raises(OddtrickError, match=r"but the record has|no single winner|to deal"):
        verify(proof, replay(record), record.names)


def test_a_record_that_omits_a_card_of_the_last_round_is_detected() -> None:
    every = (played("knockout-whist", {"players": 5}, Random(seed)) for seed in range(1000))
    record, match, table, cut = next(
        (record, match, table, deal.cut)
        for match, table in every
        for record in (recorded(match),)
        for deal in record.deals
        if isinstance(deal.cut, dict) and len(deal.cut) > 2
    )
    lowest = min(cut, key=lambda seat: "23456789TJQKA".index(cut[seat][0]))
    del cut[lowest]
    with pytest.raises(OddtrickError, match=rf"it cuts .* for seat {lowest}.* but the record has"):
        verify(table.proof(match), replay(record), record.names)


def test_throws_need_no_round() -> None:
    match, proof = tied_match(tie="rps")
    assert all(each.purpose is not Purpose.TRUMPS for each in proof.rounds)
    assert verify(proof, match).verified == verify(proof, *replayed_with_names(match)).verified
