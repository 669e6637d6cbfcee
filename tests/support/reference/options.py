"""The options of each game: names, defaults, bounds, the sides they make, and random draws."""

from random import Random
from typing import Any

from tests.support.game_folders import games_with, own

Rules = dict[str, Any]

GAMES = games_with("reference")

WORDS: dict[str, tuple[object, ...]] = {
    "honours": ("none", "dealt", "captured"),
    "trumps": (
        *("turn-up", "sequence", "sequence-nt"),
        *("hearts", "diamonds", "spades", "clubs", "no-trumps"),
    ),
    "match": ("game", "rubber", "deals"),
    "choose": ("seen", "blind"),
    "tie": ("cut", "rps"),
    "broken": (False, True),
    "difference": ("points", "tricks"),
    "count_out": ("together", "order"),
    "partners": ("seats", "cut"),  # no record tells this cut
    "rubber_points": (False, True),
    "dogs_life": (False, True),
    "run": ("down", "down-up", "up-down"),
    "no_trump_at_most": (False, True),
    "hook": (False, True),
    "score": ("exact", "tricks-plus"),
    "count": ("second", "all"),  # G4
    "set": (1, 2, 3, 4),  # M4
    "overtricks": (False, True),  # SO5
    "no_bid": ("throw-in", "general-misere"),  # SO6
    "least": (3, 4, 5, 6, 7),  # B2
    "down_over_up": (False, True),
    "sport": (False, True),  # B3
    "aces": ("good", "bad"),  # B4
    "double_nt": (False, True),  # B5
    "cut": ("ace-high", "ace-low"),  # no record tells the cut for the first deal
}
SIDES_OF_PARTNERS = {4: (2,), 6: (2, 3), 8: (2, 4)}  # S1


def defaults_of(game: str) -> Rules:
    """The default of each option of a game."""
    return dict(own(game, "DEFAULTS"))


def rule_of(game: str, what: str) -> str:
    """The id of the rule of the pack, the number of cards, the turn-up or the end."""
    return str(own(game, "RULES")[what])


def full_rules(rules: Rules) -> Rules:
    """The rules with every option left out put at its default."""
    game = rules["game"]
    return {"players": own(game, "PLAYERS", 4), **defaults_of(game), **rules}


def sides_of(full: Rules) -> list[list[int]]:
    """The seats of each side, in the order of their lowest seat (W1, S1, K1)."""
    players = full["players"]
    number = own(full["game"], "SIDES") or full.get("sides") or players
    return [[seat for seat in range(players) if seat % number == side] for side in range(number)]


def side_of(full: Rules, seat: int) -> int:
    """The index of the side to which a seat belongs."""
    for index, seats in enumerate(sides_of(full)):
        if seat in seats:
            return index
    raise ValueError(f"seat {seat} belongs to no side")


def written_rules(game: str, options: Rules) -> Rules:
    """The ``rules`` of a record: the options as given, the number of players always written."""
    rules: Rules = {"game": game}
    defaults = defaults_of(game)
    if "players" in defaults:
        rules["players"] = options.get("players", defaults["players"])
    rules.update(options)
    return rules


def random_options(rng: Random, game: str) -> Rules:
    """Options drawn at random, over many draws every value; defaults are now and then left out."""
    options: Rules = own(game, "draw", draw_target)(rng)
    # Customs are drawn apart, so that the draws of the match stay as they were before them.
    if (draw_customs := own(game, "draw_customs")) is not None:
        draw_customs(Random(f"customs {rng.getstate()}"), options)
    apart = Random(repr(rng.getstate()))
    if apart.random() < 0.2:
        options["cut"] = apart.choice(WORDS["cut"])
    if "dogs_life" in defaults_of(game) and apart.random() < 0.5:
        options["dogs_life"] = apart.choice(WORDS["dogs_life"])
    for name in list(options):
        is_default = options[name] == defaults_of(game)[name]
        if is_default and name not in ("players", "cut", "dogs_life") and rng.random() < 0.5:
            del options[name]
    return options


def draw_target(rng: Random) -> Rules:
    """A target near or far (C4, CS1, M5, B6)."""
    return {"target": rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15])}


def draw_words(rng: Random, *names: str) -> Rules:
    """Options whose values are words, each as likely."""
    return {name: rng.choice(WORDS[name]) for name in names}
