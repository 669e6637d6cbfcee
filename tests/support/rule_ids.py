"""The ids of the rulebook, page by page in the order of play, and those that need a note."""

from tests.support.game_folders import by_game

ORDER: dict[str, str] = {"trick-play": "T1 T7 T2 T3 T4 T5 T8 T9 T6", **by_game("cases", "RULES")}

IDS = " ".join(ORDER.values()).split()

READINGS = ("T7", *(rule for rules in by_game("cases", "READINGS").values() for rule in rules))
"""Rules that other tables read otherwise: their pages say so."""
