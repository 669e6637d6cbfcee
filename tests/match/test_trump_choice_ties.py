"""Ties for the choice of trumps: cuts and throws against slow models, and their secrets."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.cards import CARDS, Card, Rank
from oddtrick.errors import RuleBroken
from oddtrick.games import rules_of
from oddtrick.match import Cut, CutFor, Cutting, Match, StillTied, Throwing, ToChoose, start
from oddtrick.rules import Throw
from oddtrick.views import Awaited
from tests.support.position_builders import after, play_deal

SEATS = st.sets(st.integers(0, 6), min_size=2).map(lambda seats: tuple(sorted(seats)))
FEW_RANKS = st.sampled_from([card for card in CARDS if card.rank >= Rank.QUEEN])
"""Few cards, so that ties are common."""

ROCK, PAPER, SCISSORS = Throw
BEATS = {(PAPER, ROCK), (ROCK, SCISSORS), (SCISSORS, PAPER)}


def tied(**options: object) -> Match:
    """Knock-out whist for four, dealt by seat 0, in which seats 0, 1, 2 took two tricks each."""
    return play_deal(
        start(rules_of("knockout-whist", choose="blind", **options), dealer=0), "0011223"
    )


@st.composite
def a_cut(draw: st.DrawFn, seats: tuple[int, ...]) -> Cut:
    return Cut(tuple((seat, draw(FEW_RANKS)) for seat in seats))


@given(SEATS, st.data())
def test_K5_the_highest_cut_wins_and_equal_highest_cards_cut_again(
    seats: tuple[int, ...], data: st.DataObject
) -> None:
    cutting, left = Cutting(CutFor.TRUMPS, (seats,)), seats
    for _ in range(6):
        assert cutting.to_cut == (left if len(left) > 1 else ())
        if not cutting.to_cut:
            break
        cut = data.draw(a_cut(cutting.to_cut))
        cutting = cutting.after(cut)
        shown = dict(cut.cards)
        left = tuple(s for s in left if all(shown[s].rank >= shown[o].rank for o in left))
        assert cutting.last == cut
        assert sorted(cutting.order) == list(seats)
        assert set(cutting.order[len(seats) - len(left) :]) == set(left)


@given(SEATS, st.data())
def test_T7_the_lowest_cut_deals_and_ties_for_lowest_cut_again(
    seats: tuple[int, ...], data: st.DataObject
) -> None:
    cutting, left = Cutting(CutFor.DEALER, (seats,)), seats
    for _ in range(6):
        if not cutting.to_cut:
            break
        assert cutting.to_cut == left
        cut = data.draw(a_cut(cutting.to_cut))
        cutting = cutting.after(cut)
        shown = dict(cut.cards)
        left = tuple(s for s in left if all(shown[s].rank <= shown[o].rank for o in left))
        assert set(cutting.order[: len(left)]) == set(left)
    assert cutting.to_cut == (left if len(left) > 1 else ())


@given(SEATS, st.data())
def test_only_seats_whose_turn_it_is_may_cut(seats: tuple[int, ...], data: st.DataObject) -> None:
    for purpose in CutFor:
        cutting = Cutting(purpose, (seats,))
        who = data.draw(st.lists(st.integers(0, 6), max_size=7))
        if sorted(who) != list(seats):
            cut = Cut(tuple((seat, Card.SA) for seat in who))
            with pytest.raises(RuleBroken, match=" cut, but it is for seats ") as broken:
                cutting.after(cut)
            assert broken.value.rule == purpose.value


def test_one_seat_that_cuts_out_of_turn_is_named_in_the_singular() -> None:
    with pytest.raises(RuleBroken, match=r"seat 3 cut, but it is for seats 0, 1 to cut \(K5\)"):
        Cutting(CutFor.TRUMPS, ((0, 1),)).after(Cut(((3, Card.SA),)))


def slow_round(throws: dict[int, Throw]) -> tuple[int, ...]:
    """K5 word by word."""
    if len(set(throws.values())) != 2:
        return tuple(throws)
    better = next(
        mine for mine in throws.values() for other in throws.values() if (mine, other) in BEATS
    )
    return tuple(seat for seat, throw in throws.items() if throw is better)


@given(SEATS, st.data())
def test_K5_rock_paper_scissors_goes_on_until_one_is_left(
    seats: tuple[int, ...], data: st.DataObject
) -> None:
    throwing, left = Throwing(seats), seats
    for _ in range(6):
        throws = {seat: data.draw(st.sampled_from(Throw)) for seat in left}
        for seat, throw in throws.items():
            assert throwing.to_throw == seat
            assert not throwing.settled
            throwing = throwing.after(throw)
        left = slow_round(throws)
        assert (throwing.seats, throwing.thrown) == (left, ())
        assert dict(throwing.last) == throws
        assert throwing.settled == (len(left) == 1)
        if throwing.settled:
            break


def test_each_throw_beats_exactly_one_other() -> None:
    beaten = {(throw, throw.beats) for throw in Throw}
    assert beaten == BEATS
    assert [str(throw) for throw in Throw] == ["rock", "paper", "scissors"]


@pytest.mark.parametrize("order", list(permutations(Throw)))
def test_K5_three_different_throws_are_all_thrown_again(order: tuple[Throw, ...]) -> None:
    match = after(tied(tie="rps"), order)
    assert match.to_act == 0
    view = match.view(3)
    assert (view.awaited, view.thrown) == (Awaited.THROW, ())
    assert view.contest == tuple(enumerate(order))


def test_K5_a_throw_is_seen_by_nobody_else_until_all_are_in() -> None:
    match = tied(tie="rps").apply(ROCK)
    views = {throw: tied(tie="rps").apply(throw) for throw in Throw}
    for seat in (1, 2, 3, None):
        assert len({repr(other.view(seat)) for other in views.values()}) == 1
        assert match.view(seat).own_throw is None
        assert match.view(seat).thrown == (0,)
    assert match.view(0).own_throw is ROCK
    seen = after(match, [PAPER, PAPER])
    assert seen.view(3).contest == ((0, ROCK), (1, PAPER), (2, PAPER))
    assert seen.to_act == 1


def test_K5_the_last_seat_left_in_the_throws_chooses_trumps() -> None:
    match = after(tied(tie="rps"), [ROCK, PAPER, PAPER, SCISSORS, ROCK])
    assert match.phase == ToChoose(2)
    assert match.deal.contest == ((1, SCISSORS), (2, ROCK))
    assert match.view(3).chooser == 2
    assert match.legal_actions() == tuple(match.view(2).legal)


def test_K5_the_highest_cut_chooses_trumps() -> None:
    match = tied().apply(Cut(((0, Card.SK), (1, Card.H9), (2, Card.DK))))
    assert match.view(3).to_cut == (0, 2)
    assert match.view(3).cut == ((0, Card.SK), (1, Card.H9), (2, Card.DK))
    match = match.apply(Cut(((0, Card.C4), (2, Card.SJ))))
    assert match.phase == ToChoose(2)
    assert match.view(3).contest == ((0, Card.C4), (2, Card.SJ))


def test_K5_still_tied_leaves_the_seats_that_it_names() -> None:
    match = after(tied(), [StillTied((0, 2)), Cut(((0, Card.SA), (2, Card.S2)))])
    assert match.phase == ToChoose(0)
    match = after(tied(tie="rps"), [StillTied((1, 2)), ROCK, SCISSORS])
    assert match.phase == ToChoose(1)


@pytest.mark.parametrize("tie", ["cut", "rps"])
@pytest.mark.parametrize(
    ("seats", "why"),
    [((0, 3), "seat 3 did not tie for most tricks"), ((), "no seat is named as still tied")],
)
def test_K5_only_seats_that_tied_can_be_still_tied(
    tie: str, seats: tuple[int, ...], why: str
) -> None:
    with pytest.raises(RuleBroken) as broken:
        tied(tie=tie).apply(StillTied(seats))
    assert str(broken.value) == f"{why} (K5)"


@pytest.mark.parametrize("tie", ["cut", "rps"])
def test_K5_a_seat_stands_in_a_tie_once(tie: str) -> None:
    with pytest.raises(RuleBroken, match="K5"):
        tied(tie=tie).apply(StillTied((0, 0)))


@pytest.mark.parametrize(("game", "rule"), [("whist", "T7"), ("colonial-whist", "C2")])
def test_still_tied_is_for_the_choice_of_trumps_and_no_other_cut(game: str, rule: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        start(rules_of(game)).apply(StillTied((0, 1)))
    assert broken.value.rule == rule


def test_K5_no_seat_can_drop_out_in_the_middle_of_a_round_of_throws() -> None:
    with pytest.raises(RuleBroken, match="a round of throws is under way"):
        tied(tie="rps").apply(ROCK).apply(StillTied((0, 2)))


def test_S2_a_card_that_is_not_in_the_pack_cannot_be_cut() -> None:
    match = start(rules_of("scotch-whist", players=2))
    with pytest.raises(RuleBroken, match=r"seat 1 cuts 2C, which is not in the pack \(S2\)"):
        match.apply(Cut(((0, Card.SA), (1, Card.C2))))
