"""The reference against cards, tricks and scores worked out by hand from the rulebook."""

from random import Random
from typing import Any

import pytest

from tests.support.reference.cards import (
    hand_text,
    pack,
    read_card,
    read_hand,
    respelt,
    winning_card,
)
from tests.support.reference.deal_course import (
    HandInPlay,
    Trick,
    cards_each,
    cut_winners,
    hands_in_deal,
)
from tests.support.reference.options import full_rules
from tests.support.reference.scoring import (
    PlayedOut,
    Standing,
    begin_deal,
    first_standing,
    score_deal,
)


def tricks_of(*winners_and_cards: str) -> list[Trick]:
    """Tricks in the form ``"0 AS KS QS JS"``: winner, then the cards, the winning one first."""
    tricks = []
    for line in winners_and_cards:
        winner, *cards = line.split()
        tricks.append(Trick(int(winner), cards, cards[0]))
    return tricks


def thirteen(side_0: int, *, trumps_to_0: str = "", trumps_to_1: str = "") -> list[Trick]:
    """Thirteen tricks, some won by side 0, with the winners of spades led alone."""
    cards = {0: list(trumps_to_0), 1: list(trumps_to_1)}
    tricks = []
    for number in range(13):
        side = 0 if number < side_0 else 1
        held = [rank + "S" for rank in cards[side][:4]]
        cards[side] = cards[side][4:]
        tricks.append(Trick(side, held, held[0] if held else "2D"))
    assert cards == {0: [], 1: []}
    return tricks


def scored(rules: dict[str, Any], score: list[int], deal: PlayedOut) -> tuple[list[int], Standing]:
    """The points of a deal that starts at ``score``, and the standing after it."""
    full = full_rules(rules)
    standing = first_standing(full)
    standing.score = list(score)
    return score_deal(full, standing, deal), standing


@pytest.mark.parametrize(
    ("text", "card"),
    [("AS", "AS"), ("10H", "TH"), ("KnH", "JH"), ("th", "TH"), ("♠A", "AS"), ("T♥", "TH")],
)
def test_a_card_is_read_in_every_spelling(text: str, card: str) -> None:
    assert read_card(text) == card


def test_every_card_is_read_as_it_was_respelt() -> None:
    for seed in range(20):
        for card in pack("whist", 4):
            assert read_card(respelt(card, Random(seed))) == card


def test_a_hand_is_written_as_it_is_read() -> None:
    assert read_hand("AK.T..52") == ["AS", "KS", "TH", "5C", "2C"]
    assert hand_text(["2C", "TH", "AS", "5C", "KS"]) == "AK.T..52"
    assert hand_text([]) == ""


def test_the_scotch_pack_is_dealt_out_evenly() -> None:  # S2, S4
    for players in range(2, 9):
        full = full_rules({"game": "scotch-whist", "players": players})
        dealt = cards_each(full, 0) * players * hands_in_deal(full)
        assert dealt == len(pack("scotch-whist", players))


def test_the_highest_trump_wins_and_in_scotch_that_is_the_jack() -> None:  # T4, S3
    assert winning_card(["KH", "AD", "2S", "AH"], "whist", "S") == "2S"
    assert winning_card(["KH", "AD", "2S", "AH"], "whist", "N") == "AH"
    assert winning_card(["AS", "JS"], "whist", "S") == "AS"
    assert winning_card(["AS", "JS"], "scotch-whist", "S") == "JS"
    assert winning_card(["AS", "JS"], "scotch-whist", "H") == "AS"


def test_cuts_and_throws() -> None:  # K5
    assert cut_winners({"0": "KH", "2": "3D"}, "cut") == [0]
    assert cut_winners({"0": "KH", "2": "KD", "3": "QS"}, "cut") == [0, 2]
    assert cut_winners({"0": "rock", "2": "paper"}, "rps") == [2]
    assert cut_winners({"0": "rock", "2": "scissors", "3": "rock"}, "rps") == [0, 3]
    assert cut_winners({"0": "rock", "2": "paper", "3": "scissors"}, "rps") == []
    assert cut_winners({"0": "rock", "2": "rock"}, "rps") == []


FOUR_HONOURS_TO_1 = [["2S"], ["AS", "KS"], ["3S"], ["QS", "JS"]]


@pytest.mark.parametrize(
    ("score", "points"),
    [
        ([0, 0], [2, 4]),  # H1: 8 tricks against four honours
        ([3, 0], [2, 0]),  # H3, H4: the tricks reach 5 first
        ([0, 4], [2, 0]),  # H2: four towards five
        ([0, 3], [2, 4]),  # H4: the points above the target are kept
    ],
)
def test_honours_dealt(score: list[int], points: list[int]) -> None:
    deal = PlayedOut("S", FOUR_HONOURS_TO_1, thirteen(8))
    rules = {"game": "whist", "honours": "dealt"}
    assert scored(rules, score, deal)[0] == points


@pytest.mark.parametrize(
    ("game", "score", "points"),
    [
        ("whist", [0, 0], [4, 0]),  # H5
        ("whist", [4, 0], [2, 0]),  # the tricks reach the target
        ("whist", [2, 4], [4, 0]),
        ("colonial-whist", [7, 0], [4, 0]),  # C5
        ("colonial-whist", [8, 0], [2, 0]),  # tricks first
    ],
)
def test_honours_captured(game: str, score: list[int], points: list[int]) -> None:
    deal = PlayedOut("S", [[]] * 4, thirteen(8, trumps_to_0="AKQ", trumps_to_1="JT"))
    rules = {"game": game, "honours": "captured"} if game == "whist" else {"game": game}
    assert scored(rules, score, deal)[0] == points


