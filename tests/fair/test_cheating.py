"""Cheating is detected, or at least visible."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from oddtrick.cards import Card
from oddtrick.errors import OddtrickError
from oddtrick.fair import (
    SERVER,
    Contribution,
    Purpose,
    draw_action,
    key_of,
    seal_of,
    verify,
)
from oddtrick.games import rules_of
from oddtrick.match import Deal, start
from tests.support.fair_table import one_deal, played


def test_a_house_that_chooses_its_secret_late_is_detected() -> None:
    """The server can find a deal it likes, but no other secret for its published seal."""
    _, table = one_deal()
    shown = table.rounds[0]
    before = start(rules_of("whist", match="deals", deals=1), dealer=0)
    liked, deal = shown, draw_action(before, key_of("example", shown))
    while not (isinstance(deal, Deal) and Card.SA in deal.hands[0][0] and deal.turn_up is Card.SK):
        liked = replace(shown, secret=table.secret())
        deal = draw_action(before, key_of("example", liked))
    steered = before.apply(deal)
    proof = replace(table.proof(steered, 0), rounds=(liked,))
    with pytest.raises(
        OddtrickError, match="round 1: the server: the secret is not the one that was"
    ):
        verify(proof, steered)
    assert liked.secret is not None
    forged = replace(liked, seal=seal_of("example", 1, SERVER, liked.secret))
    assert verify(replace(proof, rounds=(forged,)), steered).verified == 1
    assert forged.seal != shown.seal  # what every client kept from before the players sealed


def test_a_player_can_open_only_the_sealed_secret() -> None:
    match, table = one_deal()
    draw_round = table.rounds[0]
    bob, dot = draw_round.contributions
    for changed in (
        (replace(bob, opened=table.secret()), dot),
        (replace(bob, seal=dot.seal, opened=dot.opened), dot),
    ):
        proof = replace(table.proof(match, 0), rounds=(replace(draw_round, contributions=changed),))
        with pytest.raises(
            OddtrickError, match="round 1: 'Bob': the secret is not the one that was"
        ):
            verify(proof, match)


def test_withholding_gives_one_bit_of_influence_and_is_visible() -> None:
    """Two players and one round give four possible deals; the proof shows the actual one."""
    match, table = one_deal()
    draw_round = table.rounds[0]
    bob, dot = draw_round.contributions
    shut = [replace(each, opened=None) for each in (bob, dot)]
    keys = {
        key_of("example", replace(draw_round, contributions=both))
        for both in ((bob, dot), (shut[0], dot), (bob, shut[1]), (shut[0], shut[1]))
    }
    assert len(keys) == 4
    left_out = replace(draw_round, contributions=(dot,))
    assert key_of("example", left_out) == key_of(
        "example", replace(draw_round, contributions=(shut[0], dot))
    )
    with pytest.raises(OddtrickError, match="round 1: deal 1, hand 1, seat 0: it gives"):
        verify(replace(table.proof(match, 0), rounds=(left_out,)), match)


WRONG = [
    (
        lambda first: replace(first, contributions=first.contributions[::-1]),
        "not by place",
    ),
    (
        lambda first: replace(first, contributions=first.contributions[:1] * 2),
        "not by place, one each",
    ),
    (
        lambda first: replace(
            first,
            contributions=(Contribution(2, "Cat", seal_of("example", 1, 2, "cc" * 32), "cc" * 32),),
        ),
        "'Cat', place 2, neither shuffles nor cuts",
    ),
    (lambda first: replace(first, deal=2), "it is for deal 2, but what comes here is deal 1"),
    (
        lambda first: replace(first, purpose=Purpose.DEALER),
        "it is for the cut for dealer before deal 1, but what comes here is deal 1",
    ),
]


@pytest.mark.parametrize(("change", "why"), WRONG, ids=range(len(WRONG)))
def test_a_round_with_strangers_or_out_of_place_is_refused(change: object, why: str) -> None:
    match, table = one_deal()
    assert callable(change)
    proof = replace(table.proof(match, 0), rounds=(change(table.rounds[0]),))
    with pytest.raises(OddtrickError, match=f"^round 1: .*{why}"):
        verify(proof, match)


def test_a_house_secret_is_used_once() -> None:
    match, table = played("whist", {"match": "deals", "deals": 2}, Random(1), dealer=0)
    first, second = table.rounds
    assert first.secret is not None
    again = replace(second, secret=first.secret, seal=seal_of("example", 2, SERVER, first.secret))
    with pytest.raises(OddtrickError, match="round 2: the server's secret was used in round 1"):
        verify(replace(table.proof(match, 0), rounds=(first, again)), match)
