"""The options of each game: names, defaults, bounds, the sides they make, and random draws."""

from random import Random
from typing import Any

from tests.support.game_folders import by_game

Rules = dict[str, Any]

DEFAULTS: dict[str, Rules] = by_game("reference", "DEFAULTS")
RULES: dict[str, dict[str, str]] = by_game("reference", "RULES")
"""The ids of the rules of the pack, the number of cards, the turn-up and the end, by game."""
GAMES = tuple(DEFAULTS)
TWO_SIDES = (*GAMES[:3], "minnesota-whist", "bid-whist")

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
WORDS_OF_COLONIAL = {"honours": ("captured", "held")}  # X2
DRAWN = {
    "knockout-whist": (2, ("choose", "tie", "broken")),
    "oh-hell": (3, ("run", "no_trump_at_most", "hook", "score")),
    "solo-whist": (0, ("overtricks", "no_bid")),
}
"""The least players of a game, 0 where that is no option, and the options with likely values."""
SIDES_OF_PARTNERS = {4: (2,), 6: (2, 3), 8: (2, 4)}  # S1


def full_rules(rules: Rules) -> Rules:
    """The rules with every option left out put at its default."""
    game = rules["game"]
    return {"players": 2 if game == "german-whist" else 4, **DEFAULTS[game], **rules}


def room(full: Rules) -> int:
    """The most cards that each may have: one is left to turn, but for no trumps (O1, O2)."""
    return int((52 if full["no_trump_at_most"] else 51) // full["players"])


def deals_of(full: Rules) -> list[int]:
    """The cards of each deal of a match of Oh Hell (O1)."""
    most = min(10, room(full)) if full["most"] is None else full["most"]
    down = [most - number for number in range(most)]
    up = list(reversed(down))
    if full["run"] == "down-up":
        return down + up[1:]
    return up + down[1:] if full["run"] == "up-down" else down


def sides_of(full: Rules) -> list[list[int]]:
    """The seats of each side, in the order of their lowest seat (W1, S1, K1)."""
    players = full["players"]
    number = players
    if full["game"] in TWO_SIDES:
        number = 2
    elif full.get("sides") is not None:
        number = full["sides"]
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
    if "players" in DEFAULTS[game]:
        rules["players"] = options.get("players", DEFAULTS[game]["players"])
    rules.update(options)
    return rules


def random_options(rng: Random, game: str) -> Rules:
    """Options drawn at random, over many draws every value; defaults are now and then left out."""
    if game == "whist":
        options = _random_whist(rng)
    elif game == "scotch-whist":
        options = _random_scotch(rng)
    elif game in DRAWN:
        options = _random_words(rng, game)
    else:
        options = _random_target(rng, game)
    _draw_customs(Random(f"customs {rng.getstate()}"), game, options)
    own = Random(repr(rng.getstate()))  # leaves the draws of the match as they were
    if own.random() < 0.2:
        options["cut"] = own.choice(WORDS["cut"])
    if game == "knockout-whist" and own.random() < 0.5:
        options["dogs_life"] = own.choice(WORDS["dogs_life"])
    for name in list(options):
        is_default = options[name] == DEFAULTS[game][name]
        if is_default and name not in ("players", "cut", "dogs_life") and rng.random() < 0.5:
            del options[name]
    return options


def _random_words(rng: Random, game: str) -> Rules:
    """The options whose values are words, each as likely, and those numbers that a game has."""
    least, names = DRAWN[game]
    options: Rules = {"players": rng.randint(least, 7)} if least else {}
    if game == "oh-hell":
        options["most"] = rng.choice([None, 1, 2, 3, 4, 7])
    if game == "solo-whist":
        options["deals"] = rng.choice([1, 2, 3, 4, 8])
    for name in names:
        options[name] = rng.choice(WORDS[name])
    return options


def _random_target(rng: Random, game: str) -> Rules:
    """C4, CS1, M5 and B6; in German whist G4, and one of the two ways to end a match (G5)."""
    if game == "german-whist":
        name = rng.choice(["deals", "target"])
        return {"count": rng.choice(WORDS["count"]), name: rng.choice([1, 2, 3, 4])}
    target = {"target": rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15])}
    if game == "minnesota-whist":
        return {**target, "set": rng.choice(WORDS["set"])}  # M4
    if game == "bid-whist":
        words = ("least", "down_over_up", "sport", "aces", "double_nt")
        return target | {name: rng.choice(WORDS[name]) for name in words}
    return target


def _draw_customs(rng: Random, game: str, options: Rules) -> None:
    """X1 to X4 and X6, each at times; drawn apart from all else."""
    if game == "colonial-whist":
        options["honours"] = rng.choice(WORDS_OF_COLONIAL["honours"])
    if game == "colonial-scotch-whist":
        options["difference"] = rng.choice(WORDS["difference"])
    if game == "scotch-whist":
        options["count_out"] = rng.choice(WORDS["count_out"])
    if game == "whist" or options.get("sides"):
        options["partners"] = rng.choice(WORDS["partners"])
    if options.get("match") == "rubber":
        options["rubber_points"] = rng.choice(WORDS["rubber_points"])


def _random_whist(rng: Random) -> Rules:
    """W6, W7, H, R and D1; a match of a fixed number of deals has neither target nor honours."""
    options: Rules = {"match": rng.choice(WORDS["match"]), "trumps": rng.choice(WORDS["trumps"])}
    if options["match"] == "deals":
        options["deals"] = rng.choice([1, 2, 3, 4, 5, 6, 7, 11])
        if rng.random() < 0.5:
            options["honours"] = "none"
    else:
        options["honours"] = rng.choice(WORDS["honours"])
        options["target"] = rng.choice([1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 9, 12])
    return options


def _random_scotch(rng: Random) -> Rules:
    """S1 and S7: players, partnerships where the number allows them, and a target."""
    players = rng.randint(2, 8)
    options: Rules = {"players": players}
    choices = [None, *SIDES_OF_PARTNERS.get(players, ())]
    sides = rng.choice(choices)
    if sides is not None:
        options["sides"] = sides
    options["target"] = rng.choice([1, 2, 5, 10, 15, 20, 30, 41, 41, 60])
    return options
