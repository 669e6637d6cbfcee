"""The positions of Bid Whist to count: one recipe for each kind."""

from functools import partial

from tests.support.perft.recipe import LongRecipe, OpenRecipe, Options, Recipe

BAD: Options = {"aces": "bad", "down_over_up": True, "target": 15}
SINGLE: Options = {"double_nt": False, "sport": False, "least": 4, "target": 20}
PASSES = ("pass",) * 3
HIGH, LOW = ("3 uptown", *PASSES), (*PASSES, "4 downtown")
HIGH_NT = ("pass", "3 uptown", "3 no trump", "pass", "high")
LOW_NT = (*PASSES, "4 no trump", "low")
OVER = ("4 uptown", "4 downtown", "pass", "pass")

ending = partial(Recipe, least=4, most=2500, times=2)

RECIPES = [
    *(ending(f"uptown-{left}", left, calls=HIGH) for left in (9, 10, 11)),
    *(ending(f"downtown-{left}", left, calls=LOW) for left in (9, 10, 11)),
    ending("downtown-aces-bad", 10, BAD, calls=OVER),
    ending("no-trump-high", 9, calls=HIGH_NT),
    ending("no-trump-low", 9, SINGLE, calls=LOW_NT),
    ending("no-trump-low-aces-bad", 10, BAD, calls=LOW_NT),
    ending("second-deal", 9, {"target": 30}, 1, calls=LOW, times=1),
    OpenRecipe("auction", None, depth=2, times=2),
    OpenRecipe("auction-over", None, {"down_over_up": True, "least": 6}, depth=4),
    OpenRecipe("auction-of-the-dealer", None, {"least": 7, "sport": False}, depth=5),
    LongRecipe("long-uptown", 13, calls=HIGH, least=1_000),
    LongRecipe("long-downtown", 13, BAD, calls=OVER, least=1_000),
]
