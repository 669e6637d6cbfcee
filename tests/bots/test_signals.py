"""The finer conventions of club: echo, unblocking, the rule of eleven, safe leads.

A hand is S.H.D.C; nobody holds a card that is not shown.
"""

from __future__ import annotations

from pathlib import Path

from oddtrick.bots import LazyBot, casual, find_bot, novice
from oddtrick.i18n.catalogue import catalogue_of
from tests.support.bot_positions import H, advice, chosen, play, table


def test_two_small_cards_under_partners_king_are_echoed_with_a_trump_in_hand() -> None:
    hands = ("AK54..3.2", "QJ6..4.76", "72.4.52.8", "T98..6.T9")
    assert play(table(*hands, trump=H, played="KS 6S")) == "7S"
    assert advice(table(*hands, trump=H, played="KS 6S")).tag == "echo"
    assert play(table(*hands, trump=H, played="KS 6S 7S 8S AS JS")) == "2S"


def test_without_a_trump_it_does_not_echo() -> None:
    hands = ("AK54..3.2", "QJ6.4..76", "72..542.8", "T98..6.T9")
    assert play(table(*hands, trump=H, played="KS 6S")) == "2S"


def test_three_cards_or_an_honour_are_not_echoed() -> None:
    hands = ("AK5.3.3.2", "QJ6..4.76", "742.4.5.8", "T98..6.T9")
    assert play(table(*hands, trump=H, played="KS 6S")) == "2S"
    hands = ("AK5.3.3.2", "Q96..4.76", "J2.4.52.8", "T87..6.T9")
    assert play(table(*hands, trump=H, played="KS 6S")) == "2S"


def test_it_unblocks_partners_long_suit() -> None:
    hands = ("AQJT9...", "87..32.5", "K64...32", "532...76")
    match = table(*hands, played="9S 7S 4S 2S AS 8S")
    assert play(match) == "KS"
    assert advice(match).reason == "Unblock partner's suit: play the king."


def test_with_trumps_out_it_does_not_unblock() -> None:
    hands = ("AQJT9...", "87.2.3.5", "K64...32", "532...76")
    assert play(table(*hands, trump=H, played="9S 7S 4S 2S AS 8S")) == "6S"


def test_by_the_rule_of_eleven_no_later_player_can_beat_partners_seven() -> None:
    hands = ("Q987.A.8.2", "52.K.9.743", "AKJT..A5.6", "643.Q.T.85")
    match = table(*hands, trump=H, played="7S 5S")
    assert play(match) == "TS"
    assert advice(match).reason == "Rule of eleven: nobody behind can beat partner's seven."


def test_it_does_not_lead_from_a_tenace() -> None:
    match = table("AQ32.4.T6.", "K65.5.Q.43", "J98.2.87.5", "T74.63.95.", trump=H)
    assert play(match) == "TD"


def test_it_may_lead_a_singleton() -> None:
    match = table("K732.4.T85.3", "Q65.5.9.8642", "J98.2.J73.95", "T4.76.Q642.7", trump=H)
    assert advice(match).tag == "short-suit"


def test_novice_trumps_partners_card_and_wins_with_the_best() -> None:
    match = table("QK4...", "932...", ".32..4", "876...", trump=H, played="QS 2S")
    assert str(chosen(novice, match)) == "2H"
    match = table("AKQ...", "532...", "764...", "J98...", lead=1, played="5S 7S 8S")
    assert str(chosen(novice, match)) == "AS"


def test_casual_misses_the_finesse_that_club_takes() -> None:
    match = table("9843...", "J765...", "AQ2...2", "KT..43.", played="4S 5S")
    assert (str(chosen(casual, match)), play(match)) == ("AS", "QS")


def test_every_sentence_belongs_to_a_heuristic() -> None:
    folder = Path("src/oddtrick/bots/heuristics")
    rules = [path for path in folder.glob("*.py") if path.name != "advice_with_reason.py"]
    source = "".join(path.read_text(encoding="utf-8") for path in rules)
    kinds = [tag for tag in catalogue_of("en").advice if f'"{tag}"' not in source]
    # Of tricks to be lost there are two kinds of the same sentence.
    assert {tag.partition("-")[0] for tag in kinds} == {"shed", "give"}
    assert [tag for tag in kinds if f'f"{{how}}-{tag.partition("-")[2]}"' not in source] == []


def test_a_lazy_bot_is_imported_on_its_first_choice() -> None:
    later = LazyBot("casual", "oddtrick.bots")
    match = table("AKQ...", "JT9...", "876...", "543...")
    assert later.name == "casual"
    assert chosen(later, match) == chosen(find_bot("casual"), match)
