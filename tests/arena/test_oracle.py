from random import Random

import pytest

from oddtrick import new_match
from oddtrick.arena import Unit, play_duplicate
from oddtrick.arena.players import Oracle
from oddtrick.cards import Card, Hand, Suit
from oddtrick.games import rules_of
from oddtrick.match import Deal, Match, Playing, ToChoose, start
from oddtrick.solver import Position, solve
from tests.support.extent import part


def played_out(match: Match) -> Match:
    oracle, rng = Oracle(), Random(1)
    while match.number == 0 and not match.over:
        assert match.to_act is not None
        match = match.apply(oracle.act(match, rng))
    return match


@pytest.mark.parametrize("seed", range(3))
def test_four_oracles_reach_the_double_dummy_value(seed: int) -> None:
    match = new_match("whist", seed=seed, dealer=3)
    assert isinstance(match.phase, Playing)
    hands = [Hand(match.phase.held(seat)) for seat in range(4)]
    value = solve(Position.of(match.rules, hands, match.phase.layout.trump, 0))
    tricks = played_out(match.with_chance(None)).result[0].tricks
    assert tricks[0] + tricks[2] == value


def test_two_oracles_reach_the_value_with_undealt_cards() -> None:
    rules = rules_of("knockout-whist", players=2)
    hands = (Hand.of("AQ.AQ.AQ.A"), Hand.of("K2.K2.K2.2"))
    match = start(rules, dealer=1).apply(Deal((hands,), Card.S3))
    value = solve(Position.of(rules, hands, Suit.SPADES, 0))
    assert played_out(match).result[0].tricks[0] == value


def test_among_equal_cards_it_keeps_the_high_ones() -> None:
    rules = rules_of("knockout-whist", players=2)
    hands = (Hand.of("AKQJT98..."), Hand.of(".AKQJT98.."))
    match = start(rules, dealer=1).apply(Deal((hands,), Card.S3))
    assert Oracle().act(match, Random(1)) is Card.S8


def test_K3_it_chooses_the_trumps_that_win_most() -> None:
    rules = rules_of("knockout-whist", players=2)
    rng, oracle = Random(1), Oracle()
    choices_made = 0
    for seed in range(12):
        match = new_match(rules=rules, seed=seed)
        while not match.over and not isinstance(match.phase, ToChoose):
            match = match.apply(rng.choice(match.legal_actions()))
        if match.over:
            continue
        chooser, deal = match.to_act, match.deal.deal
        assert chooser is not None
        assert deal is not None
        values = {}
        for suit in Suit:
            leader = 1 - match.deal.dealer
            position = Position.of(rules, deal.hands[0], suit, leader)
            won = solve(position)
            values[suit] = won if leader == chooser else position.points_left - won
        chosen = oracle.act(match, rng)
        assert isinstance(chosen, Suit)
        assert values[chosen] == max(values.values())
        choices_made += 1
    assert choices_made >= 3


@pytest.mark.parametrize(
    ("game", "options"),
    part(
        [
            ("whist", {"honours": "captured"}),
            ("scotch-whist", {"players": 5}),
            ("knockout-whist", {"players": 7, "tie": "rps", "choose": "blind"}),
            ("scotch-whist", {"players": 8, "sides": 4}),
            ("colonial-scotch-whist", {}),
        ],
        3,
    ),
)
def test_it_plays_every_game_to_the_end(game: str, options: dict[str, object]) -> None:
    rules = rules_of(game, **options)
    unit: Unit = "matches" if game == "knockout-whist" else "points"
    assert play_duplicate(rules, "oracle", "random", deals=1, unit=unit).deals == 1


def test_it_beats_a_player_that_sees_one_hand() -> None:
    outcome = play_duplicate(rules_of("whist"), "oracle", "casual", deals=15, seed=3)
    assert outcome.ci95[0] > 0.5
