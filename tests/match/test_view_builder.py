"""The derived properties of a view agree with its match."""

from __future__ import annotations

from hypothesis import given

from oddtrick.cards import Hand
from oddtrick.match import Match, Playing, ToChoose
from oddtrick.rules import TrumpSource
from oddtrick.views import Awaited, PlayedTrick
from tests.support.hypothesis_strategies import finished, matches


@given(matches())
def test_the_tricks_won_are_those_of_the_hands_played_so_far(match: Match) -> None:
    won = list(match.deal.tricks_won(match.rules))
    if isinstance(match.phase, Playing):
        for winner in match.phase.winners[match.rules.idle_tricks(match.number) :]:
            won[winner] += 1
    for seat in (0, None):
        view = match.view(seat)
        assert view.won == tuple(won)
        assert view.side_won == tuple(sum(won[s] for s in side) for side in match.rules.sides)


@given(matches())
def test_own_cards_those_played_and_those_unseen_are_the_pack(match: Match) -> None:
    for seat in range(match.rules.players):
        view = match.view(seat)
        earlier = Hand.of(c for hand in view.earlier for trick in hand for c in trick.cards)
        seen = (view.turn_up, view.stock_top, *(card for cards in view.drawn for card in cards))
        shown = Hand.of(card for card in seen if card is not None)
        assert not view.unseen & (view.hand | view.played | earlier | shown)
        assert view.unseen | view.hand | view.played | earlier | shown == Hand(match.rules.pack)


@given(matches())
def test_the_last_trick_may_be_that_of_the_deal_before(match: Match) -> None:
    tricks = [
        PlayedTrick(tuple(seat for seat, _ in trick), tuple(card for _, card in trick), winner)
        for log in (*match.past[-1:], match.deal)
        for hand in log.hands
        for trick, winner in zip(hand.tricks(log.seats), hand.winners, strict=True)
    ]
    view = match.view(None)
    last = view.tricks[-1] if view.tricks else (tricks[-1] if tricks else None)
    assert view.last_trick == last


@given(matches())
def test_trumps_are_known_unless_a_seat_has_yet_to_choose_them(match: Match) -> None:
    view = match.view(0)
    source = match.rules.trumps.source(match.number)
    waiting = match.deal.deal is None or isinstance(match.phase, ToChoose)
    assert view.trump_known == (source is TrumpSource.FIXED or not waiting)
    fixed = match.rules.trumps.fixed(match.number)
    assert fixed is (view.trump if source is TrumpSource.FIXED else None)


@given(finished())
def test_a_match_that_is_over_shows_its_deals_and_no_hand(match: Match) -> None:
    for seat in (0, None):
        view = match.view(seat)
        assert (view.awaited, view.to_act, view.legal) == (Awaited.NOTHING, None, ())
        assert (view.hand, view.counts, view.turn_up_shown) == (Hand(), (), False)
        assert view.standing == match.standing
        assert [deal.points for deal in view.past] == [result.points for result in match.result]
        assert view.last_trick is not None
        assert view.last_trick.winner == match.deal.hands[-1].winners[-1]
