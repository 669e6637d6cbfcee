"""The ten of trumps and the other top trumps: S8's advice, catch-the-ten and captured honours.

A hand is S.H.D.C; nobody holds a card that is not shown. Hearts are trumps.
"""

from __future__ import annotations

from random import Random

from oddtrick.bots import casual
from oddtrick.match import Match
from tests.support.bot_positions import H, advice, play, table


def scotch(*hands: str, sides: int | None = 2, lead: int = 0, played: str = "") -> Match:
    return table(*hands, trump=H, lead=lead, played=played, game="scotch-whist", sides=sides)


def catch_the_ten(*hands: str, lead: int = 0, played: str = "") -> Match:
    return table(*hands, trump=H, lead=lead, played=played, game="colonial-scotch-whist")


def test_S8_in_partnership_casual_leads_a_short_ten_at_once() -> None:
    for own in ("KQ.T.A.", "KQ.T9..", "KQ.TQ.."):
        match = scotch(own, "98.J7..", "76.A8..", "AJ.K6..")
        advised = casual.advise(match.view(0), Random(1))
        assert str(advised.action) == "TH"
        assert advised.reason == "Few trumps beside the ten: lead it, partner may win the trick."


def test_S8_in_partnership_club_leads_it_if_partner_is_as_likely_to_win_it() -> None:
    hands = (".KT.A.Q", "A.A9..K", "Q.J8..7", "K..K.96")
    match = scotch(*hands, lead=2, played="8H 6C KH 9H")
    assert play(match) == "TH"
    assert advice(match).tag == "ten-bare"
    assert play(scotch("KQ.T.A.", "98.J7..", "76.A8..", "AJ.K6..")) != "TH"


def test_S8_the_ten_with_two_other_trumps_is_not_led() -> None:
    assert play(scotch("KQ.T98..", "98.J7..A", "76.AQ..K", "AJ.K6..Q")) != "TH"


def test_S8_each_for_himself_the_ten_is_not_led() -> None:
    assert play(scotch("KQ.T..A", "98.J7..", "76.A8..", "AJ.K6..", sides=None)) != "TH"


def test_S8_each_for_himself_the_holder_of_the_ten_empties_the_shortest_suit() -> None:
    match = scotch("KQ8.T.9.", "97.J7.A.", "J6.A8.Q.", "AT.K6.T.", sides=None)
    assert play(match) == "9D"
    assert advice(match).reason == ("Empty the shortest suit, to ruff with the ten later.")


def test_S8_each_for_himself_the_holder_of_the_ten_discards_from_the_shortest_suit() -> None:
    deal = (".T.97.Q", "AQ..AK.", ".J9.Q.J", "98.K.T.")
    match = scotch(*deal, sides=None, lead=1, played="AS JH 8S")
    assert play(match) == "QC"
    assert advice(match).reason == "Discard from the shortest suit, to ruff with the ten later."


def test_S8_the_ten_trumps_the_suit_that_was_emptied() -> None:
    deal = ("KQ8.T9..", "97.J7.A.", "J6.A8.Q.", "AT.K6.T.")
    match = scotch(*deal, sides=None, lead=1, played="AD QD TD")
    assert play(match) == "TH"
    assert advice(match).reason == "The ten wins here: take the trick with the ten of trumps."


def test_S8_the_jack_takes_the_trick_that_holds_the_ten() -> None:
    match = scotch("KQ.T9..", "98.J7..", "76.A8..", "AJ.K6..", sides=None, played="TH")
    assert play(match) == "JH"
    assert advice(match).reason == "There are points in this trick: go for it."


def test_S8_the_jack_waits_for_the_ten() -> None:
    deal = ("KQ.T9..", "98.J7..", "76.A8..", "AJ.K6..")
    match = scotch(*deal, sides=None, lead=2, played="8H 6H 9H")
    assert play(match) == "7H"
    assert advice(match).reason == "Keep the jack of trumps to catch the ten."


def test_S8_a_top_trump_goes_on_partners_winning_jack() -> None:
    match = scotch("KQ.J9..", "98.A7..", "76.TQ..", "AJ.K6..", played="JH 7H")
    assert play(match) == "TH"


def test_S8_no_top_trump_for_an_opponents_jack() -> None:
    match = scotch("KQ.J9..", "98.A7..", "76.TQ..", "AJ.K6..", sides=None, played="JH")
    assert play(match) == "7H"


def test_S8_top_trumps_are_not_spent_on_a_trick_without_points() -> None:
    match = scotch("AK97...", ".AQ.A9.", "QJ.J8..", "T8.K7..", sides=None, played="9S")
    assert play(match) == "9D"


def test_S3_the_jack_of_trumps_beats_the_ace() -> None:
    match = scotch("KQ.A9..", "98.J7..", "76.T8..", "AJ.K6..", sides=None, played="AH")
    assert play(match) == "JH"


def test_CS2_the_last_player_ruffs_with_the_ten_rather_than_the_two() -> None:
    match = catch_the_ten(".T2.5.", "A3..2.", "K4..3.", "Q5..4.", lead=1, played="AS 4S 5S")
    assert play(match) == "TH"


def test_CS2_the_ten_overtakes_partners_winning_card() -> None:
    match = catch_the_ten(".T2.5.", "Q3..2.", "A4..3.", "K5..4.", lead=1, played="QS AS 5S")
    assert play(match) == "TH"


def test_CS2_the_ten_is_led_once_it_is_the_best_trump() -> None:
    match = catch_the_ten("A.T9..", "K.83..", "2.54..", "3.76..")
    assert play(match) == "TH"
    assert advice(match).reason == "No higher trump is out: lead the ten, it wins."


def test_CS2_the_ten_is_not_led_while_a_higher_trump_is_out() -> None:
    assert play(catch_the_ten("AK.T..", "Q9.8..", "J8.J..", "76.Q..")) != "TH"


def test_CS2_the_ten_is_kept_back_where_it_might_be_beaten() -> None:
    match = catch_the_ten("65.9..", "8.43..", "7.T2..", "A.QJ..", played="9H 3H")
    assert play(match) == "2H"


def test_C5_an_honour_is_captured() -> None:
    deal = ("54.K8..", "87.A3..", "A6.42..", "92.65..")
    match = table(*deal, trump=H, game="colonial-whist", played="KH")
    assert play(match) == "AH"
