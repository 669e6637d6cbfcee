"""The conventions of partnership whist, each in a deal of a few cards.

Seats 0 and 2 play against 1 and 3; a hand is S.H.D.C; nobody holds a card that is not shown.
"""

from __future__ import annotations

from tests.support.bot_positions import C, H, S, advice, play, table


def test_it_plays_low_when_it_cannot_win() -> None:
    match = table("A43...", "K52...", "876...", "JT9...", played="AS")
    assert play(match) == "2S"
    assert advice(match).reason == "No playable card can win this trick: play low."


def test_the_last_player_wins_as_cheaply_as_possible() -> None:
    match = table("AK9...", "532...", "764...", "QJ8...", lead=1, played="5S 7S 8S")
    assert play(match) == "9S"
    assert advice(match).reason == "Last to play: win as cheaply as possible."


def test_it_plays_low_on_partners_winning_card() -> None:
    match = table("AK3...", "542...", "Q76...", "T98...", lead=1, played="5S QS 8S")
    assert play(match) == "3S"
    assert advice(match).reason == "Partner's Q♠ is winning so far: play low."


def test_third_hand_plays_high() -> None:
    assert play(table("943...", "Q75...", "KT2...", "AJ8...", played="4S 5S")) == "KS"


def test_third_hand_plays_the_lower_of_touching_honours() -> None:
    assert play(table("943...", "J75...", "KQ2...", "AT8...", played="4S 5S")) == "QS"


def test_third_hand_beats_what_is_on_the_table() -> None:
    assert play(table("J43...", "K75...", "AT9...", "862...", played="4S KS")) == "AS"


def test_third_hand_plays_no_higher_than_needed() -> None:
    assert play(table("J43...", "765...", "T92...", "8..AK.", played="4S 5S")) == "9S"


def test_third_hand_finesses_with_ace_queen() -> None:
    match = table("9843...", "J765...", "AQ2...2", "KT..43.", played="4S 5S")
    assert play(match) == "QS"
    assert advice(match).reason == "Finesse: try the queen and keep the ace behind it."


def test_it_does_not_overtake_partner_without_gain() -> None:
    match = table("Q43...", "J75...", "K62...", "AT8...", played="QS 5S")
    assert play(match) == "2S"


def test_second_hand_plays_low() -> None:
    match = table("QT4...", "K92...", "A63...", "J87...", played="4S")
    assert play(match) == "2S"
    assert advice(match).reason == "Second hand low: partner is still to play."


def test_second_hand_plays_the_king_from_ace_king() -> None:
    assert play(table("QT4...", "AK2...", "963...", "J87...", played="4S")) == "KS"


def test_second_hand_covers_an_honour() -> None:
    assert play(table("QT4...", "K92...", "A63...", "J87...", played="QS")) == "KS"


def test_second_hand_takes_its_winner_once_the_suit_has_been_led() -> None:
    match = table("KQ84...", "A92..5.", "T63..4.", "J75..6.", played="KS 2S 3S 5S 4S")
    assert play(match) == "AS"


def test_it_does_not_trump_partners_winner() -> None:
    match = table("AK4...", "932...", ".32..4", "876...", trump=H, played="AS 2S")
    assert play(match) == "4C"
    assert advice(match).reason == "Don't ruff: partner's A♠ is winning so far."


def test_it_trumps_an_opponents_winner_with_its_lowest_trump() -> None:
    match = table(".Q42..", "932...", "876...", "AK4...", trump=H, lead=3, played="AS")
    assert play(match) == "2H"
    assert advice(match).reason == "No card of the suit led: ruff as low as will win."


def test_it_overtrumps_as_low_as_will_win() -> None:
    match = table("543...", ".63..2", ".984..", "AK2...", trump=H, played="5S 6H")
    assert play(match) == "8H"


