"""The steps of a match present its record without knowledge of the rules."""

from __future__ import annotations

from hypothesis import given

from oddtrick.cards import Hand, parse_card
from oddtrick.match import Match
from oddtrick.record import DealSteps, record_of, replay, result_of, steps_of
from tests.support.hypothesis_strategies import finished, matches


def _plays(deal: DealSteps) -> list[list[str]]:
    return [[card for trick in hand.tricks for _, card in trick.plays] for hand in deal.hands]


def _check_deal(match: Match, deal: DealSteps) -> None:
    """Each card is played once, by its holder; the winner of a trick leads to the next.

    A dog passes or plays its only card in its turn, and has none after that (X5). While there is a
    stock, the winner of a trick draws its top card, and the others the next ones (G3).
    """
    players = match.rules.players
    stock = list(deal.stock or ())
    for hand in deal.hands:
        held = [set(cards) for cards in hand.cards]
        leads = (deal.dealer + 1) % players
        for trick in hand.tricks:
            turned = [(leads + step) % players for step in range(players)]
            turns = [seat for seat in turned if seat in deal.seats and held[seat]]
            acted = turns[: len(trick.plays) + len(trick.passed)]
            assert set(trick.passed) <= set(acted) & set(deal.dogs)
            assert [seat for seat, _ in trick.plays] == [
                seat for seat in acted if seat not in trick.passed
            ]
            assert (trick.winner is None) == (len(acted) < len(turns))
            for seat, card in trick.plays:
                held[seat].remove(card)
            if trick.winner is not None:
                leads = trick.winner
                for step in range(players if stock else 0):
                    held[(leads + step) % players].add(stock.pop(0))
    idle = match.rules.idle_tricks(0)
    won = [trick.winner for hand in deal.hands for trick in hand.tricks[idle:]]
    assert list(deal.tricks) == [won.count(seat) for seat in range(players)]


@given(matches())
def test_steps_contain_the_content_of_the_record(match: Match) -> None:
    steps, record = steps_of(match), record_of(match)
    assert len(steps.deals) == len(record.deals)
    for deal, expected in zip(steps.deals, record.deals, strict=True):
        played = [[play for play in hand.plays if play != "pass"] for hand in expected.hands]
        assert _plays(deal) == played
        passes = sum(len(trick.passed) for hand in deal.hands for trick in hand.tricks)
        assert passes == sum(hand.plays.count("pass") for hand in expected.hands)
        for ours, theirs in zip(deal.hands, expected.hands, strict=True):
            hands = [Hand.of([parse_card(card) for card in cards]) for cards in ours.cards]
            assert [str(hand) if hand else "" for hand in hands] == theirs.cards
        assert (deal.dealer, deal.turn_up, deal.trump) == (
            expected.dealer,
            expected.turn_up,
            expected.trump,
        )
        _check_deal(match, deal)


@given(matches())
def test_steps_end_at_the_result_and_finished_steps_exclude_the_deal_under_way(
    match: Match,
) -> None:
    result, done = result_of(match), steps_of(match, finished=True)
    assert [deal.points for deal in done.deals] == [deal.points for deal in match.result]
    assert [deal.tricks for deal in done.deals] == [deal.tricks for deal in match.result]
    shown = [(deal.tricks, deal.points) for deal in steps_of(match).deals]
    assert shown == [(deal.tricks, deal.points) for deal in result.deals]
    assert [deal.score for deal in done.deals] == [deal.score for deal in match.result]


@given(finished())
def test_a_match_and_its_record_give_the_same_steps_except_the_first_cut(
    match: Match,
) -> None:
    names = [f"Player {seat}" for seat in range(match.rules.players)]
    ours, again = steps_of(match, names), steps_of(replay(record_of(match, names)), names)
    assert ours.cuts
    assert again.cuts == ()
    assert ours.deals == again.deals
    assert (ours.over, ours.winner) == (again.over, again.winner) == (True, match.winner)
