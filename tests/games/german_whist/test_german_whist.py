"""The rules of German whist by their ids (G1-G5)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from oddtrick.cards import FULL_PACK, parse_card
from oddtrick.dealing import new_match
from oddtrick.errors import RuleBroken
from oddtrick.fair import draw_action
from oddtrick.games import rules_of
from oddtrick.match import Deal, Match, start
from oddtrick.record import DealRecord, HandRecord, Record, replay

ANN, BOB = "AKQJT.AK.AK.AKQJ", "432.J32.QJT.T432"


def deal_with(stock: list[str], plays: list[str]) -> Match:
    """Ann, seat 1, leads; Bob has dealt."""
    hand = HandRecord([BOB, ANN], plays)
    deal = DealRecord(0, [hand], turn_up=stock[0], trump=stock[0][1], stock=stock)
    return replay(Record("oddtrick/1", {"game": "german-whist"}, [deal]))


def rest_of_pack(*first: str) -> list[str]:
    """The cards that neither player holds, these on top."""
    held = {
        f"{rank}{'SHDC'[at]}"
        for hand in (ANN, BOB)
        for at, suit in enumerate(hand.split("."))
        for rank in suit
    }
    rest = [f"{rank}{suit}" for suit in "SHDC" for rank in "AKQJT98765432"]
    return [*first, *(card for card in rest if card not in held and card not in first)]


def finished(seed: int, **options: Any) -> Match:
    match, rng = new_match("german-whist", seed=seed, **options), Random(seed)
    while not match.over:
        match = match.apply(rng.choice(match.legal_actions()))
    return match


def test_G1_thirteen_each_and_the_first_card_of_the_stock_makes_trumps() -> None:
    for seed in range(20):
        deal = new_match("german-whist", seed=seed).deal
        assert deal.deal is not None
        assert [len(hand) for hand in deal.deal.hands[0]] == [13, 13]
        assert len(deal.deal.stock) == 26
        assert deal.deal.turn_up is deal.deal.stock[0]
        assert deal.trump is deal.deal.stock[0].suit
        dealt = sum(hand.mask for hand in deal.deal.hands[0])
        assert dealt | sum(card.bit for card in deal.deal.stock) == FULL_PACK


def test_G2_the_other_player_leads_and_must_be_followed() -> None:
    match = deal_with(rest_of_pack("QH", "2D", "9S"), [])
    assert (match.deal.dealer, match.to_act) == (0, 1)
    match = match.apply(parse_card("KC"))
    with pytest.raises(RuleBroken, match="does not follow suit"):
        match.apply(parse_card("2S"))


def test_G3_the_winner_takes_the_open_card_and_the_loser_the_next_unseen() -> None:
    match = deal_with(rest_of_pack("QH", "7D", "9S"), ["KC", "4C"])
    ann, bob = match.view(1), match.view(0)
    queen, seven, nine = map(parse_card, ("QH", "7D", "9S"))
    assert queen in ann.hand
    assert seven in bob.hand
    assert bob.drawn == ((queen, seven),)
    assert ann.drawn == match.view(None).drawn == ((queen, None),)
    assert ann.stock_top is bob.stock_top is nine
    assert (ann.stock, match.to_act, ann.trump) == (24, 1, queen.suit)
    assert seven in ann.unseen
    assert queen not in bob.unseen


@pytest.mark.parametrize("count", ["second", "all"])
def test_G4_the_last_thirteen_tricks_or_all_of_them_win_the_deal(count: str) -> None:
    level = 0
    for seed in range(40):
        match = finished(seed, count=count)
        winners = match.deal.hands[0].winners
        counted = winners[13:] if count == "second" else winners
        won = [counted.count(seat) for seat in (0, 1)]
        assert list(match.result[0].tricks) == won
        assert list(match.result[0].points) == [int(won[0] > won[1]), int(won[1] > won[0])]
        level += won[0] == won[1]
    assert bool(level) is (count == "all")


def test_G5_a_match_is_a_number_of_deals_or_of_deals_won() -> None:
    for seed in range(12):
        match = finished(seed, deals=3)
        assert len(match.result) == 3
        score = match.standing.score
        assert match.winner == (None if score[0] == score[1] else int(score[1] > score[0]))
        match = finished(seed, target=2)
        assert max(match.standing.score) == 2
        assert match.winner == match.standing.score.index(2)
        assert [log.dealer for log in match.all_deals] == [
            (match.all_deals[0].dealer + number) % 2 for number in range(len(match.result))
        ]


def test_the_stock_follows_from_the_key_of_a_fair_deal() -> None:
    match = start(rules_of("german-whist"), dealer=0)
    deal = draw_action(match, bytes(32))
    assert isinstance(deal, Deal)
    assert len(deal.stock) == 26
    assert match.apply(deal).deal.deal == deal
    assert draw_action(match, bytes(31) + b"x") != deal