def test_it_trumps_high_when_the_player_behind_is_known_to_be_out() -> None:
    deal = ("87..6.5", "AK4...3", ".AQ2..7", ".K9..84")
    match = table(*deal, trump=H, lead=1, played="AS 7C 8C 7S 4S")
    assert play(match) == "AH"
    assert (
        advice(match).reason == "Someone still to play is out of this suit too: ruff high enough."
    )


def test_it_leaves_a_doubtful_trick_to_partner_when_strong_in_trumps() -> None:
    others = ("QT5..4.2", "K83..7.5", "J94..6.3")
    strong = table(".A962.3.", *others, trump=H, lead=3, played="4S")
    weak = table(".A2.3.KQ", *others, trump=H, lead=3, played="4S")
    assert (play(strong), play(weak)) == ("3D", "2H")
    assert advice(strong).reason == "Don't ruff: partner may still win this trick."


def test_it_returns_partners_suit() -> None:
    match = table("K..Q964.", "A.96.T3.", "T98..A2.", "Q.T5.K5.", trump=H, played="4D 3D AD 5D")
    assert match.to_act == 2
    assert play(match) == "2D"
    assert advice(match).reason == "Partner led diamonds: return the suit."


def test_it_does_not_lead_a_suit_that_partner_is_out_of() -> None:
    match = table("..AQ97.32", "QJ..K3.AK", "A952...T9", "K8..65.QJ", played="AD 3D 2S 5D")
    assert match.to_act == 0
    assert play(match) == "3C"


def test_it_leads_a_suit_that_partner_can_trump() -> None:
    match = table("..AQ97.32", "QJ..K3.AK", "A952...T9", "K8..65.QJ", trump=S, played="AD 3D 9C 5D")
    assert play(match) == "7D"
    assert advice(match).reason == "Partner is out of diamonds: lead it for partner to ruff."


def test_it_leads_the_fourth_best_of_its_longest_suit() -> None:
    match = table("Q9752.3..", "AJ.4.43.2", "K3.5.52.4", "T8.6.76.A")
    assert play(match) == "5S"
    assert advice(match).reason == "Lead the fourth-best card of the longest suit."


def test_it_leads_the_top_of_touching_honours() -> None:
    assert play(table("KQ52.3..", "AJ.4.4.2", "63.5.5.4", "T8.6.7.A")) == "KS"


def test_it_cashes_its_winners() -> None:
    match = table("AK2.32..", "QJ3.K.4.", "54.4.52.", "T87.A.A.", trump=H)
    assert play(match) == "KS"
    assert advice(match).reason == "This is the best card left in its suit: cash it."


def test_it_draws_trumps_when_strong() -> None:
    match = table("K2.AKQJ..", "A3.32..54", "54.T8..AK", "Q6.4..T73", trump=H)
    assert play(match) == "AH"
    assert advice(match).reason == "Others may still have trumps: draw them first."


def test_it_stops_drawing_when_both_opponents_are_out() -> None:
    match = table("K2.AKQJ..", "A3...5432", "54.T98..A", "Q6...KQJT", trump=H, played="AH 2C 8H TC")
    assert match.to_act == 0
    assert play(match) == "2S"


def test_it_leaves_the_last_trump_out_when_it_is_the_master() -> None:
    match = table("K2.Q32..", "A3..5.54", "54.T..AK", "Q6.A..QJ", trump=H, played="2H 4C TH AH QC")
    assert play(match) != "QH"


def test_it_returns_partners_trump_lead() -> None:
    match = table("4.KQ53..", "A.64..32", "K32.A2..", "Q5.87..4", trump=H, played="3H 4H AH 7H")
    assert match.to_act == 2
    assert play(match) == "2H"


def test_it_discards_from_weakness_and_keeps_masters_and_guards() -> None:
    match = table("94..K2.A", "QJ.2.A.K", "T8.3.Q.Q", ".AKQJT..", lead=3, played="AH")
    assert play(match) == "4S"


def test_a_forced_card_has_its_own_reason() -> None:
    match = table("A4...", "K.5..", "87...", "J9...", trump=C, played="AS")
    assert advice(match).reason == "This is the only card that may be played."
