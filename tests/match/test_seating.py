"""The first dealer, the seating, and the order of dealers."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddtrick.cards import CARDS, Card, Rank
from oddtrick.dealing import new_match
from oddtrick.errors import RuleBroken
from oddtrick.games import GAMES, Game, rules_of
from oddtrick.match import Cut, CutFor, Cutting, Match, ToCut, ToDeal, start
from oddtrick.record import record_of, rules_of_record
from oddtrick.rules import Tie
from oddtrick.tricks import from_seat
from oddtrick.views import Awaited
from tests.support.hypothesis_strategies import finished
from tests.support.position_builders import after, cards

FEW_RANKS = st.sampled_from([card for card in CARDS if card.rank >= Rank.QUEEN])


def cut(text: str, seats: tuple[int, ...] = (0, 1, 2, 3)) -> Cut:
    """One round of cutting: these seats show these cards."""
    return Cut(tuple(zip(seats, cards(text), strict=True)))


def to_cut(match: Match) -> tuple[int, ...]:
    return match.phase.cutting.to_cut if isinstance(match.phase, ToCut) else ()


@pytest.mark.parametrize("order", list(permutations("2K9A")))
def test_C2_the_two_highest_play_the_two_lowest_and_the_lowest_deals_in_seat_0(
    order: tuple[str, ...],
) -> None:
    match = start(rules_of("colonial-whist"))
    match = match.apply(cut(" ".join(rank + "S" for rank in order)))
    lowest, low, high, highest = (order.index(rank) for rank in "29KA")
    assert match.deal.dealer == 0
    assert match.seating == (lowest, high, low, highest)
    assert [match.seating[seat] for seat in match.rules.sides[0]] == [lowest, low]
    assert match.view(None).seating == match.seating


@pytest.mark.parametrize(
    ("shown", "again"),
    [
        ("KS 9S 9H 4S", (1, 2)),
        ("KS KH 5S 3S", ()),
        ("KS KH 3S 3H", (2, 3)),
        ("9S 9H 9D AS", (0, 1, 2)),
        ("9S 9H 9D 2S", (0, 1, 2)),
        ("9S 9H 9D 9C", (0, 1, 2, 3)),
        ("2S 2H 9D AC", (0, 1)),
        ("2S 3H AD AC", ()),
    ],
)
def test_C2_equal_cards_are_cut_again_only_where_it_matters(
    shown: str, again: tuple[int, ...]
) -> None:
    assert to_cut(start(rules_of("colonial-whist")).apply(cut(shown))) == again


def test_C2_seats_that_tie_for_second_lowest_cut_for_the_partner() -> None:
    match = start(rules_of("colonial-whist"))
    match = after(match, [cut("KS 9S 9H 4S"), cut("AS 2S", (1, 2))])
    assert isinstance(match.phase, ToDeal)
    assert match.seating == (3, 1, 2, 0)


@given(st.data())
def test_C2_each_round_splits_only_level_seats(data: st.DataObject) -> None:
    cutting = Cutting(CutFor.PARTNERS, ((0, 1, 2, 3),))
    ranks: dict[int, tuple[Rank, ...]] = dict.fromkeys(range(4), ())
    for _ in range(8):
        if not cutting.to_cut:
            break
        level = {ranks[seat] for seat in cutting.to_cut}
        assert len(level) == 1
        shown = {seat: data.draw(FEW_RANKS) for seat in cutting.to_cut}
        cutting = cutting.after(Cut(tuple(shown.items())))
        for seat, card in shown.items():
            ranks[seat] += (card.rank,)
        drawn = [ranks[seat] for seat in cutting.order]
        assert drawn == sorted(drawn)
    if not cutting.to_cut:
        lowest, low, high, _ = (ranks[seat] for seat in cutting.order)
        assert lowest < low < high


@given(finished())
def test_T6_the_deal_passes_to_the_next_seat_that_is_still_in(match: Match) -> None:
    logs = match.all_deals
    for before, log in pairwise(logs):
        clockwise = from_seat(range(match.rules.players), before.dealer)
        following = [seat for seat in (*clockwise[1:], before.dealer) if seat in log.seats]
        assert log.dealer == following[0]


@pytest.mark.parametrize("dealer", range(4))
def test_the_first_dealer_can_be_given_instead_of_cut_for(dealer: int) -> None:
    match = start(rules_of("colonial-whist"), dealer=dealer)
    assert (match.deal.dealer, match.seating) == (dealer, (0, 1, 2, 3))
    assert match.to_act == -1
    view = match.view(2)
    assert (view.dealer, view.awaited, view.legal, view.counts) == (dealer, Awaited.DEAL, (), ())


@pytest.mark.parametrize("dealer", [-1, 4, 13])
def test_T1_a_missing_seat_cannot_deal(dealer: int) -> None:
    with pytest.raises(RuleBroken, match=f"seat {dealer} can't deal: the seats are 0 to 3"):
        start(rules_of("whist"), dealer=dealer)


def test_a_cut_under_way_is_seen_by_all() -> None:
    match = start(rules_of("whist"))
    assert match.view(1).to_cut == (0, 1, 2, 3)
    assert match.view(1).cut == ()
    match = match.apply(cut("2S 2H KS AS"))
    for seat in (0, 3, None):
        view = match.view(seat)
        assert (view.awaited, view.to_cut) == (Awaited.CUT, (0, 1))
        assert dict(view.cut) == dict(enumerate(cards("2S 2H KS AS")))


def test_the_rounds_of_a_cut_are_among_the_actions() -> None:
    rounds = [cut("2S 2H KS AS"), cut("9S 3H", (0, 1))]
    match = after(start(rules_of("whist")), rounds)
    assert list(match.actions) == list(match.opening) == rounds
    assert match.deal.dealer == 1


@given(st.integers(0, 2**32))
def test_the_cards_of_a_cut_are_different_cards(seed: int) -> None:
    match = new_match("whist", seed=seed)
    for action in match.opening:
        assert isinstance(action, Cut)
        shown = [card for _, card in action.cards]
        assert len(set(shown)) == len(shown)
    assert match.opening


LOW = {card: (-1 if card.rank is Rank.ACE else int(card.rank)) for card in CARDS}


@given(st.sampled_from(["ace-high", "ace-low"]), st.permutations(CARDS))
def test_T7_the_ace_is_high_in_cutting_or_low_where_the_option_says_so(
    order: str, pack: list[Card]
) -> None:
    heights = LOW if order == "ace-low" else {card: int(card.rank) for card in CARDS}
    for game in ("whist", "scotch-whist", "knockout-whist"):
        rules = rules_of(game, cut=order)
        shown = [card for card in pack if rules.pack & card.bit][:4]
        match = start(rules).apply(Cut(tuple(enumerate(shown))))
        low = min(heights[card] for card in shown)
        lowest = tuple(seat for seat, card in enumerate(shown) if heights[card] == low)
        if len(lowest) > 1:
            assert to_cut(match) == lowest
        else:
            assert match.deal.dealer == lowest[0]


@given(st.permutations(CARDS))
def test_C2_with_the_ace_low_the_lower_half_of_the_cut_has_the_ace(pack: list[Card]) -> None:
    shown = pack[:4]
    for game in ("colonial-whist", "colonial-scotch-whist"):
        match = start(rules_of(game, cut="ace-low")).apply(Cut(tuple(enumerate(shown))))
        if isinstance(match.phase, ToDeal):
            lowest, low, high, highest = sorted(range(4), key=lambda seat: LOW[shown[seat]])
            assert set(match.seating[::2]) == {lowest, low}
            assert set(match.seating[1::2]) == {high, highest}
            assert match.seating[0] == lowest


def test_K5_the_ace_stays_high_in_the_cut_for_trumps() -> None:
    rules = rules_of("knockout-whist", cut="ace-low")
    assert rules.trumps.tie is Tie.CUT
    cutting = Cutting(CutFor.TRUMPS, ((0, 1),)).after(cut("AS 2S", (0, 1)))
    assert cutting.order[-1] == 0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_record_names_the_order_of_the_cut_only_where_the_ace_is_low(game: Game) -> None:
    usual = record_of(new_match(rules=game.rules(), seed=1, dealer=0))
    low = record_of(new_match(game.id, seed=1, dealer=0, cut="ace-low"))
    assert "cut" not in usual.rules
    assert low.rules == {**usual.rules, "cut": "ace-low"}
    assert rules_of_record(low).ace_low_in_cut
    assert not rules_of_record(usual).ace_low_in_cut
