"""The highlights of every random match hold, by the cards that were dealt and the tricks."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from oddtrick.calls import Bid
from oddtrick.cards import Card, Rank, Suit, card_at
from oddtrick.games import rules_of
from oddtrick.highlights import ContractResult, contract_aim, highlights_of, survival_of
from oddtrick.rules import Contract
from oddtrick.scoring import Honours, ScoreItem
from tests.support.bidding_games import ALONE, CONTRACT, LOSING
from tests.support.extent import part
from tests.support.random_matches import EVERY, course

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oddtrick.match import Match
    from oddtrick.match.deal_log import DealLog
    from oddtrick.views import FinishedDeal

CASES = part([(*case, seed) for seed in (1, 2, 3) for case in EVERY], 60)


def _deals(match: Match) -> Iterator[tuple[FinishedDeal, DealLog]]:
    finished = [log for log in match.all_deals if log.result is not None]
    yield from zip(match.view(None).past, finished, strict=True)


def _tricks(deal: FinishedDeal) -> list[tuple[int, tuple[Card, ...], tuple[int, ...]]]:
    return [(trick.winner, trick.cards, trick.seats) for hand in deal.hands for trick in hand]


def _dealt(log: DealLog, seat: int) -> set[Card]:
    assert log.deal is not None
    return {card for hand in log.deal.hands for card in Card if hand[seat].mask & card.bit}


@pytest.mark.parametrize(("game", "options", "seed"), CASES)
def test_the_highlights_of_every_deal_hold(game: str, options: dict[str, Any], seed: int) -> None:
    match = course(game, options, seed)[-1]
    rules, profile = match.rules, match.rules.scoring.profile
    for deal, log in _deals(match):
        found = highlights_of(deal, rules)
        _odd_trick_holds(deal, match, found.odd_trick)
        trump, prize = deal.trump, found.prize
        tens = {*profile.captures, *profile.wins_with}
        assert (prize is not None) == any(rank is Rank.TEN for rank, _ in tens)
        if prize is not None:
            assert trump is not None
            assert prize.card is card_at(trump, Rank.TEN)
            assert prize.card in _dealt(log, prize.holder)
            (winner, cards, seats) = next(each for each in _tricks(deal) if prize.card in each[1])
            assert prize.taker == winner
            assert seats[cards.index(prize.winning)] == winner
            side = rules.side_of(winner)
            account = rules.scoring.account(deal.facts(rules), deal.points)[side]
            counted = any(item.reason == "the-ten" or item.of[:1] == "T" for item in account)
            assert counted <= prize.scores
            late = options.get("count_out") == "order" or account[:1] == (
                ScoreItem("nothing-without-its-book", None),
            )
            assert counted or late or not prize.scores
        _honours_hold(deal, log, match, trump, found.honours)


def _odd_trick_holds(deal: FinishedDeal, match: Match, odd: Any) -> None:
    book = match.rules.scoring.profile.book
    totals = deal.facts(match.rules).side_tricks
    assert (odd is not None) == (book > 0 and max(totals) > book)
    if odd is None:
        return
    tricks = _tricks(deal)
    winner, cards, seats = tricks[odd.number - 1]
    assert (odd.seat, odd.card) == (winner, cards[seats.index(winner)])
    idle = match.rules.idle_tricks(deal.number)
    sides = [match.rules.side_of(each) for each, _, _ in tricks[idle : odd.number]]
    assert sides.count(sides[-1]) == book + 1
    assert all(sides.count(side) <= book for side in set(sides) - {sides[-1]})
    assert totals[sides[-1]] > book


def _honours_hold(
    deal: FinishedDeal,
    log: DealLog,
    match: Match,
    trump: Suit | None,
    honours: tuple[tuple[Card, ...], ...],
) -> None:
    how = match.rules.scoring.profile.honours
    if how is Honours.NONE or trump is None:
        assert honours == ()
        return
    assert [len(honours)] == [len(match.rules.sides)]
    assert {card for held in honours for card in held} == {
        card_at(trump, rank) for rank in (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)
    }
    for side, held in zip(match.rules.sides, honours, strict=True):
        dealt = set().union(*(_dealt(log, seat) for seat in side))
        taken = {card for winner, cards, _ in _tricks(deal) if winner in side for card in cards}
        assert set(held) <= (dealt if how is Honours.DEALT else taken)
        assert list(held) == sorted(held, reverse=True)


KNOCKOUT = part([case for case in EVERY if case[0] == "knockout-whist"], 30)


@pytest.mark.parametrize(("game", "options"), KNOCKOUT)
def test_K4_X5_the_finishing_order_follows_from_who_took_no_trick(
    game: str, options: dict[str, Any]
) -> None:
    match = course(game, options, 5)[-1]
    deals = match.view(None).past
    found = survival_of(deals)
    winner = match.winner
    assert [seat for seat, how in enumerate(found) if how.place == 1] == [winner]
    for seat, how in enumerate(found):
        played = [deal for deal in deals if seat in deal.seats]
        assert (how.out is None) == (seat == winner)
        assert how.out in (None, len(played))
        without = [at for at, deal in enumerate(played, 1) if not deal.tricks[seat]]
        assert without == [at for at in (how.dog, how.out) if at is not None]
        assert how.place == 1 + sum((other.out or 99) > (how.out or 99) for other in found)
    still_in = [sum(deal.score) for deal in deals]
    assert list(accumulate(still_in, min)) == still_in


@pytest.mark.parametrize("game", ["whist", "scotch-whist", "colonial-scotch-whist"])
def test_what_was_not_played_is_not_told(game: str) -> None:
    match = course(game, {}, 1)[-1]
    deal = replace(match.view(None).past[0], hands=((),))
    found = highlights_of(deal, match.rules)
    assert (found.odd_trick, found.prize) == (None, None)
    assert {card for held in found.honours for card in held} == set()


def test_a_deal_without_trumps_has_no_prize() -> None:
    match = course("whist", {"match": "deals", "deals": 5, "trumps": "sequence-nt"}, 1)[-1]
    deal = match.view(None).past[-1]
    assert deal.trump is None
    assert highlights_of(deal, match.rules).prize is None


def test_the_aim_of_a_contract_is_the_tricks_with_which_its_side_scores() -> None:
    rules, aims = CONTRACT.rules(), {}
    for bid in (ALONE, LOSING):
        contract = Contract(bid=bid, declarer=2, side=(2,))
        aims[bid] = contract_aim(rules.under(contract), contract, 0)
    assert aims == {ALONE: (5, 13), LOSING: (0, 0)}
    no_side = Contract(bid=ALONE)
    assert contract_aim(rules, None, 0) is None
    assert contract_aim(rules, no_side, 0) is None
    # By the rules of the match nobody scores at all.
    assert contract_aim(rules, Contract(bid=ALONE, declarer=2, side=(2,)), 0) is None


OUTCOMES = {
    ALONE: {0: (False, -5), 4: (False, -1), 5: (True, 0), 7: (True, 2), 13: (True, 8)},
    LOSING: {0: (True, 0), 1: (False, 1), 13: (False, 13)},
}


def _deal_under(contract: Contract | None, tricks: int) -> FinishedDeal:
    """The deal of a match whose declarer, seat 2, took so many tricks."""
    match = course("whist", {"match": "deals", "deals": 1}, 1)[-1]
    return replace(match.view(None).past[-1], contract=contract, tricks=(13 - tricks, 0, tricks, 0))


@pytest.mark.parametrize("bid", OUTCOMES, ids=str)
def test_the_result_of_a_contract_is_how_far_its_side_is_from_its_aim(bid: Bid) -> None:
    contract = Contract(bid=bid, declarer=2, side=(2,), trump=Suit.SPADES)
    for tricks, (made, over) in OUTCOMES[bid].items():
        found = highlights_of(_deal_under(contract, tricks), CONTRACT.rules())
        assert found.contract == ContractResult(made, tricks, over)


def test_a_deal_in_which_nobody_undertakes_anything_has_no_result_of_a_contract() -> None:
    for contract in (None, Contract(bid=Bid(name="low"))):
        assert highlights_of(_deal_under(contract, 6), rules_of("minnesota-whist")).contract is None


def test_where_a_side_undertakes_tricks_no_other_trick_is_the_odd_one() -> None:
    match = course("bid-whist", {"target": 1}, 1)[-1]
    for deal in match.view(None).past:
        found = highlights_of(deal, match.rules)
        assert match.rules.under(deal.contract).scoring.profile.book
        assert found.contract is not None
        assert found.odd_trick is None
