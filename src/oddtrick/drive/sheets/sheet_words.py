"""The words of the sheets in each language."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oddtrick.cards import Suit
    from oddtrick.drive.plan import TrumpOrder
    from oddtrick.drive.sheets.print_options import Language

_ENGLISH = {
    "above_average": "Above average",
    "against": "against",
    "all_change": "stay; the two of them in {a} change seats",
    "all_stay": "stay in their seats",
    "all_turn": "stay; both pairs change direction",
    "as_group": "as {group}",
    "balance": "Who meets whom",
    "balance_key": "Each cell: times as partners / as opponents. Rows and columns are card "
    "numbers.",
    "bot": "bot",
    "by_cut": "by a cut",
    "by_last-half": "by the last half",
    "by_won": "by deals won",
    "card": "Card",
    "card_number": "Card {card}",
    "cards": "Cards",
    "card_sits": "go to the table and direction on their scorecard",
    "deals_won": "Deals won",
    "direction": "Direction",
    "draw": "Drawn: {cards}.",
    "drive": "Whist drive",
    "east": "East",
    "east_west": "East–West",
    "everybody": "Everybody",
    "first_half": "First half",
    "flag": "A pair that wins a deal takes a flag from the other team.",
    "flags": "Flags",
    "from_table": "from table {table}",
    "group": "Group",
    "grand_total": "Grand total",
    "half_1": "First half",
    "half_2": "Last half",
    "initials": "Initials",
    "last_half": "Last half",
    "losers": "Losers ({group})",
    "match_points": "Match points",
    "move_after": "After the deal",
    "movement": "Movement",
    "movement_balanced": "Balanced",
    "movement_duplicate": "Duplicate",
    "movement_head-table": "Head table",
    "movement_military": "Military",
    "movement_partner": "Partner",
    "movement_progressive": "Progressive",
    "movement_semi-partner": "Semi-partner",
    "movement_winners-move": "Winners move",
    "move_to": "go to table {table}",
    "move_to_or": "go to table {table}; if it is their own team’s, to table {next}",
    "name": "Name",
    "no_trumps": "No trumps",
    "trumps_cut": "cut for each deal",
    "north": "North",
    "north_south": "North–South",
    "one_down": "go down one table",
    "one_up": "go up one table",
    "one_up_or": "go up one table, passing over their own team’s",
    "not_played": "not played",
    "opponents": "Opponents",
    "pair_after_even": "{direction}, after an even round",
    "pair_after_odd": "{direction}, after an odd round",
    "pairs_never": "{pairs} pairs never",
    "pairs_once": "{pairs} pairs once",
    "pairs_times": "{pairs} pairs {times} times",
    "pairs_twice": "{pairs} pairs twice",
    "part": "stay; one of them ({a}) changes seats and plays against the other",
    "partners": "Partners",
    "phone": "Results and tables on a phone",
    "phone_open": "Open the drive",
    "phone_password": "Password",
    "phone_wifi": "Join the Wi-Fi",
    "phone_why": "Nobody needs a phone: everything hangs here too.",
    "place": "Place",
    "player": "Player",
    "plays_as": "plays as {group}",
    "plays_as_in": "plays as {group} in rounds {rounds}",
    "prize": "Prize",
    "first-half": "Best first half",
    "last-half": "Best last half",
    "lowest": "Lowest score",
    "prize_1": "First",
    "prize_2": "Second",
    "prize_3": "Third",
    "prize_4": "Fourth",
    "prize_5": "Fifth",
    "prize_6": "Sixth",
    "prize_7": "Seventh",
    "prize_8": "Eighth",
    "prize_9": "Ninth",
    "prize_10": "Tenth",
    "prizes": "Prizes",
    "prizes_later": "The prizes are awarded when all results are in.",
    "receipt": "Receipt",
    "receipt_blank": "Entry fee received: ................",
    "receipt_paid": "Entry fee received: {amount}",
    "receipt_signed": "Date and signature: ...................",
    "results": "Results",
    "results_after": "After {played} of {rounds} rounds",
    "round": "Round",
    "round_of": "Round {round} of {rounds}",
    "rounds": "Rounds",
    "rounds_sat_out": "Rounds sat out",
    "same_cards": "Every table plays the same cards.",
    "scorecard": "Scorecard",
    "score_matches": "Win (1/0)",
    "score_odd": "Odd tricks",
    "score_tricks": "Tricks",
    "scoring": "Score for a deal",
    "scoring_matches": "1 for a win",
    "scoring_odd": "the side’s tricks above six",
    "scoring_tricks": "the side’s tricks",
    "settled": "Level: {names}. Settled {by}.",
    "signed": "Signed",
    "sit_out": "sits out",
    "sit_out_turns": "Players who sit out the next round (see the scorecard) get up. Those who "
    "come back take the empty seats.",
    "sit_outs": "Sitting out, by round: cards",
    "sits_out_award": "sits out and scores {award}",
    "south": "South",
    "start": "Starts at table {table}, {direction}",
    "start_out": "Sits out round 1",
    "stay": "stay",
    "stay_partners": "stay, and stay partners",
    "stay_turn": "stay and change direction",
    "subtotal": "Subtotal",
    "table": "Table",
    "table_number": "Table {table}",
    "team": "Team",
    "to_last": "go to the last table",
    "total": "Total",
    "tricks": "Tricks",
    "trump": "Trumps",
    "trump_blank": "Trumps ........",
    "trump_C": "Clubs",
    "trump_D": "Diamonds",
    "trump_H": "Hearts",
    "trump_S": "Spades",
    "west": "West",
    "winners": "Winners",
    "winners_1": "Winners at table 1",
    "losers_plain": "Losers",
    "losers_1": "Losers at table 1",
    "winners_of": "Winners ({group})",
    "visitors": "The visitors",
    "others_stay": "The others",
    "with": "with",
    "write_13": "The tricks of both pairs make 13.",
}

_GERMAN = {
    "above_average": "Über Durchschnitt",
    "against": "gegen",
    "all_change": "bleiben; die beiden aus {a} tauschen die Plätze",
    "all_stay": "bleiben sitzen",
    "all_turn": "bleiben; beide Paare wechseln die Richtung",
    "as_group": "als {group}",
    "balance": "Wer trifft wen",
    "balance_key": "In jedem Feld: wie oft als Partner / als Gegner. Zeilen und Spalten sind "
    "Kartennummern.",
    "bot": "Bot",
    "by_cut": "durch Ziehen",
    "by_last-half": "nach der zweiten Hälfte",
    "by_won": "nach gewonnenen Spielen",
    "card": "Karte",
    "card_number": "Karte {card}",
    "cards": "Karten",
    "card_sits": "gehen an den Tisch und in die Richtung, die auf ihrer Karte stehen",
    "deals_won": "Gewonnen",
    "direction": "Richtung",
    "draw": "Gezogen: {cards}.",
    "drive": "Whist Drive",
    "east": "Ost",
    "east_west": "Ost–West",
    "everybody": "Alle",
    "first_half": "1. Hälfte",
    "flag": "Wer ein Spiel gewinnt, nimmt der anderen Mannschaft eine Flagge ab.",
    "flags": "Flaggen",
    "from_table": "von Tisch {table}",
    "group": "Gruppe",
    "grand_total": "Gesamt",
    "half_1": "Erste Hälfte",
    "half_2": "Zweite Hälfte",
    "initials": "Zeichen",
    "last_half": "2. Hälfte",
    "losers": "Verlierer ({group})",
    "match_points": "Matchpunkte",
    "move_after": "Nach dem Spiel",
    "movement": "Ablauf",
    "movement_balanced": "Ausgewogen",
    "movement_duplicate": "Duplikat",
    "movement_head-table": "Aufstieg zum ersten Tisch",
    "movement_military": "Mannschaften mit Flaggen",
    "movement_partner": "Feste Paare",
    "movement_progressive": "Progressiv",
    "movement_semi-partner": "Sieger bleiben Partner",
    "movement_winners-move": "Sieger wechseln",
    "move_to": "gehen an Tisch {table}",
    "move_to_or": "gehen an Tisch {table}; ist es der eigene, an Tisch {next}",
    "name": "Name",
    "no_trumps": "Ohne Trumpf",
    "trumps_cut": "für jedes Spiel gezogen",
    "north": "Nord",
    "north_south": "Nord–Süd",
    "one_down": "gehen einen Tisch zurück",
    "one_up": "gehen einen Tisch weiter",
    "one_up_or": "gehen einen Tisch weiter und lassen den eigenen aus",
    "not_played": "nicht gespielt",
    "opponents": "Gegner",
    "pair_after_even": "{direction}, nach geraden Runden",
    "pair_after_odd": "{direction}, nach ungeraden Runden",
    "pairs_never": "{pairs} Paare nie",
    "pairs_once": "{pairs} Paare einmal",
    "pairs_times": "{pairs} Paare {times}-mal",
    "pairs_twice": "{pairs} Paare zweimal",
    "part": "bleiben; wer zu {a} gehört, wechselt den Platz und spielt gegen den bisherigen "
    "Partner",
    "partners": "Partner",
    "phone": "Ergebnisse und Tische auf dem Handy",
    "phone_open": "Drive öffnen",
    "phone_password": "Passwort",
    "phone_wifi": "WLAN beitreten",
    "phone_why": "Niemand braucht ein Handy: Alles hängt auch hier.",
    "place": "Platz",
    "player": "Spieler",
    "plays_as": "spielt als {group}",
    "plays_as_in": "spielt als {group} in den Runden {rounds}",
    "prize": "Preis",
    "first-half": "Beste erste Hälfte",
    "last-half": "Beste zweite Hälfte",
    "lowest": "Niedrigste Punktzahl",
    "prize_1": "Erster Preis",
    "prize_2": "Zweiter Preis",
    "prize_3": "Dritter Preis",
    "prize_4": "Vierter Preis",
    "prize_5": "Fünfter Preis",
    "prize_6": "Sechster Preis",
    "prize_7": "Siebter Preis",
    "prize_8": "Achter Preis",
    "prize_9": "Neunter Preis",
    "prize_10": "Zehnter Preis",
    "prizes": "Preise",
    "prizes_later": "Die Preise werden vergeben, wenn alle Ergebnisse da sind.",
    "receipt": "Quittung",
    "receipt_blank": "Startgeld erhalten: ................",
    "receipt_paid": "Startgeld erhalten: {amount}",
    "receipt_signed": "Datum und Unterschrift: ...................",
    "results": "Ergebnisse",
    "results_after": "Nach {played} von {rounds} Runden",
    "round": "Runde",
    "round_of": "Runde {round} von {rounds}",
    "rounds": "Runden",
    "rounds_sat_out": "Ausgesetzte Runden",
    "same_cards": "An jedem Tisch werden dieselben Karten gespielt.",
    "scorecard": "Anschreibekarte",
    "score_matches": "Sieg (1/0)",
    "score_odd": "Über sechs",
    "score_tricks": "Stiche",
    "scoring": "Punkte für ein Spiel",
    "scoring_matches": "1 für einen Sieg",
    "scoring_odd": "die Stiche des Paares über sechs",
    "scoring_tricks": "die Stiche des Paares",
    "settled": "Gleichstand: {names}. Entschieden {by}.",
    "signed": "Zeichen",
    "sit_out": "setzt aus",
    "sit_out_turns": "Wer in der nächsten Runde aussetzt (siehe Anschreibekarte), steht auf. Wer "
    "zurückkommt, nimmt den freien Platz.",
    "sit_outs": "Es setzen aus, Runde: Karten",
    "sits_out_award": "setzt aus und erhält {award}",
    "south": "Süd",
    "start": "Beginnt an Tisch {table}, {direction}",
    "start_out": "Setzt in Runde 1 aus",
    "stay": "bleiben",
    "stay_partners": "bleiben, auch als Partner",
    "stay_turn": "bleiben und wechseln die Richtung",
    "subtotal": "Summe",
    "table": "Tisch",
    "table_number": "Tisch {table}",
    "team": "Mannschaft",
    "to_last": "gehen an den letzten Tisch",
    "total": "Summe",
    "tricks": "Stiche",
    "trump": "Trumpf",
    "trump_blank": "Trumpf ........",
    "trump_C": "Kreuz",
    "trump_D": "Karo",
    "trump_H": "Herz",
    "trump_S": "Pik",
    "west": "West",
    "winners": "Sieger",
    "winners_1": "Sieger an Tisch 1",
    "losers_plain": "Verlierer",
    "losers_1": "Verlierer an Tisch 1",
    "winners_of": "Sieger ({group})",
    "visitors": "Die Gäste",
    "others_stay": "Die anderen",
    "with": "mit",
    "write_13": "Die Stiche beider Paare ergeben 13.",
}

WORDS: dict[Language, dict[str, str]] = {"en": _ENGLISH, "de": _GERMAN}
"""The words by language and key."""

_ENDS = (("north", "south"), ("east", "west"))

_JOINERS = "\u200c\u200d"


class Words:
    """The words of one language.

    >>> Words("de").say("table_number", table=3)
    'Tisch 3'
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        self.by_key = WORDS[language]

    def say(self, key: str, **values: object) -> str:
        """Returns the words of a key, with values filled in."""
        return self.by_key[key].format(**values)

    def trump(self, suit: Suit | None) -> str:
        """Returns the trumps as they stand on a card, for example "♥ Hearts"."""
        if suit is None:
            return self.by_key["no_trumps"]
        return f"{'♣♦♥♠'[suit]} {self.by_key[f'trump_{suit.letter}']}"

    def trump_order(self, trumps: TrumpOrder) -> str:
        """Returns the trumps of the rounds in turn, or that they are cut for."""
        if trumps == "cut":
            return self.by_key["trumps_cut"]
        return ", ".join(self.trump(suit) for suit in trumps)

    def card(self, card: str) -> str:
        """Returns a card as people read it.

        >>> Words("en").card("TC"), Words("de").card("JS")
        ('10♣', 'B♠')
        """
        rank, suit = card[0].replace("T", "10"), "♣♦♥♠"["CDHS".index(card[1])]
        if self.language == "de":
            rank = {"J": "B", "Q": "D"}.get(rank, rank)
        return rank + suit

    def money(self, amount: int) -> str:
        """Returns an amount given in the smallest coin.

        >>> Words("en").money(1250), Words("de").money(1250)
        ('12.50', '12,50')
        """
        text = f"{amount // 100}.{amount % 100:02}"
        return text.replace(".", ",") if self.language == "de" else text

    def direction(self, pair: int) -> str:
        """Returns the direction of the first or second pair of a table."""
        return self.by_key["east_west" if pair else "north_south"]

    def short_direction(self, pair: int) -> str:
        """Returns the initials of a direction.

        >>> Words("en").short_direction(0), Words("de").short_direction(1)
        ('N–S', 'O–W')
        """
        return "–".join(self.by_key[end][0] for end in _ENDS[pair])


def printable(text: str) -> str:
    r"""Returns text in one line without control characters, which no font can show.

    Marks that reverse the direction of what follows are left out too: they would reverse the words
    after a name. Joiners are kept, which some scripts and emoji need.

    >>> printable("Ann\n\u202e O'Neil\x00")
    "Ann O'Neil"
    """
    shown = "".join(
        sign if sign in _JOINERS or sign.isspace() or unicodedata.category(sign)[0] != "C" else ""
        for sign in text
    )
    return " ".join(shown.split())
