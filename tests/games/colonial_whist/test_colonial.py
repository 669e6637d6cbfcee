"""Colonial whist, C1-C5."""

from __future__ import annotations

import pytest
from hypothesis import given

from oddtrick.cards import Card, parse_card
from oddtrick.games import rules_of
from oddtrick.match import Cut, Match, start
from oddtrick.rules import FirstDealer
from oddtrick.scoring import Standing
from tests.support.hypothesis_strategies import finished
from tests.support.position_builders import cards, facts, play_deal, taking


def colonial(**options: object) -> Match:
    return start(rules_of("colonial-whist", **options), dealer=0)


def scored(
    tricks: tuple[int, int], taken: dict[int, str], score: tuple[int, int] = (0, 0)
) -> tuple[tuple[int, ...], Standing]:
    """The points of a deal with spades as trumps, and how the match stands after it."""
    rules = rules_of("colonial-whist")
    deal = facts(tricks, taken=taken, score=score)
    before = Standing(score, (0, 0), (0, 1, 2, 3))
    return rules.match.after(before, deal, rules.scoring.stages(deal))


def test_C1_players_pack_deal_and_trumps_are_those_of_whist() -> None:
    colonial_rules, whist_rules = rules_of("colonial-whist"), rules_of("whist")
    for part in ("players", "sides", "pack", "order", "plan", "trumps", "break_trumps"):
        assert getattr(colonial_rules, part) == getattr(whist_rules, part)


@pytest.mark.parametrize("suit", "SHDC")
def test_C1_the_jack_is_the_knave_and_both_are_read(suit: str) -> None:
    assert parse_card(f"Kn{suit}") is parse_card(f"J{suit}")


def test_C2_the_players_cut_for_partners() -> None:
    """The example of the rulebook: Ann K, Bob and Cal 9, Dot 4; Bob cuts an ace, Cal a two."""
    assert rules_of("colonial-whist").first_dealer is FirstDealer.PARTNERS_CUT
    ann, bob, cal, dot = range(4)
    match = start(rules_of("colonial-whist"))
    match = match.apply(Cut(tuple(enumerate(cards("KS 9H 9C 4D")))))
    assert match.view(None).to_cut == (bob, cal)
    match = match.apply(Cut(((bob, Card.SA), (cal, Card.D2))))
    assert match.seating == (dot, bob, cal, ann)
    assert match.deal.dealer == 0


def test_C2_two_kings_are_partners_but_two_threes_cut_again_for_the_deal() -> None:
    match = start(rules_of("colonial-whist"))
    assert match.apply(Cut(tuple(enumerate(cards("KS KH 5D 3C"))))).seating == (3, 0, 2, 1)
    match = match.apply(Cut(tuple(enumerate(cards("KS KH 3D 3C")))))
    assert match.view(0).to_cut == (2, 3)
    assert match.apply(Cut(((2, Card.SA), (3, Card.DK)))).seating == (3, 0, 2, 1)


@pytest.mark.parametrize("won", range(14))
def test_C3_the_first_six_tricks_are_the_book_and_each_beyond_counts_one(won: int) -> None:
    points, _ = scored((won, 13 - won), {})
    assert points == (max(0, won - 6), max(0, 7 - won))


def test_C4_the_first_side_at_ten_wins() -> None:
    """Side 1 takes two and one, then side 0 all thirteen tricks, and all four honours."""
    match = play_deal(colonial(), "0" * 5 + "1" * 8)
    match = play_deal(match, "0" * 6 + "1" * 7)
    assert (match.standing.score, match.over) == ((0, 3), False)
    match = play_deal(match, taking(13))
    assert (match.standing.score, match.winner) == ((11, 3), 0)


@given(finished("colonial-whist"))
def test_C4_a_game_is_not_over_before_ten(match: Match) -> None:
    totals = [max(result.score) for result in match.result]
    assert totals[-1] >= 10
    assert all(total < 10 for total in totals[:-1])


@pytest.mark.parametrize(
    ("tricks", "taken", "points"),
    [
        ((8, 5), {0: "AK...", 2: "J...", 1: "Q..."}, (4, 0)),
        ((7, 6), {0: "AKQJ..."}, (5, 0)),
        ((7, 6), {0: "A...", 2: "K..."}, (1, 0)),
        ((7, 6), {0: "AK...", 1: "QJ..."}, (1, 0)),
        ((6, 7), {0: "AKQ...", 1: "J..."}, (0, 1)),
        ((5, 8), {2: "AKQJ..."}, (0, 2)),
    ],
)
def test_C5_only_the_winners_of_the_hand_score_for_honours_taken(
    tricks: tuple[int, int], taken: dict[int, str], points: tuple[int, int]
) -> None:
    assert scored(tricks, taken)[0] == points


def test_C5_tricks_come_first() -> None:
    """The example of the rulebook: 8 + 3 is game, and the honours are not added."""
    points, standing = scored((4, 9), {1: "AKQ..."}, (0, 8))
    assert (points, standing.score, standing.winner) == ((0, 3), (0, 11), 1)


def test_C5_honours_are_taken_and_not_dealt() -> None:
    """Each seat is dealt one of them; the winner of the first trick takes all four."""
    assert play_deal(colonial(), "0" * 7 + "1" * 6).result[0].points == (5, 0)
    assert play_deal(colonial(), "1" + "0" * 7 + "1" * 5).result[0].points == (1, 0)


def test_C5_a_side_one_short_of_the_target_is_not_barred_from_honours() -> None:
    """H2 is a rule of whist; here tricks alone take the winners of the hand to the target."""
    points, standing = scored((7, 6), {0: "AKQJ..."}, (9, 9))
    assert (points, standing.score) == ((1, 0), (10, 9))
    points, standing = scored((7, 6), {0: "AKQJ..."}, (8, 9))
    assert (points, standing.score) == ((5, 0), (13, 9))