def test_no_honours_at_no_trumps_nor_for_the_losers() -> None:  # H4, C5
    deal = PlayedOut("N", [[]] * 4, thirteen(7, trumps_to_0="AKQ"))
    rules = {"game": "whist", "honours": "captured", "trumps": "sequence-nt"}
    assert scored(rules, [0, 0], deal)[0] == [1, 0]
    deal = PlayedOut("S", [[]] * 4, thirteen(7, trumps_to_1="AKQJ"))
    assert scored({"game": "colonial-whist"}, [0, 0], deal)[0] == [1, 0]


def test_a_game_of_a_rubber_keeps_its_final_score_until_the_next_deal() -> None:  # W7
    deal = PlayedOut("S", [[]] * 4, thirteen(9))
    _, standing = scored({"game": "whist", "match": "rubber"}, [4, 2], deal)
    assert (standing.score, standing.games, standing.over) == ([7, 2], [1, 0], False)
    begin_deal(standing)
    assert standing.score == [0, 0]


@pytest.mark.parametrize(("second", "winner"), [(7, 0), (5, None), (4, 1)])
def test_a_fixed_number_of_deals_ends_after_the_last(second: int, winner: int | None) -> None:  # D1
    full = full_rules({"game": "whist", "match": "deals", "deals": 2})
    standing = first_standing(full)
    score_deal(full, standing, PlayedOut("S", [[]] * 4, thirteen(8)))
    assert (standing.over, standing.score) == (False, [2, 0])
    score_deal(full, standing, PlayedOut("S", [[]] * 4, thirteen(second)))
    assert (standing.over, standing.winner, standing.games) == (True, winner, [0, 0])


@pytest.mark.parametrize(
    ("tricks", "points"),
    [
        (thirteen(7, trumps_to_0="TAKQ", trumps_to_1="J"), [13, 0]),  # 1 + 2 + 10
        (thirteen(7, trumps_to_0="ATKQ"), [3, 0]),  # CS2: the ten only lies in the trick
        (thirteen(7, trumps_to_1="T222AKQJ"), [0, 13]),  # CS3: 0 + 4 + 10 at six tricks, less 1
        (thirteen(8, trumps_to_1="T222AKQJ"), [2, 0]),  # CS3: no book, no points
        (thirteen(8, trumps_to_1=""), [2, 0]),
    ],
)
def test_colonial_scotch(tricks: list[Trick], points: list[int]) -> None:
    deal = PlayedOut("S", [[]] * 4, tricks)
    assert scored({"game": "colonial-scotch-whist"}, [0, 0], deal)[0] == points


def test_scotch_counts_top_trumps_and_cards_above_those_dealt() -> None:  # S5, S6
    dealt = [["x"] * 3, ["x"] * 3]
    tricks = tricks_of("0 JS TS", "0 AS 6H", "1 KS QH")
    points, _ = scored(
        {"game": "scotch-whist", "players": 2}, [0, 0], PlayedOut("S", dealt, tricks)
    )
    assert points == [11 + 10 + 4 + 1, 3]


@pytest.mark.parametrize(
    ("score", "over", "winner"),
    [
        ([0, 30], False, None),
        ([0, 38], True, 1),
        ([20, 40], True, 0),  # 46 against 43
        ([17, 40], False, None),  # level at 43
    ],
)
def test_scotch_ends_with_one_side_highest(
    score: list[int], over: bool, winner: int | None
) -> None:  # S7
    deal = PlayedOut("S", [["x"] * 3] * 2, tricks_of("0 JS TS", "0 AS 6H", "1 KS QH"))
    _, standing = scored({"game": "scotch-whist", "players": 2}, score, deal)
    assert (standing.over, standing.winner) == (over, winner)


def test_knockout_eliminates_a_player_without_a_trick() -> None:  # K4, K5, K8
    full = full_rules({"game": "knockout-whist", "players": 4})
    standing = first_standing(full)
    tricks = tricks_of("0 AS", "0 AS", "1 AS", "1 AS", "3 AS")
    assert score_deal(full, standing, PlayedOut("S", [[]] * 4, tricks)) == [2, 2, 0, 1]
    assert (standing.score, standing.tied, standing.over) == ([1, 1, 0, 1], [0, 1], False)
    score_deal(full, standing, PlayedOut("S", [[]] * 4, tricks_of("3 AS", "3 KS")))
    assert (standing.score, standing.games, standing.winner) == ([0, 0, 0, 1], [0, 0, 0, 1], 3)


def test_trumps_are_broken_only_on_the_lead_of_another_suit() -> None:  # K7
    full = full_rules({"game": "knockout-whist", "players": 2, "broken": True})
    held = {0: ["AS", "KS"], 1: ["QS", "2H"]}
    table = HandInPlay(full, "S", held, to_play=0)
    assert table.legal_cards() == ["AS", "KS"]  # nothing else
    table.play("AS")
    table.play("QS")
    assert not table.trumps_broken
    table = HandInPlay(full, "S", {0: ["2S", "3H"], 1: ["QS", "KS"]}, to_play=0)
    assert table.legal_cards() == ["3H"]
    table.play("3H")
    table.play("QS")
    assert table.trumps_broken
