"""From matches to boards and back: the same cards, trumps, lead and play."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from oddtrick.cards import Card, Hand, Suit
from oddtrick.dealing import new_match
from oddtrick.errors import OddtrickError, RuleBroken
from oddtrick.games import GAMES as ALL_GAMES
from oddtrick.games import options_of, rules_of
from oddtrick.match import CHANCE, Match, Playing, played_cards
from oddtrick.pbn import (
    Board,
    boards_of,
    is_whist,
    match_of,
    read_boards,
    to_whist_match,
    write_boards,
)
from oddtrick.record import decode_record, encode_record, record_of, replay
from oddtrick.rules import Rules
from tests.support.pbn_boards import dealt, file_text, whole_boards

EXPORTED = [game for game in ALL_GAMES if is_whist(game.rules())]


@st.composite
def rules_for_pbn(draw: st.DrawFn) -> Rules:
    """Any game that can be exported, with any of its options."""
    game = draw(st.sampled_from(EXPORTED))
    given: dict[str, object] = {}
    for option in options_of(game.options):
        values = option.choices or (False, True)
        value = st.sampled_from(values) if option.kind != "number" else st.integers(1, 9)
        given[option.name] = draw(value)
    if given.get("match") == "deals":
        given["honours"] = "none"
    if given.get("match") != "rubber":
        given.pop("rubber_points", None)
    return rules_of(game.id, **given)


PACK = [*Card]
COLONIAL: dict[str, Any] = {
    "hands": dealt(PACK, 13),
    "tags": (("OddtrickGame", "colonial-whist"),),
}


def plays_of(match: Match) -> list[tuple[Card, ...]]:
    """The cards of every deal, in the order played."""
    done = [played_cards(log.hands[0].plays) for log in match.all_deals if log.hands]
    return done + ([played_cards(match.phase.plays)] if isinstance(match.phase, Playing) else [])


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """Matches of several deals, stopped anywhere."""
    rules = draw(rules_for_pbn())
    rng = Random(draw(st.integers(0, 2**32)))
    match = new_match(rules=rules, seed=rng.randrange(2**32), dealer=rng.randrange(4))
    for _ in range(draw(st.integers(0, 300))):
        if match.over:
            break
        match = match.apply(rng.choice(match.legal_actions()))
    return match


@given(matches())
def test_every_deal_of_a_match_comes_back_from_pbn(match: Match) -> None:
    boards = boards_of(match, ["Ann", "Bob", "Cy", "Di"])
    back = list(read_boards(write_boards(boards)))
    assert [board.plays for board in back] == plays_of(match)
    for board, log in zip(back, match.all_deals, strict=True):
        assert log.deal is not None
        assert board.hands == log.deal.hands[0]
        assert (board.dealer, board.trump) == (log.dealer, log.trump)
        assert board.leader == (log.dealer + 1) % 4
        assert board.names == ["Ann", "Bob", "Cy", "Di"]
        again = to_whist_match(board)
        assert again.rules.game == match.rules.game
        assert again.all_deals[0].deal == log.deal
        record = decode_record(encode_record(record_of(again, board.names)))
        [back_again] = boards_of(replay(record), record.names)
        assert replace(back_again, tags=()) == replace(board, tags=(), sections=())
        number = board.number
        assert dict(back_again.tags) | {"Board": number} == {
            name: dict(board.tags)[name] for name in dict(back_again.tags)
        }


@given(whole_boards(st.integers(1, 13)))
def test_a_board_comes_back_from_its_match(board: Board) -> None:
    match = match_of(board)
    [back] = boards_of(match)
    assert (back.hands, back.trump, back.leader) == (board.hands, board.trump, board.leader)
    assert back.plays == board.plays
    assert match.over is (len(board.plays) == 4 * len(board.hands[0]))


@given(whole_boards())
def test_a_board_as_plain_whist_can_be_a_record(board: Board) -> None:
    assert board.leader is not None
    assert board.trump is not UNSET
    match = to_whist_match(board)
    again = replay(record_of(match))
    assert encode_record(record_of(again)) == encode_record(record_of(match))
    [back] = boards_of(again)
    assert (back.hands, back.trump, back.leader) == (board.hands, board.trump, board.leader)
    assert back.plays == board.plays


def test_W4_the_turn_up_is_that_of_the_tag_or_else_the_dealers_lowest_trump() -> None:
    board = next(read_boards(file_text("whist.pbn")))
    converted = to_whist_match(board)
    assert converted.deal.deal is not None
    assert converted.deal.deal.turn_up is Card.CK
    guessed = to_whist_match(replace(board, tags=()))
    assert guessed.deal.deal is not None
    assert guessed.deal.deal.turn_up is Card.C7
    assert guessed.result[0].tricks == converted.result[0].tricks == (4, 2, 5, 2)


@pytest.mark.parametrize("trump", [Suit.HEARTS, Suit.SPADES, None])
def test_R1_R2_trumps_are_fixed_where_none_can_have_been_turned_up(trump: Suit | None) -> None:
    hands = dealt(PACK, 13)  # clubs, diamonds, hearts, spades
    match = to_whist_match(Board(hands=hands, trump=trump, leader=1))
    assert match.deal.deal is not None
    assert (match.deal.deal.turn_up, match.deal.trump) == (None, trump)


def test_the_tags_choose_the_game() -> None:
    _, board = read_boards(file_text("whist.pbn"))
    assert to_whist_match(board).rules.game == "colonial-whist"
    with pytest.raises(OddtrickError, match="must be one of whist, colonial-whist, colonial-"):
        to_whist_match(replace(board, tags=(("OddtrickGame", "knockout-whist"),)))


def test_a_match_under_way_is_written_up_to_its_last_card() -> None:
    match = new_match("whist", seed=5, dealer=0)
    assert [board.plays for board in boards_of(match)] == [()]
    rng = Random(5)
    for _ in range(60):
        match = match.apply(rng.choice(match.legal_actions()))
    assert [len(board.plays) for board in boards_of(match)] == [52, 8]
    assert [board.number for board in boards_of(match)] == ["1", "2"]
    first, second = boards_of(match)
    assert (first.dealer, second.dealer) == (0, 1)


def test_a_match_before_its_first_deal_has_no_board() -> None:
    match = new_match("whist", seed=5).with_chance(None)
    assert match.to_act != CHANCE
    assert boards_of(replace(match, deal=replace(match.deal, deal=None))) == []


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("scotch-whist", {"players": 4}),
        ("scotch-whist", {"players": 4, "sides": 2}),
        ("scotch-whist", {"players": 2}),
        ("knockout-whist", {"players": 4}),
    ],
)
def test_games_without_a_bridge_table_are_refused(game: str, options: dict[str, object]) -> None:
    with pytest.raises(OddtrickError, match=f"^{game} cannot be written as PBN"):
        boards_of(new_match(rules=rules_of(game, **options), seed=1))


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (Board(), "North's hand is not known"),
        (Board(hands=dealt(PACK, 13)), "trumps are not known"),
        (Board(hands=dealt(PACK, 13), trump=None), "not known who leads"),
        (Board(hands=dealt(PACK[:4] * 4, 1), trump=None, leader=0), ""),
        (Board(hands=(Hand.of("A..."),) * 4, trump=None, leader=0), "SA is in North's hand"),
    ],
)
def test_an_incomplete_board_is_refused_as_a_match(board: Board, message: str) -> None:
    if not message:
        assert not match_of(board).over
        return
    with pytest.raises(OddtrickError, match=message):
        match_of(board)


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (Board(hands=dealt(PACK, 5), trump=Suit.CLUBS, leader=1), r"5 cards.*\(W3\)"),
        (Board(trump=None, leader=1, **COLONIAL), r"there are no trumps.*turn-up \(W4\)"),
        (Board(trump=Suit.SPADES, leader=1, **COLONIAL), r"North.*no card of spades.*\(W4\)"),
    ],
)
def test_a_board_impossible_under_plain_rules_is_refused(board: Board, message: str) -> None:
    with pytest.raises(RuleBroken, match=message):
        to_whist_match(board)


def test_names_are_one_a_seat() -> None:
    with pytest.raises(OddtrickError, match="3 names"):
        boards_of(new_match("whist", seed=1, dealer=0), ["a", "b", "c"])


def test_the_deal_passes_from_board_to_board() -> None:
    match = new_match("whist", seed=3, dealer=2, match="deals", deals=4)
    while not match.over:
        match = match.apply(match.legal_actions()[0])
    boards = boards_of(match)
    assert len(boards) == 4
    assert all(after.dealer == (before.dealer or 0) + 1 & 3 for before, after in pairwise(boards))
