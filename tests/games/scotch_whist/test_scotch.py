"""Scotch whist, Catch the Ten, S1-S8."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from oddtrick.bots import find_bot
from oddtrick.cards import CARDS, Card, Hand, Rank, Suit, card_at, cards_in, mask_of
from oddtrick.dealing import deal_out, new_match
from oddtrick.errors import RuleBroken
from oddtrick.games import rules_of
from oddtrick.match import Match, start
from oddtrick.scoring import Standing
from tests.support.hypothesis_strategies import finished
from tests.support.position_builders import after, ending, facts, playing

SIDES = [(4, 2), (6, 2), (6, 3), (8, 2), (8, 4)]


def scotch(players: int, *, dealer: int = 0, seed: int = 1, **options: Any) -> Match:
    return new_match("scotch-whist", players=players, dealer=dealer, seed=seed, **options)


def course(match: Match, seed: int = 1) -> list[Match]:
    """The states of the deal under way, each time before a card is played at random."""
    rng, states = Random(seed), []
    number = match.number
    while not match.over and match.number == number:
        states.append(match)
        match = match.apply(rng.choice(match.legal_actions()))
    return states


@pytest.mark.parametrize("players", range(2, 9))
def test_S1_two_to_eight_play_each_for_himself(players: int) -> None:
    rules = rules_of("scotch-whist", players=players)
    assert rules.players == players
    assert rules.sides == tuple((seat,) for seat in range(players))
    assert rules.partners(0) == ()


@pytest.mark.parametrize("players", [1, 9])
def test_S1_fewer_than_two_or_more_than_eight_cannot_play(players: int) -> None:
    with pytest.raises(RuleBroken, match=r"players is a whole number from 2 to 8.*\(S1\)"):
        rules_of("scotch-whist", players=players)


@pytest.mark.parametrize(("players", "sides"), SIDES)
def test_S1_partners_sit_spread_round_the_table(players: int, sides: int) -> None:
    rules = rules_of("scotch-whist", players=players, sides=sides)
    assert len(rules.sides) == sides
    for seat in range(players):
        assert rules.side_of(seat) == seat % sides
        assert len(rules.partners(seat)) == players // sides - 1 >= 1


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("sides", [2, 3, 4])
def test_S1_sides_are_equal_and_of_two_or_more(players: int, sides: int) -> None:
    if (players, sides) in SIDES:
        assert len(rules_of("scotch-whist", players=players, sides=sides).sides) == sides
        return
    with pytest.raises(RuleBroken, match=f"sides is {sides}; {players} players ") as broken:
        rules_of("scotch-whist", players=players, sides=sides)
    assert broken.value.rule == "S1"


@pytest.mark.parametrize("players", range(2, 9))
def test_S2_sixes_are_taken_out_so_that_all_have_equally_many_cards(players: int) -> None:
    rules = rules_of("scotch-whist", players=players)
    out = {5: {Card.S6}, 7: {Card.S6}, 8: {card_at(suit, Rank.SIX) for suit in Suit}}
    expected = {card for card in CARDS if card.rank >= Rank.SIX} - out.get(players, set())
    assert set(cards_in(rules.pack)) == expected
    assert sum(rules.plan.sizes(0)) * players == len(expected)


def test_S3_the_jack_of_trumps_beats_the_ace_and_no_other_jack_does() -> None:
    hands = ("..A.A", "..J.J")
    match = ending(*hands, trump=Suit.DIAMONDS, game="scotch-whist")
    assert playing(after(match, "AD JD")).winners == (1,)
    assert playing(after(match, "AC JC")).winners == (0,)


@pytest.mark.parametrize("trump", Suit)
def test_S3_trumps_run_from_the_jack_and_other_suits_from_the_ace(trump: Suit) -> None:
    rules = rules_of("scotch-whist")
    strength = rules.order.strengths(trump)
    for suit in Suit:
        held = sorted(cards_in(rules.pack & suit.mask), key=lambda card: -strength[card])
        ranks = "".join(card.rank.letter for card in held)
        assert ranks == ("JAKQT9876" if suit is trump else "AKQJT9876")


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(2, (6, 6, 6)), (3, (6, 6)), (4, (9,)), (5, (7,)), (6, (6,)), (7, (5,)), (8, (4,))],
)
def test_S4_two_and_three_players_get_separate_hands(players: int, sizes: tuple[int, ...]) -> None:
    match = scotch(players)
    deal = match.deal.deal
    assert deal is not None
    assert match.rules.plan.sizes(0) == sizes
    assert [[len(hand) for hand in hands] for hands in deal.hands] == [
        [size] * players for size in sizes
    ]


@given(st.integers(2, 8), st.integers(0, 7), st.randoms(use_true_random=False))
def test_S4_the_last_card_is_in_the_dealers_last_hand_and_names_trumps_for_the_whole_deal(
    players: int, seat: int, random: Random
) -> None:
    rules = rules_of("scotch-whist", players=players)
    dealer = seat % players
    match = start(rules, dealer=dealer)
    pack = random.sample(cards_in(rules.pack), rules.pack.bit_count())
    deal = deal_out(match, pack)
    assert deal.turn_up is pack[-1]
    assert pack[-1] in deal.hands[-1][dealer]
    for state in course(match.apply(deal)):
        assert playing(state).layout.trump is state.view(0).trump is pack[-1].suit


@pytest.mark.parametrize("players", [2, 3])
def test_S4_eldest_hand_leads_to_each_of_the_separate_hands(players: int) -> None:
    states = course(scotch(players, dealer=1, target=1))
    first_leads = [s for s in states if not playing(s).plays]
    assert [len(s.deal.hands) for s in first_leads] == list(range(6 // players))
    assert [s.to_act for s in first_leads] == [2 % players] * (6 // players)


@pytest.mark.parametrize("players", [2, 3])
def test_S4_a_later_hand_is_in_nobodys_view_until_it_begins(players: int) -> None:
    match = scotch(players, target=1)
    for state in course(match):
        deal, turn_up = state.deal.deal, state.view(0).turn_up
        assert deal is not None
        number = len(state.deal.hands)
        for seat in range(players):
            view = state.view(seat)
            assert (view.hand_number, view.hand_count) == (number, len(deal.hands))
            assert view.hand <= deal.hands[number][seat]
            assert view.hand == Hand(playing(state).held(seat))
            for hands in deal.hands[number + 1 :]:
                assert not any(view.hand & hand for hand in hands)
                assert all(card in view.unseen or card is turn_up for h in hands for card in h)
    assert not match.over


def test_S4_the_card_in_the_last_hand_cannot_be_played_before() -> None:
    match = scotch(2, dealer=0)
    turn_up = match.view(1).turn_up
    assert turn_up is not None
    assert match.view(1).turn_up_seat == 0
    assert turn_up not in match.view(0).hand
    for _ in range(12):
        assert match.view(1).turn_up_shown
        match = match.apply(match.legal_actions()[0])
    while len(match.deal.hands) < 2:
        match = match.apply(match.legal_actions()[0])
    assert match.view(1).turn_up_shown
    assert turn_up in match.view(0).hand
    match = match.apply(match.legal_actions()[0])
    assert match.to_act == 0
    assert not match.view(1).turn_up_shown


@pytest.mark.parametrize(
    ("taken", "points"),
    [("J...", 11), ("T...", 10), ("A...", 4), ("K...", 3), ("Q...", 2), ("9876.AKQJT..", 0)],
)
def test_S5_each_top_trump_taken_scores(taken: str, points: int) -> None:
    deal = facts((1, 0), taken={0: taken}, dealt={0: "9876.AKQJT..AKQJT9876"})
    assert rules_of("scotch-whist", sides=2).scoring.stages(deal) == ((points, 0),)


@pytest.mark.parametrize(
    ("taken", "dealt", "points"), [(22, 18, 4), (14, 18, 0), (18, 18, 0), (20, 18, 2)]
)
def test_S6_each_card_taken_above_those_dealt_scores_one(
    taken: int, dealt: int, points: int
) -> None:
    plain = [card for card in CARDS if card.suit is not Suit.SPADES]
    deal = replace(
        facts((1, 0), sides=((0,), (1,))),
        taken=(mask_of(plain[:taken]), 0),
        dealt=(mask_of(plain[:dealt]), 0),
    )
    assert rules_of("scotch-whist", players=2).scoring.stages(deal) == ((points, 0),)


def test_S6_cards_dealt_to_and_taken_by_partners_count_together() -> None:
    deal = facts((1, 1), taken={0: "JT98...", 2: "76.9876.."}, dealt={2: "AKQ..."})
    assert rules_of("scotch-whist", sides=2).scoring.stages(deal) == ((11 + 10 + 10 - 3, 0),)


@pytest.mark.parametrize(
    ("players", "sides"), [*((players, None) for players in range(2, 9)), *SIDES]
)
@given(seed=st.integers(0, 2**32))
def test_S5_S6_the_points_of_a_deal_are_those_of_the_cards_taken(
    players: int, sides: int | None, seed: int
) -> None:
    last = course(scotch(players, sides=sides, seed=seed, target=1000), seed)[-1]
    match = last.apply(last.legal_actions()[0])
    log, rules = match.all_deals[0], match.rules
    assert log.result is not None
    for side, seats in enumerate(rules.sides):
        taken = [
            card
            for hand in log.hands
            for trick, winner in zip(hand.tricks(log.seats), hand.winners, strict=True)
            for _, card in trick
            if winner in seats
        ]
        trumps = [card.rank.letter for card in taken if card.suit is log.trump]
        top = sum({"J": 11, "T": 10, "A": 4, "K": 3, "Q": 2}.get(rank, 0) for rank in trumps)
        dealt = len(seats) * sum(rules.plan.sizes(0))
        assert log.result.points[side] == top + max(0, len(taken) - dealt)


@pytest.mark.parametrize(
    ("score", "taken", "winner"),
    [
        ((10, 12), {0: "J..."}, None),
        ((30, 12), {0: "J..."}, 0),
        ((38, 30), {0: "K...", 1: "JT..."}, 1),
        ((37, 30), {0: "A...", 1: "J..."}, None),
        ((41, 41), {0: "Q..."}, 0),
    ],
)
def test_S7_the_highest_at_forty_one_wins_after_the_whole_deal_and_level_plays_on(
    score: tuple[int, int], taken: dict[int, str], winner: int | None
) -> None:
    rules = rules_of("scotch-whist", players=2)
    deal = facts(
        (9, 9), taken=taken, dealt=dict.fromkeys((0, 1), "AK..."), sides=((0,), (1,)), score=score
    )
    before = Standing(score, (0, 0), (0, 1))
    _, standing = rules.match.after(before, deal, rules.scoring.stages(deal))
    assert (standing.winner, standing.over) == (winner, winner is not None)


@given(finished("scotch-whist", players=3, target=20))
def test_S7_the_scores_of_a_match_are_added_deal_by_deal_until_one_is_ahead_at_the_target(
    match: Match,
) -> None:
    for before, result in pairwise(match.result):
        added = [b + p for b, p in zip(before.score, result.points, strict=True)]
        assert list(result.score) == added
        assert max(before.score) < 20 or before.score.count(max(before.score)) > 1
    final = match.standing.score
    assert max(final) >= 20
    assert final.count(max(final)) == 1
    assert match.winner == final.index(max(final))


@pytest.mark.parametrize("own", ["AKQ7.T..", "AKQ7.T6..", "9.T.AKQ."])
def test_S8_with_a_partner_a_ten_that_is_single_or_with_one_more_is_led_at_once(own: str) -> None:
    size = len(Hand.of(own))
    rest = [card for card in cards_in(rules_of("scotch-whist").pack) if card not in Hand.of(own)]
    dealt = [str(Hand.of(rest[n::3][:size])) for n in range(3)]
    match = ending(own, *dealt, trump=Suit.HEARTS, game="scotch-whist", sides=2)
    for seed in range(5):
        assert find_bot("casual").choose(match.view(0), Random(seed)) is Card.HT


def test_S8_each_for_himself_the_ten_is_kept_and_the_shortest_suit_emptied() -> None:
    own = "AK7.T6.7."
    rest = [card for card in cards_in(rules_of("scotch-whist").pack) if card not in Hand.of(own)]
    dealt = [str(Hand.of(rest[n::3][:6])) for n in range(3)]
    match = ending(own, *dealt, trump=Suit.HEARTS, game="scotch-whist")
    assert find_bot("casual").choose(match.view(0), Random(1)) is Card.D7
