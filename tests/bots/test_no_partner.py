"""Play each for himself, and rarer partnership situations: the card played and its reason.

A hand is S.H.D.C; nobody holds a card that is not shown. Hearts are trumps.
"""

from __future__ import annotations

from oddtrick.match import Match
from tests.support.bot_positions import H, advice, play, table


def knockout(*hands: str, lead: int = 0, played: str = "") -> Match:
    return table(*hands, trump=H, lead=lead, played=played, game="knockout-whist")


def scotch(*hands: str, lead: int = 0, played: str = "", sides: int | None = None) -> Match:
    return table(*hands, trump=H, lead=lead, played=played, game="scotch-whist", sides=sides)


def catch_the_ten(*hands: str, lead: int = 0, played: str = "") -> Match:
    return table(*hands, trump=H, lead=lead, played=played, game="colonial-scotch-whist")


def whist(*hands: str, lead: int = 0, played: str = "") -> Match:
    return table(*hands, trump=H, lead=lead, played=played)


def test_alone_it_draws_trumps_from_the_top_when_it_holds_the_master() -> None:
    match = knockout("2.AKQ..", "K3.4..5", "A4.3..8", "J5.5..T")
    assert play(match) == "AH"
    assert advice(match).reason == "Others may still have trumps: draw them first."


def test_alone_it_leads_a_likely_winner_before_others_run_out_of_the_suit() -> None:
    match = knockout("A2.3.5.", "K3.4.6.", "Q4.6.7.", "J5.7.8.")
    assert play(match) == "AS"
    assert advice(match).reason == "This will probably win: lead it before someone can ruff it."


def test_alone_it_empties_a_short_suit_when_it_holds_trumps() -> None:
    match = knockout("A432.K.2.", "K65.3.4.5", "Q87.4.5.6", "JT9.A.3.7", played="AS 5S 7S 9S")
    assert play(match) == "2D"
    assert advice(match).reason == "Empty the short suit, diamonds: then it can be ruffed."


def test_alone_without_trumps_or_winners_it_leads_low_from_length() -> None:
    match = knockout("A432..3.", "KQ5.3..6", "J76.4..5", "T98.A..7", played="AS 5S 6S 8S")
    assert play(match) == "2S"
    assert advice(match).reason == "No winner to lead: lead low."


def test_alone_the_last_player_wins_as_cheaply_as_possible() -> None:
    match = knockout("AQ2...", "T43...", "986...", "J75...", lead=1, played="TS 9S JS")
    assert advice(match).reason == "Last to play: win as cheaply as possible."


def test_alone_it_ruffs_low_where_that_will_probably_win() -> None:
    match = knockout("T432...", ".A2.63.", "9875...", "KQJ.4..", played="TS")
    assert play(match) == "2H"
    assert advice(match).reason == "No card of the suit led: ruff as low as will win."


def test_alone_a_card_that_will_probably_win_is_played() -> None:
    match = knockout("T43..5.", "AK6..7.", "985..8.", "72..43.", played="TS")
    assert play(match) == "KS"
    assert advice(match).reason == "This should be good enough to win the trick."


def test_alone_the_master_ten_is_led() -> None:
    match = scotch("6.T9..", "KQ.8..", "AJ.7..", "T9.6..")
    assert play(match) == "TH"
    assert advice(match).reason == "No higher trump is out: lead the ten, it wins."


def test_alone_the_ten_is_kept_back_where_it_might_be_beaten() -> None:
    match = scotch("K6.6..", "7.98..", "J.T7..", "A.QA..", played="6H 8H")
    assert play(match) == "7H"
    assert advice(match).reason == "The ten might be beaten here: keep it for a safer trick."


def test_CS2_in_partnership_the_holder_of_the_ten_empties_the_shortest_suit() -> None:
    match = catch_the_ten("Q87.T2..9", "AJ6.A3..8", "K95.K4..7", "T43.Q5..6")
    assert play(match) == "9C"
    assert advice(match).reason.startswith("Empty the shortest suit")


def test_CS2_the_holder_of_the_ten_discards_from_the_shortest_suit() -> None:
    deal = (".T.97.Q", "AQ..AK.", "J9.9.Q.", ".KJ.T.8")
    match = catch_the_ten(*deal, lead=1, played="AS 9S KH")
    assert play(match) == "QC"
    assert advice(match).reason == "Discard from the shortest suit, to ruff with the ten later."


def test_CS2_in_partnership_the_ten_is_kept_back_where_it_might_be_beaten() -> None:
    match = catch_the_ten("65.3..", "8.98..", "7.T2..", "A.QJ..", played="3H 9H")
    assert play(match) == "2H"
    assert advice(match).reason == "The ten might be beaten here: keep it for a safer trick."


def test_S8_in_partnership_the_jack_waits_for_the_ten() -> None:
    match = scotch("9.T7..", "8.98..", "K.J6..", "A.KQ..", lead=1, sides=2, played="8H")
    assert play(match) == "6H"
    assert advice(match).reason == "Keep the jack of trumps to catch the ten."


def test_S8_in_partnership_the_ten_is_taken_second_in_hand() -> None:
    match = scotch("9.T7..", "8.J6..", "K.A9..", "A.KQ..", sides=2, played="TH")
    assert play(match) == "JH"
    assert advice(match).reason == "There are points in this trick: go for it."


def test_with_only_trumps_left_the_best_is_led_if_it_is_the_master() -> None:
    match = whist(".AK2..", "KA..K.", "Q.QJ..", "J9..J.", played="AH AS JH 9S")
    assert play(match) == "KH"
    assert advice(match).reason == "Only trumps are left: lead the best."


def test_with_only_trumps_left_a_low_one_is_led_if_another_is_higher() -> None:
    hands = (".K2..", "K.A..", "Q.Q..", "J.J..")
    match = whist(*hands)
    assert play(match) == "2H"
    assert advice(match).reason == "Only trumps are left: lead a low one."


def test_with_no_good_lead_it_gives_away_little() -> None:
    match = whist("..AK2.", "5.3..6", "AK...5", "6.4..7", played="AD 6C 5C 7C")
    assert play(match) == "2D"
    assert advice(match).reason == "No lead is good here: give away as little as possible."
